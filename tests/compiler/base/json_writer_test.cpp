// The JSON writer, compared with nlohmann-json and with a simple model of its layout.
#include "base/json_writer.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>

#include "agal/program.hpp"

namespace agal::base {
namespace {

using Json = nlohmann::ordered_json;

// Writes the value with nlohmann-json, and escapes DEL as well.
std::string dump(const Json& value) {
  std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  for (std::size_t at = text.find('\x7f'); at != std::string::npos; at = text.find('\x7f', at))
    text.replace(at, 1, "\\u007f");
  return text;
}

void write(JsonWriter& json, const Json& value) {
  if (value.is_object()) {
    json.object([&] {
      for (const auto& [key, part] : value.items()) write(json.key(key), part);
    });
  } else if (value.is_array()) {
    json.list([&] {
      for (const Json& part : value) write(json, part);
    });
  } else if (value.is_string()) {
    json.value(value.get_ref<const std::string&>());
  } else if (value.is_boolean()) {
    json.value(value.get<bool>());
  } else {
    json.value(value.get<std::int64_t>());
  }
}

std::string text_of(const Json& value, JsonStyle style = JsonStyle::Readable) {
  JsonWriter json(style);
  write(json, value);
  return json.line();
}

std::string text_of_scalar(const JsonScalar& scalar) {
  JsonWriter json;
  json.value(scalar);
  std::string text = json.line();
  EXPECT_EQ(text.back(), '\n');
  text.pop_back();
  return text;
}

Json list_of(std::size_t characters) { return Json::array({std::string(characters, 'a')}); }

TEST(JsonWriter, WritesShortContainersOnOneLine) {
  const Json value = {{"b", Json::array({1, 2})}, {"a", {{"x", true}, {"y", Json::array()}}}};
  EXPECT_EQ(text_of(value), "{\n  \"b\": [1, 2],\n  \"a\": {\"x\": true, \"y\": []}\n}\n");
}

TEST(JsonWriter, WritesMembersOfObjects) {
  JsonWriter json;
  json.object([&] {
    json.members({{"z", 1}, {"text", "b"}});
    json.member("a", std::string("c"));
    json.key("d").object({{"e", -2}, {"f", false}});
    json.member("g", 2.5f);
  });
  EXPECT_EQ(json.line(), R"({
  "z": 1,
  "text": "b",
  "a": "c",
  "d": {"e": -2, "f": false},
  "g": 2.5
}
)");
}

TEST(JsonWriter, BreaksLinesAfterHundredColumns) {
  const std::string fits = text_of(list_of(96));
  // 100 columns and the line feed.
  EXPECT_EQ(fits.size(), 101u);
  EXPECT_EQ(fits.find('\n'), 100u);
  EXPECT_EQ(text_of(list_of(97)), "[\n  \"" + std::string(97, 'a') + "\"\n]\n");
}

TEST(JsonWriter, LineWidthIncludesIndentationWithoutKeyAndComma) {
  const std::string fits(94, 'a');
  EXPECT_EQ(text_of({{"key", list_of(94)}, {"b", 1}}), "{\n  \"key\": [\"" + fits + "\"],\n  \"b\": 1\n}\n");
  EXPECT_EQ(text_of({{"key", list_of(95)}, {"b", 1}}), "{\n  \"key\": [\n    \"a" + fits + "\"\n  ],\n  \"b\": 1\n}\n");
}

TEST(JsonWriter, BreaksLongContainersIntoOneLinePerPart) {
  const Json value = {{"a", std::string(60, 'a')}, {"b", Json::array()}, {"c", std::string(60, 'c')}};
  EXPECT_EQ(text_of(value), "{\n  \"a\": \"" + std::string(60, 'a') + "\",\n  \"b\": [],\n  \"c\": \"" +
                                std::string(60, 'c') + "\"\n}\n");
}

TEST(JsonWriter, BreaksContainersOfNestedContainers) {
  const Json value = {{"a", 1}, {"b", Json::array()}, {"c", {{"d", {{"e", 1}, {"f", 2}}}}}, {"g", 3}};
  EXPECT_EQ(text_of(value), R"({
  "a": 1,
  "b": [],
  "c": {
    "d": {"e": 1, "f": 2}
  },
  "g": 3
}
)");
}

TEST(JsonWriter, WritesEmptyContainersOnOneLine) {
  EXPECT_EQ(text_of(Json::object()), "{}\n");
  EXPECT_EQ(text_of(Json::array()), "[]\n");
  EXPECT_EQ(text_of(Json::array({Json::object(), 1, Json::array()})), "[{}, 1, []]\n");
  EXPECT_EQ(text_of(Json::array({Json::array({1}), Json::array()})), "[\n  [1],\n  []\n]\n");
}

// Applies the layout rule of the writer to a tree.
std::string by_the_rule(const Json& value, std::size_t indent) {
  if (!value.is_structured() || value.empty()) return dump(value);
  const auto joined = [&](const std::string& before, const std::string& between, const auto& text) {
    std::string out;
    for (const auto& [key, part] : value.items())
      out += (out.empty() ? before : between) + (value.is_object() ? dump(key) + ": " : "") + text(part);
    return (value.is_object() ? '{' : '[') + out;
  };
  const char* const closing = value.is_object() ? "}" : "]";
  const bool flat =
      std::all_of(value.begin(), value.end(), [](const Json& part) { return !part.is_structured() || part.empty(); });
  const std::string line = joined("", ", ", dump) + closing;
  if (flat && indent + line.size() <= 100) return line;
  const std::string inner = "\n" + std::string(indent + 2, ' ');
  return joined(inner, "," + inner, [&](const Json& part) { return by_the_rule(part, indent + 2); }) + "\n" +
         std::string(indent, ' ') + closing;
}

