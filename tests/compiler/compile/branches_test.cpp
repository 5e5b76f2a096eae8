// Programs with many branches. SPIRV-Cross recurses once per branch. Any number of branches gives an output or a
// message, even on the smallest stack that an embedder is likely to have.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"
#include "base/big_stack.hpp"
#include "khronos/spirv_tools.hpp"
#include "support/branch_programs.hpp"
#include "support/facility.hpp"

namespace agal {
namespace {

using test::branch_program;
using test::branch_shapes;
using test::BranchShape;

constexpr std::size_t small_stack = 512 * 1024;

CompileOptions lenient(Target target) {
  CompileOptions options;
  options.target = target;
  options.validation.level = ValidationLevel::Off;
  return options;
}

const BranchShape& shape(std::string_view name) {
  for (const BranchShape& row : branch_shapes)
    if (row.name == name) return row;
  throw std::invalid_argument(std::string(name));
}

Program program_of(const BranchShape& shape, std::uint32_t tokens) {
  Result<Program> program = assemble(branch_program(shape, tokens));
  EXPECT_TRUE(program.has_value()) << shape.name;
  return *std::move(program);
}

// Compiles on a thread with a small stack.
Result<Compilation> compile_there(const Program& program, const CompileOptions& options) {
  Result<Compilation> result = Diagnostics{};
  EXPECT_TRUE(base::run_on_big_stack(small_stack, [&] { result = compile(program, options); }));
  return result;
}

// Expects an output, or messages about the program, but no internal error.
void expect_answer(const Result<Compilation>& result, std::string_view what) {
  if (result) {
    EXPECT_FALSE(result->spirv.empty() && result->text.empty()) << what;
    return;
  }
  ASSERT_TRUE(result.diagnostics().has_errors()) << what;
  for (const Diagnostic& diagnostic : result.diagnostics()) {
    EXPECT_NE(find_rule(diagnostic.code)->phase, Phase::Internal) << what << ": " << diagnostic.message;
    EXPECT_TRUE(diagnostic.location.line.has_value()) << what << ": " << diagnostic.message;
  }
}

class Branches : public testing::TestWithParam<std::tuple<std::size_t, std::uint32_t>> {
 protected:
  const BranchShape& shape() const { return branch_shapes[std::get<0>(GetParam())]; }
  std::uint32_t tokens() const { return std::get<1>(GetParam()); }
};

// Returns the options for one target with each of its writers.
std::vector<CompileOptions> outputs(const TargetInfo& row) {
  CompileOptions options = lenient(row.target);
  // Validates for one target only: validation takes the same time for each target, and other tests validate too.
  options.validate_spirv = row.target == Target::Spv;
  if (!info(row.family).both_writers()) return {options};
  std::vector<CompileOptions> result;
  for (const Writer writer : {Writer::Cross, Writer::Own}) result.emplace_back(options).writer = writer;
  return result;
}

constexpr ValidationLevel levels[] = {ValidationLevel::Strict, ValidationLevel::Warn, ValidationLevel::Off};

// Without AGAL_EXHAUSTIVE, which the preset asan-ubsan sets, long programs are compiled for one target of each family.
// The others take minutes.
TEST_P(Branches, EveryTargetCompilesOnSmallStack) {
  const Program program = program_of(shape(), tokens());
  std::set<TargetFamily> families;
  for (const TargetInfo& row : target_table) {
    const bool is_first = families.insert(row.family).second;
    if (!is_first && tokens() > 1000 && !test::is_exhaustive()) continue;
    for (const CompileOptions& options : outputs(row)) expect_answer(compile_there(program, options), row.name);
  }
}

// Compiles on the small stack and on the default stack.
TEST_P(Branches, EveryTargetCompilesAtEveryValidationLevel) {
  const Program program = program_of(shape(), test::is_exhaustive() ? tokens() : std::min(tokens(), 1000u));
  for (const TargetInfo& row : target_table)
    for (CompileOptions options : outputs(row))
      for (const ValidationLevel level : levels) {
        options.validation.level = level;
        expect_answer(compile(program, options), row.name);
        expect_answer(compile_there(program, options), row.name);
      }
}

TEST_P(Branches, EveryValidationLevelCompilesOnSmallStack) {
  const Program program = program_of(shape(), tokens());
  for (const ValidationLevel level : levels) {
    CompileOptions options = lenient(Target::Essl300);
    options.validation.level = level;
    expect_answer(compile(program, options), fmt::format("level {}", static_cast<int>(level)));
    expect_answer(compile_there(program, options), fmt::format("level {}", static_cast<int>(level)));
  }
}

TEST_P(Branches, CompilesWithoutOptimizationOnSmallStack) {
  const Program program = program_of(shape(), tokens());
  CompileOptions options = lenient(Target::Msl23);
  options.optimization = Optimization::None;
  expect_answer(compile_there(program, options), "msl23");
}

std::string name_of(const testing::TestParamInfo<std::tuple<std::size_t, std::uint32_t>>& info) {
  std::string name(branch_shapes[std::get<0>(info.param)].name);
  for (char& c : name)
    if (c == ' ') c = '_';
  return fmt::format("{}_{}", name, std::get<1>(info.param));
}

INSTANTIATE_TEST_SUITE_P(Programs, Branches,
                         testing::Combine(testing::Range<std::size_t>(0, branch_shapes.size()),
                                          testing::Values(10u, 100u, 1000u, 65536u)),
                         name_of);

// Compiles the longest programs that players accept.
TEST(ManyBranches, CompilesLongestValidPrograms) {
  for (const std::string_view name : {"kills", "ifs", "ifs with els", "kills in ifs", "kills in ifs with els"}) {
    const Program program = program_of(shape(name), 4096);
    ASSERT_FALSE(validate(program).has_errors()) << name;
    for (const Target target : {Target::Essl300, Target::Msl23}) {
      CompileOptions options;
      options.target = target;
      const Result<Compilation> result = compile_there(program, options);
      ASSERT_TRUE(result.has_value()) << name << render_text(result.diagnostics());
      EXPECT_FALSE(result->text.empty());
    }
  }
}

TEST(ManyBranches, MergesConsecutiveKills) {
  const Program program = program_of(shape("kills"), 4096);
  const Result<Compilation> result = compile(program, lenient(Target::Spv));
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(test::branches_in(result->spirv), 1u);
}

TEST(ManyBranches, LimitAppliesOnlyToKhronosLibraries) {
  const std::uint32_t tokens = 3 * (khronos::max_branches + 1) + 2;
  const Program at_limit = program_of(shape("ifs"), tokens - 3), beyond = program_of(shape("ifs"), tokens);
  CompileOptions options = lenient(Target::Spv);
  options.validate_spirv = false;
  for (const Program* program : {&at_limit, &beyond}) EXPECT_TRUE(compile(*program, options).has_value());
  EXPECT_EQ(test::branches_in(compile(at_limit, options)->spirv), khronos::max_branches);
  options.target = Target::Hlsl50;
  EXPECT_TRUE(compile_there(beyond, options).has_value());
  options.validate_spirv = true;
  EXPECT_TRUE(compile_there(beyond, options).has_value());
  options.validate_spirv = false;
  options.writer = Writer::Cross;
  EXPECT_TRUE(compile_there(at_limit, options).has_value());
  const auto refused = [&] {
    const Result<Compilation> result = compile(beyond, options);
    ASSERT_FALSE(result.has_value());
    ASSERT_EQ(result.diagnostics().size(), 1u);
    const Diagnostic& found = *result.diagnostics().begin();
    EXPECT_EQ(found.code, 4092);
    // The first conditional beyond the limit.
    EXPECT_EQ(found.location.token, 3 * khronos::max_branches + 2);
    EXPECT_EQ(found.location.line, 3 * khronos::max_branches + 3);
    EXPECT_EQ(found.snippet, "ifg ft0.x, v1.y");
  };
  refused();
  options.target = Target::Spv;
  options.validate_spirv = true;
  refused();
}

// Each thread has a megabyte of thread-local variables, as in some hosts.
thread_local std::array<volatile char, 1 << 20> thread_local_room{};

// Recurses, and uses a page of stack in each call.
struct Deep {
  static std::uint32_t down(std::uint32_t depth) {
    volatile char page[4096];
    page[depth % sizeof page] = 1;
    return depth == 0 ? 0 : down(depth - 1) + static_cast<std::uint32_t>(page[depth % sizeof page]);
  }
};

TEST(BigStack, SizeExcludesThreadLocalVariables) {
  std::uint32_t reached = 0;
  const auto work = [&] {
    thread_local_room.front() = 1;
    reached = Deep::down(48);
  };
  ASSERT_TRUE(base::run_on_big_stack(std::size_t{512} << 10, work));
  EXPECT_EQ(reached, 48u);
}

TEST(BigStack, HasRequestedSize) {
  std::uint32_t reached = 0;
  ASSERT_TRUE(base::run_on_big_stack(std::size_t{128} << 20, [&] { reached = Deep::down(4000); }));
  EXPECT_EQ(reached, 4000u);
}

// Returns the number of names in the module that SPIRV-Cross prints, for a program with two values in each line.
std::size_t names_in_module(std::uint32_t lines) {
  std::string text = "//! agal 2 fragment\nmov ft0, v0\nmov ft1, v0\n";
  for (std::uint32_t i = 0; i < lines; ++i) text += "mul ft0, ft0, v0\nadd ft1, ft1, ft0\n";
  const Result<Program> program = assemble(text + "mov oc, ft1\n");
  if (!program) throw std::logic_error(render_text(program.diagnostics()));
  CompileOptions options;
  options.target = Target::Msl21;
  options.validation.level = ValidationLevel::Off;
  const Result<Compilation> compiled = compile(*program, options);
  if (!compiled) throw std::logic_error(render_text(compiled.diagnostics()));
  constexpr std::uint32_t op_name = 5, header_words = 5;
  std::size_t names = 0;
  const std::vector<std::uint32_t>& words = compiled->spirv;
  for (std::size_t at = header_words; at < words.size(); at += words[at] >> 16)
    if ((words[at] & 0xffff) == op_name) ++names;
  return names;
}

// The time of SPIRV-Cross grows with the square of the number of names.
TEST(LongPrograms, DoNotNameValuesForSpirvCross) {
  EXPECT_GT(names_in_module(1000), 1000u);
  EXPECT_LT(names_in_module(9000), 100u);
}

TEST(BigStack, ReturnsFalseIfUnavailable) {
  bool called = false;
  EXPECT_FALSE(base::run_on_big_stack(std::size_t{1} << 60, [&] { called = true; }));
  EXPECT_FALSE(called);
}

}  // namespace
}  // namespace agal
