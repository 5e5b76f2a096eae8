// UTF-8, for output formats that require it, and UTF-16.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace agal::base {

/// U+FFFD, which replaces a byte that is not UTF-8.
inline constexpr std::string_view replacement_character = "\xef\xbf\xbd";

struct Character {
  char32_t code = 0;
  std::size_t bytes = 0;  // the encoded length; 1 if the byte is not UTF-8
  bool valid = false;
};

/// Returns the first character of a text that is not empty. Overlong forms, surrogates and codes beyond U+10FFFF are
/// not valid.
Character first_character(std::string_view text);

/// Returns true if a character is invisible or changes how the text around it is shown: control characters (including
/// U+0080 to U+009F, which some terminals obey), marks of the direction of writing, and separators of lines.
bool is_unprintable(char32_t code);

/// Returns the text with `replacement(character)` in place of each character that is not valid or not printable.
template <class Replacement>
std::string with_printable(std::string_view text, Replacement replacement) {
  std::string out;
  while (!text.empty()) {
    const Character character = first_character(text);
    if (character.valid && !is_unprintable(character.code))
      out += text.substr(0, character.bytes);
    else
      out += replacement(character);
    text.remove_prefix(character.bytes);
  }
  return out;
}

/// Returns the first position at or after `at` where a character begins, or the end.
std::size_t next_boundary(std::string_view text, std::size_t at);

/// Returns the length of a text in UTF-16 code units; a byte that is not UTF-8 counts as U+FFFD.
std::size_t utf16_length(std::string_view text);

/// Appends a code point as UTF-8. Numbers beyond the last code point, 0x10ffff, append nothing.
inline void append_utf8(std::string& out, std::uint32_t code) {
  const auto put = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xc0 | code >> 6);
    put(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    put(0xe0 | code >> 12);
    put(0x80 | (code >> 6 & 0x3f));
    put(0x80 | (code & 0x3f));
  } else if (code < 0x110000) {
    put(0xf0 | code >> 18);
    put(0x80 | (code >> 12 & 0x3f));
    put(0x80 | (code >> 6 & 0x3f));
    put(0x80 | (code & 0x3f));
  }
}

/// Returns true if a file begins with the byte order mark of UTF-16.
inline bool is_utf16(std::string_view file) { return file.starts_with("\xff\xfe") || file.starts_with("\xfe\xff"); }

/// Converts a file that begins with the byte order mark of UTF-16 to UTF-8 without the mark. Returns nullopt if the
/// file does not begin with the mark. Unpaired surrogates become U+FFFD.
std::optional<std::string> from_utf16(std::string_view file);

}  // namespace agal::base
