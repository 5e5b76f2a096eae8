// Tests that identical programs have one line with many origins.
#include "batch/manifest_lines.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "../support/json_schema.hpp"
#include "folder.hpp"
#include "programs.hpp"

namespace agal::batch {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

class ManifestLinesTest : public OutputFolderTest {
 protected:
  void add(const std::string& hash, const std::string& stem, const std::string& message = {},
           const std::string& partner = {}) {
    manifest::Record record;
    record.found = &found_;
    record.hash = std::string(32, hash[0]);
    record.stem = stem;
    record.status = manifest::Status::Accepted;
    record.origins = {{stem + ".swf", 0, 0, ""}};
    record.outputs = {{"spv", stem + ".spv"}};
    if (!partner.empty()) record.pairs = {{std::string(32, partner[0]), "same class"}};
    if (!message.empty()) {
      Diagnostic diagnostic;
      diagnostic.message = message;
      diagnostic.location.file = stem;
      record.diagnostics.add(diagnostic);
    }
    lines_.add(record, record_line(record));
  }
  /// Adds a program with one partner or without one (""), from a log or another source.
  void add_pair(const std::string& hash, const std::string& stem, const std::string& partner, Certainty certainty,
                FindForm form = FindForm::Bytecode, bool drawn = false) {
    FoundProgram found = found_;
    found.form = form;
    manifest::Record record;
    record.found = &found;
    record.hash = std::string(32, hash[0]);
    record.stem = stem;
    record.status = manifest::Status::Accepted;
    record.origins = {{stem.substr(0, stem.rfind('/')), 0, 0, "", certainty}};
    const std::string captured =
        fmt::format(R"([{{"log":"{}","run":"1","pair":1,"upload":1,"uploads":1,"draws":[]}}])", stem);
    const bool log = certainty == Certainty::Captured;
    if (!partner.empty())
      record.pairs = {{std::string(32, partner[0]), log ? "uploaded" : "same class", log ? captured : ""}};
    lines_.add(record, record_line(record));
    if (log) add_upload(record.origins[0].container, record.hash, record.pairs[0].hash, drawn);
  }
  /// Adds the record of a pair in a log that does not name its game.
  void add_upload(const std::string& log, const std::string& program, const std::string& partner, bool drawn) {
    Capture capture;
    capture.log = log;
    if (drawn) capture.draws.emplace_back();
    LoadedFile loaded;
    loaded.content = manifest::ContentKind::Log;
    loaded.extraction.runs = {{log, "1", {}}};
    loaded.extraction.pairs = {{0, 1, "uploaded", {capture}}};
    games_.add(log, loaded, {program, partner});
  }
  void add_game(const std::string& path) {
    LoadedFile loaded;
    loaded.content = manifest::ContentKind::Swf;
    loaded.extraction.movies = {{path, std::string(32, '0')}};
    games_.add(path, loaded, {});
  }
  void add_incomplete(const std::string& stem, manifest::ContentKind kind, bool lost) {
    manifest::Record record;
    record.stem = stem;
    record.kind = kind;
    record.status = manifest::Status::Incomplete;
    record.origins = {{stem, 0, 0, ""}};
    record.incomplete.emplace();
    if (lost) record.incomplete->lost = {{stem, "1", 2}};
    lines_.add(record, record_line(record));
    if (kind == manifest::ContentKind::Swf) return add_game(stem);
    LoadedFile loaded;
    loaded.content = kind;
    loaded.extraction.runs = {{stem, "1", {}}};
    loaded.extraction.lost = record.incomplete->lost;
    games_.add(stem, loaded, {});
  }
  void add_unreadable(const std::string& stem) {
    manifest::Record record;
    record.stem = stem;
    record.status = manifest::Status::Unreadable;
    lines_.add(record, record_line(record));
  }
  std::vector<json> finish() {
    games_.settle();
    std::istringstream text(content(*lines_.finish(games_)));
    std::vector<json> lines;
    for (std::string line; std::getline(text, line);) lines.push_back(json::parse(line));
    return lines;
  }
  static std::vector<std::string> places(const json& line) {
    std::vector<std::string> stems;
    for (const json& origin : line["origins"])
      stems.push_back(fmt::format("{}={}", origin["stem"].get<std::string>(), origin["container"].get<std::string>()));
    return stems;
  }

