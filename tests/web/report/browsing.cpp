#include "report/browsing.hpp"

#include "report/decoded.hpp"

namespace agal::report {

void Browsing::SetUp() {
  PageTest::SetUp();
  if (IsSkipped() || HasFatalFailure()) return;
  const std::filesystem::path manifest = folder() / "manifest.jsonl";
  if (exists(manifest)) return;
  write_sample(folder());
  if (!exists(manifest)) return;
  ASSERT_FALSE(write_report(manifest.string(), folder().string(), page().string()).has_errors());
}

void Browsing::TearDown() {
  PageTest::TearDown();
  if (!has_browser() || breaches_expected_) return;
  EXPECT_EQ(text("#problems"), "");
  EXPECT_LE(tools().requests().size(), 1u);
}

void Browsing::show(const std::string& fragment) {
  open(page(), fragment);
  wait_for("document.documentElement.dataset.firstList && document.querySelector('.page')");
}

std::string Browsing::hash_of(const std::string& stem) {
  const nlohmann::json index = decode(file_text(page())).index;
  for (const nlohmann::json& row : index["programs"])
    if (row[0] == stem) return row[1];
  return "none";
}

void Browsing::resize(int width) {
  tools().call("Emulation.setDeviceMetricsOverride",
               {{"width", width}, {"height", 900}, {"deviceScaleFactor", 1}, {"mobile", false}});
  wait_for("innerWidth === " + std::to_string(width));
}

}  // namespace agal::report
