#include "games.hpp"

#include <algorithm>

namespace agal::batch {
namespace {

using manifest::Json;

std::string_view base_name(std::string_view path) { return path.substr(path.find_last_of("/\\!") + 1); }

std::string_view without_extension(std::string_view path) {
  const std::size_t own = path.size() - base_name(path).size();
  const std::size_t dot = path.rfind('.');
  return dot == path.npos || dot < own ? path : path.substr(0, dot);
}

// Returns true for the library of a SWC file, for example "engine.swc!library.swf".
bool is_in_swc(std::string_view container) {
  const std::size_t end = container.rfind('!');
  return end != container.npos && container.substr(0, end).ends_with(".swc");
}

std::string pair_key(const std::string& a, const std::string& b) { return std::min(a, b) + std::max(a, b); }

Use better(Use a, Use b) { return std::min(a, b); }

// Returns the containers that may contain unknown programs, according to the manifest line of a file.
std::set<std::string> incomplete_containers(const Json& line) {
  std::set<std::string> containers;
  const Json& incomplete = line["incomplete"];
  for (const char* const key : {"uploads", "loadsOthers"})
    for (const Json& container : incomplete[key]) containers.insert(container.get<std::string>());
  for (const char* const key : {"classes", "texts"})
    for (const Json& row : incomplete[key]) containers.insert(row["container"].get<std::string>());
  return containers;
}

}  // namespace

std::string game_name(std::string_view container) { return std::string(without_extension(base_name(container))); }

// ------------------------------------------------------------------------------------------------------------- inputs

std::size_t Games::log_number(const std::string& container, const CapturedGame& game) {
  std::vector<std::size_t>& numbers = by_log_[container];
  for (const std::size_t number : numbers)
    if (logs_[number].game == game) return number;
  numbers.push_back(logs_.size());
  logs_.push_back({container, game});
  return numbers.back();
}

void Games::note(Uses& uses, const std::string& key, std::size_t log, bool is_drawn) {
  std::vector<LogUse>& list = uses[key];
  const auto known = std::find_if(list.begin(), list.end(), [&](const LogUse& use) { return use.log == log; });
  if (known == list.end())
    list.push_back({log, is_drawn});
  else
    known->is_drawn = known->is_drawn || is_drawn;
  logs_[log].use = better(logs_[log].use, is_drawn ? Use::Drawn : Use::Uploaded);
}

void Games::add_logs(const Extraction& extraction, const std::vector<std::string>& hashes) {
  for (const LoggedRun& run : extraction.runs) {
    Log& log = logs_[log_number(run.container, run.game)];
    for (const LostRecords& lost : extraction.lost)
      log.is_damaged = log.is_damaged || (lost.container == run.container && lost.run == run.run);
  }
  for (const FoundPair& pair : extraction.pairs)
    for (const Capture& capture : pair.captures) {
      const std::string &vertex = hashes[pair.vertex], &fragment = hashes[pair.fragment];
      const std::size_t log = log_number(capture.log, capture.game);
      const bool is_drawn = !capture.draws.empty();
      note(programs_, vertex, log, is_drawn);
      note(programs_, fragment, log, is_drawn);
      note(pairs_, pair_key(vertex, fragment), log, is_drawn);
    }
  // A program with an unreadable partner is not in a pair. The run that uploaded it is unknown.
  for (std::size_t i = 0; i < extraction.programs.size(); ++i)
    for (const Origin& origin : extraction.programs[i].origins) {
      if (origin.certainty != Certainty::Captured) continue;
      programs_.try_emplace(hashes[i]);
      const std::vector<std::size_t>& logs = by_log_[origin.container];
      if (logs.size() == 1) note(programs_, hashes[i], logs[0], false);
    }
}

void Games::add_game(const std::string& path, const FoundMovie& movie, bool is_alone) {
  const std::size_t number = games_.size();
  const Game& game = games_.emplace_back(Game{movie.container, path, is_in_swc(movie.container)});
  by_container_.emplace(game.container, number);
  by_hash_.emplace(movie.hash, number);
  by_file_.emplace(path, number);
  const std::string own = game_name(game.container), of_file = game_name(path);
  by_name_.emplace(own, number);
  if (is_alone && of_file != own) by_name_.emplace(of_file, number);
  if (!game.is_library) playable_.push_back(number);
}

void Games::add(const std::string& path, const LoadedFile& loaded, const std::vector<std::string>& hashes) {
  const Extraction& extraction = loaded.extraction;
  add_logs(extraction, hashes);
  for (const FoundMovie& movie : extraction.movies) add_game(path, movie, extraction.movies.size() == 1);
  const auto is_captured = [](const FoundProgram& found) {
    return std::all_of(found.origins.begin(), found.origins.end(),
                       [](const Origin& origin) { return origin.certainty == Certainty::Captured; });
  };
  const bool is_log = loaded.content == manifest::ContentKind::Log || !extraction.runs.empty();
  if (!extraction.movies.empty() ||
      (is_log && std::all_of(extraction.programs.begin(), extraction.programs.end(), is_captured)))
    return;
  if (other_files_++ == 0) other_file_ = path;
}

// -------------------------------------------------------------------------------------------- logs and their games

std::vector<std::size_t> Games::games_of(const Log& log) const {
  std::vector<std::size_t> found, same_path;
  if (!log.game.hash.empty()) {
    const auto [begin, end] = by_hash_.equal_range(log.game.hash);
    for (auto row = begin; row != end; ++row) found.push_back(row->second);
    return found;
  }
  const std::string_view path = without_extension(log.container);
  const auto [begin, end] = by_name_.equal_range(game_name(log.container));
  for (auto row = begin; row != end; ++row) {
    const Game& game = games_[row->second];
    found.push_back(row->second);
    if (without_extension(game.container) == path || without_extension(game.file) == path)
      same_path.push_back(row->second);
  }
  if (!same_path.empty()) return same_path;
  if (found.empty() && playable_.size() == 1) return playable_;
  if (found.empty() && games_.size() == 1 && other_files_ == 0) return {0};
  return found;
}

// Returns true if the log belongs to this file, which does not have games. The log may name a SWF file that is not part
// of the batch.
bool Games::belongs_to_file(const Log& log, const std::string& path) const {
  if (!games_of(log).empty()) return false;
  const bool is_only = games_.empty() && other_files_ == 1 && path == other_file_;
  return is_only || game_name(log.container) == game_name(path) || base_name(path) == log.game.file;
}

void Games::add_stem(const std::string& path, const std::string& hash, const std::string& stem) {
  stems_.try_emplace({path, hash}, stem);
  if (!by_file_.contains(path)) files_with_stems_.emplace(game_name(path), path);
}

const std::string* Games::find_stem(std::string_view log, const std::string& hash) const {
  const auto numbers = by_log_.find(log);
  if (numbers == by_log_.end()) return nullptr;
  const auto stem_in = [&](const std::string& path) {
    const auto stem = stems_.find({path, hash});
    return stem == stems_.end() ? nullptr : &stem->second;
  };
  for (const std::size_t number : numbers->second) {
    for (const std::size_t game : games_of(logs_[number]))
      if (const std::string* const stem = stem_in(games_[game].file)) return stem;
    std::set<std::string> names{game_name(log), game_name(logs_[number].game.file), game_name(other_file_)};
    for (const std::string& name : names) {
      const auto [begin, end] = files_with_stems_.equal_range(name);
      for (auto row = begin; row != end; ++row)
        if (belongs_to_file(logs_[number], row->second))
          if (const std::string* const stem = stem_in(row->second)) return stem;
    }
  }
  return nullptr;
}

void Games::settle() {
  for (std::size_t number = 0; number < logs_.size(); ++number)
    for (const std::size_t game : games_of(logs_[number])) games_[game].logs.push_back(number);
}

// --------------------------------------------------------------------------------------------------------------- uses

std::optional<std::size_t> Games::game_of(std::string_view container) const {
  for (;;) {
    if (const auto game = by_container_.find(container); game != by_container_.end()) return game->second;
    const std::size_t end = container.rfind('!');
    if (end == container.npos) return std::nullopt;
    container = container.substr(0, end);
  }
}

// Returns the best use of the program or pair in these logs; nullopt if no log has it.
std::optional<Use> Games::use_in_logs(const Uses& uses, const std::vector<std::size_t>& logs, const std::string& key) {
  const auto row = uses.find(key);
  if (row == uses.end()) return std::nullopt;
  std::optional<Use> best;
  for (const LogUse& use : row->second)
    if (std::binary_search(logs.begin(), logs.end(), use.log))
      best = better(best.value_or(Use::Uploaded), use.is_drawn ? Use::Drawn : Use::Uploaded);
  return best;
}

Use Games::use_of(const Uses& uses, const std::string& key) {
  const auto row = uses.find(key);
  if (row == uses.end()) return Use::NotUploaded;
  const std::vector<LogUse>& list = row->second;
  const bool is_drawn = std::any_of(list.begin(), list.end(), [](const LogUse& use) { return use.is_drawn; });
  return is_drawn ? Use::Drawn : Use::Uploaded;
}

Use Games::use_of_pair(const std::string& a, const std::string& b) const { return use_of(pairs_, pair_key(a, b)); }

// Returns the logs of the game that contains the container; null if players cannot run one that does.
const std::vector<std::size_t>* Games::logs_of(const std::string& container) const {
  const std::optional<std::size_t> number = game_of(container);
  return number && !games_[*number].is_library ? &games_[*number].logs : nullptr;
}

Use Games::use_in(const std::string& container, const std::string& hash) const {
  if (const std::vector<std::size_t>* const logs = logs_of(container))
    return logs->empty() ? Use::NotPlayed : use_in_logs(programs_, *logs, hash).value_or(Use::NotUploaded);
  if (const auto logs = by_log_.find(container); logs != by_log_.end())
    if (const std::optional<Use> use = use_in_logs(programs_, logs->second, hash)) return *use;
  return use_of(hash);
}

bool Games::uploads_pair_in(const std::string& container, const std::string& a, const std::string& b) const {
  const std::string key = pair_key(a, b);
  if (const std::vector<std::size_t>* const logs = logs_of(container))
    return use_in_logs(pairs_, *logs, key).has_value();
  if (const auto logs = by_log_.find(container); logs != by_log_.end())
    return use_in_logs(pairs_, logs->second, key).has_value();
  return pairs_.contains(key);
}

std::string Games::game_of_log(const std::string& container) const {
  const auto numbers = by_log_.find(container);
  if (numbers == by_log_.end()) return {};
  std::set<std::size_t> games;
  for (const std::size_t number : numbers->second)
    for (const std::size_t game : games_of(logs_[number])) games.insert(game);
  return games.size() == 1 ? games_[*games.begin()].container : std::string();
}

std::optional<Use> Games::use_of_file(const std::string& path) const {
  std::optional<Use> best;
  const auto [begin, end] = by_file_.equal_range(path);
  for (auto row = begin; row != end; ++row) {
    const Game& game = games_[row->second];
    if (game.is_library) continue;
    Use use = game.logs.empty() ? Use::NotPlayed : Use::NotUploaded;
    for (const std::size_t log : game.logs) use = better(use, logs_[log].use);
    best = better(best.value_or(use), use);
  }
  return best;
}

bool Games::have_all(const std::vector<std::size_t>& logs) const {
  const auto is_damaged = [&](std::size_t log) { return logs_[log].is_damaged; };
  const auto has_uploads = [&](std::size_t log) { return logs_[log].use != Use::NotUploaded; };
  return std::any_of(logs.begin(), logs.end(), has_uploads) && std::none_of(logs.begin(), logs.end(), is_damaged);
}

bool Games::is_captured(const Json& line) const {
  const std::string path = line["origins"][0]["container"].get<std::string>();
  const auto [begin, end] = by_file_.equal_range(path);
  if (begin == end) {
    std::vector<std::size_t> logs;
    for (std::size_t number = 0; number < logs_.size(); ++number)
      if (belongs_to_file(logs_[number], path)) logs.push_back(number);
    return have_all(logs);
  }
  std::set<std::size_t> games;
  for (const std::string& container : incomplete_containers(line))
    if (const std::optional<std::size_t> game = game_of(container)) games.insert(*game);
  if (games.empty())
    for (auto row = begin; row != end; ++row) games.insert(row->second);
  return std::all_of(games.begin(), games.end(), [&](std::size_t game) { return have_all(games_[game].logs); });
}

}  // namespace agal::batch
