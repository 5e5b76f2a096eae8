// Tests the editors, and the diagnostics while the user types.

#include "playground/playing.hpp"
#include "support/limit_programs.hpp"

namespace agal::playground {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class Editing : public Playing {};

TEST_F(Editing, StartsWithExample) {
  show();
  EXPECT_THAT(program("vertex"), HasSubstr("m44 op, va0, vc0"));
  EXPECT_EQ(text("#vertex-summary"), "no errors");
  EXPECT_EQ(text("#fragment-summary"), "no errors");
  EXPECT_THAT(texts("#cards h3"), ElementsAre("WGSL", "GLSL ES 3.00", "GLSL ES 1.00", "SPIR-V"));
  EXPECT_THAT(texts("#vertex-editor .cm-line .keyword"), Contains("m44"));
  // Text scrolls below the numbers of lines.
  EXPECT_NE(evaluate("getComputedStyle(document.querySelector('#fragment-editor .cm-gutters')).backgroundColor"),
            "rgba(0, 0, 0, 0)");
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
      EXPECT_THAT(text(summary), Not(testing::ContainsRegex("[0-9] error"))) << title;
    settle();
    EXPECT_EQ(evaluate("document.querySelector('#canvas-box').classList.contains('stale')"), false) << title;
    EXPECT_EQ(text("#preview-state"), title_of(GetParam()) + ", 512 × 512") << title;
    EXPECT_EQ(pixel(256, 256)[3], 255) << title;
  }
}

TEST_F(Editing, CaretsMarkMistakes) {
  show_again();
  type("fragment", "mov ft0, v0\nmov fc3.xy, ft0\nmov oc, ft0\n");
  EXPECT_EQ(text("#fragment-summary"), "1 error");
  EXPECT_THAT(text("#fragment-messages .message"), HasSubstr("AGAL3652 fc3 is a constant"));
  EXPECT_EQ(text("#fragment-messages .snippet mark"), "fc3.xy");
  EXPECT_EQ(evaluate("document.querySelector('#fragment-messages .snippet mark').dataset.carets"), "^^^^^^");
  EXPECT_EQ(count("#fragment-editor .cm-lint-marker-error"), 1u);
  EXPECT_EQ(evaluate("document.querySelector('#fragment-editor .cm-content').getAttribute('aria-invalid')"), "true");
  EXPECT_EQ(text("#fragment-editor .cm-lintRange-error"), "fc3.xy");
  type("fragment", "mov oc, v0\n");
  EXPECT_THAT(texts("#fragment-messages .diagnostic"), IsEmpty());
  EXPECT_THAT(texts("#fragment-editor .cm-lintRange"), IsEmpty());
}

TEST_F(Editing, MessagesAreSortedAndExplained) {
  show_again();
  type("fragment", "mov ft0, v0\nmov oc, v0\n");
  EXPECT_EQ(text("#fragment-summary"), "1 warning");
  EXPECT_THAT(text("#fragment-messages .message"), HasSubstr("the result in ft0 is never used"));
  type_pair("mov op, va0\n", "mov ft0, v0\nmov ft1, v0\nmov oc, v0\n");
  EXPECT_EQ(text("#fragment-summary"), "1 error, 2 warnings");
  EXPECT_THAT(text("#fragment-messages .severity"), "error");
  type("fragment", "qqqq oc, v0\n");
  EXPECT_THAT(text("#fragment-messages .help"), HasSubstr("Ctrl+Space lists the opcodes"));
  type("fragment", "mov fc3, v0\nmov oc, v0\n");
  EXPECT_EQ(text("#fragment-messages .explanation pre"), "");
  click("#fragment-messages .explanation summary");
  wait_for("document.querySelector('#fragment-messages .explanation pre').textContent.includes('AGAL3652')");
}

TEST_F(Editing, ClickOnDiagnosticGoesToLine) {
  show_again();
  type("fragment", "mov ft0, v0\nmvo oc, ft0\n");
  EXPECT_THAT(text("#fragment-messages .help"), HasSubstr("did you mean 'mov'?"));
  EXPECT_EQ(text("#fragment-messages .place"), "Go to line 2");
  click("#fragment-messages .place .link");
  EXPECT_EQ(evaluate("document.activeElement === document.querySelector('#fragment-editor .cm-content')"), true);
  EXPECT_EQ(in_editor("fragment-editor", "view.state.selection.main.head"), 12);
}

TEST_F(Editing, ClickOnDiagnosticDoesNotScrollThePage) {
  show_again();
  std::string lines;
  for (int i = 0; i < 50; ++i) lines += "mov ft0, v0\n";
  type("fragment", lines + "mvo oc, ft0\n");
  evaluate("scrollTo(0, 40)");
  click("#fragment-messages .place .link");
  wait_for(
      "[...document.querySelectorAll('#fragment-editor .cm-line')].some(({textContent}) => textContent === 'mvo oc, "
      "ft0')");
  EXPECT_EQ(evaluate("scrollY"), 40);
}

TEST_F(Editing, ReportsMismatchedPrograms) {
  show_again();
  type_pair("mov op, va0\n", "mov oc, v0\n");
  EXPECT_THAT(text("#fragment-messages .message"), HasSubstr("AGAL3632"));
  EXPECT_THAT(text("#preview-state"), testing::StartsWith("The two programs do not fit together: "));
  EXPECT_EQ(count("#cards [data-target=wgsl] .product"), 2u);  // each program is compiled separately
}

