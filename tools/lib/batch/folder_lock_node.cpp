// Locks of folders in Node, which cannot lock files. A lock is a file that contains the number of its process. It is
// valid as long as that process runs.
#include <cerrno>

#include "descriptor.hpp"
#include "os/files.hpp"
#include "os/filesystem.hpp"
#include "os/node.hpp"

namespace agal::batch {
namespace {

namespace os = agalc::os;

std::string lock_of(const std::string& folder) { return folder + "/lock"; }

bool is_link(const std::string& folder) {
  const std::optional<os::FileStatus> status = os::status_of(folder);
  return status && status->type == os::FileType::Link;
}

}  // namespace

// The lock file is next to the folder and not in it, because the folder is removed while it is locked.
Result<Descriptor> lock_folder(const std::string& folder) {
  std::error_code failed;
  const os::fs::path around = os::fs::path(folder).parent_path();
  if (!around.empty()) os::fs::create_directories(around, failed);
  const std::string path = folder + ".lock";
  Descriptor lock(os::node::with_errno(os::node::agalc_node_lock(path.data(), path.size(), true)));
  if (!lock && errno == ENOENT && failed) return cannot_write(around.string(), os::error_number(failed));
  if (!lock) return cannot_write(folder, errno);
  if (is_link(folder)) return cannot_write(folder, ELOOP);
  os::fs::create_directories(folder, failed);
  if (failed) return cannot_write(folder, os::error_number(failed));
  return lock;
}

Descriptor lock_run(const std::string& folder, int& error) {
  const std::string path = lock_of(folder);
  Descriptor lock(os::node::with_errno(os::node::agalc_node_lock(path.data(), path.size(), false)));
  error = lock ? 0 : errno;
  return lock;
}

bool is_locked(const std::string& folder) {
  const std::string path = lock_of(folder);
  return os::node::agalc_node_is_locked(path.data(), path.size()) > 0;
}

}  // namespace agal::batch
