// The games of a run, and which logs belong to each.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "agal/extract.hpp"
#include "load.hpp"
#include "manifest/json.hpp"
#include "manifest/status.hpp"

namespace agal::batch {

using manifest::Use;

/// The name of a file without its folders and its extension: "game" for "out/lib.zip!game.log".
std::string game_name(std::string_view container);

/// A game is a SWF file that is not inside another SWF file. Each run of a log belongs to the game whose hash the log
/// has. If the log does not have a hash, it belongs to the game with the same name but for the extension, or to the
/// only game of the batch. docs/batch.md describes this, and what counts as the use of a program.
class Games {
 public:
  /// Notes an input: its games, its logs, and what players did with its programs. `hashes` are those of its programs.
  void add(const std::string& path, const LoadedFile& loaded, const std::vector<std::string>& hashes);

  /// Notes the stem of a program in a container. The same program in the log of this container has the same products.
  void add_stem(const std::string& path, const std::string& hash, const std::string& stem);
  /// The stem of a program of a log in a file that the log belongs to. Null if there is none. All files that are not
  /// logs must have been added.
  const std::string* find_stem(std::string_view log, const std::string& hash) const;

  /// Relates logs and games, after the last input. The following functions need it.
  void settle();

  /// Returns true if a log has an upload.
  bool has_uploads() const { return !programs_.empty(); }
  /// What players did with a program in all games: `Drawn`, `Uploaded` or `NotUploaded`.
  Use use_of(const std::string& hash) const { return use_of(programs_, hash); }
  /// The same for a pair.
  Use use_of_pair(const std::string& a, const std::string& b) const;
  /// What players did with a program that was found in this container. For a program outside of all games, the logs of
  /// all games count.
  Use use_in(const std::string& container, const std::string& hash) const;
  /// The use of the programs of a file that has games; nothing if it does not have a game.
  std::optional<Use> use_of_file(const std::string& path) const;
  /// Returns true if a file that may upload other programs than those found has complete logs of the games that may do
  /// so. `line` is its line in the manifest.
  bool is_captured(const manifest::Json& line) const;

 private:
  struct Game {
    std::string container, file;      // `file`: the input that has it
    bool is_library = false;          // of a SWC file: players cannot run it
    std::vector<std::size_t> logs{};  // that belong to it, ascending
  };
  // The runs of one log that have the same game.
  struct Log {
    std::string container;
    CapturedGame game;
    bool is_damaged = false;
    Use use = Use::NotUploaded;  // the best use of a program
  };
  struct LogUse {
    std::size_t log = 0;
    bool is_drawn = false;
  };
  using Uses = std::unordered_map<std::string, std::vector<LogUse>>;  // by hash, or by both hashes of a pair

  std::size_t log_number(const std::string& container, const CapturedGame& game);
  void note(Uses& uses, const std::string& key, std::size_t log, bool is_drawn);
  void add_logs(const Extraction& extraction, const std::vector<std::string>& hashes);
  void add_game(const std::string& path, const FoundMovie& movie, bool is_alone);
  std::vector<std::size_t> games_of(const Log& log) const;
  bool belongs_to_file(const Log& log, const std::string& path) const;
  std::optional<std::size_t> game_of(std::string_view container) const;
  std::optional<Use> use_in_logs(const std::vector<std::size_t>& logs, const std::string& hash) const;
  static Use use_of(const Uses& uses, const std::string& key);
  bool have_all(const std::vector<std::size_t>& logs) const;

  std::vector<Game> games_;
  std::vector<std::size_t> playable_;  // games that are not libraries
  std::map<std::string, std::size_t, std::less<>> by_container_;
  std::multimap<std::string, std::size_t> by_hash_, by_name_, by_file_;
  std::size_t other_files_ = 0;  // that are not logs and do not have a game
  std::string other_file_;       // the first of these
  std::vector<Log> logs_;
  std::map<std::string, std::vector<std::size_t>, std::less<>> by_log_;  // the numbers of logs, by container
  Uses programs_, pairs_;
  std::map<std::pair<std::string, std::string>, std::string> stems_;  // by input and hash
  std::multimap<std::string, std::string> files_with_stems_;          // inputs without a game, by name
};

}  // namespace agal::batch
