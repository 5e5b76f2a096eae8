// File names for programs that were found.
#pragma once

#include <string>
#include <vector>

#include "agal/extract.hpp"

namespace agalc {

/// A name for each program without extension: what it is called where it was found, and its stage (`Water.vert`), or
/// its hash where it has no name. Whatever a container says, a name is one file name of letters, digits, '_', '-' and
/// '.', and no two are the same, not even where upper and lower case are.
std::vector<std::string> file_stems(const std::vector<agal::FoundProgram>& programs);

}  // namespace agalc
