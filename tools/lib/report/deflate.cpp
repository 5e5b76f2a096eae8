#include "deflate.hpp"

#include <zlib.h>

#include <array>
#include <new>

namespace agal::report {
namespace {

constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Three bytes, or fewer at the end, as four characters.
void append_group(std::string_view bytes, std::string& out) {
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < 3; ++i) bits = bits << 8 | (i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0u);
  for (std::size_t i = 0; i < 4; ++i) out += i <= bytes.size() ? digits[bits >> (18 - 6 * i) & 63] : '=';
}

}  // namespace

void Base64::write(std::string_view bytes) {
  rest_ += bytes;
  std::string out;
  std::size_t at = 0;
  out.reserve(rest_.size() / 3 * 4);
  for (; at + 3 <= rest_.size(); at += 3) append_group(std::string_view(rest_).substr(at, 3), out);
  rest_.erase(0, at);
  sink_(out);
}

void Base64::finish() {
  std::string out;
  if (!rest_.empty()) append_group(rest_, out);
  rest_.clear();
  sink_(out);
}

std::string base64_of(std::string_view bytes) {
  std::string out;
  Base64 base64([&](std::string_view text) { out += text; });
  base64.write(bytes);
  base64.finish();
  return out;
}

struct Deflater::Stream {
  z_stream z{};
  std::array<char, 32u << 10> buffer{};
};

// With valid arguments, zlib fails only if there is no memory.
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
