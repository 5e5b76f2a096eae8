#include "base/utf8.hpp"

#include <array>

namespace agal::base {
namespace {

// An encoded length: the pattern of its first byte, and the lowest code that needs it.
struct Encoding {
  unsigned mask, lead;
  std::size_t bytes;
  char32_t min_code;
};
constexpr std::array<Encoding, 4> encodings{
    {{0x80, 0x00, 1, 0}, {0xe0, 0xc0, 2, 0x80}, {0xf0, 0xe0, 3, 0x800}, {0xf8, 0xf0, 4, 0x10000}}};

constexpr char32_t max_code = 0x10ffff, first_surrogate = 0xd800, last_surrogate = 0xdfff;

}  // namespace

Character first_character(std::string_view text) {
  constexpr Character invalid{0xfffd, 1, false};
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  for (const Encoding& encoding : encodings) {
    if ((byte(0) & encoding.mask) != encoding.lead) continue;
    if (text.size() < encoding.bytes) return invalid;
    char32_t code = byte(0) & ~encoding.mask & 0xffu;
    for (std::size_t i = 1; i < encoding.bytes; ++i) {
      if ((byte(i) & 0xc0u) != 0x80) return invalid;
      code = code << 6 | (byte(i) & 0x3fu);
    }
    const bool surrogate = code >= first_surrogate && code <= last_surrogate;
    return code < encoding.min_code || code > max_code || surrogate ? invalid : Character{code, encoding.bytes, true};
  }
  return invalid;
}

bool is_unprintable(char32_t code) {
  const auto within = [&](char32_t first, char32_t last) { return code >= first && code <= last; };
  return code < 0x20 || within(0x7f, 0x9f) || code == 0x61c || within(0x200b, 0x200f) || within(0x2028, 0x202e) ||
         within(0x2060, 0x206f) || code == 0xfeff;
}

std::size_t next_boundary(std::string_view text, std::size_t at) {
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0u) == 0x80) ++at;
  return at;
}

std::size_t utf16_length(std::string_view text) {
  std::size_t length = 0;
  while (!text.empty()) {
    const Character character = first_character(text);
    length += character.code > 0xffff ? 2 : 1;
    text.remove_prefix(character.bytes);
  }
  return length;
}

}  // namespace agal::base
