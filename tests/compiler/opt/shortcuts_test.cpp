// Passes skip instructions that they would not change. The results equal the results of rebuilding the whole list.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "lower/lower.hpp"
#include "opt/rewriter.hpp"
#include "support/corpus.hpp"
#include "support/lowering.hpp"

namespace agal::opt {
namespace {

std::vector<ir::Module> lowered_modules() {
  std::vector<ir::Module> modules;
  for (const Program& program : test::translatable_programs())
    if (Result<ir::Module> module = lower::lower(program, {})) modules.push_back(*std::move(module));
  return modules;
}

bool are_identical(const Inst& a, const Inst& b) {
  return a.op == b.op && a.type == b.type && a.lanes == b.lanes && a.aux == b.aux && a.args == b.args;
}

TEST(Shortcuts, FoldSkipsUnchangedInstructions) {
  std::size_t skipped = 0;
  for (ir::Module& module : lowered_modules()) {
    for (; !module.body.empty(); module.body.pop_back()) {
      const Inst inst = module.body.back();
      if (may_fold(module, inst)) continue;
      const Value last = module.last();
      ASSERT_EQ(fold_last(module), last);
      ASSERT_TRUE(are_identical(module[last], inst));
      ++skipped;
    }
  }
  EXPECT_GT(skipped, 500u);
}

// Returns the module with additional instructions at the beginning, which `add` appends to an empty list.
template <class Add>
ir::Module with_beginning(const ir::Module& module, Add add) {
  ir::Module out = module;
  out.has_ifs = true;
  out.body.clear();
  ir::Builder build(out);
  add(build);
  const auto added = static_cast<std::uint32_t>(out.body.size());
  for (Inst inst : module.body) {
    for (std::uint32_t k = 0; k < inst.arg_count(); ++k) inst.args[k] += added;
    out.body.push_back(inst);
  }
  return out;
}

// A dead `if` at the beginning makes narrow-lanes rebuild the list.
ir::Module with_dead_if(const ir::Module& module) {
  return with_beginning(module, [](ir::Builder& build) {
    const Value condition = build.bool_constant(true);
    build.make(Op::If, {}, {condition});
    build.make(Op::EndIf, {}, {});
  });
}

// Expects that cse changes nothing if the module records that no value is repeated. Returns the record.
bool expect_distinct(const ir::Module& module) {
  ir::Module compared = module;
  compared.distinct = false;
  if (module.distinct) eliminate_common_subexpressions(compared);
  EXPECT_EQ(ir::print(module), ir::print(compared));
  return module.distinct;
}

TEST(Shortcuts, CseFindsNothingInDistinctValues) {
  std::size_t all = 0, distinct = 0, narrowed = 0;
  for (ir::Module& module : lowered_modules()) {
    lower_clip_space(module, {.negative_one_to_one = true});
    fold(module);
    ++all;
    distinct += expect_distinct(module);
    eliminate_common_subexpressions(module);
    if (narrow_lanes(module)) continue;
    narrowed += expect_distinct(module);
  }
  EXPECT_GT(distinct, all / 2);
  EXPECT_GT(narrowed, 10u);
}

TEST(Shortcuts, FoldFindsNothingInFoldedInstructions) {
  std::size_t all = 0, folded = 0;
  const auto expect_folded = [&](const ir::Module& module) {
    ir::Module compared = module;
    compared.folded = 0;
    if (module.is_folded()) fold(compared);
    EXPECT_EQ(ir::print(module), ir::print(compared));
    return module.is_folded();
  };
  for (ir::Module& module : lowered_modules()) {
    ++all;
    folded += expect_folded(module);
    lower_clip_space(module, {.negative_one_to_one = true});
    fold(module);
    expect_folded(module);
  }
  EXPECT_GT(folded, all / 2);
}

TEST(Shortcuts, NarrowLanesWithoutRebuildingEqualsRebuilding) {
  std::size_t unchanged = 0;
  for (ir::Module& module : lowered_modules()) {
    fold(module);
    eliminate_common_subexpressions(module);
    ir::Module rebuilt = with_dead_if(module);
    ASSERT_TRUE(narrow_lanes(rebuilt));
    unchanged += !narrow_lanes(module);
    ASSERT_EQ(ir::print(module), ir::print(rebuilt));
  }
  EXPECT_GT(unchanged, 50u);
}

}  // namespace
}  // namespace agal::opt
