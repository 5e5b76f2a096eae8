// Numbers with nouns.
#include <gtest/gtest.h>

#include "agal/text.hpp"

namespace agal {
namespace {

TEST(Counted, UsesSingularForOne) {
  EXPECT_EQ(counted(0, "file"), "0 files");
  EXPECT_EQ(counted(1, "file"), "1 file");
  EXPECT_EQ(counted(2, "file"), "2 files");
  EXPECT_EQ(counted(1, "temporary", "temporaries"), "1 temporary");
  EXPECT_EQ(counted(8, "temporary", "temporaries"), "8 temporaries");
}

TEST(Counted, GroupsDigitsByThousands) {
  EXPECT_EQ(counted(1000, "program"), "1,000 programs");
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(grouped(18446744073709551615u), "18,446,744,073,709,551,615");
}

}  // namespace
}  // namespace agal
