#include "base/utf8.hpp"

#include <array>

namespace agal::base {
namespace {

// A form of a character: what its first byte looks like, and the least code that may be written so.
struct Form {
  unsigned mask, lead;
  std::size_t bytes;
  char32_t least;
};
constexpr std::array<Form, 4> forms{
    {{0x80, 0x00, 1, 0}, {0xe0, 0xc0, 2, 0x80}, {0xf0, 0xe0, 3, 0x800}, {0xf8, 0xf0, 4, 0x10000}}};

constexpr char32_t last_code = 0x10ffff, first_surrogate = 0xd800, last_surrogate = 0xdfff;

}  // namespace

Character first_character(std::string_view text) {
  constexpr Character invalid{0xfffd, 1, false};
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  for (const Form& form : forms) {
    if ((byte(0) & form.mask) != form.lead) continue;
    if (text.size() < form.bytes) return invalid;
    char32_t code = byte(0) & ~form.mask & 0xffu;
    for (std::size_t i = 1; i < form.bytes; ++i) {
      if ((byte(i) & 0xc0u) != 0x80) return invalid;
      code = code << 6 | (byte(i) & 0x3fu);
    }
    const bool surrogate = code >= first_surrogate && code <= last_surrogate;
    return code < form.least || code > last_code || surrogate ? invalid : Character{code, form.bytes, true};
  }
  return invalid;
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
