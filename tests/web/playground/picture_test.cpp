// Tests the picture of the pair and its knobs, with each graphics interface.
#include "playground/playing.hpp"

namespace agal::playground {
namespace {

using testing::HasSubstr;

class PairPicture : public Playing, public testing::WithParamInterface<const char*> {
 protected:
  // The canvas must be visible with WebGPU.
  static void SetUpTestSuite() { start_for_drawing(Compositor::Gpu, browser::Files::Fixed); }

  static std::string api() { return GetParam(); }

  void show_drawn() {
    show();
    draw_with(api());
  }

  void show_drawn_pair(const std::string& vertex, const std::string& fragment) {
    show_drawn();
    show_pair(vertex, fragment);
  }

  // Shows a quad. Red is multiplied by fc0, and green by the texture.
  void show_simple() {
    show_drawn_pair("mov op, va0\nmov v0, va1\n",
                    "tex ft0, v0, fs0 <2d, nearest>\nmov ft1, fc0\nmul ft1.y, ft0.y, ft1.y\nmov oc, ft1\n");
  }

  // Returns the traced output at a pixel of the picture, 0 to 255.
  std::vector<int> traced(int x, int y) {
    set("#trace-x", std::to_string(x));
    set("#trace-y", std::to_string(y));
    settle();
    const nlohmann::json lanes = evaluate(
        "/oc = \\(([^)]*)\\)/.exec(document.querySelector('#trace .summary code').textContent)[1].split(', ')"
        ".map((lane) => Math.round(255 * Math.min(Math.max(Number(lane), 0), 1)))");
    return lanes.is_array() ? lanes.get<std::vector<int>>() : std::vector<int>(4, -1);
  }

