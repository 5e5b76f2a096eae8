#include "manifest_lines.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "manifest/json_text.hpp"

namespace agal::batch {
namespace {

using manifest::Json;
using manifest::text_of;

// The maximum number of origins of a joined line: a program in a million files has a thousand lines.
constexpr std::size_t max_joined = 1000;

// The parts that must be equal in lines that are joined: all except the location.
std::string body_of(const Json& line) {
  Json body = line;
  const std::string stem = body["stem"].get<std::string>();
  for (const char* const key : {"stem", "origins", "pairs"}) body.erase(key);
  const auto cut = [&](Json& path) { path = path.get<std::string>().substr(stem.size()); };
  cut(body["disassembly"]);
  for (Json& path : body["outputs"]) cut(path);
  for (Json& diagnostic : body["diagnostics"]) diagnostic.erase("file");
  return text_of(body);
}

// Adds the elements of one list to another, without duplicates.
void add_missing(Json& to, const Json& from) {
  for (const Json& element : from)
    if (std::find(to.begin(), to.end(), element) == to.end()) to.push_back(element);
}

// Lines about one program, in the order of their stems.
class Group {
 public:
  explicit Group(LineSorter& by_stem) : by_stem_(by_stem) {}

  bool full() const { return lines_.size() >= max_joined; }
  void add(std::string_view stem, std::string_view line) { lines_.emplace_back(stem, line); }
  Diagnostics flush() {
    Diagnostics failed = lines_.size() > 1 ? join() : keep();
    lines_.clear();
    return failed;
  }

 private:
  struct Joined {
    std::string body, stem;
    Json line;
  };

  // The usual case: the line is not parsed.
  Diagnostics keep() {
    return lines_.empty() ? Diagnostics{} : by_stem_.add(std::move(lines_[0].first), std::move(lines_[0].second));
  }

  Diagnostics join() {
    std::vector<Joined> joined;
    for (const auto& [stem, text] : lines_) {
      Json line = Json::parse(text);
      std::string body = body_of(line);
      const auto same = std::find_if(joined.begin(), joined.end(), [&](const Joined& row) { return row.body == body; });
      if (same == joined.end()) {
        joined.push_back({std::move(body), stem, std::move(line)});
        continue;
      }
      for (Json& origin : line["origins"]) same->line["origins"].push_back(std::move(origin));
      add_missing(same->line["pairs"], line["pairs"]);
    }
    for (const Joined& row : joined)
      if (Diagnostics failed = by_stem_.add(row.stem, text_of(row.line) + "\n"); failed.has_errors()) return failed;
    return {};
  }

  LineSorter& by_stem_;
  std::vector<std::pair<std::string, std::string>> lines_;  // stem, line
};

}  // namespace

// Files without a program do not have a hash: they come first, and are never joined.
Diagnostics ManifestLines::add(const manifest::Record& record, std::string line) {
  return by_program_.add(record.hash + " " + record.stem, std::move(line));
}

Result<std::string> ManifestLines::finish() {
  LineSorter by_stem(*scratch_);
  Group group(by_stem);
  std::string current;
  Diagnostics failed = by_program_.drain([&](std::string_view key, std::string_view line) {
    const std::string_view hash = key.substr(0, key.find(' '));
    const bool another = hash.empty() || hash != current;
    if (another && !hash.empty()) ++different_;
    Diagnostics full = another || group.full() ? group.flush() : Diagnostics{};
    current = hash;
    group.add(key.substr(hash.size() + 1), line);
    return full;
  });
  if (failed.has_errors()) return failed;
  if (failed = group.flush(); failed.has_errors()) return failed;
  return by_stem.finish();
}

}  // namespace agal::batch
