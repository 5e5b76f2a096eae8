#include "line_sorter.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <memory>
#include <queue>
#include <span>
#include <tuple>

#include "descriptor.hpp"
#include "hash.hpp"
#include "os/files.hpp"

namespace agal::batch {
namespace {

constexpr std::size_t max_runs = 256;  // that are open at the same time

// Buffers the output.
class OutputFile {
 public:
  static Result<OutputFile> create(std::string path) {
    Descriptor file(agalc::os::open_file(path, agalc::os::Open::Create));
    if (!file) return cannot_write(path, errno);
    return OutputFile(std::move(path), std::move(file));
  }
  void add(std::string_view text) {
    buffer_ += text;
    if (buffer_.size() >= block) flush();
  }
  void add_row(std::string_view key, std::string_view line) {
    add(key);
    add(std::string_view("\0", 1));
    add(line);
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
struct SortedFile {
  std::ifstream file;
  std::string key, line;

  explicit SortedFile(const std::string& path) : file(std::filesystem::path(path), std::ios::binary) {}
  bool next() { return std::getline(file, key, '\0') && std::getline(file, line, '\n'); }
};

struct LaterLine {
  bool operator()(const std::unique_ptr<SortedFile>& a, const std::unique_ptr<SortedFile>& b) const {
    return std::tie(a->key, a->line) > std::tie(b->key, b->line);
  }
};

}  // namespace

Diagnostics LineSorter::add(std::string key, std::string line) {
  bytes_ += key.size() + line.size() + sizeof(Row);
  rows_.push_back({std::move(key), std::move(line)});
  return bytes_ > max_bytes_ ? spill() : Diagnostics{};
}

Diagnostics LineSorter::spill() {
  std::sort(rows_.begin(), rows_.end(),
            [](const Row& a, const Row& b) { return std::tie(a.key, a.line) < std::tie(b.key, b.line); });
  Result<OutputFile> file = OutputFile::create(scratch_->next_path());
  if (!file) return file.diagnostics();
  for (const Row& row : rows_) file->add_row(row.key, row.line);
  rows_.clear();
  bytes_ = 0;
  runs_.push_back(file->path());
  if (Diagnostics failed = file->finish(); failed.has_errors()) return failed;
  return runs_.size() < max_runs ? Diagnostics{} : merge_runs();
}

Diagnostics LineSorter::merge(const Visitor& visit) {
  std::priority_queue<std::unique_ptr<SortedFile>, std::vector<std::unique_ptr<SortedFile>>, LaterLine> queue;
  const auto put_back = [&](std::unique_ptr<SortedFile> run) {
    if (run->next()) queue.push(std::move(run));
  };
  for (const std::string& path : runs_) put_back(std::make_unique<SortedFile>(path));
  while (!queue.empty()) {
    // The queue only gives const access to its elements, so an element is moved out before it is popped.
    std::unique_ptr<SortedFile> run = std::move(const_cast<std::unique_ptr<SortedFile>&>(queue.top()));
    queue.pop();
    run->line += '\n';
    if (Diagnostics failed = visit(run->key, run->line); failed.has_errors()) return failed;
    put_back(std::move(run));
  }
  for (const std::string& path : runs_) agalc::os::remove_file(path);
  runs_.clear();
  return {};
}

Diagnostics LineSorter::merge_runs() {
  Result<OutputFile> file = OutputFile::create(scratch_->next_path());
  if (!file) return file.diagnostics();
  Diagnostics failed = merge([&](std::string_view key, std::string_view line) {
    file->add_row(key, line);
    return Diagnostics{};
  });
  if (failed.has_errors()) return failed;
  runs_.push_back(file->path());
  return file->finish();
}

Diagnostics LineSorter::drain(const Visitor& visit) {
  if (Diagnostics failed = spill(); failed.has_errors()) return failed;
  return merge(visit);
}

Result<std::string> LineSorter::finish() {
  Result<OutputFile> file = OutputFile::create(scratch_->next_path());
  if (!file) return file.diagnostics();
  Diagnostics failed = drain([&](std::string_view, std::string_view line) {
    file->add(line);
    return Diagnostics{};
  });
  if (failed.has_errors()) return failed;
  if (failed = file->finish(); failed.has_errors()) return failed;
  return file->path();
}

}  // namespace agal::batch
