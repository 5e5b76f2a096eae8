#include "recorded_files.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <vector>

#include "console.hpp"
#include "extract/hash.hpp"
#include "files.hpp"
#include "os/files.hpp"

namespace agalc {
namespace {

constexpr std::string_view record_name = ".agal-files";
constexpr std::size_t hash_digits = 32;

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

std::string hash_of(std::span<const std::byte> bytes) { return agal::extraction::hash128(bytes).hex(); }

std::uint64_t row_hash(std::string_view path, std::string_view content_hash) {
  return agal::extraction::hash64(bytes_of(fmt::format("{} {}", content_hash, path)));
}

std::string line_of(const std::string& name, const std::string& hash) { return fmt::format("{} {}\n", hash, name); }

}  // namespace

void RecordedFiles::add(std::string_view path, std::string_view content_hash) {
  hashes_.insert(row_hash(path, content_hash));
}

bool RecordedFiles::contains(std::string_view path, std::string_view content_hash) const {
  return hashes_.contains(row_hash(path, content_hash));
}

bool is_regular(const std::string& path) {
  const std::optional<os::FileStatus> status = os::status_of(path);
  return status && status->type == os::FileType::Regular;
}

std::optional<std::string> hash_of_file(const std::string& path) {
  const std::optional<os::FileStatus> status = os::status_of(path);
  if (!status || status->type != os::FileType::Regular) return std::nullopt;
  const os::MappedFile file(path);
  if (file.bytes().size() != status->size) return std::nullopt;
  return hash_of(file.bytes());
}

agal::Diagnostic not_recorded(const std::string& path, bool overwrite) {
  return make_diagnostic(overwrite ? "overwritten" : "not-replaced", path);
}

// A file may have several lines: the last one is its newest content. Lines that are not from agalc are ignored.
FolderRecord::FolderRecord(std::string folder, bool overwrite) : folder_(std::move(folder)), overwrite_(overwrite) {
  if (!folder_.empty() && folder_.back() != '/') folder_ += '/';
  const std::string path = full(std::string(record_name));
  if (!is_regular(path)) return;
  const os::MappedFile file(path);
  std::string_view rest(reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size());
  std::map<std::string, std::vector<std::string>> hashes;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.size() < hash_digits + 2 || line[hash_digits] != ' ') continue;
    hashes[std::string(line.substr(hash_digits + 1))].emplace_back(line.substr(0, hash_digits));
  }
  for (auto& [name, list] : hashes) {
    has_old_lines_ = has_old_lines_ || list.size() > 1;
    std::string newest = list.back();
    // An interrupted command may have listed a file that it did not write.
    if (list.size() > 1)
      if (const std::optional<std::string> now = hash_of_file(full(name)))
        if (std::find(list.begin(), list.end(), *now) != list.end()) newest = *now;
    rows_.emplace(name, std::move(newest));
  }
}

std::string FolderRecord::full(const std::string& name) const { return folder_ + name; }

void FolderRecord::plan(const std::string& name, const std::function<std::optional<std::string>()>& content) {
  const std::string path = full(name);
  if (!os::status_of(path) || is_special(path)) return;
  const std::optional<std::string> hash = hash_of_file(path);
  if (const auto row = rows_.find(name); hash && row != rows_.end() && row->second == *hash) return;
  const std::optional<std::string> fresh = content();
  if (!fresh || (hash && hash_of(bytes_of(*fresh)) == *hash)) return;
  found_.add(not_recorded(path, overwrite_));
}

agal::Diagnostics FolderRecord::check() const { return found_; }

agal::Diagnostics FolderRecord::append(const std::string& name, const std::string& hash) {
  const std::string path = full(std::string(record_name));
  if (os::status_of(path) && !is_regular(path)) return cannot_write(path, EINVAL);
  const int descriptor = os::open_file(path, os::Open::Append);
  if (descriptor < 0) return cannot_write(path, errno);
  int error = write_all(descriptor, bytes_of(line_of(name, hash)));
  if (const int late = os::close_file(descriptor); error == 0) error = late;
  return error == 0 ? agal::Diagnostics{} : cannot_write(path, error);
}

agal::Diagnostics FolderRecord::write(const std::string& name, std::span<const std::byte> bytes) {
  std::string hash = hash_of(bytes);
  const std::optional<std::string> now = hash_of_file(full(name));
  const auto row = rows_.find(name);
  // The line comes first, so that a file is listed even if the command is killed.
  if ((row == rows_.end() || row->second != hash) && name.find('\n') == std::string::npos) {
    if (agal::Diagnostics failed = append(name, hash); failed.has_errors()) return failed;
    has_old_lines_ = true;
    rows_[name] = hash;
  }
  return now == hash ? agal::Diagnostics{} : write_output(full(name), bytes);
}

agal::Diagnostics FolderRecord::write(const std::string& name, std::string_view text) {
  return write(name, bytes_of(text));
}

agal::Diagnostics FolderRecord::finish() {
  if (!has_old_lines_) return {};
  std::string text;
  for (const auto& [name, hash] : rows_) text += line_of(name, hash);
  return write_output(full(std::string(record_name)), text);
}

void add_overwrite_option(CLI::App& app, bool& overwrite) {
  app.add_flag("--overwrite", overwrite, "Replace files that agalc did not write, or that have changed since");
}

}  // namespace agalc
