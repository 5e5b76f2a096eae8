#include "manifest_lines.hpp"

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "agal/extract.hpp"
#include "descriptor.hpp"
#include "joined_line.hpp"
#include "manifest/entry.hpp"
#include "manifest/stem_order.hpp"
#include "os/files.hpp"

namespace agal::batch {
namespace {

using manifest::Json;
using manifest::text_of;
using manifest::Use;

// The maximum number of origins of a joined line, and of the bytes of all lines that are joined: a program in a million
// files has a thousand lines, and readers limit the length of a line.
constexpr std::size_t max_joined = 1000, max_joined_bytes = std::size_t{32} << 20;

// How much of a manifest is written at a time.
constexpr std::size_t max_block_bytes = std::size_t{256} << 10;

std::string pair_key(const std::string& a, const std::string& b) { return std::min(a, b) + std::max(a, b); }

Use use_of(const std::unordered_map<std::string, bool>& uploads, const std::string& key) {
  const auto row = uploads.find(key);
  if (row == uploads.end()) return Use::NotUploaded;
  return row->second ? Use::Drawn : Use::Uploaded;
}

bool is_captured(const Json& origin) { return origin.value("certainty", std::string()) == name(Certainty::Captured); }

// Adds the keys that say what logs have.
void mark(Json& line, const Uploads& uploads, const Templates& templates) {
  const Json& origins = line["origins"];
  if (line.contains("family") && std::all_of(origins.begin(), origins.end(), is_captured))
    if (Json places = templates.places_of(line["family"].get<std::string>()); !places.is_null())
      line["templates"] = std::move(places);
  const std::string hash = line["hash"].get<std::string>();
  for (Json& pair : line["pairs"])
    pair["use"] = name(use_of(uploads.pairs, pair_key(hash, pair["with"].get<std::string>())));
  line["use"] = name(use_of(uploads.programs, hash));
}

// Lines about one program, in the order of their stems; or those about files.
class Group {
 public:
  Group(std::vector<KeyedLine>& by_stem, const Uploads& uploads, const Templates& templates)
      : by_stem_(by_stem), uploads_(uploads), templates_(templates) {}

  bool full() const { return lines_.size() >= max_joined || bytes_ >= max_joined_bytes; }
  void add(std::string_view stem, std::string line) {
    bytes_ += line.size();
    lines_.push_back({std::string(stem), std::move(line)});
  }

  void flush() {
    // Usually, the line is not parsed.
    if (lines_.size() == 1 && uploads_.empty()) {
      by_stem_.push_back({manifest::order_key(lines_[0].stem), std::move(lines_[0].text)});
    } else if (!lines_.empty()) {
      for (Json& line : join_lines(lines_)) {
        if (!uploads_.empty()) mark(line, uploads_, templates_);
        by_stem_.push_back({manifest::order_key(line["stem"].get<std::string>()), text_of(line) + "\n"});
      }
    }
    lines_.clear();
    bytes_ = 0;
  }

 private:
  std::vector<KeyedLine>& by_stem_;
  const Uploads& uploads_;
  const Templates& templates_;
  std::vector<ProgramLine> lines_;
  std::size_t bytes_ = 0;
};

// A line about a file, as it is at the end of the run. Notes whether it is captured.
std::string file_line(std::string_view text, const Games& games, std::uint64_t& captured) {
  constexpr std::string_view mark = R"("status":"incomplete")";
  if (text.find(mark) == text.npos) return std::string(text);
  Json line = manifest::parse_json(text);
  if (!games.is_captured(line["origins"][0]["container"].get<std::string>())) return std::string(text);
  ++captured;
  line["status"] = manifest::name(manifest::Status::Captured);
  return text_of(line) + "\n";
}

// Quotes inside strings have a backslash before them, so this is the key of the object.
bool is_rejected(std::string_view line) { return line.find(R"("status":"rejected")") != line.npos; }

void count(ProgramCounts& counts, std::string_view line, Use use) {
  ++(is_rejected(line) ? counts.rejected : counts.accepted);
  counts.uploaded += use == Use::NotUploaded ? 0u : 1u;
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

// Files without a program do not have a hash: they come first, and are never joined.
void ManifestLines::add(const manifest::Record& record, std::string line) {
  note(record);
  by_program_.push_back({record.hash + " " + manifest::order_key(record.stem), std::move(line)});
}

void ManifestLines::note(const manifest::Record& record) {
  games_.note(record);
  templates_.note(record);
  const auto captured = [](const Origin& origin) { return origin.certainty == Certainty::Captured; };
  if (std::none_of(record.origins.begin(), record.origins.end(), captured)) return;
  bool& drawn = uploads_.programs[record.hash];
  for (const manifest::Partner& pair : record.pairs) {
    if (pair.captured.empty()) continue;
    bool& pair_drawn = uploads_.pairs[pair_key(record.hash, pair.hash)];
    pair_drawn = pair_drawn || pair.drawn;
    drawn = drawn || pair.drawn;
  }
}

Result<std::string> ManifestLines::finish() {
  sort_lines(by_program_);
  std::vector<KeyedLine> by_stem;
  Group group(by_stem, uploads_, templates_);
  std::string current;
  for (KeyedLine& line : by_program_) {
    const std::string_view key = line.key;
    const std::string_view hash = key.substr(0, key.find(' '));
    const std::string_view order = key.substr(hash.size() + 1);
    if (hash.empty()) {
      counts_.rejected += is_rejected(line.text) ? 1u : 0u;
      by_stem.push_back({std::string(order), file_line(line.text, games_, captured_files_)});
      continue;
    }
    const bool another = hash != current;
    if (another || group.full()) group.flush();
    current = hash;
    if (another) count(counts_, line.text, use_of(uploads_.programs, current));
    group.add(manifest::stem_of(order), std::move(line.text));
  }
  group.flush();
  by_program_ = {};
  return write_sorted(std::move(by_stem), *scratch_);
}

}  // namespace agal::batch
