// The playground in a browser, for tests.
#pragma once

#include "browser/page_test.hpp"

namespace agal::playground {

/// Opens the playground as files. The page makes no difference between those and a server.
class Playing : public browser::PageTest {
 protected:
  static void SetUpTestSuite();
  void SetUp() override;
  /// Expects that the page has no problems to show.
  void TearDown() override;

  /// Opens the page, with reduced motion, so that nothing moves by itself, and waits until it has compiled a program.
  void show(const std::string& fragment = {});
  /// Replaces a program ("vertex", "fragment") as if it were typed, and waits until it is compiled.
  void type(const std::string& stage, const std::string& text);
  void type_pair(const std::string& vertex, const std::string& fragment);
  /// Chooses the example with this title.
  void choose_example(const std::string& title);
  /// Sets a form control and tells the page.
  void set(const std::string& selector, const std::string& value);
  void click(const std::string& selector) { evaluate(one(selector) + ".click()"); }
  void press_key(const std::string& key, int code);

  /// An expression for the first element that matches.
  static std::string one(const std::string& selector);
  /// How often the page has compiled.
  int analyses();
  void wait_for_more(int before);

  /// Draws with "webgl" or "webgpu", and waits until it does.
  void draw_with(const std::string& api, const std::string& title);
  /// The color at a pixel of the picture, 0 to 255.
  std::vector<int> pixel(int x, int y);

 private:
  static std::string missing_;  // why the page cannot be assembled
};

}  // namespace agal::playground
