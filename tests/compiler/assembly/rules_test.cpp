// The rules of the assembler: the bad and the good program of each, and the rules without programs.
#include <fmt/format.h>

#include <algorithm>

#include "assembly_support.hpp"
#include "support/example.hpp"

namespace agal {
namespace {

using namespace agal::test;

bool is_lenient(const RuleInfo& rule) { return rule.slug.starts_with("lenient-"); }

Diagnostics run(std::string_view example, bool lenient) {
  return load_program(example_bytes(example), {}, {{}, {}, lenient}).diagnostics();
}

TEST(AssemblyRules, BadProgramsBreakOnlyTheirRule) {
  for (const RuleInfo& rule : all_rules()) {
    if (rule.phase != Phase::Assemble || rule.bad.empty()) continue;
    EXPECT_EQ(codes(run(rule.bad, is_lenient(rule))), Codes{rule.code}) << rule.slug;
  }
}

TEST(AssemblyRules, GoodProgramsAreAccepted) {
  for (const RuleInfo& rule : all_rules()) {
    if (rule.phase != Phase::Assemble || rule.good.empty()) continue;
    EXPECT_EQ(codes(run(rule.good, is_lenient(rule))), Codes{}) << rule.slug;
  }
}

TEST(AssemblyRules, OnlyErrorsRejectTheProgram) {
  for (const RuleInfo& rule : all_rules()) {
    if (rule.phase != Phase::Assemble || rule.bad.empty()) continue;
    const auto program = load_program(example_bytes(rule.bad), {}, {{}, {}, is_lenient(rule)});
    EXPECT_EQ(program.has_value(), rule.severity != Severity::Error) << rule.slug;
  }
}

TEST(AssemblyRules, HaveExamples) {
  for (const RuleInfo& rule : all_rules()) {
    if (rule.phase != Phase::Assemble || rule.code == 2004 || rule.code == 2005 || rule.code == 2067) continue;
    EXPECT_FALSE(rule.bad.empty() || rule.good.empty()) << rule.slug;
  }
}

TEST(AssemblyRules, LenientRulesApplyOnlyInLenientMode) {
  for (const RuleInfo& rule : all_rules()) {
    if (rule.phase != Phase::Assemble || !is_lenient(rule)) continue;
    EXPECT_FALSE(run(rule.bad, false).contains(rule.code)) << rule.slug;
  }
}

TEST(AssemblyRules, MessagesHaveLocations) {
  for (const RuleInfo& rule : all_rules()) {
    if (rule.phase != Phase::Assemble || rule.bad.empty()) continue;
    // Messages about the whole text do not have a line.
    if (rule.code == 2003 || rule.code == 2010) continue;
    for (const Diagnostic& diagnostic : run(rule.bad, is_lenient(rule))) {
      EXPECT_TRUE(diagnostic.location.line && diagnostic.location.column) << rule.slug;
      EXPECT_FALSE(diagnostic.snippet.empty()) << rule.slug;
      EXPECT_GT(diagnostic.caret_length, 0u) << rule.slug;
      EXPECT_LE(diagnostic.caret, diagnostic.snippet.size()) << rule.slug;
    }
  }
}

TEST(Messages, CaretMarksOperand) {
  const auto result = assemble("mov vt0, va0\n\tmov  vt1, bogus0 // why", "a.vert.agal");
  ASSERT_EQ(result.diagnostics().size(), 1u);
  const Diagnostic& diagnostic = result.diagnostics()[0];
  EXPECT_EQ(diagnostic.location.file, "a.vert.agal");
  EXPECT_EQ(diagnostic.location.line, 2u);
  EXPECT_EQ(diagnostic.location.column, 12u);
  EXPECT_EQ(diagnostic.snippet, " mov  vt1, bogus0 // why");
  EXPECT_EQ(diagnostic.snippet.substr(diagnostic.caret, diagnostic.caret_length), "bogus0");
}

TEST(Messages, ReportsAllErrorsOfLineAndText) {
  EXPECT_EQ(codes_of("mov q0, q1\nfoo\nadd vt0\nmov vt0, va0.q"), (Codes{2030, 2030, 2020, 2021, 2032}));
}

TEST(Messages, ReportsErrorsOfEachOperandOnce) {
  const auto result = assemble("mul vt0.q, va0.t, vc0.u", {}, vertex());
  ASSERT_EQ(codes(result.diagnostics()), (Codes{2032, 2032, 2032}));
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(result.diagnostics()[i].location.column, (std::array{9u, 16u, 23u})[i]);
}

TEST(Messages, CountsEveryLineBreak) {
  const auto result = assemble("mov vt0, va0\r\nmov vt0, va0\rmov vt0, va0\fmov vt0, va0\vfoo vt0", {}, vertex());
  ASSERT_EQ(result.diagnostics().size(), 1u);
  EXPECT_EQ(result.diagnostics()[0].location.line, 5u);
}

TEST(Messages, TruncatesLongLinesAroundOperand) {
  const std::string blanks(5000, ' ');
  const auto result = assemble("mov vt0," + blanks + "q0" + blanks, {}, vertex());
  ASSERT_EQ(codes(result.diagnostics()), Codes{2030});
  const Diagnostic& diagnostic = result.diagnostics()[0];
  EXPECT_LT(diagnostic.snippet.size(), 200u);
  EXPECT_EQ(diagnostic.snippet.substr(diagnostic.caret, diagnostic.caret_length), "q0");
  EXPECT_EQ(diagnostic.location.column, 5009u);
}

TEST(Messages, TruncatesLongWords) {
  const auto result = assemble(std::string(100'000, 'q'), {}, vertex());
  ASSERT_EQ(codes(result.diagnostics()), Codes{2020});
  EXPECT_LT(result.diagnostics()[0].message.size(), 100u);
}

TEST(Messages, OmitsControlCharacters) {
  const auto result = assemble("mov vt0, \x1b[31mva0 \x07", {}, vertex());
  ASSERT_EQ(codes(result.diagnostics()), Codes{2006});
  EXPECT_EQ(render_text(result.diagnostics()).find('\x1b'), std::string::npos);
}

TEST(Messages, ShowsWholeUtf8Characters) {
  const auto result = assemble("mov vt0 \xe2\x86\x90 va0", {}, vertex());
  ASSERT_EQ(codes(result.diagnostics()), Codes{2006});
  EXPECT_EQ(result.diagnostics()[0].message, "unexpected '\xe2\x86\x90'");
}

TEST(Messages, StopsAfterThousandErrors) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "foo\n";
  const auto result = assemble(text, {}, vertex());
  EXPECT_EQ(result.diagnostics().size(), 1001u);
  EXPECT_EQ(result.diagnostics()[1000].code, 2004u);
}

TEST(Messages, CountsWarningsBeyondThousand) {
  std::string text = "mov vt0, va0\n";
  for (int i = 0; i < 5000; ++i) text += "foo\n";
  const auto result = assemble(text, {}, lenient(Stage::Vertex));
  ASSERT_TRUE(result);
  EXPECT_EQ(result.diagnostics().size(), 1001u);
  EXPECT_EQ(result.diagnostics()[1000].message, "further warnings are not shown: 4000");
}

TEST(Messages, UsesSingularForOneOperand) {
  EXPECT_EQ(assemble("kil ft0, ft1", {}, {Stage::Fragment, {}, false}).diagnostics()[0].message,
            "'kil' takes 1 operand, found 2");
  EXPECT_EQ(assemble("mov oc", {}, {Stage::Fragment, {}, false}).diagnostics()[0].message,
            "'mov' takes 2 operands, found 1");
}

TEST(Text, SkipsByteOrderMark) { EXPECT_EQ(tokens("\xef\xbb\xbfmov vt0, va0", vertex()).size(), 1u); }

TEST(Text, RejectsIllFormedUtf8) {
  for (const char* bytes : {"\x80", "\xc0\xaf", "\xc3", "\xe0\x80\x80", "\xed\xa0\x80", "\xf0\x80\x80\x80",
                            "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "\xe2\x82"})
    EXPECT_EQ(codes_of(std::string("mov vt0, va0 // ") + bytes, vertex()), Codes{2002});
  for (const char* bytes : {"\xc3\xa4", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xf4\x8f\xbf\xbf", "\xed\x9f\xbf"})
    EXPECT_EQ(codes_of(std::string("mov vt0, va0 // ") + bytes, vertex()), Codes{});
}

TEST(Text, MessagesAboutIllFormedTextAreWellFormed) {
  const auto result = assemble("ok\n  \xff\xfe", {}, vertex());
  ASSERT_EQ(codes(result.diagnostics()), Codes{2002});
  EXPECT_EQ(result.diagnostics()[0].location.line, 2u);
  EXPECT_EQ(result.diagnostics()[0].location.column, 3u);
  EXPECT_EQ(result.diagnostics()[0].snippet, "  ?");
}

TEST(Text, RejectsNul) {
  EXPECT_EQ(codes_of(std::string_view("mov vt0, va0\n\0", 14), vertex()), Codes{2001});
  EXPECT_EQ(codes_of(std::string_view("\0", 1), vertex()), Codes{2001});
}

TEST(Text, RejectsTextWithoutInstructions) {
  for (const char* text : {"", "\n\n", "  // nothing", "\xef\xbb\xbf"})
    EXPECT_EQ(codes_of(text, vertex()), Codes{2003});
}

TEST(LoadProgram, FirstByteSelectsForm) {
  EXPECT_EQ(codes(load_program({}).diagnostics()), Codes{3615});
  EXPECT_EQ(codes(load_program(from_hex("a0")).diagnostics()), Codes{3615});
  EXPECT_TRUE(load_program(to_bytes("mov vt0, va0")));
  EXPECT_TRUE(load_program(to_bytes("mov v0, v1"), "a.frag.agal"));
  const auto binary = load_program(example_bytes(find_rule(std::uint16_t{3616})->good), "x");
  ASSERT_TRUE(binary);
  EXPECT_EQ(binary->name, "x");
}

TEST(Positions, RecordsLineAndColumnOfEachToken) {
  const auto program =
      assemble("// one\n  mov vt0, va0\n\n.token 0 0x030f0000 0xe400000000 0\nmov op, vt0", {}, vertex());
  ASSERT_TRUE(program) << render_text(program.diagnostics());
  ASSERT_EQ(program->positions.size(), 3u);
  EXPECT_EQ(program->positions[0].line, 2u);
  EXPECT_EQ(program->positions[0].column, 3u);
  EXPECT_EQ(program->positions[1].line, 4u);
  EXPECT_EQ(program->positions[2].line, 5u);
}

}  // namespace
}  // namespace agal
