// Tests writing the lines of a manifest, and reading them back.
#include "manifest/record.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "batch/programs.hpp"
#include "manifest/entry.hpp"
#include "support/full_diagnostic.hpp"
#include "support/json_schema.hpp"

namespace agal::manifest {
namespace {

using batch::found_program;
using batch::fragment_text;
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
  record.diagnostics.add(test::full_diagnostic());
  return record;
}

TEST(Record, WritesItsKeysInAFixedOrder) {
  const FoundProgram found = found_program(fragment_text);
  const std::string line = record_line(full_record(found));
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  const ordered_json object = ordered_json::parse(line);
  EXPECT_THAT(keys(object),
              ElementsAre("hash", "stem", "stage", "version", "tokens", "form", "certainty", "status", "opcodes",
                          "origins", "pairs", "disassembly", "outputs", "notExpressible", "diagnostics"));
  EXPECT_EQ(object["certainty"], "exact");
  EXPECT_EQ(object["opcodes"].dump(), R"({"mov":1,"mul":1})");
  EXPECT_EQ(object["origins"].dump(),
            R"([{"container":"game.swf","tag":87,"offset":1234,"name":"Water","stem":"game.swf/Water.frag"},)"
            R"({"container":"lib.swc!library.swf","offset":5,"stem":"game.swf/Water.frag"}])");
  EXPECT_EQ(object["notExpressible"].dump(), R"({"essl100":["AGAL4011"]})");
  EXPECT_THAT(test::schema_violations(schema(), nlohmann::json::parse(line)), IsEmpty());
}

TEST(Record, HasProofsOfProducts) {
  const FoundProgram found = found_program(fragment_text);
  Record record = full_record(found);
  record.proofs = {{"spv", "equal"}, {"hlsl50", "not decided"}};
  const std::string line = record_line(record);
  EXPECT_EQ(ordered_json::parse(line)["proofs"].dump(), R"({"spv":"equal","hlsl50":"not decided"})");
  EXPECT_THAT(test::schema_violations(schema(), nlohmann::json::parse(line)), IsEmpty());
}

// The size of the data that an untrusted program adds to a manifest is limited.
TEST(Record, CountsAllUnknownOpcodesAsOne) {
  FoundProgram found = found_program(fragment_text);
  for (std::uint32_t opcode = 0x1000; opcode < 0x2000; ++opcode) {
    found.program.instructions.push_back(found.program.instructions.front());
    found.program.instructions.back().opcode = opcode;
  }
  const ordered_json object = ordered_json::parse(record_line(full_record(found)));
  EXPECT_EQ(object["opcodes"].dump(), R"({"mov":1,"mul":1,"unknown":4096})");
}

TEST(Record, WritesALineForAFileWithoutAProgram) {
  Record record;
  record.stem = "broken";
  record.origins = {{"broken.agal", 0, 0, ""}};
  record.status = Status::Unreadable;
  record.diagnostics.add({});
  const ordered_json object = ordered_json::parse(record_line(record));
  EXPECT_THAT(keys(object), ElementsAre("stem", "status", "origins", "diagnostics"));
  EXPECT_EQ(object["status"], "unreadable");
  record.status = Status::Empty;
  record.kind = ContentKind::Assembly;
  record.diagnostics = {};
  const std::string line = record_line(record);
  EXPECT_EQ(
      line,
      R"({"stem":"broken","kind":"assembly","status":"empty","origins":[{"container":"broken.agal","offset":0,"stem":"broken"}],)"
      "\"diagnostics\":[]}\n");
  EXPECT_THAT(test::schema_violations(schema(), nlohmann::json::parse(line)), IsEmpty());
}

TEST(Record, WritesTheCertaintyAndTheCaptures) {
  const FoundProgram found = found_program(fragment_text);
  Record record = full_record(found);
  record.origins = {{"game.swf", 82, 7, "Water", Certainty::Variant, "tinted"},
                    {"game.log", 0, 9, "pair-2", Certainty::Captured, "", 4}};
  Capture capture;
  capture.log = "game.log";
  capture.run = "c0ffee";
  capture.pair = capture.upload = capture.uploads = 2;
  CapturedDraw draw;
  draw.attributes = {{0, 3, "float3", 4, 5, {}}};
  draw.textures = {{0, CapturedTextureClass::Texture, 8, 8, "bgra", false, 4, "415446"}};
  draw.samplers = {{0, "clamp", "linear", "mipnone"}};
  draw.stencil = CapturedStencil{};
  draw.back_buffer = CapturedBackBuffer{};
  draw.target = CapturedTarget{};
  draw.constants = {{{1, 2, 3, std::numeric_limits<float>::infinity()}}, {}};
  capture.draws = {draw};
  record.pairs = {{"fedcba9876543210fedcba9876543210", "a player uploaded them together", to_json({capture})}};
  const std::string line = record_line(record);
  const ordered_json object = ordered_json::parse(line);
  EXPECT_EQ(object["certainty"], "captured");
  EXPECT_EQ(object["origins"].dump(),
            R"([{"container":"game.swf","tag":82,"offset":7,"name":"Water","certainty":"variant","detail":"tinted",)"
            R"("stem":"game.swf/Water.frag"},{"container":"game.log","offset":9,"line":4,"name":"pair-2",)"
            R"("certainty":"captured","stem":"game.swf/Water.frag"}])");
  EXPECT_EQ(object["pairs"][0]["captured"][0]["draws"][0]["attributes"][0]["stride"], 5);
  EXPECT_THAT(test::schema_violations(schema(), nlohmann::json::parse(line)), IsEmpty());
  const Result<Entry> entry = parse_entry(line, "m", 1);
  ASSERT_TRUE(entry) << render_text(entry.diagnostics());
  EXPECT_EQ(entry->certainty, "captured");
  EXPECT_FALSE(entry->use);
  ASSERT_EQ(entry->partners.size(), 1u);
  EXPECT_EQ(entry->partners[0].captured, record.pairs[0].captured);
}

TEST(Record, LimitsListsOfMissingPrograms) {
  Extraction extraction;
  extraction.containers_missing_programs = {"game.swf"};
  for (int i = 0; i < 150; ++i) {
    extraction.unassigned.push_back({"game.swf", "Class" + std::to_string(i), 2});
    FoundText text;
    text.text = std::string(5000, 'x') + std::to_string(i);
    text.origin = {"game.swf", 82, 7, "Water", Certainty::Template, "<?\?\?>"};
    extraction.texts.push_back(std::move(text));
  }
  extraction.texts[0].text.replace(4095, 2, "\xc3\xa9");
  extraction.too_many = {"Styles"};
  extraction.containers_loading_swfs = {"game.swf"};
  extraction.unused.push_back({"mov oc, v0", {"game.swf", 82, 7, "Filter", Certainty::Partial, "no code uses it"}});
  extraction.lost = {{"game.log", "c0ffee", 3}};
  Record record;
  record.stem = "game.swf";
  record.status = Status::Incomplete;
  record.origins = {{"game.swf", 0, 0, ""}};
  record.incomplete = incomplete_of(extraction);
  const std::string line = record_line(record);
  const ordered_json object = ordered_json::parse(line);
  EXPECT_THAT(keys(object), ElementsAre("stem", "status", "origins", "incomplete", "diagnostics"));
  const ordered_json& missing = object["incomplete"];
  EXPECT_THAT(keys(missing), ElementsAre("programs", "uploads", "lines", "classes", "textCount", "texts",
                                         "tooManyCount", "tooMany", "loadsOthers", "unusedCount", "unused", "lost"));
  EXPECT_EQ(missing["tooManyCount"], 1u);
  EXPECT_EQ(missing["tooMany"].dump(), R"(["Styles"])");
  EXPECT_EQ(missing["loadsOthers"].dump(), R"(["game.swf"])");
  EXPECT_EQ(missing["unusedCount"], 1);
  EXPECT_EQ(missing["unused"][0]["text"], "mov oc, v0");
  EXPECT_EQ(missing["lines"], 300);
  EXPECT_EQ(missing["classes"].size(), 100u);
  EXPECT_EQ(missing["textCount"], 150);
  ASSERT_EQ(missing["texts"].size(), 100u);
  // The text is cut at a character boundary.
  EXPECT_EQ(missing["texts"][0]["text"].get<std::string>().size(), 4095u);
  EXPECT_EQ(missing["texts"][1]["text"].get<std::string>().size(), 4096u);
  EXPECT_EQ(missing["texts"][0]["certainty"], "template");
  EXPECT_EQ(missing["lost"].dump(), R"([{"container":"game.log","run":"c0ffee","records":3}])");
  EXPECT_THAT(test::schema_violations(schema(), nlohmann::json::parse(line)), IsEmpty());
  const Result<Entry> entry = parse_entry(line, "m", 1);
  ASSERT_TRUE(entry) << render_text(entry.diagnostics());
  EXPECT_EQ(entry->incomplete.dump(), missing.dump());
}

TEST(Record, WritesDiagnosticsAsJsonMessages) {
  const FoundProgram found = found_program(fragment_text);
  const Record record = full_record(found);
  const std::string line = record_line(record);
  std::string json = render_json(record.diagnostics);
  json.pop_back();
  EXPECT_THAT(line, testing::HasSubstr("\"diagnostics\":[" + json + "]"));
}

TEST(Record, ReplacesInvalidUtf8) {
  const FoundProgram found = found_program(fragment_text);
  Record record = full_record(found);
  record.origins[0].name = "a\xff\n\x01";
  const ordered_json object = ordered_json::parse(record_line(record));
  EXPECT_EQ(object["origins"][0]["name"], "a\xef\xbf\xbd\n\x01");
}

TEST(Record, ReadsBackAllKeys) {
  const FoundProgram found = found_program(fragment_text);
  const Record record = full_record(found);
  const Result<Entry> entry = parse_entry(record_line(record), "m", 1);
  ASSERT_TRUE(entry) << render_text(entry.diagnostics());
  EXPECT_EQ(entry->stem, record.stem);
  EXPECT_EQ(entry->hash, record.hash);
  EXPECT_EQ(entry->form, "assembly");
  EXPECT_EQ(entry->status, Status::Accepted);
  EXPECT_EQ(entry->stage, Stage::Fragment);
  EXPECT_EQ(entry->version, found.program.version);
  EXPECT_EQ(entry->tokens, found.program.instructions.size());
  ASSERT_EQ(entry->partners.size(), 1u);
  EXPECT_EQ(entry->partners[0].evidence, "same class");
  EXPECT_EQ(entry->disassembly, "game.swf/Water.frag.agal");
  EXPECT_EQ(entry->outputs, record.outputs);
  EXPECT_EQ(render_json(diagnostics_at(*entry, places_of(*entry)[0])), render_json(record.diagnostics));
  const std::vector<Place> places = places_of(*entry);
  ASSERT_EQ(places.size(), 1u);
  EXPECT_EQ(places[0].container, "game.swf");
  EXPECT_EQ(places[0].stem, record.stem);
}

TEST(Record, ReadsBackEveryStatus) {
  for (const Status status : {Status::Unreadable, Status::Empty, Status::Incomplete}) {
    Record record;
    record.stem = "x";
    record.status = status;
    const Result<Entry> entry = parse_entry(record_line(record), "m", 1);
    ASSERT_TRUE(entry);
    EXPECT_EQ(entry->status, status);
    EXPECT_FALSE(entry->stage);
  }
}

TEST(Record, ReadsBackARejectedFile) {
  Record record;
  record.stem = "x";
  record.status = Status::Rejected;
  record.kind = ContentKind::Assembly;
  const std::string line = record_line(record);
  EXPECT_THAT(test::schema_violations(schema(), nlohmann::json::parse(line)), IsEmpty()) << line;
  const Result<Entry> entry = parse_entry(line, "m", 1);
  ASSERT_TRUE(entry) << render_text(entry.diagnostics());
  EXPECT_EQ(entry->status, Status::Rejected);
  EXPECT_FALSE(entry->stage);
}

TEST(Record, ReadsBackEveryKindOfFile) {
  for (std::size_t i = 0; i < content_kind_names.size(); ++i) {
    Record record;
    record.stem = "x";
    record.status = Status::Empty;
    record.kind = static_cast<ContentKind>(i);
    const std::string line = record_line(record);
    EXPECT_THAT(test::schema_violations(schema(), nlohmann::json::parse(line)), IsEmpty()) << line;
    const Result<Entry> entry = parse_entry(line, "m", 1);
    ASSERT_TRUE(entry) << line;
    EXPECT_EQ(entry->kind, record.kind);
  }
}

}  // namespace
}  // namespace agal::manifest