class Trees {
 public:
  Json tree(std::uint32_t depth) {
    const std::uint32_t kind = below(depth == 0 ? 3 : 6);
    if (kind < 3) return scalar(kind);
    Json out = kind == 3 ? Json::array() : Json::object();
    for (std::uint32_t i = below(7); i > 0; --i) {
      if (out.is_array())
        out.push_back(tree(depth - 1));
      else
        out[text()] = tree(depth - 1);
    }
    return out;
  }

 private:
  Json scalar(std::uint32_t kind) {
    if (kind == 0) return static_cast<std::int64_t>(below(2000)) - 1000;
    if (kind == 1) return below(2) == 0;
    return text();
  }
  std::string text() {
    std::string out(below(40), 'a');
    if (!out.empty() && below(8) == 0) out[0] = static_cast<char>(below(256));
    return out;
  }
  std::uint32_t below(std::uint32_t end) { return static_cast<std::uint32_t>(random_() % end); }

  std::mt19937 random_{1};
};

TEST(JsonWriter, FormatsRandomTreesLikeReference) {
  Trees trees;
  for (int i = 0; i < 2000; ++i) {
    const Json tree = trees.tree(5);
    ASSERT_EQ(text_of(tree), by_the_rule(tree, 0) + "\n");
    ASSERT_EQ(text_of(tree, JsonStyle::Compact), dump(tree) + "\n");
  }
}

TEST(JsonWriter, OneLineStyleDoesNotBreakLongLists) {
  JsonWriter json(JsonStyle::OneLine);
  json.list([&] {
    json.object({{"a", 1}, {"b", std::string(100, 'b')}});
    json.list([] {});
  });
  EXPECT_EQ(json.text(), "[{\"a\": 1, \"b\": \"" + std::string(100, 'b') + "\"}, []]");
}

TEST(JsonWriter, CompactStyleOmitsBlanks) {
  JsonWriter json(JsonStyle::Compact);
  json.object([&] {
    json.members({{"a", 1}, {"b", "c d"}});
    json.key("e").list([&] {
      json.value(true);
      json.object({});
      json.raw(R"({"f":[2]})");
    });
  });
  EXPECT_EQ(json.text(), R"({"a":1,"b":"c d","e":[true,{},{"f":[2]}]})");
}

TEST(JsonWriter, WritesConsecutiveValuesOnSeparateLines) {
  JsonWriter json(JsonStyle::Compact);
  for (int i = 0; i < 3; ++i) {
    json.object({{"i", i}});
    json.end_line();
  }
  EXPECT_EQ(json.text(), "{\"i\":0}\n{\"i\":1}\n{\"i\":2}\n");
}

TEST(JsonWriter, WritesLongDocuments) {
  Json list = Json::array();
  for (std::size_t i = 0; i < 10'000; ++i) list.push_back({{"index", i}, {"name", std::string(i % 50, 'n')}});
  EXPECT_EQ(text_of(list), by_the_rule(list, 0) + "\n");
}

TEST(JsonWriter, EscapesValuesAndKeys) {
  JsonWriter json;
  json.object({{"a\"b", "c\"d\\e\tf\x01\x7f"}});
  EXPECT_EQ(json.line(), "{\"a\\\"b\": \"c\\\"d\\\\e\\tf\\u0001\\u007f\"}\n");
}

TEST(JsonWriter, KeepsUtf8AndReplacesOtherBytes) {
  EXPECT_EQ(text_of_scalar("gr\xc3\xbc\xc3\x9f"), "\"gr\xc3\xbc\xc3\x9f\"");
  EXPECT_EQ(text_of_scalar("a\xff"), "\"a\xef\xbf\xbd\"");
  EXPECT_EQ(text_of_scalar("\xe2\x82z"), "\"\xef\xbf\xbd\xef\xbf\xbdz\"");
}

TEST(JsonWriter, WritesEveryByteLikeNlohmann) {
  for (int byte = 0; byte < 256; ++byte) {
    const std::string text = {'a', static_cast<char>(byte), 'b'};
    EXPECT_EQ(text_of_scalar(text), dump(text)) << byte;
  }
}

TEST(JsonWriter, WritesMinimumAndMaximumIntegers) {
  using Signed = std::numeric_limits<std::int64_t>;
  EXPECT_EQ(text_of_scalar(0), "0");
  EXPECT_EQ(text_of_scalar(Signed::min()), "-9223372036854775808");
  EXPECT_EQ(text_of_scalar(Signed::max()), "9223372036854775807");
  EXPECT_EQ(text_of_scalar(std::numeric_limits<std::uint64_t>::max()), "18446744073709551615");
  EXPECT_EQ(text_of_scalar(std::uint8_t{65}), "65");
}

TEST(JsonWriter, WritesEveryBiasLikeNlohmann) {
  for (int eighths = -128; eighths <= 127; ++eighths) {
    const float bias = SamplerOperand::make(0).with_bias(static_cast<std::int8_t>(eighths)).bias();
    EXPECT_EQ(text_of_scalar(bias), Json(bias).dump());
  }
  EXPECT_EQ(text_of_scalar(0.0f), "0.0");
  EXPECT_EQ(text_of_scalar(-1.5f), "-1.5");
}

TEST(JsonWriter, WritesFloatsWithoutExponent) {
  using Float = std::numeric_limits<float>;
  for (const float number : {Float::max(), -Float::max(), Float::min(), -Float::denorm_min(), 1e-9f, 1e20f}) {
    const std::string text = text_of_scalar(number);
    EXPECT_EQ(text.find('e'), std::string::npos) << text;
    EXPECT_EQ(Json::parse(text).get<float>(), number) << text;
  }
}

}  // namespace
}  // namespace agal::base
