// The lints, in addition to the programs of their rules.
#include "agal/lint.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"

namespace agal {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Program program_of(std::string_view text) {
  Result<Program> program = assemble(text);
  EXPECT_TRUE(program) << render_text(program.diagnostics());
  return program ? *std::move(program) : Program{};
}

std::vector<std::string> findings(const Program& program, const LintOptions& options = {}) {
  std::vector<std::string> out;
  for (const Diagnostic& d : lint(program, options))
    out.push_back(fmt::format("{}:{}", d.code, d.location.token.value_or(0)));
  return out;
}

std::vector<std::string> findings(std::string_view text, const LintOptions& options = {}) {
  return findings(program_of(text), options);
}

TEST(ResultNeverUsed, ReportsOverwrittenResults) {
  EXPECT_THAT(findings("//! agal 1 fragment\n"
                       "mov ft0, v1\n"
                       "mov ft0, v0\n"
                       "mov oc, ft0\n"),
              ElementsAre("6003:1"));
  // Components are tracked separately. Two later writes together overwrite the first result.
  EXPECT_THAT(findings("//! agal 1 fragment\n"
                       "mov ft0, v2\n"
                       "mov ft0.xy, v0\n"
                       "mov ft0.zw, v1\n"
                       "mov oc, ft0\n"),
              ElementsAre("6003:1"));
  EXPECT_THAT(findings("//! agal 1 fragment\n"
                       "mov ft0, fc0\n"
                       "mov ft0.xyz, v0\n"
                       "mov oc, ft0\n"),
              IsEmpty());
}

TEST(ResultNeverUsed, AllowsInitializationOfRegisters) {
  EXPECT_THAT(findings("//! agal 1 fragment\n"
                       "mov ft0, fc0\n"
                       "nrm ft0.xyz, v0\n"
                       "mov ft0.w, fc0\n"
                       "dp3 ft0.x, ft0.xyz, v1.xyz\n"
                       "mov oc, ft0.x\n"),
              IsEmpty());
}

TEST(InterpolatedExact, FindsCopiesAndIndices) {
  EXPECT_THAT(findings("//! agal 2 fragment\n"
                       "mov ft0, fc1\n"
                       "mov ft0.y, v0.z\n"
                       "mov ft1, fc1\n"
                       "ife ft0.y, fc0.x\n"
                       "  mov ft1, v1\n"
                       "eif\n"
                       "ine fc0.x, v0.w\n"
                       "  mov ft1, v0\n"
                       "eif\n"
                       "mov oc, ft1\n"),
              ElementsAre("6010:4", "6010:7"));
  EXPECT_THAT(findings("//! agal 3 fragment\n"
                       "mul ft0, v0, fc0.x\n"
                       "mov oc, fc[ft0.x+2]\n"),
              testing::Contains("6010:2"));
}

TEST(InterpolatedExact, AllowsRoundedValuesOrderingsAndOtherComponents) {
  EXPECT_THAT(findings("//! agal 2 fragment\n"
                       "mov ft0, v0\n"
                       "frc ft1, ft0\n"
                       "sub ft0.x, ft0.x, ft1.x\n"
                       "seq ft2, ft0.x, fc0.x\n"  // rounded
                       "slt ft3, v0, fc0\n"       // an ordering
                       "seq ft3, ft3, fc0\n"      // compares ones and zeros
                       "mul ft2, ft2, ft3\n"
                       "add ft2.xyz, ft2, ft0\n"
                       "mov oc, ft2\n"),
              IsEmpty());
}

TEST(TexturesInBranches, CountsTexturesAndNotFetches) {
  EXPECT_THAT(findings("//! agal 2 fragment\n"
                       "tex ft1, v0, fs2 <2d>\n"
                       "mov ft0, ft1\n"
                       "ifl v1.x, fc0.x\n"
                       "  tex ft0, v0, fs0 <2d>\n"
                       "eif\n"
                       "ifl v1.x, fc0.z\n"
                       "  tex ft0, v0, fs1 <2d>\n"
                       "eif\n"
                       "ifl v1.x, fc0.y\n"
                       "  tex ft0, v1, fs0 <2d>\n"
                       "eif\n"
                       "mov oc, ft0\n"),
              IsEmpty());
}

TEST(ConstantInMatrix, FindsEveryRowAndAllowsPartsOfMatrices) {
  EXPECT_THAT(findings("//! agal 1 vertex\n"
                       "m34 vt0.xyz, va0, vc8\n"
                       "mov vt0.w, va0.w\n"
                       "m44 op, vt0, vc0\n"
                       "mul v0, va1, vc10\n"
                       "add v1, va1, vc3.x\n"
                       "mul v2, va1, vc11\n"),
              ElementsAre("6012:4", "6012:5"));
  EXPECT_THAT(findings("//! agal 1 vertex\n"
                       "m44 op, va0, vc0\n"
                       "m33 vt0.xyz, va1, vc0\n"  // part of the same matrix
                       "dp4 vt0.w, va0, vc2\n"    // one component of the product
                       "mov v1, vc3\n"            // the translation
                       "mov v0, vt0\n"),
              IsEmpty());
}

TEST(DividedByOwnW, FindsReciprocalsAndStopsAtNewValues) {
  EXPECT_THAT(findings("//! agal 1 vertex\n"
                       "m44 vt0, va0, vc0\n"
                       "rcp vt1.w, vt0.w\n"
                       "mul vt0.xyz, vt1.w, vt0.xyz\n"
                       "mov op, vt0\n"),
              ElementsAre("6013:3"));
  EXPECT_THAT(findings("//! agal 1 vertex\n"
                       "m44 vt0, va0, vc0\n"
                       "rcp vt1.w, vt0.w\n"
                       "m44 vt0, va1, vc0\n"
                       "mul vt0.xyz, vt0.xyz, vt1.w\n"  // another vector's w
                       "mov op, vt0\n"),
              IsEmpty());
}

TEST(DividedByOwnW, AllowsVaryingsAndColorsInFragmentPrograms) {
  EXPECT_THAT(findings("//! agal 1 fragment\n"
                       "div ft0, v0, v0.w\n"
                       "mov oc, ft0\n"),
              IsEmpty());
  EXPECT_THAT(findings("//! agal 1 fragment\n"
                       "mov ft0, v0\n"
                       "div ft0.xyz, ft0.xyz, ft0.w\n"
                       "mov oc, ft0\n"),
              ElementsAre("6013:2"));
  EXPECT_THAT(findings("//! agal 1 fragment\n"
                       "tex ft0, v0, fs0 <2d>\n"
                       "max ft0.w, ft0.w, fc0.x\n"
                       "div ft0.xyz, ft0.xyz, ft0.w\n"  // the alpha of a color, which is not zero
                       "mov oc, ft0\n"),
              IsEmpty());
}

TEST(OutsideDomain, FindsComputedOperands) {
  const auto of = [](std::string_view lines) {
    return findings(fmt::format("//! agal 1 fragment\n{}mov oc, ft7\n", lines));
  };
  EXPECT_THAT(of("sub ft0, v0, v1\nrsq ft7, ft0.x\n"), ElementsAre("6014:2"));
  EXPECT_THAT(of("sin ft0, v0\nlog ft7, ft0\n"), ElementsAre("6014:2"));
  EXPECT_THAT(of("dp3 ft0, v0, fc0\nmul ft0, ft0, fc1\nsqt ft7, ft0\n"), ElementsAre("6014:3"));
  EXPECT_THAT(of("tex ft0, v0, fs0 <2d>\nmov ft7, fc0\nnrm ft7.xyz, ft0\n"), ElementsAre("6014:3"));
  EXPECT_THAT(of("sat ft0, v0\nrcp ft7, ft0\n"), ElementsAre("6014:2"));
  EXPECT_THAT(of("tex ft0, v0, fs0 <2d>\ndiv ft7, ft0, ft0.w\n"), ElementsAre("6014:2"));
}

TEST(OutsideDomain, TrustsInputsAndValuesInRange) {
  const auto of = [](std::string_view lines) {
    return findings(fmt::format("//! agal 1 fragment\n{}mov oc, ft7\n", lines));
  };
  EXPECT_THAT(of("pow ft7, v0, fc0\n"), IsEmpty());
  EXPECT_THAT(of("dp3 ft0, v0, v0\nrsq ft7, ft0\n"), IsEmpty());
  EXPECT_THAT(of("dp3 ft0, v0, v1\nmax ft0, ft0, fc0.x\nlog ft7, ft0\n"), IsEmpty());
  EXPECT_THAT(of("tex ft0, v0, fs0 <2d>\ndp3 ft0, ft0, fc0\npow ft7, ft0, fc1\n"), IsEmpty());  // luminance
  EXPECT_THAT(of("sub ft0, v0, v1\nabs ft0, ft0\nsqt ft7, ft0\n"), IsEmpty());
  EXPECT_THAT(of("mov ft7, fc0\nnrm ft7.xyz, v0\n"), IsEmpty());
}

TEST(OutsideDomain, FollowsBothBranches) {
  const std::string_view program =
      "//! agal 2 fragment\n"
      "mov ft0, fc1\n"
      "ifl v0.x, fc0.x\n"
      "  {} ft0, v0, v1\n"
      "els\n"
      "  mul ft0, fc1, fc2\n"
      "eif\n"
      "sqt ft0, ft0\n"
      "mov oc, ft0\n";
  EXPECT_THAT(findings(fmt::format(fmt::runtime(program), "sub")), ElementsAre("6014:7"));
  EXPECT_THAT(findings(fmt::format(fmt::runtime(program), "sge")), IsEmpty());
}

TEST(NativeBudget, CountsNativeInstructionsOfConstrainedProfileOnly) {
  std::string text = "//! agal 1 fragment\nmov ft0, v0\n";
  // Each pow has four components of three native instructions.
  for (int i = 0; i < 6; ++i) text += "pow ft0, ft0, fc0\n";
  text += "mov oc, ft0\n";
  LintOptions options;
  EXPECT_THAT(findings(text, options), IsEmpty());
  options.profile = Profile::Baseline;
  EXPECT_THAT(findings(text, options), IsEmpty());
  options.profile = Profile::BaselineConstrained;
  EXPECT_THAT(findings(text, options), ElementsAre("6015:0"));
}

TEST(NativeBudget, CountsDependentReads) {
  LintOptions options;
  options.profile = Profile::BaselineConstrained;
  const auto chain = [](int length) {
    std::string text = "//! agal 1 fragment\ntex ft0, v0, fs0 <2d>\n";  // an independent read
    for (int i = 0; i < length; ++i) text += "tex ft0, ft0, fs1 <2d>\n";
    return text + "mov oc, ft0\n";
  };
  EXPECT_THAT(findings(chain(4), options), IsEmpty());
  EXPECT_THAT(findings(chain(5), options), ElementsAre("6015:0"));
}

TEST(ResultNeverUsed, AllowsUnusedComponents) {
  EXPECT_THAT(findings("//! agal 1 fragment\n"
                       "mul ft0.xyz, v0.xyz, fc0.xyz\n"
                       "tex oc, ft0.xy, fs0 <2d, linear, mipnone, clamp>\n"),
              IsEmpty());
}

// Players require that all components of a swizzle are written, whatever the mask, so writing them is not a mistake.
TEST(ResultNeverUsed, CountsAllComponentsOfSwizzleAsRead) {
  EXPECT_THAT(findings("//! agal 1 fragment\n"
                       "mov ft0.xy, v0\n"
                       "mov ft0.zw, fc0\n"
                       "mul ft1.xy, ft0, fc1\n"
                       "mov ft1.zw, v0\n"
                       "mov oc, ft1\n"),
              IsEmpty());
}

TEST(ResultNeverUsed, FollowsBothBranches) {
  EXPECT_THAT(findings("//! agal 2 fragment\n"
                       "mov ft0, v2\n"  // read only if the condition fails
                       "ifl v0.x, fc1.x\n"
                       "  mov ft0, v1\n"
                       "eif\n"
                       "mov oc, ft0\n"),
              IsEmpty());
  EXPECT_THAT(findings("//! agal 2 fragment\n"
                       "mov ft0, v3\n"  // both branches write it
                       "ifl v0.x, fc1.x\n"
                       "  mov ft0, v1\n"
                       "els\n"
                       "  mov ft0, v2\n"
                       "eif\n"
                       "mov oc, ft0\n"),
              ElementsAre("6003:1"));
  EXPECT_THAT(findings("//! agal 2 fragment\n"
                       "mov ft0, v3\n"  // read and overwritten in one branch
                       "ifl v0.x, fc1.x\n"
                       "  mov ft0, v1\n"
                       "els\n"
                       "  mul ft0, ft0, v2\n"
                       "eif\n"
                       "mov oc, ft0\n"),
              IsEmpty());
  EXPECT_THAT(findings("//! agal 2 fragment\n"
                       "mov ft1, v1\n"  // only the condition reads it
                       "mov ft0, fc0\n"
                       "ifl ft1.x, fc1.x\n"
                       "  mov ft2, v1\n"  // never read
                       "eif\n"
                       "mov oc, ft0\n"),
              ElementsAre("6003:4"));
}

TEST(ResultNeverUsed, CountsOutputsMatricesAndIndicesAsRead) {
  EXPECT_THAT(findings("//! agal 1 vertex\n"
                       "mov vt0.x, va1.x\n"
                       "mov vt1, va2\n"
                       "mov vt2, va3\n"
                       "mov vt3, va4\n"
                       "m33 vt4.xyz, va0, vt1\n"
                       "mov vt4.w, va0.w\n"
                       "mov v0, vt4\n"
                       "m44 op, vt4, vc[vt0.x]\n"),
              IsEmpty());
  EXPECT_THAT(findings("//! agal 1 vertex\n"
                       "mov v0, va1\n"
                       "mov v0, va2\n"
                       "mov op, va0\n"),
              ElementsAre("6003:1"));
}

// A result that only an unused token reads is reported after that token is removed.
TEST(ResultNeverUsed, ReportsOnlyLastTokenOfDeadChain) {
  EXPECT_THAT(findings("//! agal 1 fragment\n"
                       "mul ft0, v0, fc0\n"
                       "mul ft1, ft0, fc0\n"
                       "mov oc, v0\n"),
              ElementsAre("6003:2"));
}

TEST(ResultNeverUsed, SkipsProgramsWithUnknownControlFlow) {
  Program program = program_of("//! agal 2 fragment\nmov ft0, v0\nmov ft1, v0\nmov oc, v0\n");
  program.instructions.insert(program.instructions.begin(), Instruction{0x21, {}, {}, {}});
  EXPECT_THAT(findings(program), IsEmpty());
  program.instructions[0].opcode = 0x99;
  EXPECT_THAT(findings(program), IsEmpty());
}

TEST(MoveToItself, ConsidersOnlyWrittenComponents) {
  EXPECT_THAT(findings("//! agal 1 fragment\n"
                       "mov ft0, v0\n"
                       "mov ft0.y, ft0.xyzw\n"
                       "mov ft0.x, ft0.y\n"
                       "mov oc, ft0\n"),
              ElementsAre("6004:2"));
}

TEST(Indexed, ChecksAllRowsOfMatrix) {
  EXPECT_THAT(findings("//! agal 1 vertex\nmov op, vc[va0.x+127]\n"), IsEmpty());
  EXPECT_THAT(findings("//! agal 1 vertex\nmov op, vc[va0.x+128]\n"), ElementsAre("6001:1"));
  EXPECT_THAT(findings("//! agal 2 vertex\nmov op, vc[va0.x+128]\n"), IsEmpty());
  EXPECT_THAT(findings("//! agal 2 vertex\nm44 op, va1, vc[va0.x+246]\n"), IsEmpty());
  EXPECT_THAT(findings("//! agal 2 vertex\nm44 op, va1, vc[va0.x+247]\n"), ElementsAre("6001:1"));
  LintOptions options;
  options.ignore_limits = true;
  EXPECT_THAT(findings("//! agal 1 vertex\nmov op, vc[va0.x+128]\n", options), IsEmpty());
}

TEST(Indexed, MessageNamesIndexOutOfRange) {
  const Diagnostics found =
      lint(program_of("//! agal 1 vertex\n"
                      "add vt0, va0, vc9\n"
                      "add vt0, vt0, vc8\n"
                      "add vt0, vt0, vc[va1.x+5]\n"
                      "add op, vt0, vc4\n"));
  ASSERT_EQ(found.size(), 1u) << render_text(found);
  EXPECT_EQ(found[0].message, "vc[va1.x+5] reads vc8 at index 3, and the program also reads vc8 directly");
  // An index without an offset is the number of a register.
  EXPECT_THAT(findings("//! agal 1 vertex\nadd vt0, va0, vc9\nadd op, vt0, vc[va1.x]\n"), IsEmpty());
}

TEST(CoordinateInBranch, DoesNotRepeatValidator) {
  constexpr std::string_view text =
      "//! agal 2 fragment\n"
      "mul ft0, v0, fc0\n"
      "mov ft1, fc1\n"
      "ifl v0.x, fc0.x\n"
      "  tex ft1, ft0, fs0 <2d, linear, miplinear, clamp>\n"
      "eif\n"
      "mov oc, ft1\n";
  EXPECT_TRUE(validate(program_of(text)).contains(3741));
  EXPECT_THAT(findings(text), IsEmpty());
  LintOptions options;
  options.validated = ValidationLevel::Off;
  EXPECT_THAT(findings(text, options), ElementsAre("6005:4"));
  // Without mipmaps, the level does not matter.
  std::string plain(text);
  plain.replace(plain.find("miplinear"), 9, "mipnone");
  EXPECT_THAT(findings(plain, options), IsEmpty());
}

TEST(SamplerOptions, CentroidNeedsSeparateVarying) {
  EXPECT_THAT(findings("//! agal 2 fragment\ntex oc, v0, fs0 <2d, linear, mipnone, clamp, centroid>\n"), IsEmpty());
  EXPECT_THAT(findings("//! agal 2 fragment\n"
                       "mul ft0, v0, fc0\n"
                       "tex oc, ft0, fs0 <2d, linear, mipnone, clamp, centroid>\n"),
              ElementsAre("6006:2"));
  EXPECT_THAT(findings("//! agal 2 fragment\n"
                       "tex ft0, v0, fs0 <2d, linear, mipnone, clamp, centroid>\n"
                       "mul oc, ft0, v0\n"),
              ElementsAre("6006:1"));
}

TEST(SamplerOptions, IgnoreSamplerIsNotReported) {
  EXPECT_THAT(findings("//! agal 2 fragment\ntex oc, v0, fs0 <2d, linear, mipnone, clamp, ignoresampler, 1>\n"),
              IsEmpty());
  EXPECT_THAT(findings("//! agal 2 fragment\ntex oc, v0, fs0 <2d, linear, miplinear, clamp, ignoresampler, video>\n"),
              IsEmpty());
}

TEST(VideoSampled, ReportsBias) {
  EXPECT_THAT(findings("//! agal 1 fragment\ntex oc, v0, fs0 <2d, linear, mipnone, clamp, video, 1>\n"),
              ElementsAre("6007:1"));
}

std::string many_tokens(int count) {
  std::string text = "//! agal 2 fragment\nmov ft0, v0\n";
  for (int i = 2; i < count; ++i) text += "add ft0, ft0, v0\n";
  return text + "mov oc, ft0\n";
}

TEST(LimitsNear, UsesLimitsOfProfile) {
  EXPECT_THAT(findings(many_tokens(190)), IsEmpty());  // the limit is 1024
  EXPECT_THAT(findings(many_tokens(921)), IsEmpty());
  EXPECT_THAT(findings(many_tokens(922)), ElementsAre("6008:0"));
  LintOptions options;
  options.profile = Profile::Baseline;
  const Diagnostics found = lint(program_of(many_tokens(180)), options);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].message, "close to the limits of the baseline profile: 180 of 200 tokens");
  EXPECT_THAT(findings(many_tokens(201), options), IsEmpty());  // the validator reports this
  options.ignore_limits = true;
  EXPECT_THAT(findings(many_tokens(180), options), IsEmpty());
}

