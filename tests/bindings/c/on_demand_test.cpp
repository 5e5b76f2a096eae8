// Values that a result of the C interface creates on first access.
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "agal/agal.h"
#include "c/diagnostics.hpp"

namespace agal::c {
namespace {

TEST(OnDemand, MakesItsValueOnce) {
  int made = 0;
  const OnDemand<std::string> value;
  const auto make = [&] { return std::to_string(++made); };
  EXPECT_EQ(made, 0);
  const std::string* const first = value.get(make);
  EXPECT_EQ(value.get(make), first);
  EXPECT_EQ(made, 1);
  EXPECT_EQ(*first, "1");
}

TEST(OnDemand, GivesAllThreadsTheSameValue) {
  const OnDemand<std::string> value;
  std::vector<const std::string*> seen(8);
  {
    std::vector<std::thread> threads;
    for (const std::string*& each : seen)
      threads.emplace_back([&] { each = value.get([] { return std::string(100, 'x'); }); });
    for (std::thread& thread : threads) thread.join();
  }
  for (const std::string* const each : seen) EXPECT_EQ(each, seen[0]);
}

// The texts keep their addresses. A warning is not an error of the player.
TEST(ResultDiagnostics, KeepTheirTexts) {
  Diagnostic warning;
  warning.code = 3704;
  warning.severity = Severity::Warning;
  warning.message = "a message";
  Diagnostics found;
  found.add(warning);
  ResultDiagnostics diagnostics;
  diagnostics.set(found);
  EXPECT_EQ(diagnostics.player_error(), 0u);
  EXPECT_EQ(*diagnostics.json(), render_json(found));
  EXPECT_EQ(*diagnostics.messages(), render_text(found));
  EXPECT_EQ(diagnostics.json(), diagnostics.json());
  ASSERT_EQ(diagnostics.rows()->rows().size(), 1u);
  EXPECT_STREQ(diagnostics.rows()->rows()[0].message, "a message");
}

}  // namespace
}  // namespace agal::c
