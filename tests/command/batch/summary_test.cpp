// Tests the display of the progress, and the summary.
#include "batch/summary.hpp"

#include <gmock/gmock.h>

#include "os/process.hpp"

namespace agal::batch {
namespace {

using std::chrono::seconds;
using testing::HasSubstr;
using testing::Not;

TEST(Progress, FormatsTimes) {
  EXPECT_EQ(clock_text(5), "0:05");
  EXPECT_EQ(clock_text(75), "1:15");
  EXPECT_EQ(clock_text(3700), "1:01:40");
}

TEST(Progress, LineHasRateAndRemainingTime) {
  const std::string line = progress_line({2500, 10'000, 5000, 12}, seconds(10), ProgressMode::Bar, 120);
  EXPECT_EQ(line, "[######                  ] 2,500 of 10,000 files  500 programs/s  ETA 0:30  12 rejected");
  EXPECT_EQ(progress_line({2500, 10'000, 5000, 0}, seconds(10), ProgressMode::Plain, 20),
            "2,500 of 10,000 files  500 programs/s  ETA 0:30");
}

TEST(Progress, BarFitsTheTerminal) {
  for (const unsigned columns : {0u, 1u, 10u, 40u, 80u})
    EXPECT_LE(progress_line({1, 2, 3, 4}, seconds(10), ProgressMode::Bar, columns).size(), std::max(columns, 2u) - 1);
}

TEST(Progress, LineOfUnusualStatesIsSound) {
  EXPECT_THAT(progress_line({0, 0, 0, 0}, seconds(0), ProgressMode::Bar, 80), HasSubstr("ETA -:--"));
  EXPECT_THAT(progress_line({0, 1, 0, 0}, seconds(0), ProgressMode::Plain, 80), HasSubstr("0 of 1 file  "));
  // A file was created after the files were counted.
  EXPECT_THAT(progress_line({3, 2, 3, 0}, seconds(10), ProgressMode::Plain, 80), HasSubstr("2 of 2 files"));
}

TEST(SummaryText, HasATableAndALine) {
  Summary summary = empty_summary({{Target::Spv, Target::Essl100}, true});
  summary.files = 1000;
  summary.finds = 1234;
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
  EXPECT_THAT(text, HasSubstr("cache: 900 hits, 334 misses, 1 damaged\n"));
  EXPECT_THAT(text,
              HasSubstr("1,000 files, 1,234 programs: 1,200 accepted, 34 rejected (2.0 s, 617 programs/s, 61 MiB)\n"));
  EXPECT_THAT(text, Not(HasSubstr("unreadable")));
  EXPECT_THAT(text, Not(HasSubstr("proofs")));
  summary.proofs = {{"equal", 2100}, {"equal up to rounding", 40}};
  EXPECT_THAT(summary_text(summary, seconds(2)), HasSubstr("\nproofs: 2,100 equal, 40 equal up to rounding\n"));
  summary.uploads = {{1100, 20}};
  EXPECT_THAT(summary_text(summary, seconds(2)), HasSubstr(" 34 rejected; 1,100 uploaded, 20 of them drawn (2.0 s"));
  EXPECT_GT(agalc::os::peak_memory(), std::uint64_t{1} << 20);
}

TEST(SummaryText, ExplainsMoreProductsThanPrograms) {
  Summary summary = empty_summary({{Target::Spv}, false});
  summary.accepted = 120;
  summary.products[0].written = 200;
  summary.products[0].unchanged = 1;
  const std::string why = "120 programs at 201 places: products are in the folder of each file that has the program\n";
  EXPECT_THAT(summary_text(summary, seconds(1)), HasSubstr("\n" + why));
  summary.accepted = 201;
  EXPECT_THAT(summary_text(summary, seconds(1)), Not(HasSubstr("places")));
}

TEST(SummaryText, HasNoTableWithoutProducts) {
  Summary summary = empty_summary({{Target::Spv, Target::Wgsl}, true});
  summary.files = summary.unreadable = 1;
  EXPECT_EQ(summary_text(summary, seconds(1)),
            "1 file, 0 programs: 0 accepted, 0 rejected; 1 file unreadable (1.0 s, 0 programs/s, 0 MiB)\n");
  summary.products[1].not_expressible = 1;
  EXPECT_THAT(summary_text(summary, seconds(1)), HasSubstr("\nspv "));
}

TEST(SummaryText, UsesSingularAndPlural) {
  const auto last_line = [](const Summary& summary) {
    const std::string text = summary_text(summary, seconds(1));
    return text.substr(text.rfind('\n', text.size() - 2) + 1);
  };
  Summary summary = empty_summary({{Target::Spv}, false});
  summary.files = summary.finds = summary.accepted = 1;
  EXPECT_EQ(last_line(summary), "1 file, 1 program: 1 accepted, 0 rejected (1.0 s, 1 programs/s, 0 MiB)\n");
  summary.unreadable = summary.empty = summary.skipped = summary.elsewhere = summary.pruned = 1;
  EXPECT_EQ(last_line(summary),
            "1 file, 1 program: 1 accepted, 0 rejected; 1 file unreadable; 1 file without a program; 1 other file "
            "skipped; 1 program in other shards (1.0 s, 1 programs/s, 0 MiB)\n");
  EXPECT_THAT(summary_text(summary, seconds(1)), HasSubstr("1 old file removed\n"));
  summary.unreadable = summary.empty = summary.skipped = summary.elsewhere = summary.pruned = 2000;
  EXPECT_EQ(last_line(summary),
            "1 file, 1 program: 1 accepted, 0 rejected; 2,000 files unreadable; 2,000 files without a program; 2,000 "
            "other files skipped; 2,000 programs in other shards (1.0 s, 1 programs/s, 0 MiB)\n");
  EXPECT_THAT(summary_text(summary, seconds(1)), HasSubstr("2,000 old files removed\n"));
}

}  // namespace
}  // namespace agal::batch
