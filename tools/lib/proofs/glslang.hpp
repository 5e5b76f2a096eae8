// glslang, or what stands in its place.
#pragma once

#include "proofs/front_end.hpp"

namespace agal::proofs {

/// Of GLSL ES, only 3.10 and newer become SPIR-V.
ReadText read_by_glslang(const std::string& text, Stage stage, TextRules rules, const std::string& entry_point);

}  // namespace agal::proofs
