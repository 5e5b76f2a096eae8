// Tests the page in a browser: content, search and keys.
#include "report/browsing.hpp"
#include "report/decoded.hpp"

namespace agal::report {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

class ReportPage : public Browsing {
 protected:
  void write_sample(const fs::path& folder) override { small_sample(folder); }
  // Returns the full names of the rows of the list.
  std::vector<std::string> rows() { return texts("#list .name .for-readers"); }
  std::vector<std::string> rows_for(const std::string& fragment) {
    show(fragment);
    return rows();
  }
};

TEST_F(ReportPage, ListsEveryProgram) {
  EXPECT_THAT(rows_for(""),
              ElementsAre("a/water.vert", "a/water.frag", "b/wrong.frag", "c/outputs.frag", "d/empty", "e/evil.frag"));
  EXPECT_EQ(text("#matches"), "5 programs and 1 other file");
  EXPECT_THAT(texts("#list .label"), Contains(HasSubstr("fragment · 3 tokens · AGAL 1")));
  EXPECT_EQ(text("#list .rejected .remark"), "AGAL3652");
}

TEST_F(ReportPage, FiltersAreInTheAddress) {
  EXPECT_THAT(rows_for("#?stage=vertex"), ElementsAre("a/water.vert"));
  EXPECT_EQ(text("#matches"), "1 of 6 programs and files show all");
  EXPECT_THAT(rows_for("#?status=rejected"), ElementsAre("b/wrong.frag"));
  EXPECT_THAT(rows_for("#?status=unreadable"), ElementsAre("d/empty"));
  EXPECT_THAT(rows_for("#?version=3"), ElementsAre("c/outputs.frag"));
  EXPECT_THAT(rows_for("#?lacks=essl100"), ElementsAre("c/outputs.frag"));
  EXPECT_THAT(rows_for("#?pair=yes"), ElementsAre("a/water.vert", "a/water.frag"));
  EXPECT_THAT(rows_for("#?pair=yes&stage=fragment"), ElementsAre("a/water.frag"));
  EXPECT_THAT(rows_for("#?status=accepted&sort=largest"),
              ElementsAre("a/water.frag", "a/water.vert", "c/outputs.frag", "e/evil.frag"));
}

TEST_F(ReportPage, SearchFindsNamesOpcodesRulesAndTokens) {
  EXPECT_THAT(rows_for("#?q=WATER"), SizeIs(2));
  EXPECT_THAT(rows_for("#?q=water+tex"), ElementsAre("a/water.frag"));
  EXPECT_THAT(rows_for("#?q=" + hash_of("b/wrong.frag").substr(20)), Contains("b/wrong.frag"));
  EXPECT_THAT(rows_for("#?q=agal3652"), ElementsAre("b/wrong.frag"));
  EXPECT_THAT(rows_for("#?q=rule:4011"), ElementsAre("c/outputs.frag"));
  EXPECT_THAT(rows_for("#?q=op:tex"), ElementsAre("a/water.frag"));
  EXPECT_THAT(rows_for("#?q=op:te"), IsEmpty());
  EXPECT_THAT(rows_for("#?q=origin:game.swf"), SizeIs(4));
  EXPECT_THAT(rows_for("#?q=target:essl100"), ElementsAre("c/outputs.frag"));
  EXPECT_THAT(rows_for("#?q=tokens:3"), ElementsAre("a/water.frag", "b/wrong.frag"));
  EXPECT_THAT(rows_for("#?q=tokens:1-2"), SizeIs(3));
  EXPECT_THAT(rows_for("#?q=tokens:%3E2"), SizeIs(2));
  EXPECT_THAT(rows_for("#?q=tokens:x"), IsEmpty());
  EXPECT_THAT(rows_for("#?q=constructor:tex"), IsEmpty());
  EXPECT_EQ(text("#matches"), "Nothing matches. show all");
  EXPECT_THAT(rows_for("#?q=%25%F0&stage=nonsense&lacks=nonsense"), IsEmpty());
}

TEST_F(ReportPage, TypingSearches) {
  show();
  evaluate(
      "{ const box = document.getElementById('search'); box.value = 'outputs'; box.dispatchEvent(new Event('input')); "
      "}");
  EXPECT_THAT(rows(), ElementsAre("c/outputs.frag"));
  EXPECT_THAT(evaluate("location.hash").get<std::string>(), HasSubstr("q=outputs"));
}

TEST_F(ReportPage, ShowsAssemblyOfProgram) {
  show("#" + hash_of("a/water.frag"));
  EXPECT_EQ(text("h1"), "a/water.frag");
  EXPECT_THAT(texts(".chip"), ElementsAre("accepted", "fragment program", "AGAL 1", "3 tokens", "bytecode", "exact",
                                          "no capture given"));
  EXPECT_THAT(texts("nav.tabs a"), ElementsAre("AGAL", "spv", "essl300", "msl21", "hlsl50", "wgsl"));
  EXPECT_EQ(text("pre.code code"), file_text(folder() / "a/water.frag.agal"));
  EXPECT_THAT(texts(".line .keyword"), ElementsAre("tex", "mul", "mov"));
  EXPECT_EQ(text(".line .option"), "<2d, linear, miplinear, repeat>");
  EXPECT_EQ(text(".line .constant"), "fc0");
  EXPECT_EQ(text("#list [aria-selected=true] .name .for-readers"), "a/water.frag");
}

TEST_F(ReportPage, EachOutputIsHighlighted) {
  const std::vector<std::pair<std::string, std::string>> tabs{{"essl300", "a/water.frag.essl300.glsl"},
                                                              {"msl21", "a/water.frag.msl21.metal"},
                                                              {"hlsl50", "a/water.frag.hlsl50.hlsl"},
                                                              {"wgsl", "a/water.frag.wgsl"}};
  for (const auto& [tab, file] : tabs) {
    show("#" + hash_of("a/water.frag") + "/" + tab);
    EXPECT_EQ(text("nav.tabs [aria-current]"), tab);
    EXPECT_EQ(text("pre.code code"), file_text(folder() / file));
    EXPECT_THAT(texts(".line .type"), Contains(testing::AnyOf("vec4", "float4", "vec4f"))) << tab;
    const std::string keyword = tab == "msl21" ? "fragment" : tab == "wgsl" ? "fn" : "void";
    EXPECT_THAT(texts(".line .keyword"), Contains(keyword)) << tab;
    EXPECT_THAT(texts(".line .call"), Not(IsEmpty())) << tab;
  }
  show("#" + hash_of("a/water.frag") + "/spv");
  EXPECT_THAT(texts(".line .keyword"), Contains("OpCapability"));
  EXPECT_THAT(text(".file"), HasSubstr("bytes, here as assembly"));
}

TEST_F(ReportPage, ShowsInterfaceOriginsAndPictureOfProgram) {
  show("#" + hash_of("a/water.frag"));
  EXPECT_THAT(texts(".bindings h3"), ElementsAre("Samplers", "Constants", "Varyings", "Outputs"));
  EXPECT_THAT(texts(".bindings section:first-child td"),
              testing::AllOf(Contains("fs0"), Contains("linear"), Contains("miplinear"), Contains("repeat")));
  EXPECT_THAT(texts(".page > section:last-child td"),
              ElementsAre("game.swf", "a/water.frag", "87 DefineBinaryData", "0x1234", "exact"));
  EXPECT_EQ(text(".pair a"), "a/water.vert");
  EXPECT_EQ(text(".pair .dim"), "the same class");
  wait_for("document.querySelector('.pair img').complete");
  EXPECT_EQ(evaluate("document.querySelector('.pair img').naturalWidth"), 96);
  EXPECT_EQ(evaluate("document.querySelectorAll('#list img').length"), 2);
}

TEST_F(ReportPage, CaretsMarkTheOperandOfEachDiagnostic) {
  show("#" + hash_of("b/wrong.frag"));
  EXPECT_THAT(text(".diagnostic .message"), HasSubstr("error AGAL3652 fc3 is a constant"));
  EXPECT_EQ(text(".snippet"), "mov fc3.xy, ft0");
  EXPECT_EQ(text(".snippet mark"), "fc3.xy");
  EXPECT_EQ(evaluate("document.querySelector('.snippet mark').dataset.carets"), "^^^^^^");
  // Measures the carets: as wide as the marked letters above, and four letters from the left.
  const std::string measure =
      "(() => { const mark = document.querySelector('.snippet mark'), range = document.createRange();"
      "range.setStart(mark.previousSibling, 0); range.setEnd(mark.previousSibling, 1);"
      "const letter = range.getBoundingClientRect(), box = mark.getBoundingClientRect();"
      "return [(box.left - letter.left) / letter.width, box.width / letter.width]; })()";
  const nlohmann::json measured = evaluate(measure);
  EXPECT_NEAR(measured[0].get<double>(), 4, 0.2);
  EXPECT_NEAR(measured[1].get<double>(), 6, 0.3);
  EXPECT_THAT(text(".explanation pre"), HasSubstr("AGAL3652"));
  EXPECT_EQ(text(".line.marked.error"), "mov fc3.xy, ft0\n");
}

TEST_F(ReportPage, CaretsCountBytes) {
  show("#" + hash_of("e/evil.frag"));
  EXPECT_EQ(text(".snippet"), "mäv vé0, ft0");
  EXPECT_EQ(text(".snippet mark"), "vé0");
  EXPECT_EQ(evaluate("document.querySelector('.snippet mark').dataset.carets"), "^^^");
}

TEST_F(ReportPage, MarkupInNamesIsShownAsText) {
  for (const std::string& fragment :
       {std::string(), "#" + hash_of("e/evil.frag"), "#?q=" + std::string("%3Cscript%3E")}) {
    show(fragment);
    EXPECT_EQ(evaluate("document.title.includes('owned')"), false);
    EXPECT_EQ(evaluate("document.querySelectorAll('script:not([type])').length"), 1);
    EXPECT_EQ(evaluate("document.querySelectorAll('[onerror], [src=x], main script').length"), 0);
  }
  show("#" + hash_of("e/evil.frag"));
  EXPECT_THAT(text("pre.code"), HasSubstr(std::string("// ") + hostile));
  EXPECT_EQ(text(".line.comment, .line .comment"), "//! agal 1 fragment");
  EXPECT_THAT(texts(".page > section:last-child td"), Contains(std::string(hostile) + ".swf"));
  EXPECT_THAT(text(".diagnostic .message"), HasSubstr(hostile));
}

TEST_F(ReportPage, ContentSecurityPolicyBlocksOtherScripts) {
  show();
  evaluate(
      "{ const script = document.createElement('script'); script.textContent = 'window.owned = 1';"
      "document.body.append(script); const image = document.createElement('img');"
      "image.setAttribute('onerror', 'window.owned = 2'); image.src = 'http://127.0.0.1:9/'; "
      "document.body.append(image); }");
  evaluate("new Promise((resolve) => setTimeout(resolve, 200))");
  EXPECT_EQ(evaluate("window.owned === undefined"), true);
  breaches_expected_ = true;
  EXPECT_THAT(tools().complaints(), Contains(HasSubstr("script-src")));
  EXPECT_THAT(tools().complaints(), Contains(HasSubstr("img-src")));
}

TEST_F(ReportPage, OverviewShowsTotalsRulesAndCharts) {
  show();
  EXPECT_THAT(texts(".tile strong"), ElementsAre("5", "1", "1", "1", "4", "9"));
  EXPECT_THAT(texts("h2"), ElementsAre("Files", "Pairs", "Reasons for rejection", "Warnings", "Targets", "Versions",
                                       "Not expressible in targets", "Opcodes", "Sizes"));
  EXPECT_THAT(texts(".rule .code"), ElementsAre("AGAL1003", "AGAL3652", hostile, "AGAL4011"));
  EXPECT_THAT(text(".rule pre"), HasSubstr("AGAL1003"));
  wait_for("document.querySelectorAll('.chart').length === 2");
  EXPECT_THAT(texts(".chart-place[aria-label='Tokens of each opcode'] .column .axis"),
              ElementsAre("mov", "m44", "mul", "tex"));
  EXPECT_GE(evaluate("document.querySelectorAll('.chart rect.bar').length").get<int>(), 6);
  EXPECT_EQ(evaluate("document.querySelectorAll('.gallery img').length"), 1);
  EXPECT_THAT(text("footer"), HasSubstr("Made by agalc"));
}

TEST_F(ReportPage, LinksOfOverviewSetFilters) {
  show();
  evaluate("document.querySelector('.rule .count[href*=agal3652]').click()");
  wait_for("document.querySelectorAll('#list .row').length === 1");
  EXPECT_THAT(rows(), ElementsAre("b/wrong.frag"));
  evaluate("document.querySelector('#matches a').click()");
  wait_for("document.querySelectorAll('#list .row').length === 6");
}

TEST_F(ReportPage, KeysMoveBetweenProgramsTabsAndSearch) {
  show();
  tools().press("ArrowDown");
  wait_for("document.querySelector('h1').textContent === 'a/water.vert'");
  tools().press("ArrowDown");
  wait_for("document.querySelector('h1').textContent === 'a/water.frag'");
  tools().press("ArrowRight");
  wait_for("document.querySelector('nav.tabs [aria-current]').textContent === 'spv'");
  tools().press("End");
  wait_for("document.querySelector('h1').textContent === 'e/evil.frag'");
  tools().press("Home");
  wait_for("document.querySelector('h1').textContent === 'a/water.vert'");
  tools().press("/");
  EXPECT_EQ(evaluate("document.activeElement.id"), "search");
  tools().press("x");
  wait_for("document.querySelector('#matches').textContent.startsWith('2 of')");
  EXPECT_EQ(text("h1"), "a/water.vert");
  tools().press("Escape");
  wait_for("document.querySelector('#matches').textContent === '5 programs and 1 other file'");
  tools().press("Escape");
  tools().press("Escape");
  wait_for("document.querySelector('.tiles') !== null");
  EXPECT_EQ(evaluate("location.hash"), "");
}

TEST_F(ReportPage, UnknownAddressesShowAMessage) {
  show("#0123");
  EXPECT_EQ(text("h1"), "Not in this report");
  show("#%E0%A4%A/..?q=%");
  EXPECT_EQ(text("h1"), "Not in this report");
  show("#@d%2Fempty");
  EXPECT_EQ(text("h1"), "d/empty");
  EXPECT_THAT(text(".diagnostic"), HasSubstr("the file is empty"));
  show("#" + hash_of("c/outputs.frag") + "/essl100");
  EXPECT_THAT(text(".panel"), HasSubstr("essl100 cannot express this program: AGAL4011."));
}

TEST_F(ReportPage, FollowsColorSchemeOfSystem) {
  const std::string ground = "getComputedStyle(document.body).backgroundColor";
  show();
  const nlohmann::json light = evaluate(ground);
  const nlohmann::json dark_feature{{"name", "prefers-color-scheme"}, {"value", "dark"}};
  tools().call("Emulation.setEmulatedMedia", {{"features", nlohmann::json::array({dark_feature})}});
  EXPECT_NE(evaluate(ground), light);
  tools().call("Emulation.setEmulatedMedia", {{"features", nlohmann::json::array()}});
  EXPECT_EQ(evaluate(ground), light);
}

}  // namespace
}  // namespace agal::report
