// Runs agalc batch over folders of generated programs.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/cli.hpp"

namespace agal::cli {

class Batch : public Cli {
 protected:
  /// Writes programs from agal-smith into a few subfolders of a folder.
  void make_programs(const std::string& name, int count, int first_seed = 1) const;

  /// Runs agalc batch with these arguments, and a small set of products unless the arguments choose another.
  Outcome batch(std::vector<std::string> arguments) const;

  /// Returns everything in a folder of the test: paths and contents. The names of folders end in a slash.
  std::map<std::string, std::string> tree(const std::string& name) const;

  /// Expects that each file, except temporary ones, is in `good` with the same content.
  static void expect_whole(const std::map<std::string, std::string>& files,
                           const std::map<std::string, std::string>& good);

  /// Returns the lines of a file.
  std::vector<std::string> lines(const std::string& name) const;
};

}  // namespace agal::cli
