#include "base/utf8.hpp"

#include <array>

namespace agal::base {
namespace {

// A length of encoded characters: the pattern of the first byte, and the lowest code that needs this length.
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

std::optional<std::string> from_utf16(std::string_view file) {
  if (!is_utf16(file)) return std::nullopt;
  const bool little = file.starts_with('\xff');
  const auto unit = [&](std::size_t at) -> char32_t {
    if (at + 1 >= file.size()) return 0;
    const char32_t first = static_cast<unsigned char>(file[at]), second = static_cast<unsigned char>(file[at + 1]);
    return little ? second << 8 | first : first << 8 | second;
  };
  constexpr char32_t first_low = 0xdc00, pair_base = 0x10000;
  std::string out;
  for (std::size_t at = 2; at + 1 < file.size(); at += 2) {
    char32_t code = unit(at);
    const char32_t next = unit(at + 2);
    if (code >= first_surrogate && code < first_low && next >= first_low && next <= last_surrogate) {
      code = pair_base + ((code - first_surrogate) << 10 | (next - first_low));
      at += 2;
    } else if (code >= first_surrogate && code <= last_surrogate) {
      out += replacement_character;
      continue;
    }
    append_utf8(out, code);
  }
  return out;
}

}  // namespace agal::base
