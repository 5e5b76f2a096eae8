// The locations of messages. For every rule with an example program, they are inside the text of the program.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/interpret.hpp"
#include "agal/lint.hpp"
#include "base/text.hpp"
#include "support/example.hpp"
#include "support/rule_programs.hpp"

namespace agal {
namespace {

// Rules about a whole text or program. Their messages do not have a line.
const std::set<std::uint16_t> about_the_whole{
    2003, 2010,              // a text without a stage, or without an instruction
    3630, 3631, 3757,        // the stages and the versions of a pair
    3634, 3635,              // an output that is never written, or never completely
    3725,                    // a profile without the version
    6015,                    // the size of a program
    4001, 4002, 4003, 4004,  // options that do not fit the target
    4005, 4006, 4007,        //
    4008, 4009, 4013,        //
    4015, 4016, 4017, 4018,  //
    4025, 4026, 4027, 4028,  //
    4019,                    // a name of the source
    6008,                    // the number of resources that a program uses
};

// Returns true for rules about unreadable bytecode, which cannot be shown as text.
bool is_about_bytes(const RuleInfo& rule) { return rule.phase == Phase::File; }

// Returns a text that assembles to the bytecode. Tokens that assembly cannot express become `.token`.
std::string as_text(std::string_view example) {
  const std::vector<std::byte> bytes = test::example_bytes(example);
  const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (!example.starts_with("hex: a0")) return text;
  const Result<Program> program = load_program(bytes);
  EXPECT_TRUE(program) << render_text(program.diagnostics());
  return program ? disassemble(*program) : std::string();
}

struct Said {
  // The text of each stage.
  std::vector<std::string> texts;
  Diagnostics found;

