// Expands files, folders and patterns to a sorted stream of paths.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "agal/diagnostic.hpp"

namespace agal::batch {

struct InputFile {
  std::string path;      // as the user named it, relative to the working directory, with the path below a folder
  std::string relative;  // for the stem: depends only on the arguments
  bool found = false;    // in a folder, rather than named: it may be of any kind
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
  ~Inputs();
  Inputs(Inputs&&) noexcept;
  Inputs& operator=(Inputs&&) noexcept;

  std::optional<InputItem> next();
  /// The errors so far: folders that cannot be read.
  Diagnostics take_diagnostics();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The number of files that `next` will return, including partners.
std::uint64_t count_inputs(const InputOptions& options);

}  // namespace agal::batch
