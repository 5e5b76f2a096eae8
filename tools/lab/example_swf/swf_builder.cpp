#include "example_swf/swf_builder.hpp"

#include "base/bytes.hpp"
#include "container/streams.hpp"

namespace agal::example {
namespace {

using base::put_bytes;
using base::put_little;
using base::put_text;
using base::put_u8;

constexpr std::uint16_t end_tag = 0, show_frame_tag = 1, file_attributes_tag = 69, symbol_class_tag = 76,
                        do_abc_tag = 82, define_binary_data_tag = 87;
constexpr std::size_t header_bytes = 8;

// Writes a tag. A short length is stored in the head of the tag.
void put_tag(ByteVector& out, std::uint16_t code, std::span<const std::byte> content) {
  constexpr std::size_t long_form = 0x3f;
  const std::size_t length = content.size() < long_form ? content.size() : long_form;
  put_little(out, std::uint64_t{code} << 6 | length, 2);
  if (length == long_form) put_little(out, content.size(), 4);
  put_bytes(out, content);
}

}  // namespace

SwfBuilder& SwfBuilder::tag(std::uint16_t code, std::span<const std::byte> content) {
  put_tag(tags_, code, content);
  return *this;
}

SwfBuilder& SwfBuilder::abc(const ByteVector& file, std::string_view name) {
  ByteVector content;
  put_little(content, 1, 4);  // lazy initialization
  put_text(content, name);
  put_u8(content, 0);
  put_bytes(content, file);
  return tag(do_abc_tag, content);
}

SwfBuilder& SwfBuilder::binary_data(std::string_view symbol, std::span<const std::byte> content) {
  ByteVector data;
  put_little(data, next_id_, 2);
  put_little(data, 0, 4);
  put_bytes(data, content);
  if (!symbol.empty()) symbols_.emplace_back(next_id_, symbol);
  ++next_id_;
  return tag(define_binary_data_tag, data);
}

// Returns the body of a movie with 550 by 400 points, 24 frames per second and one frame.
ByteVector SwfBuilder::body() const {
  ByteVector out;
  for (const unsigned byte : {0x78u, 0x00u, 0x05u, 0x5fu, 0x00u, 0x00u, 0x0fu, 0xa0u, 0x00u})
    put_u8(out, static_cast<std::uint8_t>(byte));
  put_little(out, 24u << 8, 2);
  put_little(out, 1, 2);
  ByteVector attributes;
  put_little(attributes, 0x08, 4);  // ActionScript 3
  put_tag(out, file_attributes_tag, attributes);
  put_bytes(out, tags_);
  ByteVector names;
  put_little(names, symbols_.size(), 2);
  for (const auto& [id, name] : symbols_) {
    put_little(names, id, 2);
    put_text(names, name);
    put_u8(names, 0);
  }
  if (!symbols_.empty()) put_tag(out, symbol_class_tag, names);
  put_tag(out, show_frame_tag, {});
  put_tag(out, end_tag, {});
  return out;
}

ByteVector SwfBuilder::build(Compression compression) const {
  constexpr std::uint8_t version = 43;
  constexpr std::size_t properties_bytes = 5;
  const ByteVector content = body();
  ByteVector out;
  const auto put_head = [&](std::string_view signature) {
    put_text(out, signature);
    put_u8(out, version);
    put_little(out, header_bytes + content.size(), 4);
  };
  switch (compression) {
    case Compression::None:
      put_head("FWS");
      put_bytes(out, content);
      break;
    case Compression::Zlib:
      put_head("CWS");
      put_bytes(out, container::deflate(content).value());
      break;
    case Compression::Lzma: {
      put_head("ZWS");
      const ByteVector packed = compress_lzma(content);
      put_little(out, packed.size() - properties_bytes, 4);
      put_bytes(out, packed);
      break;
    }
  }
  return out;
}

ByteVector build_swc(const ByteVector& library) {
  constexpr std::string_view catalog =
      R"(<?xml version="1.0" encoding="utf-8"?>
<swc xmlns="http://www.adobe.com/flash/swccatalog/9">
  <versions><swc version="1.2"/></versions>
  <libraries><library path="library.swf"/></libraries>
</swc>
)";
  ByteVector text;
  put_text(text, catalog);
  return build_archive({{"catalog.xml", text}, {"library.swf", library}});
}

}  // namespace agal::example
