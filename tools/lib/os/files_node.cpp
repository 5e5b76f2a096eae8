#include <cerrno>
#include <vector>

#include "os/files.hpp"
#include "os/node.hpp"

namespace agalc::os {
namespace {

FileStatus status_from(const node::Status& status) {
  FileStatus out;
  out.type = static_cast<FileType>(status.type);
  out.id = {status.device, status.number};
  out.size = status.size;
  out.size_on_disk = status.size_on_disk;
  out.seconds = static_cast<std::int64_t>(status.seconds);
  out.nanoseconds = static_cast<std::int64_t>(status.nanoseconds);
  return out;
}

}  // namespace

int node::with_errno(int result) {
  if (result >= 0) return result;
  errno = -result;
  return -1;
}

int open_file(const std::string& path, Open how) {
  return node::with_errno(node::agalc_node_open(path.data(), path.size(), static_cast<int>(how)));
}

std::ptrdiff_t read_file(int descriptor, std::span<std::byte> bytes) {
  return node::with_errno(node::agalc_node_read(descriptor, bytes.data(), bytes.size()));
}

std::ptrdiff_t write_file(int descriptor, std::span<const std::byte> bytes) {
  return node::with_errno(node::agalc_node_write(descriptor, bytes.data(), bytes.size()));
}

std::ptrdiff_t write_file_at(int descriptor, std::span<const std::byte> bytes, std::uint64_t position) {
  return node::with_errno(
      node::agalc_node_write_at(descriptor, bytes.data(), bytes.size(), static_cast<double>(position)));
}

int close_file(int descriptor) { return node::error_of(node::agalc_node_close(descriptor)); }
int remove_file(const std::string& path) {
  return node::error_of(node::agalc_node_remove_file(path.data(), path.size()));
}
int remove_folder(const std::string& path) {
  return node::error_of(node::agalc_node_remove_folder(path.data(), path.size()));
}
int rename_file(const std::string& from, const std::string& to) {
  return node::error_of(node::agalc_node_rename(from.data(), from.size(), to.data(), to.size()));
}
int touch_file(int descriptor) { return node::error_of(node::agalc_node_touch(descriptor)); }

std::optional<FileStatus> status_of(int descriptor) {
  node::Status status{};
  if (node::with_errno(node::agalc_node_status(descriptor, &status)) < 0) return std::nullopt;
  return status_from(status);
}

std::optional<FileStatus> status_of(const std::string& path) {
  node::Status status{};
  if (node::with_errno(node::agalc_node_status_of(path.data(), path.size(), 0, &status)) < 0) return std::nullopt;
  return status_from(status);
}

// Copies the content, because WebAssembly does not have memory mappings.
MappedFile::MappedFile(const std::string& path) {
  const int descriptor = open_file(path, Open::Read);
  if (descriptor < 0) return;
  if (const std::optional<FileStatus> status = status_of(descriptor); status && status->size > 0) {
    const std::span<std::byte> content(new std::byte[static_cast<std::size_t>(status->size)],
                                       static_cast<std::size_t>(status->size));
    std::size_t count = 0;
    while (count < content.size()) {
      const std::ptrdiff_t more = read_file(descriptor, content.subspan(count));
      if (more <= 0) break;
      count += static_cast<std::size_t>(more);
    }
    bytes_ = content.first(count);
    if (count == 0) delete[] content.data();
  }
  close_file(descriptor);
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) delete[] bytes_.data();
}

std::optional<FileId> folder_id(const std::string& path) {
  node::Status status{};
  const int result = node::with_errno(node::agalc_node_status_of(path.data(), path.size(), 1, &status));
  if (result < 0 || static_cast<FileType>(status.type) != FileType::Folder) return std::nullopt;
  return FileId{status.device, status.number};
}

int make_unique_folder(std::string& path) {
  const std::string beginning =
      path.substr(0, path.size() - std::min<std::size_t>(path.size(), 6));  // the path without XXXXXX
  int error = 0;
  path = node::text_of(
      [&](char* out, std::size_t room) {
        return node::agalc_node_make_unique_folder(beginning.data(), beginning.size(), out, room);
      },
      error);
  return error;
}

int error_number(const std::error_code& error) { return error.value(); }

bool may_be_in_name(char) { return true; }

}  // namespace agalc::os
