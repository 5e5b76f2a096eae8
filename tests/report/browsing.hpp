// A page in a browser, for tests.
#pragma once

#include <gmock/gmock.h>

#include <memory>

#include "exec/browser.hpp"
#include "report/devtools.hpp"
#include "report/report.hpp"
#include "report/sample.hpp"
#include "support/temporary_folder.hpp"

namespace agal::report {

/// One browser for all tests of a suite; without one they are skipped.
class Browsing : public testing::Test {
 protected:
  static void SetUpTestSuite();
  static void TearDownTestSuite();
  void SetUp() override;
  /// Expects that the page has no errors and sends no requests.
  void TearDown() override;

  void open(const std::filesystem::path& page, const std::string& fragment = {}) { tools().open(page, fragment); }
  /// Waits until an expression is true, for at most 20 seconds.
  void wait_for(const std::string& expression);
  nlohmann::json evaluate(const std::string& expression) { return tools().evaluate(expression); }
  /// The text of the first element that matches.
  std::string text(const std::string& selector);
  /// The texts of all elements that match.
  std::vector<std::string> texts(const std::string& selector);
  std::size_t count(const std::string& selector) { return texts(selector).size(); }

  DevTools& tools() { return *tools_; }
  static std::filesystem::path folder() { return folder_->path(); }
  bool breaches_expected_ = false;

 private:
  static std::unique_ptr<test::TemporaryFolder> folder_;
  static std::unique_ptr<DevTools> tools_;
};

}  // namespace agal::report
