#include "manifest_lines.hpp"

#include <algorithm>
#include <cerrno>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "agal/games/extract.hpp"
#include "descriptor.hpp"
#include "hash.hpp"
#include "joined_line.hpp"
#include "manifest/entry.hpp"
#include "manifest/stem_order.hpp"
#include "os/files.hpp"

namespace agal::batch {
namespace {

using manifest::Json;
using manifest::text_of;
using manifest::Use;

// The maximum number of lines that become one line, and the maximum of their bytes together. A program in a million
// files has a thousand lines, because readers limit the length of a line.
constexpr std::size_t max_joined = 1000, max_joined_bytes = std::size_t{32} << 20;

// A manifest is written in blocks of this size.
constexpr std::size_t max_block_bytes = std::size_t{256} << 10;

bool is_captured(const Json& origin) { return origin.value("certainty", std::string()) == name(Certainty::Captured); }

Use use_in(const Games& games, const Json& origin, const std::string& hash) {
  return games.use_in(origin["container"].get<std::string>(), hash);
}

// Returns true if a game that contains the program was played. `line` is not joined yet, so its pairs belong to its
// origins.
bool is_played(const Games& games, const Json& line) {
  const std::string hash = line["hash"].get<std::string>();
  const Json& origins = line["origins"];
  return std::any_of(origins.begin(), origins.end(),
                     [&](const Json& origin) { return use_in(games, origin, hash) != Use::NotPlayed; });
}

// Adds the origins in games that uploaded the pair. The key is removed if these are all origins.
void complete_origins(Json& pair, const Json& origins, const std::string& hash, const Games& games) {
  const auto known = pair.find("origins");
  if (known == pair.end()) return;
  const std::string partner = pair["with"].get<std::string>();
  const auto numbers = known->get<std::set<std::size_t>>();
  Json all = Json::array();
  for (std::size_t i = 0; i < origins.size(); ++i)
    if (numbers.contains(i) || games.uploads_pair_in(origins[i]["container"].get<std::string>(), hash, partner))
      all.push_back(i);
  if (all.size() == origins.size())
    pair.erase(known);
  else
    *known = std::move(all);
}

// Adds the keys that describe uses in logs.
void mark(Json& line, const Games& games, const Templates& templates) {
  const auto is_only_captured = [](const Json& origins) {
    return std::all_of(origins.begin(), origins.end(), is_captured);
  };
  // The new key is added first, because adding a key to an object invalidates references to its values.
  if (line.contains("family") && is_only_captured(line["origins"]))
    if (Json places = templates.places_of(line["family"].get<std::string>()); !places.is_null())
      line["templates"] = std::move(places);
  const std::string hash = line["hash"].get<std::string>();
  Use best = Use::NotPlayed;
  for (Json& origin : line["origins"]) {
    const Use use = use_in(games, origin, hash);
    origin["use"] = name(use);
    if (std::string game = games.game_of_log(origin["container"].get<std::string>());
        !game.empty() && is_captured(origin))
      origin["game"] = std::move(game);
    best = std::min(best, use);
  }
  for (Json& pair : line["pairs"])
    if (const Use use = games.use_of_pair(hash, pair["with"].get<std::string>()); use != Use::NotUploaded) {
      pair["use"] = name(use);
      complete_origins(pair, line["origins"], hash, games);
    }
  // A program with many origins has several lines. Each gives the best use in any log.
  if (const Use use = games.use_of(hash); use != Use::NotUploaded) best = use;
  line["use"] = name(best);
}

// The lines about one program, in the order of their stems.
class Group {
 public:
  Group(std::vector<KeyedLine>& by_stem, const Games& games, const Templates& templates)
      : by_stem_(by_stem), games_(games), templates_(templates) {}

  bool full() const { return lines_.size() >= max_joined || bytes_ >= max_joined_bytes; }
  void add(std::string_view stem, std::string line) {
    bytes_ += line.size();
    lines_.push_back({std::string(stem), std::move(line)});
  }

