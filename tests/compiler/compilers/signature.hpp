// The signatures that a compiler of Direct3D gives to the entry points of a pair. Direct3D connects two shaders by
// registers, not by semantics. Compilers assign registers in the order of the declarations.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compilers/modules.hpp"

namespace agal::compilers {

/// An input or output of a shader.
struct SignatureElement {
  std::string semantic;  // such as "TEXCOORD1"
  bool system_value = false;
  std::uint32_t hardware_register = 0;
  std::uint32_t mask = 0;  // the mask of its components; x is 1
};

struct Signature {
  std::vector<SignatureElement> inputs, outputs;
};

/// Returns a line for each input of the fragment shader with a register or mask that differs from the vertex shader's
/// output. Direct3D 11 connects such an input with another output, and Direct3D 12 rejects the pair.
std::vector<std::string> misplaced(const Signature& vertex, const Signature& fragment);

/// Returns a line for each input of the fragment shader that is not an output of the vertex shader.
std::vector<std::string> unconnected(const Signature& vertex, const Signature& fragment);

/// Returns the modules of all pairs. Each vertex program is followed by its fragment program.
std::vector<Module> modules_of(const std::vector<ModulePair>& pairs);

/// Returns a line for each pair of programs that do not match. `signatures` are the signatures of the modules.
std::vector<std::string> pairs_that_do_not_fit(const std::vector<ModulePair>& pairs,
                                               const std::vector<Signature>& signatures);

}  // namespace agal::compilers