  void expect_near(const std::vector<int>& found, const std::vector<int>& expected, int tolerance,
                   const std::string& where) {
    ASSERT_EQ(found.size(), 4u) << where;
    for (std::size_t lane = 0; lane < 3; ++lane)
      EXPECT_NEAR(found[lane], expected[lane], tolerance) << where << ", component " << lane;
  }
};

INSTANTIATE_TEST_SUITE_P(Apis, PairPicture, testing::Values("webgpu", "webgl"),
                         [](const auto& each) { return std::string(each.param); });

// Tests the controls of the picture.
class PictureControls : public PairPicture {};

INSTANTIATE_TEST_SUITE_P(Apis, PictureControls, testing::ValuesIn(apis_of_pages()),
                         [](const auto& each) { return std::string(each.param); });

// The pixels are not in the middle, where a flipped picture would be the same.
TEST_P(PairPicture, MatchesInterpreter) {
  show_drawn();
  click("#tab-trace");
  for (const std::string example :
       {"Phong lighting", "A textured quad in AGAL 1", "Environment reflection", "Cel shading"}) {
    choose_example(example);
    for (const auto& [x, y] : {std::pair{200, 320}, std::pair{270, 170}}) {
      const std::vector<int> expected = traced(x, y);
      expect_near(pixel(x, y), expected, 4, example + " at " + std::to_string(x));
    }
  }
}

TEST_P(PairPicture, FollowsConstants) {
  show_simple();
  for (const auto& [lane, value] : {std::pair{"x", "0.2"}, std::pair{"y", "0"}, std::pair{"z", "0.6"}})
    set(std::string("[aria-label='fc0.") + lane + "']", value);
  EXPECT_THAT(pixel(200, 200), testing::ElementsAre(51, 0, 153, 255));
  EXPECT_EQ(evaluate("Number(document.querySelector(\"[aria-label='fc0.x, slider']\").value)"), 0.2);
  set("[aria-label='fc0.x, slider']", "1");
  EXPECT_EQ(pixel(200, 200)[0], 255);
  EXPECT_EQ(evaluate("document.querySelector(\"[aria-label='fc0.x']\").value"), "1");
}

TEST_P(PictureControls, ShowsColorPickerForColors) {
  show_drawn_pair("mov op, va0\n", "// fc2  tint\nmov oc, fc2\n");
  set("[aria-label='fc2, color']", "#3366ff");
  EXPECT_THAT(pixel(10, 10), testing::ElementsAre(0x33, 0x66, 0xff, 255));
}

TEST_P(PairPicture, FollowsTextures) {
  show_simple();
  set("[aria-label='fc0.y']", "1");
  set("#knobs .texture select", "white");
  EXPECT_EQ(pixel(200, 200)[1], 255);
  set("#knobs .texture select", "plane-depth");
  EXPECT_NEAR(pixel(256, 256)[1], 77, 1);
  EXPECT_NEAR(pixel(20, 20)[1], 204, 1);
}

// The comments differ, and the compiled programs do not.
TEST_P(PictureControls, FollowsComments) {
  const std::string fetch = "tex oc, v0, fs0 <2d, nearest>\n";
  show_drawn_pair("mov op, va0\nmov v0, va1\n", "// fs0 white\n" + fetch);
  EXPECT_EQ(pixel(256, 256)[1], 255);
  type("fragment", "// fs0 plane-depth\n" + fetch);
  EXPECT_NEAR(pixel(256, 256)[1], 77, 1);
}

// The first row of a texture is at the top: red is u, and green is v. Outside, the texture repeats or is clamped.
TEST_P(PairPicture, DrawsTexturesUpright) {
  show_drawn_pair("mov op, va0\nadd v0, va1, va1\n",
                  "tex ft0, v0, fs0 <2d, nearest, repeat>\ntex ft1, v0, fs1 <2d, nearest, clamp>\n"
                  "mov ft0.z, ft1.y\nmov oc, ft0\n");
  for (const std::string knob : {"", ":nth-of-type(2)"}) set("#knobs .texture" + knob + " select", "gradient");
  expect_near(pixel(50, 200), {50, 200, 200, 255}, 2, "inside");
  expect_near(pixel(200, 300), {200, 44, 254, 255}, 2, "below");
}

TEST_P(PairPicture, AcceptsImageAsTexture) {
  show_simple();
  set("[aria-label='fc0.y']", "1");
  evaluate(
      "new Promise((resolve) => { const image = document.createElement('canvas'); image.width = image.height = 4;"
      "const context = image.getContext('2d'); context.fillStyle = '#00aa00'; context.fillRect(0, 0, 4, 4);"
      "image.toBlob((blob) => { const files = new DataTransfer(); files.items.add(new File([blob], 'a.png'));"
      "const chooser = document.querySelector('#knobs .texture input[type=file]'); chooser.files = files.files;"
      "chooser.dispatchEvent(new Event('change')); resolve(); }); })");
  wait_for_pixel(200, 200, 1, 0xaa);  // the image is decoded in the background
  EXPECT_EQ(text("#knobs .texture .problem"), "");
  // Choosing the same file again would not be a change of a field that contains it.
  EXPECT_EQ(evaluate("document.querySelector('#knobs .texture input[type=file]').value"), "");
  EXPECT_EQ(evaluate("document.querySelector('#knobs .texture select').selectedOptions[0].text"), "a.png");
  set("#knobs .texture select", "white");
  EXPECT_EQ(count("#knobs .texture select [value=file]"), 0u);
  wait_for_pixel(200, 200, 1, 255);
  // Dropping it has the same effect.
  evaluate(
      "new Promise((resolve) => { const image = document.createElement('canvas'); image.width = image.height = 4;"
      "image.toBlob((blob) => { const files = new DataTransfer(); files.items.add(new File([blob], 'b.png'));"
      "document.querySelector('#knobs .texture .label').dispatchEvent("
      "new DragEvent('drop', {dataTransfer: files, bubbles: true, cancelable: true})); resolve(); }); })");
  wait_for_pixel(200, 200, 1, 0);
  EXPECT_EQ(evaluate("document.querySelector('#knobs .texture select').selectedOptions[0].text"), "b.png");
  EXPECT_EQ(count("#found:not([hidden])"), 0u);
}

TEST_P(PictureControls, FollowsMeshAndAttributes) {
  const std::string vertex = "mov op, va0\nmov v0, va1\n", fragment = "mov oc, v0\n";
  show_drawn_pair(vertex, fragment);
  EXPECT_NEAR(pixel(256, 256)[0], 128, 2);  // uv
  set("#knobs section:last-child .knob:nth-of-type(2) select", "row3");
  EXPECT_EQ(pixel(256, 256)[0], 0);
  EXPECT_EQ(pixel(5, 5)[2], 0);
  set("#scene-fields select", "sphere");
  EXPECT_GT(pixel(5, 5)[2], 0);  // the background
  show_pair(vertex, fragment);
  EXPECT_NEAR(pixel(256, 256)[0], 128, 2);
  EXPECT_LT(pixel(5, 5)[2], 5);
}

TEST_P(PictureControls, ShowsEachOutput) {
  show_drawn_pair("//! agal 2 vertex\nmov op, va0\n", "//! agal 2 fragment\nmov oc, fc0\nmov oc1, fc1\n");
  set("[aria-label='fc0.x']", "1");
  set("[aria-label='fc1.x']", "0");
  EXPECT_EQ(pixel(100, 100)[0], 255);
  evaluate(
      "{ const select = [...document.querySelectorAll('#scene-fields label')]"
      ".find((label) => label.textContent.startsWith('Show')).querySelector('select');"
      "select.value = '1'; select.dispatchEvent(new Event('change')); }");
  EXPECT_EQ(pixel(100, 100)[0], 0);
}

TEST_P(PictureControls, ChangesWithTime) {
  show_drawn_pair("mov op, va0\n", "mov oc, fc0\n");
  set("[aria-label='fc0.x']", "0.01");
  click("[aria-label='fc0.x, times the seconds']");
  EXPECT_EQ(pixel(0, 0)[0], 0);
  click("#play");
  evaluate("window.seen = 0");
  wait_for(
      "(() => { const copy = document.createElement('canvas'); copy.width = copy.height = 1;"
      "requestAnimationFrame(() => { const context = copy.getContext('2d');"
      "context.drawImage(document.querySelector('#picture'), 0, 0); window.seen ="
      "Math.max(window.seen, context.getImageData(0, 0, 1, 1).data[0]); }); return window.seen > 0; })()");
  click("#play");
}

// A link may contain any words.
TEST_P(PictureControls, IgnoresUnknownWords) {
  show_drawn();
  const nlohmann::json link = evaluate(
      "import('./link.js').then(({encode}) => encode({version: 1, vertex: 'mov op, va0\\nmov v0, va1',"
      "fragment: 'tex oc, v0, fs0 <2d>', scene: {mesh: 'none', blend: 'toString', matrices: {vc0: 'no'},"
      "attributes: {va0: 'nothing', va1: 'constructor'}, textures: {fs0: 'cube-sky'}}}))");
  const int before = changes();
  evaluate("location.hash = '#p=' + " + link.dump());
  wait_for_analysis_after(before);
  EXPECT_EQ(evaluate("[...document.querySelectorAll('#knobs select')].map(({value}) => value)"),
            nlohmann::json::array({"photo", "position", "uv"}));
  EXPECT_EQ(evaluate("[...document.querySelectorAll('#scene-fields select')].slice(0, 2).map(({value}) => value)"),
            nlohmann::json::array({"quad", "none"}));
  EXPECT_EQ(pixel(100, 100)[3], 255);
  EXPECT_EQ(text("#preview-state"), title_of(api()) + ", 512 × 512");
}

TEST_P(PairPicture, SurvivesDeviceLoss) {
  show_drawn();
  evaluate(
      "{ window.states = []; new MutationObserver(() =>"
      "states.push(document.querySelector('#preview-state').textContent))"
      ".observe(document.querySelector('#preview-state'), {childList: true, characterData: true, subtree: true}); }");
  if (api() == "webgl") {
    evaluate(
        "document.querySelector('#picture').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext()");
  } else {
    breaches_expected_ = true;  // the browser reports the loss
    tools().call("Browser.crashGpuProcess");
  }
  wait_for("window.states.some((state) => state.startsWith('The device was lost'))");
  settle();
  EXPECT_EQ(text("#preview-state"), title_of(api()) + ", 512 × 512");
  EXPECT_EQ(pixel(1, 1)[3], 255);
}

class Preview : public Playing {
 protected:
  static void SetUpTestSuite() { start_for_drawing(Compositor::Gpu, browser::Files::Fixed); }
};

// The last choice is used, even if the one before has not begun to draw.
TEST_F(Preview, DrawsWithLastChoice) {
  show();
  evaluate(
      "{ const list = [...document.querySelectorAll('#scene-fields select')]"
      ".find((select) => [...select.options].some(({value}) => value === 'webgl'));"
      "for (const value of ['webgpu', 'webgl', 'auto', 'webgpu', 'webgl'])"
      "{ list.value = value; list.dispatchEvent(new Event('change')); } }");
  settle();
  EXPECT_EQ(text("#preview-state"), "WebGL 2, 512 × 512");
  EXPECT_EQ(count("#canvas-box canvas"), 1u);
  EXPECT_EQ(pixel(1, 1)[3], 255);
}

TEST_F(Preview, ReportsMissingWebGpuAdapter) {
  show();
  evaluate("navigator.gpu.requestAdapter = async () => null");
  const std::string select =
      "[...document.querySelectorAll('#scene-fields select')]"
      ".find((select) => [...select.options].some(({value}) => value === 'webgl'))";
  const auto choose = [&](const std::string& api) {
    evaluate("{ const list = " + select + "; list.value = '" + api + "'; list.dispatchEvent(new Event('change')); }");
    settle();
  };
  choose("webgpu");
  EXPECT_EQ(text("#preview-state"), "Nothing can be drawn: this browser has WebGPU, but no adapter for it.");
  choose("auto");
  EXPECT_EQ(text("#preview-state"), "WebGL 2, 512 × 512, because this browser has WebGPU, but no adapter for it");
}

TEST_F(Preview, AReloadKeepsThePictureStillAndItsImages) {
  show();
  show_pair("m44 op, va0, vc0\nmov v0, va1\n", "tex oc, v0, fs0 <2d>\n");
  evaluate(
      "new Promise((resolve) => { const image = document.createElement('canvas'); image.width = image.height = 4;"
      "image.toBlob((blob) => { const files = new DataTransfer(); files.items.add(new File([blob], 'a.png'));"
      "document.querySelector('#knobs .texture').dispatchEvent("
      "new DragEvent('drop', {dataTransfer: files, bubbles: true, cancelable: true})); resolve(); }); })");
  const std::string chosen = "document.querySelector('#knobs .texture select')?.selectedOptions[0].text === 'a.png'";
  wait_for(chosen);
  evaluate(
      "import('./kept.js').then(async ({keptFiles}) => { while ((await keptFiles()).images.size === 0); window.kept = "
      "true; })");
  wait_for("window.kept");
  click("#play");
  click("#play");
  ASSERT_EQ(text("#play"), "Play");
  tools().call("Emulation.setEmulatedMedia", {{"features", nlohmann::json::array()}});
  tools().reload();
  wait_for("document.documentElement.dataset.analyzed");
  settle();
  EXPECT_EQ(text("#play"), "Play");
  EXPECT_EQ(evaluate(chosen), true);
  EXPECT_THAT(text("#state"), testing::Not(testing::HasSubstr("without")));
  click("#play");
  EXPECT_EQ(text("#play"), "Pause");
}

TEST_F(Preview, StopsIfMotionIsReduced) {
  show();
  EXPECT_EQ(text("#play"), "Play");
  EXPECT_EQ(evaluate("document.querySelector('#play').getAttribute('aria-pressed')"), "false");
  click("#play");
  EXPECT_EQ(text("#play"), "Pause");
  // The page is notified about a change in its next frame.
  evaluate(
      "{ window.told = false; window.stillness = matchMedia('(prefers-reduced-motion: reduce)');"
      "stillness.addEventListener('change', () => { window.told = true; }); }");
  tools().call("Emulation.setEmulatedMedia", {{"features", nlohmann::json::array()}});
  wait_for("window.told");
  const nlohmann::json still{{"name", "prefers-reduced-motion"}, {"value", "reduce"}};
  tools().call("Emulation.setEmulatedMedia", {{"features", nlohmann::json::array({still})}});
  wait_for("document.querySelector('#play').textContent === 'Play'");
}

}  // namespace
}  // namespace agal::playground
