#include "report/browsing.hpp"
#include "support/facility.hpp"

namespace agal::report {

std::unique_ptr<test::TemporaryFolder> Browsing::folder_;
std::unique_ptr<DevTools> Browsing::tools_;

void Browsing::SetUpTestSuite() {
  const std::filesystem::path browser = exec::find_browser();
  if (browser.empty()) return;
  folder_ = std::make_unique<test::TemporaryFolder>();
  tools_ = std::make_unique<DevTools>(browser, folder());
}

void Browsing::TearDownTestSuite() {
  tools_.reset();
  folder_.reset();
}

void Browsing::SetUp() {
  AGAL_NEED(test::Facility::Chromium,
            tools_ ? "" : "neither $AGAL_CHROMIUM nor $PATH has it, so the page was not looked at");
  ASSERT_EQ(tools_->fault(), "");
}

void Browsing::TearDown() {
  if (!tools_) return;
  EXPECT_EQ(tools_->fault(), "");
  if (breaches_expected_) return;
  EXPECT_THAT(tools_->complaints(), testing::IsEmpty());
  EXPECT_EQ(evaluate("document.getElementById('problems').textContent"), "");
  for (const std::string& address : tools_->requests()) EXPECT_THAT(address, testing::StartsWith("file:///"));
  EXPECT_LE(tools_->requests().size(), 1u);
}

void Browsing::wait_for(const std::string& expression) {
  const nlohmann::json came = evaluate(
      "new Promise((resolve) => { const end = performance.now() + 20000;"
      "const look = () => { if (" +
      expression +
      ") resolve(true);"
      "else if (performance.now() > end) resolve(false); else setTimeout(look, 10); };"
      "look(); })");
  ASSERT_EQ(came, true) << expression << "\n" << evaluate("document.body.innerText");
}

std::string Browsing::text(const std::string& selector) {
  const std::vector<std::string> all = texts(selector);
  return all.empty() ? "nothing is " + selector : all.front();
}

std::vector<std::string> Browsing::texts(const std::string& selector) {
  const nlohmann::json all = evaluate("[...document.querySelectorAll(" + nlohmann::json(selector).dump() +
                                      ")].map((node) => node.textContent)");
  return all.is_array() ? all.get<std::vector<std::string>>() : std::vector<std::string>{};
}

}  // namespace agal::report
