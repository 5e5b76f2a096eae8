// Tests the overview of all programs, in windows of all sizes.
#include "render/picture.hpp"
#include "report/browsing.hpp"
#include "report/decoded.hpp"

namespace agal::report {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// The picture has one color, whatever the constants, so it counts as empty.
constexpr char flat_fragment[] = "//! agal 1 fragment\nsub ft0, v0, v0\nmov oc, ft0\n";
constexpr char wrong_fragment[] = "//! agal 1 fragment\nmov ft0, v0\nmov fc3.xy, ft0\nmov oc, ft0\n";
// A program with so many different opcodes that the chart is wider than a window.
constexpr char long_fragment[] =
    "//! agal 1 fragment\nmov ft0, v0\nadd ft0, ft0, fc0\nsub ft0, ft0, fc1\nmul ft0, ft0, fc2\ndiv ft0, ft0, fc3\n"
    "rcp ft1, v0\nmin ft1, ft1, ft0\nmax ft1, ft1, ft0\nfrc ft1, ft1\nsqt ft1, ft1\nrsq ft1, v0\npow ft1, ft1, fc1\n"
    "log ft1, v0\nexp ft1, ft1\nsin ft1, ft1\ncos ft1, ft1\nabs ft1, ft1\nneg ft1, ft1\nsat ft1, ft1\n"
    "dp3 ft1.x, ft1, ft0\ndp4 ft1.y, ft1, ft0\nsge ft1, ft1, ft0\nslt ft1, ft1, ft0\nmov ft2, ft1\n"
    "nrm ft2.xyz, ft1\ncrs ft3.xyz, ft2, ft0\nmov ft3.w, ft1\nmov oc, ft3\n";

const std::string shared_name = "a_game_with_a_long_name.swf/com.example.effects.materials.WaterSurfaceMaterial";

void warn(Json& line, const std::string& code) {
  line["diagnostics"].push_back(Json{{"code", code}, {"severity", "warning"}, {"message", "a warning"}});
}

void write_overview(const fs::path& folder) {
  Sample sample(folder);
  for (const char* const stem : {"a/bright.vert", "a/flat.vert", "a/wrong.vert", "a/lonely.vert"})
    sample.add(stem, plain_vertex, {"spv", "essl300"});
  sample.add("a/bright.frag", plain_fragment, {"spv", "essl300"});
  sample.add("a/flat.frag", flat_fragment, {"spv", "essl300"});
  sample.add("a/wrong.frag", wrong_fragment);
  sample.add("b/long.frag", long_fragment, {"spv"});
  Sample::pair(sample.line("a/bright.vert"), sample.line("a/bright.frag"), "neighbors");
  Sample::pair(sample.line("a/flat.vert"), sample.line("a/flat.frag"), "neighbors");
  Sample::pair(sample.line("a/wrong.vert"), sample.line("a/wrong.frag"), "neighbors");
  sample.line("a/lonely.vert")["pairs"].push_back({{"with", std::string(32, 'e')}, {"evidence", "neighbors"}});
  for (const char* const tail : {"0001.frag", "0001.vert", "0002WithRipplesAndCausticsAndFoam.frag",
                                 "0003WithRipplesAndCausticsAndFoam.frag", "Shadow/Depth/Pass.vert"})
    sample.add(shared_name + tail, plain_fragment, {"spv"});
  warn(sample.line("a/bright.vert"), "AGAL6003");
  warn(sample.line("a/bright.frag"), "AGAL6003");
  warn(sample.line("a/bright.frag"), "AGAL6004");
  sample.line("a/bright.vert")["proofs"] = Json{{"spv", "equal"}, {"essl300", "equal"}};
  sample.line("a/bright.frag")["proofs"] = Json{{"spv", "equal up to rounding"}, {"essl300", "equal"}};
  sample.line("b/long.frag")["proofs"] = Json{{"spv", "not decided"}};
  sample.add_unreadable("c/empty");
  sample.add_empty("music one.swf");
  sample.add_empty("music two.swf");
  sample.write_manifest();
}

class ReportOverview : public Browsing {
 protected:
  void write_sample(const fs::path& folder) override { write_overview(folder); }
  void TearDown() override {
    if (!IsSkipped()) tools().call("Emulation.clearDeviceMetricsOverride");
    Browsing::TearDown();
  }
  // Waits for a frame. Observers are notified, and draw, before a frame; their errors are reported after it.
  void wait_for_frames() {
    evaluate(
        "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50))))");
  }
  std::string problems() { return text("#problems"); }
};

TEST_F(ReportOverview, FitsWindowsOfEveryWidth) {
  const std::vector<int> widths{420, 600, 768, 900, 1100, 1400};
  for (const int width : widths) {
    resize(width);
    show();
    wait_for_frames();
    EXPECT_EQ(problems(), "") << width;
    EXPECT_THAT(tools().complaints(), IsEmpty()) << width;
    EXPECT_EQ(count(".chart"), 2u) << width;
    // Only charts and code are wider than the window.
    EXPECT_EQ(evaluate("document.documentElement.scrollWidth <= innerWidth"), true) << width;
    EXPECT_EQ(
        evaluate(
            "(() => { const main = document.getElementById('main'); return main.scrollWidth <= main.clientWidth; })()"),
        true)
        << width;
  }
}

TEST_F(ReportOverview, ChartsFitWidthOfWindow) {
  resize(1400);
  show();
  for (const int width : {1100, 900, 768, 600, 420, 600, 768, 900, 1100, 1400, 420, 1400}) {
    resize(width);
    wait_for_frames();
    EXPECT_EQ(problems(), "") << width;
    EXPECT_THAT(tools().complaints(), IsEmpty()) << width;
    // Charts are resized: they are as wide as their container, or scroll if their columns would be too narrow.
    const nlohmann::json widths = evaluate(
        "[...document.querySelectorAll('.chart-place')].map((place) => [place.clientWidth, "
        "place.querySelector('.chart').clientWidth])");
    ASSERT_EQ(widths.size(), 2u);
    for (const nlohmann::json& pair : widths) EXPECT_LE(pair[0].get<int>() - 1, pair[1].get<int>()) << width;
  }
}

// In two consecutive rows, the first letter that differs is visible, and so are the first and the last letters of the
// class or file.
TEST_F(ReportOverview, LongNamesShowEndsAndDifference) {
  const std::string look = R"((() => {
    const rows = [...document.querySelectorAll('#list .row')].sort((a, b) => a.dataset.position - b.dataset.position);
    const names = rows.map((row) => row.querySelector('.short-name'));
    const seen = (part, at) => {
      const name = part.closest('.short-name').getBoundingClientRect();
      for (const span of part.children) {
        const length = span.textContent.length;
        if (at < length) {
          const range = document.createRange();
          range.setStart(span.firstChild, at);
          range.setEnd(span.firstChild, at + 1);
          const letter = range.getBoundingClientRect(), box = span.getBoundingClientRect();
          const ellipsis = span.scrollWidth > span.clientWidth ? 12 : 0;
          return letter.right <= box.right - ellipsis + 1 && letter.right <= name.right + 1 && letter.bottom <= name.bottom + 4;
        }
        at -= length;
      }
      return true;
    };
    const differ = (a, b) => { let at = 0; while (at < a.length && a[at] === b[at]) ++at; return at; };
    const hidden = [];
    names.forEach((name, i) => {
      const own = name.querySelector('.own'), place = name.querySelector('.place'), text = own.textContent;
      if (name.title !== name.querySelector('.for-readers').textContent) hidden.push('no title: ' + text);
      for (let at = text.length - 14; at < text.length; ++at) if (at >= 0 && !seen(own, at)) hidden.push(`${at} of ${text}`);
      if (!seen(own, 0)) hidden.push(`the start of ${text}`);
      for (const other of [names[i - 1], names[i + 1]].filter(Boolean)) {
        const otherOwn = other.querySelector('.own').textContent, otherPlace = other.querySelector('.place');
        if (otherOwn !== text && !seen(own, differ(text, otherOwn))) hidden.push(`${text} beside ${otherOwn}`);
        if (otherOwn === text && place && otherPlace && !seen(place, differ(place.textContent, otherPlace.textContent)))
          hidden.push(`${name.title} beside ${other.title}`);
      }
    });
    return hidden;
  })())";
  for (const int width : {420, 768, 861, 1400}) {
    resize(width);
    for (const char* const fragment : {"", "#?q=watersurface", "#?sort=largest"}) {
      show(fragment);
      EXPECT_EQ(evaluate(look), nlohmann::json::array()) << width << fragment;
    }
  }
  show("#?q=watersurface");
  EXPECT_THAT(texts("#list .name .for-readers"), Contains(shared_name + "0001.vert"));
}

