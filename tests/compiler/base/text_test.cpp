// Counts in messages, and suggestions for misspelled names.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"

namespace agal {
namespace {

TEST(Counted, UsesSingularForOne) {
  EXPECT_EQ(base::counted(0, "file"), "0 files");
  EXPECT_EQ(base::counted(1, "file"), "1 file");
  EXPECT_EQ(base::counted(2, "file"), "2 files");
  EXPECT_EQ(base::counted(1, "temporary", "temporaries"), "1 temporary");
  EXPECT_EQ(base::counted(8, "temporary", "temporaries"), "8 temporaries");
}

TEST(Counted, GroupsDigitsByThousands) {
  EXPECT_EQ(base::counted(1000, "program"), "1,000 programs");
  EXPECT_EQ(base::grouped(0), "0");
  EXPECT_EQ(base::grouped(999), "999");
  EXPECT_EQ(base::grouped(1000), "1,000");
  EXPECT_EQ(base::grouped(1234567), "1,234,567");
  EXPECT_EQ(base::grouped(18446744073709551615u), "18,446,744,073,709,551,615");
}

TEST(EditDistance, CountsChangedLettersAndSwaps) {
  EXPECT_EQ(base::edit_distance("mov", "mov"), 0u);
  EXPECT_EQ(base::edit_distance("mvo", "mov"), 1u);
  EXPECT_EQ(base::edit_distance("mo", "mov"), 1u);
  EXPECT_EQ(base::edit_distance("movv", "mov"), 1u);
  EXPECT_EQ(base::edit_distance("mow", "mov"), 1u);
  EXPECT_EQ(base::edit_distance("", "mov"), 3u);
}

TEST(Nearest, ReturnsFirstOfNearestCandidates) {
  const std::vector<std::string_view> names{"essl100", "essl300", "msl20"};
  EXPECT_EQ(base::nearest("esl300", names), "essl300");
  EXPECT_EQ(base::nearest("essl200", names), "essl100");
  EXPECT_EQ(base::nearest("wgsl", names), "");
  EXPECT_EQ(base::nearest(std::string(65, 'x'), names), "");
}

}  // namespace
}  // namespace agal
