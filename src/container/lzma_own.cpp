// LZMA in a build without liblzma. The decoder reads one bit after the other, each with the probability that earlier
// bits gave it. The encoder writes literals alone, each with probabilities that depend on the byte before: its output
// is larger, and as good to any reader.
#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "container/streams.hpp"

namespace agal::container {
namespace {

// For the dictionary, as with liblzma.
constexpr std::uint32_t max_dictionary = std::uint32_t{128} << 20;
// A smaller one stands for this.
constexpr std::uint32_t min_dictionary = 4096;

// Of a zero, in 2048ths.
using Probability = std::uint16_t;
constexpr Probability even = 1024;

template <std::size_t size>
struct Probabilities : std::array<Probability, size> {
  Probabilities() { this->fill(even); }
};

class BitReader {
 public:
  explicit BitReader(Bytes input) : rest_(input) {
    valid_ = next_byte() == 0;
    for (int i = 0; i < 4; ++i) code_ = code_ << 8 | next_byte();
  }
  /// False: the first byte is not the one that all streams begin with.
  bool valid() const { return valid_; }
  /// Bits have been read that are not there.
  bool past_end() const { return past_end_; }
  bool at_end_of_stream() {
    fill();
    return code_ == 0;
  }

  unsigned bit(Probability& zero) {
    fill();
    const std::uint32_t bound = (range_ >> 11) * zero;
    if (code_ < bound) {
      range_ = bound;
      zero = static_cast<Probability>(zero + ((2048 - zero) >> 5));
      return 0;
    }
    range_ -= bound;
    code_ -= bound;
    zero = static_cast<Probability>(zero - (zero >> 5));
    return 1;
  }
  /// Bits that are all equally probable; the first is the highest.
  std::uint32_t plain_bits(unsigned count) {
    std::uint32_t bits = 0;
    for (; count > 0; --count) {
      fill();
      range_ >>= 1;
      const bool one = code_ >= range_;
      if (one) code_ -= range_;
      bits = bits << 1 | (one ? 1u : 0u);
    }
    return bits;
  }
  /// A number whose bits have probabilities that depend on those before; the first is the highest.
  std::uint32_t number(std::span<Probability> tree, unsigned bits) {
    std::uint32_t node = 1;
    for (unsigned i = 0; i < bits; ++i) node = node << 1 | bit(tree[node]);
    return node - (1u << bits);
  }
  /// The same; the first is the lowest.
  std::uint32_t reversed_number(std::span<Probability> tree, unsigned bits) {
    std::uint32_t node = 1, found = 0;
    for (unsigned i = 0; i < bits; ++i) {
      const unsigned next = bit(tree[node]);
      node = node << 1 | next;
      found |= next << i;
    }
    return found;
  }

 private:
  void fill() {
    if (range_ >= std::uint32_t{1} << 24) return;
    range_ <<= 8;
    code_ = code_ << 8 | next_byte();
  }
  std::uint32_t next_byte() {
    past_end_ = past_end_ || rest_.empty();
    if (rest_.empty()) return 0;
    const auto byte = std::to_integer<std::uint32_t>(rest_[0]);
    rest_ = rest_.subspan(1);
    return byte;
  }

  Bytes rest_;
  std::uint32_t range_ = 0xffffffff, code_ = 0;
  bool valid_ = false, past_end_ = false;
};

constexpr std::size_t position_states = 16;

// The length of a match, less two.
class LengthReader {
 public:
  std::uint32_t read(BitReader& bits, std::size_t position_state) {
    if (bits.bit(choice_[0]) == 0) return bits.number(low_[position_state], 3);
    if (bits.bit(choice_[1]) == 0) return 8 + bits.number(middle_[position_state], 3);
    return 16 + bits.number(high_, 8);
  }

 private:
  Probabilities<2> choice_;
  std::array<Probabilities<8>, position_states> low_, middle_;
  Probabilities<256> high_;
};

// What the last things in the output were: 0 to 6 after a literal, 7 to 11 after a match.
class State {
 public:
  std::size_t index() const { return state_; }
  bool after_literal() const { return state_ < 7; }
  void literal() { state_ = state_ < 4 ? 0 : state_ < 10 ? state_ - 3 : state_ - 6; }
  void match() { state_ = after_literal() ? 7 : 10; }
  void repeated() { state_ = after_literal() ? 8 : 11; }
  void repeated_byte() { state_ = after_literal() ? 9 : 11; }

