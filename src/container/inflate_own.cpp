// Deflate (RFC 1951) and the frame of zlib (RFC 1950). What is wrong with a stream is said in zlib's words.
#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>

#include "container/zlib_stream.hpp"

namespace agal::container {
namespace {

constexpr std::size_t max_literals = 286, max_distances = 30, end_of_block = 256;

constexpr std::array<std::uint16_t, 29> length_bases{3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                                     31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
constexpr std::array<std::uint8_t, 29> length_bits{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                                   2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
constexpr std::array<std::uint16_t, 30> distance_bases{1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
                                                       33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
                                                       1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
constexpr std::array<std::uint8_t, 30> distance_bits{0, 0, 0, 0, 1, 1, 2, 2,  3,  3,  4,  4,  5,  5,  6,
                                                     6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};

constexpr std::array<std::uint32_t, 256> make_crc_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit) value = (value >> 1) ^ ((value & 1) != 0 ? 0xedb88320u : 0u);
    table[i] = value;
  }
  return table;
}

constexpr std::array<std::uint32_t, 256> crc_table = make_crc_table();

}  // namespace

class ZlibStream::Decoder {
 public:
  Decoder(Bytes input, Wrapper wrapper);

  std::size_t read(std::span<std::byte> room);
  UnpackStatus status() const { return running_ ? UnpackStatus::CutOff : status_; }
  std::string problem() const { return std::string(problem_); }
  std::size_t left() const { return rest_.size() + held_bits_ / 8; }

 private:
  // Canonical Huffman codes: the symbols in the order of their codes, and how many codes each length has.
  struct HuffmanCodes {
    static constexpr unsigned max_length = 15;
    std::array<std::uint16_t, max_length + 1> counts{};
    std::array<std::uint16_t, 288> symbols{};

    // From the length of each code, 0 for none. Returns how many codes are missing from a complete set, less than 0 if
    // there are too many.
    int assign(std::span<const std::uint8_t> lengths);
  };

  enum class Block : std::uint8_t { None, Stored, Coded };
  static constexpr std::size_t window_bytes = 32768;

  void stop(UnpackStatus status) { running_ = false, status_ = status; }
  void damaged(std::string_view problem) { stop(UnpackStatus::Damaged), problem_ = problem; }
  bool need(unsigned count);
  std::uint32_t bits(unsigned count);
  int symbol(const HuffmanCodes& codes);
  void put(std::byte byte);

  void step();
  void begin_stream();
  void begin_block();
  void begin_stored();
  void begin_fixed();
  void begin_dynamic();
  bool read_lengths(const HuffmanCodes& codes, std::span<std::uint8_t> lengths);
  void copy_stored();
  void decode();
  void begin_match(int length_symbol);
  void finish();
  void sum_up(Bytes bytes);

  Bytes rest_;
  bool wrapped_;
  bool running_ = true;
  UnpackStatus status_ = UnpackStatus::CutOff;
  std::string_view problem_;

  std::uint32_t held_ = 0;  // bits that were taken from the input
  unsigned held_bits_ = 0;
  Block block_ = Block::None;
  bool last_block_ = false;
  std::size_t stored_left_ = 0;
  HuffmanCodes literals_, distances_;
  unsigned match_left_ = 0;
  std::size_t match_distance_ = 0;

