// Tests the uses in several games if only one of them was played.
#include "report/browsing.hpp"
#include "report/decoded.hpp"

namespace agal::report {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

void add_use(Json& line, const std::string& use, std::vector<std::pair<std::string, std::string>> places) {
  line["use"] = use;
  line["origins"] = Json::array();
  for (const auto& [container, use_here] : places)
    line["origins"].push_back(
        {{"container", container}, {"tag", 82}, {"offset", 1}, {"stem", line["stem"]}, {"use", use_here}});
}

// Both games contain Water, which the played game drew. Each has another pair.
void write_games(const fs::path& folder) {
  Sample sample(folder);
  for (const char* const name : {"Water", "Sky", "Fire"}) {
    const std::string stem = std::string("game.swf/") + name;
    sample.add(stem + ".vert", plain_vertex, {"spv", "essl300"});
    sample.add(stem + ".frag", plain_fragment, {"spv", "essl300"});
    Sample::pair(sample.line(stem + ".vert"), sample.line(stem + ".frag"), "neighbors");
  }
  Sample::capture(sample.line("game.swf/Water.vert"), sample.line("game.swf/Water.frag"), 3,
                  Json::array({captured_draw(1, {}, {})}));
  for (const char* const stage : {".vert", ".frag"}) {
    add_use(sample.line(std::string("game.swf/Water") + stage), "drawn",
            {{"played.swf", "drawn"}, {"other.swf", "notPlayed"}, {"played.frames!game.capture", "drawn"}});
    // The log belongs to the game, so that it is not a separate file.
    sample.line(std::string("game.swf/Water") + stage)["origins"][2].update(
        {{"certainty", "captured"}, {"game", "played.swf"}});
    add_use(sample.line(std::string("game.swf/Sky") + stage), "notUploaded", {{"played.swf", "notUploaded"}});
    Json& fire = sample.line(std::string("game.swf/Fire") + stage);
    add_use(fire, "notPlayed", {{"other.swf", "notPlayed"}});
    fire["pairs"][0]["use"] = "notPlayed";
    // Only the log of the played game has Water as a pair.
    sample.line(std::string("game.swf/Water") + stage)["pairs"][0]["origins"] = Json::array({0});
  }
  sample.finish_capture();
  for (const auto& [name, use] : {std::pair("only_code.swf", "drawn"), std::pair("other.swf", "notPlayed")}) {
    Json& file = sample.add_incomplete(name, {{"uploads", Json::array({name})}});
    file["origins"][0]["use"] = use;
    file["kind"] = "swf";
    if (use == std::string("drawn")) file["status"] = "captured";
  }
  sample.write_manifest();
}

class ReportPlayed : public Browsing {
 protected:
  void write_sample(const fs::path& folder) override { write_games(folder); }
  /// Returns the cell of the column for uploads.
  std::string uploads(const std::string& file) { return cell(file, 3); }
  /// Returns the cell of the column for pairs.
  std::string pairs(const std::string& file) { return cell(file, 4); }

 private:
  std::string cell(const std::string& file, int column) {
    return evaluate(
               "[...document.querySelectorAll('.files tbody')].filter((row) => row.querySelector('.for-readers')"
               ".textContent === '" +
               file + "').map((row) => row.rows[0].cells[" + std::to_string(column) + "].textContent).join()")
        .get<std::string>();
  }
};

TEST_F(ReportPlayed, CountsUploadsInEachGame) {
  show();
  EXPECT_THAT(texts(".files th .for-readers"), ElementsAre("other.swf", "only_code.swf", "played.swf"));
  EXPECT_EQ(uploads("played.swf"), "2all drawn");
  EXPECT_EQ(uploads("other.swf"), "not played");
  EXPECT_EQ(uploads("only_code.swf"), "in its log");
  EXPECT_THAT(texts("#list .remark"), Contains("not played"));
  show("#?use=notPlayed");
  EXPECT_THAT(texts("#list .short-name .for-readers"), ElementsAre("game.swf/Fire.vert", "game.swf/Fire.frag"));
}

TEST_F(ReportPlayed, CountsPairsInEachGame) {
  show();
  EXPECT_EQ(pairs("played.swf"), "2");
  EXPECT_EQ(pairs("other.swf"), "1");
}

TEST_F(ReportPlayed, AdvisesToPlayOtherGame) {
  show();
  EXPECT_THAT(texts(".reasons li"),
              Contains(HasSubstr("No log of it is among the files. To get the others, capture what "
                                 "the game uploads: agalc tap other.swf")));
  EXPECT_THAT(texts(".reasons li"), Not(Contains(HasSubstr("agalc tap only_code.swf"))));
}

TEST_F(ReportPlayed, PagesShowUseInEachGame) {
  show("#" + hash_of("game.swf/Water.vert"));
  EXPECT_THAT(texts(".page > section:last-child tbody td:last-child"), ElementsAre("drawn", "not played", "drawn"));
  EXPECT_THAT(texts(".chip"), Contains("drawn"));
  show("#" + hash_of("game.swf/Fire.vert"));
  EXPECT_THAT(texts(".chip"), Contains("not played"));
  EXPECT_THAT(texts(".pair span"), Contains("No game with this pair was played."));
}

TEST_F(ReportPlayed, ShowsAtMostSixFigures) {
  show();
  EXPECT_THAT(texts(".tiles .tile"),
              ElementsAre("6programs in 3 files", "3pairs", "2drawn by a game", "1file that may upload other programs",
                          "6accepted", "2may also be uploaded, by a part of the game that was not played"));
  EXPECT_EQ(text(".figures summary"), "2 more figures");
  EXPECT_THAT(texts(".figures .tile"),
              ElementsAre("2only in games that were not played", HasSubstr("12products, one for")));
  EXPECT_EQ(evaluate("document.querySelector('.figures .tile').checkVisibility()"), false);
  for (const int width : {400, 1000}) {
    resize(width);
    EXPECT_EQ(evaluate("document.documentElement.scrollWidth <= innerWidth"), true) << width;
    EXPECT_EQ(
        evaluate(
            "[...document.querySelectorAll('.files .played')].every((text) => text.getBoundingClientRect().left >= "
            "text.parentElement.getBoundingClientRect().left)"),
        true)
        << width;
  }
  tools().call("Emulation.clearDeviceMetricsOverride");
}

}  // namespace
}  // namespace agal::report
