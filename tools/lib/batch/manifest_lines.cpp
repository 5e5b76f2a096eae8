#include "manifest_lines.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "agal/extract.hpp"
#include "manifest/entry.hpp"

namespace agal::batch {
namespace {

using manifest::Json;
using manifest::text_of;

// The maximum number of origins of a joined line, and of the bytes of all lines that are joined: a program in a million
// files has a thousand lines, and readers limit the length of a line.
constexpr std::size_t max_joined = 1000, max_joined_bytes = std::size_t{32} << 20;

// The parts that must be equal in lines that are joined: all except the location.
std::string body_of(const Json& line) {
  Json body = line;
  const std::string stem = body["stem"].get<std::string>();
  for (const char* const key : {"stem", "certainty", "origins", "pairs"}) body.erase(key);
  const auto cut = [&](Json& path) { path = path.get<std::string>().substr(stem.size()); };
  cut(body["disassembly"]);
  for (Json& path : body["outputs"]) cut(path);
  for (Json& diagnostic : body["diagnostics"]) diagnostic.erase("file");
  return text_of(body);
}

// The pairs of lines that are joined, without duplicates.
class JoinedPairs {
 public:
  void add(Json& to, Json& from) {
    for (Json& pair : from) {
      const auto [at, fresh] =
          places_.emplace(pair["with"].get<std::string>() + pair["evidence"].get<std::string>(), to.size());
      if (fresh)
        to.push_back(std::move(pair));
      else if (const auto captured = pair.find("captured"); captured != pair.end())
        add_captured(to[at->second], *captured);
    }
  }

 private:
  static void add_captured(Json& pair, Json& captured) {
    for (Json& run : captured) pair["captured"].push_back(std::move(run));
  }

  std::unordered_map<std::string, std::size_t> places_;  // by partner and evidence
};

std::string_view better_certainty(const Json& a, const Json& b) {
  for (const Certainty certainty : {Certainty::Captured, Certainty::Exact, Certainty::Variant})
    if (a == name(certainty) || b == name(certainty)) return name(certainty);
  return name(Certainty::Filled);
}

std::string pair_key(const std::string& a, const std::string& b) { return std::min(a, b) + std::max(a, b); }

// The line with the keys that say what was uploaded.
std::string marked(Json line, const Uploads& uploads) {
  const std::string hash = line["hash"].get<std::string>();
  for (Json& pair : line["pairs"])
    pair["uploaded"] = uploads.pairs.contains(pair_key(hash, pair["with"].get<std::string>()));
  line["uploaded"] = uploads.programs.contains(hash);
  return text_of(line) + "\n";
}

// Lines about one program, in the order of their stems.
class Group {
 public:
  Group(LineSorter& by_stem, const Uploads& uploads) : by_stem_(by_stem), uploads_(uploads) {}

  bool full() const { return lines_.size() >= max_joined || bytes_ >= max_joined_bytes; }
  void add(std::string_view stem, std::string_view line, bool of_program) {
    lines_.emplace_back(stem, line);
    bytes_ += line.size();
    marking_ = of_program && !uploads_.empty();
  }
  Diagnostics flush() {
    Diagnostics failed = lines_.size() > 1 ? join() : keep();
    lines_.clear();
    bytes_ = 0;
    return failed;
  }

 private:
  struct Joined {
    std::string body, stem;
    Json line;
    JoinedPairs pairs;
  };

  Diagnostics write(std::string stem, Json line) {
    return by_stem_.add(std::move(stem), marking_ ? marked(std::move(line), uploads_) : text_of(line) + "\n");
  }

  // The usual case: the line is not parsed.
  Diagnostics keep() {
    if (lines_.empty()) return {};
    auto& [stem, line] = lines_[0];
    return marking_ ? write(std::move(stem), Json::parse(line)) : by_stem_.add(std::move(stem), std::move(line));
  }

  Diagnostics join() {
    std::vector<Joined> joined;
    for (const auto& [stem, text] : lines_) {
      Json line = Json::parse(text);
      std::string body = body_of(line);
      const auto same = std::find_if(joined.begin(), joined.end(), [&](const Joined& row) { return row.body == body; });
      Json pairs = std::exchange(line["pairs"], Json::array());
      if (same == joined.end()) {
        Joined& row = joined.emplace_back(Joined{std::move(body), stem, std::move(line), {}});
        row.pairs.add(row.line["pairs"], pairs);
        continue;
      }
      for (Json& origin : line["origins"]) same->line["origins"].push_back(std::move(origin));
      same->line["certainty"] = better_certainty(same->line["certainty"], line["certainty"]);
      same->pairs.add(same->line["pairs"], pairs);
    }
    for (Joined& row : joined)
      if (Diagnostics failed = write(std::move(row.stem), std::move(row.line)); failed.has_errors()) return failed;
    return {};
  }

  LineSorter& by_stem_;
  const Uploads& uploads_;
  std::vector<std::pair<std::string, std::string>> lines_;  // stem, line
  std::size_t bytes_ = 0;
  bool marking_ = false;
};

}  // namespace

// Files without a program do not have a hash: they come first, and are never joined.
Diagnostics ManifestLines::add(const manifest::Record& record, std::string line) {
  note_uploads(record);
  return by_program_.add(record.hash + " " + record.stem, std::move(line));
}

void ManifestLines::note_uploads(const manifest::Record& record) {
  const auto captured = [](const Origin& origin) { return origin.certainty == Certainty::Captured; };
  if (std::none_of(record.origins.begin(), record.origins.end(), captured)) return;
  uploads_.programs.insert(record.hash);
  for (const manifest::Partner& pair : record.pairs)
    if (!pair.captured.empty()) uploads_.pairs.insert(pair_key(record.hash, pair.hash));
}

Result<std::string> ManifestLines::finish() {
  LineSorter by_stem(*scratch_);
  Group group(by_stem, uploads_);
  std::string current;
  Diagnostics failed = by_program_.drain([&](std::string_view key, std::string_view line) {
    const std::string_view hash = key.substr(0, key.find(' '));
    const bool another = hash.empty() || hash != current;
    if (another && !hash.empty()) ++different_;
    Diagnostics full = another || group.full() ? group.flush() : Diagnostics{};
    current = hash;
    group.add(key.substr(hash.size() + 1), line, !hash.empty());
    return full;
  });
  if (failed.has_errors()) return failed;
  if (failed = group.flush(); failed.has_errors()) return failed;
  return by_stem.finish();
}

}  // namespace agal::batch
