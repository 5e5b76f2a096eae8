// Reads the draws in the logs of games, before the first program is converted.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "agal/games/tap_log.hpp"
#include "batch.hpp"
#include "input_files.hpp"

namespace agal::batch {

class Captures {
 public:
  /// Reads the logs among the inputs, except logs inside archives that are not files of frames. Of all other files,
  /// only the beginning is read. Faults are not reported, because each log is also an input of the run.
  void read(Inputs inputs, const BatchOptions& options);

  /// Returns the captures of a program with each of its partners. `own` are the captures in the file that contains the
  /// program; captures of logs that `read` has read are not added twice.
  std::vector<PartnerCaptures> of(const std::string& hash, const std::vector<PartnerCaptures>& own) const;

 private:
  using Partners = std::vector<std::pair<std::string, std::vector<Capture>>>;

  void read_log(const InputFile& file, const BatchOptions& options);
  void add(const std::string& program, const std::string& partner, const std::vector<Capture>& captures);

  std::map<std::string, Partners> programs_;  // keys are hashes of programs
  std::set<std::string> logs_;                // logs that were read, and their files
};

}  // namespace agal::batch
