// Tests places of the parts of the page.
#include "playground/playing.hpp"

namespace agal::playground {
namespace {

class Layout : public Playing {};

TEST_F(Layout, ShowASingleTargetSideBySide) {
  show();
  resize(1366, 768);
  for (const char* name : {"essl300", "essl100", "spv"}) click("#target-choices [value=" + std::string(name) + "]");
  EXPECT_EQ(texts("#cards h3"), std::vector<std::string>{"WGSL"});
  const nlohmann::json places = evaluate(
      "[...document.querySelectorAll('#cards .product')].map((box) => box.getBoundingClientRect())"
      ".map(({top, right}) => [top, right])");
  restore_size();
  ASSERT_EQ(places.size(), 2u);
  EXPECT_EQ(places[0][0], places[1][0]);
  EXPECT_LT(places[0][1], places[1][1]);
}

TEST_F(Layout, TheLastOfThreeTargetsIsSideBySide) {
  show();
  resize(1366, 768);
  click("#target-choices [value=spv]");
  settle();
  ASSERT_EQ(count("#cards .card"), 3u);
  EXPECT_EQ(evaluate("(() => { const [vertex, fragment] = [...document.querySelectorAll('.card:last-child .product')]"
                     ".map((box) => box.getBoundingClientRect());"
                     "return vertex.top === fragment.top && vertex.right < fragment.left; })()"),
            true);
}

// On a screen of 1,366 x 768 pixels.
TEST_F(Layout, TabsStayInPlaceWhenAnotherIsChosen) {
  show();
  resize(1366, 768);
  evaluate("document.querySelector('#tabs').scrollIntoView()");
  const std::string top = "Math.round(document.querySelector('#tabs').getBoundingClientRect().top) + 0";
  EXPECT_EQ(evaluate(top), 0);
  for (const char* name : {"steps", "trace", "compare", "interface", "targets"}) {
    click("#tab-" + std::string(name));
    settle();
    EXPECT_EQ(evaluate(top), 0) << name;
  }
  restore_size();
}

TEST_F(Layout, NamesOfTabsStayInPlace) {
  show();
  const auto places = [&] {
    return evaluate("[...document.querySelectorAll('#tabs button')].map((tab) => tab.getBoundingClientRect().left)");
  };
  const nlohmann::json before = places();
  for (const char* tab : {"#tab-interface", "#tab-trace", "#tab-compare"}) {
    click(tab);
    EXPECT_EQ(places(), before) << tab;
  }
}

TEST_F(Layout, ChosenTabsScrollIntoSight) {
  show();
  resize(1366, 768);
  type("fragment", "mov ft0, v0\nmov ft1, v0\nmov oc, v0\n");  // gives warnings
  evaluate("for (const box of document.querySelectorAll('.editor')) box.style.height = '600px'");
  const std::string in_sight =
      "(() => { const {top} = document.querySelector('#results').getBoundingClientRect();"
      "return top >= 0 && top < 768 / 2; })()";
  ASSERT_EQ(evaluate(in_sight), false);
  click("#tab-steps");
  EXPECT_EQ(evaluate(in_sight), true);
  evaluate("scrollTo(0, 0)");
  const nlohmann::json place = evaluate(
      "(() => { const {left, top, width, height} = document.querySelector('#picture').getBoundingClientRect();"
      "return [left + width / 2, top + height / 4]; })()");
  for (const char* type : {"mousePressed", "mouseReleased"})
    tools().call("Input.dispatchMouseEvent",
                 {{"type", type}, {"x", place[0]}, {"y", place[1]}, {"button", "left"}, {"clickCount", 1}});
  wait_for("document.querySelector('#tab-trace').ariaSelected === 'true'");
  EXPECT_EQ(evaluate(in_sight), true);
  EXPECT_NEAR(evaluate("document.querySelector('#trace-y').valueAsNumber").get<double>(), 128, 2);
  restore_size();
}

TEST_F(Layout, ThePictureStaysAboveItsKnobs) {
  show();
  resize(1366, 768);
  evaluate("document.querySelector('#preview').scrollTop = 1e6");
  evaluate("new Promise((resolve) => requestAnimationFrame(resolve))");
  EXPECT_GT(evaluate("document.querySelector('#preview').scrollTop"), 100);
  EXPECT_GE(evaluate("document.querySelector('#picture').getBoundingClientRect().top"), 0);
  restore_size();
}

TEST_F(Layout, AClickOnThePictureShowsTheBeginningOfTheTrace) {
  show();
  resize(1366, 768);
  evaluate("scrollTo(0, 1e6)");
  wait_for("document.querySelector('#tabs').getBoundingClientRect().top < 0");
  click("#canvas-box");
  EXPECT_GE(evaluate("document.querySelector('#tabs').getBoundingClientRect().top"), -1);
}

TEST_F(Layout, CopyingTheLinkKeepsTheToolbarInPlace) {
  show();
  const std::string left = "document.querySelector('#open').getBoundingClientRect().left";
  const nlohmann::json before = evaluate(left);
  evaluate("Object.defineProperty(navigator, 'clipboard', {value: {writeText: () => {}}})");
  click("#share");
  wait_for("document.querySelector('#share').textContent === 'Copied'");
  EXPECT_EQ(evaluate(left), before);
}

// The last line is typed, so that it is at the edge of the editor.
TEST_F(Layout, MessagesDoNotMoveAnything) {
  show();
  std::string lines;
  for (int i = 0; i < 40; ++i) lines += "mov ft0, v0\n";
  const std::string places =
      "['#vertex-editor', '#fragment-editor', '#results'].map((id) => "
      "document.querySelector(id).getBoundingClientRect())"
      ".map(({top, height}, i) => [top + scrollY, i < 2 && height])";
  for (const auto& [width, height] : {std::pair{1366, 768}, {768, 1024}, {390, 844}}) {
    resize(width, height);
    type("fragment", lines + "mov oc, ft0\n");
    ASSERT_EQ(count("#fragment-messages .error"), 0u);
    const nlohmann::json before = evaluate(places);
    evaluate("document.querySelector('#fragment-editor .cm-content').focus()");
    press_key("End", 35, control);
    // The message of the first mistake lists all options of a sampler.
    const int typed = changes();
    in_editor("fragment-editor",
              "view.dispatch({...view.state.replaceSelection('tex ft1, v0, fs0 <2d, liner>\\nmvo ft1, ft0'),"
              "scrollIntoView: true, userEvent: 'input.type'})");
    wait_for_analysis_after(typed);
    ASSERT_GE(count("#fragment-messages .error"), 2u);
    EXPECT_EQ(evaluate(places), before) << width;
    EXPECT_EQ(evaluate("(() => { const box = document.querySelector('#fragment-messages').getBoundingClientRect();"
                       "return [...document.querySelectorAll('#fragment-messages .error .message')].slice(0, 2)"
                       ".every((each) => each.getBoundingClientRect().bottom <= box.bottom); })()"),
              true)
        << width;
    wait_for(
        "document.querySelector('#fragment-editor .cm-activeLine').getBoundingClientRect().bottom <="
        "document.querySelector('#fragment-editor').getBoundingClientRect().bottom");
  }
  restore_size();
}

}  // namespace
}  // namespace agal::playground
