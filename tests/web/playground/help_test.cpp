// Tests what the editors offer while the user types and points: completions and explanations.

#include "playground/playing.hpp"

namespace agal::playground {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsSupersetOf;
using testing::Not;

class Help : public Playing {
 protected:
  // Moves the mouse to the middle of the first word that matches.
  void point_at(const std::string& selector) {
    const nlohmann::json place =
        evaluate("(() => { const {left, top, width, height} = " + one(selector) +
                 ".getBoundingClientRect(); return [left + width / 2, top + height / 2]; })()");
    tools().call("Input.dispatchMouseEvent", {{"type", "mouseMoved"}, {"x", place[0]}, {"y", place[1]}});
  }
};

TEST_F(Help, CompletesOpcodesRegistersAndSamplerOptions) {
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

TEST_F(Help, TabTakesACompletionElseMovesTheFocus) {
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

TEST_F(Help, DoesNotCompleteACompleteWord) {
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

TEST_F(Help, ExplainsTheWordUnderTheMouse) {
  show();
  type("fragment", "mov oc, v0\n");
  point_at("#fragment-editor .cm-line .keyword");
  wait_for("document.querySelector('.cm-tooltip .hover')");
  EXPECT_THAT(text(".cm-tooltip .hover"), testing::StartsWith("mov: opcode 0x00"));
}

TEST_F(Help, TheErrorOfAWordComesBeforeItsExplanation) {
  show();
  type("fragment", "mov oc, v0\nmov oc, ft9\n");
  point_at("#fragment-editor .cm-line .temporary");
  wait_for("document.querySelector('.cm-tooltip .hover') && document.querySelector('.cm-tooltip .cm-diagnostic')");
  EXPECT_EQ(evaluate("document.querySelector('.cm-tooltip .cm-diagnostic').getBoundingClientRect().top <"
                     "document.querySelector('.cm-tooltip .hover').getBoundingClientRect().top"),
            true);
  EXPECT_LE(evaluate("document.querySelector('.cm-tooltip .hover').getBoundingClientRect().height"), 150);
}

TEST_F(Help, ExplainsRegistersWithTheirValues) {
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

TEST_F(Help, ExplanationsOfRegistersHaveOneVersion) {
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
