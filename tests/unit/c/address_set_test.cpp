#include "c/address_set.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <set>

namespace agal::c {
namespace {

TEST(AddressSet, IsEmptyAtFirst) {
  AddressSet set;
  int object = 0;
  EXPECT_FALSE(set.contains(&object));
  EXPECT_FALSE(set.contains(nullptr));
  EXPECT_FALSE(set.remove(&object));
}

TEST(AddressSet, AgreesWithASet) {
  static std::array<double, 300> objects;
  std::mt19937 random(7);  // NOLINT: the same in every run
  AddressSet set;
  std::set<const void*> expected;
  for (int round = 0; round < 20'000; ++round) {
    // Now the set grows, now it shrinks.
    const bool adds = random() % 8 < (round / 1000 % 2 == 0 ? 5u : 3u);
    const void* const address = &objects[random() % objects.size()];
    if (!adds) {
      ASSERT_EQ(set.remove(address), expected.erase(address) == 1);
    } else if (expected.insert(address).second) {
      set.add(address);
    }
    if (round % 100 != 0) continue;
    for (const double& object : objects) ASSERT_EQ(set.contains(&object), expected.contains(&object));
  }
}

}  // namespace
}  // namespace agal::c
