// Results, ratios, verdicts, and the page in docs/.
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <stdexcept>

#include "bench/figures.hpp"
#include "bench/instructions.hpp"
#include "bench/measured.hpp"
#include "bench/ratios.hpp"
#include "bench/table.hpp"
#include "bench/verdicts.hpp"
#include "support/golden.hpp"
#include "support/temporary_folder.hpp"

namespace agal::bench {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

struct Times {
  double words = 800, essl300 = 17'000, allocations = 20, long_words = 160'000, ratio = 1.01, max_ratio = 1.2;
  double own = 1.2, own_allocations = 4;  // the time of our own text, in those of the words
};

Figures kept(const Times& times) {
  const auto once = [](double value) { return std::vector<double>{value}; };
  Measurement out;
  out.context("words_ratio_median", std::to_string(times.ratio));
  out.context("words_ratio_max", std::to_string(times.max_ratio)).context("words_ratio_where", "a/b.agal");
  for (const double tokens : {2048.0, 10.0}) {
    const double scale = tokens / 10;
    const std::string size = std::to_string(static_cast<int>(tokens));
    const double words = tokens > 10 ? times.long_words : times.words;
    out.step(size + "/path/words", once(words), times.allocations, tokens);
    out.step(size + "/path/own:essl300", once(times.own * words), times.own_allocations, tokens);
    out.step(size + "/path/essl300", once(times.essl300 * scale), 900, tokens);
    out.step(size + "/khronos/spirv-val:spv", once(10'000 * scale), 800, tokens);
    out.step(size + "/khronos/spirv-val:essl300", once(9'000 * scale), 800, tokens);
    out.step(size + "/khronos/spirv-cross:essl300", once(7'000 * scale), 800, tokens);
  }
  return read_figures(out.text());
}

std::vector<Verdict::Outcome> outcomes(const Figures& figures) {
  std::vector<Verdict::Outcome> out;
  for (const Verdict& verdict : verdicts(figures)) out.push_back(verdict.outcome);
  return out;
}

constexpr auto met = Verdict::Outcome::Met;
constexpr auto missed = Verdict::Outcome::Missed;

TEST(ReadFigures, DividesByProgramsAndRoundsAndSortsSizes) {
  const Figures figures = kept({});
  EXPECT_THAT(figures.selections(), ElementsAre("10", "2048"));
  const Figure* row = figures.find("10", "path", "words");
  ASSERT_NE(row, nullptr);
  EXPECT_DOUBLE_EQ(row->time(), 800);
  EXPECT_EQ(row->allocations, 20);
  EXPECT_EQ(row->max_allocations, 21);
  EXPECT_EQ(figures.find("10", "path", "msl23"), nullptr);
}

TEST(ReadFigures, TakesTheFastestRepetition) {
  const Figures figures = read_figures(Measurement().step("10/step/emit", {5, 2, 4, 3, 6}).text());
  EXPECT_DOUBLE_EQ(figures.rows.at(0).time(), 2);
  EXPECT_DOUBLE_EQ(figures.rows.at(0).disturbance(), 1.0);
}

TEST(ReadFigures, PutsProcessesTogether) {
  Measurement first, second;
  first.context("words_ratio_median", "1").step("10/path/words", {4, 6}).step("10/step/emit", {3});
  second.step("10/step/emit", {2}).step("10/path/words", {5});
  const Figures figures = read_figures("[" + first.text() + "," + second.text() + "]");
  ASSERT_EQ(figures.rows.size(), 2u);
  EXPECT_THAT(figures.rows[0].samples, ElementsAre(4, 5, 6));
  EXPECT_THAT(figures.rows[1].samples, ElementsAre(2, 3));
  EXPECT_EQ(figures.context.at("words_ratio_median"), "1");
}

TEST(ReadFigures, RefusesWhatIsNone) {
  EXPECT_THROW(read_figures("{"), std::runtime_error);
  EXPECT_THROW(read_figures("{}"), std::runtime_error);
}

TEST(Ratios, CompareWithTheSameModule) {
  const Figures figures = kept({});
  EXPECT_DOUBLE_EQ(*over_validator(figures, *figures.find("10", "path", "words")), 0.08);
  EXPECT_DOUBLE_EQ(*over_validator(figures, *figures.find("10", "path", "essl300")), 17.0 / 9);
  EXPECT_DOUBLE_EQ(*over_khronos(figures, *figures.find("10", "path", "essl300")), 17.0 / 16);
  EXPECT_DOUBLE_EQ(*over_khronos(figures, *figures.find("10", "path", "words")), 0.05);
}

TEST(Ratios, AreMissingWhereTheLibraryWasNotMeasured) {
  const Figures figures = read_figures(Measurement().step("10/step/emit", {5}).text());
  EXPECT_FALSE(over_validator(figures, figures.rows.at(0)));
  EXPECT_FALSE(over_khronos(figures, figures.rows.at(0)));
}

TEST(Verdicts, AreMet) { EXPECT_THAT(outcomes(kept({})), Each(met)); }

TEST(Verdicts, PutTheRatioToOurOwnCallOfTheValidatorInBrackets) {
  Measurement out;
  out.step("10/path/words", {80}).step("10/khronos/spirv-val:spv", {1'000}).step("10/step/spirv-val", {500});
  const Verdict verdict = verdicts(read_figures(out.text())).front();
  EXPECT_EQ(verdict.outcome, met);
  EXPECT_EQ(verdict.figure, "10 0.080 (0.160)");
}

TEST(Verdicts, AreMissedOneByOne) {
  Times slow, greedy, uneven, text, own, own_greedy, median, ratio;
  slow.words = 1'010, slow.long_words = 200'000;
  greedy.allocations = 25;  // on average, and 26 for one program
  uneven.long_words = 50'000;
  text.essl300 = 17'700;
  own.own = 2.1;  // more than a tenth of the libraries' time, too
  own_greedy.own_allocations = 10;
  median.ratio = 1.06;
  ratio.max_ratio = 1.26;
  EXPECT_THAT(outcomes(kept(slow)), ElementsAre(missed, met, met, met, met, met, met, met, met));
  EXPECT_THAT(outcomes(kept(greedy)), ElementsAre(met, missed, met, met, met, met, met, met, met));
  EXPECT_THAT(outcomes(kept(uneven)), ElementsAre(met, met, missed, met, met, met, met, met, met));
  EXPECT_THAT(outcomes(kept(text)), ElementsAre(met, met, met, missed, met, met, met, met, met));
  EXPECT_THAT(outcomes(kept(own)), ElementsAre(met, met, met, met, missed, missed, met, met, met));
  EXPECT_THAT(outcomes(kept(own_greedy)), ElementsAre(met, met, met, met, met, met, missed, met, met));
  EXPECT_THAT(outcomes(kept(median)), ElementsAre(met, met, met, met, met, met, met, missed, met));
  EXPECT_THAT(outcomes(kept(ratio)), ElementsAre(met, met, met, met, met, met, met, met, missed));
}

TEST(Verdicts, SayWhatWasNotMeasured) {
  for (const Verdict::Outcome outcome : outcomes(read_figures(Measurement().step("10/step/emit", {5}).text())))
    EXPECT_EQ(outcome, Verdict::Outcome::NotMeasured);
}

TEST(Tables, HaveARowForEveryStep) {
  const Figures figures = kept({});
  const std::string text = terminal_table(figures);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1 + 12 + 1);
  EXPECT_THAT(text, HasSubstr("0.080"));
  EXPECT_THAT(terminal_verdicts(figures), HasSubstr("10 0.080 · 2048 0.078"));
}

TEST(Page, GetsItsFiguresBetweenTheMarks) {
  const std::string page = "# T\n\n<!-- figures: begin -->\nold\n<!-- figures: end -->\n\nrest\n";
  const std::string written = with_block(page, "figures", page_figures(kept({})));
  EXPECT_THAT(written, HasSubstr("| bytes to words / spirv-val: at most 0.10 (in brackets: "));
  EXPECT_THAT(written, HasSubstr(" | **met** | 10 0.080 · 2048 0.078 |"));
  EXPECT_THAT(written, HasSubstr("| 2048 tokens | words, not validated | 160,000 | 78 | 20 | 0.078 |"));
  EXPECT_THAT(written, Not(HasSubstr("old")));
  EXPECT_TRUE(written.ends_with("\n<!-- figures: end -->\n\nrest\n"));
  EXPECT_EQ(with_block(written, "figures", page_figures(kept({}))), written);
  EXPECT_THROW(with_block("# T\n", "figures", "x"), std::runtime_error);
}

TEST(Page, HasStepsThatOnlySomeSelectionsTake) {
  Measurement out;
  out.step("10/step/emit", {100}).step("800/step/emit", {200}).step("800/pass/common-again", {300}, 5, 800);
  EXPECT_THAT(page_figures(read_figures(out.text())), HasSubstr("| pass common-again | | 30"));
}

TEST(Page, OfTheDocumentsHasTheMarks) {
  const std::string page = test::source_text("docs/performance.md");
  EXPECT_THAT(with_block(page, "figures", "of today\n"), HasSubstr("\nof today\n<!-- figures: end -->"));
  EXPECT_THAT(with_block(page, "instructions", "of today\n"), HasSubstr("\nof today\n<!-- instructions: end -->"));
}

TEST(Instructions, AreReadFromCallgrind) {
  const test::TemporaryFolder folder;
  const std::string prefix = folder.path() / "out";
  std::ofstream(prefix + ".1") << "version: 1\nevents: Ir\n\nfn=(1) f\n3 60\n\ntotals: 600\n";
  std::ofstream(prefix + ".2") << "version: 1\nevents: Ir\n\ntotals: 1200\n";
  const std::string names = "10/step/emit 6 60\n50/step/emit 6 300\n";
  const std::vector<Counted> rows = read_counts(names, prefix);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].instructions, 600u);
  EXPECT_THAT(counts_table(rows), HasSubstr("100 (10.0)"));
  EXPECT_THAT(counts_table(rows), HasSubstr("200 (4.0)"));
  EXPECT_THAT(counts_table(rows), HasSubstr("spirv-val: not counted\n"));
  EXPECT_THAT(counts_page(rows), HasSubstr("| step/emit | 100 | 200 |\n"));
  EXPECT_THROW(read_counts(names + "200/step/emit 6 1200\n", prefix), std::runtime_error);
  EXPECT_THROW(total_of("nothing"), std::runtime_error);
}

TEST(Instructions, GiveThePromisedRatiosWhereAllWasCounted) {
  const std::vector<Counted> rows{{"10/path/words", 2, 20, 100},
                                  {"10/path/essl300", 2, 20, 900},
                                  {"10/khronos/spirv-val:spv", 2, 20, 1'000},
                                  {"10/khronos/spirv-val:essl300", 2, 20, 500},
                                  {"10/khronos/spirv-cross:essl300", 2, 20, 500},
                                  {"800/path/words", 2, 1'600, 100}};
  EXPECT_THAT(counts_table(rows), HasSubstr("bytes to words / spirv-val: 10 0.100\n"));
  EXPECT_THAT(counts_page(rows), HasSubstr("(spirv-val + SPIRV-Cross): 10 0.900\n"));
}

}  // namespace
}  // namespace agal::bench
