// Decoding of UTF-8 and UTF-16, both well-formed and malformed.
#include "base/utf8.hpp"

#include <gtest/gtest.h>

namespace agal::base {
namespace {

TEST(Utf8, DecodesCharactersAndRejectsIllFormedBytes) {
  EXPECT_EQ(first_character("é").code, U'é');
  EXPECT_EQ(first_character("𝄞x").bytes, 4u);
  for (std::string_view bad : {"\x80", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80",
                               "\xf8\x88\x80\x80\x80", "\xc3", "\xe2\x82", "\xff"}) {
    EXPECT_FALSE(first_character(bad).valid) << bad;
    EXPECT_EQ(first_character(bad).bytes, 1u);
  }
}

TEST(Utf8, FindsUnprintableCharacters) {
  for (const char32_t code : {U'\0', U'\n', U'\x1b', U'\x7f', U'\x85', U'\x9b', U'\u061c', U'\u200b', U'\u200f',
                              U'\u2028', U'\u202a', U'\u202e', U'\u2066', U'\u2069', U'\ufeff'})
    EXPECT_TRUE(is_unprintable(code)) << static_cast<std::uint32_t>(code);
  for (const char32_t code : {U' ', U'~', U'\u00a0', U'é', U'א', U'水', U'\u2010', U'\u2030', U'\u2070', U'𝄞'})
    EXPECT_FALSE(is_unprintable(code)) << static_cast<std::uint32_t>(code);
}

TEST(Utf8, CountsUtf16CodeUnits) {
  EXPECT_EQ(utf16_length(""), 0u);
  EXPECT_EQ(utf16_length("a\xc3\xa9\xf0\x9d\x84\x9e"), 4u);
  EXPECT_EQ(utf16_length("\xff\xfe"), 2u);
}

TEST(Utf8, ReadsUtf16) {
  using namespace std::string_literals;
  EXPECT_EQ(from_utf16("abc"), std::nullopt);
  EXPECT_EQ(from_utf16("\xff\xfe"), "");
  EXPECT_EQ(from_utf16("\xff\xfe"
                       "a\0\xac\x20\x34\xd8\x1e\xdd"s),
            "a\xe2\x82\xac\xf0\x9d\x84\x9e");
  EXPECT_EQ(from_utf16("\xfe\xff\0a\x20\xac\xd8\x34\xdd\x1e"s), "a\xe2\x82\xac\xf0\x9d\x84\x9e");
  // Unpaired surrogates, and a truncated code unit.
  EXPECT_EQ(from_utf16("\xff\xfe\x34\xd8"
                       "a\0\x1e\xdd"
                       "b"s),
            "\xef\xbf\xbd"
            "a\xef\xbf\xbd");
}

}  // namespace
}  // namespace agal::base
