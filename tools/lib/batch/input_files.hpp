// Expands files, folders and patterns to a sorted stream of paths.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agal/diagnostic.hpp"
#include "agal/games/extract.hpp"
#include "os/files.hpp"
#include "os/filesystem.hpp"

namespace agal::batch {

/// A pattern with the wildcards of shells: `*`, `?` and `[…]` within a component, and `**` for any number of
/// components. No wildcard matches a dot at the beginning of a name.
class Glob {
 public:
  explicit Glob(std::string_view pattern);

  /// Returns true if the text contains wildcards.
  static bool is_pattern(std::string_view text);

  /// Returns the folder before the first component with wildcards; "" for the working directory.
  const std::string& folder() const { return folder_; }

  enum class Match : std::uint8_t {
    None,
    Inside,  // the path does not match, but something below it may match
    Whole,
    Both,
  };
  /// Matches a path below `folder()`.
  Match match(std::string_view path) const;

 private:
  std::string folder_;
  std::vector<std::string> components_;
};

struct InputFile {
  // The path relative to the working directory. It opens the file and identifies it in manifests.
  std::string path;
  // The path that the stem (names.hpp) is derived from. It depends only on the arguments.
  std::string relative;
  // True if the file was found in a folder, and was neither named by the user nor matched by a pattern. Such a file may
  // be of any kind.
  bool found = false;
  // The path in messages: the name that the user gave, and the path below it.
  std::string shown{};
};

/// One file, or the two halves of a pair with matching names (`water.vert.agal`, `water.frag.agal`).
struct InputItem {
  InputFile file;
  std::optional<InputFile> partner;
};

struct InputOptions {
  std::vector<std::string> arguments;  // files, folders, patterns (`*`, `?`, `[…]`, `**`)
  std::string base;                    // the folder that stems are relative to; docs/batch.md describes stems for ""
  std::vector<std::string> excluded;   // folders that are skipped: the output, the cache
};

/// Visits all files, folder by folder, in an order that depends only on their names. Files and folders with a dot at
/// the beginning of their names are skipped unless the user named them. Links to folders are not followed. Memory holds
/// only the names in the folders on the current path.
class Inputs {
 public:
  explicit Inputs(InputOptions options);

  std::optional<InputItem> next();
  /// Returns the errors since the last call: folders that cannot be read, and inputs in excluded folders.
  Diagnostics take_diagnostics() { return std::exchange(diagnostics_, {}); }

 private:
  // A name in a folder. The key sorts like whole paths: a folder sorts as if its name ended in a slash.
  struct Name {
    std::string name;
    bool folder = false;
    bool taken = false;  // already returned as the partner of an earlier file

    std::string key() const { return folder ? name + "/" : name; }
  };

  // A folder on the current path, and the position in the folder.
  struct Level {
    std::string path;   // the path for system calls
    std::string shown;  // the path in messages
    std::string below;  // the path relative to the root of the walk
    std::vector<Name> names;
    std::size_t next = 0;
  };

  static std::optional<Name> name_of(const agalc::os::fs::directory_entry& entry);
  void begin(const std::string& argument);
  bool enter(const std::string& path, const std::string& shown, const std::string& below);
  std::optional<InputItem> step();
  std::optional<InputItem> file_in(Level& level, Name& name);
  std::optional<InputItem> named_file(Name& argument);
  InputFile found_file(const Level& level, const std::string& name) const;
  InputFile named(const std::string& path) const;
  bool lies_in_excluded(const std::string& path);
  std::optional<std::string> below_base(const std::string& path) const;

  std::vector<agalc::os::FileId> excluded_;
  std::vector<std::string> excluded_paths_;  // canonical, with a slash at the end
  std::string base_;                         // absolute, with a slash at the end; "" if there is none
  std::vector<Name> arguments_;              // sorted
  std::size_t next_argument_ = 0;
  std::vector<Level> levels_;
  std::set<agalc::os::fs::path> walked_;  // folders that were named
  std::optional<Glob> glob_;              // the pattern of the current walk
  bool matching_ = false;                 // the current walk is for a pattern, not for a folder
  // The parent folder of the last named file, cached with the answer of `lies_in_excluded`.
  std::string last_parent_;
  bool last_parent_excluded_ = false;
  Diagnostics diagnostics_;
};

/// Returns the maximum size of a file of this kind.
std::size_t max_file_bytes(FileKind kind);

/// Returns the number of files that `next` will return, including partners.
std::uint64_t count_inputs(const InputOptions& options);

}  // namespace agal::batch