  std::string_view line(const Diagnostic& diagnostic) const {
    const bool second = texts.size() > 1 && diagnostic.location.stage == Stage::Fragment;
    std::string_view text = texts[second ? 1 : 0];
    for (std::uint32_t number = 1; number < diagnostic.location.line; ++number)
      text.remove_prefix(std::min(text.find_first_of(base::line_ends) + 1, text.size()));
    return text.substr(0, text.find_first_of(base::line_ends));
  }
};

Diagnostics linted(const test::RuleProgram& program) {
  LintOptions options;
  options.profile = program.options.validation.profile;
  return lint(program.program, options);
}

Said said_of(const RuleInfo& rule) {
  constexpr std::string_view separator = "\n---\n";
  Said said;
  const std::size_t at = rule.bad.find(separator);
  said.texts.push_back(as_text(rule.bad.substr(0, at)));
  if (at != std::string_view::npos) said.texts.push_back(as_text(rule.bad.substr(at + separator.size())));
  if (rule.phase == Phase::Assemble) {
    const bool lenient = rule.slug.starts_with("lenient-");
    said.found = load_program(test::to_bytes(said.texts[0]), {}, {{}, {}, lenient}).diagnostics();
    return said;
  }
  const std::string both =
      at == std::string_view::npos ? said.texts[0] : said.texts[0] + std::string(separator) + said.texts[1];
  test::RuleProgram program = test::load_rule_program(at == std::string_view::npos ? said.texts[0] : both);
  EXPECT_TRUE(program.loads) << render_text(program.load_diagnostics) << both;
  program.options = test::rule_options(rule.bad).value_or(program.options);
  if (rule.phase == Phase::Target)
    said.found = compile(program.program, program.options).diagnostics();
  else
    said.found = rule.phase == Phase::Lint ? linted(program) : test::check(program);
  return said;
}

class DiagnosticLocation : public testing::TestWithParam<const RuleInfo*> {};

TEST_P(DiagnosticLocation, DiagnosticsOfRuleHaveLineAndCaret) {
  const RuleInfo& rule = *GetParam();
  const Said said = said_of(rule);
  std::size_t messages = 0;
  for (const Diagnostic& d : said.found) {
    if (d.code != rule.code) continue;
    ++messages;
    if (about_the_whole.count(rule.code) != 0) {
      EXPECT_FALSE(d.location.line || d.location.token || !d.snippet.empty()) << render_text(said.found);
      continue;
    }
    ASSERT_TRUE(d.location.line && d.location.column) << render_text(said.found);
    ASSERT_GT(d.caret_length, 0u) << render_text(said.found);
    EXPECT_TRUE(rule.phase == Phase::Assemble || d.location.token) << render_text(said.found);
    // The caret is at the column.
    const std::string_view line = said.line(d);
    ASSERT_LE(*d.location.column, line.size() + 1) << render_text(said.found);
    ASSERT_LE(d.caret, d.snippet.size());
    const std::string_view meant = line.substr(*d.location.column - 1, d.caret_length);
    const std::string_view shown = std::string_view(d.snippet).substr(d.caret, d.caret_length);
    EXPECT_EQ(meant.size(), shown.size()) << render_text(said.found);
    if (rule.phase != Phase::Assemble) {
      EXPECT_EQ(d.snippet, line);
    }
  }
  EXPECT_GT(messages, 0u) << render_text(said.found);
}

std::vector<const RuleInfo*> rules_with_text() {
  std::vector<const RuleInfo*> out;
  for (const RuleInfo& rule : all_rules())
    if (!rule.bad.empty() && !is_about_bytes(rule)) out.push_back(&rule);
  return out;
}

INSTANTIATE_TEST_SUITE_P(Registry, DiagnosticLocation, testing::ValuesIn(rules_with_text()),
                         [](const auto& param) { return code_name(param.param->code); });

TEST(DiagnosticLocations, RulesAboutWholeProgramsHavePrograms) {
  const std::vector<const RuleInfo*> rules = rules_with_text();
  EXPECT_GT(rules.size(), 100u);
  for (const std::uint16_t code : about_the_whole)
    EXPECT_TRUE(std::any_of(rules.begin(), rules.end(), [&](const RuleInfo* r) { return r->code == code; })) << code;
}

Program textual(std::string_view text) {
  Result<Program> program = assemble(text, "d.agal");
  EXPECT_TRUE(program) << render_text(program.diagnostics());
  return program ? *std::move(program) : Program{};
}

constexpr std::string_view two_dimensions =
    "//! agal 1 fragment\n"
    "tex ft0, v0, fs0 <2d, linear>\n"
    "\ttex  ft1 v0 fs0<cube,linear,miplinear> // the sky\n"
    "add oc, ft0, ft1\n";

TEST(DiagnosticLocations, SamplerWithTwoDimensionsIsLocatedAtOperand) {
  CompileOptions options;
  options.validation.level = ValidationLevel::Off;
  EXPECT_EQ(render_text(compile(textual(two_dimensions), options).diagnostics()),
            "d.agal:3:14: error[AGAL4090]: sampler fs0 is used with two dimensions: 2d and cube\n"
            "  token 2, source 2, fragment program\n"
            "   |  tex  ft1 v0 fs0<cube,linear,miplinear> // the sky\n"
            "   |              ^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
            "  help: a texture has one dimension; use another sampler register for the other texture\n");
}

TEST(DiagnosticLocations, MissingOrWrongTextureIsLocatedAtOperand) {
  const Program program = textual(two_dimensions);
  const auto said = [&](const Bindings& bindings) {
    const Result<QuadOutput> result = interpret_quad(program, bindings, {});
    return render_text(result.diagnostics());
  };
  EXPECT_EQ(said({}).substr(0, said({}).find("\nd.agal")),
            "d.agal:2:14: error[AGAL1011]: no texture is bound to fs0, which the program samples\n"
            "  token 1, source 2, fragment program\n"
            "   | tex ft0, v0, fs0 <2d, linear>\n"
            "   |              ^^^^^^^^^^^^^^^^\n"
            "  help: add a texture for it to the inputs");
  Bindings bindings;
  bindings.textures = {TextureBinding{}};  // lacks levels
  EXPECT_NE(said(bindings).find("d.agal:2:14: error[AGAL1013]"), std::string::npos) << said(bindings);
  EXPECT_NE(said(bindings).find("d.agal:3:14: error[AGAL1012]"), std::string::npos) << said(bindings);
}

// A program that was changed after assembly no longer matches its text.
TEST(DiagnosticLocations, ProgramWithoutTextHasByteOffsets) {
  Program program = textual(two_dimensions);
  program.positions.clear();
  CompileOptions options;
  options.validation.level = ValidationLevel::Off;
  const std::string said = render_text(compile(program, options).diagnostics());
  EXPECT_EQ(said.substr(0, said.find("\n  help")),
            "d.agal:0x1f: error[AGAL4090]: sampler fs0 is used with two dimensions: 2d and cube\n"
            "  token 2, source 2, fragment program\n"
            "   | tex ft1, v0, fs0 <cube, linear, miplinear, clamp>\n"
            "   |              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^");
}

}  // namespace
}  // namespace agal
