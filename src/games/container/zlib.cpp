// Decompresses and compresses with zlib.
#include <zlib.h>

#include "container/zlib_stream.hpp"

namespace agal::container {

// zlib counts in unsigned int; longer inputs are passed in parts.
class ZlibStream::Decoder {
 public:
  Decoder(Bytes input, int window_bits) : rest_(input), result_(inflateInit2(&stream_, window_bits)) {}
  ~Decoder() { inflateEnd(&stream_); }
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;

  std::size_t read(std::span<std::byte> room) {
    const std::size_t size = std::min(room.size(), max_part);
    stream_.next_out = reinterpret_cast<Bytef*>(room.data());
    stream_.avail_out = static_cast<uInt>(size);
    while (result_ == Z_OK && stream_.avail_out > 0 && feed()) result_ = ::inflate(&stream_, Z_NO_FLUSH);
    return size - stream_.avail_out;
  }

  std::size_t left() const { return rest_.size() + stream_.avail_in; }

  UnpackStatus status() const {
    if (result_ == Z_STREAM_END) return UnpackStatus::Complete;
    return result_ == Z_OK || result_ == Z_BUF_ERROR ? UnpackStatus::CutOff : UnpackStatus::Damaged;
  }

  std::string problem() const {
    if (result_ == Z_MEM_ERROR) return "there is not enough memory for it";
    if (result_ == Z_NEED_DICT) return "it needs a dictionary";
    return stream_.msg != nullptr ? stream_.msg : "zlib cannot decompress it";
  }

 private:
  // Passes the next part of the input to zlib if it has used the previous part. Returns false if no input is left.
  bool feed() {
    if (stream_.avail_in > 0) return true;
    const std::size_t part = std::min(rest_.size(), max_part);
    // The parameter of zlib is not const, but zlib does not write through it.
    stream_.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(rest_.data()));
    stream_.avail_in = static_cast<uInt>(part);
    rest_ = rest_.subspan(part);
    return part > 0;
  }

  Bytes rest_;
  z_stream stream_{};
  int result_;
};

ZlibStream::ZlibStream(Bytes input, Wrapper wrapper)
    : decoder_(std::make_unique<Decoder>(input, wrapper == Wrapper::Zlib ? MAX_WBITS : -MAX_WBITS)) {}
ZlibStream::~ZlibStream() = default;
std::size_t ZlibStream::read(std::span<std::byte> room) { return decoder_->read(room); }
std::size_t ZlibStream::left() const { return decoder_->left(); }
UnpackStatus ZlibStream::status() const { return decoder_->status(); }
std::string ZlibStream::problem() const { return decoder_->problem(); }

std::optional<ByteVector> deflate(Bytes bytes) {
  ByteVector out(compressBound(static_cast<uLong>(bytes.size())));
  uLongf size = static_cast<uLongf>(out.size());
  const int result =
      compress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                static_cast<uLong>(bytes.size()), Z_BEST_COMPRESSION);
  if (result != Z_OK) return {};
  out.resize(size);
  return out;
}

}  // namespace agal::container
