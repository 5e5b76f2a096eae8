// Checks of the source tree itself. Each takes the root of a tree, so that a test can plant a violation in a small
// tree, which the check must find.
#pragma once

#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agal::house {

/// One row of folders.def.
struct Folder {
  std::string_view name;
  int level;
  std::string_view library;
  std::string_view content;
};

/// In ascending order of levels.
inline constexpr auto folder_table = std::to_array<Folder>({
#define AGAL_FOLDER(name, level, library, content) {#name, level, #library, content},
#include "house/folders.def"
});

/// The part of docs/architecture.md that is generated from folders.def.
std::string architecture();

/// Sources that a folder's CMakeLists.txt adds to a different library than folders.def says.
std::vector<std::string> misplaced_sources(const std::filesystem::path& root);

/// `#include`s that go against the direction of the folders: in src/, and in tools/, whose libraries (tools/lib) are
/// below the command (tools/agalc) and the instruments (tools/dev). One line each: "src/ir/x.cpp:3: includes
/// driver/y.hpp …".
std::vector<std::string> include_breaches(const std::filesystem::path& root);

/// Files under src/, tools/ and include/ that are longer than `max_lines` lines.
std::vector<std::string> long_files(const std::filesystem::path& root, std::size_t max_lines);

/// Namespaces of `agal` in src/ that are not called like their folder: `file:line`.
std::vector<std::string> foreign_namespaces(const std::filesystem::path& root);

/// `default:` labels under src/ and tools/, outside comments and strings. Switches over characters and over SPIR-V
/// opcodes may have them, because they cannot name all values.
std::vector<std::string> default_labels(const std::filesystem::path& root);

/// Locations under src/ that are not made by program/locate.hpp. Only a few files have a reason for that.
std::vector<std::string> locations_made(const std::filesystem::path& root);

/// Marks of unfinished work, and paths of a single machine, in the text files of the project.
std::vector<std::string> forbidden_words(const std::filesystem::path& root);

/// A folder for temporary files with these files in it, removed at the end.
class PlantedTree {
 public:
  explicit PlantedTree(const std::vector<std::pair<std::string, std::string>>& files);
  ~PlantedTree();
  PlantedTree(const PlantedTree&) = delete;
  PlantedTree& operator=(const PlantedTree&) = delete;
  const std::filesystem::path& root() const { return root_; }

 private:
  std::filesystem::path root_;
};

}  // namespace agal::house