  ManifestLines lines_{*scratch_};
  Games games_;
  const FoundProgram found_ = found_program(fragment_text);
};

TEST_F(ManifestLinesTest, JoinsIdenticalProgramsAndSortsByTheFirstStem) {
  add("b", "z");
  add("a", "y");
  add("b", "x");
  add("c", "a");
  const std::vector<json> lines = finish();
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines_.counts().accepted, 3u);
  EXPECT_EQ(lines[0]["stem"], "a");
  EXPECT_EQ(lines[1]["stem"], "x");
  EXPECT_THAT(places(lines[1]), ElementsAre("x=x.swf", "z=z.swf"));
  EXPECT_EQ(lines[1]["outputs"]["spv"], "x.spv");
  EXPECT_EQ(lines[2]["stem"], "y");
  for (const json& line : lines)
    EXPECT_THAT(
        test::schema_violations(json::parse(Folder::read_file(AGAL_SOURCE_DIR "/docs/manifest.schema.json")), line),
        testing::IsEmpty());
}

TEST_F(ManifestLinesTest, MessagesNameTheirPlaces) {
  add("a", "x", "same");
  add("a", "y", "same");
  std::vector<json> lines = finish();
  ASSERT_EQ(lines.size(), 1u);
  ASSERT_EQ(lines[0]["diagnostics"].size(), 1u);
  EXPECT_FALSE(lines[0]["diagnostics"][0].contains("stems"));
  ManifestLines again(*scratch_);
  std::swap(lines_, again);
  add("a", "x", "same");
  add("a", "y", "same");
  add("a", "z", "another");
  lines = finish();
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines_.counts().accepted, 1u);
  EXPECT_THAT(places(lines[0]), ElementsAre("x=x.swf", "y=y.swf", "z=z.swf"));
  ASSERT_EQ(lines[0]["diagnostics"].size(), 2u);
  EXPECT_EQ(lines[0]["diagnostics"][0]["stems"], json::array({"x", "y"}));
  EXPECT_EQ(lines[0]["diagnostics"][1]["message"], "another");
  EXPECT_EQ(lines[0]["diagnostics"][1]["stems"], json::array({"z"}));
}

TEST_F(ManifestLinesTest, JoinsBothFormsUnderTheNameOfTheClass) {
  add_pair("a", "game.log/pair-1.frag", "b", Certainty::Captured);
  add_pair("a", "game.swf/Water.frag", "b", Certainty::Variant, FindForm::Assembly);
  add_pair("c", "game.log/pair-1.vert", "b", Certainty::Captured);
  add_pair("c", "game.swf/cccccccccccccccc.vert", "b", Certainty::Exact, FindForm::Assembly);
  const std::vector<json> lines = finish();
  ASSERT_EQ(lines.size(), 2u);
  // The hash is a worse name than the number of the pair.
  EXPECT_EQ(lines[0]["stem"], "game.log/pair-1.vert");
  EXPECT_EQ(lines[1]["stem"], "game.swf/Water.frag");
  EXPECT_EQ(lines[1]["form"], "assembly");
  EXPECT_EQ(lines[1]["origins"][1]["stem"], "game.log/pair-1.frag");
  EXPECT_EQ(lines[1]["origins"][1]["form"], "bytecode");
  EXPECT_FALSE(lines[1]["origins"][0].contains("form"));
  ASSERT_EQ(lines[1]["pairs"].size(), 1u);
  EXPECT_EQ(lines[1]["pairs"][0]["evidence"], "uploaded");
}

TEST_F(ManifestLinesTest, SortsNumbersByTheirValue) {
  const std::vector<std::string> sorted{"g/pair", "g/pair-2", "g/pair-9", "g/pair-10", "g/pair-123456789", "g/pairs"};
  for (const std::size_t i : {3u, 0u, 5u, 2u, 4u, 1u}) add(std::string(1, static_cast<char>('a' + i)), sorted[i]);
  std::vector<std::string> stems;
  for (const json& line : finish()) stems.push_back(line["stem"]);
  EXPECT_EQ(stems, sorted);
}

TEST_F(ManifestLinesTest, JoinsThePairsOfAllOrigins) {
  add("a", "x", "", "1");
  add("a", "y", "", "2");
  add("a", "z", "", "1");
  const std::vector<json> lines = finish();
  ASSERT_EQ(lines.size(), 1u);
  ASSERT_EQ(lines[0]["pairs"].size(), 2u);
  EXPECT_EQ(lines[0]["pairs"][0]["with"], std::string(32, '1'));
  EXPECT_EQ(lines[0]["pairs"][1]["with"], std::string(32, '2'));
  EXPECT_EQ(lines[0]["pairs"][0]["origins"], json::array({0, 2}));
  EXPECT_EQ(lines[0]["pairs"][1]["origins"], json::array({1}));
}