  std::span<std::byte> room_;
  std::size_t filled_ = 0, summed_ = 0;
  std::array<std::byte, window_bytes> window_{};
  std::uint64_t total_ = 0;
  std::uint32_t sum_a_ = 1, sum_b_ = 0;
};

std::uint32_t crc32_of(std::uint32_t before, Bytes bytes) {
  std::uint32_t value = ~before;
  for (const std::byte byte : bytes)
    value = crc_table[(value ^ std::to_integer<std::uint32_t>(byte)) & 0xff] ^ (value >> 8);
  return ~value;
}

int ZlibStream::Decoder::HuffmanCodes::assign(std::span<const std::uint8_t> lengths) {
  counts.fill(0);
  for (const std::uint8_t length : lengths) ++counts[length];
  counts[0] = 0;
  int left = 1;
  for (unsigned length = 1; length <= max_length; ++length) {
    left = 2 * left - counts[length];
    if (left < 0) return left;
  }
  std::array<std::uint16_t, max_length + 2> next{};
  for (unsigned length = 1; length <= max_length; ++length)
    next[length + 1] = static_cast<std::uint16_t>(next[length] + counts[length]);
  for (std::size_t i = 0; i < lengths.size(); ++i)
    if (lengths[i] != 0) symbols[next[lengths[i]]++] = static_cast<std::uint16_t>(i);
  return left;
}

ZlibStream::Decoder::Decoder(Bytes input, Wrapper wrapper) : rest_(input), wrapped_(wrapper == Wrapper::Zlib) {
  if (wrapped_) begin_stream();
}

std::size_t ZlibStream::Decoder::read(std::span<std::byte> room) {
  room_ = room;
  filled_ = summed_ = 0;
  while (running_ && filled_ < room_.size()) step();
  sum_up(room_.subspan(summed_, filled_ - summed_));
  return filled_;
}

// The checksum of zlib. Sums of so many bytes do not overflow.
void ZlibStream::Decoder::sum_up(Bytes bytes) {
  constexpr std::size_t run = 5552;
  constexpr std::uint32_t base = 65521;
  summed_ += bytes.size();
  while (!bytes.empty()) {
    const Bytes part = bytes.first(std::min(run, bytes.size()));
    for (const std::byte byte : part) sum_b_ += sum_a_ += std::to_integer<std::uint32_t>(byte);
    sum_a_ %= base, sum_b_ %= base;
    bytes = bytes.subspan(part.size());
  }
}

// ------------------------------------------------------------------------------------------------------ input

// False: the input ends.
bool ZlibStream::Decoder::need(unsigned count) {
  while (held_bits_ < count) {
    if (rest_.empty()) {
      stop(UnpackStatus::CutOff);
      return false;
    }
    held_ |= std::to_integer<std::uint32_t>(rest_[0]) << held_bits_;
    held_bits_ += 8;
    rest_ = rest_.subspan(1);
  }
  return true;
}

// At most 16; 0 if the input ends.
std::uint32_t ZlibStream::Decoder::bits(unsigned count) {
  if (count == 0 || !need(count)) return 0;
  const std::uint32_t value = held_ & ((1u << count) - 1);
  held_ >>= count;
  held_bits_ -= count;
  return value;
}

// -1: there is no such code, or the input ends.
int ZlibStream::Decoder::symbol(const HuffmanCodes& codes) {
  int code = 0, first = 0, index = 0;
  for (unsigned length = 1; length <= HuffmanCodes::max_length; ++length) {
    code |= static_cast<int>(bits(1));
    if (!running_) return -1;
    const int count = codes.counts[length];
    if (code - count < first) return codes.symbols[static_cast<std::size_t>(index + code - first)];
    index += count;
    first = (first + count) << 1;
    code <<= 1;
  }
  return -1;
}

void ZlibStream::Decoder::put(std::byte byte) {
  room_[filled_++] = byte;
  window_[total_++ % window_bytes] = byte;
}

// ------------------------------------------------------------------------------------------------------ blocks

void ZlibStream::Decoder::step() {
  switch (block_) {
    case Block::None: return last_block_ ? finish() : begin_block();
    case Block::Stored: return copy_stored();
    case Block::Coded: return decode();
  }
}

void ZlibStream::Decoder::begin_stream() {
  const std::uint32_t head = bits(16);
  if (!running_) return;
  const std::uint32_t method = head & 0xff, flags = head >> 8;
  if ((method << 8 | flags) % 31 != 0) return damaged("incorrect header check");
  if ((method & 15) != 8) return damaged("unknown compression method");
  if (method >> 4 > 7) return damaged("invalid window size");
  if ((flags & 0x20) != 0) return damaged("it needs a dictionary");
}

void ZlibStream::Decoder::begin_block() {
  if (!need(3)) return;
  last_block_ = bits(1) != 0;
  const std::uint32_t type = bits(2);
  if (type == 0) return begin_stored();
  if (type == 1) return begin_fixed();
  if (type == 2) return begin_dynamic();
  damaged("invalid block type");
}

void ZlibStream::Decoder::begin_stored() {
  bits(held_bits_ % 8);
  const std::uint32_t length = bits(16), inverted = bits(16);
  if (!running_) return;
  if (length != (~inverted & 0xffff)) return damaged("invalid stored block lengths");
  stored_left_ = length;
  block_ = Block::Stored;
}

void ZlibStream::Decoder::begin_fixed() {
  std::array<std::uint8_t, 288> lengths{};
  for (std::size_t i = 0; i < lengths.size(); ++i) lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
  literals_.assign(lengths);
  lengths.fill(5);
  distances_.assign(std::span(lengths).first(max_distances));
  block_ = Block::Coded;
}

void ZlibStream::Decoder::begin_dynamic() {
  constexpr std::array<std::uint8_t, 19> order{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
  const std::size_t literals = bits(5) + 257, distances = bits(5) + 1, code_lengths = bits(4) + 4;
  if (!running_) return;
  if (literals > max_literals || distances > max_distances) return damaged("too many length or distance symbols");
  std::array<std::uint8_t, 19> own{};
  for (std::size_t i = 0; i < code_lengths; ++i) own[order[i]] = static_cast<std::uint8_t>(bits(3));
  if (!running_) return;
  HuffmanCodes codes;
  if (codes.assign(own) != 0) return damaged("invalid code lengths set");

  std::array<std::uint8_t, max_literals + max_distances> lengths{};
  if (!read_lengths(codes, std::span(lengths).first(literals + distances))) return;
  if (lengths[end_of_block] == 0) return damaged("invalid code -- missing end-of-block");
  // A single code may be one bit long; distances may be missing.
  const auto incomplete = [](const HuffmanCodes& of, int left) {
    unsigned count = 0;
    for (const std::uint16_t each : of.counts) count += each;
    return left < 0 || (left > 0 && count > 0 && !(count == 1 && of.counts[1] == 1));
  };
  int left = literals_.assign(std::span(lengths).first(literals));
  if (incomplete(literals_, left)) return damaged("invalid literal/lengths set");
  left = distances_.assign(std::span(lengths).subspan(literals, distances));
  if (incomplete(distances_, left)) return damaged("invalid distances set");
  block_ = Block::Coded;
}

// False: the stream has stopped.
bool ZlibStream::Decoder::read_lengths(const HuffmanCodes& codes, std::span<std::uint8_t> lengths) {
  for (std::size_t at = 0; at < lengths.size();) {
    const int code = symbol(codes);
    if (!running_) return false;
    if (code < 16) {
      lengths[at++] = static_cast<std::uint8_t>(code);
      continue;
    }
    const bool again = code == 16;
    const std::size_t count = again ? bits(2) + 3 : code == 17 ? bits(3) + 3 : bits(7) + 11;
    if (!running_) return false;
    if ((again && at == 0) || count > lengths.size() - at) {
      damaged("invalid bit length repeat");
      return false;
    }
    const std::uint8_t length = again ? lengths[at - 1] : std::uint8_t{0};
    for (std::size_t i = 0; i < count; ++i) lengths[at++] = length;
  }
  return true;
}

void ZlibStream::Decoder::copy_stored() {
  for (; stored_left_ > 0 && filled_ < room_.size(); --stored_left_) {
    const std::uint32_t byte = bits(8);
    if (!running_) return;
    put(static_cast<std::byte>(byte));
  }
  if (stored_left_ == 0) block_ = Block::None;
}

void ZlibStream::Decoder::decode() {
  for (; match_left_ > 0 && filled_ < room_.size(); --match_left_)
    put(window_[(total_ - match_distance_) % window_bytes]);
  if (match_left_ > 0 || filled_ == room_.size()) return;
  const int code = symbol(literals_);
  if (!running_) return;
  if (code < 0 || code >= static_cast<int>(max_literals)) return damaged("invalid literal/length code");
  if (code < static_cast<int>(end_of_block)) return put(static_cast<std::byte>(code));
  if (code == static_cast<int>(end_of_block)) {
    block_ = Block::None;
    return;
  }
  begin_match(code - static_cast<int>(end_of_block) - 1);
}

void ZlibStream::Decoder::begin_match(int length_symbol) {
  const auto i = static_cast<std::size_t>(length_symbol);
  const std::uint32_t length = length_bases[i] + bits(length_bits[i]);
  const int code = symbol(distances_);
  if (!running_) return;
  if (code < 0 || code >= static_cast<int>(max_distances)) return damaged("invalid distance code");
  const auto d = static_cast<std::size_t>(code);
  const std::size_t distance = distance_bases[d] + bits(distance_bits[d]);
  if (!running_) return;
  if (distance > total_) return damaged("invalid distance too far back");
  match_left_ = length;
  match_distance_ = distance;
}

void ZlibStream::Decoder::finish() {
  if (!wrapped_) return stop(UnpackStatus::Complete);
  sum_up(room_.subspan(summed_, filled_ - summed_));
  bits(held_bits_ % 8);
  std::uint32_t sum = 0;
  for (int i = 0; i < 4; ++i) sum = sum << 8 | bits(8);
  if (!running_) return;
  if (sum != (sum_b_ << 16 | sum_a_)) return damaged("incorrect data check");
  stop(UnpackStatus::Complete);
}

ZlibStream::ZlibStream(Bytes input, Wrapper wrapper) : decoder_(std::make_unique<Decoder>(input, wrapper)) {}
ZlibStream::~ZlibStream() = default;
std::size_t ZlibStream::read(std::span<std::byte> room) { return decoder_->read(room); }
std::size_t ZlibStream::left() const { return decoder_->left(); }
UnpackStatus ZlibStream::status() const { return decoder_->status(); }
std::string ZlibStream::problem() const { return decoder_->problem(); }

// Blocks that are stored as they are: this build only has to write files that players read.
std::optional<ByteVector> deflate(Bytes bytes) {
  constexpr std::size_t max_block = 65535;
  const auto put = [](ByteVector& out, std::initializer_list<std::size_t> values) {
    for (const std::size_t value : values) out.push_back(static_cast<std::byte>(value & 0xff));
  };
  ByteVector out;
  put(out, {0x78, 0x01});
  for (std::size_t at = 0; at == 0 || at < bytes.size(); at += max_block) {
    const Bytes block = bytes.subspan(at, std::min(max_block, bytes.size() - at));
    const std::size_t size = block.size(), complement = ~size;
    put(out, {at + max_block >= bytes.size() ? 1u : 0u, size, size >> 8, complement, complement >> 8});
    out.insert(out.end(), block.begin(), block.end());
  }
  std::uint32_t a = 1, b = 0;
  for (const std::byte value : bytes) {
    a = (a + std::to_integer<std::uint32_t>(value)) % 65521;
    b = (b + a) % 65521;
  }
  put(out, {b >> 8, b, a >> 8, a});
  return out;
}

}  // namespace agal::container
