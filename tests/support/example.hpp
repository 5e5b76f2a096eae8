// Reads the bad and good programs of the rules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace agal::test {

/// Converts hexadecimal bytes that are separated by blanks.
inline std::vector<std::byte> from_hex(std::string_view text) {
  std::vector<std::byte> bytes;
  unsigned value = 0, digits = 0;
  const auto flush = [&] {
    if (digits != 0) bytes.push_back(static_cast<std::byte>(value));
    value = digits = 0;
  };
  for (char c : text) {
    if (c == ' ' || c == '\n') {
      flush();
      continue;
    }
    value = value * 16 + static_cast<unsigned>(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    ++digits;
  }
  flush();
  return bytes;
}

inline std::vector<std::byte> to_bytes(std::string_view text) {
  const auto* begin = reinterpret_cast<const std::byte*>(text.data());
  return {begin, begin + text.size()};
}

/// Returns the content of an example of a rule: the bytes after "hex: ", otherwise the text itself.
inline std::vector<std::byte> example_bytes(std::string_view example) {
  constexpr std::string_view prefix = "hex: ";
  return example.starts_with(prefix) ? from_hex(example.substr(prefix.size())) : to_bytes(example);
}

}  // namespace agal::test