TEST_F(Editing, MarksOutdatedPicture) {
  show_again();
  const std::string drawn = text("#preview-state");
  EXPECT_THAT(drawn, HasSubstr(", 512 × 512"));
  const std::string fragment = program("fragment");
  type("fragment", fragment + "mov fc0, v0\n");
  EXPECT_EQ(text("#preview-state"), "A picture needs two valid programs.");
  set("#scene-fields select", "quad");
  settle();
  EXPECT_EQ(text("#preview-state"), "A picture needs two valid programs.");
  type("fragment", fragment);
  settle();
  EXPECT_EQ(text("#preview-state"), drawn);
}

TEST_F(Editing, WritesMissingProgram) {
  show_again();
  type_pair("", "tex ft0, v0, fs0 <2d, linear>\nmul oc, ft0, v1\n");
  EXPECT_EQ(text("#vertex-summary"), "empty");
  EXPECT_EQ(text("#preview-state"), "A picture needs a vertex program too.");
  const int before = changes();
  click("#partner");
  wait_for_analysis_after(before);
  settle();
  EXPECT_THAT(program("vertex"), HasSubstr("mov v1, va2"));
  EXPECT_THAT(program("vertex"), HasSubstr("// Written by the page"));
  EXPECT_EQ(evaluate("document.querySelector('#canvas-box').classList.contains('stale')"), false);
  EXPECT_EQ(evaluate("document.querySelector('#partner').hidden"), true);
}

TEST_F(Editing, UndoRevertsExamples) {
  show_again();
  const std::string vertex = program("vertex");
  type("fragment", "mov oc, v0 // mine\n");
  choose_example("Water");
  ASSERT_THAT(program("fragment"), Not(HasSubstr("mine")));
  ASSERT_NE(program("vertex"), vertex);
  const auto press_undo = [&] {
    const int before = changes();
    evaluate("document.querySelector('#fragment-editor .cm-content').focus()");
    press_key("z", 90, control);
    wait_for_analysis_after(before);
  };
  press_undo();
  // The other program and the mesh belong to the example too.
  EXPECT_EQ(program("fragment"), "mov oc, v0 // mine\n");
  EXPECT_EQ(program("vertex"), vertex);
  EXPECT_EQ(evaluate("document.querySelector('#scene-fields select').value"), "sphere");
  press_undo();
  EXPECT_THAT(program("fragment"), Not(HasSubstr("mine")));
}

TEST_F(Editing, ButtonUndoesTypingInTheOrderOfTheChanges) {
  show();
  const std::string vertex = program("vertex"), fragment = program("fragment");
  EXPECT_EQ(evaluate("document.querySelector('#back').disabled"), true);
  type("fragment", fragment + "// one\n");
  type("vertex", vertex + "// two\n");
  const auto undo = [&] {
    const int before = changes();
    click("#back");
    wait_for_analysis_after(before);
    return std::pair(program("vertex"), program("fragment"));
  };
  EXPECT_EQ(undo(), std::pair(vertex, fragment + "// one\n"));
  EXPECT_EQ(undo(), std::pair(vertex, fragment));
  EXPECT_EQ(evaluate("document.querySelector('#back').disabled"), true);
}

TEST_F(Editing, ButtonMakesAnUndoneExampleAgain) {
  show_again();
  choose_example("Water");
  const std::string water = program("fragment");
  const int chosen = changes();
  evaluate("document.querySelector('#fragment-editor .cm-content').focus()");
  press_key("z", 90, control);
  wait_for_analysis_after(chosen);
  ASSERT_NE(program("fragment"), water);
  const int undone = changes();
  click("#back");
  wait_for_analysis_after(undone);
  EXPECT_EQ(program("fragment"), water);
  EXPECT_EQ(text("#state"), "The undone programs are back.");
}

TEST_F(Editing, FindsText) {
  show_again();
  type("fragment", "mov ft0, v0\nmov oc, ft0\n");
  evaluate("document.querySelector('#fragment-editor .cm-content').focus()");
  press_key("f", 70, control);
  wait_for("document.querySelector('#fragment-editor .cm-search input[main-field]')");
  set("#fragment-editor .cm-search input[main-field]", "ft0");
  wait_for("document.querySelectorAll('#fragment-editor .cm-searchMatch').length === 2");
}

TEST_F(Editing, ShowsPartOfLongProgram) {
  show_again();
  type("fragment", test::limit_programs().back().text);
  EXPECT_EQ(count("#cards [data-target=wgsl] .product:nth-child(2) .line"), 400u);
  click("#cards [data-target=wgsl] .product:nth-child(2) .more");
  EXPECT_GT(count("#cards [data-target=wgsl] .product:nth-child(2) .line"), 1000u);
}

TEST_F(Editing, ShowsMarkupAsText) {
  show_again();
  const std::string hostile = "<img src=x onerror=\"document.title='owned'\">";
  type("fragment", "// " + hostile + "\n" + hostile + "\nmov oc, v0\n");
  EXPECT_EQ(evaluate("document.title"), "agalc playground");
  EXPECT_EQ(evaluate("document.querySelectorAll('img').length"), 0);
  EXPECT_THAT(text("#fragment-editor .cm-content"), HasSubstr(hostile));
}

}  // namespace
}  // namespace agal::playground
