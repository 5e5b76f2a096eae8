// Tests the order of the lines of a manifest.
#include "manifest/stem_order.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace agal::manifest {
namespace {

TEST(StemOrder, SortsNumbersByValue) {
  const std::vector<std::string> sorted{"",          "a",           "a-1",          "a-2",    "a-10",
                                        "a-9999999", "a-999999999", "a-1000000000", "a.frag", "a/1",
                                        "a/2",       "a/10/a",      "a0",           "b"};
  for (std::size_t i = 1; i < sorted.size(); ++i)
    EXPECT_LT(order_key(sorted[i - 1]), order_key(sorted[i])) << sorted[i];
}

TEST(StemOrder, DifferentStemsHaveDifferentKeys) {
  EXPECT_NE(order_key("a01"), order_key("a1"));
  EXPECT_NE(order_key("a0"), order_key("a00"));
  EXPECT_EQ(stem_of(order_key("game.swf/Water-007.frag")), "game.swf/Water-007.frag");
}

}  // namespace
}  // namespace agal::manifest
