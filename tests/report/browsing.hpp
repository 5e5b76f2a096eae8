// A report in a browser, for tests.
#pragma once

#include "browser/page_test.hpp"
#include "report/report.hpp"
#include "report/sample.hpp"

namespace agal::report {

class Browsing : public browser::PageTest {
 protected:
  /// Expects that the page also has no problems to show, and is one file.
  void TearDown() override {
    PageTest::TearDown();
    if (!has_browser() || breaches_expected_) return;
    EXPECT_EQ(text("#problems"), "");
    EXPECT_LE(tools().requests().size(), 1u);
  }
};

}  // namespace agal::report
