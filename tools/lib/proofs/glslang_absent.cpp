// A build without glslang.
#include "proofs/glslang.hpp"

namespace agal::proofs {

bool front_end_available() { return false; }

ReadText read_by_glslang(const std::string&, Stage, TextRules, const std::string&) {
  return {{}, "this build of agalc does not have glslang"};
}

}  // namespace agal::proofs
