#include <limits>

#include "passes_support.hpp"

namespace agal::opt {
namespace {

using ir::Op;
using ir::Value;
using test::all;
using test::count;
using test::text_of;

class FoldTest : public PassTest {
 protected:
  /// The value after folding, which is stored last.
  ir::Inst folded(Value v) {
    if (module[v].type.width == 1)
      store_scalar(v);
    else
      store(v);
    result = after(fold, module);
    const ir::Inst stored = result[all(result, Op::StoreColor).back().arg(0)];
    return stored.op == Op::Compose && module[v].type.width == 1 ? result[stored.arg(0)] : stored;
  }
  float number(const ir::Inst& inst, std::uint32_t at = 0) {
    EXPECT_EQ(inst.op, Op::Constant);
    return std::bit_cast<float>(inst.args[at]);
  }
  Value constants(Op op, float a, float b) {
    const Value first = build.constant(a, 4);
    return build.lanewise(op, first, build.constant(b, 4));
  }
  ir::Module result;
};

TEST_F(FoldTest, LanesOfLanesAreLanes) {
  const Value turned = lanes({{v0, 3}, {v0, 2}, {v0, 1}, {v0, 0}});
  EXPECT_EQ(folded(lanes({{turned, 3}, {turned, 2}, {turned, 1}, {turned, 0}})).op, Op::LoadVarying);
}

TEST_F(FoldTest, LanesOfLanesReachTheirOrigin) {
  const Value turned = lanes({{v0, 3}, {v1, 2}, {v0, 1}, {v1, 0}});
  const ir::Inst inst = folded(lanes({{turned, 1}, {turned, 1}, {turned, 0}, {fc0, 0}}));
  EXPECT_EQ(result[inst.arg(0)].aux, 1u);
  EXPECT_EQ(ir::lane_at(inst.lanes, 0), 2u);
  EXPECT_EQ(ir::lane_at(inst.lanes, 2), 3u);
}

TEST_F(FoldTest, LanesOfConstantsAreAConstant) {
  const Value one = build.constant(1.0f), two = build.constant(2.0f);
  const ir::Inst inst = folded(lanes({{one, 0}, {two, 0}, {one, 0}, {two, 0}}));
  EXPECT_EQ(number(inst, 0), 1.0f);
  EXPECT_EQ(number(inst, 3), 2.0f);
}

TEST_F(FoldTest, ConstantLanesOfAMixtureAreAConstant) {
  const Value mixture = lanes({{build.constant(1.0f), 0}, {v0, 1}, {build.constant(2.0f), 0}, {v0, 3}});
  const ir::Inst inst = folded(lanes({{mixture, 2}, {mixture, 0}, {mixture, 0}, {mixture, 2}}));
  EXPECT_EQ(number(inst, 0), 2.0f);
  EXPECT_EQ(number(inst, 1), 1.0f);
}

TEST_F(FoldTest, ArithmeticOnConstants) {
  EXPECT_EQ(number(folded(constants(Op::Add, 1.5f, 2.0f))), 3.5f);
  EXPECT_EQ(number(folded(constants(Op::Sub, 1.5f, 2.0f))), -0.5f);
  EXPECT_EQ(number(folded(build.lanewise(Op::Neg, build.constant(1.5f, 4)))), -1.5f);
  EXPECT_EQ(number(folded(build.lanewise(Op::Abs, build.constant(-1.5f, 4)))), 1.5f);
  EXPECT_EQ(number(folded(constants(Op::Mul, 1.5f, 2.0f))), 3.0f);
  EXPECT_EQ(number(folded(constants(Op::Min, 1.5f, 2.0f))), 1.5f);
  EXPECT_EQ(number(folded(constants(Op::Min, 2.0f, 1.5f))), 1.5f);
  EXPECT_EQ(number(folded(constants(Op::Max, 1.5f, 2.0f))), 2.0f);
  EXPECT_EQ(number(folded(constants(Op::Max, 2.0f, 1.5f))), 2.0f);
}

TEST_F(FoldTest, OnlyWhatIsExactEverywhere) {
  for (Op op : {Op::Div, Op::Pow}) EXPECT_EQ(folded(constants(op, 1.0f, 3.0f)).op, op);
  EXPECT_EQ(folded(build.lanewise(Op::Sqrt, build.constant(2.0f, 4))).op, Op::Sqrt);
  EXPECT_EQ(folded(build.lanewise(Op::Sin, build.constant(2.0f, 4))).op, Op::Sin);
}

TEST_F(FoldTest, NothingThatOverflowsOrIsNotFinite) {
  const float most = std::numeric_limits<float>::max();
  EXPECT_EQ(folded(constants(Op::Add, most, most)).op, Op::Add);
  EXPECT_EQ(folded(constants(Op::Mul, std::numeric_limits<float>::infinity(), 0.0f)).op, Op::Mul);
  EXPECT_EQ(folded(constants(Op::Mul, 0.0f, std::numeric_limits<float>::infinity())).op, Op::Mul);
  EXPECT_EQ(folded(constants(Op::Min, std::numeric_limits<float>::quiet_NaN(), 0.0f)).op, Op::Min);
  EXPECT_EQ(folded(constants(Op::Min, 0.0f, std::numeric_limits<float>::quiet_NaN())).op, Op::Min);
}

TEST_F(FoldTest, LogicOnConstantsStays) {
  kill(build.lanewise(Op::Or, build.bool_constant(false), build.bool_constant(true)));
  store(v0);
  EXPECT_EQ(count(after(fold, module), Op::Or), 1u);
}

TEST_F(FoldTest, ComparisonsOfConstantsSelect) {
  const auto selected = [&](Op op, float a, float b) {
    const Value condition = build.compare(op, build.constant(a, 4), build.constant(b, 4));
    return folded(build.select(condition, v0, v1)).aux;
  };
  EXPECT_EQ(selected(Op::Less, 1, 2), 0u);
  EXPECT_EQ(selected(Op::Less, 2, 2), 1u);
  EXPECT_EQ(selected(Op::Greater, 3, 2), 0u);
  EXPECT_EQ(selected(Op::Greater, 2, 2), 1u);
  EXPECT_EQ(selected(Op::GreaterEqual, 2, 2), 0u);
  EXPECT_EQ(selected(Op::GreaterEqual, 1, 2), 1u);
  EXPECT_EQ(selected(Op::Equal, 2, 2), 0u);
  EXPECT_EQ(selected(Op::NotEqual, 2, 2), 1u);
}

TEST_F(FoldTest, AMixedConditionStays) {
  const Value one = build.constant(1.0f), two = build.constant(2.0f);
  const Value mixed = lanes({{one, 0}, {two, 0}, {one, 0}, {two, 0}});
  const Value condition = build.compare(Op::Less, mixed, build.constant(1.5f, 4));
  const ir::Inst inst = folded(build.select(condition, v0, v1));
  ASSERT_EQ(inst.op, Op::Select);
  const ir::Inst bools = result[inst.arg(0)];
  EXPECT_EQ(bools.op, Op::Constant);
  EXPECT_EQ(bools.type, ir::bool_type(4));
  EXPECT_EQ(bools.args, (std::array<std::uint32_t, 4>{1, 0, 1, 0}));
}

TEST_F(FoldTest, EqualArmsNeedNoCondition) {
  const Value condition = build.compare(Op::Less, v0, v1);
  EXPECT_EQ(folded(build.select(condition, v1, v1)).aux, 1u);
}

TEST_F(FoldTest, TwoNegationsAreNone) {
  EXPECT_EQ(folded(build.lanewise(Op::Neg, build.lanewise(Op::Neg, v1))).op, Op::LoadVarying);
}

TEST_F(FoldTest, AbsTwiceIsOnce) {
  EXPECT_EQ(folded(build.lanewise(Op::Abs, build.lanewise(Op::Abs, v1))).op, Op::Abs);
  EXPECT_EQ(count(after(eliminate_dead_code, result), Op::Abs), 1u);
}

TEST_F(FoldTest, AbsForgetsTheSign) {
  const ir::Inst inst = folded(build.lanewise(Op::Abs, build.lanewise(Op::Neg, v1)));
  EXPECT_EQ(inst.op, Op::Abs);
  EXPECT_EQ(result[inst.arg(0)].op, Op::LoadVarying);
}

TEST_F(FoldTest, AbsOfANegatedAbsIsThatAbs) {
  const Value inner = build.lanewise(Op::Abs, v1);
  EXPECT_EQ(folded(build.lanewise(Op::Abs, build.lanewise(Op::Neg, inner))).op, Op::Abs);
  EXPECT_EQ(count(after(eliminate_dead_code, result), Op::Abs), 1u);
}

TEST_F(FoldTest, ASumWithANegationIsADifference) {
  const ir::Inst right = folded(build.lanewise(Op::Add, v0, build.lanewise(Op::Neg, v1)));
  EXPECT_EQ(right.op, Op::Sub);
  EXPECT_EQ(result[right.arg(1)].aux, 1u);
  const ir::Inst left = folded(build.lanewise(Op::Add, build.lanewise(Op::Neg, v0), v1));
  EXPECT_EQ(left.op, Op::Sub);
  EXPECT_EQ(result[left.arg(0)].aux, 1u);
  const ir::Inst less = folded(build.lanewise(Op::Sub, v0, build.lanewise(Op::Neg, v1)));
  EXPECT_EQ(less.op, Op::Add);
  EXPECT_EQ(result[less.arg(1)].op, Op::LoadVarying);
  EXPECT_EQ(result[less.arg(1)].aux, 1u);
}

TEST_F(FoldTest, AProductWithARepeatedLaneIsScale) {
  const Value repeated = lanes({{fc0, 2}, {fc0, 2}, {fc0, 2}, {fc0, 2}});
  for (const Value product : {build.lanewise(Op::Mul, v0, repeated), build.lanewise(Op::Mul, repeated, v0)}) {
    const ir::Inst inst = folded(product);
    ASSERT_EQ(inst.op, Op::Scale);
    EXPECT_EQ(result[inst.arg(0)].op, Op::LoadVarying);
    EXPECT_EQ(ir::lane_at(result[inst.arg(1)].lanes, 0), 2u);
  }
}

TEST_F(FoldTest, AProductOfDifferentLanesIsNoScale) {
  const Value swizzled = lanes({{fc0, 2}, {fc0, 2}, {fc0, 2}, {fc0, 1}});
  EXPECT_EQ(folded(build.lanewise(Op::Mul, v0, swizzled)).op, Op::Mul);
}

TEST_F(FoldTest, AScalarProductIsNoScale) {
  EXPECT_EQ(folded(build.lanewise(Op::Mul, lane(v0, 0), lane(fc0, 2))).op, Op::Mul);
}

TEST_F(FoldTest, PhisKeepTheirLanes) {
  open_if({v0, 0}, {fc0, 0});
  const Value twice = build.lanewise(Op::Neg, build.lanewise(Op::Neg, v1));
  close_if();
  const Value phi = build.make(Op::Phi, ir::float_type(4), {twice, v0});
  module.body[ir::index(phi)].lanes = 0x1b;
  const ir::Inst inst = folded(phi);
  EXPECT_EQ(inst.op, Op::Phi);
  EXPECT_EQ(inst.lanes, 0x1b);
  EXPECT_EQ(result[inst.arg(0)].aux, 1u);
}

TEST_F(FoldTest, AChainOfCompositionsIsFoldedInLinearTime) {
  Value v = v0;
  for (int i = 0; i < 50'000; ++i) v = lanes({{v, 1}, {v, 0}, {v, 3}, {v, 2}});
  EXPECT_EQ(folded(v).op, Op::LoadVarying);
}

}  // namespace
}  // namespace agal::opt
