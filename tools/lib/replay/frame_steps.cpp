#include "replay/frame_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "base/bytes.hpp"
#include "cli/console.hpp"
#include "extract/hash.hpp"
#include "render/scene.hpp"

namespace agal::frames {
namespace {

using OrderedJson = manifest::Json;

std::string_view word_of_option(const SamplerOperand& state, SamplerField field) {
  const SamplerOptionInfo* const option = find_sampler_option(field, state.field(field));
  return option != nullptr ? option->text : std::string_view();
}

// Returns the buffer of an attribute, or nullptr.
const Object* buffer_of(const Stage& stage, const VertexStream& stream) {
  const Object* const object = stage.find(stream.object);
  return object != nullptr && object->kind == Object::Kind::Vertices ? object : nullptr;
}

constexpr Float4 without_buffer{0, 0, 0, 1};

// Appends a vertex of a buffer. A vertex ends where its attribute ends, if that is later (port::Attribute). Bytes
// outside of the buffer are zeros.
void put_row(base::ByteVector& out, const Object& buffer, const VertexStream& stream, std::uint32_t row) {
  const std::uint32_t end = stream.offset + port::info(stream.format).bytes;
  const std::size_t size = std::max(buffer.stride, end), at = std::size_t{row} * buffer.stride;
  const base::Bytes all(buffer.bytes);
  const base::Bytes inside = at < all.size() ? all.subspan(at, std::min(size, all.size() - at)) : base::Bytes();
  base::put_bytes(out, inside);
  out.resize(out.size() + size - inside.size());
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
      {"depthAndStencil", has_depth}, {"antiAlias", !is_texture && stage.back_buffer().is_antialiased ? 4u : 0u}};
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
    const Object* const buffer = buffer_of(stage, stream);
    if (buffer == nullptr) {
      // The values are 0, 0, 0, 1.
      state["attributes"].push_back({{"index", i}, {"format", stage3d::word_of(stage3d::VertexFormat::Float4)}});
      continue;
    }
    OrderedJson attribute{{"index", i},
                          {"offset", stream.offset / unit},
                          {"format", stage3d::word_of(stream.format)},
                          {"stride", buffer->stride / unit}};
    if (buffer->per_instances > 0) attribute["instances"] = buffer->per_instances;
    state["attributes"].push_back(std::move(attribute));
  }
  return state;
}

}  // namespace

std::size_t FrameBytes::add(base::Bytes bytes) {
  offered_ += bytes.size();
  const auto [found, is_new] = begins_.try_emplace(extraction::hash128(bytes).hex(), bytes_.size());
  if (is_new) bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  return found->second;
}

Diagnostics FrameSteps::add_frame(const Recording& recording, std::uint32_t frame) {
  for (const Call& call : recording.file.calls) {
    if (call.frame > frame) break;
    if (const std::string problem = stage_.apply(call); !problem.empty())
      return malformed_line(recording.name, call.line, problem);
    if (call.method.starts_with("upload")) drawn_.erase(call.on);
    const bool is_in_frame = call.frame == frame, is_seen = is_in_frame || stage_.settings().target.object != 0;
    if (is_seen && call.method == "clear") clear(call, is_in_frame);
    if (is_seen && call.is_draw())
      if (const std::optional<DrawCall> drawn = stage_.draw_of(call); drawn && drawn->count > 0 && drawn->instances > 0)
        step(is_in_frame).draws.push_back(draw_of(call, *drawn));
    const std::uint64_t max_bytes = recording.file.limits.max_unpacked_bytes;
    if (data.offered() + other_bytes_ > max_bytes)
      return agalc::only(agalc::make_diagnostic("frames-too-large", recording.name,
                                                {fmt::format("draws with more than {} bytes of data", max_bytes)}));
    if (is_in_frame && call.method == "present") break;
  }
  const BackBuffer& back = stage_.back_buffer();
  size_ = {back.width, back.height};
  has_depth_ = back.depth;
  has_samples_ = back.is_antialiased;
  remove_unread();
  return {};
}

void FrameSteps::add_draw(const Call& call, const DrawCall& draw, const Float4& background) {
  const RenderTarget& target = stage_.settings().target;
  const bool is_texture = target.object != 0;
  is_one_draw_ = true;
  size_ = stage_.target_size();
  has_depth_ = is_texture ? target.depth : stage_.back_buffer().depth;
  has_samples_ = !is_texture && stage_.back_buffer().is_antialiased;
  Step& step = steps.emplace_back();
  step.is_in_frame = true;
  step.clear = ClearCall{background, 1, 0, 7};
  step.draws.push_back(draw_of(call, draw));
}

