#include <zlib.h>

#include <array>
#include <new>

#include "deflater.hpp"

namespace agal::report {

struct Deflater::Stream {
  z_stream z{};
  std::array<char, 32u << 10> buffer{};
};

// With valid arguments, zlib only fails if memory has run out.
Deflater::Deflater(Sink sink) : sink_(std::move(sink)), stream_(std::make_unique<Stream>()) {
  if (deflateInit(&stream_->z, Z_DEFAULT_COMPRESSION) != Z_OK) throw std::bad_alloc();
}

Deflater::~Deflater() { deflateEnd(&stream_->z); }

void Deflater::run(std::string_view bytes, bool last) {
  z_stream& z = stream_->z;
  // The parameter of zlib is not const, but zlib does not write through it.
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  z.avail_in = static_cast<uInt>(bytes.size());
  do {
    z.next_out = reinterpret_cast<Bytef*>(stream_->buffer.data());
    z.avail_out = static_cast<uInt>(stream_->buffer.size());
    deflate(&z, last ? Z_FINISH : Z_NO_FLUSH);
    sink_({stream_->buffer.data(), stream_->buffer.size() - z.avail_out});
  } while (z.avail_out == 0);
}

void Deflater::write(std::string_view bytes) {
  constexpr std::size_t max_bytes = std::size_t{1} << 30;  // zlib counts in 32 bits
  for (; bytes.size() > max_bytes; bytes.remove_prefix(max_bytes)) run(bytes.substr(0, max_bytes), false);
  run(bytes, false);
}

void Deflater::finish() { run({}, true); }

}  // namespace agal::report
