// Loads an input file and finds the programs in it.
#pragma once

#include <optional>

#include "agal/assembly.hpp"
#include "agal/games/extract.hpp"
#include "input_files.hpp"
#include "manifest/status.hpp"

namespace agal::batch {

enum class InputKind : std::uint8_t {
  Nothing,    // found in a folder, and neither a program nor a container
  Program,    // a file that is one program, or should be one
  Container,  // a file that may contain programs
};

/// Decides how a file of `size` bytes is read. Files in a folder may be of any kind: text only counts as assembly if
/// the name of the file says so, and files that do not begin with bytecode are not searched for it.
InputKind input_kind(FileKind kind, const InputFile& file, std::size_t size);

/// Returns true if the search of a source has found neither programs nor parts of programs. Most sources in a folder
/// are unrelated to shaders, and are skipped.
bool is_unrelated_source(FileKind kind, const Extraction& extraction, const Diagnostics& diagnostics);

struct LoadedFile {
  InputKind kind = InputKind::Nothing;
  Extraction extraction;
  Diagnostics diagnostics;
  std::optional<manifest::ContentKind> content{};  // unset if the file was not read to its end
};

/// Reads the file and finds the programs in it. If the file was found in a folder and is neither a program nor a
/// container, only its beginning is read. Files of more than a few megabytes are read one at a time.
LoadedFile load_file(const InputFile& file, const AssembleOptions& assemble, const ExtractOptions& extract = {});

/// Returns true if the file begins like a log of a game that `agalc tap` changed, or is named like a file of frames,
/// which has such a log.
bool is_capture_log(const InputFile& file);

/// Returns a pair with `first` as program 0 and `second` as program 1, if they are a vertex and a fragment program that
/// fit together. Their files must have matching names.
std::optional<FoundPair> pair_of(const Program& first, const Program& second);

}  // namespace agal::batch
