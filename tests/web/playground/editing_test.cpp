// Tests the editors, and the diagnostics while the user types.

#include "playground/playing.hpp"
#include "support/limit_programs.hpp"

namespace agal::playground {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
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

TEST_F(Editing, CompletesOpcodesRegistersAndSamplerOptions) {
  show_again();
  const auto completions_at_end_of = [&](const std::string& text) {
    type("fragment", text);
    in_editor("fragment-editor", "(view.focus(), view.dispatch({selection: {anchor: view.state.doc.length}}))");
    press_key(" ", 32, control);
    wait_for("document.querySelector('.cm-tooltip-autocomplete li')");
    std::vector<std::string> found = texts(".cm-tooltip-autocomplete .cm-completionLabel");
    press_key("Escape", 27);
    wait_for("!document.querySelector('.cm-tooltip-autocomplete')");
    return found;
  };
  EXPECT_THAT(completions_at_end_of("mov oc, v0\nte"), ElementsAre("tex"));
  EXPECT_THAT(completions_at_end_of("alias v0, uv\n#defi"), ElementsAre("#define"));
  EXPECT_THAT(completions_at_end_of("mov ft0, v0\nmov ft1, f"), IsSupersetOf({"ft0", "ft2", "fc0"}));
  EXPECT_THAT(completions_at_end_of("tex ft0, v0, fs0 <2d, l"), Contains("linear"));
  EXPECT_THAT(completions_at_end_of("tex ft0, v0, fs0 <2d, repeat, "),
              testing::AllOf(IsSupersetOf({"linear", "mipnone", "centroid"}), Not(Contains("2d")),
                             Not(Contains("cube")), Not(Contains("clamp"))));
  // Flags combine, so one flag does not replace the others.
  EXPECT_THAT(completions_at_end_of("tex ft0, v0, fs0 <2d, centroid, "),
              testing::AllOf(IsSupersetOf({"single", "ignoresampler", "linear"}), Not(Contains("centroid"))));
  EXPECT_THAT(completions_at_end_of("//! agal 1 fragment\nd"), Not(Contains("ddx")));
  EXPECT_THAT(completions_at_end_of("//! agal 2 fragment\nd"), Contains("ddx"));
}

TEST_F(Editing, TabTakesACompletionElseMovesTheFocus) {
  show_again();
  type("fragment", "mov oc, v0\nte");
  in_editor("fragment-editor", "(view.focus(), view.dispatch({selection: {anchor: view.state.doc.length}}))");
  press_key(" ", 32, control);
  wait_for("document.querySelector('.cm-tooltip-autocomplete li[aria-selected]')");
  // CodeMirror ignores keys for a moment after it shows the list, so that typing does not take a completion by mistake.
  wait_for(
      "(() => { const content = document.querySelector('#fragment-editor .cm-content');"
      "const key = new KeyboardEvent('keydown', {key: 'Tab', keyCode: 9, bubbles: true, cancelable: true});"
      "return !content.dispatchEvent(key); })()");
  EXPECT_EQ(program("fragment"), "mov oc, v0\ntex");
  press_key("Tab", 9);
  EXPECT_EQ(evaluate("document.activeElement === document.querySelector('#fragment-editor .cm-content')"), false);
}

TEST_F(Editing, DoesNotCompleteACompleteWord) {
  show_again();
  const auto offers = [&](const std::string& text) {
    type("fragment", text);
    return in_editor("fragment-editor",
                     "import('./completion.js').then(({completionsFor}) => completionsFor({state: view.state, "
                     "pos: view.state.doc.length, explicit: false}, 'fragment') !== null)");
  };
  EXPECT_EQ(offers("mov oc, v0\nmo"), true);
  EXPECT_EQ(offers("mov oc, v0\nmov"), false);
  EXPECT_EQ(offers("mov ft0, v0\nmov oc, ft"), true);
  EXPECT_EQ(offers("mov ft0, v0\nmov oc, ft0"), false);
}

TEST_F(Editing, ExplainsTheWordUnderTheMouse) {
  show();
  type("fragment", "mov oc, v0\n");
  const nlohmann::json word = evaluate(
      "(() => { const {left, top, width, height} = document.querySelector('#fragment-editor .cm-line .keyword')"
      ".getBoundingClientRect(); return [left + width / 2, top + height / 2]; })()");
  tools().call("Input.dispatchMouseEvent", {{"type", "mouseMoved"}, {"x", word[0]}, {"y", word[1]}});
  wait_for("document.querySelector('.cm-tooltip .hover')");
  EXPECT_THAT(text(".cm-tooltip .hover"), testing::StartsWith("mov: opcode 0x00"));
}

TEST_F(Editing, TheErrorOfAWordComesBeforeItsExplanation) {
  show();
  type("fragment", "mov oc, v0\nmov oc, ft9\n");
  const nlohmann::json word = evaluate(
      "(() => { const {left, top, width, height} = document.querySelector('#fragment-editor .cm-line .temporary')"
      ".getBoundingClientRect(); return [left + width / 2, top + height / 2]; })()");
  tools().call("Input.dispatchMouseEvent", {{"type", "mouseMoved"}, {"x", word[0]}, {"y", word[1]}});
  wait_for("document.querySelector('.cm-tooltip .hover') && document.querySelector('.cm-tooltip .cm-diagnostic')");
  EXPECT_EQ(evaluate("document.querySelector('.cm-tooltip .cm-diagnostic').getBoundingClientRect().top <"
                     "document.querySelector('.cm-tooltip .hover').getBoundingClientRect().top"),
            true);
  EXPECT_LE(evaluate("document.querySelector('.cm-tooltip .hover').getBoundingClientRect().height"), 150);
}

TEST_F(Editing, ExplainsRegistersWithTheirValues) {
  show_again();
  show_pair("m44 op, va0, vc2\nmov v0, va1\n", "tex ft0, v0, fs0 <2d>\nmul oc, ft0, fc1\n");
  set("[aria-label='fc1.y']", "0.1");
  const auto explained = [&](const std::string& stage, const std::string& word) {
    // An explanation covers the lines above its word.
    tools().call("Input.dispatchMouseEvent", {{"type", "mouseMoved"}, {"x", 1}, {"y", 1}});
    wait_for("!document.querySelector('.cm-tooltip .hover')");
    const nlohmann::json place =
        evaluate("(() => { const words = [...document.querySelectorAll('#" + stage +
                 "-editor .cm-line span')];"
                 "const {left, top, height} = words.find(({textContent}) => textContent === '" +
                 word +
                 "')"
                 ".getBoundingClientRect(); return [left + 4, top + height / 2]; })()");
    tools().call("Input.dispatchMouseEvent", {{"type", "mouseMoved"}, {"x", place[0]}, {"y", place[1]}});
    wait_for("document.querySelector('.cm-tooltip .hover')?.textContent.includes('" + word + ": ')");
    return text(".cm-tooltip .hover");
  };
  EXPECT_THAT(explained("fragment", "fc1"), testing::StartsWith("In the picture: (1, 0.1, 0.25, 1)\n"));
  EXPECT_THAT(explained("fragment", "fs0"), testing::StartsWith("In the picture: photo\n"));
  EXPECT_THAT(explained("vertex", "vc2"),
              testing::StartsWith("In the picture: row 1 of the matrix model-view-projection\n"));
  EXPECT_THAT(explained("vertex", "va1"), testing::StartsWith("In the picture: uv\n"));
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

TEST_F(Editing, ExplanationsOfRegistersHaveOneVersion) {
  show_again();
  evaluate("import('./explanations.js').then((all) => { window.explanations = all; })");
  wait_for("window.explanations");
  const auto explained = [&](const std::string& text) {
    return evaluate(
               "explanations.explanationOf('ft0').then((text) => explanations.forVersion(text, "
               "explanations.versionOf(" +
               nlohmann::json(text).dump() + ")))")
        .get<std::string>();
  };
  EXPECT_THAT(explained("mov oc, ft0"),
              testing::EndsWith("number of registers:\n    AGAL 1               8: ft0 to ft7\n"));
  EXPECT_THAT(explained("//! agal 2 fragment\n"), HasSubstr("\n    AGAL 2               26: ft0 to ft25\n"));
  EXPECT_THAT(explained("//! agal 2 fragment\n"), testing::Not(HasSubstr("baseline")));
  EXPECT_THAT(evaluate("explanations.explanationOf('mul').then((text) => text === explanations.forVersion(text, 1))"),
              true);
}

}  // namespace
}  // namespace agal::playground
