// Which files there are to look at: from files, folders and patterns to a sorted stream of paths.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "agal/diagnostic.hpp"

namespace agal::batch {

struct InputFile {
  std::string path;      // as the user named it, but from where we are, and what was found below it
  std::string relative;  // what the stem is made from: it follows from the names that were given, and from them alone
  bool found = false;    // in a folder, rather than named: it may be anything
};

/// One file, or the two halves of a pair that are called alike (`water.vert.agal`, `water.frag.agal`).
struct InputItem {
  InputFile file;
  std::optional<InputFile> partner;
};

struct InputOptions {
  std::vector<std::string> arguments;  // files, folders, patterns (`*`, `?`, `[…]`, `**`)
  std::string base;                    // the folder that stems are relative to; "": see docs/batch.md
  std::vector<std::string> excluded;   // folders that are not looked into: the output, the cache
};

/// Goes through all files, folder by folder, in an order that depends on names alone. Folders and files whose name
/// begins with a dot are left out where they were not named; links to folders are not followed. What is kept is the
/// names in the folders from the top down to where it is.
class Inputs {
 public:
  explicit Inputs(InputOptions options);
  ~Inputs();
  Inputs(Inputs&&) noexcept;
  Inputs& operator=(Inputs&&) noexcept;

  std::optional<InputItem> next();
  /// What was wrong so far with folders: those that cannot be read.
  Diagnostics take_diagnostics();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// How many files `next` will give, partners counted.
std::uint64_t count_inputs(const InputOptions& options);

}  // namespace agal::batch
