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
#include "agal/extract.hpp"
#include "os/files.hpp"
#include "os/filesystem.hpp"

namespace agal::batch {

/// A pattern as in shells: `*`, `?` and `[…]` within a component, and `**` for any number of components. None of them
/// matches a dot at the beginning of a name.
class Glob {
 public:
  explicit Glob(std::string_view pattern);

  /// Whether the text contains wildcards.
  static bool is_pattern(std::string_view text);

  /// The folder before the first component with wildcards; "": the working directory.
  const std::string& folder() const { return folder_; }

  enum class Match : std::uint8_t {
    None,
    Inside,  // not the path itself, but something below it may match
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
  std::string path;      // relative to the working directory: to open it, and in manifests
  std::string relative;  // for the stem: depends only on the arguments
  bool found = false;    // in a folder, rather than named: it may be of any kind
  std::string shown{};   // as the user named it, with the path below a folder: in messages
};

/// One file, or the two halves of a pair with matching names (`water.vert.agal`, `water.frag.agal`).
struct InputItem {
  InputFile file;
  std::optional<InputFile> partner;
};

struct InputOptions {
  std::vector<std::string> arguments;  // files, folders, patterns (`*`, `?`, `[…]`, `**`)
  std::string base;                    // the folder that stems are relative to; "": see docs/batch.md
  std::vector<std::string> excluded;   // folders that are skipped: the output, the cache
};

/// Visits all files, folder by folder, in an order that depends only on names. Folders and files whose name begins with
/// a dot are skipped unless they were named; links to folders are not followed. Memory holds only the names in the
/// folders on the current path.
class Inputs {
 public:
  explicit Inputs(InputOptions options);

  std::optional<InputItem> next();
  /// The errors so far: folders that cannot be read.
  Diagnostics take_diagnostics() { return std::exchange(diagnostics_, {}); }

 private:
  // A name in a folder. Sorted like whole paths: the name of a folder as if it ended in a slash.
  struct Name {
    std::string name;
    bool folder = false;
    bool taken = false;  // already returned, as the partner of an earlier one

    std::string key() const { return folder ? name + "/" : name; }
  };

  // A folder on the current path, and the position in it.
  struct Level {
    std::string path;   // for system calls
    std::string shown;  // as the user named it
    std::string below;  // relative to the root of the walk
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
  std::optional<Glob> glob_;              // of the current walk
  bool matching_ = false;                 // the walk is for a pattern rather than for a folder
  std::string last_parent_;               // of the last named file, and whether it is in an excluded folder
  bool last_parent_excluded_ = false;
  Diagnostics diagnostics_;
};

/// The maximum size of a file of this kind.
std::size_t max_file_bytes(FileKind kind);

/// The number of files that `next` will return, including partners.
std::uint64_t count_inputs(const InputOptions& options);

}  // namespace agal::batch
