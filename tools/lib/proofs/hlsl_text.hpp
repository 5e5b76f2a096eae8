// Text of HLSL that glslang reads in another way than the compilers of Direct3D.
#pragma once

#include <set>
#include <string>

#include "proofs/front_end.hpp"

namespace agal::proofs {

struct HlslText {
  std::string text;                     // for glslang; each line and column stays where it was
  std::set<std::string> placed_blocks;  // constant buffers whose members have packoffset
  std::string undecided;                // the reason why glslang reads it wrongly, "" if it does not
};

HlslText examine_hlsl(const std::string& text, const TextDialect& dialect);

}  // namespace agal::proofs
