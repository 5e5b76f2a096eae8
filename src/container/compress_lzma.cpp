#include <lzma.h>

#include <algorithm>
#include <bit>

#include "container/compress.hpp"

namespace agal::tapping {

std::optional<ByteVector> compress_lzma(Bytes bytes) {
  constexpr std::size_t properties_bytes = 5, room = 1024;
  lzma_options_lzma options;
  if (lzma_lzma_preset(&options, LZMA_PRESET_DEFAULT) != 0) return {};
  // The memory that the compressor allocates is about ten times the dictionary.
  const auto enough = static_cast<std::uint32_t>(std::bit_ceil(std::min(bytes.size(), std::size_t{options.dict_size})));
  options.dict_size = std::clamp(enough, std::uint32_t{1} << 16, options.dict_size);
  options.ext_flags = LZMA_LZMA1EXT_ALLOW_EOPM;
  options.ext_size_low = options.ext_size_high = UINT32_MAX;
  const lzma_filter filters[] = {{LZMA_FILTER_LZMA1EXT, &options}, {LZMA_VLI_UNKNOWN, nullptr}};

  ByteVector out(properties_bytes + room + bytes.size() + bytes.size() / 2);
  auto* const written = reinterpret_cast<std::uint8_t*>(out.data());
  lzma_stream stream = LZMA_STREAM_INIT;
  bool good = lzma_properties_encode(filters, written) == LZMA_OK && lzma_raw_encoder(&stream, filters) == LZMA_OK;
  stream.next_in = reinterpret_cast<const std::uint8_t*>(bytes.data());
  stream.avail_in = bytes.size();
  stream.next_out = written + properties_bytes;
  stream.avail_out = out.size() - properties_bytes;
  good = good && lzma_code(&stream, LZMA_FINISH) == LZMA_STREAM_END;
  out.resize(out.size() - stream.avail_out);
  lzma_end(&stream);
  if (!good) return {};
  return out;
}

}  // namespace agal::tapping
