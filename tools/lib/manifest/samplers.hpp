// Programs that differ only in the options of their samplers.
#pragma once

#include <string>
#include <vector>

#include "agal/extract.hpp"

namespace agal::manifest {

/// Each sampler operand of a program once, as its disassembly has it: "fs0 <2d,linear,mipnone,clamp>".
std::vector<std::string> samplers_of(const Program& program);

/// Equal for programs that differ only in the options of their samplers.
inline std::string family_of(const Program& program) { return content_hash(without_sampler_options(program)); }

}  // namespace agal::manifest
