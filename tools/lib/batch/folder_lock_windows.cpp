// Locks of folders in Windows. A lock is a file that no other process can open.
#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <thread>

#include "descriptor.hpp"
#include "os/files.hpp"

namespace agal::batch {
namespace {

namespace fs = std::filesystem;

std::string lock_of(const std::string& folder) { return folder + "/lock"; }

// Opens a file that vanishes with its descriptor. After a failure, `error` is the reason.
Descriptor open_alone(const std::string& path, DWORD creation, DWORD& error) {
  const HANDLE handle = ::CreateFileW(fs::path(path).c_str(), GENERIC_READ | GENERIC_WRITE | DELETE, 0, nullptr,
                                      creation, FILE_ATTRIBUTE_NORMAL | FILE_FLAG_DELETE_ON_CLOSE, nullptr);
  error = handle == INVALID_HANDLE_VALUE ? ::GetLastError() : ERROR_SUCCESS;
  if (error != ERROR_SUCCESS) return {};
  return Descriptor(::_open_osfhandle(reinterpret_cast<std::intptr_t>(handle), _O_BINARY | _O_NOINHERIT));
}

int number_of(DWORD error) { return agalc::os::error_number({static_cast<int>(error), std::system_category()}); }

bool is_link(const std::string& folder) {
  const std::optional<agalc::os::FileStatus> status = agalc::os::status_of(folder);
  return status && status->type == agalc::os::FileType::Link;
}

}  // namespace

// The lock file is next to the folder, because a folder that contains an open file cannot be removed.
Result<Descriptor> lock_folder(const std::string& folder) {
  std::error_code ignored;
  if (const fs::path around = fs::path(folder).parent_path(); !around.empty()) fs::create_directories(around, ignored);
  // A file that was closed a moment ago may still exist without being openable. That error passes; the error for a
  // folder that is not writable stays.
  constexpr int max_denied = 2000;
  for (int denied = 0;; std::this_thread::sleep_for(std::chrono::milliseconds(1))) {
    DWORD error = ERROR_SUCCESS;
    Descriptor lock = open_alone(folder + ".lock", OPEN_ALWAYS, error);
    if (error == ERROR_SHARING_VIOLATION) continue;
    if (error == ERROR_ACCESS_DENIED && ++denied < max_denied) continue;
    if (!lock) return cannot_write(folder, number_of(error));
    if (is_link(folder)) return cannot_write(folder, ELOOP);
    if (::CreateDirectoryW(fs::path(folder).c_str(), nullptr) != 0) return lock;
    error = ::GetLastError();
    if (error != ERROR_ALREADY_EXISTS) return cannot_write(folder, number_of(error));
    if (!fs::is_directory(folder, ignored)) return cannot_write(folder, ENOTDIR);
    return lock;
  }
}

Descriptor lock_run(const std::string& folder, int& error) {
  DWORD failed = ERROR_SUCCESS;
  Descriptor lock = open_alone(lock_of(folder), CREATE_NEW, failed);
  error = lock ? 0 : number_of(failed);
  return lock;
}

bool is_locked(const std::string& folder) {
  DWORD error = ERROR_SUCCESS;
  const Descriptor lock = open_alone(lock_of(folder), OPEN_EXISTING, error);
  return !lock && error == ERROR_SHARING_VIOLATION;
}

}  // namespace agal::batch
