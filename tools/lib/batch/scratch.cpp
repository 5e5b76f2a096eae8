#include "scratch.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "console/console.hpp"

namespace agal::batch {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view lock_name = "lock";
constexpr std::string_view unique_suffix = ".XXXXXX";  // mkdtemp fills it in

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

// Creates the parent folder if necessary, and locks it. Each run holds this lock only briefly, at its start and at its
// end. Another run may remove the folder between its creation and the lock: then it is created again.
Result<Descriptor> lock_parent(const std::string& parent) {
  std::error_code ignored;  // without the folder around it, creating the parent fails
  if (const fs::path around = fs::path(parent).parent_path(); !around.empty()) fs::create_directories(around, ignored);
  for (;;) {
    // Not by create_directories, which fails if the folder vanishes after it was found.
    const int failed = ::mkdir(parent.c_str(), 0777) == 0 || errno == EEXIST ? 0 : errno;
    // A link is not followed: everything in the folder that is not locked will be removed.
    Descriptor folder(::open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!folder && errno == ENOENT && failed == 0) continue;
    if (!folder) return cannot_write(parent, failed != 0 ? failed : errno);
    if (const int error = lock(folder, LOCK_EX); error != 0) return cannot_write(parent, error);
    if (same_inode(folder.get(), parent)) return folder;
  }
}

std::string label_of(const fs::path& folder) {
  const std::string name = folder.filename().string();
  return name.substr(0, name.size() - std::min(name.size(), unique_suffix.size()));
}

bool alive(const fs::path& folder) {
  const Descriptor file(::open((folder / lock_name).c_str(), O_RDWR | O_CLOEXEC));
  return file && lock(file, LOCK_EX | LOCK_NB) == EWOULDBLOCK;
}

// Removes the files of runs that have ended. The parent is locked, so no other run changes it.
Diagnostics clean(const std::string& parent, const Scratch::Conflicts& conflicts) {
  std::vector<fs::path> dead;
  std::error_code failed;
  for (fs::directory_iterator entry(parent, failed), end; !failed && entry != end; entry.increment(failed)) {
    if (!alive(entry->path()))
      dead.push_back(entry->path());
    else if (conflicts && conflicts(label_of(entry->path())))
      return agalc::only(agalc::make_diagnostic("output-in-use", parent));
  }
  for (const fs::path& folder : dead) fs::remove_all(folder, failed);
  return {};
}

}  // namespace

Result<std::unique_ptr<Scratch>> Scratch::open(const std::string& parent, const std::string& label,
                                               const Conflicts& conflicts) {
  Result<Descriptor> locked = lock_parent(parent);
  if (!locked) return locked.diagnostics();
  Diagnostics found = clean(parent, conflicts);
  if (found.has_errors()) return found;

  std::string folder = fmt::format("{}/{}{}", parent, label, unique_suffix);
  if (::mkdtemp(folder.data()) == nullptr) return cannot_write(parent, errno);
  Descriptor file(::open(fmt::format("{}/{}", folder, lock_name).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  const int error = file ? lock(file, LOCK_EX | LOCK_NB) : errno;
  if (error != 0) {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
    ::rmdir(parent.c_str());
    return cannot_write(folder, error);
  }
  return std::unique_ptr<Scratch>(new Scratch(parent, std::move(folder), std::move(file)));
}

Scratch::~Scratch() {
  const Result<Descriptor> locked = lock_parent(parent_);
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
  ::rmdir(parent_.c_str());  // only if no other run is in it
}

std::string Scratch::next_path() {
  return fmt::format("{}/{}", folder_, counter_.fetch_add(1, std::memory_order_relaxed));
}

}  // namespace agal::batch
