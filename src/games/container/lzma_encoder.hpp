// Packs LZMA streams with the encoder of liblzma.
#pragma once

#include <lzma.h>

#include <optional>

#include "base/bytes.hpp"

namespace agal::container {

/// Compresses into five bytes of properties and a raw LZMA stream, as in SWF files of version 13 and up.
/// `change(options)` modifies the options of the default preset. Returns nullopt if liblzma fails.
template <class Change>
std::optional<base::ByteVector> encode_lzma(base::Bytes bytes, const Change& change) {
  constexpr std::size_t properties_bytes = 5, room = 1024;
  lzma_options_lzma options;
  if (lzma_lzma_preset(&options, LZMA_PRESET_DEFAULT) != 0) return {};
  change(options);
  const lzma_filter filters[] = {{LZMA_FILTER_LZMA1EXT, &options}, {LZMA_VLI_UNKNOWN, nullptr}};

  base::ByteVector out(properties_bytes + room + bytes.size() + bytes.size() / 2);
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

/// Chooses how the stream ends: without `size`, its size is unknown and it ends with a marker; otherwise it has this
/// size and no marker.
inline void set_end(lzma_options_lzma& options, std::optional<std::uint32_t> size) {
  options.ext_flags = size ? 0 : LZMA_LZMA1EXT_ALLOW_EOPM;
  options.ext_size_low = size.value_or(UINT32_MAX);
  options.ext_size_high = size ? 0 : UINT32_MAX;
}

}  // namespace agal::container
