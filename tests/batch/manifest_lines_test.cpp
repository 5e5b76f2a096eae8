// Identical programs have one line with many origins.
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

class ManifestLinesTest : public testing::Test {
 protected:
  ManifestLinesTest() : scratch_(*Scratch::open(folder_.path(".agalc"), "test", {})), lines_(*scratch_) {}

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
    ASSERT_FALSE(lines_.add(record, record_line(record)).has_errors());
  }
  void add_unreadable(const std::string& stem) {
    manifest::Record record;
    record.stem = stem;
    record.status = manifest::Status::Unreadable;
    ASSERT_FALSE(lines_.add(record, record_line(record)).has_errors());
  }
  std::vector<json> finish() {
    const Result<std::string> path = lines_.finish();
    std::istringstream text(folder_.read(std::filesystem::relative(*path, folder_.path()).string()));
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

  Folder folder_;
  std::unique_ptr<Scratch> scratch_;
  ManifestLines lines_;
  const FoundProgram found_ = found_program(fragment_text);
};

TEST_F(ManifestLinesTest, OneLineWithAllOriginsSortedByTheFirst) {
  add("b", "z");
  add("a", "y");
  add("b", "x");
  add("c", "a");
  const std::vector<json> lines = finish();
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines_.different(), 3u);
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

TEST_F(ManifestLinesTest, WhereAMessageWasDoesNotTellProgramsApart) {
  add("a", "x", "same");
  add("a", "y", "same");
  add("a", "z", "another");
  const std::vector<json> lines = finish();
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines_.different(), 1u);
  EXPECT_THAT(places(lines[0]), ElementsAre("x=x.swf", "y=y.swf"));
  EXPECT_THAT(places(lines[1]), ElementsAre("z=z.swf"));
}

TEST_F(ManifestLinesTest, PairsAreThoseOfAllPlaces) {
  add("a", "x", "", "1");
  add("a", "y", "", "2");
  add("a", "z", "", "1");
  const std::vector<json> lines = finish();
  ASSERT_EQ(lines.size(), 1u);
  ASSERT_EQ(lines[0]["pairs"].size(), 2u);
  EXPECT_EQ(lines[0]["pairs"][0]["with"], std::string(32, '1'));
  EXPECT_EQ(lines[0]["pairs"][1]["with"], std::string(32, '2'));
}

TEST_F(ManifestLinesTest, FilesWithoutAProgramStayApart) {
  add_unreadable("y");
  add_unreadable("x");
  const std::vector<json> lines = finish();
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines_.different(), 0u);
  EXPECT_EQ(lines[0]["stem"], "x");
}

TEST_F(ManifestLinesTest, ALineHasNoMoreThanAThousandOrigins) {
  for (int i = 0; i < 2500; ++i) add("a", fmt::format("{:04}", i));
  const std::vector<json> lines = finish();
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines_.different(), 1u);
  EXPECT_EQ(lines[0]["origins"].size(), 1000u);
  EXPECT_EQ(lines[1]["stem"], "1000");
  EXPECT_EQ(lines[2]["origins"].size(), 500u);
}

TEST_F(ManifestLinesTest, TheOrderInWhichTheyComeMakesNoDifference) {
  for (const char* stem : {"c", "a", "b"}) add("a", stem, "m", stem);
  const std::vector<json> lines = finish();
  ManifestLines again(*scratch_);
  std::swap(lines_, again);
  for (const char* stem : {"b", "c", "a"}) add("a", stem, "m", stem);
  EXPECT_EQ(finish(), lines);
}

}  // namespace
}  // namespace agal::batch
