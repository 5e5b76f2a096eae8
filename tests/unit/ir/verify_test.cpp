// The verifier: each test breaks one rule in a valid module.
#include <gmock/gmock.h>

#include "ir/builder.hpp"

namespace agal::ir {
namespace {

using testing::HasSubstr;

// A fragment program with an if, a phi, a fetch, a kill and a store, and names for its values.
class VerifyTest : public testing::Test {
 protected:
  VerifyTest() {
    module.stage = Stage::Fragment;
    module.samplers = {{0, TextureKind::Plane}};
    v = build.make(Op::LoadVarying, float_type(4), {}, 0);
    const std::array<Lane, 2> xy{Lane{v, 0}, Lane{v, 1}};
    at = build.compose(xy);
    x = one_lane(v, 0);
    truth = build.compare(Op::Less, x, x);
    open = build.make(Op::If, {}, {truth});
    inner = build.lanewise(Op::Neg, v);
    other = build.make(Op::Else, {});
    outer = build.lanewise(Op::Abs, v);
    close = build.make(Op::EndIf, {});
    phi = build.make(Op::Phi, float_type(4), {inner, outer});
    texel = build.make(Op::Sample, float_type(4), {at}, 0);
    kill = build.make(Op::Kill, {}, {truth});
    store = build.make(Op::StoreColor, {}, {phi}, 0);
  }

  Value one_lane(Value of, std::uint8_t lane) {
    const Lane l{of, lane};
    return build.compose({&l, 1});
  }
  Inst& at_value(Value value) { return module.body[index(value)]; }
  void expect(std::string_view finding) {
    EXPECT_THAT(verify(module), HasSubstr(std::string(finding))) << print(module);
  }

