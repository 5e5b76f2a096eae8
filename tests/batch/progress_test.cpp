// What is shown of how far it is.
#include "batch/progress.hpp"

#include <gmock/gmock.h>

#include "batch/summary.hpp"

namespace agal::batch {
namespace {

using std::chrono::seconds;
using testing::HasSubstr;
using testing::Not;

TEST(Progress, NumbersAndTimesAreReadable) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(clock_text(5), "0:05");
  EXPECT_EQ(clock_text(75), "1:15");
  EXPECT_EQ(clock_text(3700), "1:01:40");
}

TEST(Progress, TheLineHasRateAndRemainingTime) {
  const std::string line = progress_line({2500, 10'000, 5000, 12}, seconds(10), ProgressMode::Bar, 120);
  EXPECT_EQ(line, "[######                  ] 2,500 of 10,000 files  500 programs/s  ETA 0:30  12 rejected");
  EXPECT_EQ(progress_line({2500, 10'000, 5000, 0}, seconds(10), ProgressMode::Plain, 20),
            "2,500 of 10,000 files  500 programs/s  ETA 0:30");
}

TEST(Progress, TheBarFitsTheTerminal) {
  for (const unsigned columns : {0u, 1u, 10u, 40u, 80u})
    EXPECT_LE(progress_line({1, 2, 3, 4}, seconds(10), ProgressMode::Bar, columns).size(), std::max(columns, 2u) - 1);
}

TEST(Progress, StrangeStatesDoNoHarm) {
  EXPECT_THAT(progress_line({0, 0, 0, 0}, seconds(0), ProgressMode::Bar, 80), HasSubstr("ETA -:--"));
  // A file that came after the count.
  EXPECT_THAT(progress_line({3, 2, 3, 0}, seconds(10), ProgressMode::Plain, 80), HasSubstr("2 of 2 files"));
}

TEST(SummaryText, IsATableAndALine) {
  Summary summary = empty_summary({{Target::Spv, Target::Essl100}, true});
  summary.files = 1000;
  summary.accepted = 1200;
  summary.rejected = 34;
  summary.products[1].written = 1100;
  summary.products[1].unchanged = 100;
  summary.products[2].not_expressible = 7;
  summary.peak_bytes = std::uint64_t{61} << 20;
  summary.cache = CacheCounts{900, 334, 1};
  const std::string text = summary_text(summary, seconds(2));
  EXPECT_THAT(text, HasSubstr("spv                     1,100          100                -\n"));
  EXPECT_THAT(text, HasSubstr("essl100                     0            0                7\n"));
  EXPECT_THAT(text, HasSubstr("cache: 900 found, 334 made, 1 damaged\n"));
  EXPECT_THAT(text,
              HasSubstr("1,000 files, 1,234 programs: 1,200 accepted, 34 rejected (2.0 s, 617 programs/s, 61 MiB)\n"));
  EXPECT_THAT(text, Not(HasSubstr("unreadable")));
  summary.different = 1000;
  EXPECT_THAT(summary_text(summary, seconds(2)), HasSubstr("1,234 programs (1,000 different): "));
  summary.different = 1234;
  EXPECT_THAT(summary_text(summary, seconds(2)), HasSubstr("1,234 programs: "));
  EXPECT_GT(peak_memory(), std::uint64_t{1} << 20);
}

}  // namespace
}  // namespace agal::batch
