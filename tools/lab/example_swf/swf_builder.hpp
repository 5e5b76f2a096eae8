// Builds SWF and SWC files, for tests and as examples. The bytes are reproducible.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "example_swf/abc_builder.hpp"

namespace agal::example {

enum class Compression { None, Zlib, Lzma };

class SwfBuilder {
 public:
  SwfBuilder& tag(std::uint16_t code, std::span<const std::byte> content);
  /// Add a tag DoABC with a name, or the older form without a name.
  SwfBuilder& abc(const ByteVector& file, std::string_view name = "code");
  SwfBuilder& old_abc(const ByteVector& file) { return tag(72, file); }
  /// Adds a tag DefineBinaryData. With the symbol "", the data does not have a name.
  SwfBuilder& binary_data(std::string_view symbol, std::span<const std::byte> content);

  /// Sets the class that the player starts.
  SwfBuilder& main_class(std::string_view name) {
    symbols_.emplace_back(0, name);
    return *this;
  }

  ByteVector build(Compression compression = Compression::None) const;

 private:
  ByteVector body() const;

  ByteVector tags_;
  std::vector<std::pair<std::uint16_t, std::string>> symbols_;
  std::uint16_t next_id_ = 1;
};

/// The names and contents of the entries of an archive.
using Entries = std::vector<std::pair<std::string, ByteVector>>;
ByteVector build_archive(const Entries& entries);

/// Builds a SWC with only catalog.xml and library.swf.
ByteVector build_swc(const ByteVector& library);

/// Compresses the body of a SWF: five bytes of properties, then the stream. Some encoders write an end marker, others
/// do not.
enum class EndMark { Written, Omitted };
ByteVector compress_lzma(std::span<const std::byte> bytes, EndMark mark = EndMark::Written);

}  // namespace agal::example
