// What the logs of a run say about programs, known before the first program is converted.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "agal/capture.hpp"
#include "batch.hpp"
#include "inputs.hpp"

namespace agal::batch {

class Captures {
 public:
  /// Reads the logs among the inputs, but not those inside archives. Of all other files, only the beginning is read.
  /// Faults are not reported.
  void read(Inputs inputs, const BatchOptions& options);

  /// Those of a program, with each partner. `own` are those of the file in which it was found.
  std::vector<PartnerCaptures> of(const std::string& hash, const std::vector<PartnerCaptures>& own) const;

 private:
  using Partners = std::vector<std::pair<std::string, std::vector<Capture>>>;

  void read_log(const InputFile& file, const BatchOptions& options);
  void add(const std::string& program, const std::string& partner, const std::vector<Capture>& captures);

  std::map<std::string, Partners> programs_;  // by hash
  std::set<std::string> logs_;                // that were read
};

}  // namespace agal::batch
