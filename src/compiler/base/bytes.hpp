// Reads numbers in little-endian binary formats from untrusted bytes, and writes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace agal::base {

using Bytes = std::span<const std::byte>;
using ByteVector = std::vector<std::byte>;

inline std::string_view as_text(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

/// Reads forward. After a read past the end, `failed()` returns true, and every further number is 0.
class ByteReader {
 public:
  explicit ByteReader(Bytes bytes, std::size_t position = 0) : bytes_(bytes), position_(position) {
    if (position > bytes.size()) fail();
  }

  bool failed() const { return failed_; }
  bool at_end() const { return position_ == bytes_.size(); }
  std::size_t position() const { return position_; }
  std::size_t left() const { return bytes_.size() - position_; }

  std::uint8_t u8() { return static_cast<std::uint8_t>(number(1)); }
  std::uint16_t u16() { return static_cast<std::uint16_t>(number(2)); }
  std::uint32_t u24() { return static_cast<std::uint32_t>(number(3)); }
  std::uint32_t u32() { return static_cast<std::uint32_t>(number(4)); }
  std::uint64_t u64() { return number(8); }

  /// Reads a number of one to five bytes with seven bits each, the lowest first (u30 and u32 of the ABC format).
  std::uint32_t variable() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 35; shift += 7) {
      const std::uint8_t byte = u8();
      value |= std::uint64_t{byte & 0x7fu} << shift;
      if ((byte & 0x80) == 0) break;
    }
    return static_cast<std::uint32_t>(value);
  }

  Bytes take(std::size_t count) {
    if (count > left()) {
      fail();
      return {};
    }
    const Bytes part = bytes_.subspan(position_, count);
    position_ += count;
    return part;
  }
  void skip(std::size_t count) { take(count); }
  /// Reads a text that `put_sized_text` wrote.
  std::string_view sized_text() { return as_text(take(variable())); }

 private:
  void fail() {
    failed_ = true;
    position_ = bytes_.size();
  }
  std::uint64_t number(std::size_t count) {
    std::uint64_t value = 0;
    unsigned shift = 0;
    for (const std::byte byte : take(count)) {
      value |= std::to_integer<std::uint64_t>(byte) << shift;
      shift += 8;
    }
    return value;
  }

  Bytes bytes_;
  std::size_t position_;
  bool failed_ = false;
};

inline void put_little(ByteVector& out, std::uint64_t value, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) out.push_back(static_cast<std::byte>(value >> (8 * i) & 0xff));
}
inline void put_u8(ByteVector& out, std::uint8_t value) { out.push_back(static_cast<std::byte>(value)); }

/// Writes a number in the format that `ByteReader::variable` reads.
inline void put_variable(ByteVector& out, std::uint32_t value) {
  for (; value >= 0x80; value >>= 7) put_u8(out, static_cast<std::uint8_t>((value & 0x7f) | 0x80));
  put_u8(out, static_cast<std::uint8_t>(value));
}

inline void put_bytes(ByteVector& out, Bytes bytes) { out.insert(out.end(), bytes.begin(), bytes.end()); }
inline void put_text(ByteVector& out, std::string_view text) {
  put_bytes(out, std::as_bytes(std::span(text.data(), text.size())));
}

/// Writes the size of a text in the format of `put_variable`, and then the text.
inline void put_sized_text(ByteVector& out, std::string_view text) {
  put_variable(out, static_cast<std::uint32_t>(text.size()));
  put_text(out, text);
}

}  // namespace agal::base
