// Which files of a run are games whose uploads are in a log.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "manifest/record.hpp"

namespace agal::batch {

/// The name of a game: that of its file, or of its log, without folders and extension. "out/lib.zip!game.log": "game".
std::string game_name(std::string_view container);

/// The programs in the files of a run, by game: a program that a log has too is converted once.
class GamePrograms {
 public:
  /// Notes a program in a file that is not a log.
  void add(std::string_view container, const std::string& hash, const std::string& stem);

  /// The stem of a program that a log has, in the file that the log belongs to (see `Games`); null: it does not have
  /// it.
  const std::string* find(std::string_view log, const std::string& hash) const;

 private:
  std::map<std::pair<std::string, std::string>, std::string> stems_;  // by game and hash
  std::set<std::string> files_;
};

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
