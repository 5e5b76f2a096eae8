// Opens a report in a browser, for tests.
#pragma once

#include "browser/page_test.hpp"
#include "report/report.hpp"
#include "report/sample.hpp"

namespace agal::report {

class Browsing : public browser::PageTest {
 protected:
  /// Writes the sample and its report, once for the suite.
  void SetUp() override;
  /// Expects that the page does not show problems, and makes at most one request.
  void TearDown() override;

  /// Writes the outputs and the manifest for the report. By default, does nothing, and a report is not written.
  virtual void write_sample(const std::filesystem::path& /*folder*/) {}

  static std::filesystem::path page() { return folder() / "report.html"; }
  /// Opens the report, and waits until it has drawn the list and a page.
  void show(const std::string& fragment = {});
  /// Returns the hash of the program with this stem, or "none".
  static std::string hash_of(const std::string& stem);
  void resize(int width);
};

}  // namespace agal::report
