// The bridge to liblzma.
#include <lzma.h>

#include <stdexcept>

#include "example_swf/swf_builder.hpp"

namespace agal::example {

ByteVector compress_lzma(std::span<const std::byte> bytes, EndMark mark) {
  constexpr std::size_t properties_bytes = 5, room = 1024;
  lzma_options_lzma options;
  bool good = lzma_lzma_preset(&options, LZMA_PRESET_DEFAULT) == 0;
  options.ext_flags = mark == EndMark::Written ? LZMA_LZMA1EXT_ALLOW_EOPM : 0;
  options.ext_size_low = mark == EndMark::Written ? UINT32_MAX : static_cast<std::uint32_t>(bytes.size());
  options.ext_size_high = mark == EndMark::Written ? UINT32_MAX : 0;
  const lzma_filter filters[] = {{LZMA_FILTER_LZMA1EXT, &options}, {LZMA_VLI_UNKNOWN, nullptr}};

  ByteVector out(properties_bytes + room + bytes.size() + bytes.size() / 2);
  auto* const written = reinterpret_cast<std::uint8_t*>(out.data());
  lzma_stream stream = LZMA_STREAM_INIT;
  good = good && lzma_properties_encode(filters, written) == LZMA_OK && lzma_raw_encoder(&stream, filters) == LZMA_OK;
  stream.next_in = reinterpret_cast<const std::uint8_t*>(bytes.data());
  stream.avail_in = bytes.size();
  stream.next_out = written + properties_bytes;
  stream.avail_out = out.size() - properties_bytes;
  good = good && lzma_code(&stream, LZMA_FINISH) == LZMA_STREAM_END;
  out.resize(out.size() - stream.avail_out);
  lzma_end(&stream);
  if (!good) throw std::runtime_error("liblzma cannot compress");
  return out;
}

}  // namespace agal::example
