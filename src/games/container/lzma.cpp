// Unpacks and packs LZMA streams with liblzma.
#include <algorithm>
#include <bit>

#include "container/lzma_encoder.hpp"
#include "container/streams.hpp"

namespace agal::container {
namespace {

// The maximum memory for the dictionary. Encoders use at most 64 MiB; the output is limited separately.
constexpr std::uint64_t max_memory = std::uint64_t{128} << 20;

std::string problem_of(lzma_ret result) {
  if (result == LZMA_MEM_ERROR) return "there is not enough memory for it";
  if (result == LZMA_MEMLIMIT_ERROR) return "its dictionary is too large";
  if (result == LZMA_OPTIONS_ERROR || result == LZMA_FORMAT_ERROR) return "its LZMA properties are not valid";
  return "its LZMA data is not valid";
}

// A stream of liblzma that releases its memory even if allocating the output throws.
struct LzmaStream : lzma_stream {
  LzmaStream() : lzma_stream(LZMA_STREAM_INIT) {}
  ~LzmaStream() { lzma_end(this); }
  LzmaStream(const LzmaStream&) = delete;
  LzmaStream& operator=(const LzmaStream&) = delete;
};

UnpackStatus status_of(lzma_ret result) {
  if (result == LZMA_STREAM_END) return UnpackStatus::Complete;
  return result == LZMA_OK || result == LZMA_BUF_ERROR ? UnpackStatus::CutOff : UnpackStatus::Damaged;
}

}  // namespace

Unpacked unpack_lzma(Bytes properties, Bytes input, Bytes head, std::uint64_t limit) {
  // A SWF omits the length that liblzma's "alone" format has between properties and data. All bits set: unknown.
  ByteVector alone(properties.begin(), properties.end());
  alone.insert(alone.end(), sizeof(std::uint64_t), std::byte{0xff});
  GrowingBuffer out(head, limit);
  LzmaStream stream;
  lzma_ret result = lzma_alone_decoder(&stream, max_memory);
  for (const Bytes part : {Bytes(alone), input}) {
    stream.next_in = reinterpret_cast<const std::uint8_t*>(part.data());
    stream.avail_in = part.size();
    while (result == LZMA_OK && !out.full()) {
      const std::span<std::byte> room = out.room();
      stream.next_out = reinterpret_cast<std::uint8_t*>(room.data());
      stream.avail_out = room.size();
      result = lzma_code(&stream, LZMA_RUN);
      out.use(room.size() - stream.avail_out);
      if (stream.avail_in == 0 && stream.avail_out > 0) break;
    }
  }
  Unpacked unpacked = std::move(out).finish(status_of(result));
  if (unpacked.status == UnpackStatus::Damaged) unpacked.problem = problem_of(result);
  return unpacked;
}

std::optional<ByteVector> pack_lzma(Bytes bytes) {
  return encode_lzma(bytes, [&](lzma_options_lzma& options) {
    // The memory that the compressor allocates is about ten times the dictionary.
    const std::size_t enough = std::bit_ceil(std::min(bytes.size(), std::size_t{options.dict_size}));
    options.dict_size = std::clamp(static_cast<std::uint32_t>(enough), std::uint32_t{1} << 16, options.dict_size);
    set_end(options, {});
  });
}

}  // namespace agal::container
