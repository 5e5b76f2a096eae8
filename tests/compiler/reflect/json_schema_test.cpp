// The validator for JSON schemas that other tests use.
#include "support/json_schema.hpp"

#include <gtest/gtest.h>

namespace agal::test {
namespace {

using nlohmann::json;

std::vector<std::string> violations(const char* schema, const char* value) {
  return schema_violations(json::parse(schema), json::parse(value));
}

TEST(JsonSchema, ChecksTypes) {
  EXPECT_TRUE(violations(R"({"type":"integer"})", "3").empty());
  EXPECT_EQ(violations(R"({"type":"integer"})", "3.5").at(0), "the whole: is not of type integer");
  EXPECT_TRUE(violations(R"({"type":"number"})", "3.5").empty());
  EXPECT_FALSE(violations(R"({"type":"string"})", "true").empty());
  EXPECT_FALSE(violations(R"({"type":"object"})", "[]").empty());
  EXPECT_FALSE(violations(R"({"type":"array"})", "{}").empty());
  EXPECT_FALSE(violations(R"({"type":"boolean"})", "0").empty());
}

TEST(JsonSchema, ChecksRequiredAndAdditionalProperties) {
  const char* schema =
      R"({"type":"object","required":["a"],"properties":{"a":{"type":"integer"}},"additionalProperties":false})";
  EXPECT_TRUE(violations(schema, R"({"a":1})").empty());
  EXPECT_EQ(violations(schema, "{}").at(0), "the whole: lacks a");
  EXPECT_EQ(violations(schema, R"({"a":1,"b":2})").at(0), "/b: is not allowed here");
  EXPECT_EQ(violations(schema, R"({"a":"x"})").at(0), "/a: is not of type integer");
  EXPECT_FALSE(violations(R"({"additionalProperties":{"type":"integer"}})", R"({"b":""})").empty());
}

TEST(JsonSchema, ChecksItemsEnumsAndRanges) {
  EXPECT_EQ(violations(R"({"items":{"type":"integer"}})", R"([1,"x"])").at(0), "/1: is not of type integer");
  EXPECT_TRUE(violations(R"({"enum":["a","b"]})", R"("b")").empty());
  EXPECT_FALSE(violations(R"({"enum":["a","b"]})", R"("c")").empty());
  EXPECT_TRUE(violations(R"({"minimum":1,"maximum":2})", "2").empty());
  EXPECT_FALSE(violations(R"({"minimum":1,"maximum":2})", "3").empty());
  EXPECT_FALSE(violations(R"({"minimum":1,"maximum":2})", "0").empty());
}

TEST(JsonSchema, OneOfNeedsExactlyOneMatch) {
  const char* schema = R"({"oneOf":[{"type":"integer"},{"type":"number"},{"type":"string"}]})";
  EXPECT_TRUE(violations(schema, R"("x")").empty());
  EXPECT_FALSE(violations(schema, "1").empty());
  EXPECT_FALSE(violations(schema, "true").empty());
}

TEST(JsonSchema, ResolvesReferences) {
  const char* schema = R"({"$ref":"#/$defs/n","$defs":{"n":{"type":"integer"}}})";
  EXPECT_TRUE(violations(schema, "1").empty());
  EXPECT_FALSE(violations(schema, "true").empty());
  EXPECT_FALSE(violations(R"({"$ref":"#/$defs/n"})", "1").empty());
}

TEST(JsonSchema, ReportsUnknownKeywords) { EXPECT_FALSE(violations(R"({"pattern":"^a"})", R"("a")").empty()); }

}  // namespace
}  // namespace agal::test