// The parts of a shortened name are adjacent, and copying gives the full name.
TEST_F(ReportOverview, ShortenedNamesAreCopiedInFull) {
  for (const int width : {420, 1000}) {
    resize(width);
    show("#?q=watersurface");
    wait_for_frames();
    EXPECT_GT(count("#list .long[style]"), 0u) << width;
    EXPECT_EQ(
        evaluate("[...document.querySelectorAll('#list .long')].filter((part) => part.scrollWidth > part.clientWidth "
                 "&& part.getBoundingClientRect().width - visibleWidth(part) > 1).length"),
        0)
        << width;
  }
  EXPECT_EQ(
      evaluate("(() => { const name = document.querySelector('#list .short-name'), range = document.createRange(); "
               "range.selectNodeContents(name); getSelection().removeAllRanges(); getSelection().addRange(range); "
               "return getSelection().toString().trim() === name.title; })()"),
      true);
  EXPECT_THAT(tools().complaints(), IsEmpty());
}

TEST_F(ReportOverview, RowsShowClassBeforePackage) {
  show("#?q=watersurface");
  EXPECT_THAT(texts("#list .own"), Contains("WaterSurfaceMaterial0001.vert"));
  EXPECT_THAT(texts("#list .place"), Contains("a_game_with_a_long_name.swf/com.example.effects.materials"));
  show("#?q=lonely");
  EXPECT_THAT(texts("#list .own"), ElementsAre("lonely.vert"));
  EXPECT_THAT(texts("#list .place"), ElementsAre("a"));
}

