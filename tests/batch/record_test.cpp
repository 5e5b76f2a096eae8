// Lines of a manifest.
#include "batch/record.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "programs.hpp"
#include "support/json_schema.hpp"

namespace agal::batch {
namespace {

using nlohmann::ordered_json;
using testing::ElementsAre;
using testing::IsEmpty;

nlohmann::json schema() {
  std::ifstream file(AGAL_SOURCE_DIR "/docs/manifest.schema.json");
  return nlohmann::json::parse(file);
}

std::vector<std::string> keys(const ordered_json& object) {
  std::vector<std::string> out;
  for (const auto& [key, value] : object.items()) out.push_back(key);
  return out;
}

Record full_record(const FoundProgram& found) {
  Record record;
  record.found = &found;
  record.hash = "0123456789abcdef0123456789abcdef";
  record.stem = "game.swf/Water.frag";
  record.status = Status::Accepted;
  record.origins = {{"game.swf", 87, 1234, "Water"}, {"lib.swc!library.swf", 0, 5, ""}};
  record.pairs = {{"fedcba9876543210fedcba9876543210", "same class"}};
  record.outputs = {{"spv", "game.swf/Water.frag.spv"}};
  record.not_expressible = {{"essl100", {4011}}};
  Diagnostic diagnostic;
  diagnostic.code = 4011;
  diagnostic.message = "a \"message\"";
  diagnostic.location.file = "game.swf";
  diagnostic.location.token = 2;
  diagnostic.location.operand = Operand::Source1;
  diagnostic.location.stage = Stage::Fragment;
  diagnostic.snippet = "mul ft0, v0, fc0";
  diagnostic.caret = 9;
  diagnostic.caret_length = 2;
  diagnostic.help = "help";
  record.diagnostics.add(diagnostic);
  return record;
}

TEST(Record, HasItsKeysInOneOrder) {
  const FoundProgram found = found_program(fragment_text);
  const std::string line = record_line(full_record(found));
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  const ordered_json object = ordered_json::parse(line);
  EXPECT_THAT(keys(object), ElementsAre("hash", "stem", "stage", "version", "tokens", "form", "status", "opcodes",
                                        "origins", "pairs", "disassembly", "outputs", "notExpressible", "diagnostics"));
  EXPECT_EQ(object["opcodes"].dump(), R"({"mov":1,"mul":1})");
  EXPECT_EQ(object["origins"].dump(),
            R"([{"container":"game.swf","tag":87,"offset":1234,"name":"Water","stem":"game.swf/Water.frag"},)"
            R"({"container":"lib.swc!library.swf","offset":5,"stem":"game.swf/Water.frag"}])");
  EXPECT_EQ(object["notExpressible"].dump(), R"({"essl100":["AGAL4011"]})");
  EXPECT_THAT(test::schema_violations(schema(), nlohmann::json::parse(line)), IsEmpty());
}

TEST(Record, AFileWithoutAProgramHasALineToo) {
  Record record;
  record.stem = "broken";
  record.origins = {{"broken.agal", 0, 0, ""}};
  record.diagnostics.add({});
  const ordered_json object = ordered_json::parse(record_line(record));
  EXPECT_THAT(keys(object), ElementsAre("stem", "status", "origins", "diagnostics"));
  EXPECT_EQ(object["status"], "unreadable");
  record.diagnostics = {};
  const std::string line = record_line(record);
  EXPECT_EQ(line,
            R"({"stem":"broken","status":"empty","origins":[{"container":"broken.agal","offset":0,"stem":"broken"}],)"
            "\"diagnostics\":[]}\n");
  EXPECT_THAT(test::schema_violations(schema(), nlohmann::json::parse(line)), IsEmpty());
}

TEST(Record, DiagnosticsAreThoseThatJsonMessagesHave) {
  const FoundProgram found = found_program(fragment_text);
  const Record record = full_record(found);
  const std::string line = record_line(record);
  std::string json = render_json(record.diagnostics);
  json.pop_back();
  EXPECT_THAT(line, testing::HasSubstr("\"diagnostics\":[" + json + "]"));
}

TEST(Record, BytesThatAreNoTextDoNoHarm) {
  const FoundProgram found = found_program(fragment_text);
  Record record = full_record(found);
  record.origins[0].name = "a\xff\n\x01";
  const ordered_json object = ordered_json::parse(record_line(record));
  EXPECT_EQ(object["origins"][0]["name"], "a\xef\xbf\xbd\n\x01");
}

TEST(Record, IsReadBack) {
  const FoundProgram found = found_program(fragment_text);
  const Record record = full_record(found);
  const std::optional<RecordedLine> line = read_record(record_line(record));
  ASSERT_TRUE(line);
  EXPECT_EQ(line->stem, record.stem);
  EXPECT_EQ(line->form, "assembly");
  ASSERT_EQ(line->places.size(), 1u);
  EXPECT_EQ(line->places[0].container, "game.swf");
  EXPECT_EQ(line->places[0].stem, record.stem);
  EXPECT_EQ(line->disassembly, "game.swf/Water.frag.agal");
  EXPECT_EQ(line->outputs, record.outputs);
  EXPECT_EQ(render_json(line->diagnostics), render_json(record.diagnostics));
}

TEST(Record, StandsInEveryPlaceThatItsOriginsTell) {
  const std::optional<RecordedLine> line = read_record(
      R"({"stem":"a","origins":[{"container":"1","stem":"a"},{"container":"2","stem":"a"},{"container":"3","stem":"b/c"}],)"
      R"("disassembly":"a.agal","outputs":{"spv":"a.spv"}})");
  ASSERT_TRUE(line);
  ASSERT_EQ(line->places.size(), 2u);
  EXPECT_EQ(line->places[1].container, "3");
  EXPECT_THAT(products_at(*line, line->places[0]), ElementsAre("a.agal", "a.spv"));
  EXPECT_THAT(products_at(*line, line->places[1]), ElementsAre("b/c.agal", "b/c.spv"));
}

TEST(Record, AnythingElseIsNoLine) {
  for (const char* text : {"", "x", "[]", "{}", "{\"stem\":1}", "{\"stem\":\"\"}", "null", "\"stem\""})
    EXPECT_FALSE(read_record(text)) << text;
  // Values of a wrong type are ignored.
  const std::optional<RecordedLine> odd = read_record(
      R"({"stem":"x","origins":{},"outputs":[1],"disassembly":2,"diagnostics":[3,{"code":4,"line":-1,"caret":[1]}]})");
  ASSERT_TRUE(odd);
  EXPECT_EQ(odd->disassembly, "");
  EXPECT_EQ(odd->diagnostics.size(), 1u);
}

}  // namespace
}  // namespace agal::batch
