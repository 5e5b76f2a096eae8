#include "passes_support.hpp"

namespace agal::opt {
namespace {

using ir::Op;
using ir::Value;
using test::all;
using test::count;
using test::text_of;

class SplitTest : public PassTest {
 protected:
  ir::Module run(Form form = Form::Words) {
    return after([&](ir::Module& m) { lower_composites(m, form); }, module);
  }
  Value scalar() { return build.constant(1.0f); }
};

TEST_F(SplitTest, AShuffleOfOneVectorStays) {
  store(lanes({{v0, 3}, {v0, 2}, {v0, 1}, {v0, 0}}));
  EXPECT_EQ(text_of(run()), text_of(module));
}

TEST_F(SplitTest, AShuffleOfTwoVectorsStays) {
  store(lanes({{v0, 0}, {v0, 1}, {v0, 2}, {v1, 3}}));
  EXPECT_EQ(text_of(run()), text_of(module));
}

TEST_F(SplitTest, ALanePutAmongOthersIsTakenOut) {
  const Value one = scalar();
  store(lanes({{v0, 0}, {one, 0}, {v0, 2}, {v0, 3}}));
  EXPECT_EQ(text_of(run()), R"(
%0: float4 = varying v0
%1: float4 = varying v1
%2: float4 = uniform fc0
%3: float = constant 1
%4: float = compose %0.x
%5: float2 = compose %0.z, %0.w
%6: float4 = compose %4, %3, %5.x, %5.y
store-color oc, %6
)");
}

TEST_F(SplitTest, LanesOfThreeVectorsAreTakenOut) {
  store(lanes({{v0, 0}, {v1, 1}, {fc0, 2}, {fc0, 3}}));
  const ir::Module result = run();
  EXPECT_EQ(count(result, Op::Compose), 4u);
  const ir::Inst whole = result[all(result, Op::StoreColor).at(0).arg(0)];
  EXPECT_EQ(result[whole.arg(2)].type, ir::float_type(2));
}

TEST_F(SplitTest, WholePartsStay) {
  const Value a = lanes({{v0, 0}, {v0, 1}});
  const Value b = lanes({{v1, 0}, {v1, 1}});
  store(lanes({{a, 0}, {a, 1}, {b, 0}, {b, 1}}));
  EXPECT_EQ(text_of(run()), text_of(module));
}

TEST_F(SplitTest, ALaneOfAPhiIsTakenOutInItsArm) {
  open_if({v0, 0}, {fc0, 0});
  const Value a = build.lanewise(Op::Neg, v1);
  open_else();
  const Value b = build.lanewise(Op::Abs, v1);
  close_if();
  const Value phi = build.make(Op::Phi, ir::float_type(1), {a, b});
  module.body[ir::index(phi)].lanes = 2;
  module.body[ir::index(phi)].lanes2 = 3;
  store_scalar(phi);
  EXPECT_EQ(text_of(run()), R"(
%0: float4 = varying v0
%1: float4 = varying v1
%2: float4 = uniform fc0
%3: float = compose %0.x
%4: float = compose %2.x
%5: bool = less %3, %4
if %5
  %7: float4 = neg %1
  %8: float = compose %7.z
else
  %10: float4 = abs %1
  %11: float = compose %10.w
end-if
%13: float = phi %8, %11
%14: float4 = compose %13, %13, %13, %13
store-color oc, %14
)");
}

TEST_F(SplitTest, WithoutAnElseTheSecondOperandIsMadeBeforeTheIf) {
  open_if({v0, 0}, {fc0, 0});
  const Value a = build.lanewise(Op::Neg, lane(v1, 0));
  close_if();
  const Value phi = build.make(Op::Phi, ir::float_type(1), {a, v1});
  module.body[ir::index(phi)].lanes2 = 3;
  store_scalar(phi);
  const ir::Module result = run();
  const ir::Inst made = all(result, Op::Phi).at(0);
  EXPECT_EQ(result[made.arg(1)].op, Op::Compose);
  EXPECT_LT(ir::index(made.arg(1)), test::position(result, Op::If));
}

TEST_F(SplitTest, AConstantSpreadOverAPhiIsAConstant) {
  const Value zero = build.constant(0.0f);
  open_if({v0, 0}, {fc0, 0});
  close_if();
  const Value phi = build.make(Op::Phi, ir::float_type(4), {v1, zero});
  module.body[ir::index(phi)].lanes2 = 0;
  store(phi);
  const ir::Module result = run();
  const ir::Inst made = all(result, Op::Phi).at(0);
  EXPECT_EQ(result[made.arg(1)].op, Op::Constant);
  EXPECT_EQ(result[made.arg(1)].type, ir::float_type(4));
}

TEST_F(SplitTest, EveryPhiTakesItsOperandsWhole) {
  open_if({v0, 0}, {fc0, 0});
  open_if({v0, 1}, {fc0, 0});
  close_if();
  const Value inner = build.make(Op::Phi, ir::float_type(2), {v0, v1});
  module.body[ir::index(inner)].lanes = 0x0b;
  close_if();
  const Value outer = build.make(Op::Phi, ir::float_type(1), {inner, v1});
  module.body[ir::index(outer)].lanes = 1;
  store_scalar(outer);
  const ir::Module result = run();
  for (const ir::Inst& phi : all(result, Op::Phi)) {
    EXPECT_TRUE(ir::same_lanes(phi.lanes, ir::identity_lanes, phi.type.width));
    EXPECT_EQ(result[phi.arg(0)].type, phi.type);
    EXPECT_EQ(result[phi.arg(1)].type, phi.type);
  }
}

}  // namespace
}  // namespace agal::opt