TEST(LimitsNear, CountsRegisters) {
  std::string text = "//! agal 1 fragment\nmov ft0, v0\n";
  for (int i = 0; i < 26; ++i) text += fmt::format("add ft0, ft0, fc{}\n", i);
  const Diagnostics found = lint(program_of(text + "mov oc, ft0\n"));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].message, "close to the limits of AGAL 1: 26 of 28 constant registers");
}

TEST(ParseLints, ReadsFromLeftToRight) {
  EXPECT_EQ(*parse_lints("all"), all_lints());
  EXPECT_THAT(*parse_lints(""), IsEmpty());
  EXPECT_THAT(*parse_lints("all,none"), IsEmpty());
  EXPECT_THAT(*parse_lints("6004,result-never-used,AGAL6001,6004"), ElementsAre(6001, 6003, 6004));
  EXPECT_THAT(*parse_lints("6003,6004,-6003"), ElementsAre(6004));
  EXPECT_EQ(parse_lints("all,-limits-near")->size(), all_lints().size() - 1);
  EXPECT_THAT(*parse_lints("6003,-all"), IsEmpty());
}

TEST(ParseLints, RejectsUnknownNames) {
  for (std::string_view list : {"result-never-usd", "3652", "6900", ",", "all,", "-", "6003 "}) {
    // An empty word at the end is ignored.
    if (list == "all,") continue;
    const auto rules = parse_lints(list);
    EXPECT_FALSE(rules) << list;
    EXPECT_TRUE(rules.diagnostics().contains(1007)) << list;
  }
  EXPECT_EQ(parse_lints("result-never-usd").diagnostics()[0].message,
            "unknown lint 'result-never-usd'; did you mean 'result-never-used'?");
}