// Returns the current step. It begins with the first call, or with another target.
Step& FrameSteps::step(bool is_in_frame) {
  const RenderTarget& target = stage_.settings().target;
  if (steps.empty() || steps.back().target != target || steps.back().is_in_frame != is_in_frame)
    steps.push_back({target, is_in_frame, {}, {}});
  if (target.object != 0) {
    // A cube keeps its uploaded sides, because a target is a plane, which a sampler of a cube cannot have.
    if (stage_.find(target.object)->is_cube)
      left_out.insert("draws into the sides of a cube");
    else
      drawn_.insert(target.object);
    OrderedJson& known = targets_[target.object];
    const bool has_depth = target.depth || (known.is_object() && known["depth"] == OrderedJson(true));
    known = {{"size", stage_.target_size()}, {"depth", has_depth}};
    if (stage_.outputs().size() > 1) left_out.insert("the outputs oc1 to oc3");
  }
  return steps.back();
}

void FrameSteps::clear(const Call& call, bool is_in_frame) {
  if (Step& now = step(is_in_frame); now.clear || !now.draws.empty())
    steps.push_back({now.target, now.is_in_frame, {}, {}});
  const ClearCall clear = Stage::clear_of(call);
  steps.back().clear = clear;
  if ((clear.mask & 2u) != 0 && clear.depth != 1) left_out.insert("depths other than 1 that clear sets");
  if ((clear.mask & 4u) != 0 && clear.stencil != 0) left_out.insert("stencil values other than 0 that clear sets");
}

std::size_t FrameSteps::pair_of(const ProgramKey& key) {
  const auto place = static_cast<std::size_t>(std::find(pairs.begin(), pairs.end(), key) - pairs.begin());
  if (place == pairs.size()) pairs.push_back(key);
  return place;
}

// Adds a list of values for each attribute. Instances are copies of the triangles.
void FrameSteps::add_values(const Pair& pair, const DrawCall& draw, OrderedJson& json) {
  const DrawnVertices drawn = vertices_of(stage_, draw);
  if (drawn.instances < draw.instances) left_out.insert(fmt::format("instances after the first {}", drawn.instances));
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
        {"size", size}, {"at", data.add(std::as_bytes(std::span(values)))}, {"count", drawn.vertices.size()}};
  }
  json["indices"] = {{"at", data.add(std::as_bytes(std::span(drawn.indices)))}, {"count", drawn.indices.size()}};
}

// Adds a buffer for each attribute: what the game's buffer has for the vertices of the draw, or for its instances.
void FrameSteps::add_buffers(const Pair& pair, const DrawCall& draw, OrderedJson& json) {
  DrawCall once = draw;
  once.instances = 1;
  const DrawnVertices drawn = vertices_of(stage_, once);
  const std::uint32_t instances = std::min(draw.instances, std::uint32_t{render::max_mesh_size});
  if (instances < draw.instances) left_out.insert(fmt::format("instances after the first {}", instances));
  json["instances"] = instances;
  for (const std::uint32_t number : registers_read(pair.vertex, RegisterType::Attribute)) {
    if (number >= max_streams) continue;
    const VertexStream& stream = stage_.settings().streams[number];
    const Object* const buffer = buffer_of(stage_, stream);
    base::ByteVector bytes;
    if (buffer != nullptr && buffer->per_instances > 0)
      for (std::uint32_t i = 0; i < instances; ++i) put_row(bytes, *buffer, stream, i / buffer->per_instances);
    else
      for (const auto& [vertex, instance] : drawn.vertices)
        if (buffer != nullptr)
          put_row(bytes, *buffer, stream, vertex);
        else
          base::put_bytes(bytes, std::as_bytes(std::span(without_buffer)));
    json["attributes"][fmt::format("va{}", number)] = {{"at", data.add(bytes)}, {"size", bytes.size()}};
  }
  const base::Bytes indices = std::as_bytes(std::span(drawn.indices));
  json["indices"] = {{"at", data.add(indices)}, {"size", indices.size()}};
}