TEST_F(ManifestLinesTest, OmitsOriginsOfPairsInEveryFile) {
  add("a", "x", "", "1");
  add("a", "y", "", "1");
  EXPECT_FALSE(finish()[0]["pairs"][0].contains("origins"));
}

// Both games have the programs p, q and r. Only the game a uploaded p with q. The code of b has p with r.
TEST_F(ManifestLinesTest, CapturedPairBelongsToTheGameOfItsLog) {
  add_game("a.swf");
  add_game("b.swf");
  add_pair("p", "a.log/pair-1.frag", "q", Certainty::Captured, FindForm::Bytecode, true);
  add_pair("p", "a.swf/1", "", Certainty::Exact);
  add_pair("p", "b.swf/1", "r", Certainty::Exact);
  const std::vector<json> lines = finish();
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_THAT(places(lines[0]), ElementsAre("a.swf/1=a.swf", "b.swf/1=b.swf", "a.log/pair-1.frag=a.log"));
  ASSERT_EQ(lines[0]["pairs"].size(), 2u);
  EXPECT_EQ(lines[0]["pairs"][0]["with"], std::string(32, 'r'));
  EXPECT_EQ(lines[0]["pairs"][0]["origins"], json::array({1}));
  EXPECT_EQ(lines[0]["pairs"][1]["with"], std::string(32, 'q'));
  EXPECT_EQ(lines[0]["pairs"][1]["origins"], json::array({0, 2}));
  EXPECT_THAT(
      test::schema_violations(json::parse(Folder::read_file(AGAL_SOURCE_DIR "/docs/manifest.schema.json")), lines[0]),
      testing::IsEmpty());
}

TEST_F(ManifestLinesTest, OmitsTheUseWithoutALog) {
  add_pair("a", "x", "b", Certainty::Variant);
  const std::vector<json> lines = finish();
  EXPECT_FALSE(lines[0].contains("use"));
  EXPECT_FALSE(lines[0]["pairs"][0].contains("use"));
  EXPECT_FALSE(games_.has_uploads());
}

TEST_F(ManifestLinesTest, ReportsUseOfProgramsAndPairs) {
  add_game("game.swf");
  add_pair("a", "game.log/1", "b", Certainty::Captured, FindForm::Bytecode, true);
  add_pair("b", "game.log/2", "a", Certainty::Captured, FindForm::Bytecode, true);
  add_pair("d", "game.log/4", "e", Certainty::Captured);
  add_pair("a", "game.swf/1", "c", Certainty::Exact, FindForm::Assembly);
  add_pair("c", "game.swf/3", "a", Certainty::Filled, FindForm::Assembly);
  add_unreadable("other");
  const std::vector<json> lines = finish();
  ASSERT_EQ(lines.size(), 5u);
  EXPECT_EQ(lines[0]["stem"], "game.log/2");
  EXPECT_EQ(lines[0]["use"], "drawn");
  EXPECT_EQ(lines[0]["pairs"][0]["use"], "drawn");
  EXPECT_EQ(lines[1]["stem"], "game.log/4");
  EXPECT_EQ(lines[1]["use"], "uploaded");
  EXPECT_EQ(lines[1]["pairs"][0]["use"], "uploaded");
  EXPECT_EQ(lines[2]["stem"], "game.swf/1");
  EXPECT_EQ(lines[2]["use"], "drawn");
  EXPECT_EQ(lines[2]["pairs"][0]["use"], "notUploaded");
  EXPECT_EQ(lines[2]["pairs"][1]["use"], "drawn");
  EXPECT_EQ(lines[3]["use"], "notUploaded");
  EXPECT_FALSE(lines[4].contains("use"));
  EXPECT_TRUE(games_.has_uploads());
  EXPECT_EQ(lines_.counts().accepted, 4u);
  EXPECT_EQ(lines_.counts().uploaded, 3u);
  EXPECT_EQ(lines_.counts().drawn, 2u);
  for (const json& line : lines)
    EXPECT_THAT(
        test::schema_violations(json::parse(Folder::read_file(AGAL_SOURCE_DIR "/docs/manifest.schema.json")), line),
        testing::IsEmpty());
}

