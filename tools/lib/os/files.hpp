// Files by descriptor, like in POSIX. Paths are UTF-8 with slashes; contents are binary.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <system_error>

namespace agalc::os {

enum class Open : std::uint8_t {
  Read,
  ReadNow,     // does not wait for the other end of a pipe
  ReadNoLink,  // like ReadNow, and fails if the path is a link
  Overwrite,   // an existing file, pipe or device
  Create,      // fails if the file exists
  Append,      // creates the file if it does not exist
};

/// Opens a file and returns its descriptor; -1: `errno` has the reason. Child processes do not inherit the descriptor.
/// Opening a folder for reading succeeds or fails with EISDIR, depending on the system.
int open_file(const std::string& path, Open how);

/// Reads or writes some bytes and returns their number. A negative result means that `errno` has the reason.
/// Interrupted calls are repeated.
std::ptrdiff_t read_file(int descriptor, std::span<std::byte> bytes);
std::ptrdiff_t write_file(int descriptor, std::span<const std::byte> bytes);
/// Writes at this position of a regular file. The file must not also be written with `write_file`.
std::ptrdiff_t write_file_at(int descriptor, std::span<const std::byte> bytes, std::uint64_t position);

/// The following functions return 0 or the value of `errno`.
int close_file(int descriptor);
int remove_file(const std::string& path);
int remove_folder(const std::string& path);
/// Replaces a file named `to` atomically: each reader finds the old file or the new one.
int rename_file(const std::string& from, const std::string& to);
/// Sets the modification time to now.
int touch_file(int descriptor);

/// The identity of a file or folder. It is the same for all names of the file.
struct FileId {
  std::uint64_t device = 0, number = 0;
  auto operator<=>(const FileId&) const = default;
};

enum class FileType : std::uint8_t { Regular, Folder, Link, Other };
struct FileStatus {
  FileType type = FileType::Other;
  FileId id;
  std::uint64_t size = 0, size_on_disk = 0;
  std::int64_t seconds = 0, nanoseconds = 0;  // the modification time since 1970
};
/// Returns the status of an open file; nullopt: `errno` has the reason.
std::optional<FileStatus> status_of(int descriptor);
/// Returns the status of the path itself: links are not followed.
std::optional<FileStatus> status_of(const std::string& path);

/// The content of a file, without a copy if the system supports that. Empty if the file cannot be read.
class MappedFile {
 public:
  explicit MappedFile(const std::string& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  std::span<const std::byte> bytes_;
};

/// Returns the identity of a folder; nullopt if the folder does not exist.
std::optional<FileId> folder_id(const std::string& path);

/// Creates a folder with a unique name by replacing the last six characters of the path, XXXXXX. Returns 0 or the value
/// of `errno`.
int make_unique_folder(std::string& path);

/// Returns the value of `errno` for an error of std::filesystem.
int error_number(const std::error_code& error);

/// Returns true if file names may contain this ASCII character on all file systems of this operating system.
bool may_be_in_name(char c);

}  // namespace agalc::os
