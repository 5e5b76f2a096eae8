// Compiles MSL as C++, with the metal_stdlib of the tests (exec/msl). No compiler for Metal runs on Linux.
#pragma once

#include <string>
#include <vector>

#include "compilers/modules.hpp"

namespace agal::compilers {

/// Returns the reason why MSL cannot be compiled, "" if it can.
std::string missing_cpp_for_msl();

/// Compiles many modules at a time. Returns the first messages of each group that is rejected.
std::vector<std::string> refused_as_cpp(const std::vector<Module>& modules);

}  // namespace agal::compilers