TEST_F(ReportOverview, RowsShowReasonForMissingPicture) {
  show();
  wait_for("document.querySelectorAll('#list img').length === 2");
  const auto remark = [&](const std::string& stem) {
    show("#?q=" + stem);
    wait_for("document.readyState === 'complete'");
    return text("#list .remark[title^='No picture']");
  };
  EXPECT_EQ(remark("a/flat.vert"), "no picture: empty picture");
  EXPECT_EQ(remark("b/long.frag"), "no picture: no pair");
  EXPECT_EQ(remark("a/lonely.vert"), "no picture: pair not here");
  EXPECT_EQ(evaluate("document.querySelector('#list .glyph').title"),
            "No picture: the other program is not in the manifest.");
  show();
  wait_for("document.querySelector('.unpaired') !== null");
  EXPECT_THAT(text(".unpaired"), HasSubstr("6 accepted programs without a picture"));
  show("#" + hash_of("b/long.frag"));
  EXPECT_THAT(texts(".page p"), Contains("No picture: the program is not part of a pair."));
}

TEST_F(ReportOverview, ProofsAreCountedByTargetAndAnswer) {
  show();
  EXPECT_THAT(texts("table.proofs th"), ElementsAre("target", "equal", "equal up to rounding", "not decided"));
  EXPECT_THAT(texts("table.proofs td"), ElementsAre("essl300", "2", "0", "0", "spv", "1", "1", "1"));
  evaluate("document.querySelector('table.proofs a[href*=not-decided]').click()");
  wait_for("document.querySelectorAll('#list .row').length === 1");
  EXPECT_THAT(texts("#list .own"), ElementsAre("long.frag"));
  evaluate("document.querySelector('#list .row').click()");
  wait_for("document.querySelector('nav.tabs') !== null");
  evaluate("[...document.querySelectorAll('nav.tabs a')].find((tab) => tab.textContent === 'spv').click()");
  wait_for("document.querySelector('.panel .path').textContent.endsWith('.spv')");
  EXPECT_THAT(text(".panel .file"), HasSubstr("proof: not decided"));
}

