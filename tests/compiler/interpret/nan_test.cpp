// The NaN rules of each target family, and their table in docs/execution.md, which BLESS=1 in the environment rewrites.
#include <fmt/format.h>

#include "agal/options.hpp"
#include "interpret/interpret_support.hpp"
#include "interpret/nan.hpp"
#include "support/golden.hpp"

namespace agal::test {
namespace {

using interpret::nan_table;
using interpret::NanIndex;
using interpret::NanInfo;
using interpret::NanMinMax;
using interpret::NanSat;

InterpretOptions with_rules(NanRules rules) {
  InterpretOptions options;
  options.nan = rules;
  options.undefined = 7;
  return options;
}

TEST(Nan, AgalFollowsTheFormulas) {
  EXPECT_THAT(apply("min", {nan, 1, nan, 3}, {2, nan, nan, 4}, with_rules(NanRules::Agal)), is(nan, 1, nan, 3));
  EXPECT_THAT(apply("max", {nan, 1, nan, 3}, {2, nan, nan, 4}, with_rules(NanRules::Agal)), is(nan, 1, nan, 4));
  EXPECT_THAT(apply("sat", {nan, -1, 2, 0.5f}, with_rules(NanRules::Agal)), is(nan, 0, 1, 0.5f));
}

TEST(Nan, Direct3DReturnsOtherOperand) {
  EXPECT_THAT(apply("min", {nan, 1, nan, 3}, {2, nan, nan, 4}, with_rules(NanRules::Direct3D)), is(2, 1, nan, 3));
  EXPECT_THAT(apply("max", {nan, 1, nan, 3}, {2, nan, nan, 4}, with_rules(NanRules::Direct3D)), is(2, 1, nan, 4));
  EXPECT_THAT(apply("sat", {nan, -1, 2, 0.5f}, with_rules(NanRules::Direct3D)), is(0, 0, 1, 0.5f));
}

TEST(Nan, OpenRulesReturnUndefinedValue) {
  for (const NanRules rules : {NanRules::OpenGL, NanRules::Vulkan, NanRules::Metal, NanRules::WebGpu}) {
    EXPECT_THAT(apply("min", {nan, 1, nan, 3}, {2, nan, nan, 4}, with_rules(rules)), is(7, 7, 7, 3));
    EXPECT_THAT(apply("max", {nan, 1, nan, 3}, {2, nan, nan, 4}, with_rules(rules)), is(7, 7, 7, 4));
    EXPECT_THAT(apply("sat", {nan, -1, 2, 0.5f}, with_rules(rules)), is(7, 0, 1, 0.5f));
  }
}

TEST(Nan, ComparisonsAndPowIgnoreRules) {
  for (const NanInfo& row : nan_table) {
    EXPECT_THAT(apply("slt", {nan, 1, nan, 1}, {2, nan, nan, 4}, with_rules(row.rules)), is(0, 0, 0, 1)) << row.name;
    EXPECT_THAT(apply("sne", {nan, 1, nan, 1}, {2, nan, nan, 1}, with_rules(row.rules)), is(1, 1, 1, 0)) << row.name;
    EXPECT_THAT(apply("pow", {-2, 2, 4, 1}, {2, 1, 0.5f, 1}, with_rules(row.rules)), is(nan, 2, 2, 1)) << row.name;
  }
}

TEST(Nan, IndexWithoutClampFollowsTheRules) {
  VertexRun run;
  run.attributes = {{nan, 0, 0, 0}};
  run.constants = {{1, 1, 1, 1}, {2, 2, 2, 2}};
  const std::string text = "mov op, vc[va0.x+1]\n";
  for (const NanInfo& row : nan_table) {
    run.options = with_rules(row.rules);
    EXPECT_THAT(*run(text).position, is(1, 1, 1, 1)) << "clamped to the first register: " << row.name;
    run.options.semantics.clamp_index = false;
    const float expected = row.index == NanIndex::Offset ? 2 : 0;
    EXPECT_THAT(*run(text).position, is(expected, expected, expected, expected)) << row.name;
  }
}

TEST(Nan, OptionAcceptsNamesOfTable) {
  for (const NanInfo& row : nan_table) {
    Options options;
    EXPECT_EQ(render_text(set_option(options, "nan", row.name)), "");
    EXPECT_EQ(options.interpret.nan, row.rules);
  }
}

std::string_view text_of(NanMinMax rule) {
  switch (rule) {
    case NanMinMax::First: return "source 1";
    case NanMinMax::Number: return "the number";
    case NanMinMax::Open: return "undefined";
  }
  return "";
}
std::string_view text_of(NanSat rule) {
  switch (rule) {
    case NanSat::Nan: return "NaN";
    case NanSat::Zero: return "0";
    case NanSat::Open: return "undefined";
  }
  return "";
}
std::string_view text_of(NanIndex rule) {
  switch (rule) {
    case NanIndex::None: return "no register, reads 0";
    case NanIndex::Offset: return "0, plus the offset";
    case NanIndex::Open: return "undefined";
  }
  return "";
}

TEST(Nan, DocumentContainsTable) {
  std::string table =
      "| `--nan` | Targets | `min`, `max` of NaN and a number | `sat` of NaN | Comparisons with NaN | `pow` of a "
      "negative base | NaN as an index, "
      "with `--no-clamp` |\n|---|---|---|---|---|---|---|\n";
  for (const NanInfo& row : nan_table)
    table += fmt::format("| `{}` | {} | {} | {} | {} | {} | {} |\n", row.name, row.targets, text_of(row.min_max), text_of(row.sat),
                         row.compare, row.pow, text_of(row.index));
  expect_section("docs/execution.md", "nan", table);
}

}  // namespace
}  // namespace agal::test
