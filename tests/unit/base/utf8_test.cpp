// Well-formed and malformed UTF-8.
#include "base/utf8.hpp"

#include <gtest/gtest.h>

namespace agal::base {
namespace {

TEST(Utf8, KnowsWellFormedCharacters) {
  EXPECT_EQ(first_character("é").code, U'é');
  EXPECT_EQ(first_character("𝄞x").bytes, 4u);
  for (std::string_view bad : {"\x80", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80",
                               "\xf8\x88\x80\x80\x80", "\xc3", "\xe2\x82", "\xff"}) {
    EXPECT_FALSE(first_character(bad).valid) << bad;
    EXPECT_EQ(first_character(bad).bytes, 1u);
  }
}

TEST(Utf8, CountsUtf16) {
  EXPECT_EQ(utf16_length(""), 0u);
  EXPECT_EQ(utf16_length("a\xc3\xa9\xf0\x9d\x84\x9e"), 4u);
  EXPECT_EQ(utf16_length("\xff\xfe"), 2u);
}

}  // namespace
}  // namespace agal::base
