// Tests accessible names, keys, contrast, widths, and the requests of the page.
#include "playground/playing.hpp"

namespace agal::playground {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class Access : public Playing {
 protected:
  void emulate(const std::string& scheme) {
    tools().call("Emulation.setEmulatedMedia", {{"features",
                                                 {{{"name", "prefers-color-scheme"}, {"value", scheme}},
                                                  {{"name", "prefers-reduced-motion"}, {"value", "reduce"}}}}});
  }
  // Fills the page: types a program with a warning, and one with a mistake, which is then corrected.
  void fill() {
    type("fragment", "tex ft0, v0, fs0 <2d, linear>\nmov ft1, v0\nmul oc, ft0, fc1\n");
    type("vertex", "m44 op, va0, vc0\nmov v0, va1\nmvo v1, va1\n");
    type("vertex", "m44 op, va0, vc0\nmov v0, va1\n");
  }
};

constexpr const char* controls =
    "[...document.querySelectorAll('button, input, select, summary, canvas, [role=tab], [role=textbox], "
    "[tabindex=\"0\"]')]"
    ".filter((node) => node.checkVisibility({checkVisibilityCSS: true}) && !node.closest('[aria-hidden=true]') && "
    "!node.disabled)";

TEST_F(Access, EveryControlHasAName) {
  show();
  fill();
  for (const char* tab : {"#tab-targets", "#tab-interface", "#tab-trace"}) {
    click(tab);
    const nlohmann::json nameless =
        evaluate(std::string(controls) +
                 ".filter((node) => { const by = node.getAttribute('aria-labelledby');"
                 "const text = node.ariaLabel || (by && document.getElementById(by)?.textContent) ||"
                 "[...(node.labels ?? [])].map((label) => label.textContent).join('') ||"
                 "(node.matches('button, summary, [role=tab]') && node.textContent); return !text || !text.trim(); })"
                 ".map((node) => node.outerHTML.slice(0, 200))");
    EXPECT_THAT(nameless.get<std::vector<std::string>>(), IsEmpty()) << tab;
  }
  EXPECT_EQ(evaluate("(() => { const ids = [...document.querySelectorAll('[id]')].map(({id}) => id);"
                     "return ids.length - new Set(ids).size; })()"),
            0);
}

TEST_F(Access, TabKeyReachesEveryControl) {
  show();
  const nlohmann::json expected =
      evaluate(std::string(controls) + ".filter((node) => node.tabIndex >= 0 && node.localName !== 'canvas').length");
  evaluate(
      "window.reached = new Set(); document.addEventListener('focusin', ({target}) => window.reached.add(target))");
  for (int i = 0; i < expected.get<int>() + 20; ++i) press_key("Tab", 9);
  const nlohmann::json missed =
      evaluate(std::string(controls) +
               ".filter((node) => node.tabIndex >= 0 && node.localName !== 'canvas' && !window.reached.has(node))"
               ".map((node) => node.outerHTML.slice(0, 150))");
  EXPECT_THAT(missed.get<std::vector<std::string>>(), IsEmpty());
}

TEST_F(Access, ArrowKeysSelectTabs) {
  show();
  evaluate("document.querySelector('#tab-targets').focus()");
  press_key("End", 35);
  EXPECT_EQ(evaluate("document.activeElement.id"), "tab-compare");
  EXPECT_EQ(evaluate("document.querySelector('#panel-compare').hidden"), false);
  EXPECT_EQ(evaluate("document.querySelector('#panel-targets').hidden"), true);
  press_key("ArrowLeft", 37);
  EXPECT_EQ(evaluate("document.activeElement.id"), "tab-trace");
  press_key("Home", 36);
  EXPECT_EQ(evaluate("document.activeElement.getAttribute('aria-selected')"), "true");
  EXPECT_EQ(evaluate("document.querySelectorAll('#tabs [tabindex=\"0\"], #tabs [role=tab]:not([tabindex])').length"),
            1);
}

TEST_F(Access, EscapeClosesOptions) {
  show();
  click("#options summary");
  evaluate("document.querySelector('#option-fields select').focus()");
  press_key("Escape", 27);
  EXPECT_EQ(evaluate("document.querySelector('#options').open"), false);
  EXPECT_EQ(evaluate("document.activeElement.localName"), "summary");
}

// Finds texts with too little contrast. WCAG 2, level AA, requires 4.5 to 1 between a text and the color behind it.
constexpr const char* faint = R"js((() => {
  const parts = (color) => color.match(/[\d.]+/g).map(Number);
  const channel = (value) => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const behind = (node) => {
    for (; node; node = node.parentElement) {
      const color = parts(getComputedStyle(node).backgroundColor);
      if (color[3] === undefined || color[3] > 0.5) return color;
    }
    return [255, 255, 255];
  };
  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !node.checkVisibility({checkVisibilityCSS: true}) || node.localName === 'option') continue;
    if (node.closest('noscript, .skip')) continue;
    const front = luminance(parts(getComputedStyle(node).color)), back = luminance(behind(node));
    const contrast = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
    if (contrast < 4.5) found.add(`${node.outerHTML.slice(0, 80)} ${contrast.toFixed(2)}`);
  }
  return [...found].slice(0, 10);
})())js";

