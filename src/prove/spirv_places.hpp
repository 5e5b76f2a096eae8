// What the variables of a SPIR-V module are in AGAL: registers, by location, binding, built-in or name.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "agal/prove.hpp"
#include "base/register_set.hpp"
#include "prove/spirv_reader.hpp"
#include "target/output.hpp"

namespace agal::prove {

/// What a module is compared with.
struct Matching {
  Stage stage = Stage::Vertex;
  target::Output output;  // where resources are bound
  InterfaceMatch match = InterfaceMatch::Numbers;
  base::RegisterSet inputs;                   // attributes or varyings that the program reads
  base::RegisterSet centroid;                 // of a fragment program: varyings that are interpolated at the centroid
  std::array<base::RegisterSet, 3> textures;  // that the program samples, by TextureKind
  std::vector<RegisterMapping> mappings;      // what variables and members are that have other names
  std::uint32_t push_offset = 0;              // registers before those of the program in a block of push constants
  std::uint32_t registers = 0;                // constant registers that the program may have
  std::uint32_t array = 0;                    // registers of the program's array of constants, at most
  std::size_t laid_out = 0;                   // textures that `OutputOptions::layout` binds, if they are all there
  bool form_is_given = false;                 // whether the options name the form of the constants
  bool is_pair = false;                       // whether varyings are compared with those of the other stage
  bool is_agal = false;                       // whether the module is that of another program
  bool relaxed = false;                       // whether values may have 16 bits
};

/// What a module of this program is compared with. `is_pair`: the other stage is known too.
Matching matching_of(const Program& program, const ProofOptions& options, bool is_pair = false);

enum class PlaceKind : std::uint8_t {
  Memory,  // private to the invocation
  Input,   // an attribute or a varying
  Instance,
  Output,  // op, oc, a varying of a vertex program
  Depth,
  Uniforms,  // constant registers
  Resource,  // a texture, a sampler, or both
  Foreign,   // a built-in that AGAL does not have, or a resource whose place is not known
};

/// One variable, or one member of a struct of built-ins.
struct Place {
  PlaceKind kind = PlaceKind::Memory;
  RegisterType type = RegisterType::Temporary;  // of an output
  std::uint32_t number = 0;                     // of the register; the first of uniforms
  std::uint32_t lane = 0;                       // of uniforms: of the first register
  bool is_mapped = false;                       // of a resource: whether a mapping says so
};

/// A varying: a variable, or a member of a block or of a struct.
struct Connection {
  Place place;
  Id type = 0;
  Decorations decorations;  // with the location that a struct gives its member
  std::string name;         // "v0", "Block.uv", "uv.first"
};

/// Why a resource has no place.
struct Unplaced {
  std::string reason;
  bool differs = false;        // whether it is one of the program that is elsewhere
  bool counts_unused = false;  // whether reading it counts although no output depends on it
};

/// The lane of a member that has no mapping.
inline constexpr std::uint32_t no_lane = ~0u;

/// The places of a module.
struct Places {
  std::unordered_map<Id, Place> variables;
  std::unordered_map<Id, std::vector<Place>> members;  // of variables whose members are places of their own
  std::unordered_map<Id, std::vector<std::uint32_t>>
      member_lanes;             // of uniforms with mappings: the first of each member
  std::uint32_t registers = 0;  // those of `Matching`
  bool relaxed = false;         // likewise
  bool relaxed_colors = false;  // whether colors may have 16 bits
  std::vector<Connection> varyings;
  std::unordered_map<Id, Unplaced> unplaced;  // resources, which may be declared but not affect an output
  std::string problem;                        // a variable that is nothing in AGAL
  bool differs = false;                       // whether it is one of the program that is elsewhere
};

/// Whether the module was made of text for OpenGL, which finds variables by their names.
bool is_linked_by_name(const Matching& matching);

/// The version of GLSL or GLSL ES of a text: of its #version, else of its target.
struct GlslVersion {
  bool es = false;
  std::uint32_t number = 0;
};
GlslVersion glsl_version(const SpirvModule& module, const Matching& matching);

/// Whether a name has only visible characters of ASCII; the names of a module may have any bytes.
bool is_plain_name(std::string_view name);

/// How many registers the push constants of a module take.
std::uint32_t push_constants(const SpirvModule& module);

Places find_places(const SpirvModule& module, const Matching& matching);

}  // namespace agal::prove
