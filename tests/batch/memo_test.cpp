// Programs that come again in one run.
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
  memo.store("a", converted("two"));  // by another thread at the same time: the same in truth
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
  // One that is too large on its own is not kept, and does no harm.
  memo.store("large", converted(std::string(20'000, 'x')));
  EXPECT_FALSE(memo.find("large"));
  memo.store("after", converted("small"));
  EXPECT_TRUE(memo.find("after"));
}

}  // namespace
}  // namespace agal::batch