 private:
  std::size_t state_ = 0;
};
constexpr std::size_t states = 12;

struct Settings {
  unsigned previous_bits = 0, position_bits = 0, state_bits = 0;  // lc, lp, pb
};

class Decoder {
 public:
  Decoder(const Settings& settings, std::uint32_t dictionary, Bytes input, Bytes head, std::uint64_t limit)
      : settings_(settings),
        dictionary_(std::max(dictionary, min_dictionary)),
        bits_(input),
        limit_(limit),
        head_(head.size()),
        literals_(std::size_t{0x300} << (settings.previous_bits + settings.position_bits), even),
        out_(head.begin(), head.end()) {}

  Unpacked run() && {
    Next next = bits_.valid() || bits_.past_end() ? Next::More : Next::Damaged;
    while (next == Next::More) next = written() > limit_ ? Next::TooLarge : step();
    Unpacked unpacked;
    switch (next) {
      case Next::More:
      case Next::End: break;
      case Next::CutOff: unpacked.status = UnpackStatus::CutOff; break;
      case Next::TooLarge:
        unpacked.status = UnpackStatus::TooLarge;
        out_.resize(head_ + static_cast<std::size_t>(limit_));
        break;
      case Next::Damaged:
        unpacked.status = UnpackStatus::Damaged;
        unpacked.problem = "its LZMA data is not valid";
        break;
    }
    unpacked.bytes = std::move(out_);
    return unpacked;
  }

 private:
  enum class Next { More, End, CutOff, Damaged, TooLarge };
  static constexpr std::uint32_t end_distance = 0xffffffff;

  std::uint64_t written() const { return out_.size() - head_; }
  std::size_t position_state() const { return written() & ((1u << settings_.state_bits) - 1); }
  std::byte byte_before(std::uint32_t distance) const { return out_[out_.size() - 1 - distance]; }

  // One literal, or one match.
  Next step() {
    const std::size_t at = position_state();
    if (bits_.bit(is_match_[state_.index()][at]) == 0) return literal();
    if (bits_.bit(is_repeated_[state_.index()]) == 0) {
      const std::uint32_t length = lengths_.read(bits_, at);
      const std::uint32_t distance = read_distance(length);
      if (bits_.past_end()) return Next::CutOff;
      if (distance == end_distance) return end();
      distances_ = {distance, distances_[0], distances_[1], distances_[2]};
      state_.match();
      return copy(length + 2);
    }
    if (bits_.bit(is_older_[state_.index()]) == 0) {
      if (bits_.bit(is_long_[state_.index()][at]) == 0) {
        state_.repeated_byte();
        return copy(1);
      }
    } else {
      choose_distance();
    }
    const std::uint32_t length = repeated_lengths_.read(bits_, at);
    state_.repeated();
    return copy(length + 2);
  }

  Next end() {
    const bool good = bits_.at_end_of_stream();
    if (bits_.past_end()) return Next::CutOff;
    return good ? Next::End : Next::Damaged;
  }

  // One of the last distances becomes the first.
  void choose_distance() {
    std::size_t chosen = 1;
    if (bits_.bit(is_third_[state_.index()]) != 0) chosen = 2 + bits_.bit(is_fourth_[state_.index()]);
    const std::uint32_t distance = distances_[chosen];
    for (; chosen > 0; --chosen) distances_[chosen] = distances_[chosen - 1];
    distances_[0] = distance;
  }

  Next literal() {
    const unsigned before = written() > 0 ? std::to_integer<unsigned>(byte_before(0)) : 0u;
    const std::size_t position = written() & ((1u << settings_.position_bits) - 1);
    const std::size_t context = position << settings_.previous_bits | before >> (8 - settings_.previous_bits);
    const std::span<Probability> tree = std::span(literals_).subspan(context * 0x300, 0x300);
    std::uint32_t node = 1;
    if (!state_.after_literal()) {
      if (distances_[0] >= written()) return bits_.past_end() ? Next::CutOff : Next::Damaged;
      // The byte that a match would have put here is a good guess, up to the first bit that differs.
      auto guess = std::to_integer<std::uint32_t>(byte_before(distances_[0]));
      for (bool same = true; same && node < 0x100; guess <<= 1) {
        const std::uint32_t expected = guess >> 7 & 1;
        const unsigned bit = bits_.bit(tree[((1 + expected) << 8) + node]);
        node = node << 1 | bit;
        same = bit == expected;
      }
    }
    while (node < 0x100) node = node << 1 | bits_.bit(tree[node]);
    if (bits_.past_end()) return Next::CutOff;
    out_.push_back(static_cast<std::byte>(node & 0xff));
    state_.literal();
    return Next::More;
  }

