// Tests the content of the page, and the errors.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include "cli/files.hpp"
#include "report/decoded.hpp"
#include "report/report.hpp"
#include "report/sample.hpp"
#include "support/temporary_folder.hpp"

namespace agal::report {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class Writing : public testing::Test {
 protected:
  Diagnostics write(const ReportOptions& options = {}) const {
    return write_report(manifest().string(), folder().string(), page().string(), options);
  }
  Decoded decoded() const { return decode(file_text(page())); }
  fs::path folder() const { return temporary_.path(); }
  fs::path manifest() const { return folder() / "manifest.jsonl"; }
  fs::path page() const { return folder() / "report.html"; }
  void lines(const std::string& text) const { Sample(folder()).write("manifest.jsonl", text); }
  // Returns the names of files next to the manifest, except those that tests write themselves.
  std::vector<std::string> left_over() const {
    std::vector<std::string> names;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder()))
      if (entry.path().filename().string().rfind(".agalc", 0) == 0) names.push_back(entry.path().filename());
    return names;
  }

 private:
  test::TemporaryFolder temporary_;
};

TEST_F(Writing, WritesIndexAndDetailsOfEachProgram) {
  small_sample(folder());
  EXPECT_THAT(render_text(write()), IsEmpty());
  const Decoded page = decoded();
  ASSERT_EQ(page.index["programs"].size(), 6u);
  ASSERT_EQ(page.details.size(), 6u);
  const auto& water = page.index["programs"][1];
  EXPECT_EQ(water[0], "a/water.frag");
  EXPECT_EQ(water[2], 1);  // the stage: fragment
  EXPECT_EQ(water[4], 3);  // the number of tokens
  EXPECT_EQ(water[7], nlohmann::json({"game.swf\na/water.frag"}));
  EXPECT_THAT(page.details[1]["assembly"]["text"].get<std::string>(), StartsWith("//! agal 1 fragment\ntex ft0"));
  EXPECT_EQ(page.details[1]["outputs"].size(), 5u);
  EXPECT_THAT(page.details[1]["outputs"][0]["text"].get<std::string>(), HasSubstr("OpCapability Shader"));
  EXPECT_GT(page.details[1]["outputs"][0]["bytes"].get<int>(), 100);
  EXPECT_THAT(page.details[1]["reflection"]["text"].get<std::string>(), HasSubstr("\"samplers\""));
  EXPECT_EQ(page.details[2]["diagnostics"][0]["code"], "AGAL3652");
}

TEST_F(Writing, IndexContainsCertaintyAndUse) {
  Sample sample = small_sample(folder());
  EXPECT_THAT(render_text(write()), IsEmpty());
  nlohmann::json index = decoded().index;
  // This manifest does not contain certainty and use.
  EXPECT_EQ(index["certainties"][index["programs"][1][12].get<std::size_t>()], "exact");
  EXPECT_TRUE(index["programs"][1][13].is_null());
  EXPECT_TRUE(index["programs"][1][11][2].is_null());
  Sample::capture(sample.line("a/water.vert"), sample.line("a/water.frag"), 3,
                  Json::array({captured_draw(1, Json::array({{1, 2, 3, "nan"}}), Json::array())}));
  sample.finish_capture();
  sample.write_manifest();
  EXPECT_THAT(render_text(write()), IsEmpty());
  index = decoded().index;
  const nlohmann::json& water = index["programs"][1];
  EXPECT_EQ(index["certainties"][water[12].get<std::size_t>()], "captured");
  EXPECT_EQ(water[13], "drawn");
  EXPECT_EQ(water[11][2], 3);
  EXPECT_EQ(water[11][3], "drawn");
  EXPECT_EQ(water[14].size(), 8u);
  EXPECT_EQ(water[14][1], 87);
  EXPECT_TRUE(water[14][3].is_null());
  EXPECT_EQ(water[14][5], -1);
  EXPECT_TRUE(water[15].is_null());
  EXPECT_EQ(index["programs"][2][13], "notUploaded");
  EXPECT_EQ(decoded().details[1]["pairs"][0]["captured"][0]["uploads"], 3);
}

TEST_F(Writing, FilesShowMostSeriousMessages) {
  Sample sample(folder());
  Json& file =
      sample.add_incomplete("game.swf", {{"lines", 9}, {"lost", Json::array({{{"records", 2}}, {{"records", 3}}})}});
  for (const char* const severity : {"note", "warning", "note", "warning", "warning", "error"})
    file["diagnostics"].push_back({{"code", "AGAL1033"}, {"severity", severity}, {"message", std::string(1000, 'm')}});
  sample.write_manifest();
  EXPECT_FALSE(write().has_errors());
  const nlohmann::json about = decoded().index["programs"][0][15];
  ASSERT_EQ(about["messages"].size(), 4u);
  EXPECT_EQ(about["messages"][0][0], 2);
  EXPECT_EQ(about["messages"][3][0], 1);
  EXPECT_LT(about["messages"][0][2].get<std::string>().size(), 500u);
  EXPECT_EQ(about["more"], 2);
  EXPECT_EQ(about["missing"]["lines"], 9);
  EXPECT_EQ(about["missing"]["lost"], 5);
  EXPECT_EQ(decoded().details[0]["incomplete"]["lines"], 9);
}

