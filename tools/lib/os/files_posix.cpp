#include "os/files.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>

namespace agalc::os {
namespace {

int flags_of(Open how) {
  switch (how) {
    case Open::Read: return O_RDONLY;
    case Open::ReadNow: return O_RDONLY | O_NONBLOCK;
    case Open::ReadNoLink: return O_RDONLY | O_NONBLOCK | O_NOFOLLOW;
    case Open::Overwrite: return O_WRONLY;
    case Open::Create: return O_WRONLY | O_CREAT | O_EXCL;
    case Open::Append: return O_WRONLY | O_CREAT | O_APPEND;
  }
  return O_RDONLY;
}

int result_of(int returned) { return returned == 0 ? 0 : errno; }

FileType type_of(mode_t mode) {
  if (S_ISREG(mode)) return FileType::Regular;
  if (S_ISDIR(mode)) return FileType::Folder;
  return S_ISLNK(mode) ? FileType::Link : FileType::Other;
}

FileStatus status_from(const struct stat& status) {
  FileStatus out;
  out.type = type_of(status.st_mode);
  out.id = {status.st_dev, status.st_ino};
  out.size = static_cast<std::uint64_t>(status.st_size);
  out.size_on_disk = static_cast<std::uint64_t>(status.st_blocks) * 512;
  out.seconds = status.st_mtim.tv_sec;
  out.nanoseconds = status.st_mtim.tv_nsec;
  return out;
}

}  // namespace

int open_file(const std::string& path, Open how) { return ::open(path.c_str(), flags_of(how) | O_CLOEXEC, 0666); }

std::ptrdiff_t read_file(int descriptor, std::span<std::byte> bytes) {
  ssize_t count = 0;
  while ((count = ::read(descriptor, bytes.data(), bytes.size())) < 0 && errno == EINTR) {
  }
  return count;
}

std::ptrdiff_t write_file(int descriptor, std::span<const std::byte> bytes) {
  ssize_t count = 0;
  while ((count = ::write(descriptor, bytes.data(), bytes.size())) < 0 && errno == EINTR) {
  }
  return count;
}

std::ptrdiff_t write_file_at(int descriptor, std::span<const std::byte> bytes, std::uint64_t position) {
  ssize_t count = 0;
  const auto at = static_cast<off_t>(position);
  while ((count = ::pwrite(descriptor, bytes.data(), bytes.size(), at)) < 0 && errno == EINTR) {
  }
  return count;
}

int close_file(int descriptor) { return result_of(::close(descriptor)); }
int remove_file(const std::string& path) { return result_of(::unlink(path.c_str())); }
int remove_folder(const std::string& path) { return result_of(::rmdir(path.c_str())); }
int rename_file(const std::string& from, const std::string& to) {
  return result_of(::rename(from.c_str(), to.c_str()));
}
int touch_file(int descriptor) { return result_of(::futimens(descriptor, nullptr)); }

std::optional<FileStatus> status_of(int descriptor) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) return std::nullopt;
  return status_from(status);
}

std::optional<FileStatus> status_of(const std::string& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return std::nullopt;
  return status_from(status);
}

MappedFile::MappedFile(const std::string& path) {
  const int descriptor = open_file(path, Open::Read);
  if (descriptor < 0) return;
  const std::optional<FileStatus> status = status_of(descriptor);
  if (status && status->size > 0) {
    void* const mapped = ::mmap(nullptr, status->size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (mapped != MAP_FAILED) bytes_ = {static_cast<const std::byte*>(mapped), status->size};
  }
  close_file(descriptor);
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

std::optional<FileId> folder_id(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) return std::nullopt;
  return FileId{status.st_dev, status.st_ino};
}

int make_unique_folder(std::string& path) { return ::mkdtemp(path.data()) != nullptr ? 0 : errno; }

int error_number(const std::error_code& error) { return error.value(); }

bool may_be_in_name(char) { return true; }

}  // namespace agalc::os