TEST_F(ReportOverview, WarningsAreCountedByRule) {
  show();
  EXPECT_THAT(texts("h2"), Contains("Warnings"));
  EXPECT_THAT(texts(".rule.warning .code"), ElementsAre("AGAL6003", "AGAL6004"));
  EXPECT_THAT(texts(".rule.warning .count"), ElementsAre("2", "1"));
  EXPECT_THAT(text(".rule.warning pre"), HasSubstr("AGAL6003"));
  evaluate("document.querySelector('.rule.warning .count').click()");
  wait_for("document.querySelectorAll('#list .row').length === 2");
  EXPECT_THAT(texts("#list .name .for-readers"), ElementsAre("a/bright.vert", "a/bright.frag"));
}

TEST_F(ReportOverview, PairsShowReasonForMissingPicture) {
  show();
  wait_for("document.querySelectorAll('.lack').length === 3");
  EXPECT_EQ(text("h3.lacks"), "3 pairs without a picture");
  EXPECT_THAT(texts(".lack summary"),
              ElementsAre("1 made-up constants give an empty picture", "1 one of the two programs was rejected",
                          "1 the other program is not in the manifest"));
  EXPECT_THAT(texts(".lack .targets .for-readers"), ElementsAre("a/flat.vert", "a/wrong.vert", "a/lonely.vert"));
  EXPECT_EQ(evaluate("document.querySelectorAll('.gallery img').length"), 1);
  evaluate("document.querySelector('.lack a').click()");
  wait_for("document.querySelector('h1').textContent === 'a/flat.vert'");
  EXPECT_THAT(texts(".pair .dim"), Contains("No picture: made-up constants give an empty picture."));
  for (const auto& [stem, reason] : {std::pair("a/wrong.frag", "one of the two programs was rejected"),
                                     {"a/wrong.vert", "one of the two programs was rejected"},
                                     {"a/lonely.vert", "the other program is not in the manifest"}}) {
    show("#" + hash_of(stem));
    EXPECT_THAT(texts(".pair .dim"), Contains(std::string("No picture: ") + reason + ".")) << stem;
  }
}

TEST_F(ReportOverview, ListsPairsBeyondMaxPictures) {
  const auto write = [&](const char* name, const ReportOptions& options) {
    const fs::path page = folder() / name;
    EXPECT_FALSE(
        write_report((folder() / "manifest.jsonl").string(), folder().string(), page.string(), options).has_errors());
    open(page);
    wait_for("document.querySelectorAll('.lack').length > 0");
  };
  ReportOptions options;
  options.max_pictures = 1;
  write("one.html", options);
  EXPECT_THAT(texts(".lack summary"), Contains("1 only 1 picture was requested"));
  options.pictures = Pictures::None;
  write("none.html", options);
  EXPECT_EQ(text("h3.lacks"), "4 pairs without a picture");
  EXPECT_THAT(texts(".lack summary"), Contains("2 pictures were not requested"));
  EXPECT_EQ(count(".gallery img"), 0u);
}

