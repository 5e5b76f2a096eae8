// Tests that WebGL gives the results of the interpreter.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "browser/devtools.hpp"
#include "exec/backend_parameter.hpp"
#include "exec/small_jobs.hpp"
#include "support/temporary_folder.hpp"

namespace agal::exec {
namespace {

class WebGl : public BackendParameterTest {};

TEST_P(WebGl, MatchesInterpreter) {
  RecordProperty("device", backend_->device());
  EXPECT_NE(backend_->device(), "");
  expect_matches_interpreter(*backend_);
}

TEST_P(WebGl, ExecutesGivenText) { expect_executes_text(*backend_); }

TEST_P(WebGl, FailedJobDoesNotAffectOthers) { expect_isolated_failures(*backend_); }

INSTANTIATE_TEST_SUITE_P(Ways, WebGl,
                         testing::Values(BackendParameter{"webgl1", test::Facility::Chromium, open_webgl1},
                                         BackendParameter{"webgl2", test::Facility::Chromium, open_webgl2},
                                         BackendParameter{"webgpu", test::Facility::Chromium, open_webgpu}),
                         name_of_backend);

TEST(Browser, IsKilledIfItHangs) {
  const test::TemporaryFolder folder;
  ASSERT_FALSE(folder.path().empty());
  const std::filesystem::path script = folder.path() / "browser.sh";
  std::ofstream(script) << "#!/bin/sh\necho waiting >&2\nsleep infinity\n";
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  const browser::DevTools tools(script, folder.path(), {}, std::chrono::seconds(1));
  EXPECT_THAT(tools.fault(), testing::HasSubstr("does not answer within 1 seconds"));
  EXPECT_THAT(tools.fault(), testing::HasSubstr("waiting"));
}

TEST(Browser, FailureIsReported) {
  const test::TemporaryFolder folder;
  EXPECT_THAT(browser::DevTools("/bin/false", folder.path()).fault(), testing::HasSubstr("has ended"));
  EXPECT_THAT(browser::DevTools(folder.path() / "none", folder.path()).fault(), testing::HasSubstr("does not start"));
}

TEST(Browser, RemovesTemporaryFolder) {
  std::filesystem::path path;
  {
    const test::TemporaryFolder folder;
    path = folder.path();
    std::ofstream(path / "file") << "text";
    EXPECT_TRUE(std::filesystem::exists(path / "file"));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace agal::exec
