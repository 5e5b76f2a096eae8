#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "descriptor.hpp"

namespace agal::batch {
namespace {

namespace fs = std::filesystem;

std::string lock_of(const std::string& folder) { return folder + "/lock"; }

int lock(const Descriptor& file, int operation) {
  int result = 0;
  while ((result = ::flock(file.get(), operation)) != 0 && errno == EINTR) {
  }
  return result == 0 ? 0 : errno;
}

bool same_inode(int descriptor, const std::string& path) {
  struct stat here {
  }, there{};
  return ::fstat(descriptor, &here) == 0 && ::stat(path.c_str(), &there) == 0 && here.st_ino == there.st_ino &&
         here.st_dev == there.st_dev;
}

}  // namespace

// Another run may remove the folder after it was created and before it is locked. Then it is created again.
Result<Descriptor> lock_folder(const std::string& folder) {
  std::error_code missing;  // the reason why the folder around this one does not exist
  const fs::path around = fs::path(folder).parent_path();
  if (!around.empty()) fs::create_directories(around, missing);
  for (;;) {
    // Uses mkdir because create_directories fails if the folder vanishes after it was found.
    const int failed = ::mkdir(folder.c_str(), 0777) == 0 || errno == EEXIST ? 0 : errno;
    // A link is not followed, because every unlocked folder in this folder will be removed.
    Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!opened && errno == ENOENT && failed == 0) continue;
    if (!opened && failed == ENOENT && missing) return cannot_write(around.string(), missing.value());
    if (!opened) return cannot_write(folder, failed != 0 ? failed : errno);
    if (const int error = lock(opened, LOCK_EX); error != 0) return cannot_write(folder, error);
    if (same_inode(opened.get(), folder)) return opened;
  }
}

Descriptor lock_run(const std::string& folder, int& error) {
  Descriptor file(::open(lock_of(folder).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  error = file ? lock(file, LOCK_EX | LOCK_NB) : errno;
  return error == 0 ? std::move(file) : Descriptor();
}

bool is_locked(const std::string& folder) {
  const Descriptor file(::open(lock_of(folder).c_str(), O_RDWR | O_CLOEXEC));
  return file && lock(file, LOCK_EX | LOCK_NB) == EWOULDBLOCK;
}

}  // namespace agal::batch
