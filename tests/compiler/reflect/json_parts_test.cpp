// Parts of the reflection as JSON: components, ranges and sets.
#include "reflect/to_json.hpp"

#include <gtest/gtest.h>

#include "reflect/usage.hpp"

namespace agal::reflect {
namespace {

TEST(ReflectedParts, ComponentsAreNamedInOrder) {
  EXPECT_EQ(components(0xf), "xyzw");
  EXPECT_EQ(components(0xa), "yw");
  EXPECT_EQ(components(0), "");
}

TEST(ReflectedParts, ConsecutiveRegistersFormRanges) {
  base::RegisterSet set;
  for (const std::uint32_t n : {0u, 1u, 2u, 5u, 63u, 64u}) set.add(n);
  EXPECT_EQ(ranges_of(set), (std::vector<RegisterRange>{{0, 3}, {5, 1}, {63, 2}}));
  EXPECT_TRUE(ranges_of({}).empty());
}

TEST(ReflectedParts, RangesAreWrittenAsList) {
  base::JsonWriter json;
  write_ranges(json, {{0, 3}, {63, 2}});
  EXPECT_EQ(json.line(), "[\n  {\"first\": 0, \"count\": 3},\n  {\"first\": 63, \"count\": 2}\n]\n");
}

TEST(ReflectedParts, SetIsOmittedIfUnset) {
  base::JsonWriter json;
  json.list([&] {
    json.object([&] { add_binding(json, {.set = 1, .binding = 2}); });
    json.object([&] { add_binding(json, {.set = std::nullopt, .binding = 3}); });
  });
  EXPECT_EQ(json.line(), "[\n  {\"set\": 1, \"binding\": 2},\n  {\"binding\": 3}\n]\n");
}

}  // namespace
}  // namespace agal::reflect
