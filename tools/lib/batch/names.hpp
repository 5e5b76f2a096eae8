// The names of products: stems, which are the paths of products below the output folder without their suffixes, and
// file names for programs in containers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "agal/games/extract.hpp"

namespace agal::batch {

/// Returns a path that is valid in a stem. No component is empty or begins with a dot. Malformed UTF-8, control
/// characters, backslashes and percent signs are written as %XX.
std::string clean_path(std::string_view path);

/// Returns the stem of a file that is one program, from its (clean) relative path. The last extension is removed,
/// unless it implies the stage (`water.frag`, `water.vsh`).
std::string stem_of_file(std::string_view relative);

/// Returns the name of the file with the other program of a pair, if the name implies a stage (`water.vert.agal`,
/// `water.vsh`).
std::optional<std::string> partner_of(std::string_view file_name);

/// Returns the names of a vertex program and a fragment program that are called `stem`, in order of preference.
/// `water.vert.agal` and `water.frag.agal` come first.
std::vector<std::pair<std::string, std::string>> pair_names(std::string_view stem);

/// Returns a name for each program: its name in the container, or its hash if it does not have a name, followed by its
/// stage (`Water.vert`). Each name is a file name of letters, digits, '_', '-' and '.', whatever the container
/// contains. It is not the name of a device of Windows. All names differ, even if case is ignored. Names that differ
/// only in the stage are names of a pair. `others` are the stems of files that are in the folder already: their
/// programs are not known, so no name makes a pair with one of them, unless the other file is replaced too.
std::vector<std::string> file_stems(const std::vector<FoundProgram>& programs, const std::vector<FoundPair>& pairs,
                                    const std::vector<std::string>& others = {});

/// The stems that are assigned so far. Stores two hashes for each input, about 50 bytes; nothing else grows with the
/// number of inputs.
class StemRegistry {
 public:
  /// Assigns a stem to an input: `wanted`; `fallback` if another input has `wanted`; `wanted` with ~2, ~3, … if other
  /// inputs have both. Returns nullopt if this input already has a stem. `input` identifies the input.
  std::optional<std::string> assign(const std::string& wanted, const std::string& fallback, std::uint64_t input);

 private:
  std::unordered_map<std::uint64_t, std::uint64_t> owners_;
};

}  // namespace agal::batch