  void flush() {
    // In the usual case, the line does not have to be parsed.
    if (lines_.size() == 1 && !games_.has_uploads()) {
      by_stem_.push_back({manifest::order_key(lines_[0].stem), std::move(lines_[0].text)});
    } else if (!lines_.empty()) {
      IsPlayed played;
      if (games_.has_uploads()) played = [this](const Json& line) { return is_played(games_, line); };
      for (Json& line : join_lines(lines_, played)) {
        if (games_.has_uploads()) mark(line, games_, templates_);
        by_stem_.push_back({manifest::order_key(line["stem"].get<std::string>()), text_of(line) + "\n"});
      }
    }
    lines_.clear();
    bytes_ = 0;
  }

 private:
  std::vector<KeyedLine>& by_stem_;
  const Games& games_;
  const Templates& templates_;
  std::vector<ProgramLine> lines_;
  std::size_t bytes_ = 0;
};

// Returns the final line about a file. Counts the file if its programs were captured.
std::string file_line(std::string_view text, const Games& games, std::uint64_t& captured) {
  constexpr std::string_view has_more = R"("incomplete":{)", status = R"("status":"incomplete")";
  if (!games.has_uploads() || text.find(has_more) == text.npos) return std::string(text);
  Json line = manifest::parse_json(text);
  Json& origin = line["origins"][0];
  if (const std::optional<Use> use = games.use_of_file(origin["container"].get<std::string>()))
    origin["use"] = name(*use);
  if (text.find(status) != text.npos && games.is_captured(line)) {
    ++captured;
    line["status"] = manifest::name(manifest::Status::Captured);
  }
  return text_of(line) + "\n";
}

// Returns true for the line of a rejected program. Quotes inside strings are escaped, so the match is a key of the
// object.
bool is_rejected(std::string_view line) { return line.find(R"("status":"rejected")") != line.npos; }

void count(ProgramCounts& counts, std::string_view line, Use use) {
  ++(is_rejected(line) ? counts.rejected : counts.accepted);
  counts.uploaded += use <= Use::Uploaded ? 1u : 0u;
  counts.drawn += use == Use::Drawn ? 1u : 0u;
}

void sort_lines(std::vector<KeyedLine>& lines) {
  std::sort(lines.begin(), lines.end(),
            [](const KeyedLine& a, const KeyedLine& b) { return std::tie(a.key, a.text) < std::tie(b.key, b.text); });
}

}  // namespace

Result<std::string> write_sorted(std::vector<KeyedLine> lines, Scratch& scratch) {
  sort_lines(lines);
  std::string path = scratch.next_path();
  Descriptor file(agalc::os::open_file(path, agalc::os::Open::Create));
  int error = file ? 0 : errno;
  std::string block;
  const auto write_block = [&] {
    if (error == 0) error = write_all(file.get(), bytes_of(block));
    block.clear();
  };
  for (const KeyedLine& line : lines) {
    block += line.text;
    if (block.size() >= max_block_bytes) write_block();
  }
  write_block();
  if (file)
    if (const int late = file.close(); error == 0) error = late;
  if (error != 0) return cannot_write(path, error);
  return path;
}

// Lines about files do not have a hash. They come first and are never joined.
void ManifestLines::add(const manifest::Record& record, std::string line) {
  note(record);
  by_program_.push_back({record.hash + " " + manifest::order_key(record.stem), std::move(line)});
}

void ManifestLines::note(const manifest::Record& record) { templates_.note(record); }

Result<std::string> ManifestLines::finish(const Games& games) {
  sort_lines(by_program_);
  std::vector<KeyedLine> by_stem;
  Group group(by_stem, games, templates_);
  std::string current;
  for (KeyedLine& line : by_program_) {
    const std::string_view key = line.key;
    const std::string_view hash = key.substr(0, key.find(' '));
    const std::string_view order = key.substr(hash.size() + 1);
    if (hash.empty()) {
      counts_.rejected += is_rejected(line.text) ? 1u : 0u;
      by_stem.push_back({std::string(order), file_line(line.text, games, captured_files_)});
      continue;
    }
    const bool another = hash != current;
    if (another || group.full()) group.flush();
    current = hash;
    if (another) count(counts_, line.text, games.use_of(current));
    group.add(manifest::stem_of(order), std::move(line.text));
  }
  group.flush();
  by_program_ = {};
  return write_sorted(std::move(by_stem), *scratch_);
}

}  // namespace agal::batch
