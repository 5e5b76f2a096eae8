#include "prove/linking.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "agal/isa.hpp"
#include "prove/uniform_locations.hpp"

namespace agal::prove {
namespace {

using LinkBy = target::VaryingMatch;

LinkBy link_by(const Matching& matching) {
  return matching.match == InterfaceMatch::Numbers ? LinkBy::Location : matching.output.varying_match();
}

// Appends the number 0 to a semantic without a number: TEXCOORD is TEXCOORD0.
std::string whole_semantic(std::string semantic) {
  if (!semantic.empty() && (semantic.back() < '0' || semantic.back() > '9')) semantic += '0';
  return semantic;
}

// Returns the semantic of a varying in HLSL. DXC names a variable after it instead: "in.var.TEXCOORD1".
std::string semantic_of(const Connection& varying) {
  if (!varying.decorations.semantic.empty()) return whole_semantic(varying.decorations.semantic);
  return whole_semantic(varying.name.substr(varying.name.rfind('.') + 1));
}

// A structure of varyings, or an interface block.
bool is_struct(const SpirvModule& module, const SpirvVariable& v, spv::StorageClass storage) {
  const SpirvType& type = module.type(v.type);
  return v.storage == storage && type.op == spv::OpTypeStruct && !module.of_member(v.type, 0).built_in;
}

// Returns the name by which OpenGL links a structure or a block.
std::string_view name_of_struct(const SpirvModule& module, const SpirvVariable& v) {
  return module.name(module.of(v.type).block ? v.type : v.id);
}

std::string shown(std::string_view name) { return is_plain_name(name) ? std::string(name) : "without a name"; }

// ----------------------------------------------------------------------------------------------------- varyings

class VaryingLinker {
 public:
  VaryingLinker(const LinkedModule& vertex, const LinkedModule& fragment, const Matching& matching)
      : vertex_(vertex), fragment_(fragment), by_(link_by(matching)), matching_(matching) {}

  std::string fault() const {
    for (const Connection& input : fragment_.places.varyings) {
      const Connection* const output = partner_of(input);
      if (output == nullptr && is_located_once(input))
        return fmt::format("only one of the shaders gives the varying {} a location", shown(input.name));
      if (output == nullptr)
        return fmt::format("it reads the varying {}, which the vertex shader does not write", spelling(input));
      if (std::string fault = fault_of(*output, input); !fault.empty()) return fault;
    }
    return by_ == LinkBy::Name ? fault_of_structs() : std::string();
  }

 private:
  std::string spelling(const Connection& varying) const {
    if (by_ == LinkBy::Semantic && !varying.decorations.semantic.empty()) return varying.decorations.semantic;
    if (by_ == LinkBy::Name && !varying.decorations.location) return shown(varying.name);
    return fmt::format("{} at location {}", shown(varying.name), varying.decorations.location.value_or(0));
  }

  bool fits(const Connection& output, const Connection& input) const {
    const Decorations &a = output.decorations, &b = input.decorations;
    switch (by_) {
      case LinkBy::Location: return a.location == b.location;
      case LinkBy::Semantic: return semantic_of(output) == semantic_of(input);
      case LinkBy::Name: return a.location == b.location && (a.location || output.name == input.name);
    }
    return false;
  }

  // Returns true if OpenGL does not link a varying because only one of the shaders gives it a location.
  bool is_located_once(const Connection& input) const {
    const auto& outputs = vertex_.places.varyings;
    return by_ == LinkBy::Name && std::ranges::find(outputs, input.name, &Connection::name) != outputs.end();
  }

  // Blocks and structures of one name must have the same members in the same order.
  std::string fault_of_structs() const {
    for (const SpirvVariable& input : fragment_.module.variables)
      for (const SpirvVariable& output : vertex_.module.variables) {
        if (!is_struct(fragment_.module, input, spv::StorageClassInput) ||
            !is_struct(vertex_.module, output, spv::StorageClassOutput))
          continue;
        const std::string_view name = name_of_struct(fragment_.module, input);
        if (name == name_of_struct(vertex_.module, output) && !has_same_members(output.type, input.type))
          return fmt::format("the members of {} are not the ones of the vertex shader in the same order", shown(name));
      }
    return {};
  }

  bool has_same_members(Id output, Id input) const {
    const SpirvType &a = vertex_.module.type(output), &b = fragment_.module.type(input);
    if (a.members.size() != b.members.size()) return false;
    for (std::uint32_t i = 0; i < a.members.size(); ++i)
      if (vertex_.module.member_name(output, i) != fragment_.module.member_name(input, i)) return false;
    return true;
  }

  const Connection* partner_of(const Connection& input) const {
    const auto& outputs = vertex_.places.varyings;
    const auto found = std::ranges::find_if(outputs, [&](const Connection& output) { return fits(output, input); });
    return found == outputs.end() ? nullptr : &*found;
  }

