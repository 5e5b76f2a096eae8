// Complete outputs of a readable selection of our corpus, under tests/golden/expected: IR, SPIR-V, the texts
// of agalc's own writer, and reflection. They make each change of the output visible in a review. SPIR-V and
// reflection, which are long and alike, are complete for a few programs, and a checksum for the others.
// `./tools/dev/bless` rewrites them.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

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

// A vertex program with relative addressing, branches with a texture, and several outputs.
constexpr std::array<std::string_view, 3> in_full{"techniques/skin_smooth.vert", "isa/branch_tex.frag",
                                                  "techniques/gbuffer.frag"};

Program program_of(std::string_view name) {
  const std::string path = "corpus/" + std::string(name) + ".agal";
  Result<Program> program = load_program(read_file(std::string(AGAL_SOURCE_DIR) + "/" + path), path);
  EXPECT_TRUE(program) << render_text(program.diagnostics());
  return program ? *std::move(program) : Program{};
}

// The text, or the messages.
std::string text_of(std::string_view name, Target target) {
  CompileOptions options;
  options.target = target;
  if (info(target).family != TargetFamily::SpirV) options.writer = Writer::Own;
  const Result<Compilation> compiled = compile(program_of(name), options);
  return compiled ? compiled->text : render_text(compiled.diagnostics());
}

std::string reflection_of(std::string_view name) {
  const Result<Compilation> compiled = compile(program_of(name), {});
  return compiled ? compiled->reflection : render_text(compiled.diagnostics());
}

// FNV-1a.
std::uint64_t checksum(std::string_view text) {
  std::uint64_t sum = 0xcbf2'9ce4'8422'2325;
  for (const char byte : text) sum = (sum ^ static_cast<std::uint8_t>(byte)) * 0x100'0000'01b3;
  return sum;
}

class Golden : public testing::TestWithParam<std::string_view> {
 protected:
  static std::string file(std::string_view suffix) {
    return "tests/golden/expected/" + std::string(GetParam()) + std::string(suffix);
  }
};

class GoldenInFull : public Golden {};

TEST_P(Golden, Ir) {
  CompileOptions options;
  std::string last;
  options.on_step = [&](std::string_view step, std::string_view text) {
    if (step.substr(0, 2) == "ir") last = text;
  };
  ASSERT_TRUE(compile(program_of(GetParam()), options));
  expect_golden(file(".ir"), last);
}

TEST_P(Golden, Essl100) { expect_golden(file(".essl100.glsl"), text_of(GetParam(), Target::Essl100)); }
TEST_P(Golden, Msl21) { expect_golden(file(".msl21.metal"), text_of(GetParam(), Target::Msl21)); }
TEST_P(Golden, Hlsl50) { expect_golden(file(".hlsl50.hlsl"), text_of(GetParam(), Target::Hlsl50)); }

TEST_P(GoldenInFull, Spvasm) { expect_golden(file(".spvasm"), text_of(GetParam(), Target::Spvasm)); }
TEST_P(GoldenInFull, Reflection) { expect_golden(file(".reflect.json"), reflection_of(GetParam())); }

TEST(GoldenChecksums, SpvasmAndReflection) {
  std::string sums;
  for (const std::string_view name : selection)
    sums += fmt::format("{:31} {:016x} {:016x}\n", name, checksum(text_of(name, Target::Spvasm)),
                        checksum(reflection_of(name)));
  expect_golden("tests/golden/expected/checksums.txt", sums);
}

std::string test_name(const testing::TestParamInfo<std::string_view>& suite) {
  std::string name(suite.param);
  for (char& c : name)
    if (c == '/' || c == '.') c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Selection, Golden, testing::ValuesIn(selection), test_name);
INSTANTIATE_TEST_SUITE_P(Selection, GoldenInFull, testing::ValuesIn(in_full), test_name);

}  // namespace
}  // namespace agal::test
