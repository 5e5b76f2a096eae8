// Tests the table of files: the programs of each file, and the reasons for missing programs.
#include <cstring>

#include "report/browsing.hpp"

namespace agal::report {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Json text_of(const std::string& certainty, const std::string& detail, const std::string& text) {
  return {{"container", "code.swf"}, {"offset", 5},      {"name", "game.Water"},
          {"certainty", certainty},  {"detail", detail}, {"text", text}};
}

void write_files(const fs::path& folder) {
  Sample sample(folder);
  for (const char* const stem : {"code.swf/game.Water.vert", "code.swf/game.Water.frag", "code.swf/game.Sky.frag"})
    sample.add(stem, stem[std::strlen(stem) - 4] == 'v' ? plain_vertex : plain_fragment)["origins"][0]["container"] =
        "code.swf";
  Sample::pair(sample.line("code.swf/game.Water.vert"), sample.line("code.swf/game.Water.frag"), "neighbors");
  Json& variant = sample.line("code.swf/game.Sky.frag");
  variant["certainty"] = "variant";
  variant["origins"][0].update({{"certainty", "variant"}, {"detail", "tinted; not repeat"}});
  Json& other = sample.add("lib/plain.frag", plain_fragment);
  other["form"] = "assembly";
  other["origins"] = Json::array({Json{{"container", "lib/plain.agal"}, {"offset", 0}, {"stem", "lib/plain.frag"}}});
  Json& code = sample.add_incomplete(
      "code.swf",
      {{"programs", 3},
       {"lines", 36},
       {"classes", Json::array({{{"container", "code.swf"}, {"class", "game.Fog"}, {"lines", 30}},
                                {{"container", "code.swf"}, {"class", hostile}, {"lines", 6}}})},
       {"textCount", 3},
       {"texts", Json::array({text_of("partial", "a loop", "mov oc, v0\n‹a loop›\n"),
                              text_of("template", "<?\?\?>", std::string("tex oc, v0, fs0 <?\?\?>\n") + hostile)})}});
  code["diagnostics"].push_back({{"code", "AGAL1070"}, {"severity", "note"}, {"message", "36 strings"}});
  code["diagnostics"].push_back({{"code", "AGAL1033"}, {"severity", "warning"}, {"message", "a lonely header"}});
  sample.add_incomplete("it's empty.swf",
                        {{"uploads", Json::array({"it's empty.swf"})},
                         {"tooMany", Json::array({"game.Style", hostile})},
                         {"loadsOthers", Json::array({"it's empty.swf"})},
                         {"unusedCount", 1},
                         {"unused", Json::array({text_of("partial", "no code uses it", "mov oc, v0")})}});
  sample.add_empty("music.swf");
  sample.add_empty("sounds")["kind"] = "zip";
  sample.add_unreadable("damaged.zip");
  sample.write_manifest();
}

class ReportFiles : public Browsing {
 protected:
  void write_sample(const fs::path& folder) override { write_files(folder); }
  // Returns the cells of the row of a file, without its name.
  std::vector<std::string> cells(const std::string& file) {
    return texts(".files tbody:has([title=\"" + file + "\"]) tr:first-child td");
  }
  std::vector<std::string> reasons(const std::string& file) {
    return texts(".files tbody:has([title=\"" + file + "\"]) .reasons li");
  }
};

TEST_F(ReportFiles, ShowsRowWithCountsForEachFile) {
  show();
  EXPECT_THAT(texts(".files thead th"), ElementsAre("file", "kind", "programs", "pairs"));
  // Files that may have more programs come first.
  EXPECT_THAT(texts(".files tbody th .for-readers"),
              ElementsAre("code.swf", "damaged.zip", "it's empty.swf", "music.swf", "sounds", "lib/plain.agal"));
  EXPECT_THAT(cells("code.swf"), ElementsAre("SWF", "32 exact1 variant", "1"));
  EXPECT_THAT(cells("lib/plain.agal"), ElementsAre("assembly text", "1", "0"));
  EXPECT_THAT(cells("music.swf"), ElementsAre("SWF", "0", "0"));
  EXPECT_THAT(cells("damaged.zip"), ElementsAre("ZIP", "0", "0"));
  EXPECT_THAT(cells("sounds"), ElementsAre("ZIP", "0", "0"));
}

TEST_F(ReportFiles, RowsShowReasonsForMissingPrograms) {
  show();
  EXPECT_THAT(
      reasons("code.swf"),
      ElementsAre("warning AGAL1033 a lonely header",
                  "36 strings that look like assembly belong to no program, in 2 classes: game.Fog (30) and " +
                      std::string(hostile) + " (6).",
                  "3 texts of assembly cannot be completed (among those that are listed: 1 partial, 1 template).",
                  "To get programs from its templates, fill their holes: agalc batch code.swf -o OUT --fill "
                  "'<?\?\?>=<2d,linear,mipnone,clamp>', or with usual values: --fill usual",
                  "To get the others, capture what the game uploads: agalc tap code.swf -o game.tapped.swf"));
  EXPECT_THAT(reasons("it's empty.swf"), ElementsAre("Its code uploads programs, of which none was found.",
                                                     "Code of game.Style and " + std::string(hostile) +
                                                         " has more programs than are listed here: each of its choices "
                                                         "is in one of them.",
                                                     "Its code loads other files, which may have more.",
                                                     HasSubstr("agalc tap 'it'\\''s empty.swf' -o game.tapped.swf")));
  EXPECT_THAT(reasons("music.swf"), ElementsAre("No program was found in it."));
  EXPECT_THAT(reasons("damaged.zip"), ElementsAre("error AGAL1003 the file is empty"));
  EXPECT_THAT(reasons("lib/plain.agal"), IsEmpty());
}

TEST_F(ReportFiles, RowsLinkToProgramsAndMessages) {
  show();
  evaluate("document.querySelector('.files [title=\"code.swf\"]').closest('tr').querySelector('.number a').click()");
  wait_for("document.querySelectorAll('#list .row').length === 4");
  EXPECT_THAT(texts("#list .for-readers"), Contains("code.swf/game.Sky.frag"));
  show();
  evaluate("document.querySelector('.files [title=\"code.swf\"]').closest('a').click()");
  wait_for("document.querySelector('h1').textContent === 'code.swf'");
  EXPECT_THAT(texts(".chip"), ElementsAre("incomplete file"));
  EXPECT_THAT(texts("h2"), ElementsAre("Diagnostics", "Strings that look like assembly",
                                       "Texts that cannot be completed", "Found at"));
  EXPECT_THAT(texts(".found-text .message"), ElementsAre("partial a loop", "template <?\?\?>"));
  EXPECT_THAT(texts(".found-text pre"), ElementsAre("mov oc, v0\n‹a loop›\n", HasSubstr(hostile)));
  EXPECT_EQ(evaluate("document.querySelectorAll('main script, main img[src=x]').length"), 0);
  show();
  evaluate("document.querySelector('.files [title^=\"it\"]').closest('a').click()");
  wait_for("document.querySelector('h1').textContent === \"it's empty.swf\"");
  EXPECT_THAT(texts("h2"), ElementsAre("Texts that no code uses", "Found at"));
}

TEST_F(ReportFiles, CertaintyIsCountedAndFiltered) {
  show();
  EXPECT_THAT(texts("table.certainty td:first-child"), ElementsAre("exact", "variant", "partial", "template"));
  EXPECT_THAT(texts("table.certainty td:nth-child(2)"), ElementsAre("3", "1", "1", "1"));
  show("#?certainty=variant");
  EXPECT_THAT(texts("#list .for-readers"), ElementsAre("code.swf/game.Sky.frag", "no picture: "));
  EXPECT_THAT(texts("#list .remark"), Contains("variant"));
  evaluate("document.querySelector('#list .row').click()");
  wait_for("document.querySelector('.page > section:last-child td') !== null");
  EXPECT_THAT(texts(".page > section:last-child td"), Contains("variant: tinted; not repeat"));
}

TEST_F(ReportFiles, ShowsAtMostTwelveFilesAtATime) {
  const fs::path many = folder() / "many";
  Sample sample(many);
  for (int i = 10; i < 40; ++i) sample.add_empty("music" + std::to_string(i) + ".swf");
  sample.write_manifest();
  const fs::path page = many / "report.html";
  ASSERT_FALSE(write_report((many / "manifest.jsonl").string(), many.string(), page.string()).has_errors());
  open(page);
  wait_for("document.querySelector('.files') !== null");
  EXPECT_EQ(count(".files tbody"), 12u);
  EXPECT_EQ(text(".files + .more"), "18 more");
  evaluate("document.querySelector('.files + .more').click()");
  EXPECT_EQ(count(".files tbody"), 24u);
  evaluate("document.querySelector('.files + .more').click()");
  EXPECT_EQ(count(".files tbody"), 30u);
  EXPECT_EQ(count(".files + .more"), 0u);
}

TEST_F(ReportFiles, TableHasHeadersAndFitsEveryWindow) {
  for (const int width : {400, 1000, 1600}) {
    resize(width);
    show();
    EXPECT_EQ(evaluate("document.documentElement.scrollWidth <= innerWidth"), true) << width;
    EXPECT_EQ(evaluate("(() => { const table = document.querySelector('.files'); return table.scrollWidth <= "
                       "table.parentElement.clientWidth; })()"),
              true)
        << width;
  }
  tools().call("Emulation.clearDeviceMetricsOverride");
  EXPECT_EQ(evaluate("[...document.querySelectorAll('.files tbody')].every((body) => "
                     "body.querySelector('th[scope=row]') !== null)"),
            true);
  EXPECT_EQ(evaluate("[...document.querySelectorAll('.files .why td')].every((cell) => "
                     "document.getElementById(cell.headers).scope === 'row')"),
            true);
  EXPECT_EQ(text(".files caption"), "Files, with the programs found in each");
}

}  // namespace
}  // namespace agal::report
