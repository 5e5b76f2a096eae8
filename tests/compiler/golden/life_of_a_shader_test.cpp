// Tests docs/life-of-a-shader.md, which shows one program after each step of --print-after-all.
#include <gtest/gtest.h>

#include <string>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"
#include "support/golden.hpp"

namespace agal::test {
namespace {

constexpr std::string_view source = R"(//! agal 1 fragment
// A picture that fades out where a mask is dark.
//
// fc0       threshold
// textures  fs0 picture, fs1 mask

tex ft0, v0, fs1 <2d, linear, repeat>
sub ft0.x, ft0.x, fc0.x     // mask minus threshold
kil ft0.x
tex ft1, v0, fs0 <2d, linear, repeat, miplinear>
mul oc, ft1, ft0.x
)";

constexpr std::string_view introduction = R"(# The life of a shader

This page is the output of `agalc compile fade.frag.agal --print-after-all --target essl100`: the program after each step
that changes it. Watch the `kil` (discard if below zero; `kill` in the IR): a pass moves it from before the second
texture fetch to after it. [ir.md](ir.md) explains the notation, [mapping.md](mapping.md) the translation of each feature.
`./tools/lab/bless` updates this page.

## The source

)";

std::string fenced(std::string_view language, std::string_view text) {
  std::string out = "```" + std::string(language) + "\n" + std::string(text);
  while (out.back() == '\n') out.pop_back();
  return out + "\n```\n\n";
}

TEST(LifeOfAShader, PageIsUpToDate) {
  const Result<Program> program = assemble(source, "fade.frag.agal");
  ASSERT_TRUE(program) << render_text(program.diagnostics());
  std::string page(introduction);
  page += fenced("", source);
  CompileOptions options;
  options.target = Target::Essl100;
  options.on_step = [&](std::string_view step, std::string_view text) {
    EXPECT_NE(step_summary(step), "") << step << " has no row in src/compiler/translate/steps.def";
    page += "## " + std::string(step) + "\n\n" + std::string(step_summary(step)) + "\n\n";
    page += fenced(find_target(step) != nullptr ? "glsl" : "", text);
  };
  ASSERT_TRUE(compile(*program, options));
  page.pop_back();
  expect_golden("docs/life-of-a-shader.md", page);
}

}  // namespace
}  // namespace agal::test
