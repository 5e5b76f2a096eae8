// Entries of the caches: the files of the local cache, and the answers of the server.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "convert.hpp"

namespace agal::batch {

/// Appends numbers (little-endian) and texts with their lengths.
class ByteWriter {
 public:
  void number(std::uint64_t value);
  void text(std::string_view value);
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// Reads them back. Missing bytes read as zero or "", and then `good` returns false.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}
  std::uint64_t number();
  std::string_view text();
  /// The number of elements of a list, limited by the number of remaining bytes.
  std::size_t count();
  bool good() const { return good_; }
  bool finished() const { return good_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool good_ = true;
};

std::string encode(const Conversion& conversion);

/// nullopt: these bytes are not a conversion. Safe for any bytes.
std::optional<Conversion> decode(std::string_view bytes);

/// The bytes of an entry: the version of the format, a checksum, the complete key, and the conversion.
std::string entry_of(const std::string& identity, const Conversion& conversion);

/// nullopt: these bytes are not the entry of this identity. Safe for any bytes.
std::optional<Conversion> conversion_of(std::string_view entry, std::string_view identity);

}  // namespace agal::batch
