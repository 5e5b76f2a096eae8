// Opens the playground in a browser, for tests.
#pragma once

#include "browser/page_test.hpp"

namespace agal::playground {

/// Returns the graphics interfaces for tests of features that are not about drawing: "webgl", and with AGAL_EXHAUSTIVE
/// also "webgpu".
/// PairPicture compares the pictures of both.
std::vector<const char*> apis_of_pages();

/// Opens the playground from files. The page behaves the same on a server.
class Playing : public browser::PageTest {
 protected:
  static void SetUpTestSuite();
  void SetUp() override;
  /// Expects that the page does not show problems.
  void TearDown() override;

  /// Opens the page with reduced motion, so that nothing moves by itself, and waits until it has drawn a pair.
  void show(const std::string& fragment = {});
  /// Shows the first example in the page of the test before, if there is one, for tests that only use the editors.
  /// Opening a page takes most of the time of such a test.
  void show_again();
  /// Shows a pair like a link that contains only programs: the scene is guessed, and not taken from an example.
  void show_pair(const std::string& vertex, const std::string& fragment);
  /// Replaces a program ("vertex", "fragment") like typing, and waits until it is compiled.
  void type(const std::string& stage, const std::string& text);
  /// Replaces the text of the editor with this element id like typing.
  void type_into(const std::string& id, const std::string& text);
  /// Returns the text of the editor with this id.
  std::string text_in(const std::string& id);
  std::string program(const std::string& stage) { return text_in(stage + "-editor"); }
  /// Evaluates an expression. `view` is the editor with this id.
  nlohmann::json in_editor(const std::string& id, const std::string& expression);
  void type_pair(const std::string& vertex, const std::string& fragment);
  /// Chooses the example with this title.
  void choose_example(const std::string& title);
  /// Sets a form control, and notifies the page.
  void set(const std::string& selector, const std::string& value);
  void click(const std::string& selector) { evaluate(one(selector) + ".click()"); }
  /// Sets the size of the window.
  void resize(int width, int height);
  /// Gives the window the size that it had before `resize`.
  void restore_size() { tools().call("Emulation.clearDeviceMetricsOverride"); }
  void press_key(const std::string& key, int code, int modifiers = 0);
  static constexpr int control = 2, shift = 8;  // the modifiers of the keys

  /// Returns an expression for the first element that matches.
  static std::string one(const std::string& selector);
  /// Returns the number of changes to the programs and options.
  int changes();
  /// Waits for the analysis of the first change after this many changes.
  void wait_for_analysis_after(int changes);
  /// Waits until the page shows all pending results: the analysis, the picture, the trace.
  void settle();

  /// Draws with "webgl" or "webgpu", and waits until the page does.
  void draw_with(const std::string& api);
  /// Returns the name of the graphics interface on the page.
  static std::string title_of(const std::string& api) { return api == "webgl" ? "WebGL 2" : "WebGPU"; }
  /// Returns the color at a pixel of the picture, 0 to 255.
  std::vector<int> pixel(int x, int y);
  /// Waits until a component of the color at a pixel is `value`, because the page works in the background.
  void wait_for_pixel(int x, int y, std::size_t component, int value);

 private:
  static bool has_page_;  // true after `show`
};

}  // namespace agal::playground
