// link(): the interface between two programs.
#include <gmock/gmock.h>

#include <string>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"
#include "khronos/spirv_tools.hpp"
#include "support/corpus.hpp"
#include "support/facility.hpp"
#include "support/lowering.hpp"

namespace agal {
namespace {

using test::assembled;
using testing::HasSubstr;
using testing::Not;

struct PairText {
  std::string vertex, fragment;
};

Result<LinkedCompilation> linked(std::string_view vertex, std::string_view fragment, CompileOptions options = {}) {
  return link(assembled(vertex), assembled(fragment), options);
}

PairText text_of(const Result<LinkedCompilation>& result) {
  EXPECT_TRUE(result) << render_text(result.diagnostics());
  if (!result) return {};
  return {khronos::disassemble(result->vertex.spirv), khronos::disassemble(result->fragment.spirv)};
}

TEST(Link, KeepsReadVaryings) {
  const PairText text = text_of(linked("mov op, va0\nmov v0, va1\nmov v1, va2\n", "add oc, v0, v1\n"));
  EXPECT_THAT(text.vertex, HasSubstr("\"v0\""));
  EXPECT_THAT(text.vertex, HasSubstr("\"v1\""));
}

TEST(Link, DropsUnreadVaryings) {
  const PairText text = text_of(linked("mov op, va0\nmov v0, va1\nmov v1, va2\n", "mov oc, v1\n"));
  EXPECT_THAT(text.vertex, Not(HasSubstr("\"v0\"")));
  EXPECT_THAT(text.vertex, HasSubstr("\"v1\""));
  EXPECT_THAT(text.vertex, Not(HasSubstr("\"va1\"")));  // only v0 needed it
}

TEST(Link, DropsVaryingsReadOnlyByDeadCode) {
  const PairText text = text_of(linked("mov op, va0\nmov v0, va1\nmov v1, va2\n", "mul ft0, v0, v0\nmov oc, v1\n"));
  EXPECT_THAT(text.vertex, Not(HasSubstr("\"v0\"")));
  EXPECT_THAT(text.fragment, Not(HasSubstr("\"v0\"")));
}

TEST(Link, StoresZeroForUnwrittenVaryings) {
  CompileOptions options;
  options.validation.level = ValidationLevel::Off;
  const PairText text = text_of(linked("mov op, va0\n", "mov oc, v3\n", options));
  EXPECT_THAT(text.vertex, HasSubstr("\"v3\""));
  EXPECT_THAT(text.vertex, HasSubstr("OpConstantComposite"));
}

TEST(Link, CentroidAppliesToBothStages) {
  const PairText text =
      text_of(linked("mov op, va0\nmov v0, va1\n", "tex oc, v0, fs0 <2d, linear, mipnone, clamp, centroid>\n"));
  EXPECT_THAT(text.vertex, HasSubstr("OpDecorate %v0 Centroid"));
  EXPECT_THAT(text.fragment, HasSubstr("OpDecorate %v0 Centroid"));
}

TEST(Link, FragmentPushConstantsFollowVertexPushConstants) {
  CompileOptions options;
  options.constants = ConstantsMode::Push;
  const PairText text = text_of(linked("m44 op, va0, vc0\nmov v0, va1\n", "mul oc, v0, fc1\n", options));
  EXPECT_THAT(text.vertex, HasSubstr("OpMemberDecorate %VertexConstants 0 Offset 0\n"));
  EXPECT_THAT(text.fragment, HasSubstr("OpMemberDecorate %FragmentConstants 0 Offset 64\n"));
}

TEST(Link, FragmentPushConstantsBeginAtZeroWithoutVertexConstants) {
  CompileOptions options;
  options.constants = ConstantsMode::Push;
  const PairText text = text_of(linked("mov op, va0\nmov v0, va1\n", "mul oc, v0, fc1\n", options));
  EXPECT_THAT(text.fragment, HasSubstr("OpMemberDecorate %FragmentConstants 0 Offset 0\n"));
}

TEST(Link, ReportsErrorsOfBothProgramsAndOfPair) {
  const Result<LinkedCompilation> result = link(*assemble("mov op, vt0\n"), *assemble("mov oc, ft0\n"), {});
  EXPECT_FALSE(result);
  std::size_t vertex = 0, fragment = 0;
  for (const Diagnostic& found : result.diagnostics()) {
    vertex += found.location.stage == Stage::Vertex ? 1u : 0u;
    fragment += found.location.stage == Stage::Fragment ? 1u : 0u;
  }
  EXPECT_GE(vertex, 1u);
  EXPECT_GE(fragment, 1u);
}

TEST(Link, RejectsUnwrittenVarying) {
  const Result<LinkedCompilation> result = linked("mov op, va0\n", "mov oc, v3\n");
  EXPECT_FALSE(result);
  EXPECT_TRUE(result.diagnostics().contains(3632));
}

// Reduced from random programs: the varyings of the vertex program were used before it had been validated.
TEST(Link, RejectsUnknownOpcodeInVertexProgram) {
  Program vertex = assembled("mov op, va0\nmov v0, va1\n");
  for (const std::uint32_t opcode : {0x22u, std::uint32_t{opcode_table.size()}, 0xffffffffu}) {
    vertex.instructions[1].opcode = opcode;
    const Result<LinkedCompilation> result = link(vertex, assembled("mov oc, v0\n"), {});
    EXPECT_FALSE(result);
    EXPECT_TRUE(result.diagnostics().has_errors());
  }
}

TEST(Link, RejectsSwappedStages) {
  const Program vertex = assembled("mov op, va0\nmov v0, va1\n"), fragment = assembled("mov oc, v0\n");
  for (const auto& [a, b] :
       {std::pair(&fragment, &vertex), std::pair(&vertex, &vertex), std::pair(&fragment, &fragment)}) {
    const Result<LinkedCompilation> result = link(*a, *b, {});
    EXPECT_FALSE(result);
    EXPECT_TRUE(result.diagnostics().has_errors());
  }
}

TEST(Link, LinksEveryPairOfCorpora) {
  AGAL_NEED(test::Facility::Shared, test::shared_corpus().missing);
  const test::Corpus& corpus = test::whole_corpus();
  std::size_t good = 0;
  for (const test::CorpusPair& pair : corpus.pairs) {
    const auto load = [&](std::size_t i) {
      AssembleOptions options;
      options.stage = corpus.programs[i].stage;
      return load_program(corpus.programs[i].bytes, corpus.programs[i].path, options);
    };
    const Result<Program> vertex = load(pair.vertex), fragment = load(pair.fragment);
    if (!vertex || !fragment) continue;
    CompileOptions options;
    options.validation.level = ValidationLevel::Off;
    const Result<LinkedCompilation> result = link(*vertex, *fragment, options);
    for (const Diagnostic& found : result.diagnostics())
      EXPECT_FALSE(found.code >= 5000 && found.code < 6000) << found.message;
    if (!result) continue;
    ++good;
  }
  EXPECT_GT(good, corpus.pairs.size() * 9 / 10);
}

}  // namespace
}  // namespace agal
