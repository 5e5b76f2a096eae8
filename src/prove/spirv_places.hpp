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
  base::RegisterSet centroid;                 // of a fragment program: varyings that are interpolated at the centroid
  std::array<base::RegisterSet, 3> textures;  // that the program samples, by TextureKind
  std::vector<RegisterMapping> mappings;      // what variables and members are that have other names
  std::uint32_t push_offset = 0;              // registers before those of the program in a block of push constants
  std::uint32_t registers = 0;                // constant registers that the program may have
  std::uint32_t array = 0;                    // registers of the program's array of constants, at most
  bool relaxed = false;                       // whether values may have 16 bits
};

enum class PlaceKind : std::uint8_t {
  Memory,  // private to the invocation
  Input,   // an attribute or a varying
  Instance,
  Output,  // op, oc, a varying of a vertex program
  Depth,
  Uniforms,  // constant registers
  Resource,  // a texture, a sampler, or both
  Foreign,   // a built-in that AGAL does not have
};

/// One variable, or one member of a struct of built-ins.
struct Place {
  PlaceKind kind = PlaceKind::Memory;
  RegisterType type = RegisterType::Temporary;  // of an output
  std::uint32_t number = 0;                     // of the register; the first of uniforms
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
  std::string problem;          // a variable that is nothing in AGAL
  bool differs = false;         // whether it is one of the program that is elsewhere
};

/// How many registers the push constants of a module take.
std::uint32_t push_constants(const SpirvModule& module);

Places find_places(const SpirvModule& module, const Matching& matching);

}  // namespace agal::prove
