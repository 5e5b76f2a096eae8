// Tests links that contain a program.
#include "playground/playing.hpp"

namespace agal::playground {
namespace {

class Link : public Playing {
 protected:
  // Returns the fragment of a link with this state, an expression in JavaScript, or a message.
  std::string link_to(const std::string& state) {
    open(folder() / "playground/examples.json");  // has the origin of the modules, and takes less time than the page
    return evaluate("import('./link.js').then(({encode}) => encode(" + state +
                    ")).then((text) => '#p=' + text, ({message}) => message)")
        .get<std::string>();
  }
};

TEST_F(Link, PreservesProgramsKnobsAndTargets) {
  show();
  type_pair("mov op, va0\nmov v0, va1\n", "// a comment: é\nmul oc, v0, fc2\n");
  wait_for("document.querySelector(\"[aria-label='fc2.x']\")");
  set("[aria-label='fc2.x']", "0.125");
  click("[aria-label='fc2.y, times the seconds']");
  click("#target-choices [value=glsl330]");
  evaluate("import('./link.js').then(({decode}) => { window.decodeLink = decode; })");
  wait_for(
      "(decodeLink(location.hash.slice(3)).then((state) => { window.linked = state; }, () => {}),"
      "window.linked?.scene.constants.fc2?.moves === 'y' && window.linked.targets.includes('glsl330'))");
  const std::string fragment = evaluate("location.hash").get<std::string>();
  EXPECT_THAT(fragment, testing::MatchesRegex("#p=[A-Za-z0-9_-]*"));
  show(fragment);
  EXPECT_EQ(program("fragment"), "// a comment: é\nmul oc, v0, fc2\n");
  wait_for("document.querySelector(\"[aria-label='fc2.x']\")");
  EXPECT_EQ(evaluate("document.querySelector(\"[aria-label='fc2.x']\").value"), "0.125");
  EXPECT_EQ(
      evaluate("document.querySelector(\"[aria-label='fc2.y, times the seconds']\").getAttribute('aria-pressed')"),
      "true");
  EXPECT_THAT(texts("#cards h3"), testing::Contains("GLSL 3.30"));
  EXPECT_EQ(text("#state"), "The program is from the link.");
}

TEST_F(Link, PreservesNamesOfFiles) {
  show(
      link_to("{version: 1, vertex: 'mov op, va0\\nmov v0, va1\\n', fragment: 'mov oc, v0\\n',"
              "names: {vertex: 'QuadBatch-0abcf278d375', fragment: '../x'}}"));
  EXPECT_EQ(count("#cards .copy[title='Save QuadBatch-0abcf278d375.vert.wgsl']"), 1u);
  EXPECT_EQ(count("#cards .copy[title='Save program.frag.wgsl']"), 1u);
  type("vertex", "mov op, va0\nmov v0, va0\n");
  EXPECT_EQ(count("#cards .copy[title='Save QuadBatch-0abcf278d375-changed.vert.wgsl']"), 1u);
  const std::string name = "window.linked?.names.vertex === 'QuadBatch-0abcf278d375-changed'";
  evaluate("import('./link.js').then(({decode}) => { window.decodeLink = decode; })");
  wait_for("(decodeLink(location.hash.slice(3)).then((state) => { window.linked = state; }, () => {}), " + name + ")");
  show(evaluate("location.hash"));
  type("vertex", "mov op, va0\nmov v0, va1\n");
  EXPECT_EQ(count("#cards .copy[title='Save QuadBatch-0abcf278d375-changed.vert.wgsl']"), 1u);
}

TEST_F(Link, NamesMissingImages) {
  show();
  evaluate(
      "new Promise((resolve) => { const image = document.createElement('canvas'); image.width = image.height = 4;"
      "image.toBlob((blob) => { const files = new DataTransfer(); files.items.add(new File([blob], 'a.png'));"
      "const chooser = document.querySelector('#knobs .texture input[type=file]'); chooser.files = files.files;"
      "chooser.dispatchEvent(new Event('change')); resolve(); }); })");
  wait_for("document.querySelector('#knobs .texture select').selectedOptions[0].text === 'a.png'");
  evaluate("import('./link.js').then(({decode}) => { window.decodeLink = decode; })");
  wait_for(
      "(decodeLink(location.hash.slice(3)).then((state) => { window.linked = state; }, () => {}),"
      "window.linked?.images.fs0 === 'a.png')");
  show(evaluate("location.hash"));
  EXPECT_EQ(text("#state"), "The program is from the link, without a.png.");
  // The next link names the image too, until another picture is chosen.
  const auto type_and_decode = [&](const std::string& line) {
    type("fragment", line);
    evaluate("import('./link.js').then(({decode}) => { window.decodeLink = decode; })");
    wait_for(
        "(decodeLink(location.hash.slice(3)).then((state) => { window.linked = state; }, () => {}),"
        "window.linked?.fragment === " +
        nlohmann::json(line).dump() + ")");
    return evaluate("window.linked.images");
  };
  EXPECT_EQ(type_and_decode("tex oc, v0, fs0 <2d>\n"), (nlohmann::json{{"fs0", "a.png"}}));
  set("#knobs .texture select", "noise");
  EXPECT_EQ(type_and_decode("tex oc, v0, fs0 <2d, linear>\n"), nlohmann::json::object());
}

TEST_F(Link, OlderLinksHaveAListOfImages) {
  show(link_to("{version: 1, vertex: 'mov op, va0', fragment: 'mov oc, fc0', images: ['a.png', 7, '../b']}"));
  EXPECT_EQ(text("#state"), "The program is from the link, without a.png.");
}

TEST_F(Link, ReportsDamage) {
  show("#p=");
  EXPECT_EQ(text("#state"), "The link in the address is damaged.");
  EXPECT_EQ(text("#vertex-summary"), "no errors");
  for (const char* fragment : {"#p=AAAA", "#p=%E0%A4%A", "#p=q1YqLlCyUlAqTy1RqgUA"}) {
    evaluate(std::string("document.querySelector('#state').textContent = ''; location.hash = '") + fragment + "'");
    wait_for("document.querySelector('#state').textContent === 'The link in the address is damaged.'");
    EXPECT_EQ(text("#vertex-summary"), "no errors") << fragment;
  }
}

// The timers of the page do not run in this test, so the typed text is not in the address yet.
TEST_F(Link, KeepsTypedTextWhenThePageEndsBeforeItsLinkIsUpdated) {
  show();
  evaluate("window.setTimeout = () => 0");
  type_into("fragment-editor", "mov oc, v0 // mine\n");
  const nlohmann::json link = evaluate("location.hash");
  open(folder() / "playground/index.html", link.get<std::string>());
  wait_for("document.documentElement.dataset.analyzed");
  EXPECT_EQ(program("fragment"), "mov oc, v0 // mine\n");
  EXPECT_EQ(text("#state"), "The programs are as you left them.");
  EXPECT_EQ(count("#back:disabled"), 1u);
  wait_for("location.hash !== " + link.dump() + " && sessionStorage.getItem('agalc-unsaved') === null");
}

TEST_F(Link, KeptTextBelongsToItsLink) {
  show();
  evaluate("window.setTimeout = () => 0");
  type_into("fragment-editor", "mov oc, v0 // mine\n");
  open(folder() / "playground/index.html", "#p=x");
  wait_for("document.documentElement.dataset.analyzed");
  EXPECT_EQ(text("#state"), "The link in the address is damaged.");
  EXPECT_EQ(program("fragment").find("mine"), std::string::npos);
}

TEST_F(Link, LinkIsUpdatedWhenThePageIsHidden) {
  show();
  evaluate("window.startTimer = setTimeout; window.setTimeout = () => 0");
  type_into("fragment-editor", "mov oc, v0 // mine\n");
  const nlohmann::json link = evaluate("location.hash");
  evaluate(
      "Object.defineProperty(document, 'visibilityState', {value: 'hidden'});"
      "document.dispatchEvent(new Event('visibilitychange'))");
  evaluate("window.setTimeout = startTimer");
  wait_for("location.hash !== " + link.dump() + " && sessionStorage.getItem('agalc-unsaved') === null");
}

// The link has values that the page does not write. The page uses the valid ones.
TEST_F(Link, IgnoresInvalidValues) {
  show(
      link_to("{version: 1, vertex: 'mov op, va0', fragment: 'mov oc, fc0',"
              "scene: {mesh: 'none', blend: 7, output: 9, instances: -1, attributes: {va0: 'nothing'}, matrices: [],"
              "textures: {fs0: {}}, constants: {fc0: {value: [1, 'x']}, __proto__: {}}},"
              "options: {ifg: 'no', target: 'msl'}, targets: ['wgsl', 'nonsense']}"));
  EXPECT_EQ(text("#state"), "The program is from the link.");
  EXPECT_THAT(texts("#cards h3"), testing::ElementsAre("WGSL"));
  EXPECT_EQ(text("#fragment-summary"), "no errors");
}

TEST_F(Link, RejectsTooLargeState) {
  const std::string fragment = link_to("{version: 1, vertex: ' '.repeat(3e6), fragment: ' '.repeat(3e6)}");
  EXPECT_LT(fragment.size(), 100'000u);
  show(fragment);
  EXPECT_EQ(text("#state"), "The link in the address is damaged.");
}

}  // namespace
}  // namespace agal::playground