TEST_F(ReportOverview, LinksToPagesOfFrames) {
  ReportOptions options;
  options.frames = {{"a <b>.swf", "a <b>#1.frames.html"}, {"c.swf", "c.frames.html"}};
  const std::string vertex = hash_of("a/bright.vert");
  const std::vector<std::byte> red = write_png(render::Picture(4, 4, {255, 0, 0, 255}));
  options.frames[1].draws[{vertex, hash_of("a/bright.frag")}] = {7, 3, red};
  const fs::path page = folder() / "frames.html";
  EXPECT_FALSE(
      write_report((folder() / "manifest.jsonl").string(), folder().string(), page.string(), options).has_errors());
  open(page);
  wait_for("document.querySelectorAll('a[href*=frames]').length === 2");
  EXPECT_THAT(texts("a[href*=frames]"), ElementsAre("a <b>.swf", "c.swf"));
  EXPECT_EQ(evaluate("[...document.querySelectorAll('a[href*=frames]')].map((link) => link.getAttribute('href'))"),
            nlohmann::json({"./a%20%3Cb%3E%231.frames.html", "./c.frames.html"}));
  EXPECT_THAT(texts("section > p.dim"), Contains(HasSubstr("1 as the game drew them in recorded frames")));
  open(page, "#" + vertex);
  wait_for("document.querySelector('.pair img')?.complete");
  EXPECT_EQ(evaluate("document.querySelector('.pair img').naturalWidth"), 4);
  EXPECT_THAT(texts(".pair span"), Contains("As the game drew it."));
  EXPECT_EQ(text(".pair .recorded"), "Draw 7 of c.swf, the first of 3");
  EXPECT_EQ(evaluate("document.querySelector('.pair .recorded').getAttribute('href')"), "./c.frames.html#draw=7");
  // The code begins on the first screen.
  EXPECT_EQ(evaluate("document.querySelector('.panel .line').getBoundingClientRect().top < innerHeight"), true);
}

TEST_F(ReportOverview, ColumnsHaveHeadings) {
  show();
  EXPECT_GT(count("th"), 0u);
  EXPECT_THAT(texts("th"), Each(Not(IsEmpty())));
  EXPECT_THAT(texts("th"), Contains("made"));
  const nlohmann::json index = decode(file_text(page())).index;
  for (const nlohmann::json& row : index["programs"]) {
    if (row[1].get<std::string>().empty()) continue;
    show("#" + row[1].get<std::string>());
    EXPECT_GT(count("th"), 0u);
    EXPECT_THAT(texts("th"), Each(Not(IsEmpty()))) << row[0];
    // Each cell belongs to a column.
    EXPECT_EQ(evaluate("[...document.querySelectorAll('tbody tr')].every((row) => [...row.cells].reduce((sum, cell) => "
                       "sum + cell.colSpan, 0) === row.closest('table').tHead.rows[0].cells.length)"),
              true);
  }
}

TEST_F(ReportOverview, CountsFilesWithoutPrograms) {
  show();
  EXPECT_THAT(texts(".tile strong"), ElementsAre("13", "4", "1", "1", "12", "2", "18"));
  EXPECT_THAT(texts(".tile span"), AllOf(Contains("programs in 4 files"), Contains("files without a program")));
  EXPECT_EQ(text("#matches"), "13 programs and 3 other files");
  evaluate("document.querySelector('.tile[href*=empty]').click()");
  wait_for("document.querySelectorAll('#list .row').length === 2");
  EXPECT_THAT(texts("#list .name .for-readers"), ElementsAre("music one.swf", "music two.swf"));
  EXPECT_THAT(texts("#list .label"), Each("file without a program"));
  show("#@music%20one.swf");
  EXPECT_EQ(text("h1"), "music one.swf");
  EXPECT_THAT(texts(".chip"), ElementsAre("file without a program"));
}

}  // namespace
}  // namespace agal::report
