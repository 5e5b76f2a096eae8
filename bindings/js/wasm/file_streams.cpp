#include <cerrno>
#include <system_error>
#include <utility>

#include "os/files.hpp"

namespace agalc::node {

bool FileBuffer::open(const std::string& path) {
  close();
  descriptor_ = os::open_file(path, os::Open::Read);
  return is_open();
}

void FileBuffer::close() {
  if (is_open()) os::close_file(std::exchange(descriptor_, -1));
  setg(nullptr, nullptr, nullptr);
}

// The stream turns an exception into its state `badbit`.
FileBuffer::int_type FileBuffer::underflow() {
  if (gptr() < egptr()) return traits_type::to_int_type(*gptr());
  if (!is_open()) return traits_type::eof();
  const std::ptrdiff_t count = os::read_file(descriptor_, std::as_writable_bytes(std::span(bytes_)));
  if (count < 0) throw std::system_error(errno, std::generic_category());
  if (count == 0) return traits_type::eof();
  setg(bytes_.data(), bytes_.data(), bytes_.data() + count);
  return traits_type::to_int_type(*gptr());
}

}  // namespace agalc::node
