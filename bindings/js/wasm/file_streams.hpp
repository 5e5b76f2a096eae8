// Streams that read files, for the command in Node. A C++ library without a file system does not have them.
#pragma once

#include <array>
#include <istream>
#include <streambuf>
#include <string>

namespace agalc::node {

/// Reads a file by its descriptor.
class FileBuffer : public std::streambuf {
 public:
  FileBuffer() = default;
  ~FileBuffer() override { close(); }
  FileBuffer(const FileBuffer&) = delete;
  FileBuffer& operator=(const FileBuffer&) = delete;

  /// Returns false on failure; `errno` then has the reason.
  bool open(const std::string& path);
  bool is_open() const { return descriptor_ >= 0; }
  void close();

 protected:
  int_type underflow() override;

 private:
  int descriptor_ = -1;
  std::array<char, 16384> bytes_;
};

}  // namespace agalc::node

template <>
class std::basic_ifstream<char, std::char_traits<char>> : public std::istream {
 public:
  basic_ifstream() : std::istream(nullptr) { init(&buffer_); }
  explicit basic_ifstream(const std::string& path, openmode = in) : basic_ifstream() { open_file(path); }
  template <class Path>
  requires requires(const Path& path) { path.string(); }
  explicit basic_ifstream(const Path& path, openmode = in) : basic_ifstream(path.string()) {}

  template <class Path>
  void open(const Path& path, openmode = in) {
    open_file(path.string());
  }
  bool is_open() const { return buffer_.is_open(); }
  void close() { buffer_.close(); }

 private:
  void open_file(const std::string& path) {
    if (!buffer_.open(path)) setstate(failbit);
  }

  agalc::node::FileBuffer buffer_;
};