void FrameSteps::add_constants(const Program& program, OrderedJson& json) {
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

// Returns the name of a texture with its current content. `sampler` is the register that samples it. Of one draw, the
// files have the names of the samplers, and the scene has them.
std::string FrameSteps::texture(const std::string& sampler, std::uint32_t number, bool is_cube) {
  constexpr std::array<std::string_view, 6> sides{"px", "nx", "py", "ny", "pz", "nz"};
  const Object* const object = stage_.find(number);
  Version& version = versions_[number];
  const bool is_changed = object != nullptr && !stage_.take_changes(number).empty();
  if (!is_one_draw_ && !is_changed && !version.name.empty()) return version.name;
  ++version.number;
  version.name = is_one_draw_          ? sampler
                 : version.number == 1 ? fmt::format("texture{}", number)
                                       : fmt::format("texture{}-{}", number, version.number);
  if (object != nullptr && object->format == half_format) left_out.insert("parts of half floats beyond eight bits");
  OrderedJson names = OrderedJson::array();
  const std::uint32_t levels = is_cube || object == nullptr ? 1 : object->levels();
  for (std::uint32_t side = 0; side < (is_cube ? sides.size() : 1); ++side)
    for (std::uint32_t level = 0; level < levels; ++level) {
      const std::string suffix = is_cube     ? fmt::format(".{}", sides[side])
                                 : level > 0 ? fmt::format(".{}", level)
                                             : std::string();
      names.push_back(version.name + suffix + ".png");
      if (is_one_draw_) continue;
      const render::Picture picture = picture_of_level(object, side, level);
      other_bytes_ += sizeof(render::Pixel) * picture.pixels.size();
      files.push_back({names.back().get<std::string>(), render::write_png(picture)});
    }
  textures[version.name] = {{is_cube ? "sides" : "levels", std::move(names)}};
  return version.name;
}

std::string FrameSteps::target_name(std::uint32_t texture) { return fmt::format("target{}", texture); }

StepDraw FrameSteps::draw_of(const Call& call, const DrawCall& drawn) {
  const Object& program = *stage_.find(stage_.settings().program);
  StepDraw draw;
  std::vector<std::uint32_t> samplers;
  if (call.draw > 0) draw.json["draw"] = call.draw;
  draw.json["create"] = "";
  draw.json["attributes"] = OrderedJson::object();
  if (has_layouts_)
    add_buffers(*program.pair, drawn, draw.json);
  else
    add_values(*program.pair, drawn, draw.json);
  draw.json["constants"] = OrderedJson::object();
  draw.json["textures"] = OrderedJson::object();
  for (const Program* const each : {&program.pair->vertex, &program.pair->fragment}) {
    add_constants(*each, draw.json);
    for (const SamplerOperand& operand : render::samplers_of(*each)) {
      if (operand.index() >= max_textures) continue;
      samplers.push_back(operand.index());
      const std::uint32_t number = stage_.settings().textures[operand.index()];
      const std::string sampler = register_name(operand.type_code(), operand.index(), each->stage);
      const bool is_drawn = drawn_.contains(number);
      if (is_drawn) draw.reads.insert(number);
      draw.json["textures"][sampler] =
          is_drawn ? target_name(number) : texture(sampler, number, operand.kind() == TextureKind::Cube);
    }
  }
  if (stage_.settings().scissor) draw.json["scissor"] = stage_.drawn_part();
  OrderedJson state = state_of(stage_, samplers);
  // The stencil values that other draws left are unknown to one draw.
  if (is_one_draw_) {
    state.erase("stencil");
  } else if (stage_.settings().stencil != decltype(Settings::stencil)()) {
    const auto& [reference, read_mask, write_mask] = stage_.settings().stencil_reference;
    draw.json["stencil"] = {reference, read_mask, write_mask};
    constexpr std::uint8_t all = 255;
    if (has_layouts_ && (read_mask != all || write_mask != all)) left_out.insert("masks of stencil values");
  }
  draw.material = {pair_of(program.key), std::move(state)};
  return draw;
}

void FrameSteps::remove_unread() {
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

OrderedJson FrameSteps::json(const std::string& about) const {
  OrderedJson json{{"about", about},
                   {"size", size_},
                   {"depth", has_depth_},
                   {"samples", has_samples_ ? 4u : 1u},
                   {"textures", OrderedJson::object()},
                   {"targets", OrderedJson::object()},
                   {"steps", OrderedJson::array()}};
  for (const Step& step : steps) {
    OrderedJson& each = json["steps"].emplace_back(OrderedJson::object());
    if (const std::uint32_t target = step.target.object; target != 0) {
      each["target"] = target_name(target);
      json["targets"][target_name(target)] = targets_.at(target);
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

}  // namespace agal::frames
