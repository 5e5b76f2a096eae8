// Programs that differ only in the options of their samplers.
#pragma once

#include <string>
#include <vector>

#include "agal/program.hpp"

namespace agal::manifest {

/// Each sampler operand of a program once, as its disassembly has it: "fs0 <2d,linear,mipnone,clamp>".
std::vector<std::string> samplers_of(const Program& program);

/// The hash of the program with default options for all samplers, except for the dimension: programs that differ only
/// in these options have the same.
std::string family_of(Program program);

}  // namespace agal::manifest
