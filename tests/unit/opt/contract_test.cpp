#include "passes_support.hpp"

namespace agal::opt {
namespace {

using ir::Op;
using ir::Value;
using test::count;
using test::text_of;

class ContractTest : public PassTest {
 protected:
  ir::Module run() {
    return after(
        [](ir::Module& m) {
          contract(m);
          eliminate_dead_code(m);
        },
        module);
  }
};

TEST_F(ContractTest, AProductThatOneSumReadsIsPartOfIt) {
  store(build.lanewise(Op::Add, v1, build.lanewise(Op::Mul, v0, fc0)));
  EXPECT_EQ(text_of(run()), R"(
%0: float4 = varying v0
%1: float4 = varying v1
%2: float4 = uniform fc0
%3: float4 = fma %0, %2, %1
store-color oc, %3
)");
}

TEST_F(ContractTest, OfTwoProductsTheFirstIsTaken) {
  const Value first = build.lanewise(Op::Mul, v0, v1);
  store(build.lanewise(Op::Add, first, build.lanewise(Op::Mul, v0, fc0)));
  EXPECT_EQ(text_of(run()), R"(
%0: float4 = varying v0
%1: float4 = varying v1
%2: float4 = uniform fc0
%3: float4 = mul %0, %2
%4: float4 = fma %0, %1, %3
store-color oc, %4
)");
}

TEST_F(ContractTest, AProductThatIsReadTwiceStays) {
  const Value product = build.lanewise(Op::Mul, v0, fc0);
  store(build.lanewise(Op::Add, product, v1));
  store(product, 1);
  EXPECT_EQ(count(run(), Op::Fma), 0u);
}

TEST_F(ContractTest, AProductThatIsAddedToItselfStays) {
  const Value product = build.lanewise(Op::Mul, v0, fc0);
  store(build.lanewise(Op::Add, product, product));
  EXPECT_EQ(count(run(), Op::Fma), 0u);
}

TEST_F(ContractTest, AVectorTimesAScalarAndDifferencesStay) {
  const Value scaled = build.make(Op::Scale, ir::float_type(4), {v0, lane(fc0, 0)});
  store(build.lanewise(Op::Add, scaled, v1));
  store(build.lanewise(Op::Sub, build.lanewise(Op::Mul, v0, fc0), v1), 1);
  EXPECT_EQ(text_of(run()), text_of(module));
}

TEST_F(ContractTest, TheProductMayBeMadeOutsideTheArmThatAddsIt) {
  const Value product = build.lanewise(Op::Mul, v0, fc0);
  open_if({v0, 0}, {v1, 0});
  const Value sum = build.lanewise(Op::Add, product, v1);
  close_if();
  ir::Inst phi;
  phi.op = Op::Phi;
  phi.type = ir::float_type(4);
  phi.set_arg(0, sum);
  phi.set_arg(1, v1);
  store(build.append(phi));
  const ir::Module module_after = run();
  EXPECT_EQ(count(module_after, Op::Fma), 1u);
  EXPECT_EQ(count(module_after, Op::Mul), 0u);
}

}  // namespace
}  // namespace agal::opt
