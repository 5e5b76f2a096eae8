// The names of products: stems, which are paths below the output folder, and file names for programs in containers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "agal/extract.hpp"

namespace agal::batch {

/// A path that is valid in a stem: no component is empty, `.` or `..` or begins with a dot, and malformed UTF-8,
/// control characters, backslashes and percent signs are written as %XX.
std::string clean_path(std::string_view path);

/// The stem of a file that is one program, from its (clean) relative path: without the last extension, unless that
/// implies the stage (`water.frag`, `water.vsh`).
std::string stem_of_file(std::string_view relative);

/// If the name implies a stage (`water.vert.agal`, `water.vsh`): the name of the file with the other half.
std::optional<std::string> partner_of(std::string_view file_name);

/// The names of a vertex program and a fragment program that are called `stem`, in order of preference:
/// `water.vert.agal` and `water.frag.agal` first.
std::vector<std::pair<std::string, std::string>> pair_names(std::string_view stem);

/// A name without extension for each program: its name in the container, and its stage (`Water.vert`), or its hash if
/// it does not have a name. Whatever the container contains, each name is a file name of letters, digits, '_', '-' and
/// '.', not that of a device on Windows, and all are different, even if case is ignored.
std::vector<std::string> file_stems(const std::vector<FoundProgram>& programs);

/// The assigned stems. Stores two hashes for each input, about 50 bytes; nothing else grows with the number of inputs.
class StemRegistry {
 public:
  /// The stem for an input: `wanted`; if another input has it, `fallback`; else `wanted` with ~2, ~3, … nullopt: this
  /// input already has a stem.
  std::optional<std::string> assign(const std::string& wanted, const std::string& fallback, std::uint64_t input);

 private:
  std::unordered_map<std::uint64_t, std::uint64_t> owners_;
};

}  // namespace agal::batch