TEST_F(Writing, ExplainsReportedRules) {
  small_sample(folder());
  EXPECT_FALSE(write().has_errors());
  const nlohmann::json rules = decoded().index["rules"];
  EXPECT_THAT(rules["AGAL3652"]["explanation"].get<std::string>(), HasSubstr("mov fc0"));
  EXPECT_TRUE(rules.contains("AGAL4011"));
  EXPECT_FALSE(rules.contains("AGAL3616"));
}

TEST_F(Writing, DrawsPairOnce) {
  small_sample(folder());
  EXPECT_FALSE(write().has_errors());
  const Decoded page = decoded();
  ASSERT_EQ(page.pictures.size(), 1u);
  EXPECT_THAT(page.pictures[0], StartsWith("\x89PNG"));
  EXPECT_EQ(page.index["programs"][0][11][1], 0);
  EXPECT_EQ(page.index["programs"][1][11][1], 0);
  EXPECT_EQ(page.index["about"]["device"], "the reference interpreter");
}

TEST_F(Writing, LimitsNumberOfPictures) {
  write_large_sample(folder(), 60);
  ReportOptions options;
  options.max_pictures = 3;
  EXPECT_FALSE(write(options).has_errors());
  EXPECT_EQ(decoded().pictures.size(), 3u);
  EXPECT_EQ(decoded().index["programs"][3 * 3][11][1], -1);
  options.pictures = Pictures::None;
  EXPECT_FALSE(write(options).has_errors());
  EXPECT_THAT(decoded().pictures, IsEmpty());
}

TEST_F(Writing, IsDeterministic) {
  small_sample(folder());
  EXPECT_FALSE(write().has_errors());
  const std::string first = file_text(page());
  EXPECT_FALSE(write().has_errors());
  EXPECT_EQ(file_text(page()), first);
}

TEST_F(Writing, PageIsSelfContained) {
  small_sample(folder());
  EXPECT_FALSE(write().has_errors());
  const std::string shell = decoded().shell;
  EXPECT_THAT(shell, HasSubstr("default-src 'none'"));
  for (const char* address : {"https:", "url(", "@import", "src=", "fetch(", "innerHTML", "eval("})
    EXPECT_THAT(shell, Not(HasSubstr(address))) << address;
  // The only address in it is the name of a namespace.
  EXPECT_EQ(shell.find("http:"), shell.rfind("http:"));
  EXPECT_EQ(shell.find(folder().string()), std::string::npos);
}

TEST_F(Writing, HostileTextsStayInData) {
  small_sample(folder());
  EXPECT_FALSE(write().has_errors());
  const std::string text = file_text(page());
  EXPECT_EQ(text.find("owned"), std::string::npos);
  EXPECT_EQ(text.find("onerror="), std::string::npos);
  EXPECT_THAT(decoded().details[5]["assembly"]["text"].get<std::string>(), HasSubstr(hostile));
}

TEST_F(Writing, WritesDetailsInBlocks) {
  write_large_sample(folder(), 70);
  EXPECT_FALSE(write().has_errors());
  EXPECT_THAT(decoded().blocks, ElementsAre(0, 32, 64));
  EXPECT_EQ(decoded().details.size(), 70u);
}

TEST_F(Writing, TruncatesLongTexts) {
  Sample sample(folder());
  sample.add("x.frag", "//! agal 1 fragment\nmov oc, v0\n");
  std::string text;
  while (text.size() < 600'000) text += "// a line that says nothing\n";
  sample.write("x.frag.essl300.glsl", text);
  sample.write_manifest();
  EXPECT_FALSE(write().has_errors());
  const nlohmann::json output = decoded().details[0]["outputs"][0];
  const std::string kept = output["text"];
  EXPECT_LE(kept.size(), 512u * 1024);
  EXPECT_EQ(kept.size() + output["cut"].get<std::size_t>(), text.size());
  EXPECT_EQ(kept.back(), '\n');
}

TEST_F(Writing, ReportsMissingFilesOnceAndInPage) {
  const Sample sample = small_sample(folder());
  fs::remove(folder() / "a/water.frag.msl21.metal");
  fs::remove(folder() / "a/water.vert.agal");
  const Diagnostics found = write();
  EXPECT_FALSE(found.has_errors());
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].code, 1061);
  EXPECT_THAT(found[0].message, HasSubstr(" 2 "));
  EXPECT_THAT(found[0].message, HasSubstr("a/water.vert.agal"));
  const Decoded page = decoded();
  EXPECT_THAT(page.details[0]["assembly"]["problem"].get<std::string>(), HasSubstr("No such file"));
  EXPECT_THAT(page.pictures[0], HasSubstr("AGAL1001"));
}

