// Identifies programs that differ only in the options of their samplers.
#pragma once

#include <string>
#include <vector>

#include "agal/games/extract.hpp"

namespace agal::manifest {

/// Returns each distinct sampler operand of a program as its disassembly: "fs0 <2d,linear,mipnone,clamp>".
std::vector<std::string> samplers_of(const Program& program);

/// Returns a hash that is equal for programs that differ only in the options of their samplers.
inline std::string family_of(const Program& program) { return content_hash(without_sampler_options(program)); }

}  // namespace agal::manifest
