// Input that agalc's own writer rejects, and IR that no program produces. The text files next to it test all other
// output, and the conversion and execution tests run over the corpora.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agal/assembly.hpp"
#include "agal/limits.hpp"
#include "agal/translate.hpp"
#include "ir/builder.hpp"
#include "ir/interface.hpp"
#include "support/corpus.hpp"
#include "writer/dialect.hpp"
#include "writer/print.hpp"

namespace agal {
namespace {

using testing::HasSubstr;

std::string write(std::string_view source, Target target, TranslateOptions options = {}) {
  const Result<Program> program = assemble(source, "test");
  if (!program) return "does not assemble: " + program.diagnostics()[0].message;
  options.target = target;
  options.validation.level = ValidationLevel::Warn;
  const Result<std::string> text = agal::write(*program, options);
  return text ? *text : "rejected: " + text.diagnostics()[0].message;
}

// An entry point with the name of a function that the text calls would hide that function.
TEST(Write, RejectsEntryPointNamesUsedByText) {
  struct Language {
    Target target;
    writer::Spelling writer::OpSpelling::*spelling;
  };
  TranslateOptions options;
  for (const Language& language : {Language{Target::Wgsl, &writer::OpSpelling::wgsl},
                                   {Target::Hlsl50, &writer::OpSpelling::hlsl},
                                   {Target::Msl20, &writer::OpSpelling::msl}})
    for (const writer::OpSpelling& row : writer::spellings::table) {
      const writer::Spelling& spelling = row.*language.spelling;
      if (spelling.form != writer::Spelling::Form::Call) continue;
      options.entry_points.fragment = spelling.text;
      EXPECT_THAT(write("//! agal 1 fragment\nmov oc, v0\n", language.target, options),
                  HasSubstr("is not a valid name for an entry point of"))
          << spelling.text;
    }
}

// The IR can select with a condition for each lane. No AGAL program does.
TEST(Write, SelectsLaneByLane) {
  ir::Module module;
  module.stage = Stage::Fragment;
  ir::Builder build(module);
  const ir::Value no = build.make(ir::Op::LoadVarying, ir::float_type(4), {}, 0);
  const ir::Value yes = build.make(ir::Op::LoadUniform, ir::float_type(4), {}, 0);
  const ir::Value chosen = build.select(build.compare(ir::Op::Less, no, yes), yes, no);
  build.make(ir::Op::StoreColor, {}, {chosen}, 0);
  ASSERT_EQ(ir::verify(module), "");
  const auto print = [&](Target target) {
    target::Output options;
    options.target = target;
    if (!has(target, TargetFeature::UniformBlocks)) options.constants = ConstantsMode::Plain;
    return writer::print(module, ir::interface_of(module), options);
  };
  EXPECT_THAT(print(Target::Glsl450), HasSubstr("oc = mix(v0, fc.c[0], lessThan(v0, fc.c[0]));"));
  EXPECT_THAT(print(Target::Essl300), HasSubstr("oc = mix(v0, fc.c[0], lessThan(v0, fc.c[0]));"));
  EXPECT_THAT(print(Target::Wgsl), HasSubstr("output.oc = select(v0, fc[0], v0 < fc[0]);"));
  for (const Target target : {Target::Essl100, Target::Glsl120}) {
    EXPECT_THAT(print(target), HasSubstr("bvec4 test = lessThan(v0, fc[0]);"));
    EXPECT_THAT(print(target), HasSubstr("vec4(test.x ? fc[0].x : v0.x, test.y ? fc[0].y : v0.y, "));
  }
}

Result<std::string> nested(std::uint32_t ifs, Target target) {
  std::string source = "//! agal 2 fragment\nmul ft0, v0, fc0\n";
  for (std::uint32_t i = 0; i < ifs; ++i) source += "ifg ft0.x, v1.y\nmul ft0, ft0, fc0\n";
  for (std::uint32_t i = 0; i < ifs; ++i) source += "eif\n";
  TranslateOptions options;
  options.target = target;
  options.validation.level = ValidationLevel::Off;
  return agal::write(*assemble(source + "mov oc, ft0\n", "test"), options);
}

TEST(Write, LimitsNestingInWgsl) {
  EXPECT_TRUE(nested(60, Target::Wgsl));
  const Result<std::string> text = nested(61, Target::Wgsl);
  ASSERT_FALSE(text);
  EXPECT_EQ(text.diagnostics()[0].code, 4094);
  EXPECT_EQ(text.diagnostics()[0].location.line, 2 + 2 * 60 + 1);
  EXPECT_TRUE(nested(translatable_nesting, Target::Essl300));
}

std::string without_comments(const std::string& text) {
  std::string out;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    const std::string line = text.substr(begin, end - begin);
    out += line.substr(0, std::min(line.find("  // line "), line.find("  // token "))) + "\n";
    begin = end + 1;
  }
  return out;
}

TEST(Write, SourceLinesAreOnlyComments) {
  std::size_t named = 0;
  for (const test::CorpusProgram& each : test::own_corpus().programs) {
    const Result<Program> program = load_program(each.bytes, each.path);
    ASSERT_TRUE(program) << each.path;
    for (const Target target : {Target::Essl300, Target::Hlsl50, Target::Msl20, Target::Wgsl}) {
      TranslateOptions options;
      options.target = target;
      const Result<std::string> plain = agal::write(*program, options);
      options.debug_info = true;
      const Result<std::string> text = agal::write(*program, options);
      ASSERT_EQ(plain.has_value(), text.has_value()) << each.path;
      if (!plain) continue;
      ASSERT_EQ(without_comments(*text), *plain) << each.path;
      named += *text != *plain;
    }
  }
  EXPECT_GT(named, 400u);
}

TEST(Write, RejectsUnsupportedLanguages) {
  for (const Target target : {Target::Spv, Target::Spvasm})
    EXPECT_THAT(write("//! agal 1 fragment\nmov oc, v0\n", target), HasSubstr("agalc does not write "));
}

}  // namespace
}  // namespace agal
