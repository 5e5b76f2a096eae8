#include "writer.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <vector>

namespace agal::batch {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t block = std::size_t{64} << 10;

// A regular file, and its size. Links are not followed, because their targets do not belong to the output.
Descriptor open_regular(const std::string& path, std::uint64_t& size) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status {};
  if (!file || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
  size = static_cast<std::uint64_t>(status.st_size);
  return file;
}

// memcmp, because std::equal compares std::byte one by one.
bool holds(const std::string& path, std::span<const std::byte> bytes) {
  std::uint64_t size = 0;
  const Descriptor file = open_regular(path, size);
  if (!file || size != bytes.size()) return false;
  std::array<std::byte, block> buffer;
  while (!bytes.empty()) {
    const std::span<std::byte> part = std::span(buffer).first(std::min(buffer.size(), bytes.size()));
    if (read_some(file.get(), part) != part.size()) return false;
    if (std::memcmp(part.data(), bytes.data(), part.size()) != 0) return false;
    bytes = bytes.subspan(part.size());
  }
  return true;
}

bool equal_files(const std::string& a, const std::string& b) {
  std::uint64_t size_a = 0, size_b = 0;
  const Descriptor file_a = open_regular(a, size_a), file_b = open_regular(b, size_b);
  if (!file_a || !file_b || size_a != size_b) return false;
  std::vector<std::byte> part_a(block), part_b(block);
  for (;;) {
    const std::optional<std::size_t> count_a = read_some(file_a.get(), part_a),
                                     count_b = read_some(file_b.get(), part_b);
    if (!count_a || count_a != count_b) return false;
    if (std::memcmp(part_a.data(), part_b.data(), *count_a) != 0) return false;
    if (*count_a < block) return true;
  }
}

}  // namespace

// Whether a folder of the path is a link. The root itself may be one.
bool Writer::passes_link(const std::string& path) const {
  for (std::size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1)) {
    struct stat status {};
    if (::lstat(full(path.substr(0, slash)).c_str(), &status) != 0) return false;
    if (S_ISLNK(status.st_mode)) return true;
  }
  return false;
}

Diagnostics Writer::rename(const std::string& from, const std::string& path) {
  const std::string target = full(path);
  if (passes_link(path)) {
    ::unlink(from.c_str());
    return cannot_write(target, ELOOP);
  }
  int error = 0;
  // Folders are created when a write fails. Another thread may remove one at that moment because it is empty, so this
  // is repeated.
  for (int attempt = 0; attempt < 16; ++attempt) {
    if (::rename(from.c_str(), target.c_str()) == 0) return {};
    error = errno;
    if (error != ENOENT) break;
    std::error_code failed;
    fs::create_directories(fs::path(target).parent_path(), failed);
    if (failed && failed != std::errc::no_such_file_or_directory) {
      error = failed.value();
      break;
    }
  }
  ::unlink(from.c_str());
  return cannot_write(target, error);
}

Result<Written> Writer::write(const std::string& path, std::span<const std::byte> bytes) {
  if (holds(full(path), bytes)) return Written::Unchanged;
  const std::string temporary = scratch_->next_path();
  Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!file) return cannot_write(full(path), errno);
  int error = write_all(file.get(), bytes);
  // Some file systems report a full disk only now.
  if (const int late = file.close(); error == 0) error = late;
  if (error != 0) {
    ::unlink(temporary.c_str());
    return cannot_write(full(path), error);
  }
  Diagnostics failed = rename(temporary, path);
  if (failed.has_errors()) return failed;
  return Written::Changed;
}

Result<Written> Writer::write(const std::string& path, std::string_view text) {
  return write(path, std::as_bytes(std::span(text.data(), text.size())));
}

Result<Written> Writer::adopt(const std::string& path, const std::string& finished) {
  if (equal_files(finished, full(path))) {
    ::unlink(finished.c_str());
    return Written::Unchanged;
  }
  Diagnostics failed = rename(finished, path);
  if (failed.has_errors()) return failed;
  return Written::Changed;
}

Diagnostics Writer::remove(const std::string& path) {
  if (passes_link(path)) return {};
  if (::unlink(full(path).c_str()) != 0) {
    if (errno == ENOENT || errno == ENOTDIR) return {};
    return cannot_write(full(path), errno);
  }
  for (fs::path folder = fs::path(path).parent_path(); !folder.empty(); folder = folder.parent_path())
    if (::rmdir(full(folder.string()).c_str()) != 0) break;
  return {};
}

}  // namespace agal::batch
