// Texts and scripts that name methods of Stage3D must have the methods of tapping/methods.def.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>

namespace agal::frames {
namespace {

using Names = std::set<std::string>;

struct Row {
  std::string name, replay, note;
};

const std::vector<Row> rows{
#define AGAL_REPLAYED(method, on, arguments, replay) {#method, #replay, ""},
#define AGAL_RECORDED AGAL_REPLAYED
#define AGAL_TAPPED(method, note, on, arguments, replay) {#method, #replay, #note},
#include "tap/methods.def"
};

std::string read(const std::string& name) {
  std::ifstream file(AGAL_SOURCE_DIR "/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Returns the quoted words of a source file that look like methods of Stage3D.
Names quoted_methods(const std::string& file) {
  const std::regex quoted("[\"'](clear|present|(?:configure|create|draw|set|upload)[A-Z][A-Za-z]*)[\"']");
  const std::string text = read(file);
  Names found;
  for (std::sregex_iterator each(text.begin(), text.end(), quoted), end; each != end; ++each)
    found.insert((*each)[1].str());
  return found;
}

TEST(Methods, OfPageAndTableAreEqual) {
  // The page makes draws, creations and uploads by their prefixes.
  const Names by_prefix{"check_draw", "create_buffer", "create_program", "create_texture", "upload"};
  const Names without_effect{"dispose", "drawToBitmapData", "setFillMode"};
  Names expected, found;
  for (const Row& row : rows)
    if (!by_prefix.contains(row.replay) && !without_effect.contains(row.name)) expected.insert(row.name);
  std::string script = read("tools/pages/frames/replay.js");
  script = script.substr(script.find("const all = {"));
  script = script.substr(0, script.find("};"));
  const std::regex key("\n      ([a-zA-Z]+): ");
  for (std::sregex_iterator each(script.begin(), script.end(), key), end; each != end; ++each)
    found.insert((*each)[1].str());
  EXPECT_EQ(found, expected);
}

TEST(Methods, OfSchemaAndTableAreEqual) {
  Names expected;
  for (const Row& row : rows)
    if (!row.name.ends_with("Async")) expected.insert(row.name);
  const nlohmann::json schema = nlohmann::json::parse(read("docs/frames.schema.json"));
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
  Names known{"setProgramConstants"}, indexed;  // the first is a prefix
  for (const Row& row : rows) {
    known.insert(row.name);
    if (row.note == "indexed") indexed.insert(row.name);
  }
  const Names named = quoted_methods("bindings/js/src/play/frames/calls.js");
  EXPECT_THAT(known, testing::IsSupersetOf(named));
  EXPECT_THAT(named, testing::IsSupersetOf(indexed));
}

}  // namespace
}  // namespace agal::frames
