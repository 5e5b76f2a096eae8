#include "manifest.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <queue>

#include "../agalc/console.hpp"

namespace agal::batch {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_runs = 256;  // that are open at once

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

// Collects what is written into large pieces.
class OutputFile {
 public:
  static Result<OutputFile> create(std::string path) {
    Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!file) return cannot_write(path, errno);
    return OutputFile(std::move(path), std::move(file));
  }
  void add(std::string_view text) {
    buffer_ += text;
    if (buffer_.size() >= block) flush();
  }
  Diagnostics finish() {
    flush();
    if (const int late = file_.close(); error_ == 0) error_ = late;
    return error_ == 0 ? Diagnostics{} : cannot_write(path_, error_);
  }
  const std::string& path() const { return path_; }

 private:
  static constexpr std::size_t block = std::size_t{256} << 10;

  OutputFile(std::string path, Descriptor file) : path_(std::move(path)), file_(std::move(file)) {}
  void flush() {
    if (error_ == 0) error_ = write_all(file_.get(), bytes_of(buffer_));
    buffer_.clear();
  }

  std::string path_, buffer_;
  Descriptor file_;
  int error_ = 0;
};

// One of the files that are merged: key, NUL, line.
struct Run {
  std::ifstream file;
  std::string key, line;

  explicit Run(const std::string& path) : file(path, std::ios::binary) {}
  bool next() { return std::getline(file, key, '\0') && std::getline(file, line, '\n'); }
};

struct LaterRun {
  bool operator()(const std::unique_ptr<Run>& a, const std::unique_ptr<Run>& b) const {
    return std::tie(a->key, a->line) > std::tie(b->key, b->line);
  }
};

std::vector<std::string> paths_of(const RecordedLine& record) {
  std::vector<std::string> paths;
  if (!record.disassembly.empty()) paths.push_back(record.disassembly);
  for (const auto& [name, path] : record.outputs) paths.push_back(path);
  return paths;
}

// Whether this is the path of a product: what a manifest says is a file's content, and not to be trusted with more.
bool is_product_path(const std::string& path, const std::string& stem) {
  if (path.size() <= stem.size() || path.compare(0, stem.size(), stem) != 0 || path[stem.size()] != '.') return false;
  const fs::path parsed(path);
  return !stem.empty() && stem[0] != '.' && parsed.is_relative() && path.find('/', stem.size()) == std::string::npos &&
         parsed.lexically_normal() == parsed;
}

// Reads a manifest record by record, and knows whether it is sorted.
class Records {
 public:
  explicit Records(const std::string& path) : file_(path, std::ios::binary) { next(); }
  const std::optional<RecordedLine>& current() const { return current_; }
  void next() {
    std::string line;
    const std::string before = current_ ? current_->stem : std::string();
    current_ = std::getline(file_, line) ? read_record(line) : std::nullopt;
    // A manifest that is not sorted was not written by us; nothing can be concluded from it.
    if (current_ && current_->stem <= before) current_.reset();
  }

 private:
  std::ifstream file_;
  std::optional<RecordedLine> current_;
};

class Pruner {
 public:
  explicit Pruner(Writer& writer) : writer_(writer) {}

  Diagnostics compare(Records& old_records, Records& new_records) {
    Diagnostics found;
    for (; old_records.current(); old_records.next()) {
      const RecordedLine& old_record = *old_records.current();
      while (new_records.current() && new_records.current()->stem < old_record.stem) new_records.next();
      const bool same = new_records.current() && new_records.current()->stem == old_record.stem;
      found.append(remove(old_record, same ? paths_of(*new_records.current()) : std::vector<std::string>()));
      if (found.has_errors()) return found;
    }
    return found;
  }
  std::uint64_t removed() const { return removed_; }

 private:
  Diagnostics remove(const RecordedLine& record, const std::vector<std::string>& kept) {
    Diagnostics found;
    for (const std::string& path : paths_of(record)) {
      if (std::find(kept.begin(), kept.end(), path) != kept.end() || !is_product_path(path, record.stem)) continue;
      found.append(writer_.remove(path));
      ++removed_;
    }
    return found;
  }

  Writer& writer_;
  std::uint64_t removed_ = 0;
};

}  // namespace

Diagnostics LineSorter::add(std::string key, std::string line) {
  bytes_ += key.size() + line.size() + sizeof(Row);
  rows_.push_back({std::move(key), std::move(line)});
  return bytes_ > most_bytes_ ? spill() : Diagnostics{};
}

