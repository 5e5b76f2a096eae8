// File names for programs that were found.
#pragma once

#include <string>
#include <vector>

#include "agal/extract.hpp"

namespace agalc {

/// A name without extension for each program: its name in the container, and its stage (`Water.vert`), or its hash if
/// it does not have a name. Whatever the container contains, each name is a file name of letters, digits, '_', '-' and
/// '.', not that of a device on Windows, and all are different, even if case is ignored.
std::vector<std::string> file_stems(const std::vector<agal::FoundProgram>& programs);

}  // namespace agalc
