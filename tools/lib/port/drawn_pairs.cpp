#include "port/drawn_pairs.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "agal/assembly.hpp"
#include "cli/console.hpp"
#include "cli/files.hpp"
#include "manifest/json_values.hpp"
#include "manifest/reader.hpp"
#include "target/output.hpp"

namespace agal::port {
namespace {

using manifest::count_at;
using manifest::Entry;
using manifest::Json;
using manifest::member;
using manifest::objects_in;
using manifest::text_at;

// A program with which the game drew. `path` is its shader in the language of the target. `stem` is the common
// beginning of both paths.
struct DrawnProgram {
  std::string stem, path, disassembly;
};

// A pair: the hashes of its programs, and an object for each run of the game that uploaded it.
struct Pair {
  std::string vertex, fragment;
  Json captures;
};

struct Drawn {
  std::map<std::string, DrawnProgram> programs;  // the key is the hash
  std::vector<Pair> pairs;                       // sorted like their vertex programs in the manifest
  bool played = false;                           // true if a log of a game has uploads
  std::vector<Target> languages;                 // further languages to which all these programs were compiled
  bool is_emitted = true;                        // see DrawnMaterials
};

Diagnostics note(Drawn& drawn, const Entry& entry, std::string_view target) {
  drawn.played = drawn.played || entry.use.has_value();
  if (!entry.stage || entry.status != manifest::Status::Accepted || entry.use != manifest::Use::Drawn) return {};
  const auto product = [&](std::string_view name) {
    return std::find_if(entry.outputs.begin(), entry.outputs.end(), [&](const auto& row) { return row.first == name; });
  };
  if (const auto found = product(target); found != entry.outputs.end()) {
    drawn.programs.try_emplace(entry.hash, DrawnProgram{entry.stem, found->second, entry.disassembly});
    std::erase_if(drawn.languages, [&](Target each) { return product(info(each).name) == entry.outputs.end(); });
  } else if (!entry.not_expressible.contains(target)) {
    drawn.is_emitted = false;
  }
  if (*entry.stage != Stage::Vertex) return {};
  for (const manifest::Partner& partner : entry.partners)
    if (partner.use == manifest::Use::Drawn)
      drawn.pairs.push_back({entry.hash, partner.hash, manifest::captures_of(partner)});
  return {};
}

template <class E>
void set_by_word(const std::string& word, E& value) {
  value = stage3d::find_word<E>(word).value_or(value);
}

// Returns what a draw writes to. Four samples stand for every quality of antialiasing.
Surface surface_of(const Json& draw) {
  const Json& target = member(draw, "target");
  const Json& arguments = target.is_object() ? target : member(draw, "backBuffer");
  // configureBackBuffer has 0, 2, 4 or 16 samples. setRenderToTexture has a quality of 0 to 4.
  const bool is_antialiased = count_at(arguments, "antiAlias") > (target.is_object() ? 0 : 1);
  return {target.is_object(), member(arguments, "depthAndStencil") != Json(false), is_antialiased ? 4u : 1u};
}

// Returns the state of a draw. If a word is unknown or missing, the state has the player's default.
State state_of(const Json& draw) {
  State state;
  const Json &blend = member(draw, "blend"), &depth = member(draw, "depth"), &stencil = member(draw, "stencil");
  set_by_word(text_at(blend, "source"), state.source);
  set_by_word(text_at(blend, "destination"), state.destination);
  set_by_word(text_at(depth, "compare"), state.depth_compare);
  if (const Json& write = member(depth, "write"); write.is_boolean()) state.depth_write = write.get<bool>();
  set_by_word(text_at(draw, "culling"), state.culling);
  if (const Json& mask = member(draw, "colorMask"); mask.is_string())
    std::erase_if(state.color_mask,
                  [&](char channel) { return mask.get_ref<const std::string&>().find(channel) == std::string::npos; });
  const auto keeps = [&](const char* key) { return text_at(stencil, key) == "keep"; };
  state.stencil = stencil.is_object() && !(text_at(stencil, "compare") == "always" && keeps("pass") &&
                                           keeps("depthFail") && keeps("stencilFail"));
  if (!surface_of(draw).has_depth) {
    state.depth_write = state.stencil = false;
    state.depth_compare = Compare::Always;
  }
  return state;
}

// Adds AGAL1176 for each word of a draw that Stage3D does not have.
void report_words(const Json& draw, const std::string& material, Diagnostics& found) {
  const auto check = [&](std::string_view setting, const Json& object, const char* key, auto find) {
    if (const std::string word = text_at(object, key); !word.empty() && !find(word))
      found.add(agalc::make_diagnostic("draw-word-unknown", {}, {material, std::string(setting), word}));
  };
  const Json& blend = member(draw, "blend");
  check("blend factor", blend, "source", stage3d::find_word<BlendFactor>);
  check("blend factor", blend, "destination", stage3d::find_word<BlendFactor>);
  check("depth test", member(draw, "depth"), "compare", stage3d::find_word<Compare>);
  check("culling", draw, "culling", stage3d::find_word<Culling>);
  for (const Json& attribute : objects_in(member(draw, "attributes")))
    check("vertex format", attribute, "format", stage3d::find_word<VertexFormat>);
}

std::string_view option_text(SamplerField field, std::uint32_t value) {
  const SamplerOptionInfo* const option = find_sampler_option(field, value);
  return option ? option->text : std::string_view();
}

const Json& indexed(const Json& list, std::uint32_t index) {
  static const Json none;
  if (list.is_array())
    for (const Json& element : list)
      if (member(element, "index") == Json(index)) return element;
  return none;
}

// Returns a sampler with the states in the program. States that the game set by setSamplerStateAt replace them.
Sampler sampler_of(const Interface::Sampler& sampler, const Json& draw) {
  SamplerOperand operand = sampler.states.front().operand;
  std::uint32_t anisotropy = sampler.states.front().anisotropy;
  const Json& set = indexed(member(draw, "samplers"), sampler.index);
  for (const char* const key : {"wrap", "filter", "mip"})
    if (const SamplerOptionInfo* const option = find_sampler_option(text_at(set, key))) {
      operand = operand.with(option->field, option->value);
      if (option->field == SamplerField::Filter) anisotropy = option->anisotropy;
    }
  const auto text = [&](SamplerField field) { return option_text(field, operand.field(field)); };
  const std::string_view filter = text(SamplerField::Filter);
  const Interface::BoundTexture& bound = *sampler.bound;
  return {.name = sampler.name,
          .kind = bound.kind,
          .wrap = text(SamplerField::Wrap),
          .filter = filter == "nearest" ? filter : "linear",
          .mip = text(SamplerField::Mip),
          .anisotropy = std::max(anisotropy, 1u),
          .set = bound.slots.set.value_or(0),
          .binding = bound.slots.binding,
          .sampler_set = bound.of_sampler().set.value_or(0),
          .sampler_binding = bound.sampler_binding.value_or(0)};
}

// Returns the name of a file with "_" in place of characters that could end the comment around the name.
std::string name_in_comment(std::string name) {
  for (std::size_t i = 0; i < name.size(); ++i)
    if (begins_with_control(std::string_view(name).substr(i)))
      name.replace(i, 3, "_");
    else if (name[i] == '*' || (name[i] >= 0 && name[i] < ' '))
      name[i] = '_';
  return name;
}

// The title does not contain the log's folder, which depends on the working directory.
std::string title_of(const Json& capture) {
  const std::string log = text_at(capture, "log");
  return "Pair " + std::to_string(count_at(capture, "pair")) + " of " +
         name_in_comment(log.substr(log.find_last_of("/\\") + 1));
}

// Converts a number of 32-bit units to bytes. A number above 64 counts as 64.
std::uint32_t bytes_at(const Json& object, const char* key) {
  return static_cast<std::uint32_t>(4 * std::min<std::uint64_t>(count_at(object, key), 64));
}

Attribute attribute_of(const Interface::Attribute& attribute, const Json& draw) {
  const Json& set = indexed(member(draw, "attributes"), attribute.location);
  Attribute result{attribute.name, attribute.location, stage3d::find_word<VertexFormat>(text_at(set, "format")),
                   bytes_at(set, "offset"), bytes_at(set, "stride")};
  const std::uint32_t end = result.offset + result.format_info().bytes;
  if (result.stride < end) result.stride = end;
  result.instances = static_cast<std::uint32_t>(std::min<std::uint64_t>(count_at(set, "instances"), 1u << 31));
  return result;
}

Shader shader_of(const Interface& program, const std::string& path, const Json& draw) {
  Shader shader;
  shader.path = path;
  if (const auto& layout = program.uniforms.layout) {
    if (layout->slots) shader.buffer = {layout->slots->set.value_or(0), layout->slots->binding, layout->count};
    for (const Interface::ConstantPart& part : program.uniforms.parts)
      shader.constants.push_back({part.name, part.count});
    if (shader.constants.empty()) shader.constants.push_back({program.uniforms.name, layout->count});
  }
  for (const Interface::Sampler& sampler : program.samplers)
    if (sampler.bound) shader.samplers.push_back(sampler_of(sampler, draw));
  return shader;
}

// Returns true for a hash, or several hashes with "-" between them: the name of an unnamed program.
bool is_hash(std::string_view name) {
  constexpr std::size_t min_digits = 16;
  return name.size() >= min_digits && name.find_first_not_of("0123456789abcdef-") == name.npos;
}

// Returns the letters and digits of the file name in a stem, without the stage, in upper camel case. "Pair" precedes
// them if they do not begin with a letter. If the name is a hash, returns "Pair2" for the second pair of the log.
std::string identifier_of(const std::string& stem, const Json& capture) {
  const std::string own = stem.substr(stem.rfind('/') + 1), name = own.substr(0, own.rfind('.'));
  if (is_hash(name)) return "Pair" + std::to_string(count_at(capture, "pair"));
  std::string result;
  bool upper = true;
  for (const char c : name) {
    const bool lower_case = c >= 'a' && c <= 'z', other = (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (lower_case || other) result += upper && lower_case ? static_cast<char>(c - 'a' + 'A') : c;
    upper = !lower_case && !other;
  }
  return result.empty() || (result[0] >= '0' && result[0] <= '9') ? "Pair" + result : result;
}

class Names {
 public:
  std::string unique(const std::string& name) {
    std::string result = name;
    for (std::uint32_t number = 2; !taken_.insert(result).second; ++number)
      result = name + "_" + std::to_string(number);
    return result;
  }

 private:
  std::set<std::string> taken_;
};

// The interfaces of programs. Each program is compiled once, from its disassembly.
class Interfaces {
 public:
  Interfaces(const std::string& folder, const CompileOptions& options) : folder_(folder), options_(options) {
    options_.reflect = options_.bindings_only = true;
    options_.emit = TextForm::Text;
  }

  Result<const Interface*> of(const DrawnProgram& shader) {
    if (const auto known = known_.find(shader.path); known != known_.end()) return &known->second;
    const Result<Compilation> compiled = compile(shader, options_);
    if (!compiled) return compiled.diagnostics();
    return &known_.emplace(shader.path, *compiled->program_interface).first->second;
  }

  // Returns the text of a vertex shader that negates y.
  Result<std::string> flipped(const DrawnProgram& shader) const {
    CompileOptions options = options_;
    options.reflect = options.bindings_only = false;
    options.flip_y = true;
    Result<Compilation> compiled = compile(shader, options);
    if (!compiled) return compiled.diagnostics();
    return std::move(compiled->text);
  }

 private:
  Result<Compilation> compile(const DrawnProgram& shader, const CompileOptions& options) const {
    const std::string path = folder_ + "/" + shader.disassembly;
    const Result<std::vector<std::byte>> bytes = agalc::read_input(path);
    if (!bytes) return bytes.diagnostics();
    const Result<Program> program = load_program(*bytes, path);
    if (!program) return program.diagnostics();
    return agal::compile(*program, options);
  }

  const std::string& folder_;
  CompileOptions options_;
  std::map<std::string, Interface> known_;  // keys are paths
};

// The two programs of a pair.
struct Programs {
  const DrawnProgram *vertex, *fragment;
  const Interface *vertex_interface, *fragment_interface;
};

class Materials {
 public:
  // `languages` are further languages of the shaders, in addition to the target.
  Materials(const CompileOptions& options, const WriterInfo& writer, const std::vector<Target>& languages)
      : options_(options), writer_(writer), languages_(languages) {}

  // Adds a material for each different state in which the game drew with the pair.
  void add(const Pair& pair, const Programs& programs) {
    const std::size_t first = materials_.size();
    for (const Json& capture : pair.captures)
      for (const Json& draw : objects_in(member(capture, "draws"))) {
        Material material = material_of(programs, draw);
        const auto same = std::find_if(materials_.begin() + static_cast<std::ptrdiff_t>(first), materials_.end(),
                                       [&](const Material& other) { return is_equal(other, material); });
        if (same != materials_.end()) {
          const Surface& surface = material.targets.front();
          if (std::find(same->targets.begin(), same->targets.end(), surface) == same->targets.end())
            same->targets.push_back(surface);
          continue;
        }
        material.title = title_of(capture);
        material.name = names_.unique(identifier_of(programs.fragment->stem, capture));
        report_words(draw, material.name, diagnostics_);
        materials_.push_back(std::move(material));
      }
  }

  // Returns true if a material has this vertex shader.
  bool uses(const std::string& vertex_path) const {
    return std::any_of(materials_.begin(), materials_.end(),
                       [&](const Material& material) { return material.vertex.path == vertex_path; });
  }

  std::vector<Material> take() { return std::move(materials_); }
  Diagnostics take_diagnostics() { return std::move(diagnostics_); }

  Material material_of(const Programs& programs, const Json& draw) const {
    Material material;
    material.vertex = shader_of(*programs.vertex_interface, programs.vertex->path, draw);
    material.fragment = shader_of(*programs.fragment_interface, programs.fragment->path, draw);
    for (Shader* const shader : {&material.vertex, &material.fragment})
      add_entry_points(*shader, shader == &material.vertex ? Stage::Vertex : Stage::Fragment);
    for (const Interface::Attribute& attribute : programs.vertex_interface->attributes)
      material.attributes.push_back(attribute_of(attribute, draw));
    material.state = state_of(draw);
    material.targets = {surface_of(draw)};
    material.flipped = options_.flip_y;
    if (writer_.flips_textures && material.targets.front().is_texture && !options_.flip_y) {
      material.flipped = true;
      material.vertex.path = flipped_path(material.vertex.path, info(options_.target).suffix);
    }
    return material;
  }

 private:
  void add_entry_points(Shader& shader, Stage stage) const {
    const auto add = [&](Target target) {
      CompileOptions options = options_;
      options.target = target;
      shader.entry_points.emplace_back(target, target::resolve(options, stage).text_entry_point());
    };
    add(options_.target);
    for (const Target target : languages_) add(target);
  }

  bool is_equal(const Material& a, const Material& b) const {
    const bool same_kind = !writer_.flips_textures || a.targets.front().is_texture == b.targets.front().is_texture;
    return a.state == b.state && a.samplers() == b.samplers() && same_kind &&
           (!writer_.has_attributes || a.attributes == b.attributes);
  }

  const CompileOptions& options_;
  const WriterInfo& writer_;
  const std::vector<Target>& languages_;
  std::vector<Material> materials_;
  Diagnostics diagnostics_;
  Names names_;
};

// Converts the states in a scene of `agalc render` to the JSON that a manifest has for a draw.
Json draw_of_scene(std::string_view scene_text) {
  const Json scene = Json::parse(scene_text, nullptr, false);
  const Json &blend = member(scene, "blend"), &depth = member(scene, "depth");
  Json draw{{"culling", member(scene, "culling")}, {"colorMask", member(scene, "colorMask")}};
  if (blend.is_array() && blend.size() == 2) draw["blend"] = {{"source", blend[0]}, {"destination", blend[1]}};
  draw["depth"] = depth.is_object() ? depth : Json{{"write", false}, {"compare", "always"}};
  const Json& target = member(scene, "target");
  draw[text_at(target, "kind") == "texture" ? "target" : "backBuffer"] = {
      {"depthAndStencil", depth.is_object()}, {"antiAlias", count_at(target, "samples") > 1 ? 4 : 0}};
  return draw;
}

}  // namespace

std::string flipped_path(const std::string& path, std::string_view suffix) {
  return path.substr(0, path.size() - suffix.size()) + std::string(flipped_part) + std::string(suffix);
}

std::vector<Material> materials_of_draw(const DrawnScene& scene, const CompileOptions& options,
                                        const WriterInfo& writer) {
  const DrawnProgram vertex{{}, scene.vertex_path, {}}, fragment{{}, scene.fragment_path, {}};
  Json draw = draw_of_scene(scene.text);
  const Materials maker(options, writer, writer.more_targets);
  std::vector<Material> materials;
  const auto add = [&](const std::string& suffix) {
    Material& material =
        materials.emplace_back(maker.material_of({&vertex, &fragment, &scene.vertex, &scene.fragment}, draw));
    material.name = "Draw" + std::to_string(scene.number) + suffix;
    material.title = "Draw " + std::to_string(scene.number) + " of " + name_in_comment(scene.file);
  };
  const bool is_twice = writer.flips_textures && !options.flip_y && draw.contains("target");
  if (is_twice) {
    Json target = draw["target"];
    draw.erase("target");
    draw["backBuffer"] = target;
    add("");
    draw["target"] = std::move(target);
  }
  add(is_twice ? "_2" : "");
  return materials;
}

Result<DrawnMaterials> read_materials(const std::string& manifest, const std::string& folder,
                                      const CompileOptions& options, const WriterInfo& writer) {
  Drawn drawn;
  drawn.languages = writer.more_targets;
  const std::string_view target = info(options.target).name;
  Diagnostics found = manifest::for_each_entry(
      manifest, [&](const Entry& entry, std::string_view) { return note(drawn, entry, target); });
  if (found.has_errors()) return found;
  if (!drawn.is_emitted) return DrawnMaterials{drawn.played, !drawn.pairs.empty(), false, {}, {}, {}};
  Materials materials(options, writer, drawn.languages);
  Interfaces interfaces(folder, options);
  std::map<std::string, std::string> flipped;  // texts by paths
  for (const Pair& pair : drawn.pairs) {
    const auto vertex = drawn.programs.find(pair.vertex), fragment = drawn.programs.find(pair.fragment);
    if (vertex == drawn.programs.end() || fragment == drawn.programs.end()) continue;
    const Result<const Interface*> of_vertex = interfaces.of(vertex->second),
                                   of_fragment = interfaces.of(fragment->second);
    if (!of_vertex) return of_vertex.diagnostics();
    if (!of_fragment) return of_fragment.diagnostics();
    materials.add(pair, {&vertex->second, &fragment->second, *of_vertex, *of_fragment});
    const std::string path = flipped_path(vertex->second.path, info(options.target).suffix);
    if (!materials.uses(path) || flipped.contains(path)) continue;
    Result<std::string> text = interfaces.flipped(vertex->second);
    if (!text) return text.diagnostics();
    flipped.emplace(path, *std::move(text));
  }
  DrawnMaterials result{drawn.played, !drawn.pairs.empty(), true, materials.take(), {}, materials.take_diagnostics()};
  for (auto& [path, text] : flipped) result.shaders.push_back({path, std::move(text)});
  return result;
}

}  // namespace agal::port
