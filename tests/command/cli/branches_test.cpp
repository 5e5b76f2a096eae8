// Tests programs with many branches: no input crashes the command, and no program ends a batch.
#include <fmt/format.h>

#include "cli.hpp"
#include "support/branch_programs.hpp"

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

// The validator and SPIRV-Cross need time quadratic in the number of branches, so longer programs are not given to
// them.
TEST_F(Cli, ProductsWithTooManyBranchesAreRejected) {
  const auto compile = [&](std::uint32_t tokens, const std::string& target) {
    write("long.frag.agal", branch_program(branch_shapes[1], tokens));
    return agalc({"compile", "long.frag.agal", "-t", target, "--ignore-limits", "-o", "out/"});
  };
  EXPECT_EQ(compile(4096, "all").status, done);
  const Outcome outcome = compile(16385, "msl21");
  EXPECT_EQ(outcome.status, rejected);
  EXPECT_THAT(outcome.err, testing::HasSubstr("AGAL4092"));
}

}  // namespace
}  // namespace agal::cli
