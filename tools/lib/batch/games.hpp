// The games of a run, and the logs that belong to each game.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "agal/games/extract.hpp"
#include "load.hpp"
#include "manifest/json.hpp"
#include "manifest/status.hpp"

namespace agal::batch {

using manifest::Use;

/// Returns the name of a file without folders and extension, for example "game" for "out/lib.zip!game.log".
std::string game_name(std::string_view container);

/// Relates games and logs. A game is a SWF file that is not inside another SWF file. A log records runs of players.
/// Each run belongs to the game with the hash that the log has for the run. Without a hash, it belongs to the game with
/// the log's name, apart from the extension, or else to the only game of the batch. docs/batch.md describes this, and
/// the uses of programs by games.
class Games {
 public:
  /// Notes an input: its games, its logs, and the uses of programs in its logs. `hashes` are the hashes of its
  /// programs.
  void add(const std::string& path, const LoadedFile& loaded, const std::vector<std::string>& hashes);

  /// Notes the stem (names.hpp) of a program in the input `path`. The same program in a log that belongs to this input
  /// has the same products.
  void add_stem(const std::string& path, const std::string& hash, const std::string& stem);
  /// Returns the stem of a log's program in the file to which the log belongs; null if the file does not have the
  /// program. All inputs except logs must have been added.
  const std::string* find_stem(std::string_view log, const std::string& hash) const;

  /// Relates logs and games. Call it after the last input, and before the following functions.
  void settle();

  /// Returns true if a log has an upload.
  bool has_uploads() const { return !programs_.empty(); }
  /// Returns the best use of a program in all games: `Drawn`, `Uploaded` or `NotUploaded`.
  Use use_of(const std::string& hash) const { return use_of(programs_, hash); }
  /// Returns the best use of a pair in all games.
  Use use_of_pair(const std::string& a, const std::string& b) const;
  /// Returns the use of a program that was found in this container. For a program in a log, this log counts. For
  /// another program outside of all games, the logs of all games count.
  Use use_in(const std::string& container, const std::string& hash) const;
  /// Returns true if the game with this container uploaded the pair. Logs count as for `use_in`.
  bool uploads_pair_in(const std::string& container, const std::string& a, const std::string& b) const;
  /// Returns the container of the only game whose runs a log records; "" if the container is not such a log.
  std::string game_of_log(const std::string& container) const;
  /// Returns the best use of any program by the games in a file; nullopt if it does not have games that players can
  /// run.
  std::optional<Use> use_of_file(const std::string& path) const;
  /// Returns true if, for each game in a file that may upload programs that were not found, complete logs have its
  /// uploads. For a file without games, the logs that belong to the file count. `line` is the file's line in the
  /// manifest.
  bool is_captured(const manifest::Json& line) const;

 private:
  struct Game {
    std::string container, file;      // `file` is the input that contains the container
    bool is_library = false;          // the library of a SWC file, which players cannot run
    std::vector<std::size_t> logs{};  // the logs of this game: indices into `logs_`, ascending
  };
  // The runs of one log that belong to the same game.
  struct Log {
    std::string container;
    CapturedGame game;
    bool is_damaged = false;
    Use use = Use::NotUploaded;  // the best use of any program
  };
  struct LogUse {
    std::size_t log = 0;
    bool is_drawn = false;
  };
  using Uses =
      std::unordered_map<std::string, std::vector<LogUse>>;  // keys are hashes of programs, or both hashes of a pair

  std::size_t log_number(const std::string& container, const CapturedGame& game);
  void note(Uses& uses, const std::string& key, std::size_t log, bool is_drawn);
  void add_logs(const Extraction& extraction, const std::vector<std::string>& hashes);
  void add_game(const std::string& path, const FoundMovie& movie, bool is_alone);
  std::vector<std::size_t> games_of(const Log& log) const;
  bool belongs_to_file(const Log& log, const std::string& path) const;
  std::optional<std::size_t> game_of(std::string_view container) const;
  static std::optional<Use> use_in_logs(const Uses& uses, const std::vector<std::size_t>& logs, const std::string& key);
  const std::vector<std::size_t>* logs_of(const std::string& container) const;
  static Use use_of(const Uses& uses, const std::string& key);
  bool have_all(const std::vector<std::size_t>& logs) const;

  std::vector<Game> games_;
  std::vector<std::size_t> playable_;  // games that are not libraries
  std::map<std::string, std::size_t, std::less<>> by_container_;
  std::multimap<std::string, std::size_t> by_hash_, by_name_, by_file_;
  std::size_t other_files_ = 0;  // files without a game, except logs
  std::string other_file_;       // the first of the other files
  std::vector<Log> logs_;
  std::map<std::string, std::vector<std::size_t>, std::less<>> by_log_;  // indices into `logs_`, by container
  Uses programs_, pairs_;
  std::map<std::pair<std::string, std::string>, std::string> stems_;  // keys are an input and a program's hash
  std::multimap<std::string, std::string> files_with_stems_;          // inputs without a game, by name
};

}  // namespace agal::batch
