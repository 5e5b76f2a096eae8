// Reads the sources among the inputs before the inputs are searched.
#pragma once

#include <string>

#include "agal/games/extract.hpp"

namespace agal::batch {

/// Adds a file, if its name is the name of a source, or of assembly. A file that cannot be read is
/// reported when it is searched.
void note_source_file(const std::string& path, Sources& sources);

}  // namespace agal::batch
