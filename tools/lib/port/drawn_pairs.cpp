#include "port/drawn_pairs.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "agal/assembly.hpp"
#include "console/files.hpp"
#include "manifest/reader.hpp"
#include "report/json_values.hpp"

namespace agal::port {
namespace {

using manifest::Entry;
using manifest::Json;
using report::member;
using report::objects_in;
using report::text_at;

// A program that was drawn with.
struct Shader {
  std::string stem, path, disassembly;
};

// A pair, by the hashes of its programs.
struct Pair {
  std::string vertex, fragment;
  Json captures;
};

struct Drawn {
  std::map<std::string, Shader> shaders;  // the key is the hash
  std::vector<Pair> pairs;                // in the order of their vertex programs
};

Diagnostics note(Drawn& drawn, const Entry& entry, std::string_view target) {
  if (!entry.stage || entry.status != manifest::Status::Accepted || entry.use != manifest::Use::Drawn) return {};
  for (const auto& [product, path] : entry.outputs)
    if (product == target) drawn.shaders.try_emplace(entry.hash, Shader{entry.stem, path, entry.disassembly});
  if (*entry.stage != Stage::Vertex) return {};
  for (const manifest::Partner& partner : entry.partners)
    if (partner.use == manifest::Use::Drawn)
      drawn.pairs.push_back({entry.hash, partner.hash, report::captures_of(partner)});
  return {};
}

template <class Table, class Value>
void set_by_word(const Table& table, const std::string& word, Value& value) {
  for (const auto& row : table)
    if (row.word == word) value = row.value;
}

// Words that are not known leave the defaults of the player.
State state_of(const Json& draw) {
  State state;
  const Json &blend = member(draw, "blend"), &depth = member(draw, "depth"), &stencil = member(draw, "stencil");
  set_by_word(blend_factor_table, text_at(blend, "source"), state.source);
  set_by_word(blend_factor_table, text_at(blend, "destination"), state.destination);
  set_by_word(depth_compare_table, text_at(depth, "compare"), state.depth_compare);
  if (const Json& write = member(depth, "write"); write.is_boolean()) state.depth_write = write.get<bool>();
  set_by_word(culling_table, text_at(draw, "culling"), state.culling);
  if (member(draw, "colorMask").is_string()) state.color_mask = text_at(draw, "colorMask");
  const auto keeps = [&](const char* key) { return text_at(stencil, key) == "keep"; };
  state.stencil = stencil.is_object() && !(text_at(stencil, "compare") == "always" && keeps("pass") &&
                                           keeps("depthFail") && keeps("stencilFail"));
  const Json& buffer = member(draw, "backBuffer");
  if (!member(draw, "target").is_object() && member(buffer, "depthAndStencil") == Json(false)) {
    state.depth_write = state.stencil = false;
    state.depth_compare = DepthCompare::Always;
  }
  return state;
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

// The state that setSamplerStateAt set, or else the one in the program.
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
  return {sampler.name,
          sampler.bound->kind,
          text(SamplerField::Wrap),
          filter == "nearest" ? filter : "linear",
          text(SamplerField::Mip),
          std::max(anisotropy, 1u)};
}

// For a comment, which no name of a file may end.
std::string title_of(const Json& capture) {
  std::string log = text_at(capture, "log");
  for (char& c : log)
    if (c == '*' || (c >= 0 && c < ' ')) c = '_';
  return "Pair " + std::to_string(report::count_at(capture, "pair")) + " of " + log;
}

// A format of Stage3D; "" for any other text.
std::string format_of(const Json& attribute) {
  std::string format = text_at(attribute, "format");
  const std::vector<std::string_view> formats{"float1", "float2", "float3", "float4", "bytes4"};
  return std::find(formats.begin(), formats.end(), format) == formats.end() ? std::string() : format;
}

void add_interface(Material& material, const Interface& shader, const Json& draw) {
  for (const Interface::Attribute& attribute : shader.attributes)
    material.attributes.push_back({attribute.name, format_of(indexed(member(draw, "attributes"), attribute.location))});
  if (shader.uniforms.layout) {
    // The parts that were renamed, and the array of all other registers, unless it is not declared.
    std::uint32_t in_parts = 0;
    for (const Interface::ConstantPart& part : shader.uniforms.parts) {
      material.constants.push_back({part.name, part.count});
      in_parts += part.count;
    }
    if (in_parts < shader.uniforms.layout->count)
      material.constants.push_back({shader.uniforms.name, shader.uniforms.layout->count});
  }
  for (const Interface::Sampler& sampler : shader.samplers)
    if (sampler.bound) material.samplers.push_back(sampler_of(sampler, draw));
}

// Letters and digits of a name, in camel case.
std::string identifier_of(const std::string& stem) {
  const std::string own = stem.substr(stem.rfind('/') + 1);
  std::string result;
  bool upper = true;
  for (const char c : own.substr(0, own.rfind('.'))) {
    const bool lower_case = c >= 'a' && c <= 'z', other = (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (lower_case || other) result += upper && lower_case ? static_cast<char>(c - 'a' + 'A') : c;
    upper = !lower_case && !other;
  }
  return result.empty() ? "Pair" : result;
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

// Interfaces of programs, each compiled once.
class Interfaces {
 public:
  Interfaces(const std::string& folder, const CompileOptions& options) : folder_(folder), options_(options) {
    options_.reflect = options_.bindings_only = true;
    options_.emit = TextForm::Text;
  }

  Result<const Interface*> of(const Shader& shader) {
    if (const auto known = known_.find(shader.path); known != known_.end()) return &known->second;
    const std::string path = folder_ + "/" + shader.disassembly;
    const Result<std::vector<std::byte>> bytes = agalc::read_input(path);
    if (!bytes) return bytes.diagnostics();
    const Result<Program> program = load_program(*bytes, path);
    if (!program) return program.diagnostics();
    const Result<Compilation> compiled = compile(*program, options_);
    if (!compiled) return compiled.diagnostics();
    return &known_.emplace(shader.path, *compiled->program_interface).first->second;
  }

 private:
  const std::string& folder_;
  CompileOptions options_;
  std::map<std::string, Interface> known_;  // the key is the path
};

// One material for each of the states.
void add_materials(std::vector<Material>& materials, const Material& shaders, const Pair& pair, const Interface& vertex,
                   const Interface& fragment, Names& names) {
  const std::size_t first = materials.size();
  for (const Json& capture : pair.captures)
    for (const Json& draw : objects_in(member(capture, "draws"))) {
      Material material = shaders;
      material.title = title_of(capture);
      material.state = state_of(draw);
      add_interface(material, vertex, draw);
      add_interface(material, fragment, draw);
      const bool is_known = std::any_of(
          materials.begin() + static_cast<std::ptrdiff_t>(first), materials.end(),
          [&](const Material& other) { return other.state == material.state && other.samplers == material.samplers; });
      if (is_known) continue;
      material.name = names.unique(material.name);
      materials.push_back(std::move(material));
    }
}

}  // namespace

Result<std::vector<Material>> read_materials(const std::string& manifest, const std::string& folder,
                                             const CompileOptions& options) {
  Drawn drawn;
  const std::string_view target = info(options.target).name;
  Diagnostics found = manifest::for_each_entry(
      manifest, [&](const Entry& entry, std::string_view) { return note(drawn, entry, target); });
  if (found.has_errors()) return found;
  std::vector<Material> materials;
  Interfaces interfaces(folder, options);
  Names names;
  for (const Pair& pair : drawn.pairs) {
    const auto vertex = drawn.shaders.find(pair.vertex), fragment = drawn.shaders.find(pair.fragment);
    if (vertex == drawn.shaders.end() || fragment == drawn.shaders.end()) continue;
    const Result<const Interface*> of_vertex = interfaces.of(vertex->second),
                                   of_fragment = interfaces.of(fragment->second);
    if (!of_vertex) return of_vertex.diagnostics();
    if (!of_fragment) return of_fragment.diagnostics();
    Material shaders;
    shaders.name = identifier_of(fragment->second.stem);
    shaders.vertex = vertex->second.path;
    shaders.fragment = fragment->second.path;
    add_materials(materials, shaders, pair, **of_vertex, **of_fragment, names);
  }
  return materials;
}

}  // namespace agal::port
