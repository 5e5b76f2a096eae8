#include "replay/recorded_frame.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "agal/assembly.hpp"
#include "agal/games/extract.hpp"
#include "base/bytes.hpp"
#include "cli/console.hpp"
#include "extract/hash.hpp"
#include "port/frame_program.hpp"
#include "render/scene.hpp"
#include "replay/recorded_draw.hpp"

namespace agal::frames {
namespace {

using OrderedJson = nlohmann::ordered_json;

// The file frame.bin. Equal bytes are stored once. All values have four bytes.
class FrameBytes {
 public:
  template <class T>
  std::size_t add(const std::vector<T>& values) {
    const base::Bytes bytes = std::as_bytes(std::span(values));
    offered_ += bytes.size();
    const auto [found, is_new] = begins_.try_emplace(extraction::hash128(bytes).hex(), bytes_.size());
    if (is_new) bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    return found->second;
  }
  /// Returns the size of everything that was added, also of equal bytes, because hashing them takes time.
  std::uint64_t offered() const { return offered_; }
  base::ByteVector take() { return std::move(bytes_); }

 private:
  std::map<std::string, std::size_t> begins_;  // the key is the hash
  base::ByteVector bytes_;
  std::uint64_t offered_ = 0;
};

// A draw, and the textures that it reads into which the game drew.
struct StepDraw {
  OrderedJson json;
  std::set<std::uint32_t> reads;
  port::FrameDraw material;
};

struct Step {
  RenderTarget target;
  bool is_in_frame = false;
  std::optional<ClearCall> clear;
  std::vector<StepDraw> draws;

  // Returns true if earlier draws into the target do not matter.
  bool clears_all() const { return clear && (clear->mask & 7u) == 7u; }
};

std::string_view word_of_option(const SamplerOperand& state, SamplerField field) {
  const SamplerOptionInfo* const option = find_sampler_option(field, state.field(field));
  return option != nullptr ? option->text : std::string_view();
}

// Returns the state of the next draw, like a manifest has it.
OrderedJson state_of(const Stage& stage, const std::vector<std::uint32_t>& samplers) {
  const Settings& settings = stage.settings();
  const bool is_texture = settings.target.object != 0;
  OrderedJson state;
  state["blend"] = {{"source", stage3d::word_of(settings.blend.source)},
                    {"destination", stage3d::word_of(settings.blend.destination)}};
  state["depth"] = {{"write", settings.depth_write}, {"compare", stage3d::word_of(settings.depth_compare)}};
  state["culling"] = stage3d::word_of(settings.culling);
  std::string mask;
  for (std::size_t i = 0; i < settings.color_mask.size(); ++i)
    if (settings.color_mask[i]) mask += std::string_view("rgba")[i];
  state["colorMask"] = mask;
  const StencilTest& stencil = settings.stencil[0] != StencilTest() ? settings.stencil[0] : settings.stencil[1];
  state["stencil"] = {{"face", settings.stencil[0] == settings.stencil[1] ? "frontAndBack" : "front"},
                      {"reference", settings.stencil_reference[0]},
                      {"compare", stage3d::word_of(stencil.compare)},
                      {"pass", stage3d::word_of(stencil.pass)},
                      {"depthFail", stage3d::word_of(stencil.depth_fail)},
                      {"stencilFail", stage3d::word_of(stencil.fail)}};
  // Ruffle does not antialias textures.
  const bool has_depth = is_texture ? settings.target.depth : stage.back_buffer().depth;
  state[is_texture ? "target" : "backBuffer"] = {
      {"depthAndStencil", has_depth}, {"antiAlias", !is_texture && stage.back_buffer().is_antialiased ? 4 : 0}};
  for (const std::uint32_t index : samplers) {
    const SamplerOperand& sampler = settings.samplers[index];
    state["samplers"].push_back({{"index", index},
                                 {"wrap", word_of_option(sampler, SamplerField::Wrap)},
                                 {"filter", word_of_option(sampler, SamplerField::Filter)},
                                 {"mip", word_of_option(sampler, SamplerField::Mip)}});
  }
  constexpr std::uint32_t unit = 4;  // offsets and strides are in units of 32 bits, as in Stage3D
  for (std::uint32_t i = 0; i < settings.streams.size(); ++i) {
    const VertexStream& stream = settings.streams[i];
    const Object* const buffer = stage.find(stream.object);
    if (buffer == nullptr || buffer->kind != Object::Kind::Vertices) continue;
    OrderedJson attribute{{"index", i},
                          {"offset", stream.offset / unit},
                          {"format", stage3d::word_of(stream.format)},
                          {"stride", buffer->stride / unit}};
    if (buffer->per_instances > 0) attribute["instances"] = buffer->per_instances;
    state["attributes"].push_back(std::move(attribute));
  }
  return state;
}

// Makes the calls up to the end of a frame, and collects its steps.
class Collector {
 public:
  Collector(const Recording& recording, const ReplayOptions& options, std::uint32_t frame)
      : recording_(recording), stage_(recording.pairs, stage_options(recording.file, options.mode)), frame_(frame) {}

