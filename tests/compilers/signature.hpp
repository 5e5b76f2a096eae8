// The signatures that a compiler of Direct3D gives to the entry points of a pair. Direct3D connects two shaders by
// registers, not by semantics; compilers assign registers in the order of the declarations.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compilers/modules.hpp"

namespace agal::compilers {

/// An input or output of a shader.
struct SignatureElement {
  std::string semantic;  // "TEXCOORD1"
  bool system_value = false;
  std::uint32_t hardware_register = 0;
  std::uint32_t mask = 0;  // of its components, x is 1
};

struct Signature {
  std::vector<SignatureElement> inputs, outputs;
};

/// A line for each input of the fragment shader that is in another register, or has another mask, as an output of the
/// vertex shader: Direct3D 11 connects it with another output, Direct3D 12 refuses the pair.
std::vector<std::string> misplaced(const Signature& vertex, const Signature& fragment);

/// A line for each input of the fragment shader that is not an output of the vertex shader.
std::vector<std::string> unconnected(const Signature& vertex, const Signature& fragment);

/// The modules of all pairs, the vertex and the fragment program of each in turn.
std::vector<Module> modules_of(const std::vector<ModulePair>& pairs);

/// A line for each pair whose programs do not fit; `signatures` are those of the modules.
std::vector<std::string> pairs_that_do_not_fit(const std::vector<ModulePair>& pairs,
                                               const std::vector<Signature>& signatures);

}  // namespace agal::compilers
