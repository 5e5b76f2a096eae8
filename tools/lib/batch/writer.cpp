#include "writer.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <vector>

#include "cli/console.hpp"
#include "os/files.hpp"
#include "os/filesystem.hpp"

namespace agal::batch {
namespace {

namespace fs = agalc::os::fs;
namespace os = agalc::os;

constexpr std::size_t block = std::size_t{64} << 10;

// Opens a regular file and returns its size. Links are not followed, because their targets do not belong to the output.
Descriptor open_regular(const std::string& path, std::uint64_t& size) {
  Descriptor file(os::open_file(path, os::Open::ReadNoLink));
  if (!file) return {};
  const std::optional<os::FileStatus> status = os::status_of(file.get());
  if (!status || status->type != os::FileType::Regular) return {};
  size = status->size;
  return file;
}

// Returns true if the file has these bytes. Uses memcmp because std::equal compares std::byte one by one.
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

// Returns the folder of the path that is a link; "" if there is none. The root itself may be one.
std::string Writer::link_in(const std::string& path) const {
  for (std::size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1)) {
    const std::optional<os::FileStatus> status = os::status_of(full(path.substr(0, slash)));
    if (!status) return {};
    if (status->type == os::FileType::Link) return full(path.substr(0, slash));
  }
  return {};
}

Diagnostics Writer::rename(const std::string& from, const std::string& path) {
  const std::string target = full(path);
  if (const std::string link = link_in(path); !link.empty()) {
    os::remove_file(from);
    return agalc::only(
        agalc::make_diagnostic("cannot-write", target, {link + " is a link, which a batch does not follow"}));
  }
  int error = 0;
  // Folders are created when a write fails. Another thread may remove a folder at that moment because it is empty, so
  // the write is repeated.
  for (int attempt = 0; attempt < 16; ++attempt) {
    error = os::rename_file(from, target);
    if (error == 0) return {};
    if (error != ENOENT) break;
    std::error_code failed;
    fs::create_directories(fs::path(target).parent_path(), failed);
    if (failed && failed != std::errc::no_such_file_or_directory) {
      error = os::error_number(failed);
      break;
    }
  }
  os::remove_file(from);
  return cannot_write(target, error);
}

Result<Written> Writer::write(const std::string& path, std::span<const std::byte> bytes) {
  if (holds(full(path), bytes)) return Written::Unchanged;
  return replace(path, bytes);
}

Result<Written> Writer::replace(const std::string& path, std::span<const std::byte> bytes) {
  const std::string temporary = scratch_->next_path();
  if (const int error = write_new_file(temporary, bytes); error != 0) return cannot_write(full(path), error);
  Diagnostics failed = rename(temporary, path);
  if (failed.has_errors()) return failed;
  return Written::Changed;
}

Result<Written> Writer::write(const std::string& path, std::string_view text) {
  return write(path, std::as_bytes(std::span(text.data(), text.size())));
}

bool Writer::has(const std::string& path, std::string_view text) const {
  return holds(full(path), std::as_bytes(std::span(text.data(), text.size())));
}

Result<Written> Writer::adopt(const std::string& path, const std::string& finished) {
  if (equal_files(finished, full(path))) {
    os::remove_file(finished);
    return Written::Unchanged;
  }
  Diagnostics failed = rename(finished, path);
  if (failed.has_errors()) return failed;
  return Written::Changed;
}

Diagnostics Writer::remove(const std::string& path) {
  if (!link_in(path).empty()) return {};
  if (const int error = os::remove_file(full(path)); error != 0) {
    if (error == ENOENT || error == ENOTDIR) return {};
    return cannot_write(full(path), error);
  }
  for (fs::path folder = fs::path(path).parent_path(); !folder.empty(); folder = folder.parent_path())
    if (os::remove_folder(full(folder.generic_string())) != 0) break;
  return {};
}

}  // namespace agal::batch
