// Tests programs with many branches: no input crashes the command, and no program ends a batch.
#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <regex>

#include "base/buffer.hpp"
#include "cli.hpp"
#include "support/branch_programs.hpp"
#include "support/facility.hpp"

namespace agal::cli {
namespace {

using test::branch_program;
using test::branch_shapes;

TEST_F(Cli, CompilesLongBranchingProgramsToText) {
  for (const test::BranchShape& shape : branch_shapes) {
    if (!shape.end.empty()) continue;  // nests too deep, so it is rejected
    write("long.frag.agal", branch_program(shape, 4096));
    for (const char* target : {"essl300", "msl23"}) {
      const Outcome outcome = agalc({"compile", "long.frag.agal", "-t", target});
      EXPECT_EQ(outcome.status, done) << shape.name << " to " << target << ": " << outcome.err;
      EXPECT_FALSE(outcome.out.empty());
    }
  }
}

TEST_F(Cli, BatchSurvivesLongBranchingPrograms) {
  for (std::size_t i = 0; i < branch_shapes.size(); ++i)
    write(fmt::format("in_{}.frag.agal", i), branch_program(branch_shapes[i], i % 2 == 0 ? 1024 : 4096));
  const Outcome outcome = agalc({"batch", ".", "-j2", "-o", "out", "--emit", "spv,essl300,msl23"});
  EXPECT_EQ(outcome.status, rejected) << outcome.err;  // some programs nest too deep
  EXPECT_TRUE(exists("out/manifest.jsonl"));
  for (std::size_t i = 0; i < branch_shapes.size(); ++i)
    EXPECT_EQ(exists(fmt::format("out/in_{}.frag.essl300.glsl", i)), branch_shapes[i].end.empty()) << i;
}

// The two time limits of SECURITY.md, in seconds.
struct TimeLimits {
  double any = 0, accepted = 0;
};

TimeLimits time_limits() {
  std::ifstream page(AGAL_SOURCE_DIR "/SECURITY.md");
  const std::string text(std::istreambuf_iterator<char>(page), {});
  const std::regex row(
      R"(\| processor time for one program[^|]*\| (\d+) seconds; a program that a player accepts takes at most (\d+) \|)");
  std::smatch found;
  if (!std::regex_search(text, found, row)) return {};
  return {std::stod(found[1]), std::stod(found[2])};
}

// Returns the processor time of all processes that have ended.
double seconds_of_children() {
  rusage usage{};
  ::getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// SPIRV-Tools and SPIRV-Cross need time quadratic in the number of branches, which is at most 4,096.
TEST_F(Cli, OneProgramTakesLessTimeThanTheLimit) {
  AGAL_NEED(test::Facility::TestBuild,
            base::keeps_freed_blocks() ? "" : "this build has the address sanitizer, which takes more time");
  const TimeLimits limits = time_limits();
  ASSERT_GT(limits.any, limits.accepted);
  ASSERT_GT(limits.accepted, 0.0);
  const auto seconds_of = [&](std::string_view shape_name, std::uint32_t tokens) {
    for (const test::BranchShape& shape : branch_shapes)
      if (shape.name == shape_name) write("long.frag.agal", branch_program(shape, tokens));
    const double before = seconds_of_children();
    const Outcome run = agalc({"compile", "long.frag.agal", "-t", "all", "--ignore-limits", "-o", "out/"});
    EXPECT_EQ(run.status, done) << run.err;
    return seconds_of_children() - before;
  };
  // This shape is slower than most.
  EXPECT_LT(seconds_of("kills in ifs with els", 4096), limits.accepted);
  if (std::getenv("AGAL_EXHAUSTIVE") != nullptr) {
    EXPECT_LT(seconds_of("ifs with els", 16385), limits.any);
  }
  // The time for names of registers must not be quadratic in the length of a program without branches.
  std::string text = "//! agal 4 fragment\nmov ft0, v0\nmov ft1, v0\n";
  for (int i = 0; i < 32'000; ++i) text += "mul ft0, ft0, v0\nadd ft1, ft1, ft0\n";
  write("long.frag.agal", text + "add ft0, ft0, ft1\nmov oc, ft0\n");
  const double before = seconds_of_children();
  EXPECT_EQ(agalc({"compile", "long.frag.agal", "-t", "msl21", "--ignore-limits", "-o", "x.metal"}).status, done);
  EXPECT_LT(seconds_of_children() - before, limits.accepted);
  // Products beyond the limit of branches do not take longer.
  write("long.frag.agal", branch_program(branch_shapes[1], 16385));
  EXPECT_THAT(agalc({"compile", "long.frag.agal", "-t", "msl21", "--ignore-limits"}).err,
              testing::HasSubstr("AGAL4092"));
}

}  // namespace
}  // namespace agal::cli