TEST(Lint, LimitsNumberOfFindings) {
  Program program = program_of("//! agal 1 fragment\nmov ft0, v0\n");
  program.instructions.resize(3000, program.instructions[0]);
  const Diagnostics found = lint(program);
  EXPECT_EQ(found.size(), 1001u);
  EXPECT_EQ(found[1000].code, 6900);
}

TEST(Lint, AcceptsRandomTokens) {
  std::mt19937 engine(11);
  const auto random = [&] { return static_cast<std::uint32_t>(engine()); };
  for (int round = 0; round < 3'000; ++round) {
    Program program;
    program.stage = random() % 2 == 0 ? Stage::Vertex : Stage::Fragment;
    program.version = random() % 6;
    program.instructions.resize(random() % 20);
    for (Instruction& token : program.instructions) {
      token.opcode = random() % 8 == 0 ? random() : random() % std::uint32_t{opcode_table.size()};
      const bool wild = random() % 4 == 0;
      token.dst.bits = random() & (wild ? 0xffff'ffff : 0x070f'0007);
      const std::uint64_t mask = wild ? ~0ull : 0x8003'0707'ff07'0007;
      token.src1.bits = (std::uint64_t{random()} << 32 | random()) & mask;
      token.src2.bits = (std::uint64_t{random()} << 32 | random()) & mask;
    }
    LintOptions options;
    options.validated = ValidationLevel::Off;
    if (random() % 2 == 0) options.profile = Profile::BaselineConstrained;
    for (const Diagnostic& d : lint(program, options)) {
      EXPECT_EQ(find_rule(d.code)->phase, Phase::Lint);
      EXPECT_LE(d.location.token.value_or(1), program.instructions.size());
    }
  }
}

}  // namespace
}  // namespace agal
