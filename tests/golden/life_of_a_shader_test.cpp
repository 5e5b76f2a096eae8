// docs/life-of-a-shader.md: one program after each step, as --print-after-all prints it.
#include <gtest/gtest.h>

#include <string>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"
#include "support/corpus.hpp"
#include "support/golden.hpp"

namespace agal::test {
namespace {

constexpr std::string_view path = "corpus/techniques/dissolve.frag.agal";

constexpr std::string_view introduction = R"(# The life of a shader

The output of `agalc compile --print-after-all --target essl100 corpus/techniques/dissolve.frag.agal`, step by step.
Steps without changes are omitted. [ir.md](ir.md) explains the notation, [mapping.md](mapping.md) the translation of each
feature. With `--target spv`, the last step prints SPIR-V. `./tools/dev/bless` updates this page.

The program dissolves a picture: pixels are discarded if a noise texture is below a threshold, and glow just above it.
Watch the `kil`: the passes move it from before the second texture fetch to after it.

## The source

)";

std::string fenced(std::string_view language, std::string_view text) {
  std::string out = "```" + std::string(language) + "\n" + std::string(text);
  while (out.back() == '\n') out.pop_back();
  return out + "\n```\n\n";
}

TEST(LifeOfAShader, PageIsFresh) {
  const std::vector<std::byte> bytes = read_file(std::string(AGAL_SOURCE_DIR) + "/" + std::string(path));
  const Result<Program> program = load_program(bytes, std::string(path));
  ASSERT_TRUE(program) << render_text(program.diagnostics());
  std::string page(introduction);
  page += fenced("", {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  CompileOptions options;
  options.target = Target::Essl100;
  options.on_step = [&](std::string_view step, std::string_view text) {
    EXPECT_NE(step_summary(step), "") << step << " has no row in src/translation/steps.def";
    page += "## " + std::string(step) + "\n\n" + std::string(step_summary(step)) + "\n\n";
    page += fenced(find_target(step) != nullptr ? "glsl" : "", text);
  };
  ASSERT_TRUE(compile(*program, options));
  page.pop_back();
  expect_golden("docs/life-of-a-shader.md", page);
}

}  // namespace
}  // namespace agal::test
