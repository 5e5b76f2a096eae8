// LZMA in a build without liblzma: literals alone, each with probabilities that depend on the byte before. What this
// gives is larger, and as good to any reader.
#include <array>
#include <cstdint>
#include <vector>

#include "container/compress.hpp"

namespace agal::tapping {
namespace {

// Of a zero, in 2048ths.
using Probability = std::uint16_t;
constexpr Probability even = 1024;

class BitWriter {
 public:
  explicit BitWriter(ByteVector& out) : out_(out) {}

  void bit(Probability& zero, unsigned value) {
    const std::uint32_t bound = (range_ >> 11) * zero;
    if (value == 0) {
      range_ = bound;
      zero = static_cast<Probability>(zero + ((2048 - zero) >> 5));
    } else {
      low_ += bound;
      range_ -= bound;
      zero = static_cast<Probability>(zero - (zero >> 5));
    }
    make_room();
  }
  /// A one that is as probable as a zero.
  void plain_one() {
    range_ >>= 1;
    low_ += range_;
    make_room();
  }
  void finish() {
    for (int i = 0; i < 5; ++i) shift();
  }

 private:
  void make_room() {
    for (; range_ < std::uint32_t{1} << 24; range_ <<= 8) shift();
  }
  // The next byte is known but for a carry, which may run through all bytes that are 255.
  void shift() {
    if (low_ < 0xff000000 || low_ > 0xffffffff) {
      const auto carry = static_cast<unsigned>(low_ >> 32);
      for (unsigned byte = waiting_; pending_ > 0; --pending_, byte = 0xff)
        out_.push_back(static_cast<std::byte>((byte + carry) & 0xff));
      waiting_ = static_cast<unsigned>(low_ >> 24) & 0xff;
    }
    ++pending_;
    low_ = (low_ & 0x00ffffff) << 8;
  }

  ByteVector& out_;
  std::uint64_t low_ = 0, pending_ = 1;
  std::uint32_t range_ = 0xffffffff;
  unsigned waiting_ = 0;
};

template <std::size_t size>
void write_ones(BitWriter& bits, std::array<Probability, size>& tree, unsigned count) {
  std::size_t node = 1;
  for (unsigned i = 0; i < count; ++i, node = node << 1 | 1) bits.bit(tree[node], 1);
}

}  // namespace

std::optional<ByteVector> compress_lzma(Bytes bytes) {
  constexpr unsigned previous_bits = 3, state_bits = 2;
  constexpr std::size_t states = std::size_t{1} << state_bits;
  constexpr unsigned settings = state_bits * 45 + previous_bits, dictionary_bits = 16;
  ByteVector out{static_cast<std::byte>(settings), std::byte{0}, std::byte{0},
                 static_cast<std::byte>(1u << (dictionary_bits - 16)), std::byte{0}};
  BitWriter bits(out);
  std::array<Probability, states> is_match;
  is_match.fill(even);
  std::vector<Probability> literals(std::size_t{0x300} << previous_bits, even);
  unsigned before = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bits.bit(is_match[i % states], 0);
    const auto value = std::to_integer<unsigned>(bytes[i]);
    const std::size_t context = before >> (8 - previous_bits);
    unsigned node = 1;
    for (unsigned shift = 8; shift-- > 0; node = node << 1 | (value >> shift & 1))
      bits.bit(literals[context * 0x300 + node], value >> shift & 1);
    before = value;
  }
  // The end: a match of the shortest length whose distance has all bits set.
  Probability once = even;
  bits.bit(is_match[bytes.size() % states], 1);
  for (const unsigned bit : {0u, 0u, 0u, 0u, 0u}) {  // not a repeated distance; a short length; its three bits
    once = even;
    bits.bit(once, bit);
  }
  std::array<Probability, 64> slot;
  std::array<Probability, 16> lowest;
  slot.fill(even);
  lowest.fill(even);
  write_ones(bits, slot, 6);
  for (int i = 0; i < 26; ++i) bits.plain_one();
  write_ones(bits, lowest, 4);
  bits.finish();
  return out;
}

}  // namespace agal::tapping