  Diagnostics run();
  // Removes the steps before the frame whose textures the frame does not read.
  void remove_unread();
  OrderedJson json(const std::string& about) const;

  std::vector<Step> steps;
  std::vector<ProgramKey> pairs;  // in the order of their first draw
  std::map<std::string, OrderedJson> textures;
  std::vector<NamedFile> files;  // the pictures of all textures
  FrameBytes data;
  std::set<std::string> left_out;

  const Stage& stage() const { return stage_; }

 private:
  struct Version {
    std::uint32_t number = 0;
    std::string name;
  };

  Step& step();
  void clear(const Call& call);
  void draw(const Call& call);
  std::size_t pair_of(const ProgramKey& key);
  void add_vertices(const Pair& pair, const DrawCall& draw, OrderedJson& json);
  void add_constants(const Program& program, OrderedJson& json);
  std::string texture(std::uint32_t number, bool is_cube);
  static std::string target_name(std::uint32_t texture) { return fmt::format("target{}", texture); }

  const Recording& recording_;
  Stage stage_;
  const std::uint32_t frame_;
  std::uint32_t call_frame_ = 0;
  std::uint64_t other_bytes_ = 0;              // the size of constants and pictures
  std::set<std::uint32_t> drawn_;              // the textures into which the game drew since their last upload
  std::map<std::uint32_t, Version> versions_;  // the textures that were sampled
  std::map<std::uint32_t, std::array<std::uint32_t, 2>> target_sizes_;
};

Diagnostics Collector::run() {
  for (const Call& call : recording_.file.calls) {
    if (call.frame > frame_) break;
    if (const std::string problem = stage_.apply(call); !problem.empty())
      return malformed_line(recording_.name, call.line, problem);
    call_frame_ = call.frame;
    if (call.method.starts_with("upload")) drawn_.erase(call.on);
    const bool is_seen = call.frame == frame_ || stage_.settings().target.object != 0;
    if (is_seen && call.method == "clear") clear(call);
    if (is_seen && call.is_draw()) draw(call);
    const std::uint64_t max_bytes = recording_.file.limits.max_unpacked_bytes;
    if (data.offered() + other_bytes_ > max_bytes)
      return agalc::only(agalc::make_diagnostic("frames-too-large", recording_.name,
                                                {fmt::format("draws with more than {} bytes of data", max_bytes)}));
    if (call.frame == frame_ && call.method == "present") break;
  }
  return {};
}

// Returns the current step. It begins with the first call, or with another target.
Step& Collector::step() {
  const RenderTarget& target = stage_.settings().target;
  const bool is_in_frame = call_frame_ == frame_;
  if (steps.empty() || steps.back().target != target || steps.back().is_in_frame != is_in_frame)
    steps.push_back({target, is_in_frame, {}, {}});
  if (target.object != 0) {
    drawn_.insert(target.object);
    target_sizes_[target.object] = stage_.target_size();
    if (stage_.find(target.object)->is_cube) left_out.insert("draws into the sides of a cube");
    if (stage_.outputs().size() > 1) left_out.insert("the outputs oc1 to oc3");
  }
  return steps.back();
}

void Collector::clear(const Call& call) {
  if (Step& now = step(); now.clear || !now.draws.empty()) steps.push_back({now.target, now.is_in_frame, {}, {}});
  const ClearCall clear = Stage::clear_of(call);
  steps.back().clear = clear;
  if ((clear.mask & 2u) != 0 && clear.depth != 1) left_out.insert("depths other than 1 that clear sets");
  if ((clear.mask & 4u) != 0 && clear.stencil != 0) left_out.insert("stencil values other than 0 that clear sets");
}

std::size_t Collector::pair_of(const ProgramKey& key) {
  const auto place = static_cast<std::size_t>(std::find(pairs.begin(), pairs.end(), key) - pairs.begin());
  if (place == pairs.size()) pairs.push_back(key);
  return place;
}

void Collector::add_vertices(const Pair& pair, const DrawCall& draw, OrderedJson& json) {
  const DrawnVertices drawn = vertices_of(stage_, draw);
  if (drawn.instances < draw.instances) left_out.insert(fmt::format("instances after the first {}", drawn.instances));
  json["attributes"] = OrderedJson::object();
  for (const std::uint32_t number : registers_read(pair.vertex, RegisterType::Attribute)) {
    if (number >= max_streams) continue;
    const VertexStream& stream = stage_.settings().streams[number];
    const bool is_whole = stage_.find(stream.object) == nullptr || stream.format == stage3d::VertexFormat::Bytes4;
    const std::size_t size = is_whole ? 4 : static_cast<std::size_t>(stream.format) + 1;
    std::vector<float> values;
    for (const auto& [vertex, instance] : drawn.vertices) {
      const Float4 value = vertex_value(stage_, stream, vertex, instance);
      values.insert(values.end(), value.begin(), value.begin() + static_cast<std::ptrdiff_t>(size));
    }
    json["attributes"][fmt::format("va{}", number)] = {
        {"size", size}, {"at", data.add(values)}, {"count", drawn.vertices.size()}};
  }
  json["indices"] = {{"at", data.add(drawn.indices)}, {"count", drawn.indices.size()}};
}

void Collector::add_constants(const Program& program, OrderedJson& json) {
  const bool is_vertex = program.stage == agal::Stage::Vertex;
  std::vector<float> list;
  for (std::uint32_t i = 0; i < std::min<std::uint32_t>(constant_array_size(program), max_constants); ++i)
    for (const float value : stage_.settings().constants[is_vertex ? 0 : 1][i]) {
      if (!std::isfinite(value)) left_out.insert("constants that are not finite numbers");
      list.push_back(std::isfinite(value) ? value : 0);
    }
  // Registers that the list does not have are zero.
  constexpr std::size_t lanes = 4;
  while (!list.empty() && std::count(list.end() - lanes, list.end(), 0.0f) == lanes) list.resize(list.size() - lanes);
  other_bytes_ += sizeof(float) * list.size();
  if (!list.empty()) json["constants"][is_vertex ? "vc" : "fc"] = std::move(list);
}

// Returns the name of an uploaded texture with its current content.
std::string Collector::texture(std::uint32_t number, bool is_cube) {
  constexpr std::array<std::string_view, 6> sides{"px", "nx", "py", "ny", "pz", "nz"};
  const Object* const object = stage_.find(number);
  Version& version = versions_[number];
  const bool is_changed = object != nullptr && !stage_.take_changes(number).empty();
  if (!is_changed && !version.name.empty()) return version.name;
  ++version.number;
  version.name =
      version.number == 1 ? fmt::format("texture{}", number) : fmt::format("texture{}-{}", number, version.number);
  if (object != nullptr && object->format == half_format) left_out.insert("parts of half floats beyond eight bits");
  OrderedJson names = OrderedJson::array();
  const std::uint32_t levels = is_cube || object == nullptr ? 1 : object->levels();
  for (std::uint32_t side = 0; side < (is_cube ? sides.size() : 1); ++side)
    for (std::uint32_t level = 0; level < levels; ++level) {
      const std::string suffix = is_cube     ? fmt::format(".{}", sides[side])
                                 : level > 0 ? fmt::format(".{}", level)
                                             : std::string();
      const std::string name = version.name + suffix + ".png";
      const render::Picture picture = picture_of_level(object, side, level);
      other_bytes_ += sizeof(render::Pixel) * picture.pixels.size();
      files.push_back({name, render::write_png(picture)});
      names.push_back(name);
    }
  textures[version.name] = {{is_cube ? "sides" : "levels", std::move(names)}};
  return version.name;
}

void Collector::draw(const Call& call) {
  const std::optional<DrawCall> drawn = stage_.draw_of(call);
  if (!drawn || drawn->count == 0 || drawn->instances == 0) return;
  const Object& program = *stage_.find(stage_.settings().program);
  StepDraw draw;
  std::vector<std::uint32_t> samplers;
  if (call.draw > 0) draw.json["draw"] = call.draw;
  draw.json["create"] = "";
  add_vertices(*program.pair, *drawn, draw.json);
  draw.json["constants"] = OrderedJson::object();
  draw.json["textures"] = OrderedJson::object();
  for (const Program* const each : {&program.pair->vertex, &program.pair->fragment}) {
    add_constants(*each, draw.json);
    for (const SamplerOperand& operand : render::samplers_of(*each)) {
      if (operand.index() >= max_textures) continue;
      samplers.push_back(operand.index());
      const std::uint32_t number = stage_.settings().textures[operand.index()];
      const bool is_drawn = drawn_.contains(number);
      if (is_drawn) draw.reads.insert(number);
      draw.json["textures"][register_name(operand.type_code(), operand.index(), each->stage)] =
          is_drawn ? target_name(number) : texture(number, operand.kind() == TextureKind::Cube);
    }
  }
  if (stage_.settings().scissor) draw.json["scissor"] = stage_.drawn_part();
  if (stage_.settings().stencil != decltype(Settings::stencil)())
    draw.json["stencil"] = stage_.settings().stencil_reference;
  draw.material = {pair_of(program.key), state_of(stage_, samplers).dump()};
  step().draws.push_back(std::move(draw));
}

void Collector::remove_unread() {
  std::set<std::uint32_t> read;
  std::vector<Step> needed;
  for (auto each = steps.rbegin(); each != steps.rend(); ++each) {
    const std::uint32_t target = each->target.object;
    if (!each->is_in_frame && !read.contains(target)) continue;
    if (each->clears_all()) read.erase(target);
    for (const StepDraw& draw : each->draws) read.insert(draw.reads.begin(), draw.reads.end());
    needed.push_back(std::move(*each));
  }
  std::reverse(needed.begin(), needed.end());
  steps = std::move(needed);
}

OrderedJson Collector::json(const std::string& about) const {
  const BackBuffer& back = stage_.back_buffer();
  OrderedJson json{{"about", about},
                   {"size", {back.width, back.height}},
                   {"samples", back.is_antialiased ? 4 : 1},
                   {"textures", OrderedJson::object()},
                   {"targets", OrderedJson::object()},
                   {"steps", OrderedJson::array()}};
  for (const Step& step : steps) {
    OrderedJson& each = json["steps"].emplace_back(OrderedJson::object());
    if (const std::uint32_t target = step.target.object; target != 0) {
      each["target"] = target_name(target);
      json["targets"][target_name(target)] = {{"size", target_sizes_.at(target)}};
    }
    if (step.clear) {
      OrderedJson& clear =
          each["clear"] = {{"depth", (step.clear->mask & 2u) != 0}, {"stencil", (step.clear->mask & 4u) != 0}};
      if ((step.clear->mask & 1u) != 0) clear["color"] = step.clear->color;
    }
    each["draws"] = OrderedJson::array();
    for (const StepDraw& draw : step.draws) {
      each["draws"].push_back(draw.json);
      for (const auto& [name, texture] : draw.json["textures"].items())
        if (const auto found = textures.find(texture.get<std::string>()); found != textures.end())
          json["textures"][found->first] = found->second;
    }
  }
  return json;
}

// Returns the pairs of a frame with the names that the log in the file gives them.
std::vector<port::FramePair> named_pairs(const Recording& recording, const std::vector<ProgramKey>& keys) {
  std::map<std::pair<std::string, std::string>, port::FramePair> logged;  // keys are hashes
  const Result<Extraction> log = extract(recording.file.log, log_name);
  if (log)
    for (const FoundPair& pair : log->pairs) {
      const FoundProgram &vertex = log->programs[pair.vertex], &fragment = log->programs[pair.fragment];
      const std::size_t number = pair.captures.empty() ? 0 : pair.captures.front().pair;
      logged[{content_hash(vertex.program), content_hash(fragment.program)}] = {nullptr, nullptr,
                                                                                fragment.origins.front().name, number};
    }
  std::vector<port::FramePair> pairs;
  for (const ProgramKey& key : keys) {
    const Pair& pair = recording.pairs.at(key);
    const auto found = logged.find({content_hash(pair.vertex), content_hash(pair.fragment)});
    port::FramePair& named = pairs.emplace_back();
    // A file without a log has the pairs in the order of their first draws.
    if (found != logged.end())
      named = found->second;
    else
      named.number = pairs.size();
    if (named.name.empty()) named.name = fmt::format("pair-{}", named.number);
    named.vertex = &pair.vertex;
    named.fragment = &pair.fragment;
  }
  return pairs;
}

}  // namespace

Result<std::vector<NamedFile>> program_of_recorded_frame(const Recording& recording, std::uint32_t frame, Host engine,
                                                         const ReplayOptions& options, const std::string& names) {
  Collector collector(recording, options, frame);
  if (Diagnostics failed = collector.run(); failed.has_errors()) return failed;
  collector.remove_unread();
  std::vector<port::FrameDraw> draws;
  for (const Step& step : collector.steps)
    for (const StepDraw& draw : step.draws) draws.push_back(draw.material);
  if (draws.empty())
    return agalc::only(agalc::make_diagnostic("frames-no-draw", recording.name,
                                              {fmt::format("a draw in frame {}", frame), "only empty steps in it"}));
  const std::string log = std::filesystem::path(recording.name).filename().string();
  Result<port::FrameProgram> program =
      port::write_frame_program(engine, log, named_pairs(recording, collector.pairs), draws, names);
  if (!program) return program.diagnostics();
  std::size_t number = 0;
  for (Step& step : collector.steps)
    for (StepDraw& draw : step.draws) draw.json["create"] = program->functions[number++];

  const OrderedJson json = collector.json(fmt::format("Frame {} of {}. agalc wrote this file.", frame, log));
  DrawFiles out;
  for (const port::File& file : program->module.files) out.add(file.name, file.text);
  for (NamedFile& file : collector.files) {
    const std::string name = file.name.substr(0, file.name.find('.'));
    if (json["textures"].contains(name)) out.files.push_back(std::move(file));
  }
  out.add("frame.json", json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace) + "\n");
  out.files.push_back({"frame.bin", collector.data.take()});
  if (const auto picture = recording.file.pictures.find(frame); picture != recording.file.pictures.end())
    out.files.push_back({"frame.png", picture->second});
  Diagnostics found = std::move(program->module.diagnostics);
  std::set<std::string> missing = collector.stage().warnings();
  for (const std::string& each : collector.left_out) missing.insert("the program leaves out " + each);
  found.append(warnings_about(recording.name, missing));
  return {std::move(out.files), std::move(found)};
}

}  // namespace agal::frames