  std::uint32_t read_distance(std::uint32_t length) {
    const std::uint32_t slot = bits_.number(slots_[std::min(length, 3u)], 6);
    if (slot < 4) return slot;
    const unsigned count = (slot >> 1) - 1;
    const std::uint32_t high = (2 | (slot & 1)) << count;
    if (slot < 14) return high + bits_.reversed_number(std::span(near_).subspan(high - slot), count);
    const std::uint32_t middle = bits_.plain_bits(count - 4) << 4;
    return high + middle + bits_.reversed_number(low_, 4);
  }

  // From the first of the last distances.
  Next copy(std::uint32_t count) {
    if (bits_.past_end()) return Next::CutOff;
    if (distances_[0] >= std::min<std::uint64_t>(written(), dictionary_)) return Next::Damaged;
    for (; count > 0; --count) out_.push_back(byte_before(distances_[0]));
    return Next::More;
  }

  const Settings settings_;
  const std::uint32_t dictionary_;  // how far back a match may begin
  BitReader bits_;
  const std::uint64_t limit_;
  const std::size_t head_;
  State state_;
  std::array<std::uint32_t, 4> distances_{};  // of the last matches, less one
  std::array<Probabilities<position_states>, states> is_match_, is_long_;
  Probabilities<states> is_repeated_, is_older_, is_third_, is_fourth_;
  LengthReader lengths_, repeated_lengths_;
  std::array<Probabilities<64>, 4> slots_;
  Probabilities<116> near_;
  Probabilities<16> low_;
  std::vector<Probability> literals_;
  ByteVector out_;
};

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

void write_ones(BitWriter& bits, std::span<Probability> tree, unsigned count) {
  std::size_t node = 1;
  for (unsigned i = 0; i < count; ++i, node = node << 1 | 1) bits.bit(tree[node], 1);
}

Unpacked refused(std::string_view why, Bytes head) {
  return {{head.begin(), head.end()}, UnpackStatus::Damaged, std::string(why)};
}

}  // namespace

Unpacked unpack_lzma(Bytes properties, Bytes input, Bytes head, std::uint64_t limit) {
  const auto packed = std::to_integer<unsigned>(properties[0]);
  const Settings settings{packed % 9, packed / 9 % 5, packed / 45};
  if (settings.state_bits > 4 || settings.previous_bits + settings.position_bits > 4)
    return refused("its LZMA properties are not valid", head);
  std::uint32_t dictionary = 0;
  for (std::size_t i = 4; i > 0; --i) dictionary = dictionary << 8 | std::to_integer<std::uint32_t>(properties[i]);
  if (dictionary > max_dictionary) return refused("its dictionary is too large", head);
  return Decoder(settings, dictionary, input, head, limit).run();
}

std::optional<ByteVector> pack_lzma(Bytes bytes) {
  constexpr unsigned previous_bits = 3, state_bits = 2;
  constexpr std::size_t match_states = std::size_t{1} << state_bits;
  constexpr unsigned settings = state_bits * 45 + previous_bits, dictionary_bits = 16;
  ByteVector out{static_cast<std::byte>(settings), std::byte{0}, std::byte{0},
                 static_cast<std::byte>(1u << (dictionary_bits - 16)), std::byte{0}};
  BitWriter bits(out);
  Probabilities<match_states> is_match;
  std::vector<Probability> literals(std::size_t{0x300} << previous_bits, even);
  unsigned before = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bits.bit(is_match[i % match_states], 0);
    const auto value = std::to_integer<unsigned>(bytes[i]);
    const std::size_t context = before >> (8 - previous_bits);
    unsigned node = 1;
    for (unsigned shift = 8; shift-- > 0; node = node << 1 | (value >> shift & 1))
      bits.bit(literals[context * 0x300 + node], value >> shift & 1);
    before = value;
  }
  // The end: a match of the shortest length whose distance has all bits set.
  Probability once = even;
  bits.bit(is_match[bytes.size() % match_states], 1);
  for (const unsigned bit : {0u, 0u, 0u, 0u, 0u}) {  // not a repeated distance; a short length; its three bits
    once = even;
    bits.bit(once, bit);
  }
  Probabilities<64> slot;
  Probabilities<16> lowest;
  write_ones(bits, slot, 6);
  for (int i = 0; i < 26; ++i) bits.plain_one();
  write_ones(bits, lowest, 4);
  bits.finish();
  return out;
}

}  // namespace agal::container
