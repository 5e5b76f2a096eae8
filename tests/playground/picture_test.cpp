// The picture of the pair, and its knobs.
#include "playground/playing.hpp"

namespace agal::playground {
namespace {

using testing::Contains;
using testing::HasSubstr;

class PairPicture : public Playing {
 protected:
  // The output of the trace at the middle of the picture, 0 to 255.
  std::vector<int> traced() {
    evaluate("document.querySelector('#trace').replaceChildren()");
    click("#trace-now");
    wait_for("document.querySelector('#trace .summary code')");
    const nlohmann::json lanes = evaluate(
        "/oc = \\(([^)]*)\\)/.exec(document.querySelector('#trace .summary code').textContent)[1].split(', ')"
        ".map((lane) => Math.round(255 * Math.min(Math.max(Number(lane), 0), 1)))");
    return lanes.is_array() ? lanes.get<std::vector<int>>() : std::vector<int>{};
  }

  void expect_agreement(const std::string& api, const std::string& title) {
    show();
    draw_with(api, title);
    click("#tab-trace");
    for (const char* example :
         {"Phong lighting", "A textured quad in AGAL 1", "Environment reflection", "Cel shading"}) {
      choose_example(example);
      wait_for("document.querySelector('#preview-state').textContent.startsWith('" + title + ",')");
      const std::vector<int> expected = traced(), drawn = pixel(256, 256);
      ASSERT_EQ(expected.size(), 4u);
      ASSERT_EQ(drawn.size(), 4u);
      for (std::size_t lane = 0; lane < 3; ++lane) EXPECT_NEAR(drawn[lane], expected[lane], 4) << example << lane;
    }
  }

