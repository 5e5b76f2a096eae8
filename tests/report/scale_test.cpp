// 5,000 programs: how long until the list is there, and whether scrolling is smooth.
#include <fmt/format.h>

#include <chrono>

#include "report/browsing.hpp"

namespace agal::report {
namespace {

namespace fs = std::filesystem;

using ReportAtScale = Browsing;

constexpr std::size_t programs = 5000;

// Scrolls through the whole list; the longest and the mean time between two frames in milliseconds.
constexpr char scroll[] =
    "new Promise((resolve) => { const list = document.getElementById('list'); let last = 0, first = 0, longest = 0, "
    "frames = 0;"
    "const step = (now) => { if (last > 0) longest = Math.max(longest, now - last); else first = now; last = now; "
    "++frames;"
    "const before = list.scrollTop; list.scrollTop += 1040;"
    "if (list.scrollTop === before) resolve([longest, (last - first) / (frames - 1), frames]); else "
    "requestAnimationFrame(step); };"
    "requestAnimationFrame(step); })";

TEST_F(ReportAtScale, OpensAtOnceAndScrollsSmoothly) {
  write_large_sample(folder(), programs);
  const fs::path page = folder() / "large.html";
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_FALSE(write_report((folder() / "manifest.jsonl").string(), folder().string(), page.string()).has_errors());
  const std::chrono::duration<double> writing = std::chrono::steady_clock::now() - begin;

  open(page);
  wait_for("document.documentElement.dataset.firstList && document.querySelector('.page')");
  const double list = std::stod(evaluate("document.documentElement.dataset.firstList").get<std::string>());
  EXPECT_EQ(text("#matches"), "5,000 programs");
  EXPECT_EQ(evaluate("document.querySelector('.space').clientHeight"), 52 * static_cast<int>(programs));
  EXPECT_LT(count("#list .row"), 60u);
  const nlohmann::json frames = evaluate(scroll);
  EXPECT_EQ(text("#list .row:last-child .name"), "level49/effects/program004999.frag");
  const nlohmann::json search = evaluate(
      "(() => { const begin = performance.now(), box = document.getElementById('search'); box.value = 'effect49 "
      "op:tex';"
      "box.dispatchEvent(new Event('input')); return performance.now() - begin; })()");
  EXPECT_THAT(text("#matches"), testing::HasSubstr("39 of 5,000"));

  const double longest = frames[0], mean = frames[1];
  fmt::print(
      "{} programs: {:.1f} MB written in {:.1f} s; list painted after {:.0f} ms; scrolled in {} frames of {:.1f} ms, "
      "the longest {:.1f} ms; searched in {:.1f} ms\n",
      programs, static_cast<double>(fs::file_size(page)) / 1e6, writing.count(), list, frames[2].get<int>(), mean,
      longest, search.get<double>());
  EXPECT_LT(list, 3000);
  EXPECT_LT(mean, 100);
  EXPECT_LT(longest, 1000);
}

}  // namespace
}  // namespace agal::report
