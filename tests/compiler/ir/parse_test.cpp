// The parser for the text form of the IR.
#include "ir/parse.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <string>
#include <vector>

#include "fuzz/mutate.hpp"
#include "lower/lower.hpp"
#include "opt/passes.hpp"
#include "support/corpus.hpp"
#include "support/facility.hpp"
#include "support/lowering.hpp"

namespace agal::ir {
namespace {

using test::lowered;
using testing::HasSubstr;

// Returns the significant parts of an instruction. Other bits of its fields are ignored.
std::string significant(const Inst& inst) {
  std::string text =
      fmt::format("{} {}{} {} {} {}{}", static_cast<int>(inst.op), static_cast<int>(inst.type.scalar), inst.type.width,
                  inst.aux, inst.token, static_cast<int>(inst.hint.type), inst.hint.index);
  const std::uint32_t args = inst.op == Op::Constant ? inst.type.width : inst.arg_count();
  for (std::uint32_t i = 0; i < args; ++i) text += fmt::format(" {:x}", inst.args[i]);
  const bool loads_a_lane = kind(inst.op) == Kind::Input && inst.type.width == 1;
  if (inst.op == Op::Compose || inst.op == Op::Phi || loads_a_lane)
    for (std::uint32_t i = 0; i < inst.type.width; ++i)
      text += fmt::format(" {}{}", lane_at(inst.lanes, i), inst.op == Op::Phi ? lane_at(inst.lanes2, i) : 0);
  return text;
}

// Prints and parses the module, and compares everything.
void expect_read_back(const Module& module, const std::string& name) {
  const std::string text = print(module);
  const Result<Module> again = parse(text, name);
  ASSERT_TRUE(again) << render_text(again.diagnostics()) << text;
  EXPECT_EQ(print(*again), text) << name;
  EXPECT_EQ(again->stage, module.stage);
  EXPECT_EQ(again->constant_array, module.constant_array);
  EXPECT_EQ(again->centroid_varyings, module.centroid_varyings);
  ASSERT_EQ(again->samplers.size(), module.samplers.size());
  for (std::size_t i = 0; i < module.samplers.size(); ++i) {
    EXPECT_EQ(again->samplers[i].index, module.samplers[i].index);
    EXPECT_EQ(again->samplers[i].dimension, module.samplers[i].dimension);
  }
  ASSERT_EQ(again->body.size(), module.body.size());
  for (std::size_t i = 0; i < module.body.size(); ++i)
    ASSERT_EQ(significant(again->body[i]), significant(module.body[i])) << name << ", %" << i << "\n" << text;
}

TEST(Parse, ReadsBackCorporaBeforeAndAfterPasses) {
  AGAL_WANT(test::Facility::Shared, test::shared_corpus().missing);
  for (const Program& program : test::translatable_programs()) {
    Result<Module> module = lower::lower(program, {});
    if (!module) continue;
    expect_read_back(*module, program.name);
    opt::run_pipeline(*module, {});
    expect_read_back(*module, program.name);
  }
}

TEST(Parse, ReadsBackEveryBitOfAConstant) {
  for (const std::uint32_t bits : {0x0000'0000u, 0x8000'0000u, 0x7f80'0000u, 0xff80'0000u, 0x7fc0'0000u, 0xffc0'0000u,
                                   0x7f80'0001u, 0xffff'ffffu, 0x0000'0001u, 0x7f7f'ffffu, 0x3eaa'aaabu}) {
    Module module;
    module.stage = Stage::Fragment;
    Inst& inst = module.body.emplace_back();
    inst.op = Op::Constant;
    inst.type = float_type(1);
    inst.args[0] = bits;
    const Result<Module> again = parse(print(module));
    ASSERT_TRUE(again) << render_text(again.diagnostics());
    EXPECT_EQ(again->body[0].args[0], bits) << print(module);
  }
}

TEST(Parse, AcceptsNamesCommentsAndBlankLines) {
  const Result<Module> module = parse(
      "; a comment\n\n  stage vertex ; of the position\r\n\tconstant-array 128\n"
      "%position : float4=attribute va0\n%twice: float4 = add %position,%position @7 vt2\nstore-position %twice");
  ASSERT_TRUE(module) << render_text(module.diagnostics());
  EXPECT_EQ(print(*module),
            "stage vertex\nconstant-array 128\n%0: float4 = attribute va0\n"
            "%1: float4 = add %0, %0                         @7 vt2\nstore-position %1\n");
}

TEST(Parse, DistinguishesIrFromAssembly) {
  EXPECT_TRUE(looks_like_ir("; comment\n\nstage vertex\n"));
  EXPECT_FALSE(looks_like_ir("mov op, va0\n"));
  EXPECT_FALSE(looks_like_ir("stages vertex\n"));
  EXPECT_FALSE(looks_like_ir("stage"));
  EXPECT_FALSE(looks_like_ir(""));
}

// ---- errors

struct Refused {
  std::string_view text;  // the lines after "stage fragment"
  std::uint16_t code;
  std::uint32_t line, column;
  std::string_view message;
};

void PrintTo(const Refused& row, std::ostream* out) { *out << row.text; }

class Refusal : public testing::TestWithParam<Refused> {};

TEST_P(Refusal, NamesTheLineTheColumnAndTheReason) {
  const Refused& row = GetParam();
  const Result<Module> module = parse(std::string("stage fragment\n") + std::string(row.text), "x.ir");
  ASSERT_FALSE(module);
  ASSERT_EQ(module.diagnostics().size(), 1u);
  const Diagnostic& found = module.diagnostics()[0];
  EXPECT_EQ(found.code, row.code) << found.message;
  EXPECT_EQ(found.location.file, "x.ir");
  EXPECT_EQ(found.location.line, row.line);
  EXPECT_EQ(found.location.column, row.column);
  EXPECT_THAT(found.message, HasSubstr(row.message));
}

INSTANTIATE_TEST_SUITE_P(
    Lines, Refusal,
    testing::Values(
        Refused{"%0: float4 = varying", 1110, 2, 21, "expected a register, found the end of the line"},
        Refused{"%0: float4 = varying fc0", 1110, 2, 22, "expected a register vN, found 'fc0'"},
        Refused{"%0: float4 = attribute va0", 1110, 2, 24, "expected an operation of this stage, found 'va0'"},
        Refused{"%0: float4 = varying v1x", 1110, 2, 23, "expected a number, found '1x'"},
        Refused{"%0: float4 = varying v4096", 1114, 2, 23, "the number is greater than 1023"},
        Refused{"%0: float = varying v0", 1110, 2, 23, "expected the lane that is loaded"},
        Refused{"%0: float = varying v0.q", 1110, 2, 24, "expected 1 of the lanes xyzw, found 'q'"},
        Refused{"%0 float4 = varying v0", 1110, 2, 4, "expected ':', found 'float4'"},
        Refused{"%0: float4 varying v0", 1110, 2, 12, "expected '=', found 'varying'"},
        Refused{"%: float4 = varying v0", 1110, 2, 2, "expected the name of a value, found ':'"},
        Refused{"%0: float5 = varying v0", 1111, 2, 5, "unknown type 'float5'"},
        Refused{"%0: float4 = varing v0", 1111, 2, 14, "unknown operation 'varing'"},
        Refused{"%0: float = constant x", 1110, 2, 22, "expected a constant of type float, found 'x'"},
        Refused{"%0: float2 = constant 1", 1110, 2, 24, "expected ','"},
        Refused{"%0: int = constant 1.5", 1110, 2, 20, "expected a constant of type int"},
        Refused{"%0: bool = constant 1", 1110, 2, 21, "expected a constant of type bool"},
        Refused{"%0: float4 = neg %0", 1112, 2, 18, "%0 is not defined above"},
        Refused{"%0: float4 = neg v0", 1110, 2, 18, "expected '%', found 'v0'"},
        Refused{"%0: float4 = varying v0\n%0: float4 = varying v1", 1113, 3, 2, "%0 is defined twice"},
        Refused{"%0: float4 = varying v0\n%1: float2 = compose %0, %0.x", 1110, 3, 24, "expected a lane of the vector"},
        Refused{"%0: float4 = varying v0 %", 1110, 2, 25, "expected the end of the line, found '%'"},
        Refused{"%0: float4 = varying v0 @0", 1114, 2, 26, "tokens are counted from 1"},
        Refused{"%0: float4 = varying v0 xt0", 1110, 2, 25, "expected the end of the line, found 'xt0'"},
        Refused{"%0: float2 = constant 0, 0\n%1: float4 = sample fs0, %0", 1112, 3, 21, "fs0 is not defined above"},
        Refused{"stage vertex", 1114, 2, 1, "there are two lines with a stage"},
        Refused{"%0: float4 = varying v0\nsampler fs0 2d", 1114, 3, 1, "must precede the instructions"},
        Refused{"sampler fs0 4d", 1111, 2, 13, "unknown dimension '4d'"},
        Refused{"sampler fs1 2d\nsampler fs1 2d", 1114, 3, 9, "samplers must be in ascending order"},
        Refused{"\x80", 1110, 2, 1, "found an unexpected character"},
        // Errors of the verifier.
        Refused{"%0: float4 = varying v0\n  store-depth %0  ; comment", 1114, 3, 3,
                "invalid IR: store-depth: it stores the wrong number of lanes"},
        Refused{"%0: bool = constant true\nif %0\n", 1114, 3, 1, "an if without a matching end-if"}),
    [](const auto& row) { return "Row" + std::to_string(row.index); });

TEST(Parse, RequiresAStage) {
  EXPECT_TRUE(parse("").diagnostics().contains(1110));
  EXPECT_TRUE(parse("; nothing\n\n").diagnostics().contains(1110));
  EXPECT_TRUE(parse("%0: float4 = varying v0\n").diagnostics().contains(1110));
  EXPECT_TRUE(parse("stage vertx\n").diagnostics().contains(1111));
}

TEST(Parse, LimitsTheNestingOfConditionals) {
  std::string text = "stage fragment\n%c: bool = constant true\n", end;
  for (std::uint32_t depth = 0; depth < translatable_nesting; ++depth) {
    text += "if %c\n";
    end += "end-if\n";
  }
  EXPECT_TRUE(parse(text + end));
  EXPECT_TRUE(parse(text + "if %c\n" + end + "end-if\n").diagnostics().contains(1114));
}

// ---- hostile text

// Expects one error, or a module that all passes accept.
void expect_orderly(std::string_view text) {
  Result<Module> module = parse(text, "hostile.ir");
  EXPECT_EQ(module.diagnostics().size(), module ? 0u : 1u) << text;
  if (!module) {
    EXPECT_NE(render_text(module.diagnostics()), "");
    return;
  }
  for (const bool gradients : {true, false}) {
    Module copy = *module;
    opt::PipelineOptions options;
    options.explicit_gradients = gradients;
    options.form = gradients ? opt::Form::Words : opt::Form::Text;
    options.verify = true;
    const Diagnostics found = opt::run_pipeline(copy, options);
    EXPECT_TRUE(found.empty()) << render_text(found) << text;
  }
}

std::vector<std::string> hostile_seeds() {
  constexpr const char* fragment =
      "tex ft0, v0, fs0 <2d, linear, centroid>\nkil ft0.w\nmul ft1, ft0, fc0.x\nifl v1.x, fc0.y\n"
      "tex ft2, v2, fs1 <cube, linear, miplinear, 1>\nadd ft1.xyz, ft1, ft2\nels\nnrm ft1.xyz, v2\neif\n"
      "ddx ft3, v2\nmul oc, ft1, ft3\nmov fd.x, v1.w\n";
  return {print(lowered(fragment)), print(lowered("mul vt0, vc[va0.x+3], iid.x\nm44 op, vt0, vc4\nmov v0, va1\n"))};
}

TEST(Hostile, EveryTruncationGivesModuleOrError) {
  for (const std::string& text : hostile_seeds())
    for (std::size_t length = 0; length < text.size(); ++length) expect_orderly(text.substr(0, length));
}

TEST(Hostile, ChangedLinesGiveModuleOrError) {
  for (const std::string& text : hostile_seeds()) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1)
      lines.push_back(text.substr(at, text.find('\n', at) + 1 - at));
    const auto joined = [](const std::vector<std::string>& list) { return fmt::format("{}", fmt::join(list, "")); };
    for (std::size_t i = 0; i < lines.size(); ++i) {
      std::vector<std::string> changed = lines;
      changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(i));
      expect_orderly(joined(changed));
      changed = lines;
      changed[i] += lines[i];
      expect_orderly(joined(changed));
      changed = lines;
      std::swap(changed[i], changed[(i + 1) % lines.size()]);
      expect_orderly(joined(changed));
    }
  }
}