TEST_F(ManifestLinesTest, TakesTheBestCertaintyOfAllOrigins) {
  add_pair("a", "a.swf", "b", Certainty::Variant);
  add_pair("a", "b.log", "b", Certainty::Captured);
  add_pair("a", "c.log", "b", Certainty::Captured);
  const std::vector<json> lines = finish();
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0]["certainty"], "captured");
  ASSERT_EQ(lines[0]["pairs"].size(), 1u);
  EXPECT_EQ(lines[0]["pairs"][0]["evidence"], "uploaded");
  // Another log with the pair adds a run to it.
  EXPECT_EQ(lines[0]["pairs"][0]["captured"].size(), 2u);
  EXPECT_EQ(lines[0]["pairs"][0]["captured"][1]["log"], "c.log");
}

TEST_F(ManifestLinesTest, MarksProgramsByLogsOfOtherShards) {
  add_upload("game.log", std::string(32, 'a'), std::string(32, 'c'), false);
  add_pair("b", "x", "a", Certainty::Exact);
  EXPECT_EQ(finish()[0]["use"], "notUploaded");
}

// The program is in two games, and only one of them was played.
TEST_F(ManifestLinesTest, CountsUsesInEachGame) {
  add_game("a.swf");
  add_game("b.swf");
  add_pair("p", "a.log/pair-1.frag", "q", Certainty::Captured, FindForm::Bytecode, true);
  for (const char* const stem : {"a.swf/1", "b.swf/1"}) add_pair("p", stem, "q", Certainty::Exact);
  for (const char* const stem : {"a.swf/2", "b.swf/2"}) add_pair("r", stem, "q", Certainty::Exact);
  add_pair("s", "a.swf/3", "q", Certainty::Exact);
  add_pair("s", "b.swf/3", "t", Certainty::Exact);
  add_pair("u", "b.swf/4", "q", Certainty::Exact);
  const std::vector<json> lines = finish();
  ASSERT_EQ(lines.size(), 4u);
  const auto uses = [](const json& list) {
    std::vector<std::string> found;
    for (const json& each : list) found.push_back(each["use"]);
    return found;
  };
  EXPECT_EQ(lines[0]["use"], "drawn");
  EXPECT_THAT(places(lines[0]), ElementsAre("a.swf/1=a.swf", "b.swf/1=b.swf", "a.log/pair-1.frag=a.log"));
  EXPECT_THAT(uses(lines[0]["origins"]), ElementsAre("drawn", "notPlayed", "drawn"));
  EXPECT_THAT(uses(lines[0]["pairs"]), ElementsAre("drawn"));
  EXPECT_EQ(lines[1]["use"], "notUploaded");
  EXPECT_THAT(uses(lines[1]["origins"]), ElementsAre("notUploaded", "notPlayed"));
  EXPECT_THAT(uses(lines[1]["pairs"]), ElementsAre("notUploaded"));
  // The second pair is only in the game that was not played.
  EXPECT_THAT(uses(lines[2]["pairs"]), ElementsAre("notUploaded", "notPlayed"));
  EXPECT_EQ(lines[3]["use"], "notPlayed");
  EXPECT_THAT(uses(lines[3]["pairs"]), ElementsAre("notPlayed"));
  EXPECT_EQ(lines_.counts().uploaded, 1u);
  EXPECT_EQ(lines_.counts().drawn, 1u);
  for (const json& line : lines)
    EXPECT_THAT(
        test::schema_violations(json::parse(Folder::read_file(AGAL_SOURCE_DIR "/docs/manifest.schema.json")), line),
        testing::IsEmpty());
}

TEST_F(ManifestLinesTest, FileWithLogIsCaptured) {
  const auto statuses = [&](const std::vector<std::string>& games, const std::string& log, bool lost) {
    ManifestLines again(*scratch_);
    std::swap(lines_, again);
    games_ = {};
    for (const std::string& game : games) add_incomplete(game, manifest::ContentKind::Swf, false);
    if (lost) add_incomplete(log, manifest::ContentKind::Log, true);
    add_pair("a", log + "/pair-1.frag", "b", Certainty::Captured);
    std::string found;
    for (const json& line : finish())
      if (!line.contains("hash"))
        found += line["stem"].get<std::string>() + " " + line["status"].get<std::string>() +
                 (line["origins"][0].contains("use") ? " " + line["origins"][0]["use"].get<std::string>() : "") + "\n";
    return found;
  };
  EXPECT_EQ(statuses({"in/a.swf"}, "b.log", false), "in/a.swf captured uploaded\n");
  EXPECT_EQ(lines_.captured_files(), 1u);
  EXPECT_EQ(statuses({"a.swf", "b.swf"}, "logs/b.capture", false),
            "a.swf incomplete notPlayed\nb.swf captured uploaded\n");
  EXPECT_EQ(statuses({"a.swf"}, "a.log", true), "a.log incomplete\na.swf incomplete uploaded\n");
  EXPECT_EQ(lines_.captured_files(), 0u);
}