TEST_F(Access, TextHasContrastInBothColorSchemes) {
  show();
  fill();
  type("vertex", "m44 op, va0, vc0\nmov v0, va1\nmvo v1, va1\n");
  for (const char* scheme : {"light", "dark"}) {
    emulate(scheme);
    for (const char* tab : {"#tab-targets", "#tab-interface", "#tab-trace"}) {
      click(tab);
      EXPECT_THAT(evaluate(faint).get<std::vector<std::string>>(), IsEmpty()) << scheme << " " << tab;
    }
  }
}

TEST_F(Access, ContentFitsEveryWidth) {
  show();
  fill();
  for (const int width : {320, 400, 700, 1000, 1365, 1366, 1600}) {
    resize(width, 900);
    for (const char* tab : {"#tab-targets", "#tab-interface", "#tab-trace"}) {
      click(tab);
      evaluate("new Promise((resolve) => requestAnimationFrame(resolve))");
      EXPECT_LE(evaluate("document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth"), 0)
          << width << tab;
      if (width < 400) continue;
      EXPECT_LE(evaluate("document.querySelector('#tabs').scrollWidth - document.querySelector('#tabs').clientWidth"),
                0)
          << width << tab;
    }
  }
  restore_size();
}

TEST_F(Access, PlacesKnobsByWidth) {
  show();
  const auto knobs_follow = [&](const std::string& selector) {
    return evaluate(
        "Boolean(document.querySelector('" + selector +
        "').compareDocumentPosition(document.querySelector('#knobs')) & 4) && document.querySelector('" + selector +
        "').getBoundingClientRect().bottom <= document.querySelector('#knobs').getBoundingClientRect().top");
  };
  resize(400, 900);
  wait_for("document.querySelector('#results').nextElementSibling?.id === 'knobs'");
  EXPECT_EQ(knobs_follow("#results"), true);
  EXPECT_EQ(knobs_follow("#canvas-box"), true);
  resize(1000, 768);
  EXPECT_EQ(knobs_follow("#canvas-box"), true);
  EXPECT_EQ(evaluate("document.querySelector('#knobs').getBoundingClientRect().right <= "
                     "document.querySelector('#results').getBoundingClientRect().left"),
            true);
  EXPECT_LE(evaluate("document.querySelector('#cards pre').getBoundingClientRect().top + scrollY"), 768);
  resize(1600, 900);
  wait_for("document.querySelector('#knobs').parentElement.id === 'preview'");
  EXPECT_EQ(knobs_follow("#canvas-box"), true);
  restore_size();
}

TEST_F(Access, RequestsEndAfterLoading) {
  show();
  const std::size_t before = tools().requests().size();
  EXPECT_GT(before, 10u);
  fill();
  for (const char* tab : {"#tab-interface", "#tab-trace", "#tab-targets"}) click(tab);
  choose_example("Water");
  type("fragment", "mov fc0, v0\n");
  click("#fragment-messages .explanation summary");
  wait_for("document.querySelector('#fragment-messages .explanation pre').textContent !== ''");
  type("fragment", "mov oc, v0\n");
  for (const char* api : {"webgl", "webgpu"}) draw_with(api);
  EXPECT_EQ(tools().requests().size(), before);
}

TEST_F(Access, PolicyBlocksOtherScriptsAndRequests) {
  show();
  evaluate("{ window.breaches = 0; addEventListener('securitypolicyviolation', () => ++window.breaches); }");
  evaluate(
      "{ const script = document.createElement('script'); script.textContent = 'window.owned = 1';"
      "document.body.append(script); const image = new Image(); image.src = 'http://127.0.0.1:9/';"
      "document.body.append(image); }");
  wait_for("window.breaches >= 2");
  EXPECT_EQ(evaluate("window.owned === undefined"), true);
  breaches_expected_ = true;
  EXPECT_THAT(tools().complaints(), testing::Contains(HasSubstr("script-src")));
}

TEST_F(Access, FocusedKnobsAreNotBehindThePicture) {
  show();
  resize(1366, 768);
  evaluate("document.querySelector('#knobs .knob:last-child select').focus()");
  std::string hidden;
  for (int i = 0; i < 60; ++i) {
    press_key("Tab", 9, shift);
    hidden += evaluate(
                  "(() => { const {left, top, width} = document.activeElement.getBoundingClientRect();"
                  "const at = document.elementFromPoint(left + width / 2, top + 2);"
                  "return document.activeElement.closest('#preview') && at?.id === 'picture'"
                  "? document.activeElement.outerHTML.slice(0, 200) : ''; })()")
                  .get<std::string>();
  }
  EXPECT_EQ(hidden, "");
}

TEST_F(Access, LinkSkipsTheKnobs) {
  show();
  click("#tab-trace");
  evaluate("document.querySelector('#fragment-editor .cm-content').focus()");
  press_key("Tab", 9);
  EXPECT_EQ(evaluate("document.activeElement.textContent"), "Skip to the results");
  EXPECT_GT(evaluate("document.activeElement.getBoundingClientRect().width"), 50);
  const nlohmann::json link = evaluate("location.hash");
  click("#skip-knobs");
  EXPECT_EQ(evaluate("document.activeElement.id"), "tab-trace");
  EXPECT_EQ(evaluate("location.hash"), link);
}

}  // namespace
}  // namespace agal::playground
