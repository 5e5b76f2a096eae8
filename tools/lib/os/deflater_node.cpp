#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>

#include "os/deflater.hpp"
#include "os/node.hpp"

namespace agalc::os {
namespace {

constexpr std::size_t block_bytes = std::size_t{1} << 20;
constexpr std::size_t window_bytes = std::size_t{1} << 15;  // how far back a match can refer

}  // namespace

// Node compresses a block at a time. Each block is compressed with the end of the block before it as its dictionary,
// and ends at a byte, so that together they are one stream.
struct Deflater::Stream {
  std::string window, block;
  bool begun = false;
  std::uint32_t a = 1, b = 0;  // of the Adler-32 checksum
};

Deflater::Deflater(Sink sink) : sink_(std::move(sink)), stream_(std::make_unique<Stream>()) {}

Deflater::~Deflater() = default;

void Deflater::run(std::string_view bytes, bool last) {
  Stream& stream = *stream_;
  if (!std::exchange(stream.begun, true)) sink_("\x78\x9c");
  for (const char c : bytes) {
    stream.a = (stream.a + static_cast<unsigned char>(c)) % 65521;
    stream.b = (stream.b + stream.a) % 65521;
  }
  const std::string both = stream.window + std::string(bytes);
  std::string out(bytes.size() + bytes.size() / 1000 + 100,
                  '\0');  // what cannot be compressed is stored, with a few bytes more
  const int size =
      node::agalc_node_deflate(both.data(), stream.window.size(), both.size(), last, out.data(), out.size());
  if (size < 0 || static_cast<std::size_t>(size) > out.size()) std::abort();
  sink_(std::string_view(out).substr(0, static_cast<std::size_t>(size)));
  stream.window = both.substr(both.size() - std::min(both.size(), window_bytes));
}

void Deflater::write(std::string_view bytes) {
  std::string& block = stream_->block;
  while (!bytes.empty()) {
    const std::string_view part = bytes.substr(0, block_bytes - block.size());
    block += part;
    bytes.remove_prefix(part.size());
    if (block.size() == block_bytes) run(std::exchange(block, {}), false);
  }
}

void Deflater::finish() {
  run(std::exchange(stream_->block, {}), true);
  const std::uint32_t sum = stream_->b << 16 | stream_->a;
  std::string end;
  for (const unsigned shift : {24u, 16u, 8u, 0u}) end += static_cast<char>(sum >> shift & 0xff);
  sink_(end);
}

}  // namespace agalc::os
