// Behavior that AGAL leaves open: both choices of each option.
#include "agal/validate.hpp"
#include "interpret/interpret_support.hpp"

namespace agal::test {
namespace {

InterpretOptions with(void (*change)(Semantics&)) {
  InterpretOptions options;
  change(options.semantics);
  return options;
}

TEST(Semantics, IfgComparesEqualValuesByOption) {
  VertexRun run;
  run.attributes = {{1, 1, 0, 0}};
  const std::string text = "mov vt0, va0.z\nifg va0.x, va0.y\nmov vt0, va0.x\neif\nmov op, vt0\n";
  EXPECT_EQ((*run(text).position)[0], 0);
  run.options = with([](Semantics& s) { s.ifg = IfgMode::GreaterEqual; });
  EXPECT_EQ((*run(text).position)[0], 1);
  run.attributes = {{1, 2, 0, 0}};
  EXPECT_EQ((*run(text).position)[0], 0);
  run.attributes = {{nan, nan, 0, 0}};
  EXPECT_EQ((*run(text).position)[0], 0);
}

TEST(Semantics, DomainAppliesToNegativeInputs) {
  const InterpretOptions abs = with([](Semantics& s) { s.domain = Domain::Abs; });
  EXPECT_THAT(apply("sqt", {-4, 4, 0, -1}, abs), is(2, 2, 0, 1));
  EXPECT_THAT(apply("rsq", {-4, 4, 1, -1}, abs), is(0.5f, 0.5f, 1, 1));
  EXPECT_THAT(apply("log", {-8, 8, 1, -0.5f}, abs), is(3, 3, 0, -1));
  EXPECT_THAT(apply("pow", {-2, -2, 2, 1}, {2, 3, -1, 1}, abs), is(4, 8, 0.5f, 1));
  EXPECT_THAT(apply("sqt", {-4, 4, 0, -1}), is(nan, 2, 0, nan));
}

TEST(Semantics, NormalizeZeroAppliesToZeroVector) {
  VertexRun run;
  run.attributes = {{0, 0, 0, 5}, {0, 2, 0, 0}};
  EXPECT_THAT(*run("mov vt0, va0\nnrm vt0.xyz, vt0\nmov op, vt0\n").position, is(nan, nan, nan, 5));
  run.options = with([](Semantics& s) { s.normalize_zero = NormalizeZero::Zero; });
  EXPECT_THAT(*run("mov vt0, va0\nnrm vt0.xyz, vt0\nmov op, vt0\n").position, is(0, 0, 0, 5));
  EXPECT_THAT(*run("mov vt0, va1\nnrm vt0.xyz, vt0\nmov op, vt0\n").position, is(0, 1, 0, 0));
}

float element(float index, const InterpretOptions& options, const std::string& operand = "vc[va0.x+4].x") {
  VertexRun run;
  for (int i = 0; i < 250; ++i) run.constants.push_back({static_cast<float>(i), 0, 0, 0});
  run.attributes = {{index, 0, 0, 0}};
  run.options = options;
  return (*run("mov op, " + operand + "\n").position)[0];
}

TEST(Semantics, IndexConversionRoundsOrTruncates) {
  const InterpretOptions truncate;
  EXPECT_EQ(element(1.75f, truncate), 5);
  EXPECT_EQ(element(-1.75f, truncate), 3);
  const InterpretOptions round = with([](Semantics& s) { s.index_conversion = IndexConversion::Round; });
  EXPECT_EQ(element(1.75f, round), 6);
  EXPECT_EQ(element(1.5f, round), 6);
  EXPECT_EQ(element(1.25f, round), 5);
  EXPECT_EQ(element(-1.75f, round), 2);
  const InterpretOptions floor = with([](Semantics& s) { s.index_conversion = IndexConversion::Floor; });
  EXPECT_EQ(element(1.75f, floor), 5);
  EXPECT_EQ(element(-1.25f, floor), 2);
}

TEST(Semantics, OffsetSignAppliesToHighOffsets) {
  EXPECT_EQ(element(1, {}, "vc[va0.x+236].x"), 237);
  EXPECT_EQ(element(30, with([](Semantics& s) { s.offset_sign = OffsetSign::Signed; }), "vc[va0.x+236].x"), 10);
  EXPECT_EQ(element(5, with([](Semantics& s) { s.offset_sign = OffsetSign::Signed; }), "vc[va0.x+236].x"), 0);
}

TEST(Semantics, ClampIndexLimitsRelativeAddress) {
  EXPECT_EQ(element(1000, {}), 249);
  const InterpretOptions open = with([](Semantics& s) { s.clamp_index = false; });
  EXPECT_EQ(element(7, open), 11);
  EXPECT_EQ(element(1000, open), 0);
  EXPECT_EQ(element(-1000, open), 0);
  EXPECT_EQ(element(infinity, open), 0);
  EXPECT_EQ(element(nan, open), 0);
}

TEST(Semantics, UnwrittenComponentsAreZeroOrUndefined) {
  VertexRun run;
  run.attributes = {{1, 2, 3, 4}};
  const std::string text = "mov vt0.x, va0\nmov op, vt0\n";
  EXPECT_THAT(*run(text).position, is(1, 0, 0, 0));
  run.options.semantics.unwritten = Unwritten::Undefined;
  EXPECT_THAT(*run(text).position, is(1, nan, nan, nan));
  run.options.undefined = 77;
  EXPECT_THAT(*run(text).position, is(1, 77, 77, 77));
}

// The interpreter runs reserved opcodes. `validate` reports whether players accept them.
TEST(Semantics, ReservedOpcodesRun) {
  VertexRun run;
  run.attributes = {{-3, 0, 5, -0.5f}};
  EXPECT_THAT(*run("sgn op, va0\n").position, is(-1, 0, 1, -1));
}

}  // namespace
}  // namespace agal::test
