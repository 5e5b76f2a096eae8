#include "joined_line.hpp"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "agal/games/extract.hpp"
#include "manifest/stem_order.hpp"

namespace agal::batch {
namespace {

using manifest::Json;
using manifest::text_of;

// Returns the parts that must be equal in lines that are joined.
std::string body_of(const Json& line) {
  Json body = line;
  const std::string stem = body["stem"].get<std::string>();
  for (const char* const key : {"stem", "form", "certainty", "origins", "pairs", "diagnostics"}) body.erase(key);
  const auto cut = [&](Json& path) { path = path.get<std::string>().substr(stem.size()); };
  cut(body["disassembly"]);
  for (Json& path : body["outputs"]) cut(path);
  return text_of(body);
}

// Ranks the name of a line. The best name has the lowest rank.
int rank_of(const Json& line) {
  constexpr std::size_t hash_digits = 16;  // the digits of the hash in a stem, see file_stems
  const Json& origins = line["origins"];
  const bool captured = std::all_of(origins.begin(), origins.end(), [](const Json& origin) {
    return origin.value("certainty", std::string()) == name(Certainty::Captured);
  });
  if (captured) return 1;
  const std::string stem = line["stem"].get<std::string>();
  const std::string own = stem.substr(stem.rfind('/') + 1);
  return own.starts_with(line["hash"].get<std::string>().substr(0, hash_digits)) ? 2 : 0;
}

std::string_view better_certainty(const Json& a, const Json& b) {
  for (const Certainty certainty : {Certainty::Captured, Certainty::Exact, Certainty::Variant})
    if (a == name(certainty) || b == name(certainty)) return name(certainty);
  return name(Certainty::Filled);
}

// Collects the partners of all lines, each once. An upload of both programs by a player is the best evidence.
class JoinedPairs {
 public:
  // The pairs in `from` belong to the next `origins` origins of the joined line.
  void add(Json& to, Json& from, bool is_played, std::size_t origins) {
    for (Json& pair : from) {
      const auto [at, fresh] = places_.emplace(pair["with"].get<std::string>(), to.size());
      if (fresh) is_played_.push_back(false);
      if (fresh) origins_.emplace_back();
      is_played_[at->second] = is_played_[at->second] || is_played;
      std::vector<std::size_t>& numbers = origins_[at->second];
      for (std::size_t i = origin_count_; i < origin_count_ + origins; ++i)
        if (numbers.empty() || numbers.back() < i) numbers.push_back(i);
      if (fresh)
        to.push_back(std::move(pair));
      else if (const auto captured = pair.find("captured"); captured != pair.end())
        add_captured(to[at->second], pair);
    }
    origin_count_ += origins;
  }

  // Adds the key `origins` to pairs that do not belong to all origins.
  void add_origins(Json& list) const {
    for (std::size_t i = 0; i < list.size(); ++i)
      if (origins_[i].size() < origin_count_) list[i]["origins"] = origins_[i];
  }

  void add_use(Json& list) const {
    for (std::size_t i = 0; i < list.size(); ++i)
      list[i]["use"] = name(is_played_[i] ? manifest::Use::NotUploaded : manifest::Use::NotPlayed);
  }

 private:
  static void add_captured(Json& pair, Json& from) {
    if (!pair.contains("captured")) pair["evidence"] = std::move(from["evidence"]);
    for (Json& run : from["captured"]) pair["captured"].push_back(std::move(run));
  }

  std::unordered_map<std::string, std::size_t> places_;  // indices by partner
  std::vector<bool> is_played_;                          // true for a pair if a game of one of its lines was played
  std::vector<std::vector<std::size_t>> origins_;        // the indices of the origins of each pair, ascending
  std::size_t origin_count_ = 0;
};

// Collects the messages of all lines, each once. A message that is not about all lines lists the stems of its lines.
class JoinedDiagnostics {
 public:
  void add(Json& to, Json& from, const std::string& stem) {
    for (Json& diagnostic : from) {
      Json place = std::move(diagnostic);
      Json key = place;
      key.erase("file");
      const auto [at, fresh] = places_.emplace(text_of(key), to.size());
      if (fresh) {
        to.push_back(std::move(place));
        stems_.emplace_back();
      }
      std::vector<std::string>& stems = stems_[at->second];
      if (stems.empty() || stems.back() != stem) stems.push_back(stem);
    }
    ++lines_;
  }

  void finish(Json& list) {
    for (std::size_t i = 0; i < stems_.size(); ++i)
      if (stems_[i].size() < lines_) list[i]["stems"] = std::move(stems_[i]);
  }

 private:
  std::unordered_map<std::string, std::size_t> places_;  // indices by the message without its file
  std::vector<std::vector<std::string>> stems_;
  std::size_t lines_ = 0;
};

struct Joined {
  std::string body;
  Json line;
  JoinedPairs pairs;
  JoinedDiagnostics diagnostics;

  void add(Json& from, bool is_played) {
    const std::size_t origins = from["origins"].size();
    for (Json& origin : from["origins"]) {
      if (from["form"] != line["form"]) origin["form"] = from["form"];
      line["origins"].push_back(std::move(origin));
    }
    line["certainty"] = better_certainty(line["certainty"], from["certainty"]);
    pairs.add(line["pairs"], from["pairs"], is_played, origins);
    diagnostics.add(line["diagnostics"], from["diagnostics"], from["stem"].get<std::string>());
  }
};

std::vector<Json> sorted_lines(const std::vector<ProgramLine>& lines) {
  using Row = std::tuple<int, std::string, Json>;
  std::vector<Row> rows;
  for (const ProgramLine& line : lines) {
    Json parsed = manifest::parse_json(line.text);
    const int rank = rank_of(parsed);
    rows.emplace_back(rank, manifest::order_key(line.stem), std::move(parsed));
  }
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    return std::tie(std::get<0>(a), std::get<1>(a)) < std::tie(std::get<0>(b), std::get<1>(b));
  });
  std::vector<Json> sorted;
  for (Row& row : rows) sorted.push_back(std::move(std::get<2>(row)));
  return sorted;
}

}  // namespace

std::vector<Json> join_lines(const std::vector<ProgramLine>& lines, const IsPlayed& is_played) {
  std::vector<Joined> joined;
  for (Json& line : sorted_lines(lines)) {
    std::string body = body_of(line);
    const bool played = is_played && is_played(line);
    auto row = std::find_if(joined.begin(), joined.end(), [&](const Joined& other) { return other.body == body; });
    if (row == joined.end()) {
      Json first = line;
      for (const char* const list : {"origins", "pairs", "diagnostics"}) first[list] = Json::array();
      row = joined.insert(joined.end(), {std::move(body), std::move(first), {}, {}});
    }
    row->add(line, played);
  }
  std::vector<Json> result;
  for (Joined& row : joined) {
    row.diagnostics.finish(row.line["diagnostics"]);
    row.pairs.add_origins(row.line["pairs"]);
    if (is_played) row.pairs.add_use(row.line["pairs"]);
    result.push_back(std::move(row.line));
  }
  return result;
}

}  // namespace agal::batch