TEST(Hostile, MutatedLinesGiveModuleOrError) {
  std::mt19937 random(1);
  for (const std::string& text : hostile_seeds())
    for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
      const std::size_t end = text.find('\n', at);
      const auto* const begin = reinterpret_cast<const std::byte*>(text.data());
      for (int i = 0; i < 40; ++i) {
        const fuzz::Bytes line = fuzz::mutated({begin + at, begin + end}, random);
        expect_orderly(text.substr(0, at) + std::string(reinterpret_cast<const char*>(line.data()), line.size()) +
                       text.substr(end));
      }
    }
}

// Replaces words with other words of the language, so that more texts stay valid.
TEST(Hostile, ReplacedWordsGiveModuleOrError) {
  std::mt19937 random(2);
  const std::vector<std::string> seeds = hostile_seeds();
  std::vector<std::string> words{"0", "1", "-1", "nan", "true", "float", "float4", "int3", "bool2", "fs1", "v9", ".w"};
  for (const OpInfo& row : op_table) words.emplace_back(row.text);
  for (int i = 0; i < 4000; ++i) {
    std::string text = seeds[random() % seeds.size()];
    for (int edits = 0; edits < 2; ++edits) {
      const std::size_t begin = text.find_first_of(" %.", random() % text.size());
      if (begin == std::string::npos) continue;
      const std::size_t end = std::min(text.find_first_of(" ,.:\n", begin + 1), text.size());
      text.replace(begin + 1, end - begin - 1, words[random() % words.size()]);
    }
    expect_orderly(text);
  }
}

}  // namespace
}  // namespace agal::ir
