// The trace of the interpreter as text.
#include <cmath>

#include "interpret/interpret_support.hpp"

namespace agal::test {
namespace {

TEST(Trace, IsEmptyByDefault) {
  VertexRun run;
  EXPECT_TRUE(run("mov op, va0\n").trace.steps.empty());
}

TEST(Trace, ListsTokensOfVertexProgram) {
  const std::string text =
      "mov vt0, va0\nadd vt0.xz, va0, va0\nifg va0.x, va0.y\nmov vt0.w, va0.x\nels\nmov vt0.w, va0.y\neif\nmov op, "
      "vt0\n";
  VertexRun run;
  run.options.trace = true;
  run.attributes = {{1, 2.5f, 3, infinity}};
  const VertexOutput out = run(text);
  EXPECT_EQ(format_trace(assembled(text, Stage::Vertex), out.trace),
            "    1  mov vt0, va0\n"
            "        vt0 = (1, 2.5, 3, inf)\n"
            "    2  add vt0.xz, va0, va0\n"
            "        vt0.xz = (2, 6)\n"
            "    3  ifg va0.x, va0.y  ; no\n"
            "    4  mov vt0.w, va0.x  ; not reached\n"
            "    5  els\n"
            "    6  mov vt0.w, va0.y\n"
            "        vt0.w = (2.5)\n"
            "    7  eif\n"
            "    8  mov op, vt0\n"
            "        op = (2, 2.5, 6, 2.5)\n");
}

TEST(Trace, PrintsNanWithoutSign) {
  VertexRun run;
  run.options.trace = true;
  run.attributes = {{nan, std::copysign(nan, -1.0f), 1, 1}};
  const VertexOutput out = run("mov op, va0\n");
  EXPECT_EQ(format_trace(assembled("mov op, va0\n", Stage::Vertex), out.trace),
            "    1  mov op, va0\n"
            "        op = (nan, nan, 1, 1)\n");
  EXPECT_EQ(format_outputs(out, OutputFormat::Text), "op = (nan, nan, 1, 1)\n");
}

TEST(Trace, ListsTokensOfQuad) {
  const std::string text = "mov ft0, v0\nifg v0.x, v0.y\nmov ft0.y, v0.x\nkil ft0.w\neif\nmov oc, ft0\n";
  QuadRun run;
  run.options.trace = true;
  run.varyings = {{{{1, 0, 0, -1}}, {{0, 0, 0, -1}}, {{2, 0, 0, 1}}, {{0, 0, 0, 1}}}};
  const QuadOutput out = run(text);
  const std::string trace = format_trace(assembled(text, Stage::Fragment), out.trace);
  EXPECT_EQ(trace.substr(0, trace.find("    5  eif")),
            "    1  mov ft0, v0\n"
            "        ft0 [0] = (1, 0, 0, -1)\n"
            "        ft0 [1] = (0, 0, 0, -1)\n"
            "        ft0 [2] = (2, 0, 0, 1)\n"
            "        ft0 [3] = (0, 0, 0, 1)\n"
            "    2  ifg v0.x, v0.y  ; yes: 0 2\n"
            "    3  mov ft0.y, v0.x\n"
            "        ft0.y [0] = (1)\n"
            "        ft0.y [1] = (0)  (not in this branch)\n"
            "        ft0.y [2] = (2)\n"
            "        ft0.y [3] = (0)  (not in this branch)\n"
            "    4  kil ft0.w  ; kills: 0\n");
  ASSERT_EQ(out.trace.steps.size(), 6u);
  EXPECT_EQ(out.trace.steps[2].active, 0b0101);
  EXPECT_EQ(out.trace.steps[4].active, 0b1111);
}

}  // namespace
}  // namespace agal::test
