// Texts and scripts that name methods of Stage3D must have the methods of tap/methods.def.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>

#include "stage/game.hpp"
#include "stage/resolved_calls.hpp"
#include "support/golden.hpp"

namespace agal::frames {
namespace {

using Names = std::set<std::string>;

struct Row {
  std::string name, note, setting;
};

const std::vector<Row> rows{
#define AGAL_REPLAYED(method, on, arguments, replay, setting) {#method, "", #setting},
#define AGAL_RECORDED AGAL_REPLAYED
#define AGAL_TAPPED(method, note, on, arguments, replay, setting) {#method, #note, #setting},
#include "tap/methods.def"
};

// Returns the quoted words of a source file that look like methods of Stage3D.
Names quoted_methods(const std::string& file) {
  const std::regex quoted("[\"'](clear|present|(?:configure|create|draw|set|upload)[A-Z][A-Za-z]*)[\"']");
  const std::string text = test::source_text(file);
  Names found;
  for (std::sregex_iterator each(text.begin(), text.end(), quoted), end; each != end; ++each)
    found.insert((*each)[1].str());
  return found;
}

TEST(Methods, OfSchemaAndTableAreEqual) {
  Names expected;
  for (const Row& row : rows)
    if (!row.name.ends_with("Async")) expected.insert(row.name);
  const nlohmann::json schema = nlohmann::json::parse(test::source_text("docs/frames.schema.json"));
  EXPECT_EQ(schema["$defs"]["call"]["properties"]["call"]["examples"].get<Names>(), expected);
}

// The settings and objects of a draw in a log of uploads.
TEST(Methods, OfCapturedDrawsAndTableAreEqual) {
  const Names read_notes{"create", "draw", "indexed", "state", "target"};
  Names expected;
  for (const Row& row : rows)
    if (read_notes.contains(row.note)) expected.insert(row.name);
  EXPECT_EQ(quoted_methods("src/games/tap_log/draw.cpp"), expected);
}

// The receiver of posted calls recognizes the other methods by prefixes.
TEST(Methods, OfReceiverAreInTable) {
  Names known{"setProgramConstants"};  // a prefix
  for (const Row& row : rows) known.insert(row.name);
  EXPECT_THAT(known, testing::IsSupersetOf(quoted_methods("bindings/js/src/play/frames/calls.js")));
}

// The recorder keeps the last call for each setting, or for each part of it.
TEST(DocumentMethods, OfRecorderHaveSettings) {
  const std::string path = "bindings/js/src/play/frames/settings.js";
  std::string table;
  for (const Row& row : rows)
    if (row.setting != "none") table += fmt::format("  {}: '{}',\n", row.name, row.setting);
  test::expect_golden(path, test::with_part(test::source_text(path), "export const settings = {\n", "};\n", table));
}

TEST(Methods, OfSettingsAndResolvedCallsAreEqual) {
  Names expected{"outputs"}, found{"fillMode"};  // other textures of the target; triangles are always filled
  for (const Row& row : rows)
    if (row.setting != "none") expected.insert(row.setting);
  Game game;
  ResolvedCalls calls(game.pairs, {}, [](base::Bytes) { return std::uint64_t{0}; });
  base::JsonWriter json(base::JsonStyle::Compact);
  calls.write(json, game.call(context, "present"));
  const nlohmann::json call = nlohmann::json::parse(json.text());
  for (const auto& [name, value] : call["state"].items()) found.insert(name);
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace agal::frames
