// Complete outputs of a readable selection of our corpus, under tests/golden/expected: IR, SPIR-V, the texts
// of agalc's own writer, and reflection. They make each change of the output visible in a review. `./tools/dev/bless`
// rewrites them.
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"
#include "support/corpus.hpp"
#include "support/golden.hpp"

namespace agal::test {
namespace {

// One program for each important feature: branches and phis, kil, matrices and relative addressing, several outputs,
// depth, derivatives, features that a target does not have.
constexpr std::array<std::string_view, 10> selection{"techniques/phong.frag",
                                                     "techniques/dissolve.frag",
                                                     "techniques/skin_smooth.vert",
                                                     "techniques/gbuffer.frag",
                                                     "techniques/impostor_sphere.frag",
                                                     "techniques/instancing.vert",
                                                     "techniques/shadow_compare.frag",
                                                     "isa/branch_nested.frag",
                                                     "isa/branch_tex.frag",
                                                     "isa/aliasing.vert"};

Program program_of(std::string_view name) {
  const std::string path = "corpus/" + std::string(name) + ".agal";
  Result<Program> program = load_program(read_file(std::string(AGAL_SOURCE_DIR) + "/" + path), path);
  EXPECT_TRUE(program) << render_text(program.diagnostics());
  return program ? *std::move(program) : Program{};
}

class Golden : public testing::TestWithParam<std::string_view> {
 protected:
  static std::string file(std::string_view suffix) {
    return "tests/golden/expected/" + std::string(GetParam()) + std::string(suffix);
  }

  // The product, or the messages.
  static std::string product(Target target) {
    CompileOptions options;
    options.target = target;
    if (info(target).family != TargetFamily::SpirV) options.writer = Writer::Own;
    const Result<Compilation> compiled = compile(program_of(GetParam()), options);
    return compiled ? compiled->text : render_text(compiled.diagnostics());
  }
};

TEST_P(Golden, Ir) {
  CompileOptions options;
  std::string last;
  options.on_step = [&](std::string_view step, std::string_view text) {
    if (step.substr(0, 2) == "ir") last = text;
  };
  ASSERT_TRUE(compile(program_of(GetParam()), options));
  expect_golden(file(".ir"), last);
}

TEST_P(Golden, Spvasm) { expect_golden(file(".spvasm"), product(Target::Spvasm)); }
TEST_P(Golden, Essl100) { expect_golden(file(".essl100.glsl"), product(Target::Essl100)); }
TEST_P(Golden, Msl21) { expect_golden(file(".msl21.metal"), product(Target::Msl21)); }
TEST_P(Golden, Hlsl50) { expect_golden(file(".hlsl50.hlsl"), product(Target::Hlsl50)); }

TEST_P(Golden, Reflection) {
  const Result<Compilation> compiled = compile(program_of(GetParam()), {});
  ASSERT_TRUE(compiled);
  expect_golden(file(".reflect.json"), compiled->reflection);
}

INSTANTIATE_TEST_SUITE_P(Selection, Golden, testing::ValuesIn(selection), [](const auto& suite) {
  std::string name(suite.param);
  for (char& c : name)
    if (c == '/' || c == '.') c = '_';
  return name;
});

}  // namespace
}  // namespace agal::test