  // A quad that is red times fc0, green times the texture.
  void show_simple() {
    show();
    draw_with("webgl", "WebGL 2");
    type_pair("mov op, va0\nmov v0, va1\n",
              "tex ft0, v0, fs0 <2d, nearest>\nmov ft1, fc0\nmul ft1.y, ft0.y, ft1.y\nmov oc, ft1\n");
    wait_for("document.querySelector(\"[aria-label='fc0.x']\")");
  }
};

TEST_F(PairPicture, IsThatOfTheInterpreterWithWebGl) { expect_agreement("webgl", "WebGL 2"); }

TEST_F(PairPicture, IsThatOfTheInterpreterWithWebGpu) { expect_agreement("webgpu", "WebGPU"); }

TEST_F(PairPicture, FollowsItsConstants) {
  show_simple();
  for (const auto& [lane, value] : {std::pair{"x", "0.2"}, std::pair{"y", "0"}, std::pair{"z", "0.6"}})
    set(std::string("[aria-label='fc0.") + lane + "']", value);
  EXPECT_THAT(pixel(200, 200), testing::ElementsAre(51, 0, 153, 255));
  EXPECT_EQ(evaluate("Number(document.querySelector(\"[aria-label='fc0.x, slider']\").value)"), 0.2);
  set("[aria-label='fc0.x, slider']", "1");
  EXPECT_EQ(pixel(200, 200)[0], 255);
  EXPECT_EQ(evaluate("document.querySelector(\"[aria-label='fc0.x']\").value"), "1");
}

TEST_F(PairPicture, HasAColorPickerWhereAConstantIsAColor) {
  show();
  draw_with("webgl", "WebGL 2");
  type_pair("mov op, va0\n", "// fc2  tint\nmov oc, fc2\n");
  wait_for("document.querySelector(\"[aria-label='fc2, color']\")");
  set("[aria-label='fc2, color']", "#3366ff");
  EXPECT_THAT(pixel(10, 10), testing::ElementsAre(0x33, 0x66, 0xff, 255));
}

TEST_F(PairPicture, FollowsItsTextures) {
  show_simple();
  set("[aria-label='fc0.y']", "1");
  set("#knobs .texture select", "white");
  EXPECT_EQ(pixel(200, 200)[1], 255);
  set("#knobs .texture select", "plane-depth");
  EXPECT_NEAR(pixel(256, 256)[1], 77, 1);
}

TEST_F(PairPicture, AnImageCanBeATexture) {
  show_simple();
  set("[aria-label='fc0.y']", "1");
  evaluate(
      "new Promise((resolve) => { const image = document.createElement('canvas'); image.width = image.height = 4;"
      "const context = image.getContext('2d'); context.fillStyle = '#00aa00'; context.fillRect(0, 0, 4, 4);"
      "image.toBlob((blob) => { const files = new DataTransfer(); files.items.add(new File([blob], 'a.png'));"
      "const chooser = document.querySelector('#knobs .texture input[type=file]'); chooser.files = files.files;"
      "chooser.dispatchEvent(new Event('change')); resolve(); }); })");
  wait_for("document.querySelector('#knobs .texture .problem').textContent === ''");
  for (int i = 0; i < 100 && pixel(200, 200)[1] != 0xaa; ++i) continue;  // it is decoded in the background
  EXPECT_EQ(pixel(200, 200)[1], 0xaa);
}

TEST_F(PairPicture, FollowsMeshAndAttributes) {
  show();
  draw_with("webgl", "WebGL 2");
  type_pair("mov op, va0\nmov v0, va1\n", "mov oc, v0\n");
  EXPECT_NEAR(pixel(256, 256)[0], 128, 2);  // uv
  set("#knobs section:last-child .knob:nth-of-type(2) select", "row3");
  EXPECT_EQ(pixel(256, 256)[0], 0);
}

TEST_F(PairPicture, ShowsEachOutput) {
  show();
  draw_with("webgl", "WebGL 2");
  type_pair("//! agal 2 vertex\nmov op, va0\n", "//! agal 2 fragment\nmov oc, fc0\nmov oc1, fc1\n");
  set("[aria-label='fc0.x']", "1");
  set("[aria-label='fc1.x']", "0");
  EXPECT_EQ(pixel(100, 100)[0], 255);
  evaluate(
      "{ const select = [...document.querySelectorAll('#scene-fields label')]"
      ".find((label) => label.textContent.startsWith('Show')).querySelector('select');"
      "select.value = '1'; select.dispatchEvent(new Event('change')); }");
  for (int i = 0; i < 100 && pixel(100, 100)[0] != 0; ++i) continue;
  EXPECT_EQ(pixel(100, 100)[0], 0);
}

TEST_F(PairPicture, StandsStillIfMotionIsReduced) {
  show();
  EXPECT_EQ(text("#play"), "Play");
  EXPECT_EQ(evaluate("document.querySelector('#play').getAttribute('aria-pressed')"), "false");
  click("#play");
  EXPECT_EQ(text("#play"), "Pause");
  tools().call("Emulation.setEmulatedMedia", {{"features", nlohmann::json::array()}});
  const nlohmann::json still{{"name", "prefers-reduced-motion"}, {"value", "reduce"}};
  tools().call("Emulation.setEmulatedMedia", {{"features", nlohmann::json::array({still})}});
  wait_for("document.querySelector('#play').textContent === 'Play'");
}

TEST_F(PairPicture, MovesWithTheTime) {
  show();
  draw_with("webgl", "WebGL 2");
  type_pair("mov op, va0\n", "mov oc, fc0\n");
  set("[aria-label='fc0.x']", "0.01");
  click("[aria-label='fc0.x, times the seconds']");
  EXPECT_EQ(pixel(100, 100)[0], 0);
  click("#play");
  evaluate("window.seen = 0");
  wait_for(
      "(() => { const copy = document.createElement('canvas'); copy.width = copy.height = 1;"
      "requestAnimationFrame(() => { const context = copy.getContext('2d');"
      "context.drawImage(document.querySelector('#picture'), 0, 0); window.seen ="
      "Math.max(window.seen, context.getImageData(0, 0, 1, 1).data[0]); }); return window.seen > 0; })()");
  click("#play");
}

TEST_F(PairPicture, SurvivesTheLossOfTheDevice) {
  show();
  draw_with("webgl", "WebGL 2");
  evaluate(
      "{ window.states = []; new MutationObserver(() =>"
      "states.push(document.querySelector('#preview-state').textContent))"
      ".observe(document.querySelector('#preview-state'), {childList: true, characterData: true, subtree: true});"
      "document.querySelector('#picture').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext(); }");
  wait_for("window.states.some((state) => state.startsWith('The device was lost'))");
  wait_for("document.querySelector('#preview-state').textContent.startsWith('WebGL 2,')");
  EXPECT_EQ(pixel(1, 1)[3], 255);
}

}  // namespace
}  // namespace agal::playground
