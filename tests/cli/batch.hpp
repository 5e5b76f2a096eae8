// Runs agalc batch over folders of generated programs.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/cli.hpp"

namespace agal::cli {

class Batch : public Cli {
 protected:
  /// So many programs out of agal-smith, in a folder, in a few subfolders.
  void make_programs(const std::string& name, int count, int first_seed = 1) const;

  /// agalc batch with these arguments and a small set of products, unless they name another.
  Outcome batch(std::vector<std::string> arguments) const;

  /// Everything below a folder of the test: paths and contents. Folders stand there too, with a slash.
  std::map<std::string, std::string> tree(const std::string& name) const;

  /// Expects every file to be one of the good ones, with the same content. Temporary files are apart.
  static void expect_whole(const std::map<std::string, std::string>& files,
                           const std::map<std::string, std::string>& good);

  /// The lines of a file.
  std::vector<std::string> lines(const std::string& name) const;
};

}  // namespace agal::cli
