// Compares outputs of some programs in corpus/ with tests/compiler/golden/expected: SPIR-V, reflection, and the texts
// of both writers. The files make each change of the output visible in a review. They contain all outputs of one
// program, the texts of another, and checksums of the others. `./tools/lab/bless` rewrites the files.
// The text files of lower, opt, spirv and writer show the output of single features.
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
// depth, derivatives, and features that a target does not have.
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

constexpr std::array<Target, 5> text_targets{Target::Glsl120, Target::Essl100, Target::Wgsl, Target::Msl21,
                                             Target::Hlsl50};

Program program_of(std::string_view name) {
  const std::string path = "corpus/" + std::string(name) + ".agal";
  Result<Program> program = load_program(read_file(std::string(AGAL_SOURCE_DIR) + "/" + path), path);
  EXPECT_TRUE(program) << render_text(program.diagnostics());
  return program ? *std::move(program) : Program{};
}

// Returns the output, or the messages.
std::string output_of(std::string_view name, Target target, Writer writer, std::string Compilation::*output) {
  CompileOptions options;
  options.target = target;
  if (info(target).family != TargetFamily::SpirV) options.writer = writer;
  const Result<Compilation> compiled = compile(program_of(name), options);
  return compiled ? *compiled.*output : render_text(compiled.diagnostics());
}

std::string text_of(std::string_view name, Target target, Writer writer = Writer::Own) {
  return output_of(name, target, writer, &Compilation::text);
}

std::string reflection_of(std::string_view name) {
  return output_of(name, Target::Spv, Writer::Own, &Compilation::reflection);
}

// Computes FNV-1a.
std::uint64_t checksum(std::string_view text) {
  std::uint64_t sum = 0xcbf2'9ce4'8422'2325;
  for (const char byte : text) sum = (sum ^ static_cast<std::uint8_t>(byte)) * 0x100'0000'01b3;
  return sum;
}

// Returns the IR before it becomes SPIR-V.
std::string ir_of(std::string_view name) {
  CompileOptions options;
  std::string last;
  options.on_step = [&](std::string_view step, std::string_view text) {
    if (step.starts_with("ir")) last = text;
  };
  EXPECT_TRUE(compile(program_of(name), options));
  return last;
}

void expect_text(std::string_view name, Target target) {
  expect_golden(fmt::format("tests/compiler/golden/expected/{}{}", name, info(target).suffix), text_of(name, target));
}

TEST(Golden, TextsOfRelativeAddressing) {
  for (const Target target : {Target::Essl100, Target::Msl21, Target::Hlsl50})
    expect_text("techniques/skin_smooth.vert", target);
}

TEST(Golden, TextsSpirVAndReflectionOfBranchAndTextures) {
  for (const Target target : {Target::Glsl120, Target::Essl100, Target::Msl21, Target::Hlsl50, Target::Spvasm})
    expect_text("isa/branch_tex.frag", target);
  expect_golden("tests/compiler/golden/expected/isa/branch_tex.frag.reflect.json",
                reflection_of("isa/branch_tex.frag"));
}

// The file has a line for each program and output.
TEST(Golden, Checksums) {
  std::string sums;
  const auto add = [&](std::string_view name, std::string_view output, std::string_view text) {
    sums += fmt::format("{:016x} {} {}\n", checksum(text), name, output);
  };
  for (const std::string_view name : selection) {
    add(name, "ir", ir_of(name));
    add(name, "spvasm", text_of(name, Target::Spvasm));
    add(name, "reflection", reflection_of(name));
    for (const Target target : text_targets) {
      add(name, fmt::format("{} own", info(target).name), text_of(name, target));
      if (target == Target::Wgsl) continue;  // SPIRV-Cross does not support WGSL
      add(name, fmt::format("{} cross", info(target).name), text_of(name, target, Writer::Cross));
    }
  }
  expect_golden("tests/compiler/golden/expected/checksums.txt", sums);
}

}  // namespace
}  // namespace agal::test
