// One input file to the programs in it.
#pragma once

#include <optional>

#include "agal/assembly.hpp"
#include "agal/extract.hpp"
#include "inputs.hpp"

namespace agal::batch {

enum class InputKind : std::uint8_t {
  Nothing,    // found in a folder, and nothing of ours
  Program,    // a file that is one program, or should be
  Container,  // a file with programs in it, or none
};

struct LoadedFile {
  InputKind kind = InputKind::Nothing;
  Extraction extraction;
  Diagnostics diagnostics;
};

/// How many bytes a file of this kind may have.
std::size_t max_file_bytes(FileKind kind);

/// Reads the file and finds the programs in it. Of files that were found in a folder, those that look like nothing of
/// ours are not read any further than that takes. Files of more than a few megabytes are read one at a time.
LoadedFile load_file(const InputFile& file, const AssembleOptions& options);

/// Two programs (0 and 1 of the pair) whose files are called alike, if they are a vertex and a fragment program that
/// fit together.
std::optional<FoundPair> pair_of(const Program& first, const Program& second);

}  // namespace agal::batch
