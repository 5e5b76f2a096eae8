// The cache of conversions in memory.
#include "batch/memo.hpp"

#include <gtest/gtest.h>

namespace agal::batch {
namespace {

Conversion converted(const std::string& text) {
  Conversion out;
  out.disassembly = text;
  out.products.push_back({"spv", text});
  return out;
}

TEST(Memo, KnowsWhatWasMade) {
  Memo memo;
  EXPECT_FALSE(memo.find("a"));
  memo.store("a", converted("one"));
  memo.store("a", converted("two"));  // in reality the same value, stored by another thread at the same time
  const std::optional<Conversion> found = memo.find("a");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->disassembly, "one");
  EXPECT_EQ(found->products.at(0).bytes, "one");
  EXPECT_FALSE(memo.find("b"));
}

TEST(Memo, ForgetsTheOldest) {
  Memo memo(10'000);
  for (int i = 0; i < 100; ++i) memo.store(std::to_string(i), converted(std::string(500, 'x')));
  EXPECT_FALSE(memo.find("0"));
  EXPECT_TRUE(memo.find("99"));
  int known = 0;
  for (int i = 0; i < 100; ++i) known += memo.find(std::to_string(i)) ? 1 : 0;
  EXPECT_LT(known, 10);
  EXPECT_GT(known, 5);
  // A conversion that is larger than the limit is not kept.
  memo.store("large", converted(std::string(20'000, 'x')));
  EXPECT_FALSE(memo.find("large"));
  memo.store("after", converted("small"));
  EXPECT_TRUE(memo.find("after"));
}

}  // namespace
}  // namespace agal::batch