TEST_F(Writing, DoesNotReadPipes) {
  Sample sample(folder());
  sample.add("x.frag", "//! agal 1 fragment\nmov oc, v0\n");
  sample.write_manifest();
  fs::remove(folder() / "x.frag.agal");
  ASSERT_EQ(::mkfifo((folder() / "x.frag.agal").c_str(), 0600), 0);
  EXPECT_TRUE(write().contains(1061));
}

TEST_F(Writing, ReportsDamagedProducts) {
  Sample sample(folder());
  sample.add("x.frag", "//! agal 1 fragment\nmov oc, v0\n", {"spv"});
  sample.write("x.frag.spv", "abc");
  sample.write("x.frag.agal", "\xff\xfe no UTF-8\n");
  sample.write_manifest();
  EXPECT_FALSE(write().has_errors());
  EXPECT_THAT(decoded().details[0]["outputs"][0]["text"].get<std::string>(), HasSubstr("; not a valid module"));
  EXPECT_THAT(decoded().details[0]["assembly"]["text"].get<std::string>(), HasSubstr("\xef\xbf\xbd no UTF-8"));
}

TEST_F(Writing, ErrorsNameNumberOfMalformedLine) {
  const std::string good = R"({"stem":"a","status":"unreadable","origins":[],"diagnostics":[]})";
  lines(good + "\n\n{\"stem\":1}\n");
  const Diagnostics found = write();
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].code, 1053);
  EXPECT_EQ(found[0].location.line, 3u);
  EXPECT_THAT(found[0].message, HasSubstr("stem is not a string"));
  EXPECT_FALSE(fs::exists(page()));
  EXPECT_THAT(left_over(), IsEmpty());
}

TEST_F(Writing, MalformedManifestKeepsOldPage) {
  Sample(folder()).write("report.html", "old");
  lines("{");
  EXPECT_TRUE(write().has_errors());
  EXPECT_EQ(file_text(page()), "old");
}

TEST_F(Writing, LimitsNumberOfFaults) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "{\n";
  lines(text);
  EXPECT_LE(write().size(), 20u);
}

TEST_F(Writing, EmptyManifestGivesEmptyPage) {
  lines("");
  EXPECT_THAT(render_text(write()), IsEmpty());
  EXPECT_THAT(decoded().index["programs"], IsEmpty());
}

TEST_F(Writing, UnreadableOrUnwritableFilesAreErrors) {
  EXPECT_TRUE(write().contains(1001));
  lines("");
  EXPECT_TRUE(write_report(folder().string(), folder().string(), page().string()).contains(1004));
  const std::string nowhere = (folder() / "none" / "report.html").string();
  EXPECT_TRUE(write_report(manifest().string(), folder().string(), nowhere).contains(1002));
  EXPECT_TRUE(write_report(manifest().string(), folder().string(), folder().string()).contains(1002));
  EXPECT_TRUE(write_report(manifest().string(), folder().string(), "/dev/full").contains(1002));
  EXPECT_FALSE(write_report(manifest().string(), folder().string(), "/dev/null").has_errors());
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

// A new file may get the inode number of an input that was deleted. Not every file system reuses numbers, so here the
// input itself becomes the old page, and keeps its number.
TEST_F(Writing, ReplacesFileWithNumberOfDeletedInput) {
  lines("\n");
  ASSERT_TRUE(agalc::read_input(manifest().string()));
  fs::rename(manifest(), page());
  lines("");
  EXPECT_FALSE(write().has_errors());
  EXPECT_THAT(file_text(page()), StartsWith("<!doctype html>"));
}

TEST_F(Writing, KeepsInputUnderItsOtherNames) {
  lines("\n");
  ASSERT_TRUE(agalc::read_input(manifest().string()));
  fs::create_hard_link(manifest(), page());
  EXPECT_TRUE(write().has_errors());
  fs::remove(page());
  fs::create_symlink(manifest(), page());
  EXPECT_TRUE(write().has_errors());
  EXPECT_TRUE(file_text(manifest()) == "\n");
}

TEST_F(Writing, FollowsLinks) {
  lines("");
  Sample(folder()).write("real.html", "old");
  fs::create_symlink("real.html", page());
  EXPECT_FALSE(write().has_errors());
  EXPECT_TRUE(fs::is_symlink(page()));
  EXPECT_THAT(file_text(folder() / "real.html"), StartsWith("<!doctype html>"));
}

TEST_F(Writing, TitleIsGivenOrNameOfFolder) {
  fs::create_directory(folder() / "my game");
  lines("");
  const fs::path game = folder() / "my game";
  EXPECT_FALSE(write_report(manifest().string(), game.string() + "/", page().string()).has_errors());
  EXPECT_EQ(decoded().index["about"]["title"], "my game");
  ReportOptions options;
  options.title = "Shaders <1>";
  EXPECT_FALSE(write(options).has_errors());
  EXPECT_EQ(decoded().index["about"]["title"], "Shaders <1>");
}

}  // namespace
}  // namespace agal::report
