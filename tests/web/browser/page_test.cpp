#include "browser/page_test.hpp"

#include "support/facility.hpp"

namespace agal::browser {

std::unique_ptr<test::TemporaryFolder> PageTest::folder_;
std::unique_ptr<DevTools> PageTest::tools_;
std::unique_ptr<FileServer> PageTest::server_;

void PageTest::start(const std::vector<std::string>& flags) {
  const std::filesystem::path browser = find_browser();
  if (browser.empty()) return;
  folder_ = std::make_unique<test::TemporaryFolder>();
  tools_ = std::make_unique<DevTools>(browser, folder(), flags);
}

void PageTest::start_for_drawing(Compositor compositor, Files files) {
  std::vector<std::string> flags(webgl_flags.begin(), webgl_flags.end());
  flags.insert(flags.end(), webgpu_flags.begin(), webgpu_flags.end());
  flags.insert(flags.end(), canvas_flags.begin(), canvas_flags.end());
  if (compositor == Compositor::Cpu) flags.emplace_back(cpu_compositor);
  start(flags);
  if (tools_) server_ = std::make_unique<FileServer>(folder(), files);
}

void PageTest::TearDownTestSuite() {
  tools_.reset();
  server_.reset();
  folder_.reset();
}

void PageTest::SetUp() {
  AGAL_NEED(test::Facility::Chromium,
            tools_ ? "" : "neither $AGAL_CHROMIUM nor $PATH has it, so the page was not looked at");
  AGAL_NEED(test::Facility::Python,
            server_ && server_->lacks_python() ? "python3 is not in $PATH, so the page was not served" : "");
  if (server_) {
    ASSERT_NE(server_->address(), "");
  }
  ASSERT_EQ(tools_->fault(), "");
}

void PageTest::TearDown() {
  if (!tools_) return;
  EXPECT_EQ(tools_->fault(), "");
  if (breaches_expected_) return;
  EXPECT_THAT(tools_->complaints(), testing::IsEmpty());
  const std::string origin = server_ ? server_->address() : "file://";
  for (const std::string& address : tools_->requests()) EXPECT_THAT(address, testing::StartsWith(origin + "/"));
}

void PageTest::open(const std::filesystem::path& page, const std::string& fragment) {
  const std::string address = server_ ? server_->address() + "/" + page.lexically_relative(folder()).generic_string()
                                      : "file://" + page.string();
  tools().open(address + fragment);
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
