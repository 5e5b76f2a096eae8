// SWF and SWC files from programs, for tests and as examples. The same parts give the same bytes.
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
  /// DoABC, with a name, or its older form without one.
  SwfBuilder& abc(const ByteVector& file, std::string_view name = "code");
  SwfBuilder& old_abc(const ByteVector& file) { return tag(72, file); }
  /// DefineBinaryData. With the symbol "", it does not have a name.
  SwfBuilder& binary_data(std::string_view symbol, std::span<const std::byte> content);

  /// The class that the player starts.
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

/// An archive of these entries, by name and content.
using Entries = std::vector<std::pair<std::string, ByteVector>>;
ByteVector build_archive(const Entries& entries);

/// A SWC with only catalog.xml and library.swf.
ByteVector build_swc(const ByteVector& library);

/// The body of a SWF: five bytes of properties, then the stream. Some encoders write an end marker, others do not.
enum class EndMark { Written, Omitted };
ByteVector compress_lzma(std::span<const std::byte> bytes, EndMark mark = EndMark::Written);

}  // namespace agal::example