Diagnostics LineSorter::spill() {
  std::sort(rows_.begin(), rows_.end(),
            [](const Row& a, const Row& b) { return std::tie(a.key, a.line) < std::tie(b.key, b.line); });
  Result<OutputFile> file = OutputFile::create(scratch_->next_path());
  if (!file) return file.diagnostics();
  for (const Row& row : rows_) {
    file->add(row.key);
    file->add(std::string_view("\0", 1));
    file->add(row.line);
  }
  rows_.clear();
  bytes_ = 0;
  runs_.push_back(file->path());
  if (Diagnostics failed = file->finish(); failed.has_errors()) return failed;
  if (runs_.size() < most_runs) return {};
  Result<std::string> merged = merge(Keys::Keep);
  if (!merged) return merged.diagnostics();
  runs_.push_back(*std::move(merged));
  return {};
}

Result<std::string> LineSorter::merge(Keys keys) {
  std::priority_queue<std::unique_ptr<Run>, std::vector<std::unique_ptr<Run>>, LaterRun> queue;
  const auto put_back = [&](std::unique_ptr<Run> run) {
    if (run->next()) queue.push(std::move(run));
  };
  for (const std::string& path : runs_) put_back(std::make_unique<Run>(path));
  Result<OutputFile> file = OutputFile::create(scratch_->next_path());
  if (!file) return file.diagnostics();
  while (!queue.empty()) {
    // The queue only lends its elements; what is popped is moved out first.
    std::unique_ptr<Run> run = std::move(const_cast<std::unique_ptr<Run>&>(queue.top()));
    queue.pop();
    if (keys == Keys::Keep) {
      file->add(run->key);
      file->add(std::string_view("\0", 1));
    }
    file->add(run->line);
    file->add("\n");
    put_back(std::move(run));
  }
  if (Diagnostics failed = file->finish(); failed.has_errors()) return failed;
  for (const std::string& path : runs_) ::unlink(path.c_str());
  runs_.clear();
  return file->path();
}

Result<std::string> LineSorter::finish() {
  if (Diagnostics failed = spill(); failed.has_errors()) return failed;
  return merge(Keys::Drop);
}

Diagnostics for_each_record(const std::string& path, const RecordVisitor& visit) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return cannot_read(path, errno);
  std::string line;
  for (std::uint32_t number = 1; std::getline(file, line); ++number) {
    const std::optional<RecordedLine> record = read_record(line);
    if (!record) {
      Diagnostic diagnostic = agalc::make_diagnostic("manifest-malformed", path);
      diagnostic.location.line = number;
      return agalc::only(std::move(diagnostic));
    }
    if (Diagnostics found = visit(*record, line); found.has_errors()) return found;
  }
  return file.bad() ? cannot_read(path, EIO) : Diagnostics{};
}

Result<std::uint64_t> prune(const std::string& old_manifest, const std::string& new_manifest, Writer& writer) {
  Records old_records(old_manifest), new_records(new_manifest);
  Pruner pruner(writer);
  Diagnostics found = pruner.compare(old_records, new_records);
  if (found.has_errors()) return found;
  return pruner.removed();
}

Result<MergedManifest> merge_manifests(const std::string& folder, Scratch& scratch) {
  MergedManifest merged;
  std::optional<std::uint32_t> count;
  std::error_code failed;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed)) {
    const std::optional<Shard> shard = shard_of_manifest(entry->path().filename().string());
    if (!shard) continue;
    if (count && *count != shard->count)
      return agalc::only(agalc::make_diagnostic("shards-incomplete", folder, {"they are parts of different wholes"}));
    count = shard->count;
    merged.parts.push_back(entry->path().filename().string());
  }
  if (failed) return cannot_read(folder, failed.value());
  if (!count || merged.parts.size() != *count)
    return agalc::only(agalc::make_diagnostic(
        "shards-incomplete", folder, {fmt::format("{} of {} are there", merged.parts.size(), count.value_or(0))}));
  std::sort(merged.parts.begin(), merged.parts.end());
  LineSorter sorter(scratch);
  for (const std::string& part : merged.parts) {
    const Diagnostics found =
        for_each_record(fmt::format("{}/{}", folder, part), [&](const RecordedLine& record, std::string_view line) {
          return sorter.add(record.stem, fmt::format("{}\n", line));
        });
    if (found.has_errors()) return found;
  }
  Result<std::string> path = sorter.finish();
  if (!path) return path.diagnostics();
  merged.path = *std::move(path);
  return merged;
}

}  // namespace agal::batch
