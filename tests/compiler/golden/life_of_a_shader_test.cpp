// Tests docs/life-of-a-shader.md, which shows one program after each step of --print-after-all.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

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

This page follows a program through the steps that change it, as `agalc compile fade.frag.agal --print-after-all --target essl100` prints
them. Of each pass, it shows the lines that the pass removes and adds; values are numbered again after each pass. Watch the `kil` (discard if
below zero; `kill` in the IR): a pass moves it from before the second texture fetch to after it. [ir.md](ir.md) explains the notation,
[mapping.md](mapping.md) the translation of each feature. `./tools/lab/bless` updates this page.

## The source

)";

std::string fenced(std::string_view language, std::string_view text) {
  std::string out = "```" + std::string(language) + "\n" + std::string(text);
  while (out.back() == '\n') out.pop_back();
  return out + "\n```\n\n";
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// Returns the removed and the added lines, and the line before them. Lines that differ only in the numbers of values are equal.
std::string changes(const std::string& before, const std::string& after) {
  const auto key = [](const std::string& line) {
    return std::regex_replace(std::regex_replace(line, std::regex("%[0-9]+"), "%"), std::regex(" +"), " ");
  };
  const std::vector<std::string> old_lines = lines_of(before), new_lines = lines_of(after);
  const std::size_t m = old_lines.size(), n = new_lines.size();
  const auto equal = [&](std::size_t i, std::size_t j) { return key(old_lines[i]) == key(new_lines[j]); };
  std::vector<std::vector<int>> common(m + 1, std::vector<int>(n + 1));  // the most equal lines from line i and line j on
  for (std::size_t i = m; i-- > 0;)
    for (std::size_t j = n; j-- > 0;)
      common[i][j] = equal(i, j) ? common[i + 1][j + 1] + 1 : std::max(common[i + 1][j], common[i][j + 1]);
  std::string out, previous;
  for (std::size_t i = 0, j = 0; i < m || j < n;) {
    if (i < m && j < n && equal(i, j)) {
      previous = "  " + new_lines[j] + "\n";
      ++i, ++j;
      continue;
    }
    const bool removes = j == n || (i < m && common[i + 1][j] >= common[i][j + 1]);
    out += std::exchange(previous, "") + (removes ? "- " + old_lines[i++] : "+ " + new_lines[j++]) + "\n";
  }
  return out;
}

TEST(LifeOfAShader, PageIsUpToDate) {
  const Result<Program> program = assemble(source, "fade.frag.agal");
  ASSERT_TRUE(program) << render_text(program.diagnostics());
  std::string page(introduction), ir;
  page += fenced("", source);
  CompileOptions options;
  options.target = Target::Essl100;
  options.on_step = [&](std::string_view step, std::string_view text) {
    EXPECT_NE(step_summary(step), "") << step << " has no row in src/compiler/translate/steps.def";
    page += "## " + std::string(step) + "\n\n" + std::string(step_summary(step)) + "\n\n";
    const bool is_pass = step.starts_with("ir: ");
    page += fenced(find_target(step) != nullptr ? "glsl" : is_pass ? "diff" : "", is_pass ? changes(ir, std::string(text)) : text);
    if (step.starts_with("ir")) ir = text;
  };
  ASSERT_TRUE(compile(*program, options));
  page.pop_back();
  expect_golden("docs/life-of-a-shader.md", page);
}

}  // namespace
}  // namespace agal::test
