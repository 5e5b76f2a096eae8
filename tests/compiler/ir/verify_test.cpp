// The verifier of the IR. Each row changes one line of a valid module, so that the text breaks one rule.
#include <gmock/gmock.h>

#include "ir/builder.hpp"
#include "ir/parse.hpp"

namespace agal::ir {
namespace {

using testing::HasSubstr;

constexpr std::string_view valid = R"(stage fragment
sampler fs0 2d
%v: float4 = varying v0
%at: float2 = compose %v.x, %v.y
%x: float = compose %v.x
%truth: bool = less %x, %x
if %truth
  %inner: float4 = neg %v
else
  %outer: float4 = abs %v
end-if
%phi: float4 = phi %inner, %outer
%texel: float4 = sample fs0, %at
kill %truth
store-color oc, %phi
)";

struct Change {
  const char* name;
  std::string_view from, to, finding;
};

class Finding : public testing::TestWithParam<Change> {};

TEST_P(Finding, HasTheBrokenRule) {
  const auto& [name, from, to, finding] = GetParam();
  std::string text(valid);
  const std::size_t at = text.find(from);
  ASSERT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
  const Result<Module> module = parse(text);
  ASSERT_FALSE(module) << text;
  EXPECT_EQ(module.diagnostics()[0].code, 1114);
  EXPECT_THAT(module.diagnostics()[0].message, HasSubstr("invalid IR: "));
  EXPECT_THAT(module.diagnostics()[0].message, HasSubstr(finding)) << text;
}

constexpr std::string_view scope = "out of scope", arm = "not visible at the end of its arm",
                           stage = "not available in this stage", lanes = "the wrong number of lanes",
                           same_width = "a float result of the same width";

// clang-format off
constexpr Change changes[] = {
    // Order and scope of values.
    {"UseBehindTheArm", "oc, %phi", "oc, %inner", scope},
    {"UseInTheOtherArm", "abs %v", "abs %inner", scope},
    {"PhiWithArmsExchanged", "phi %inner, %outer", "phi %outer, %inner", arm},
    {"PhiOfTheSameIf", "%texel", "%second: float4 = phi %phi, %outer\n%texel", "defined after the end-if"},
    {"PhiAwayFromItsIf", "kill", "%late: float4 = phi %v, %v\nkill", "does not follow an end-if"},
    {"PhiOfAValueInAnInnerIf", "  %inner: float4 = neg %v\n", "if %truth\n%inner: float4 = neg %v\nend-if\n", arm},
    {"PhiOfAnArmThatIsNotThere", "else\n", "", arm},
    // Structure of conditionals.
    {"OpenIf", "store-color", "if %truth\nstore-color", "an if without a matching end-if"},
    {"EndWithoutAnIf", "kill", "end-if\nkill", "no matching if"},
    {"ElseWithoutAnIf", "kill", "else\nkill", "no matching if"},
    {"SecondElse", "end-if", "else\nend-if", "the if already has an else"},
    // Types.
    {"ConditionThatIsNotAScalarBool", "if %truth", "if %x", "expected a scalar bool as the condition"},
    {"OperandsOfAnotherWidth", "neg %v", "neg %at", same_width},
    {"ArithmeticOnBools", "%truth: bool = less %x, %x", "%truth: bool = add %x, %x", same_width},
    {"ComparisonThatMakesFloats", "%truth: bool = less", "%truth: float = less", "expected float operands and one bool per lane"},
    {"VectorSelectedByOneBool", "kill", "%s: float4 = select %truth, %v, %v\nkill", "expected one bool per lane"},
    {"CompositionOfMixedTypes", "kill", "%m: float2 = compose %x, %truth\nkill", "differ in scalar type"},
    {"DotProductOfDifferentWidths", "kill", "%d: float = dot %v, %at\nkill", "two vectors of the same width"},
    {"CrossProductOfFour", "kill", "%c: float4 = cross %v, %v\nkill", "three lanes"},
    {"ScalarScaledByAScalar", "kill", "%s: float = scale %x, %x\nkill", "expected a vector, a scalar and a vector result"},
    {"IntUsedAsAFloat", "kill", "%n: int = constant 1\n%s: float = add %n, %n\nkill", same_width},
    {"FloatUsedAsAnIndex", "kill", "%u: float4 = uniform-at %x\nkill", "expected an int operand and a result of four floats"},
    {"ConversionOfAVector", "kill", "%i: int4 = to-int %v\nkill", "expected a float operand and an int result"},
    // The interface.
    {"LoadOfTwoLanes", "%v: float4", "%v: float2", "one float or four"},
    {"CoordinateOfTheWrongDimension", "fs0 2d", "fs0 cube", "does not fit the texture's dimension"},
    {"GradientsOfTheWrongWidth", "kill", "%g: float4 = sample-grad fs0, %at, %at, %v\nkill", "expected gradients of the width of the coordinate"},
    {"BiasThatIsAVector", "kill", "%b: float4 = sample-bias fs0, %at, %at\nkill", "expected a scalar float as the level or bias"},
    {"StoreOfTheWrongWidth", "oc, %phi", "oc, %at", lanes},
    {"DepthOfFourLanes", "store-color oc, %phi", "store-depth %phi", lanes},
    {"KillInAVertexProgram", valid, "stage vertex\n%t: bool = constant true\nkill %t\n", stage},
    {"ImplicitLevelInAVertexProgram", valid, "stage vertex\nsampler vs0 2d\n%z: float2 = constant 0, 0\n%t: float4 = sample vs0, %z\n", stage},
};
// clang-format on

INSTANTIATE_TEST_SUITE_P(Verify, Finding, testing::ValuesIn(changes), [](const auto& row) { return row.param.name; });

// ---- modules that text cannot express

class Verify : public testing::Test {
 protected:
  Inst& named(Op op) {
    return *std::find_if(module.body.begin(), module.body.end(), [=](const Inst& inst) { return inst.op == op; });
  }
  void expect(std::string_view finding) { EXPECT_THAT(verify(module), HasSubstr(finding)) << print(module); }

