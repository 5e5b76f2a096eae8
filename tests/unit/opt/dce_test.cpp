#include "passes_support.hpp"

namespace agal::opt {
namespace {

using ir::Op;
using ir::Value;
using test::all;
using test::count;

class DeadTest : public PassTest {};

TEST_F(DeadTest, RemovesWhatNothingReads) {
  build.lanewise(Op::Sqrt, v1);
  store(v0);
  EXPECT_EQ(after(eliminate_dead_code, module).body.size(), 2u);
}

TEST_F(DeadTest, NarrowsNothing) {
  const Value root = build.lanewise(Op::Sqrt, v0);
  store_scalar(lane(root, 1));
  const ir::Module result = after(eliminate_dead_code, module);
  EXPECT_EQ(all(result, Op::Sqrt).at(0).type, ir::float_type(4));
}

TEST_F(DeadTest, KeepsAnEmptyIfForItsPhis) {
  open_if({v0, 0}, {fc0, 0});
  close_if();
  store(build.make(Op::Phi, ir::float_type(4), {v1, v0}));
  const ir::Module result = after(eliminate_dead_code, module);
  EXPECT_EQ(count(result, Op::If), 1u);
  EXPECT_EQ(count(result, Op::Phi), 1u);
}

TEST_F(DeadTest, RemovesAnIfThatNothingNeeds) {
  open_if({v0, 0}, {fc0, 0});
  close_if();
  build.make(Op::Phi, ir::float_type(4), {v1, v0});
  store(v0);
  EXPECT_EQ(after(eliminate_dead_code, module).body.size(), 2u);
}

}  // namespace
}  // namespace agal::opt
