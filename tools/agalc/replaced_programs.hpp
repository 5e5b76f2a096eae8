// The programs that `agalc replay --replace` puts in the place of recorded ones.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "agal/program.hpp"
#include "cli/console.hpp"
#include "stage/stage.hpp"

namespace agalc {

/// Replaces programs of pairs, and remembers the pairs.
class ReplacedPrograms {
 public:
  ReplacedPrograms(agal::frames::Pairs& pairs, const Console& console);

  /// Reads and replaces programs. Each text is HASH=FILE, or a file with the hash in a comment on its second line, as
  /// --draw writes it.
  ExitStatus replace(const std::vector<std::string>& replacements);

  /// Links the pairs with replaced programs, so that a rejected program is an error before the first draw.
  ExitStatus link() const;

 private:
  agal::Diagnostics replace(const std::string& file, const std::string& hash, const agal::Program& program);

  agal::frames::Pairs& pairs_;
  const Console& console_;
  // XXH3-128 of both programs of each pair, before the first replacement.
  std::map<agal::frames::ProgramKey, std::pair<std::string, std::string>> hashes_;
  std::set<agal::frames::ProgramKey> replaced_;
};

}  // namespace agalc
