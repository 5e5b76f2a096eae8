// The sort function of the library.
#include "base/sort.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace agal::base {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<int> sorted(std::vector<int> list) {
  sort(list);
  return list;
}

TEST(Sort, SortsInAscendingOrder) {
  EXPECT_THAT(sorted({}), IsEmpty());
  EXPECT_THAT(sorted({7}), ElementsAre(7));
  EXPECT_THAT(sorted({3, 1, 2, 1, 5, 4}), ElementsAre(1, 1, 2, 3, 4, 5));
  EXPECT_THAT(sorted({5, 4, 3, 2, 1}), ElementsAre(1, 2, 3, 4, 5));
}

TEST(Sort, UsesGivenComparison) {
  std::vector<int> list{1, 3, 2};
  sort(list, std::greater<>());
  EXPECT_THAT(list, ElementsAre(3, 2, 1));
}

}  // namespace
}  // namespace agal::base
