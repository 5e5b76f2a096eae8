// Replaces glslang.cpp in a build without glslang.
#include "proofs/glslang.hpp"

namespace agal::proofs {

bool front_end_available() { return false; }

CompiledModule compile_by_glslang(const GlslangInput&) {
  return {{}, {}, {}, "this build of agalc does not have glslang", {}, {}, {}};
}

}  // namespace agal::proofs
