#include "reflect/json.hpp"

#include <gtest/gtest.h>

namespace agal::reflect {
namespace {

TEST(ReflectionText, PlainListsAndObjectsStandOnOneLine) {
  const Json value = {{"b", Json::array({1, 2})}, {"a", {{"x", true}, {"y", Json::array()}}}};
  EXPECT_EQ(text_of(value), "{\n  \"b\": [1, 2],\n  \"a\": {\"x\": true, \"y\": []}\n}\n");
}

TEST(ReflectionText, WhatDoesNotFitOnALineIsBroken) {
  Json list = Json::array();
  for (int i = 0; i < 40; ++i) list.push_back(100 + i);
  const std::string text = text_of(list);
  EXPECT_EQ(text.substr(0, 15), "[\n  100,\n  101,");
  EXPECT_EQ(Json::parse(text), list);
}

TEST(ReflectionText, KeysKeepTheirOrder) {
  Json value = Json::object();
  value["z"] = 1;
  value["a"] = 2;
  EXPECT_EQ(text_of(value), "{\"z\": 1, \"a\": 2}\n");
}

TEST(ReflectionText, BytesThatAreNotUtf8AreReplaced) {
  const std::string text = text_of(Json("a\xff"));
  EXPECT_EQ(text, "\"a\xef\xbf\xbd\"\n");
}

TEST(ReflectionText, EscapesQuotesInValuesAndKeys) {
  EXPECT_EQ(text_of({{"a\"b", "c\"d"}}), "{\"a\\\"b\": \"c\\\"d\"}\n");
}

TEST(ReflectionText, ComponentsAreNamedInOrder) {
  EXPECT_EQ(components(0xf), "xyzw");
  EXPECT_EQ(components(0xa), "yw");
  EXPECT_EQ(components(0), "");
}

TEST(ReflectionText, NeighboursMakeARange) {
  base::RegisterSet set;
  for (const std::uint32_t n : {0u, 1u, 2u, 5u, 63u, 64u}) set.add(n);
  EXPECT_EQ(ranges(set), Json::parse(R"([{"first":0,"count":3},{"first":5,"count":1},{"first":63,"count":2}])"));
  EXPECT_EQ(ranges({}), Json::array());
}

}  // namespace
}  // namespace agal::reflect
