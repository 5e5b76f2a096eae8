// The library as AGAL_WITH_KHRONOS=OFF builds it. This program contains the two files that differ, and links the
// library for all others. Only spvasm, the writer of SPIRV-Cross and the validator of SPIR-V are missing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"
#include "agal/spirv.hpp"
#include "agal/translate.hpp"
#include "khronos/spirv_tools.hpp"
#include "support/corpus.hpp"

namespace agal {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::uint16_t not_in_this_build = 4096;
constexpr std::uint16_t writer_unavailable = 4007;

std::vector<std::uint16_t> errors_of(const Diagnostics& diagnostics) {
  std::vector<std::uint16_t> codes;
  for (const Diagnostic& each : diagnostics)
    if (each.severity == Severity::Error) codes.push_back(each.code);
  return codes;
}

Program fragment() {
  Result<Program> program = assemble("tex ft0, v0, fs0 <2d, linear>\nmul oc, ft0, fc0\n");
  return *std::move(program);
}

CompileOptions to(Target target) {
  CompileOptions options;
  options.target = target;
  return options;
}

class EveryTarget : public testing::TestWithParam<Target> {};

// `write` and `translate` belong to agal::core, which does not use these libraries.
TEST_P(EveryTarget, EqualsOutputOfAgalCore) {
  ASSERT_FALSE(khronos::available());
  const CompileOptions options = to(GetParam());
  std::size_t written = 0;
  for (const test::CorpusProgram& entry : test::own_corpus().programs) {
    const Result<Program> program = load_program(entry.bytes, entry.path);
    if (!program) continue;
    const Result<Compilation> made = compile(*program, options);
    if (GetParam() == Target::Spv) {
      const Result<std::vector<std::uint32_t>> expected = translate(*program, options);
      ASSERT_EQ(made.has_value(), expected.has_value()) << entry.path;
      if (made) {
        EXPECT_EQ(made->spirv, *expected) << entry.path;
      }
    } else {
      const Result<std::string> expected = write(*program, options);
      ASSERT_EQ(made.has_value(), expected.has_value()) << entry.path;
      if (made) {
        EXPECT_EQ(made->text, *expected) << entry.path;
      } else {
        EXPECT_EQ(errors_of(made.diagnostics()), errors_of(expected.diagnostics())) << entry.path;
      }
    }
    if (made) ++written;
  }
  EXPECT_GT(written, 90u);
}

TEST_P(EveryTarget, DoesNotDependOnValidator) {
  CompileOptions options = to(GetParam());
  const Result<Compilation> expected = compile(fragment(), options);
  ASSERT_TRUE(expected);
  for (const bool validates : {true, false}) {
    options.validate_spirv = validates;
    const Result<Compilation> made = compile(fragment(), options);
    ASSERT_TRUE(made) << validates;
    EXPECT_TRUE(made.diagnostics().empty()) << validates;
    EXPECT_EQ(made->text, expected->text) << validates;
    EXPECT_EQ(made->spirv, expected->spirv) << validates;
    EXPECT_EQ(made->reflection, expected->reflection) << validates;
  }
}

TEST_P(EveryTarget, RejectsSpirvCrossAsWriter) {
  CompileOptions options = to(GetParam());
  options.writer = Writer::Cross;
  const std::vector<std::uint16_t> errors = errors_of(compile(fragment(), options).diagnostics());
  switch (info(info(GetParam()).family).writers) {
    case Writers::Words: EXPECT_THAT(errors, ElementsAre()); break;
    case Writers::Own: EXPECT_THAT(errors, ElementsAre(writer_unavailable)); break;
    case Writers::OwnOrCross:
    case Writers::CrossOrOwn: EXPECT_THAT(errors, ElementsAre(not_in_this_build)); break;
  }
}

std::vector<Target> all_but_spvasm() {
  std::vector<Target> targets;
  for (const TargetInfo& row : target_table)
    if (row.target != Target::Spvasm) targets.push_back(row.target);
  return targets;
}

INSTANTIATE_TEST_SUITE_P(WithoutKhronos, EveryTarget, testing::ValuesIn(all_but_spvasm()), [](const auto& param) {
  std::string name(agal::info(param.param).name);
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
});

TEST(WithoutKhronos, RejectsSpvasm) {
  const Result<Compilation> made = compile(fragment(), to(Target::Spvasm));
  ASSERT_THAT(errors_of(made.diagnostics()), ElementsAre(not_in_this_build));
  EXPECT_THAT(made.diagnostics()[0].message, HasSubstr("spvasm needs SPIRV-Tools"));
  EXPECT_THAT(made.diagnostics()[0].help, HasSubstr("AGAL_WITH_KHRONOS"));
}

TEST(WithoutKhronos, DisassemblyIsUnavailable) {
  const Result<Compilation> made = compile(fragment(), to(Target::Spv));
  ASSERT_TRUE(made);
  EXPECT_THAT(spirv_text(made->spirv), HasSubstr("does not have SPIRV-Tools"));
}

TEST(WithoutKhronos, LinksPairs) {
  const Result<Program> vertex = assemble("m44 op, va0, vc0\nmov v0, va1\n");
  ASSERT_TRUE(vertex);
  for (const Target target : all_but_spvasm()) {
    const Result<LinkedCompilation> pair = link(*vertex, fragment(), to(target));
    ASSERT_TRUE(pair) << info(target).name;
    EXPECT_NE(pair->vertex.text.empty(), pair->vertex.spirv.empty()) << info(target).name;
    EXPECT_NE(pair->fragment.text.empty(), pair->fragment.spirv.empty()) << info(target).name;
  }
  EXPECT_THAT(errors_of(link(*vertex, fragment(), to(Target::Spvasm)).diagnostics()), ElementsAre(not_in_this_build));
}

}  // namespace
}  // namespace agal
