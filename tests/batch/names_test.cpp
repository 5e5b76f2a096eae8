// The names of products.
#include "batch/names.hpp"

#include <gtest/gtest.h>

namespace agal::batch {
namespace {

TEST(CleanPath, StaysBelowTheFolder) {
  EXPECT_EQ(clean_path("a/b.agal"), "a/b.agal");
  EXPECT_EQ(clean_path("./a//b"), "a/b");
  EXPECT_EQ(clean_path("../../etc/x"), "etc/x");
  EXPECT_EQ(clean_path("/etc/x"), "etc/x");
  EXPECT_EQ(clean_path("a/../../x"), "a/x");
  EXPECT_EQ(clean_path(".agalc/x"), "%2Eagalc/x");
}

TEST(CleanPath, BytesThatAreNoTextAreWrittenAsNumbers) {
  EXPECT_EQ(clean_path("w\xc3\xa4sser"), "w\xc3\xa4sser");
  EXPECT_EQ(clean_path("\xe6\xb0\xb4/\xf0\x9f\x8c\x8a"), "\xe6\xb0\xb4/\xf0\x9f\x8c\x8a");
  EXPECT_EQ(clean_path("a\xff\xc3"), "a%FF%C3");
  EXPECT_EQ(clean_path("\xed\xa0\x80"), "%ED%A0%80");         // a surrogate
  EXPECT_EQ(clean_path("\xc0\xaf"), "%C0%AF");                // overlong
  EXPECT_EQ(clean_path("\xf4\x90\x80\x80"), "%F4%90%80%80");  // above U+10FFFF
  EXPECT_EQ(clean_path("a\nb\\c%d"), "a%0Ab%5Cc%25d");
}

TEST(StemOfFile, LosesTheLastExtensionUnlessItTellsTheStage) {
  EXPECT_EQ(stem_of_file("ui/water.frag.agal"), "ui/water.frag");
  EXPECT_EQ(stem_of_file("ui/water.agal"), "ui/water");
  EXPECT_EQ(stem_of_file("water.bin"), "water");
  EXPECT_EQ(stem_of_file("water"), "water");
  EXPECT_EQ(stem_of_file("v1.2/water"), "v1.2/water");
  EXPECT_EQ(stem_of_file("water.vsh"), "water.vsh");
  EXPECT_EQ(stem_of_file("water.frag"), "water.frag");
}

TEST(PartnerOf, IsTheOtherHalf) {
  EXPECT_EQ(partner_of("water.vert.agal"), "water.frag.agal");
  EXPECT_EQ(partner_of("water.frag.agal"), "water.vert.agal");
  EXPECT_EQ(partner_of("water.vsh"), "water.fsh");
  EXPECT_EQ(partner_of("water.ps.bin"), "water.vs.bin");
  EXPECT_EQ(partner_of("water.agal"), std::nullopt);
  EXPECT_EQ(partner_of("water"), std::nullopt);
}

TEST(StemRegistry, EachStemHasOneOwner) {
  StemRegistry stems;
  EXPECT_EQ(stems.assign("water", "water.agal", 1), "water");
  EXPECT_EQ(stems.assign("water", "water.bin", 2), "water.bin");
  EXPECT_EQ(stems.assign("water", "water.bin", 3), "water~2");
  EXPECT_EQ(stems.assign("water", "water", 4), "water~3");
  EXPECT_EQ(stems.assign("fire", "fire", 5), "fire");
  EXPECT_EQ(stems.assign("fire", "fire", 6), "fire~2");
}

TEST(StemRegistry, AnInputThatComesTwiceIsSeenOnce) {
  StemRegistry stems;
  EXPECT_EQ(stems.assign("water", "water.agal", 1), "water");
  EXPECT_EQ(stems.assign("water", "water.agal", 1), std::nullopt);
  EXPECT_EQ(stems.assign("water", "water.bin", 2), "water.bin");
  EXPECT_EQ(stems.assign("water", "water.bin", 2), std::nullopt);
}

}  // namespace
}  // namespace agal::batch
