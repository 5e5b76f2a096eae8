// Tests that programs that differ only in the options of their samplers share a row and a picture.
#include "report/browsing.hpp"
#include "report/decoded.hpp"

namespace agal::report {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

// Writes three variants, and another program. The code of a class contains one of the variants.
void write_variants(const fs::path& folder) {
  Sample sample(folder);
  sample.add("game.swf/Quad.vert", plain_vertex);
  const std::vector<std::pair<std::string, std::string>> rows{{"game.log/pair-1.frag", "2d, linear"},
                                                              {"game.swf/Image.frag", "2d, nearest"},
                                                              {"game.swf/zz.frag", "2d, repeat"}};
  for (const auto& [stem, options] : rows) {
    Json& line = sample.add(stem, "//! agal 1 fragment\ntex oc, v0, fs0 <" + options + ">\n");
    line["family"] = std::string(32, 'f');
    line["samplers"] = Json::array({"fs0 <" + options + ">"});
  }
  sample.add("game.swf/Plain.frag", "//! agal 1 fragment\nmov oc, v0\n");
  for (const char* const stem : {"game.log/pair-1.frag", "game.swf/Image.frag", "game.swf/zz.frag"})
    Sample::pair(sample.line("game.swf/Quad.vert"), sample.line(stem), "neighbors");
  Json& first = sample.line("game.log/pair-1.frag");
  first["origins"] = Json::array();
  Sample::capture(sample.line("game.swf/Quad.vert"), first, 1, Json::array({captured_draw(1, {}, {})}));
  Sample::capture(sample.line("game.swf/Quad.vert"), sample.line("game.swf/Image.frag"), 1, Json::array());
  sample.line("game.swf/Quad.vert")["use"] = "drawn";
  sample.line("game.swf/Image.frag")["origins"][0]["detail"] = "not smooth";
  // The program may be made from a template of another class.
  Json& sky = sample.add("game.log/pair-9.frag", "//! agal 1 fragment\ntex oc, v0.xxxx, fs0 <2d>\n");
  sky["origins"] = Json::array();
  sky["templates"] = Json::array({{{"container", "game.swf"}, {"offset", 7}, {"name", "fx.Sky"}, {"detail", "<2d>"}}});
  Sample::pair(sample.line("game.swf/Quad.vert"), sample.line("game.log/pair-9.frag"), "neighbors");
  Sample::capture(sample.line("game.swf/Quad.vert"), sample.line("game.log/pair-9.frag"), 1, Json::array());
  sample.line("game.swf/Quad.vert")["use"] = "drawn";
  sample.finish_capture();
  sample.add_incomplete("game.swf", {{"lines", 4}})["status"] = "captured";
  sample.write_manifest();
}

class ReportVariants : public Browsing {
 protected:
  void write_sample(const fs::path& folder) override { write_variants(folder); }
  void TearDown() override {
    if (!IsSkipped()) tools().call("Emulation.clearDeviceMetricsOverride");
    Browsing::TearDown();
  }
  /// Returns true if the vertical positions of these elements are ascending.
  bool are_in_order(const std::string& selectors) {
    return evaluate("[" + selectors +
                    "].map((each) => document.querySelector(each).getBoundingClientRect().top)"
                    ".every((top, i, all) => i === 0 || all[i - 1] < top)")
        .get<bool>();
  }
};

TEST_F(ReportVariants, ShareRowNamedAfterClass) {
  show();
  EXPECT_THAT(texts("#list .for-readers"),
              testing::IsSupersetOf(
                  {"game.swf/Image.frag", "game.swf/Plain.frag", "game.swf/Quad.vert", "game.swf/fx.Sky pair-9.frag"}));
  EXPECT_EQ(count("#list .row"), 5u);
  EXPECT_THAT(texts("#list .facts"), Contains("fragment · 3 variants · 1 token"));
  EXPECT_THAT(texts("#list .remark"), Contains("1 of 3 drawn"));
  EXPECT_THAT(texts(".tile"), testing::IsSupersetOf({"6programs in 2 files", "4distinct, ignoring sampler options",
                                                     "2drawn by a game", "2uploaded by a game, and never drawn"}));
  EXPECT_EQ(text("#matches"), "6 programs and 1 other file");
  // With a filter, only the remaining variants are counted.
  show("#?use=notUploaded");
  EXPECT_THAT(texts("#list .for-readers"), testing::IsSupersetOf({"game.swf/Plain.frag", "game.swf/zz.frag"}));
  EXPECT_EQ(count("#list .row"), 2u);
}

TEST_F(ReportVariants, GameWithLogIsComplete) {
  show();
  EXPECT_EQ(text("#title"), "game.swf");
  for (const std::string& tile : texts(".tile span")) EXPECT_THAT(tile, testing::Not(HasSubstr("incomplete")));
  EXPECT_THAT(texts("#list .facts"), Contains("captured file"));
  EXPECT_THAT(texts(".reasons li"),
              ElementsAre("The log has what the game uploaded while it was played. Its code may build other programs:",
                          HasSubstr("4 strings that look like assembly")));
}

TEST_F(ReportVariants, SharePicture) {
  show();
  EXPECT_EQ(count("[id^=picture]"), 4u);
  EXPECT_EQ(count("[id^=picture][data-same]"), 2u);
  wait_for("document.querySelectorAll('.gallery img').length === 2");
  show("#" + hash_of("game.swf/Quad.vert"));
  wait_for("document.querySelectorAll('.pair img').length === 2");
  EXPECT_THAT(texts(".pair span"), testing::IsSupersetOf({"The game uploaded this pair once and drew with it.",
                                                          "And with 2 sampler variants of it."}));
  // The other variants have the picture of the pair that the game drew.
  show("#" + hash_of("game.swf/zz.frag"));
  wait_for("document.querySelectorAll('.pair img').length === 1");
  EXPECT_THAT(texts(".pair span"), Contains(HasSubstr("The picture is that of a sampler variant.")));
}

TEST_F(ReportVariants, AreListedOnPageOfProgram) {
  show("#" + hash_of("game.log/pair-1.frag"));
  EXPECT_EQ(text("#list [aria-selected=true] .for-readers"), "game.swf/Image.frag");
  EXPECT_EQ(text(".variants h2"), "3 sampler variants");
  EXPECT_THAT(texts(".variants tbody td"),
              ElementsAre("fs0 <2d, linear>", "", "drawn", "fs0 <2d, nearest>", "not smooth", "never drawn",
                          "fs0 <2d, repeat>", "", "may also be uploaded"));
  EXPECT_EQ(count(".variants a"), 2u);
  evaluate("document.querySelector('.variants a').click()");
  wait_for("location.hash.includes('" + hash_of("game.swf/Image.frag") + "')");
}

TEST_F(ReportVariants, ContentComesFirstInNarrowWindow) {
  resize(400);
  show();
  EXPECT_TRUE(are_in_order("'#home', '#search', '.tiles', '.files', '#list'"));
  EXPECT_LT(evaluate("document.querySelector('.tiles').getBoundingClientRect().top"), 150);
  EXPECT_EQ(count("#filters:not([hidden])"), 1u);
  EXPECT_EQ(evaluate("document.querySelector('#filters').offsetHeight"), 0);
  evaluate("document.getElementById('browse').click()");
  EXPECT_TRUE(are_in_order("'#search', '#filters', '#list', '.tiles'"));
  evaluate("document.querySelector('#list .row').click()");
  wait_for("document.querySelector('.program-page') !== null");
  EXPECT_TRUE(are_in_order("'#search', '.program-page', '#list'"));
  EXPECT_EQ(evaluate("scrollY"), 0);
  // The result of a search is shown.
  evaluate(
      "(() => { const box = document.getElementById('search'); box.value = 'plain'; "
      "box.dispatchEvent(new Event('input')); })()");
  wait_for("document.querySelectorAll('#list .row').length === 1");
  EXPECT_TRUE(are_in_order("'#search', '#list', '.program-page'"));
  EXPECT_EQ(evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
}

}  // namespace
}  // namespace agal::report
