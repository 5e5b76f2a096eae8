// The bridge to liblzma.
#include <lzma.h>

#include <stdexcept>

#include "example_swf/swf_builder.hpp"

namespace agal::example {

ByteVector compress_lzma(std::span<const std::byte> bytes) {
  constexpr std::size_t properties_bytes = 5, length_bytes = 8, room = 1024;
  lzma_options_lzma options;
  lzma_stream stream = LZMA_STREAM_INIT;
  if (lzma_lzma_preset(&options, LZMA_PRESET_DEFAULT) != 0 || lzma_alone_encoder(&stream, &options) != LZMA_OK)
    throw std::runtime_error("liblzma cannot compress");
  ByteVector out(room + bytes.size() + bytes.size() / 2);
  stream.next_in = reinterpret_cast<const std::uint8_t*>(bytes.data());
  stream.avail_in = bytes.size();
  stream.next_out = reinterpret_cast<std::uint8_t*>(out.data());
  stream.avail_out = out.size();
  const lzma_ret result = lzma_code(&stream, LZMA_FINISH);
  out.resize(out.size() - stream.avail_out);
  lzma_end(&stream);
  if (result != LZMA_STREAM_END) throw std::runtime_error("liblzma cannot compress");
  // A SWF has no length of its own here.
  const auto length = out.begin() + static_cast<std::ptrdiff_t>(properties_bytes);
  out.erase(length, length + static_cast<std::ptrdiff_t>(length_bytes));
  return out;
}

}  // namespace agal::example
