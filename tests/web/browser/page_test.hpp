// A page in a browser, for tests.
#pragma once

#include <gmock/gmock.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "browser/devtools.hpp"
#include "browser/file_server.hpp"
#include "browser/flags.hpp"
#include "support/temporary_folder.hpp"

namespace agal::browser {

/// A fixture with one browser for all tests of a suite. Without a browser, the tests are skipped.
class PageTest : public testing::Test {
 protected:
  /// Starts the browser for pages without WebGL and WebGPU, which do not need the emulation of a GPU.
  static void SetUpTestSuite() { start({std::string(cpu_compositor)}); }
  static void TearDownTestSuite();
  void SetUp() override;
  /// Expects that the page does not report errors, and requests only files of this machine.
  void TearDown() override;

  /// The processor that draws a page: the CPU, or an emulated GPU. A canvas with WebGPU is only visible with the
  /// second, which takes a third more of the processor time.
  enum class Compositor : std::uint8_t { Cpu, Gpu };
  /// Starts the browser for pages that draw, and a server of folder(), because such pages load modules and data.
  static void start_for_drawing(Compositor compositor, Files files = Files::MayChange);

  /// Opens a file of folder(), with an optional "#…". It comes from the server if there is one.
  void open(const std::filesystem::path& page, const std::string& fragment = {});
  /// Waits until an expression is true, up to a time limit. After a failure, later calls do not wait.
  void wait_for(const std::string& expression);
  static constexpr std::chrono::seconds patience{60};
  nlohmann::json evaluate(const std::string& expression) { return tools().evaluate(expression); }
  /// Returns the text of the first element that matches.
  std::string text(const std::string& selector);
  /// Returns the texts of all elements that match.
  std::vector<std::string> texts(const std::string& selector);
  std::size_t count(const std::string& selector) { return texts(selector).size(); }

  bool has_browser() const { return tools_ != nullptr; }
  DevTools& tools() { return *tools_; }
  static std::filesystem::path folder() { return folder_->path(); }
  bool breaches_expected_ = false;

 private:
  static void start(const std::vector<std::string>& flags);
  static std::unique_ptr<test::TemporaryFolder> folder_;
  static std::unique_ptr<DevTools> tools_;
  static std::unique_ptr<FileServer> server_;
};

}  // namespace agal::browser
