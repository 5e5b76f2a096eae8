// The signatures that a compiler of Direct3D gives to the entry points of a pair. Direct3D passes varyings in
// registers, which compilers assign in the order of the declarations.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace agal::compilers {

struct SignatureRow {
  std::string semantic;  // "TEXCOORD"
  std::uint32_t number = 0;
  std::int32_t location = 0;  // the register, -1 for an output such as the depth
};

struct Signature {
  std::vector<SignatureRow> inputs, outputs;
};

/// Why Direct3D refuses the pair: a varying that the fragment program has as an input is not an output of the vertex
/// program, or in another register. "" if it does not.
std::string mismatch(const Signature& vertex, const Signature& fragment);

}  // namespace agal::compilers
