// Tests the reducer of IR.
#include "reduce/reduce_ir.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "ir/parse.hpp"
#include "lower/lower.hpp"
#include "opt/passes.hpp"
#include "support/lowering.hpp"

namespace agal::reduce {
namespace {

using test::lowered;

constexpr const char* large_text =
    "tex ft0, v0, fs0 <2d, linear>\nkil ft0.w\nmul ft1, ft0, fc0.x\nifl v1.x, fc0.y\n"
    "tex ft2, v2, fs1 <2d, linear>\nadd ft1.xyz, ft1, ft2\nels\nnrm ft1.xyz, v2\neif\n"
    "pow ft3, v2, ft1\nmul oc, ft1, ft3\nmov oc1, ft0\n";

IrPredicate contains(const std::string& word) {
  return [word](const ir::Module& module) { return ir::print(module).find(word) != std::string::npos; };
}

TEST(ReduceIr, KeepsOnlyRequiredInstruction) {
  EXPECT_EQ(ir::print(reduce(lowered(large_text), contains("pow"))),
            "stage fragment\n%0: float4 = constant 0, 0, 0, 0\n%1: float4 = pow %0, %0\n");
}

TEST(ReduceIr, KeepsSamplerOfFetch) {
  EXPECT_EQ(ir::print(reduce(lowered(large_text), contains("sample fs1"))),
            "stage fragment\nsampler fs1 2d\n%0: float2 = constant 0, 0\n%1: float4 = sample fs1, %0\n");
}

TEST(ReduceIr, KeepsAnArmAndItsConditional) {
  EXPECT_EQ(ir::print(reduce(lowered(large_text), contains("else"))),
            "stage fragment\n%0: bool = constant false\nif %0\nelse\nend-if\n");
  EXPECT_EQ(ir::print(reduce(lowered(large_text), contains("phi"))),
            "stage fragment\n%0: bool = constant false\n%1: float3 = constant 0, 0, 0\nif %0\nend-if\n"
            "%4: float3 = phi %1, %1\n");
}

TEST(ReduceIr, ReplacesValuesByTheirOperands) {
  const auto interesting = [](const ir::Module& module) {
    const ir::Inst& last = module.body.back();
    return last.op == ir::Op::StoreColor && module[last.arg(0)].op != ir::Op::Constant &&
           test::count(module, ir::Op::LoadVarying) > 0;
  };
  EXPECT_EQ(ir::print(reduce(lowered("add ft0, v0, v1\nsqt ft0, ft0\nmul oc, ft0, v2\n"), interesting)),
            "stage fragment\n%0: float4 = varying v2\nstore-color oc, %0\n");
}

TEST(ReduceIr, ReturnsMinimalModuleUnchanged) {
  const ir::Module module = lowered(large_text);
  const std::string text = ir::print(module);
  EXPECT_EQ(ir::print(reduce(module, [&](const ir::Module& m) { return ir::print(m) == text; })), text);
}

TEST(ReduceIr, TriesOnlyValidModules_EachOnce) {
  std::vector<std::string> tried;
  reduce(lowered(large_text), [&](const ir::Module& module) {
    EXPECT_EQ(ir::verify(module), "");
    const std::string text = ir::print(module);
    EXPECT_EQ(std::count(tried.begin(), tried.end(), text), 0);
    tried.push_back(text);
    return tried.size() % 3 == 0;
  });
  EXPECT_GT(tried.size(), 10u);
}

TEST(ReduceIr, StopsAtTheMaximumAndReportsProgress) {
  IrOptions options;
  options.max_candidates = 5;
  std::size_t asked = 0, reported = 0;
  options.on_progress = [&](const ir::Module&, std::size_t candidates) { reported = candidates; };
  reduce(
      lowered(large_text),
      [&](const ir::Module&) {
        ++asked;
        return true;
      },
      options);
  EXPECT_EQ(asked, 5u);
  EXPECT_EQ(reported, 5u);
}

// The predicate is that a pass changes the module.
TEST(ReduceIr, FindsTheInputOfAPass) {
  const auto merges_kills = [](ir::Module module) { return opt::merge_discards(module); };
  const ir::Module small = reduce(lowered("kil v0.x\nadd ft0, v0, v1\nkil ft0.y\nmul oc, ft0, v1\n"), merges_kills);
  EXPECT_EQ(ir::print(small), "stage fragment\n%0: bool = constant false\nkill %0\nkill %0\n");
}

}  // namespace
}  // namespace agal::reduce
