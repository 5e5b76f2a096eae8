// Maps the variables of a SPIR-V module to registers of AGAL, by location, binding, built-in or name.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "agal/prove/prove.hpp"
#include "base/register_set.hpp"
#include "prove/spirv_reader.hpp"
#include "target/output.hpp"

namespace agal::prove {

/// The properties of a program and the options that decide which registers the variables of its module are.
struct Matching {
  Stage stage = Stage::Vertex;
  target::Output output;  // decides where resources are bound
  InterfaceMatch match = InterfaceMatch::Numbers;
  base::RegisterSet inputs;                   // attributes or varyings that the program reads
  base::RegisterSet centroid;                 // varyings of a fragment program that are interpolated at the centroid
  std::array<base::RegisterSet, 3> textures;  // samplers that the program uses, by TextureKind
  std::vector<RegisterMapping> mappings;      // the registers of variables and members with custom names
  std::size_t chosen_names = 0;   // the index of the first mapping that follows from `OutputOptions::renames`
  std::uint32_t push_offset = 0;  // the number of registers before the program's in the block of push constants
  std::uint32_t registers = 0;    // the maximum number of constant registers of a program of this version
  std::uint32_t array = 0;        // the number of registers of the program's constant array
  base::RegisterSet laid_out;     // the samplers whose bindings follow from `OutputOptions::layout` alone
  bool form_is_given = false;     // true if the options set the `ConstantsMode`
  bool is_pair = false;           // true if varyings are compared with the other stage
  bool is_agal = false;           // true if the module is the translation of another program
  bool relaxed = false;           // true if values may have 16 bits
  /// For each sampler register whose texture has the same place as the texture of a lower register: the lowest one.
  std::map<std::uint32_t, std::uint32_t> first_at_place;
  std::string problem;  // the reason if the options contradict each other; "" if they do not

  /// Returns the lowest sampler register with the same place.
  std::uint32_t first_sharing(std::uint32_t number) const {
    const auto found = first_at_place.find(number);
    return found != first_at_place.end() ? found->second : number;
  }
};

/// Returns the properties of this program. `is_pair`: the other stage is known too.
Matching matching_of(const Program& program, const ProofOptions& options, bool is_pair = false);

enum class PlaceKind : std::uint8_t {
  Memory,  // private to the invocation
  Input,   // an attribute or a varying
  Instance,
  Output,  // op, oc, or a varying of a vertex program
  Depth,
  Uniforms,  // constant registers
  Resource,  // a texture, a sampler, or both
  Foreign,   // a built-in that AGAL does not have, or a resource without a known place
};

/// The meaning in AGAL of one variable, or of one member of a struct of inputs or outputs.
struct Place {
  PlaceKind kind = PlaceKind::Memory;
  RegisterType type = RegisterType::Temporary;  // the type of the register, except for `Memory` and `Foreign`
  std::uint32_t number = 0;                     // the register; for uniforms, the first register
  std::uint32_t lane = 0;                       // the first lane of a uniform in its first register
  bool is_mapped = false;                       // true if the place of a resource comes from a mapping
};

/// A varying: a variable, or a member of a block or of a struct.
struct Connection {
  Place place;
  Id type = 0;
  Decorations decorations;  // a member's location follows from the location of its struct
  std::string name;         // "v0", "Block.uv", "uv.first"
};

/// The reason why a resource does not have a place.
struct Unplaced {
  std::string reason;
  bool differs = false;        // true if the module is known to differ from the program
  bool counts_unused = false;  // true if reading the resource is a fault even if no output depends on it
};

/// The lane of a member without a mapping.
inline constexpr std::uint32_t no_lane = ~0u;

/// The places of a module.
struct Places {
  std::unordered_map<Id, Place> variables;
  std::unordered_map<Id, std::vector<Place>> members;  // the places of members, for structs of inputs or outputs
  /// The first lane of each member, for uniforms with mappings.
  std::unordered_map<Id, std::vector<std::uint32_t>> member_lanes;
  std::uint32_t registers = 0;  // copied from `Matching`
  bool relaxed = false;         // copied from `Matching`
  bool relaxed_colors = false;  // true if colors may have 16 bits
  std::vector<Connection> varyings;
  std::unordered_map<Id, Unplaced> unplaced;  // resources that may be declared if no output depends on them
  std::string problem;                        // the reason if the variables cannot be mapped; "" if they can
  bool differs = false;                       // true if `problem` is a difference from the program
};

/// Returns true if the module was compiled from text for OpenGL, which finds variables by name.
bool is_linked_by_name(const Matching& matching);

/// The version of GLSL or GLSL ES of a text: the version in its #version, otherwise the version of its target.
struct GlslVersion {
  bool es = false;
  std::uint32_t number = 0;
};
GlslVersion glsl_version(const SpirvModule& module, const Matching& matching);

/// Returns true if a name consists of visible ASCII characters. Names in a module may contain any bytes.
bool is_plain_name(std::string_view name);

/// Returns the place of a resource, or of a texture's separate sampler, in modules and texts with this output. The set
/// of HLSL is the register space. It is 0 where resources do not have a set.
target::BindingPoint resource_place(const target::Output& output, target::ResourceId resource, bool sampler = false);

/// Returns the number of registers that the push constants of a module occupy.
std::uint32_t push_constants(const SpirvModule& module);

Places find_places(const SpirvModule& module, const Matching& matching);

}  // namespace agal::prove
