// Reads the facts about the sources among the inputs before the inputs are searched.
#pragma once

#include <string>

#include "agal/games/extract.hpp"

namespace agal::batch {

/// Adds the facts about a file, if its name is the name of a source, or of assembly. A file that cannot be read is
/// reported when it is searched.
void note_source_file(const std::string& path, SourceFacts& facts);

}  // namespace agal::batch
