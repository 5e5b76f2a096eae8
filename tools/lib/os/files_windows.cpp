#include "os/files.hpp"

#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <share.h>
#include <sys/stat.h>
#include <windows.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>
#include <string_view>

namespace agalc::os {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_part = INT_MAX;  // the maximum of bytes in one call

// File times count tenths of microseconds since 1601.
constexpr std::uint64_t ticks_per_second = 10'000'000;
constexpr std::int64_t seconds_before_1970 = 11'644'473'600;

int number_of(DWORD error) {
  // POSIX uses this number for the errors of a failed lock.
  if (error == ERROR_SHARING_VIOLATION || error == ERROR_LOCK_VIOLATION) return EACCES;
  if (error == ERROR_PATH_NOT_FOUND) return ENOENT;
  return error_number({static_cast<int>(error), std::system_category()});
}

int result_of(BOOL succeeded) { return succeeded != 0 ? 0 : number_of(::GetLastError()); }

std::uint64_t joined(DWORD high, DWORD low) { return std::uint64_t{high} << 32 | low; }

class Handle {
 public:
  Handle(const std::string& path, DWORD flags)
      : handle_(::CreateFileW(fs::path(path).c_str(), FILE_READ_ATTRIBUTES,
                              FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, OPEN_EXISTING,
                              FILE_FLAG_BACKUP_SEMANTICS | flags, nullptr)) {}
  ~Handle() {
    if (*this) ::CloseHandle(handle_);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  explicit operator bool() const { return handle_ != INVALID_HANDLE_VALUE; }
  HANDLE get() const { return handle_; }

 private:
  HANDLE handle_;
};

HANDLE handle_of(int descriptor) { return reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor)); }

FileStatus status_of_handle(HANDLE handle) {
  FileStatus out;
  if (::GetFileType(handle) != FILE_TYPE_DISK) return out;
  BY_HANDLE_FILE_INFORMATION info{};
  // Fails for streams that another process opened in an incompatible mode.
  if (::GetFileInformationByHandle(handle, &info) == 0) return out;
  const bool link = (info.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
  const bool folder = (info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
  out.type = link ? FileType::Link : folder ? FileType::Folder : FileType::Regular;
  out.id = {info.dwVolumeSerialNumber, joined(info.nFileIndexHigh, info.nFileIndexLow)};
  out.size = joined(info.nFileSizeHigh, info.nFileSizeLow);
  constexpr std::uint64_t cluster = 4096;  // the default cluster size of NTFS
  out.size_on_disk = (out.size + cluster - 1) / cluster * cluster;
  const std::uint64_t ticks = joined(info.ftLastWriteTime.dwHighDateTime, info.ftLastWriteTime.dwLowDateTime);
  out.seconds = static_cast<std::int64_t>(ticks / ticks_per_second) - seconds_before_1970;
  out.nanoseconds = static_cast<std::int64_t>(ticks % ticks_per_second * 100);
  return out;
}

int flags_of(Open how) {
  switch (how) {
    case Open::Read:
    case Open::ReadNow:
    case Open::ReadNoLink: return _O_RDONLY;
    case Open::Overwrite: return _O_WRONLY;
    case Open::Create: return _O_WRONLY | _O_CREAT | _O_EXCL;
    case Open::Append: return _O_WRONLY | _O_CREAT | _O_APPEND;
  }
  return _O_RDONLY;
}

}  // namespace

int open_file(const std::string& path, Open how) {
  const fs::path file(path);
  if (how == Open::ReadNoLink) {
    const std::optional<FileStatus> status = status_of(path);
    if (status && status->type == FileType::Link) errno = ELOOP;
    if (!status || status->type == FileType::Link) return -1;
  }
  const int descriptor =
      ::_wsopen(file.c_str(), flags_of(how) | _O_BINARY | _O_NOINHERIT, _SH_DENYNO, _S_IREAD | _S_IWRITE);
  std::error_code ignored;
  if (descriptor < 0 && errno == EACCES && fs::is_directory(file, ignored)) errno = EISDIR;
  return descriptor;
}

std::ptrdiff_t read_file(int descriptor, std::span<std::byte> bytes) {
  return ::_read(descriptor, bytes.data(), static_cast<unsigned>(std::min(bytes.size(), max_part)));
}

std::ptrdiff_t write_file(int descriptor, std::span<const std::byte> bytes) {
  return ::_write(descriptor, bytes.data(), static_cast<unsigned>(std::min(bytes.size(), max_part)));
}

std::ptrdiff_t write_file_at(int descriptor, std::span<const std::byte> bytes, std::uint64_t position) {
  if (::_lseeki64(descriptor, static_cast<std::int64_t>(position), SEEK_SET) < 0) return -1;
  return write_file(descriptor, bytes);
}

int close_file(int descriptor) { return ::_close(descriptor) == 0 ? 0 : errno; }
int remove_file(const std::string& path) { return result_of(::DeleteFileW(fs::path(path).c_str())); }
int remove_folder(const std::string& path) { return result_of(::RemoveDirectoryW(fs::path(path).c_str())); }
int rename_file(const std::string& from, const std::string& to) {
  return result_of(::MoveFileExW(fs::path(from).c_str(), fs::path(to).c_str(), MOVEFILE_REPLACE_EXISTING));
}

// Reopens the file, because a descriptor that is open for reading cannot set the time.
int touch_file(int descriptor) {
  const HANDLE writing = ::ReOpenFile(handle_of(descriptor), FILE_WRITE_ATTRIBUTES,
                                      FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, 0);
  if (writing == INVALID_HANDLE_VALUE) return number_of(::GetLastError());
  FILETIME now{};
  ::GetSystemTimeAsFileTime(&now);
  const int result = result_of(::SetFileTime(writing, nullptr, nullptr, &now));
  ::CloseHandle(writing);
  return result;
}

std::optional<FileStatus> status_of(int descriptor) { return status_of_handle(handle_of(descriptor)); }

std::optional<FileStatus> status_of(const std::string& path) {
  const Handle handle(path, FILE_FLAG_OPEN_REPARSE_POINT);
  if (handle) return status_of_handle(handle.get());
  errno = number_of(::GetLastError());
  return std::nullopt;
}

// Closes the descriptor, because the view keeps the file open.
MappedFile::MappedFile(const std::string& path) {
  const int descriptor = open_file(path, Open::Read);
  if (descriptor < 0) return;
  const std::optional<FileStatus> status = status_of(descriptor);
  const HANDLE mapping = ::CreateFileMappingW(handle_of(descriptor), nullptr, PAGE_READONLY, 0, 0, nullptr);
  if (status && mapping != nullptr)
    if (const void* const view = ::MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0))
      bytes_ = {static_cast<const std::byte*>(view), static_cast<std::size_t>(status->size)};
  if (mapping != nullptr) ::CloseHandle(mapping);
  close_file(descriptor);
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::UnmapViewOfFile(bytes_.data());
}

