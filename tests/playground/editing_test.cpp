// The editors, and the diagnostics while one types.

#include "playground/playing.hpp"
#include "support/limit_programs.hpp"

namespace agal::playground {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Editing : public Playing {};

TEST_F(Editing, BeginsWithAnExample) {
  show();
  EXPECT_THAT(evaluate("document.querySelector('#vertex-editor textarea').value"), HasSubstr("m44 op, va0, vc0"));
  EXPECT_EQ(text("#vertex-summary"), "no errors");
  EXPECT_EQ(text("#fragment-summary"), "no errors");
  EXPECT_THAT(texts("#cards h3"), ElementsAre("WGSL", "GLSL ES 1.00", "GLSL ES 3.00", "SPIR-V"));
  EXPECT_THAT(texts("#vertex-editor .layer .keyword"), Contains("m44"));
}

class EveryExample : public Playing, public testing::WithParamInterface<const char*> {};

INSTANTIATE_TEST_SUITE_P(Apis, EveryExample, testing::ValuesIn(apis_of_pages()),
                         [](const auto& each) { return std::string(each.param); });

TEST_P(EveryExample, CompilesAndIsDrawn) {
  show();
  draw_with(GetParam());
  for (const std::string& title : texts("#examples option")) {
    if (title == "choose one") continue;
    choose_example(title);
    for (const char* summary : {"#vertex-summary", "#fragment-summary"})
      EXPECT_THAT(text(summary), testing::Not(testing::ContainsRegex("[0-9] error"))) << title;
    settle();
    EXPECT_EQ(evaluate("document.querySelector('#canvas-box').classList.contains('stale')"), false) << title;
    EXPECT_EQ(text("#preview-state"), title_of(GetParam()) + ", 512 × 512") << title;
    EXPECT_EQ(pixel(256, 256)[3], 255) << title;
  }
}

TEST_F(Editing, MistakesHaveCaretsWhereTheyAre) {
  show();
  type("fragment", "mov ft0, v0\nmov fc3.xy, ft0\nmov oc, ft0\n");
  EXPECT_EQ(text("#fragment-summary"), "1 error");
  EXPECT_THAT(text("#fragment-messages .message"), HasSubstr("AGAL3652 fc3 is a constant"));
  EXPECT_EQ(text("#fragment-messages .snippet mark"), "fc3.xy");
  EXPECT_EQ(evaluate("document.querySelector('#fragment-messages .snippet mark').dataset.carets"), "^^^^^^");
  EXPECT_THAT(texts("#fragment-editor .numbers .error"), ElementsAre("2"));
  EXPECT_EQ(evaluate("document.querySelector('#fragment-editor textarea').getAttribute('aria-invalid')"), "true");
  // Under the letters that are meant.
  const nlohmann::json mark = evaluate(
      "(() => { const mark = document.querySelector('#fragment-editor .marks span').getBoundingClientRect();"
      "const meant = document.querySelectorAll('#fragment-editor .layer .line')[1].querySelector('.constant')"
      ".getBoundingClientRect(); return [mark.left - meant.left, mark.top - meant.top]; })()");
  EXPECT_NEAR(mark[0].get<double>(), 0, 1.5);
  EXPECT_NEAR(mark[1].get<double>(), 0, 4);
  type("fragment", "mov oc, v0\n");
  EXPECT_THAT(texts("#fragment-messages .diagnostic"), IsEmpty());
  EXPECT_THAT(texts("#fragment-editor .marks span"), IsEmpty());
}

TEST_F(Editing, ExplanationsComeOnDemand) {
  show();
  type("fragment", "mov fc3, v0\nmov oc, v0\n");
  EXPECT_EQ(text("#fragment-messages .explanation pre"), "");
  click("#fragment-messages .explanation summary");
  wait_for("document.querySelector('#fragment-messages .explanation pre').textContent.includes('AGAL3652')");
}

TEST_F(Editing, ADiagnosticLeadsToItsLine) {
  show();
  type("fragment", "mov ft0, v0\nmvo oc, ft0\n");
  EXPECT_THAT(text("#fragment-messages .help"), HasSubstr("did you mean 'mov'?"));
  click("#fragment-messages .place .link");
  EXPECT_EQ(evaluate("document.activeElement === document.querySelector('#fragment-editor textarea')"), true);
  EXPECT_EQ(evaluate("document.activeElement.selectionStart"), 12);
}

TEST_F(Editing, LintsAreWarnings) {
  show();
  type("fragment", "mov ft0, v0\nmov oc, v0\n");
  EXPECT_EQ(text("#fragment-summary"), "1 warning");
  EXPECT_THAT(text("#fragment-messages .message"), HasSubstr("the result in ft0 is never used"));
}

TEST_F(Editing, ProgramsThatDoNotFitTogetherAreTold) {
  show();
  type_pair("mov op, va0\n", "mov oc, v0\n");
  EXPECT_THAT(text("#fragment-messages .message"), HasSubstr("AGAL3632"));
  EXPECT_EQ(text("#preview-state"), "The two programs do not fit together.");
  EXPECT_EQ(count("#cards [data-target=wgsl] .product"), 2u);  // each on its own
}

TEST_F(Editing, ThePictureSaysWhetherItIsThatOfThePrograms) {
  show();
  const std::string drawn = text("#preview-state");
  EXPECT_THAT(drawn, HasSubstr(", 512 × 512"));
  const std::string fragment = evaluate("document.querySelector('#fragment-editor textarea').value").get<std::string>();
  type("fragment", fragment + "mov fc0, v0\n");
  EXPECT_EQ(text("#preview-state"), "A picture needs two valid programs.");
  set("#scene-fields select", "quad");
  settle();
  EXPECT_EQ(text("#preview-state"), "A picture needs two valid programs.");
  type("fragment", fragment);
  settle();
  EXPECT_EQ(text("#preview-state"), drawn);
}

TEST_F(Editing, AMissingProgramCanBeWritten) {
  show();
  type_pair("", "tex ft0, v0, fs0 <2d, linear>\nmul oc, ft0, v1\n");
  EXPECT_EQ(text("#vertex-summary"), "empty");
  EXPECT_EQ(text("#preview-state"), "A picture needs a vertex program too.");
  const int before = changes();
  click("#partner");
  wait_for_analysis_after(before);
  settle();
  EXPECT_THAT(evaluate("document.querySelector('#vertex-editor textarea').value"), HasSubstr("mov v1, va2"));
  EXPECT_EQ(evaluate("document.querySelector('#canvas-box').classList.contains('stale')"), false);
  EXPECT_EQ(evaluate("document.querySelector('#partner').hidden"), true);
}

TEST_F(Editing, LinesThatDoNotChangeAreKept) {
  show();
  type("fragment", "mov ft0, v0\nadd ft0, ft0, ft0\nmov oc, ft0\n");
  evaluate("window.kept = [...document.querySelectorAll('#fragment-editor .layer .line')]");
  type("fragment", "mov ft0, v0\nadd ft0, ft0, v0\nmul ft0, ft0, ft0\nmov oc, ft0\n");
  EXPECT_EQ(evaluate("{ const now = [...document.querySelectorAll('#fragment-editor .layer .line')];"
                     "[now.length, now[0] === kept[0], now[1] === kept[1], now[3] === kept[2], now[4] === kept[3]] }"),
            nlohmann::json::array({5, true, false, true, true}));
  EXPECT_EQ(text("#fragment-editor .layer code"), "mov ft0, v0\nadd ft0, ft0, v0\nmul ft0, ft0, ft0\nmov oc, ft0\n\n");
  EXPECT_EQ(count("#fragment-editor .numbers div"), 5u);
}

TEST_F(Editing, ALongProgramIsShownInPart) {
  show();
  type("fragment", test::limit_programs().back().text);
  EXPECT_EQ(count("#cards [data-target=wgsl] .product:nth-child(2) .line"), 400u);
  click("#cards [data-target=wgsl] .product:nth-child(2) .more");
  EXPECT_GT(count("#cards [data-target=wgsl] .product:nth-child(2) .line"), 1000u);
}

TEST_F(Editing, HostileTextsAreTexts) {
  show();
  const std::string hostile = "<img src=x onerror=\"document.title='owned'\">";
  type("fragment", "// " + hostile + "\n" + hostile + "\nmov oc, v0\n");
  EXPECT_EQ(evaluate("document.title"), "agalc playground");
  EXPECT_EQ(evaluate("document.querySelectorAll('img').length"), 0);
  EXPECT_THAT(text("#fragment-editor .layer code"), HasSubstr(hostile));
}

}  // namespace
}  // namespace agal::playground