TEST_F(ManifestLinesTest, CapturedProgramsNameTheirTemplates) {
  manifest::Record file;
  file.stem = "game.swf";
  file.kind = manifest::ContentKind::Swf;
  file.status = manifest::Status::Incomplete;
  file.origins = {{"game.swf", 0, 0, ""}};
  file.incomplete.emplace();
  for (const char* const text : {"tex oc, v0, fs0 <2d,HOLE>\n", "tex oc, v1, fs0 <2d,HOLE>\n", "mov oc, HOLE\n"})
    file.incomplete->texts.push_back({text, {"game.swf", 82, 7, "Sky", Certainty::Template, "HOLE"}});
  lines_.add(file, record_line(file));
  const auto add_program = [&](const std::string& stem, Certainty certainty, const std::string& text) {
    const FoundProgram found = found_program(text);
    manifest::Record record;
    record.found = &found;
    record.hash = content_hash(found.program);
    record.stem = stem;
    record.status = manifest::Status::Accepted;
    record.origins = {{stem, 0, 0, "", certainty}};
    lines_.add(record, record_line(record));
  };
  add_upload("game.log", std::string(32, 'a'), std::string(32, 'b'), false);
  add_program("game.log/pair-1.frag", Certainty::Captured, "//! agal 1 fragment\ntex oc, v0, fs0 <2d,linear>\n");
  add_program("game.log/pair-2.frag", Certainty::Captured, "//! agal 2 fragment\ntex oc, v0, fs0 <2d,repeat>\n");
  add_program("game.log/pair-3.frag", Certainty::Captured, "//! agal 1 fragment\ntex oc, v2, fs0 <2d,repeat>\n");
  add_program("game.log/pair-4.frag", Certainty::Captured, "//! agal 4 fragment\ntex oc, v0, fs0 <2d,dxt1>\n");
  add_program("game.swf/x.frag", Certainty::Exact, "//! agal 1 fragment\ntex oc, v1, fs0 <2d,repeat>\n");
  const std::vector<json> lines = finish();
  ASSERT_EQ(lines.size(), 6u);
  const json place = json::parse(R"([{"container":"game.swf","tag":82,"offset":7,"name":"Sky","detail":"HOLE"}])");
  EXPECT_EQ(lines[0]["templates"], place);
  EXPECT_EQ(lines[1]["templates"], place);
  EXPECT_FALSE(lines[2].contains("templates"));
  EXPECT_EQ(lines[3]["templates"], place);
  EXPECT_FALSE(lines[5].contains("templates"));
  for (const json& line : lines)
    EXPECT_THAT(
        test::schema_violations(json::parse(Folder::read_file(AGAL_SOURCE_DIR "/docs/manifest.schema.json")), line),
        testing::IsEmpty());
}

TEST_F(ManifestLinesTest, DoesNotJoinFilesWithoutAProgram) {
  add_unreadable("y");
  add_unreadable("x");
  const std::vector<json> lines = finish();
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines_.counts().accepted, 0u);
  EXPECT_EQ(lines[0]["stem"], "x");
}

TEST_F(ManifestLinesTest, LimitsALineToAThousandOrigins) {
  for (int i = 0; i < 2500; ++i) add("a", fmt::format("{:04}", i));
  const std::vector<json> lines = finish();
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines_.counts().accepted, 1u);
  EXPECT_EQ(lines[0]["origins"].size(), 1000u);
  EXPECT_EQ(lines[1]["stem"], "1000");
  EXPECT_EQ(lines[2]["origins"].size(), 500u);
}

TEST_F(ManifestLinesTest, DoesNotDependOnTheOrderOfTheLines) {
  for (const char* stem : {"c", "a", "b"}) add("a", stem, "m", stem);
  const std::vector<json> lines = finish();
  ManifestLines again(*scratch_);
  std::swap(lines_, again);
  for (const char* stem : {"b", "c", "a"}) add("a", stem, "m", stem);
  EXPECT_EQ(finish(), lines);
}

}  // namespace
}  // namespace agal::batch
