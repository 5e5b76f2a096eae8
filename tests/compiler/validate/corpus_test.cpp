// Runs the validator over real programs. The AGAL 1 rules of the player accept all bytecode and pairs of three engines,
// and 147 of the 314 AGAL 1 programs of Heaps.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "agal/assembly.hpp"
#include "agal/validate.hpp"
#include "support/corpus.hpp"
#include "support/facility.hpp"

namespace agal {
namespace {

const std::set<std::string> well_formed_origins{"starling", "away3d", "minko"};

const Diagnostic* first_error(const Diagnostics& found) {
  for (const Diagnostic& diagnostic : found)
    if (diagnostic.severity == Severity::Error) return &diagnostic;
  return nullptr;
}

struct Tally {
  std::size_t accepted = 0, rejected = 0;
  std::map<std::uint16_t, std::size_t> first_codes;

  void add(const Diagnostics& found) {
    const Diagnostic* error = first_error(found);
    ++(error == nullptr ? accepted : rejected);
    if (error != nullptr) ++first_codes[error->code];
  }
  std::string text() const {
    std::string out = fmt::format("{} accepted, {} rejected", accepted, rejected);
    for (const auto& [code, count] : first_codes) out += fmt::format(" {}x{}", count, code_name(code));
    return out;
  }
};

std::string text_of_first(const Diagnostics& found) {
  Diagnostics one;
  if (const Diagnostic* error = first_error(found)) one.add(*error);
  return render_text(one);
}

class CorpusTest : public testing::Test {
 protected:
  void SetUp() override { AGAL_NEED(test::Facility::Shared, test::shared_corpus().missing); }
  // The assembler may reject a text, which other tests check. Bytecode must load.
  static std::optional<Program> load(const test::CorpusProgram& entry) {
    AssembleOptions options;
    options.stage = entry.stage;
    options.lenient = true;  // some texts contain lines that AGALMiniAssembler skips
    Result<Program> program = load_program(entry.bytes, entry.path, options);
    EXPECT_TRUE(program || entry.form == test::Form::Assembly) << entry.path;
    if (!program) return std::nullopt;
    return *std::move(program);
  }
};

TEST_F(CorpusTest, AcceptsWellFormedProgramsAndNamesRuleOfEachFinding) {
  std::map<std::string, Tally> tallies;
  for (const test::CorpusProgram& entry : test::shared_corpus().programs) {
    const std::optional<Program> program = load(entry);
    if (!program) continue;
    const Diagnostics found = validate(*program);
    tallies[fmt::format("{} AGAL {}", entry.origin, program->version)].add(found);
    if (well_formed_origins.count(entry.origin) != 0) {
      EXPECT_FALSE(found.has_errors()) << text_of_first(found);
    }
    for (const Diagnostic& diagnostic : found) {
      const RuleInfo* rule = find_rule(diagnostic.code);
      ASSERT_NE(rule, nullptr) << diagnostic.code;
      EXPECT_EQ(rule->phase, Phase::Validate);
      EXPECT_FALSE(diagnostic.snippet.empty() && diagnostic.location.token) << entry.path;
    }
    // In the order of the player, validation stops at the same first error.
    ValidateOptions adobe;
    adobe.adobe_order = true;
    const Diagnostics first = validate(*program, adobe);
    const Diagnostic* error = first_error(found);
    ASSERT_EQ(first.size(), error != nullptr ? 1u : 0u) << entry.path;
    if (error != nullptr) {
      EXPECT_EQ(first[0].code, error->code) << entry.path;
    }
  }
  for (const auto& [origin, tally] : tallies) fmt::print("{}: {}\n", origin, tally.text());
}

TEST_F(CorpusTest, AcceptsPairsOfWellFormedOrigins) {
  std::map<std::string, Tally> tallies;
  const test::Corpus& corpus = test::shared_corpus();
  for (const test::CorpusPair& pair : corpus.pairs) {
    const test::CorpusProgram& vertex = corpus.programs[pair.vertex];
    const test::CorpusProgram& fragment = corpus.programs[pair.fragment];
    std::optional<Program> v = load(vertex), f = load(fragment);
    if (!v || !f) continue;
    // Texts do not contain a version, so each has the lowest version that it needs.
    if (vertex.form == test::Form::Assembly) v->version = f->version = std::max(v->version, f->version);
    const Diagnostics found = validate_pair(*v, *f);
    tallies[vertex.origin].add(found);
    if (well_formed_origins.count(vertex.origin) != 0) {
      EXPECT_FALSE(found.has_errors()) << text_of_first(found);
    }
  }
  for (const auto& [origin, tally] : tallies) fmt::print("{}: {}\n", origin, tally.text());
}

// The published AGAL 1 code of the player rejects special flags of samplers. Later players accept them. Without
// programs that use the flags, validation must accept as many programs as the published code.
TEST_F(CorpusTest, AcceptsAsManyProgramsAsPlayerCode) {
  std::size_t programs = 0, accepted = 0;
  for (const test::CorpusProgram& entry : test::shared_corpus().programs) {
    if (entry.origin != "heaps") continue;
    const std::optional<Program> program = load(entry);
    if (!program || program->version != 1) continue;
    ++programs;
    bool flags = false;
    for (const Instruction& instruction : program->instructions) {
      const OpcodeInfo* op = instruction.info();
      flags = flags || (op != nullptr && op->src2 == SourceRule::Sampler &&
                        instruction.sampler().field(SamplerField::Special) != 0);
    }
    if (!flags && !validate(*program).has_errors()) ++accepted;
  }
  EXPECT_EQ(programs, 314u);
  EXPECT_EQ(accepted, 147u);
}

}  // namespace
}  // namespace agal
