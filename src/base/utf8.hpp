// UTF-8, for writing into formats that take no other bytes.
#pragma once

#include <cstddef>
#include <string_view>

namespace agal::base {

/// U+FFFD, which stands for a byte that is not UTF-8.
inline constexpr std::string_view replacement_character = "\xef\xbf\xbd";

struct Character {
  char32_t code = 0;
  std::size_t bytes = 0;  // how many it takes; 1 where the byte is not UTF-8
  bool valid = false;
};

/// The first character of a text that is not empty. Overlong forms, surrogates and what is beyond U+10FFFF are not
/// valid.
Character first_character(std::string_view text);

/// The next place at or after `at` where a character begins, or the end.
std::size_t next_boundary(std::string_view text, std::size_t at);

/// How long a text is in UTF-16 code units; a byte that is not UTF-8 counts as the U+FFFD that stands for it.
std::size_t utf16_length(std::string_view text);

}  // namespace agal::base
