// Sets of register numbers.
#include "base/register_set.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace agal::base {
namespace {

// Numbers on both sides of each word boundary and of the capacity.
const std::vector<std::uint32_t> numbers{0, 1, 63, 64, 65, 127, 128, 500, 1023};

RegisterSet set_of(const std::vector<std::uint32_t>& members) {
  RegisterSet out;
  for (const std::uint32_t n : members) out.add(n);
  return out;
}

std::vector<std::uint32_t> members_of(const RegisterSet& set) {
  std::vector<std::uint32_t> out;
  set.for_each([&](std::uint32_t n) { out.push_back(n); });
  return out;
}

TEST(RegisterSet, IteratesInAscendingOrder) {
  const RegisterSet set = set_of({numbers.rbegin(), numbers.rend()});
  EXPECT_EQ(members_of(set), numbers);
  EXPECT_EQ(set.count(), numbers.size());
  EXPECT_EQ(set.bound(), 1024u);
  EXPECT_TRUE(set.contains(64));
  EXPECT_FALSE(set.contains(66));
}

TEST(RegisterSet, IgnoresNumbersBeyondItsCapacity) {
  RegisterSet set;
  set.add(RegisterSet::capacity);
  set.add(0xffff'ffff);
  EXPECT_TRUE(set.empty());
  EXPECT_FALSE(set.contains(RegisterSet::capacity));
}

TEST(RegisterSet, RemovedNumbersDoNotAffectEquality) {
  for (const std::uint32_t n : numbers) {
    RegisterSet set = set_of({5, n});
    set -= set_of({n});
    EXPECT_EQ(set, set_of({5})) << n;
    EXPECT_EQ(set.bound(), 6u) << n;
  }
}

TEST(RegisterSet, DifferenceOfAnySizes) {
  for (const std::uint32_t a : numbers)
    for (const std::uint32_t b : numbers) {
      RegisterSet both = set_of({a, b});
      const std::set<std::uint32_t> expected{a, b};
      EXPECT_EQ(members_of(both), std::vector<std::uint32_t>(expected.begin(), expected.end()));
      both -= set_of({b});
      EXPECT_EQ(both, a == b ? RegisterSet() : set_of({a})) << a << " and " << b;
    }
}

}  // namespace
}  // namespace agal::base
