#include "passes_support.hpp"

namespace agal::opt {
namespace {

using ir::Op;
using ir::Value;
using test::all;
using test::count;
using test::position;
using test::text_of;

class MergeKillsTest : public PassTest {
 protected:
  ir::Module run() {
    return after([](ir::Module& m) { EXPECT_TRUE(merge_discards(m)); }, module);
  }
  void expect_unchanged() {
    const std::string before = text_of(module);
    EXPECT_FALSE(merge_discards(module));
    EXPECT_EQ(text_of(module), before);
  }
};

TEST_F(MergeKillsTest, TwoThatFollowOneAnother) {
  kill(condition(0));
  kill(condition(1));
  store(v0);
  const ir::Module result = run();
  ASSERT_EQ(count(result, Op::Kill), 1u);
  const ir::Inst either = result[all(result, Op::Kill)[0].arg(0)];
  ASSERT_EQ(either.op, Op::Or);
  EXPECT_EQ(result[either.arg(0)].op, Op::Less);
  EXPECT_EQ(result[either.arg(1)].op, Op::Less);
  EXPECT_NE(either.arg(0), either.arg(1));
}

TEST_F(MergeKillsTest, StandsWhereTheLastStood) {
  kill(condition(0));
  const Value sum = build.lanewise(Op::Add, v0, v1);
  kill(less({sum, 0}, {fc0, 0}));
  store(sum);
  const ir::Module result = run();
  ASSERT_EQ(count(result, Op::Kill), 1u);
  EXPECT_GT(position(result, Op::Kill), position(result, Op::Add));
  EXPECT_LT(position(result, Op::Kill), position(result, Op::StoreColor));
}

TEST_F(MergeKillsTest, HasTheTokenOfTheLast) {
  build.set_origin(3, {});
  kill(condition(0));
  build.set_origin(5, {});
  kill(condition(1));
  build.set_origin(7, {});
  store(v0);
  const ir::Inst merged = all(run(), Op::Kill).at(0);
  EXPECT_EQ(merged.token, 5u);
}

TEST_F(MergeKillsTest, ManyBecomeOne) {
  for (int i = 0; i < 1000; ++i) kill(condition(static_cast<std::uint8_t>(i % 4)));
  store(v0);
  const ir::Module result = run();
  EXPECT_EQ(count(result, Op::Kill), 1u);
  EXPECT_EQ(count(result, Op::Or), 999u);
}

TEST_F(MergeKillsTest, OneConditionNeedsNoOr) {
  const Value same = condition(0);
  kill(same);
  kill(same);
  store(v0);
  const ir::Module result = run();
  EXPECT_EQ(count(result, Op::Kill), 1u);
  EXPECT_EQ(count(result, Op::Or), 0u);
}

TEST_F(MergeKillsTest, OneAloneStays) {
  kill(condition(0));
  store(v0);
  expect_unchanged();
}

TEST_F(MergeKillsTest, AFetchKeepsThemApart) {
  kill(condition(0));
  const Value texel = build.make(Op::SampleLod, ir::float_type(4), {lanes({{v0, 0}, {v0, 1}}), lane(v0, 2)}, 0);
  kill(condition(1));
  store(texel);
  expect_unchanged();
}

TEST_F(MergeKillsTest, AnIfKeepsThemApart) {
  kill(condition(0));
  open_if({v1, 0}, {fc0, 0});
  const Value sum = build.lanewise(Op::Add, v0, v1);
  close_if();
  const Value merged = build.make(Op::Phi, ir::float_type(4), {sum, v0});
  kill(condition(1));
  store(merged);
  expect_unchanged();
}

TEST_F(MergeKillsTest, EachArmHasItsOwn) {
  kill(condition(0));
  open_if({v1, 0}, {fc0, 0});
  kill(condition(1));
  kill(condition(2));
  open_else();
  kill(condition(3));
  close_if();
  kill(condition(1));
  store(v0);
  const ir::Module result = run();
  EXPECT_EQ(count(result, Op::Kill), 4u);
  EXPECT_EQ(count(result, Op::Or), 1u);
  EXPECT_GT(position(result, Op::Or), position(result, Op::If));
  EXPECT_LT(position(result, Op::Or), position(result, Op::Else));
}

}  // namespace
}  // namespace agal::opt
