#include "reflect/registers.hpp"

#include <gtest/gtest.h>

namespace agal::reflect {
namespace {

std::string ranges(const base::RegisterSet& set) {
  JsonWriter json;
  write_ranges(json, set);
  return json.take();
}

TEST(ReflectedRegisters, ComponentsAreNamedInOrder) {
  EXPECT_EQ(components(0xf), "xyzw");
  EXPECT_EQ(components(0xa), "yw");
  EXPECT_EQ(components(0), "");
}

TEST(ReflectedRegisters, NeighboursMakeARange) {
  base::RegisterSet set;
  for (const std::uint32_t n : {0u, 1u, 2u, 5u, 63u, 64u}) set.add(n);
  EXPECT_EQ(
      ranges(set),
      "[\n  {\"first\": 0, \"count\": 3},\n  {\"first\": 5, \"count\": 1},\n  {\"first\": 63, \"count\": 2}\n]\n");
  EXPECT_EQ(ranges({}), "[]\n");
}

TEST(ReflectedRegisters, AreNamedAsInAssembly) {
  EXPECT_EQ(register_text(RegisterType::Attribute, 3, Stage::Vertex), "va3");
  EXPECT_EQ(register_text(RegisterType::Constant, 27, Stage::Fragment), "fc27");
}

}  // namespace
}  // namespace agal::reflect
