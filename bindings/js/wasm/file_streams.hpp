// Streams of files, which are never open: the C++ library has none where it has no file system.
#pragma once

#include <istream>
#include <string>

template <>
class std::basic_ifstream<char, std::char_traits<char>> : public std::istream {
 public:
  explicit basic_ifstream(const std::string&) : std::istream(nullptr) {}
};
