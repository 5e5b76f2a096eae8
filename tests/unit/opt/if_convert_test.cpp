#include "passes_support.hpp"

namespace agal::opt {
namespace {

using ir::Op;
using ir::Value;
using test::all;
using test::count;
using test::text_of;

class IfConvertTest : public PassTest {
 protected:
  // Removes unused lanes first, so that the result is easier to check.
  ir::Module run() {
    return after(
        [](ir::Module& m) {
          narrow_lanes(m);
          convert_ifs(m);
        },
        module);
  }
};

TEST_F(IfConvertTest, AnIfWithEmptyArmsBecomesSelects) {
  open_if({v0, 0}, {fc0, 0});
  close_if();
  store(build.make(Op::Phi, ir::float_type(4), {v1, v0}));
  EXPECT_EQ(text_of(run()), R"(
%0: float4 = varying v0
%1: float4 = varying v1
%2: float = uniform fc0.x
%3: float = compose %0.x
%4: bool = less %3, %2
%5: bool4 = compose %4, %4, %4, %4
%6: float4 = select %5, %1, %0
store-color oc, %6
)");
}

TEST_F(IfConvertTest, ASelectHasTheLanesOfThePhi) {
  open_if({v0, 0}, {fc0, 0});
  close_if();
  const Value phi = build.make(Op::Phi, ir::float_type(2), {v1, v0});
  module.body[ir::index(phi)].lanes = 0x0b;  // .wz
  store(lanes({{phi, 0}, {phi, 1}, {phi, 0}, {phi, 1}}));
  const ir::Module result = run();
  const ir::Inst select = all(result, Op::Select).at(0);
  const ir::Inst yes = result[select.arg(1)];
  EXPECT_EQ(ir::lane_at(yes.lanes, 0), 3u);
  EXPECT_EQ(ir::lane_at(yes.lanes, 1), 2u);
}

TEST_F(IfConvertTest, AnArmOfConstantsIsEmpty) {
  open_if({v0, 0}, {fc0, 0});
  const Value one = build.constant(1.0f, 4);
  open_else();
  const Value two = build.constant(2.0f, 4);
  close_if();
  store(build.make(Op::Phi, ir::float_type(4), {one, two}));
  const ir::Module result = run();
  EXPECT_EQ(count(result, Op::If), 0u);
  EXPECT_EQ(count(result, Op::Select), 1u);
}

TEST_F(IfConvertTest, AnInnerIfWithEmptyArmsBecomesSelectsInTheOuterArm) {
  open_if({v0, 0}, {fc0, 0});
  open_if({v0, 1}, {fc0, 1});
  close_if();
  const Value inner = build.make(Op::Phi, ir::float_type(4), {v1, v0});
  close_if();
  store(build.make(Op::Phi, ir::float_type(4), {inner, v1}));
  const ir::Module result = run();
  EXPECT_EQ(count(result, Op::If), 1u);
  EXPECT_EQ(count(result, Op::Phi), 1u);
  EXPECT_EQ(count(result, Op::Select), 1u);
}

TEST_F(IfConvertTest, AnArmWithAKillStays) {
  open_if({v0, 0}, {fc0, 0});
  build.make(Op::Kill, {}, {build.compare(Op::Less, lane(v1, 0), lane(fc0, 0))});
  close_if();
  store(v0);
  EXPECT_EQ(count(run(), Op::If), 1u);
}

TEST_F(IfConvertTest, WithoutAnEmptyArmNothingChanges) {
  open_if({v0, 0}, {fc0, 0});
  const Value inside = build.lanewise(Op::Sqrt, v1);
  close_if();
  store(build.make(Op::Phi, ir::float_type(4), {inside, v0}));
  EXPECT_EQ(text_of(after(convert_ifs, module)), text_of(module));
}

}  // namespace
}  // namespace agal::opt