  std::string fault_of(const Connection& output, const Connection& input) const {
    if (output.place.number != input.place.number)
      return fmt::format("the varying {} is v{}, and v{} in the vertex shader", spelling(input), input.place.number,
                         output.place.number);
    const std::uint32_t written = vertex_.module.type(output.type).scalars,
                        read = fragment_.module.type(input.type).scalars;
    // Direct3D allows reading fewer components.
    if (by_ == LinkBy::Semantic ? written < read : written != read)
      return fmt::format("the varying {} has {} components, and {} in the vertex shader", spelling(input), read,
                         written);
    if (by_ == LinkBy::Name && !is_interpolated_alike(output.decorations, input.decorations))
      return fmt::format("the varying {} is interpolated otherwise in the vertex shader", spelling(input));
    return {};
  }

  // Newer versions of OpenGL ignore the interpolation of the vertex shader.
  bool is_interpolated_alike(const Decorations& output, const Decorations& input) const {
    const GlslVersion version = glsl_version(fragment_.module, matching_);
    const bool centroid_counts = version.number < (version.es ? 310 : 420);
    const bool rest_counts = version.es || version.number < 440;
    return (!centroid_counts || output.centroid == input.centroid) &&
           (!rest_counts || output.interpolated == input.interpolated);
  }

  const LinkedModule &vertex_, &fragment_;
  LinkBy by_;
  const Matching& matching_;
};

// ----------------------------------------------------------------------------------------------------- resources

// Variables of both stages that are one resource to the host.
struct Shared {
  const SpirvVariable& vertex;
  const SpirvVariable& fragment;
  std::string spelling;  // "the uniform tex", "the resource at set 0, binding 2"
};

class ResourceLinker {
 public:
  ResourceLinker(const LinkedModule& vertex, const LinkedModule& fragment, const Matching& matching)
      : vertex_(vertex),
        fragment_(fragment),
        by_name_(is_linked_by_name(matching)),
        by_set_(matching.output.shares_places()) {}

  std::string fault() const {
    if (!by_name_ && !by_set_) return {};  // the stages do not share resources
    for (const SpirvVariable& v : vertex_.module.variables)
      for (const SpirvVariable& f : fragment_.module.variables) {
        if (!is_resource(v) || !is_resource(f)) continue;
        const std::optional<std::string> spelling = by_name_ ? same_name(v, f) : same_binding(v, f);
        std::string fault = spelling   ? fault_of({v, f, *spelling})
                            : by_name_ ? fault_of_locations(v, f)
                                       : std::string();
        if (!fault.empty()) return fault;
      }
    return {};
  }

 private:
  static bool is_resource(const SpirvVariable& v) {
    return v.storage == spv::StorageClassUniform || v.storage == spv::StorageClassUniformConstant;
  }

  std::string_view name_of(const LinkedModule& shader, const SpirvVariable& v) const {
    return shader.module.name(v.storage == spv::StorageClassUniform ? v.type : v.id);
  }

  std::optional<std::string> same_name(const SpirvVariable& v, const SpirvVariable& f) const {
    const std::string_view name = name_of(vertex_, v);
    if (v.storage != f.storage || name.empty() || name != name_of(fragment_, f)) return std::nullopt;
    return fmt::format("the {} {}", v.storage == spv::StorageClassUniform ? "block" : "uniform", shown(name));
  }

  std::optional<std::string> same_binding(const SpirvVariable& v, const SpirvVariable& f) const {
    const Decorations &a = vertex_.module.of(v.id), &b = fragment_.module.of(f.id);
    if (!a.binding || a.binding != b.binding || a.set.value_or(0) != b.set.value_or(0)) return std::nullopt;
    return fmt::format("the resource at set {}, binding {}", a.set.value_or(0), *a.binding);
  }

  static UniformLocations locations_of(const LinkedModule& shader, const SpirvVariable& v) {
    const std::optional<std::uint32_t>& first = shader.module.of(v.id).location;
    return first ? UniformLocations{*first, shader.module.type(v.type).locations} : UniformLocations{};
  }

  std::string fault_of_locations(const SpirvVariable& v, const SpirvVariable& f) const {
    const auto spelled = [&](const LinkedModule& shader, const SpirvVariable& variable) {
      return fmt::format("the uniform {}", shown(shader.module.name(variable.id)));
    };
    return location_fault(spelled(vertex_, v), locations_of(vertex_, v), spelled(fragment_, f),
                          locations_of(fragment_, f));
  }

