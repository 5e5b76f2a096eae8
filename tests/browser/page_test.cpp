#include "browser/page_test.hpp"

#include "support/facility.hpp"

namespace agal::browser {

std::unique_ptr<test::TemporaryFolder> PageTest::folder_;
std::unique_ptr<DevTools> PageTest::tools_;

void PageTest::start(const std::vector<std::string>& flags) {
  const std::filesystem::path browser = find_browser();
  if (browser.empty()) return;
  folder_ = std::make_unique<test::TemporaryFolder>();
  tools_ = std::make_unique<DevTools>(browser, folder(), flags);
}

void PageTest::TearDownTestSuite() {
  tools_.reset();
  folder_.reset();
}

void PageTest::SetUp() {
  AGAL_NEED(test::Facility::Chromium,
            tools_ ? "" : "neither $AGAL_CHROMIUM nor $PATH has it, so the page was not looked at");
  ASSERT_EQ(tools_->fault(), "");
}

void PageTest::TearDown() {
  if (!tools_) return;
  EXPECT_EQ(tools_->fault(), "");
  if (breaches_expected_) return;
  EXPECT_THAT(tools_->complaints(), testing::IsEmpty());
  for (const std::string& address : tools_->requests()) EXPECT_THAT(address, testing::StartsWith("file:///"));
}

void PageTest::wait_for(const std::string& expression) {
  if (HasFatalFailure()) return;
  const nlohmann::json came = evaluate("new Promise((resolve) => { const end = performance.now() + " +
                                       std::to_string(std::chrono::milliseconds(patience).count()) +
                                       ";"
                                       "const look = () => { if (" +
                                       expression +
                                       ") resolve(true);"
                                       "else if (performance.now() > end) resolve(false); else setTimeout(look, 10); };"
                                       "look(); })");
  ASSERT_EQ(came, true) << expression << "\n" << evaluate("document.body.innerText");
}

std::string PageTest::text(const std::string& selector) {
  const std::vector<std::string> all = texts(selector);
  return all.empty() ? "nothing is " + selector : all.front();
}

std::vector<std::string> PageTest::texts(const std::string& selector) {
  const nlohmann::json all = evaluate("[...document.querySelectorAll(" + nlohmann::json(selector).dump() +
                                      ")].map((node) => node.textContent)");
  return all.is_array() ? all.get<std::vector<std::string>>() : std::vector<std::string>{};
}

}  // namespace agal::browser
