// The part of std::filesystem that the C++ library for WebAssembly lacks, for the command in Node. Each function does
// the same as the standard function of this name.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace agalc::os::fs {

using std::filesystem::file_status;
using std::filesystem::file_type;
using std::filesystem::path;

inline bool exists(file_status status) {
  return status.type() != file_type::none && status.type() != file_type::not_found;
}
inline bool is_directory(file_status status) { return status.type() == file_type::directory; }
inline bool is_regular_file(file_status status) { return status.type() == file_type::regular; }
inline bool is_symlink(file_status status) { return status.type() == file_type::symlink; }

file_status status(const path& of, std::error_code& failed);
file_status symlink_status(const path& of, std::error_code& failed);

inline bool exists(const path& of, std::error_code& failed) { return exists(status(of, failed)); }
inline bool is_directory(const path& of, std::error_code& failed) { return is_directory(status(of, failed)); }
inline bool is_regular_file(const path& of, std::error_code& failed) { return is_regular_file(status(of, failed)); }

path current_path(std::error_code& failed);
path temp_directory_path(std::error_code& failed);
path absolute(const path& of, std::error_code& failed);
path weakly_canonical(const path& of, std::error_code& failed);
/// Resolves all links of the path, and not only one.
inline path read_symlink(const path& of, std::error_code& failed) { return weakly_canonical(of, failed); }
bool equivalent(const path& a, const path& b, std::error_code& failed);
bool create_directories(const path& folder, std::error_code& failed);
bool remove(const path& file, std::error_code& failed);
std::uintmax_t remove_all(const path& folder, std::error_code& failed);

class directory_entry {
 public:
  directory_entry(fs::path path, file_type type) : path_(std::move(path)), type_(type) {}

  const fs::path& path() const { return path_; }
  file_type type() const { return type_; }  // the type of the path itself, which may be a link
  bool is_symlink(std::error_code&) const { return type_ == file_type::symlink; }
  bool is_directory(std::error_code& failed) const { return fs::is_directory(followed(failed)); }
  bool is_regular_file(std::error_code& failed) const { return fs::is_regular_file(followed(failed)); }

 private:
  file_status followed(std::error_code& failed) const {
    return type_ == file_type::symlink ? status(path_, failed) : file_status(type_);
  }

  fs::path path_;
  file_type type_;
};

/// Reads the whole folder at once.
class directory_iterator {
 public:
  directory_iterator() = default;  // the end
  directory_iterator(const path& folder, std::error_code& failed);

  const directory_entry& operator*() const { return entries_[next_]; }
  directory_iterator& increment(std::error_code&) {
    ++next_;
    return *this;
  }
  /// Compares with the end, which is the only supported comparison.
  bool operator!=(const directory_iterator&) const { return next_ < entries_.size(); }
  const directory_entry* operator->() const { return &entries_[next_]; }

 protected:
  std::vector<directory_entry> entries_;

 private:
  std::size_t next_ = 0;
};

/// Reads all folders at once. Links are not followed.
class recursive_directory_iterator : public directory_iterator {
 public:
  recursive_directory_iterator() = default;
  recursive_directory_iterator(const path& folder, std::error_code& failed);
};

}  // namespace agalc::os::fs