  std::string fault_of(const Shared& shared) const {
    const UniformLocations here = locations_of(fragment_, shared.fragment),
                           there = locations_of(vertex_, shared.vertex);
    if (by_name_ && here.count != 0 && there.count != 0 && here.first != there.first)
      return fmt::format("{} has location {}, and location {} in the vertex shader", shared.spelling, here.first,
                         there.first);
    const auto a = vertex_.places.variables.find(shared.vertex.id);
    const auto b = fragment_.places.variables.find(shared.fragment.id);
    if (a == vertex_.places.variables.end() || b == fragment_.places.variables.end()) return {};
    if (by_name_ ? !is_same_type(shared.vertex.type, shared.fragment.type, 0)
                 : !is_same_kind(shared.vertex.type, shared.fragment.type))
      return fmt::format("{} has another type in the vertex shader", shared.spelling);
    // Either the options bind both registers to this place, or the variables are not registers.
    if (by_set_ && !a->second.is_mapped && !b->second.is_mapped) return members_fault(shared);
    if (a->second.kind == PlaceKind::Foreign || b->second.kind == PlaceKind::Foreign) return {};
    if (vertex_.places.member_lanes.contains(shared.vertex.id) &&
        fragment_.places.member_lanes.contains(shared.fragment.id))
      return members_fault(shared);
    return registers_fault(shared.spelling, register_of(a->second, Stage::Vertex),
                           register_of(b->second, Stage::Fragment));
  }

  static std::string registers_fault(std::string_view what, const std::string& vertex, const std::string& fragment) {
    return fmt::format("{} is {} in the vertex shader and {} in this one, but both read the same", what, vertex,
                       fragment);
  }

  static std::string register_of(const Place& place, Stage stage) {
    return register_name(place.kind == PlaceKind::Resource ? RegisterType::Sampler : RegisterType::Constant,
                         place.number, stage);
  }

  // Returns a fault if a member is mapped to a register in both programs.
  std::string members_fault(const Shared& shared) const {
    const auto a = vertex_.places.member_lanes.find(shared.vertex.id);
    const auto b = fragment_.places.member_lanes.find(shared.fragment.id);
    if (a == vertex_.places.member_lanes.end() || b == fragment_.places.member_lanes.end()) return {};
    for (std::size_t i = 0; i < std::min(a->second.size(), b->second.size()); ++i)
      if (a->second[i] != no_lane && b->second[i] != no_lane)
        return registers_fault(
            fmt::format("the member {} of {}",
                        shown(fragment_.module.member_name(shared.fragment.type, static_cast<std::uint32_t>(i))),
                        shared.spelling),
            register_name(RegisterType::Constant, a->second[i] / 4, Stage::Vertex),
            register_name(RegisterType::Constant, b->second[i] / 4, Stage::Fragment));
    return {};
  }

  // Compares types like the linker of OpenGL.
  bool is_same_type(Id vertex, Id fragment, std::uint32_t depth) const {
    constexpr std::uint32_t max_depth = 16;
    const SpirvType &a = vertex_.module.type(vertex), &b = fragment_.module.type(fragment);
    if (a.op != b.op || a.count != b.count || a.dimension != b.dimension || a.members.size() != b.members.size() ||
        depth > max_depth)
      return false;
    for (std::uint32_t i = 0; i < a.members.size(); ++i)
      if (vertex_.module.member_name(vertex, i) != fragment_.module.member_name(fragment, i) ||
          vertex_.module.of_member(vertex, i).offset != fragment_.module.of_member(fragment, i).offset ||
          !is_same_type(a.members[i], b.members[i], depth + 1))
        return false;
    return (a.element == 0 && b.element == 0) || is_same_type(a.element, b.element, depth + 1);
  }

  // Returns true if both are constants, samplers, or textures of the same dimension.
  bool is_same_kind(Id vertex, Id fragment) const {
    const SpirvType &a = vertex_.module.type(vertex), &b = fragment_.module.type(fragment);
    if (a.op != b.op) return false;
    return vertex_.module.type(a.element).dimension == fragment_.module.type(b.element).dimension &&
           a.dimension == b.dimension;
  }

  const LinkedModule &vertex_, &fragment_;
  bool by_name_, by_set_;
};

}  // namespace

std::string location_fault(std::string_view vertex_name, UniformLocations vertex, std::string_view fragment_name,
                           UniformLocations fragment) {
  const std::uint32_t shared = std::max(vertex.first, fragment.first);
  if (shared - vertex.first >= vertex.count || shared - fragment.first >= fragment.count) return {};
  return fmt::format("{} is at location {}, where the vertex shader has {}", fragment_name, shared, vertex_name);
}

std::string link_fault(const LinkedModule& vertex, const LinkedModule& fragment, const Matching& matching) {
  if (!vertex.places.problem.empty() || !fragment.places.problem.empty()) return {};
  std::string fault = VaryingLinker(vertex, fragment, matching).fault();
  return fault.empty() ? ResourceLinker(vertex, fragment, matching).fault() : fault;
}

}  // namespace agal::prove