std::optional<FileId> folder_id(const std::string& path) {
  const Handle handle(path, 0);
  BY_HANDLE_FILE_INFORMATION info{};
  if (!handle || ::GetFileInformationByHandle(handle.get(), &info) == 0) return std::nullopt;
  if ((info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) == 0) return std::nullopt;
  return FileId{info.dwVolumeSerialNumber, joined(info.nFileIndexHigh, info.nFileIndexLow)};
}

int make_unique_folder(std::string& path) {
  constexpr std::string_view digits = "0123456789abcdefghijklmnopqrstuvwxyz";
  constexpr std::size_t places = 6;
  static std::atomic<std::uint64_t> counter{0};
  for (int attempt = 0; attempt < 1000; ++attempt) {
    LARGE_INTEGER clock{};
    ::QueryPerformanceCounter(&clock);
    const auto ticks = static_cast<std::uint64_t>(clock.QuadPart);
    std::uint64_t number = ticks ^ static_cast<std::uint64_t>(::_getpid()) << 20 ^ counter++ << 10;
    for (std::size_t i = 0; i < places; ++i, number /= digits.size())
      path[path.size() - places + i] = digits[number % digits.size()];
    if (::CreateDirectoryW(fs::path(path).c_str(), nullptr) != 0) return 0;
    if (const DWORD error = ::GetLastError(); error != ERROR_ALREADY_EXISTS) return number_of(error);
  }
  return EEXIST;
}

int error_number(const std::error_code& error) {
  const std::error_condition general = error.default_error_condition();
  return general.category() == std::generic_category() ? general.value() : EIO;
}

bool may_be_in_name(char c) { return std::string_view("<>:\"|?*").find(c) == std::string_view::npos; }

}  // namespace agalc::os
