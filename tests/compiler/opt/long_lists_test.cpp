// Passes over long lists of instructions run in linear time and without recursion.
#include <gtest/gtest.h>

#include <array>

#include "ir/builder.hpp"
#include "opt/passes.hpp"
#include "support/lowering.hpp"

namespace agal::opt {
namespace {

using ir::Op;
using ir::Value;
using test::count;

class LongLists : public testing::Test {
 protected:
  LongLists() {
    module.stage = Stage::Fragment;
    module.samplers = {{0, TextureKind::Plane}};
  }
  void expect_valid() { EXPECT_EQ(ir::verify(module), ""); }
  Value less(std::uint8_t a, std::uint8_t b) {
    const std::array first{ir::Lane{v0, a}}, second{ir::Lane{v0, b}};
    const Value x = build.compose(first);
    return build.compare(Op::Less, x, build.compose(second));
  }
  Value fetch(Value v) {
    const std::array lanes{ir::Lane{v, 0}, ir::Lane{v, 1}};
    return build.make(Op::Sample, ir::float_type(4), {build.compose(lanes)}, 0);
  }

  ir::Module module;
  ir::Builder build{module};
  Value v0 = build.make(Op::LoadVarying, ir::float_type(4), {}, 0);
};

TEST_F(LongLists, FoldsAChainOfCompositions) {
  Value v = v0;
  for (int i = 0; i < 50'000; ++i) {
    const std::array<ir::Lane, 4> lanes{ir::Lane{v, 1}, ir::Lane{v, 0}, ir::Lane{v, 3}, ir::Lane{v, 2}};
    v = build.compose(lanes);
  }
  build.make(Op::StoreColor, {}, {v});
  fold(module);
  expect_valid();
  EXPECT_EQ(module[module.body.back().arg(0)].op, Op::LoadVarying);
}

TEST_F(LongLists, MergesManyDiscards) {
  for (std::uint32_t i = 0; i < 1000; ++i) build.make(Op::Kill, {}, {less(i % 4, (i + 1) % 4)});
  EXPECT_TRUE(merge_discards(module));
  expect_valid();
  EXPECT_EQ(count(module, Op::Kill), 1u);
  EXPECT_EQ(count(module, Op::Or), 999u);
}

// The coordinate of the first fetch is a chain of sums. Every other fetch has its own coordinate.
TEST_F(LongLists, HoistsTheDerivativesOfManyFetches) {
  constexpr int many = 100'000;
  build.make(Op::If, {}, {less(0, 1)});
  Value sum = v0;
  for (int i = 0; i < many; ++i) sum = build.lanewise(Op::Add, sum, v0);
  fetch(sum);
  for (int i = 0; i < many; ++i) fetch(build.lanewise(Op::Neg, v0));
  build.make(Op::EndIf, {});
  EXPECT_TRUE(hoist_derivatives(module, true));
  expect_valid();
  EXPECT_EQ(count(module, Op::SampleGrad), many + 1u);
}

}  // namespace
}  // namespace agal::opt