  Module module = *parse(valid);
};

TEST_F(Verify, AcceptsValidModules) {
  EXPECT_EQ(verify(module), "");
  EXPECT_EQ(verify(Module{}), "");
}

TEST_F(Verify, NamesTheInstruction) {
  named(Op::Neg).set_arg(0, Value::None);
  EXPECT_EQ(verify(module), "%5: neg: an operand is used before its definition");
}

TEST_F(Verify, FindsUseBeforeTheValue) {
  named(Op::Neg).set_arg(0, static_cast<Value>(10));
  expect("used before its definition");
}

TEST_F(Verify, FindsUseOfItself) {
  named(Op::Sample).set_arg(0, static_cast<Value>(10));
  expect("used before its definition");
}

TEST_F(Verify, FindsUseOfInstructionWithoutValue) {
  named(Op::StoreColor).set_arg(0, static_cast<Value>(11));
  expect("not a value");
}

TEST_F(Verify, FindsWidthBeyondFour) {
  named(Op::Neg).type.width = 5;
  expect("four lanes");
}

TEST_F(Verify, FindsValueWithoutTypeAndTypeWithoutValue) {
  named(Op::Neg).type = {};
  expect("it does not have a type");
  module = *parse(valid);
  named(Op::StoreColor).type = float_type(4);
  expect("it does not produce a value");
}

TEST_F(Verify, FindsLanesBeyondOperand) {
  Inst& pair = named(Op::Compose);  // composes lanes x and y
  pair.set_arg(0, static_cast<Value>(0));
  module.body[2] = pair;
  module.body[2].set_arg(1, static_cast<Value>(1));
  module.body[2].lanes = with_lane(pair.lanes, 1, 3);
  expect("a lane that its operand does not have");
}

TEST_F(Verify, FindsPhiLanesBeyondOperand) {
  named(Op::Neg) = module.body[1];
  expect("a lane that its operand does not have");
}

TEST_F(Verify, FindsRegistersAndSamplersOutOfRange) {
  named(Op::LoadVarying).aux = 1024;
  expect("the register number is out of range");
  module = *parse(valid);
  named(Op::Sample).aux = 1;
  expect("the sampler number is out of range");
}

TEST_F(Verify, FindsLoadsOfTheOtherStage) {
  named(Op::LoadVarying).op = Op::LoadAttribute;
  expect("not available in this stage");
}

}  // namespace
}  // namespace agal::ir