  Module module;
  Builder build{module};
  Value v, at, x, truth, open, inner, other, outer, close, phi, texel, kill, store;
};

TEST_F(VerifyTest, AcceptsAModule) { EXPECT_EQ(verify(module), ""); }
TEST_F(VerifyTest, AcceptsAnEmptyModule) { EXPECT_EQ(verify(Module{}), ""); }

TEST_F(VerifyTest, NamesTheInstruction) {
  at_value(inner).set_arg(0, Value::None);
  EXPECT_EQ(verify(module), "%5: neg: an operand is used before its definition");
}

// ---- order and scope

TEST_F(VerifyTest, FindsAUseBeforeTheValue) {
  at_value(inner).set_arg(0, texel);
  expect("used before its definition");
}
TEST_F(VerifyTest, FindsAUseOfItself) {
  at_value(texel).set_arg(0, texel);
  expect("used before its definition");
}
TEST_F(VerifyTest, FindsAUseOfSomethingWithoutValue) {
  at_value(store).set_arg(0, kill);
  expect("not a value");
}
TEST_F(VerifyTest, FindsAUseBehindTheArm) {
  at_value(store).set_arg(0, inner);
  expect("out of scope");
}
TEST_F(VerifyTest, FindsAUseInTheOtherArm) {
  at_value(outer).set_arg(0, inner);
  expect("out of scope");
}
TEST_F(VerifyTest, FindsAPhiWithItsArmsExchanged) {
  at_value(phi).set_arg(0, outer);
  at_value(phi).set_arg(1, inner);
  expect("not visible at the end of its arm");
}
TEST_F(VerifyTest, FindsAPhiOfTheSameIf) {
  Inst second = at_value(phi);
  second.set_arg(0, phi);
  module.body.insert(module.body.begin() + index(phi) + 1, second);
  expect("defined after the end-if");
}
TEST_F(VerifyTest, FindsAPhiAwayFromItsIf) {
  build.make(Op::Phi, float_type(4), {v, v});
  expect("does not follow an end-if");
}
TEST_F(VerifyTest, FindsAPhiOfAValueInsideAnInnerIf) {
  Module nested;
  nested.stage = Stage::Fragment;
  Builder b(nested);
  const Value yes = b.bool_constant(true);
  const Value zero = b.constant(0.0f);
  b.make(Op::If, {}, {yes});
  b.make(Op::If, {}, {yes});
  const Value deep = b.lanewise(Op::Neg, zero);
  b.make(Op::EndIf, {});
  b.make(Op::EndIf, {});
  b.make(Op::Phi, float_type(1), {deep, zero});
  EXPECT_THAT(verify(nested), HasSubstr("not visible at the end of its arm"));
}
TEST_F(VerifyTest, FindsAPhiOperandFromAnArmThatIsNotThere) {
  Module one_sided;
  one_sided.stage = Stage::Fragment;
  Builder b(one_sided);
  const Value yes = b.bool_constant(true);
  const Value zero = b.constant(0.0f);
  b.make(Op::If, {}, {yes});
  const Value in_then = b.lanewise(Op::Neg, zero);
  b.make(Op::EndIf, {});
  b.make(Op::Phi, float_type(1), {zero, in_then});
  EXPECT_THAT(verify(one_sided), HasSubstr("not visible at the end of its arm"));
}

// ---- structure

TEST_F(VerifyTest, FindsAnOpenIf) {
  build.make(Op::If, {}, {truth});
  EXPECT_EQ(verify(module), "an if without a matching end-if");
}
TEST_F(VerifyTest, FindsAnEndWithoutAnIf) {
  build.make(Op::EndIf, {});
  expect("no matching if");
}
TEST_F(VerifyTest, FindsAnElseWithoutAnIf) {
  build.make(Op::Else, {});
  expect("no matching if");
}
TEST_F(VerifyTest, FindsASecondElse) {
  module.body.insert(module.body.begin() + index(close), at_value(other));
  expect("the if already has an else");
}

// ---- types

TEST_F(VerifyTest, FindsAConditionThatIsNoScalarBool) {
  at_value(open).set_arg(0, x);
  expect("expected a scalar bool as the condition");
}
TEST_F(VerifyTest, FindsAWidthBeyondFour) {
  at_value(inner).type.width = 5;
  expect("four lanes");
}
TEST_F(VerifyTest, FindsAValueWithoutAType) {
  at_value(inner).type = {};
  expect("it does not have a type");
}
TEST_F(VerifyTest, FindsAStoreWithAType) {
  at_value(store).type = float_type(4);
  expect("it does not produce a value");
}
TEST_F(VerifyTest, FindsOperandsOfAnotherWidth) {
  at_value(inner).set_arg(0, at);
  expect("a float result of the same width");
}
TEST_F(VerifyTest, FindsArithmeticOnBools) {
  at_value(truth).op = Op::Add;
  expect("a float result of the same width");
}
TEST_F(VerifyTest, FindsAComparisonThatMakesFloats) {
  at_value(truth).type = float_type(1);
  expect("expected float operands and one bool per lane");
}
TEST_F(VerifyTest, FindsAVectorSelectedByOneBool) {
  build.make(Op::Select, float_type(4), {truth, v, v});
  expect("expected one bool per lane");
}
TEST_F(VerifyTest, FindsALaneThatIsNotThere) {
  const std::array<Lane, 2> beyond{Lane{x, 0}, Lane{x, 1}};
  build.compose(beyond);
  expect("a lane that its operand does not have");
}
TEST_F(VerifyTest, FindsAPhiLaneThatIsNotThere) {
  at_value(inner) = at_value(at);
  expect("a lane that its operand does not have");
}
TEST_F(VerifyTest, FindsACompositionOfMixedTypes) {
  const std::array<Lane, 2> mixed{Lane{x, 0}, Lane{truth, 0}};
  build.compose(mixed);
  expect("differ in scalar type");
}
TEST_F(VerifyTest, FindsDotProductsOfDifferentWidths) {
  build.make(Op::Dot, float_type(1), {v, at});
  expect("two vectors of the same width");
}
TEST_F(VerifyTest, FindsACrossProductOfFour) {
  build.make(Op::Cross, float_type(4), {v, v});
  expect("three lanes");
}
TEST_F(VerifyTest, FindsAScalarScaledByAScalar) {
  build.make(Op::Scale, float_type(1), {x, x});
  expect("expected a vector, a scalar and a vector result");
}
TEST_F(VerifyTest, FindsAnIntUsedAsAFloat) {
  const Value n = build.int_constant(1);
  build.make(Op::Add, float_type(1), {n, n});
  expect("a float result of the same width");
}
TEST_F(VerifyTest, FindsAFloatUsedAsAnIndex) {
  build.make(Op::LoadUniformAt, float_type(4), {x});
  expect("expected an int operand and a result of four floats");
}
TEST_F(VerifyTest, FindsAConversionOfAVector) {
  build.make(Op::ToInt, {Scalar::Int, 4}, {v});
  expect("expected a float operand and an int result");
}

// ---- the interface

TEST_F(VerifyTest, FindsALoadOfTwoLanes) {
  at_value(v).type = float_type(2);
  expect("one float or four");
}
TEST_F(VerifyTest, FindsARegisterThatCannotBe) {
  at_value(v).aux = 1024;
  expect("the register number is out of range");
}
TEST_F(VerifyTest, FindsAnAttributeInAFragmentProgram) {
  at_value(v).op = Op::LoadAttribute;
  expect("not available in this stage");
}
TEST_F(VerifyTest, FindsAKillInAVertexProgram) {
  Module vertex;
  Builder b(vertex);
  b.make(Op::Kill, {}, {b.bool_constant(true)});
  EXPECT_THAT(verify(vertex), HasSubstr("not available in this stage"));
}
TEST_F(VerifyTest, FindsAnImplicitLevelInAVertexProgram) {
  Module vertex;
  vertex.samplers = {{0, TextureKind::Plane}};
  Builder b(vertex);
  b.make(Op::Sample, float_type(4), {b.constant(0.0f, 2)}, 0);
  EXPECT_THAT(verify(vertex), HasSubstr("not available in this stage"));
}
TEST_F(VerifyTest, FindsASamplerThatIsNotThere) {
  at_value(texel).aux = 1;
  expect("the sampler number is out of range");
}
TEST_F(VerifyTest, FindsACoordinateOfTheWrongDimension) {
  module.samplers[0].dimension = TextureKind::Cube;
  expect("does not fit the texture's dimension");
}
TEST_F(VerifyTest, FindsGradientsOfTheWrongWidth) {
  build.make(Op::SampleGrad, float_type(4), {at, at, v}, 0);
  expect("expected gradients of the width of the coordinate");
}
TEST_F(VerifyTest, FindsABiasThatIsAVector) {
  build.make(Op::SampleBias, float_type(4), {at, at}, 0);
  expect("expected a scalar float as the level or bias");
}
TEST_F(VerifyTest, FindsAStoreOfTheWrongWidth) {
  at_value(store).set_arg(0, at);
  expect("the wrong number of lanes");
}
TEST_F(VerifyTest, FindsADepthOfFourLanes) {
  at_value(store).op = Op::StoreDepth;
  expect("the wrong number of lanes");
}

}  // namespace
}  // namespace agal::ir
