// Formatted text at the end of a string, and lists as text.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/format.hpp"

namespace agal {
namespace {

TEST(Append, KeepsExistingText) {
  std::string out = "vc0";
  base::append(out, ".{:>3} = {}", "x", 0.5f);
  EXPECT_EQ(out, "vc0.  x = 0.5");
}

TEST(Joined, PutsSeparatorBetweenTexts) {
  EXPECT_EQ(base::joined(std::vector<std::string>{}, ", "), "");
  EXPECT_EQ(base::joined(std::vector<std::string_view>{"", "a", ""}, ", "), ", a, ");
}

TEST(Joined, WritesNumbersLikeFormat) {
  EXPECT_EQ(base::joined(std::set<float>{-1, 0.25f}, "|"), "-1|0.25");
  EXPECT_EQ(base::joined(std::vector<unsigned>{7, 12}, " "), "7 12");
}

}  // namespace
}  // namespace agal
