// Which files of a run are games whose uploads are in a log.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "manifest/record.hpp"

namespace agal::batch {

/// A log belongs to the file with the same name but for the extension, as agalc play names logs, or to the only
/// file of the run that is not a log.
class Games {
 public:
  /// Notes the files that a record is about.
  void note(const manifest::Record& record);

  /// Whether there is a log of this container that has uploads and has lost nothing.
  bool is_captured(std::string_view container) const;

 private:
  std::set<std::string> logs_, damaged_;  // names without folders and extensions
  std::optional<std::string> only_;       // a file that is not a log
  bool several_ = false;                  // and there are others
};

}  // namespace agal::batch
