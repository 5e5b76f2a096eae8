#include "playground/playing.hpp"

#include <cstdlib>

#include "support/facility.hpp"

namespace agal::playground {
namespace {

namespace fs = std::filesystem;

// Returns the folder of the WebAssembly modules: AGAL_WASM, or the folder in which ./tools/web builds them. Returns ""
// if they are missing.
fs::path find_modules() {
  const fs::path root = AGAL_SOURCE_DIR;
  const char* const given = std::getenv("AGAL_WASM");
  for (const fs::path& folder : {fs::path(given ? given : "/none"), root / "build/web"})
    if (fs::exists(folder / "agalc.wasm") && fs::exists(folder / "agalc-scenes.wasm")) return folder;
  return {};
}

std::string quoted(const std::string& text) { return nlohmann::json(text).dump(); }

}  // namespace

bool Playing::has_page_ = false;

void Playing::SetUpTestSuite() {
  start_for_drawing(Compositor::Cpu, browser::Files::Fixed);
  has_page_ = false;
}

void Playing::SetUp() {
  PageTest::SetUp();
  if (IsSkipped() || HasFatalFailure()) return;
  const fs::path root = AGAL_SOURCE_DIR, modules = find_modules(), editor = root / "build/codemirror",
                 page = folder() / "playground";
  AGAL_NEED(test::Facility::Wasm,
            modules.empty() ? "agalc.wasm or agalc-scenes.wasm is not built: run ./tools/web" : "");
  AGAL_NEED(test::Facility::CodeMirror,
            fs::exists(editor / "made-from") ? "" : "CodeMirror is not there: run ./tools/lab/codemirror");
  if (fs::exists(page / "index.html")) return;
  const std::string command = "python3 '" AGAL_SOURCE_DIR "/tools/pages/playground/assemble.py' '" + modules.string() +
                              "' '" + editor.string() + "' '" + page.string() + "'";
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
}

void Playing::TearDown() {
  if (has_browser() && !IsSkipped()) {
    EXPECT_EQ(text("#problems"), "");
  }
  PageTest::TearDown();
}

std::string Playing::one(const std::string& selector) { return "document.querySelector(" + quoted(selector) + ")"; }

int Playing::changes() {
  const nlohmann::json count = evaluate("Number(document.documentElement.dataset.changes)");
  return count.is_number() ? count.get<int>() : 0;
}

void Playing::wait_for_analysis_after(int changes) {
  wait_for("Number(document.documentElement.dataset.analyzed) > " + std::to_string(changes));
}

void Playing::settle() {
  wait_for(
      "document.documentElement.dataset.analyzed === document.documentElement.dataset.changes &&"
      "!document.querySelector('#canvas-box[aria-busy], #trace[aria-busy], #compare-result[aria-busy]')");
}

void Playing::show(const std::string& fragment) {
  const nlohmann::json still{{"name", "prefers-reduced-motion"}, {"value", "reduce"}};
  tools().call("Emulation.setEmulatedMedia", {{"features", nlohmann::json::array({still})}});
  // The page keeps changes at both events of its end. They would be in the next page.
  evaluate("for (const end of ['pagehide', 'visibilitychange']) addEventListener(end, () => sessionStorage.clear())");
  open(folder() / "playground/index.html", fragment);
  wait_for("document.documentElement.dataset.analyzed");
  settle();
  has_page_ = true;
}

void Playing::show_again() {
  if (!has_page_) return show();
  choose_example(texts("#examples option").at(1));
  settle();
}

void Playing::show_pair(const std::string& vertex, const std::string& fragment) {
  const int before = changes();
  evaluate("import('./link.js').then(({encode}) => encode(" +
           nlohmann::json{{"version", 1}, {"vertex", vertex}, {"fragment", fragment}}.dump() +
           ")).then((text) => { document.querySelector('#state').textContent = '';"
           "history.replaceState(null, '', '#'); location.hash = '#p=' + text; })");
  // Changes that were made before may be analyzed first.
  wait_for("document.querySelector('#state').textContent.startsWith('The program is from the link')");
  wait_for_analysis_after(before);
}

void Playing::type(const std::string& stage, const std::string& text) {
  const int before = changes();
  type_into(stage + "-editor", text);
  wait_for_analysis_after(before);
}

nlohmann::json Playing::in_editor(const std::string& id, const std::string& expression) {
  return evaluate("import('./codemirror/codemirror.js').then(({EditorView}) => { const view = EditorView.findFromDOM(" +
                  one("#" + id + " .cm-editor") + "); return " + expression + "; })");
}

void Playing::type_into(const std::string& id, const std::string& text) {
  in_editor(id, "view.dispatch({changes: {from: 0, to: view.state.doc.length, insert: " + quoted(text) +
                    "}, userEvent: 'input.type'})");
}

std::string Playing::text_in(const std::string& id) {
  const nlohmann::json text = in_editor(id, "view.state.doc.toString()");
  return text.is_string() ? text.get<std::string>() : "";
}

void Playing::type_pair(const std::string& vertex, const std::string& fragment) {
  type("vertex", vertex);
  type("fragment", fragment);
}

void Playing::choose_example(const std::string& title) {
  const int before = changes();
  evaluate(
      "{ const list = document.querySelector('#examples');"
      "list.value = [...list.options].find((option) => option.text === " +
      quoted(title) +
      ").value;"
      "list.dispatchEvent(new Event('change')); }");
  wait_for_analysis_after(before);
}

void Playing::set(const std::string& selector, const std::string& value) {
  evaluate("{ const control = " + one(selector) + "; control.value = " + quoted(value) +
           ";"
           "control.dispatchEvent(new Event('input', {bubbles: true}));"
           "control.dispatchEvent(new Event('change', {bubbles: true})); }");
}

void Playing::press_key(const std::string& key, int code, int modifiers) {
  for (const char* type : {"rawKeyDown", "keyUp"})
    tools().call("Input.dispatchKeyEvent",
                 {{"type", type}, {"key", key}, {"windowsVirtualKeyCode", code}, {"modifiers", modifiers}});
}

void Playing::resize(int width, int height) {
  tools().call("Emulation.setDeviceMetricsOverride",
               {{"width", width}, {"height", height}, {"deviceScaleFactor", 1}, {"mobile", false}});
}

void Playing::draw_with(const std::string& api) {
  evaluate(
      "{ const list = [...document.querySelectorAll('#scene-fields select')]"
      ".find((select) => [...select.options].some(({value}) => value === 'webgl'));"
      "list.value = " +
      quoted(api) + "; list.dispatchEvent(new Event('change')); }");
  settle();
  ASSERT_THAT(text("#preview-state"), testing::StartsWith(title_of(api) + ","));
}

// The picture must be read in the frame that draws it, so a change without effect makes the page draw.
std::vector<int> Playing::pixel(int x, int y) {
  settle();
  const nlohmann::json color = evaluate(
      "new Promise((resolve) => { document.querySelector('#restart').click(); requestAnimationFrame(() => {"
      "const copy = document.createElement('canvas'); copy.width = copy.height = 512;"
      "const context = copy.getContext('2d'); context.drawImage(document.querySelector('#picture'), 0, 0);"
      "resolve([...context.getImageData(" +
      std::to_string(x) + ", " + std::to_string(y) + ", 1, 1).data]); }); })");
  return color.is_array() ? color.get<std::vector<int>>() : std::vector<int>(4, -1);
}

void Playing::wait_for_pixel(int x, int y, std::size_t component, int value) {
  const auto end = std::chrono::steady_clock::now() + browser::PageTest::patience;
  int found = pixel(x, y)[component];
  while (found != value && !HasFatalFailure() && std::chrono::steady_clock::now() < end) found = pixel(x, y)[component];
  EXPECT_EQ(found, value) << x << " " << y;
}

std::vector<const char*> apis_of_pages() {
  if (test::is_exhaustive()) return {"webgl", "webgpu"};
  return {"webgl"};
}

}  // namespace agal::playground
