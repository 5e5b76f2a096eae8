// Tests docs/life-of-a-shader.md, which shows one program after each step of --print-after-all.
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

This is what `agalc compile --print-after-all --target essl100 corpus/techniques/dissolve.frag.agal` prints, step by
step, as one page. Steps that change nothing say nothing. `./tools/dev/bless` writes this page and a test keeps it fresh;
[ir.md](ir.md) explains the notation, [mapping.md](mapping.md) how each feature is translated.

The program burns a picture away: where a noise texture is below a threshold the pixel is dropped, and just above it
the edge glows. Watch the `kil`: it stands before the second texture fetch, and ends behind it.

## The source

)";

std::string fenced(std::string_view language, std::string_view text) {
  std::string out = "```" + std::string(language) + "\n" + std::string(text);
  while (out.back() == '\n') out.pop_back();
  return out + "\n```\n\n";
}

TEST(LifeOfAShader, PageIsUpToDate) {
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
  // Adds the steps of SPIR-V that differ.
  page += "## Instead, for SPIR-V\n\nWith `--target spv`, the last steps differ.\n\n";
  options.target = Target::Spv;
  const std::string text_steps = page;
  options.on_step = [&](std::string_view step, std::string_view text) {
    const std::string block = fenced("", text);
    if (text_steps.find(block) != std::string::npos) return;
    page += "### " + std::string(step) + "\n\n" + std::string(step_summary(step)) + "\n\n" + block;
  };
  ASSERT_TRUE(compile(*program, options));
  page.pop_back();
  expect_golden("docs/life-of-a-shader.md", page);
}

}  // namespace
}  // namespace agal::test
