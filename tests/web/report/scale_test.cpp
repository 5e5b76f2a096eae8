// Tests which elements the page creates for 5,000 programs when it is opened, and when its list is scrolled.
#include <fmt/format.h>

#include "report/browsing.hpp"

namespace agal::report {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t programs = 5000;

// Scrolls by `pixels` in each frame, to the end or for `most` frames. Returns the number of frames.
constexpr char scroll[] = R"((pixels, most) => new Promise((resolve) => {
  const list = document.getElementById('list');
  let frames = 0;
  const step = () => {
    ++frames;
    const before = list.scrollTop;
    list.scrollTop += pixels;
    if (frames > most || list.scrollTop === before) resolve(frames);
    else requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}))";

class ReportAtScale : public Browsing {
 protected:
  // Returns a counter of the browser since the page was opened: LayoutCount, Nodes, RecalcStyleCount, ….
  double counted(const std::string& what) {
    const nlohmann::json metrics = tools().call("Performance.getMetrics");
    for (const nlohmann::json& metric : metrics.at("metrics"))
      if (metric["name"] == what) return metric["value"].get<double>();
    ADD_FAILURE() << "the browser does not count " << what;
    return 0;
  }
  // Returns the number of layouts for each frame of scrolling.
  double layouts(int pixels, int most) {
    const double before = counted("LayoutCount");
    const double frames = evaluate(fmt::format("({})({}, {})", scroll, pixels, most)).get<double>();
    return (counted("LayoutCount") - before) / frames;
  }
};

TEST_F(ReportAtScale, CreatesOnlyVisibleRows) {
  write_large_sample(folder(), programs);
  const fs::path page = folder() / "large.html";
  ASSERT_FALSE(write_report((folder() / "manifest.jsonl").string(), folder().string(), page.string()).has_errors());

  tools().call("Performance.enable");
  open(page);
  wait_for("document.documentElement.dataset.firstList && document.querySelector('.page')");
  EXPECT_EQ(text("#matches"), "5,000 programs");
  EXPECT_EQ(evaluate("document.querySelector('.space').clientHeight"), 52 * static_cast<int>(programs));
  EXPECT_LT(count("#list .row"), 60u);
  const double nodes = counted("Nodes"), opening = counted("LayoutCount");

  const double slow = layouts(130, 60), fast = layouts(5200, 1000);
  EXPECT_EQ(text("#list .row:last-child .name .for-readers"), "level49/effects/program004999.frag");
  EXPECT_LT(count("#list .row"), 60u);
  evaluate(
      "(() => { const box = document.getElementById('search'); box.value = 'effect49 op:tex'; "
      "box.dispatchEvent(new Event('input')); })()");
  EXPECT_EQ(text("#matches"), "39 of 5,000 programs show all");
  fmt::print("{} nodes and {} layouts after opening; {:.2f} and {:.2f} layouts a frame\n", nodes, opening, slow, fast);
  EXPECT_LT(nodes, 2 * programs);
  EXPECT_LT(opening, 20);
  // A script that reads a size after it has changed the page forces a second layout.
  EXPECT_LT(slow, 1.5);
  EXPECT_LT(fast, 1.5);
}

}  // namespace
}  // namespace agal::report
