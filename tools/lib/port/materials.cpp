#include "port/materials.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "agal/assembly.hpp"
#include "cli/console.hpp"
#include "manifest/json_values.hpp"
#include "target/output.hpp"

namespace agal::port {
namespace {

using manifest::count_at;
using manifest::Json;
using manifest::member;
using manifest::objects_in;
using manifest::text_at;

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
  Stencil test;
  set_by_word(text_at(stencil, "compare"), test.compare);
  set_by_word(text_at(stencil, "pass"), test.pass);
  set_by_word(text_at(stencil, "depthFail"), test.depth_fail);
  set_by_word(text_at(stencil, "stencilFail"), test.fail);
  if (test != Stencil()) state.stencil = test;
  if (state.stencil) {
    state.stencil->is_for_both_faces = text_at(stencil, "face") == "frontAndBack";
    state.stencil->has_reference = member(stencil, "reference").is_number();
  }
  if (!surface_of(draw).has_depth) {
    state.depth_write = false;
    state.stencil.reset();
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

Shader shader_of(const DrawnShader& program, const Json& draw) {
  Shader shader;
  shader.path = program.path;
  shader.hash = program.hash;
  if (const auto& layout = program.program_interface->uniforms.layout) {
    if (layout->slots) shader.buffer = {layout->slots->set.value_or(0), layout->slots->binding, layout->count};
    for (const Interface::ConstantPart& part : program.program_interface->uniforms.parts)
      shader.constants.push_back({part.name, part.count});
    if (shader.constants.empty()) shader.constants.push_back({program.program_interface->uniforms.name, layout->count});
  }
  for (const Interface::Sampler& sampler : program.program_interface->samplers)
    if (sampler.bound) shader.samplers.push_back(sampler_of(sampler, draw));
  return shader;
}

// Returns true for a hash, or several hashes with "-" between them: the name of an unnamed program.
bool is_hash(std::string_view name) {
  constexpr std::size_t min_digits = 16;
  return name.size() >= min_digits && name.find_first_not_of("0123456789abcdef-") == name.npos;
}

// Returns true for "pair-2", the name of a program that only a log contains.
bool is_number_of_pair(std::string_view name) {
  constexpr std::string_view before = "pair-";
  return name.starts_with(before) && name.find_first_not_of("0123456789", before.size()) == name.npos;
}

// Returns true if modules can have functions with this name. A materials.json is not trusted.
bool is_name(std::string_view name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto is_part = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; };
  return !name.empty() && is_letter(name[0]) && std::all_of(name.begin(), name.end(), is_part);
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

// Returns what identifies a material in materials.json, apart from its name and the place of its shaders.
std::string identity_of(const Json& material, const WriterInfo& writer) {
  Json identity;
  for (const char* const stage : {"vertex", "fragment"})
    for (const char* const key : {"program", "samplers"}) identity.push_back(member(member(material, stage), key));
  for (const char* const key : {"blend", "depth", "culling", "colorMask", "stencil"})
    identity.push_back(member(material, key));
  if (writer.has_attributes) identity.push_back(member(material, "attributes"));
  // A pair may have materials for textures and for the back buffer.
  const Json targets = objects_in(member(material, "targets"));
  if (writer.flips_textures && !targets.empty()) identity.push_back(text_at(targets.front(), "kind"));
  return identity.dump();
}

}  // namespace

std::string title_of(std::string_view what, std::uint64_t number, std::string_view file, std::string_view vertex_hash,
                     std::string_view fragment_hash) {
  constexpr std::size_t digits = 8;
  return fmt::format("{} {} of {}, programs {} and {}", what, number,
                     name_in_comment(std::string(file.substr(file.find_last_of("/\\") + 1))),
                     vertex_hash.substr(0, digits), fragment_hash.substr(0, digits));
}

std::string material_name(std::string_view name, std::uint64_t pair) {
  if (is_hash(name) || is_number_of_pair(name)) return "Pair" + std::to_string(pair);
  std::string result;
  bool upper = true;
  for (const char c : name) {
    const bool lower_case = c >= 'a' && c <= 'z', other = (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (lower_case || other) result += upper && lower_case ? static_cast<char>(c - 'a' + 'A') : c;
    upper = !lower_case && !other;
  }
  return result.empty() || (result[0] >= '0' && result[0] <= '9') ? "Pair" + result : result;
}

std::size_t Materials::add(const DrawnPair& pair, const Json& draw) {
  Material material = material_of(pair, draw);
  const auto same = std::find_if(materials_.begin(), materials_.end(),
                                 [&](const Material& other) { return is_equal(other, material); });
  if (same != materials_.end()) {
    const Surface& surface = material.targets.front();
    if (std::find(same->targets.begin(), same->targets.end(), surface) == same->targets.end())
      same->targets.push_back(surface);
    same->first_draw = std::min(same->first_draw, material.first_draw);
    return static_cast<std::size_t>(same - materials_.begin());
  }
  material.title = pair.title;
  material.name = pair.name;
  report_words(draw, material.name, diagnostics_);
  materials_.push_back(std::move(material));
  return materials_.size() - 1;
}

std::vector<std::size_t> Materials::name(std::string_view old) {
  std::vector<std::size_t> order(materials_.size()), places(materials_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return materials_[a].first_draw < materials_[b].first_draw; });
  std::vector<Material> sorted;
  for (const std::size_t number : order) {
    places[number] = sorted.size();
    sorted.push_back(std::move(materials_[number]));
  }
  materials_ = std::move(sorted);

  std::map<std::string, std::string> known;  // names of old materials by their identity
  const Json old_json = Json::parse(old, nullptr, false),
             new_json = Json::parse(materials_json(writer_, materials_).text);
  for (const Json& each : objects_in(member(old_json, "materials")))
    if (const std::string name = text_at(each, "name"); is_name(name))
      known.try_emplace(identity_of(each, writer_), name);
  std::set<std::string> taken;
  std::vector<Material*> unnamed;
  for (std::size_t i = 0; i < materials_.size(); ++i) {
    const auto found = known.find(identity_of(new_json["materials"][i], writer_));
    if (found != known.end() && taken.insert(found->second).second)
      materials_[i].name = found->second;
    else
      unnamed.push_back(&materials_[i]);
  }
  for (Material* const material : unnamed) {
    const std::string base = material->name;
    for (std::uint32_t number = 2; !taken.insert(material->name).second; ++number)
      material->name = fmt::format("{}_{}", base, number);
  }
  return places;
}

bool Materials::uses(const std::string& vertex_path) const {
  return std::any_of(materials_.begin(), materials_.end(),
                     [&](const Material& material) { return material.vertex.path == vertex_path; });
}

Material Materials::material_of(const DrawnPair& pair, const Json& draw) const {
  Material material;
  material.vertex = shader_of(pair.vertex, draw);
  material.fragment = shader_of(pair.fragment, draw);
  add_entry_points(material.vertex, Stage::Vertex);
  add_entry_points(material.fragment, Stage::Fragment);
  for (const Interface::Attribute& attribute : pair.vertex.program_interface->attributes)
    material.attributes.push_back(attribute_of(attribute, draw));
  material.state = state_of(draw);
  material.targets = {surface_of(draw)};
  material.first_draw = count_at(draw, "record");
  material.flipped = options_.flip_y;
  if (writer_.flips_textures && material.targets.front().is_texture && !options_.flip_y) {
    material.flipped = true;
    material.vertex.path = flipped_path(material.vertex.path, info(options_.target).suffix);
  }
  return material;
}

void Materials::add_entry_points(Shader& shader, Stage stage) const {
  const auto add = [&](Target target) {
    CompileOptions options = options_;
    options.target = target;
    shader.entry_points.emplace_back(target, target::resolve(options, stage).text_entry_point());
  };
  add(options_.target);
  for (const Target target : languages_) add(target);
}

bool Materials::is_equal(const Material& a, const Material& b) const {
  const bool same_kind = !writer_.flips_textures || a.targets.front().is_texture == b.targets.front().is_texture;
  return a.vertex.hash == b.vertex.hash && a.fragment.hash == b.fragment.hash && a.state == b.state &&
         a.samplers() == b.samplers() && same_kind && (!writer_.has_attributes || a.attributes == b.attributes);
}

}  // namespace agal::port
