// Proves mutants of text against the program of the text, and compares each answer with an execution by the compiler of
// its language.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"
#include "agal/operands.hpp"
#include "agal/prove/prove.hpp"
#include "exec/campaign.hpp"
#include "proofs/foreign.hpp"
#include "proofs/mutant_counts.hpp"
#include "proofs/mutant_programs.hpp"
#include "proofs/mutant_runs.hpp"
#include "proofs/text_mutants.hpp"
#include "support/facility.hpp"

namespace agal::mutants {
namespace {

struct Language {
  Target target;
  exec::Opened (*open)();
};
constexpr auto languages = std::to_array<Language>({
    {Target::Glsl120, exec::open_gl_glsl120},
    {Target::Glsl330, exec::open_gl_glsl330},
    {Target::Glsl450, exec::open_gl_glsl450},
    {Target::Essl100, exec::open_gles_essl100},
    {Target::Essl300, exec::open_gles_essl300},
    {Target::Essl310, exec::open_gles_essl310},
    {Target::VulkanGlsl450, exec::open_vulkan_glsl},
    {Target::Hlsl50, exec::open_vulkan_hlsl},
    {Target::Hlsl51, exec::open_vulkan_hlsl},
});

// Returns true if the device finds varyings and resources by names, and ignores the numbers in the text.
bool is_bound_by_name(Target target) { return !info(target).vulkan && info(target).family != TargetFamily::Hlsl; }

// Returns true if the varyings of two shaders are matched by location.
bool has_locations(Target target) { return has(target, TargetFeature::ExplicitLayout); }

// Returns true for a change of a declared number or a qualifier. A device need not show the change.
bool changes_declarations(std::string_view kind) {
  constexpr std::array<std::string_view, 9> kinds{"binding",       "location",          "set or space",
                                                  "register",      "semantic",          "array size",
                                                  "interpolation", "layout of a block", "macro in the interface"};
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

// Adds locations to HLSL. glslang numbers the variables of HLSL in their order, and defines macros of GLSL. Direct3D
// matches semantics, and does not define these macros.
std::string with_locations(const std::string& text, Target target) {
  if (info(target).family != TargetFamily::Hlsl) return text;
  static const std::regex variable(R"((\n *)((?:out )?(?:[a-z]+ )*float4 \w+ : (?:TEXCOORD|SV_Target)(\d+)))");
  std::string macros;
  for (const std::string_view macro : {"VULKAN", "GL_ES", "GL_SPIRV", "GL_core_profile", "GL_FRAGMENT_PRECISION_HIGH",
                                       "GL_OES_standard_derivatives", "GL_EXT_frag_depth", "__VERSION__"})
    macros += fmt::format("#undef {}\n", macro);
  return macros + std::regex_replace("\n" + text, variable, "$1[[vk::location($3)]] $2");
}

// Removes textures, because textures of OpenGL have eight bits in each channel.
Counterexample without_textures(Counterexample example) {
  example.textures.clear();
  return example;
}

// Returns true if the interpolation of both stages must match: in OpenGL before 4.40 and in OpenGL ES.
bool interpolates_outputs(const TargetInfo& target) {
  return !target.vulkan &&
         (target.family == TargetFamily::Essl || (target.family == TargetFamily::Glsl && target.version < 440));
}

class TextMutants : public testing::Test {
 protected:
  struct Judged {
    TextMutant mutant;
    std::vector<std::uint32_t> words;
    Proof proof;
  };

  void run(const Program& given, const Language& language, Writer writer, exec::Random& random, std::uint32_t wanted) {
    exec::InputOptions inputs;
    inputs.draws = 16;
    exec::Subject subject = exec::make_subject(given.name, given, inputs);
    if (!subject.unsuitable.empty()) return;
    const Program program = subject.program;
    CompileOptions options;
    options.target = language.target;
    options.writer = writer;
    options.validation.level = ValidationLevel::Off;
    options.validate_spirv = false;
    const Result<Compilation> compiled = compile(program, options);
    if (!compiled) return;
    const proofs::TextDialect dialect(info(language.target));
    const proofs::ReadText read = proofs::read_text(compiled->text, program.stage, dialect);
    if (read.status != proofs::ReadStatus::Read) return;
    std::vector<Judged> list = judged(program, *compiled, options, random, wanted);
    Compilation shader = *compiled;
    shader.spirv.clear();
    shader.text = with_locations(compiled->text, language.target);
    ShaderRuns runs(backend(language), std::move(subject), shader);
    for (const Judged& one : list)
      if (one.proof.counterexample) runs.add(without_textures(*one.proof.counterexample));
    if (const std::string reason = runs.run_unchanged(); !reason.empty()) {
      ++counts_.skipped[reason.substr(0, 40)];
      return;
    }
    const std::size_t max_block = sizeof(Float4) * constant_array_size(program);
    for (const Judged& one : list) {
      const Evidence evidence = evidence_of(one, how_to_prove(options), read.words, max_block, runs, shader);
      const std::string complaint = counts_.add(one.mutant.kind, one.proof, evidence);
      if (!complaint.empty()) complain(given, language.target, complaint, one, compiled->text);
    }
  }

  MutantCounts counts_;
  std::uint32_t number_ = 0, complaints_ = 0;

 private:
  // Reads a mutant in a child process, because glslang may crash on HLSL that it rejects.
  static proofs::ReadText read_mutant(const std::string& text, Stage stage, Target target) {
    const proofs::TextDialect dialect(info(target));
    if (info(target).family != TargetFamily::Hlsl) return proofs::read_text(text, stage, dialect);
    return proofs::read_alone(proofs::read_foreign_text(text, stage, dialect));
  }

  std::vector<Judged> judged(const Program& program, const Compilation& product, const CompileOptions& options,
                             exec::Random& random, std::uint32_t wanted) {
    std::vector<Judged> list;
    std::set<std::string> known{product.text};
    for (std::uint32_t tries = 0; tries < 8 * wanted && list.size() < wanted; ++tries) {
      std::optional<TextMutant> mutant = text_mutant(product.text, random);
      if (!mutant || !known.insert(mutant->text).second) continue;
      proofs::ReadText read = read_mutant(mutant->text, program.stage, options.target);
      if (read.status == proofs::ReadStatus::Rejected) continue;
      Proof proof;
      proof.reason = read.fault;
      if (read.status == proofs::ReadStatus::Read) {
        Result<Proof> found = prove_equal(program, read.words, how_to_prove(options));
        if (!found) continue;
        proof = *std::move(found);
      }
      list.push_back({*std::move(mutant), std::move(read.words), std::move(proof)});
    }
    return list;
  }

  static ProofOptions how_to_prove(const CompileOptions& options) {
    ProofOptions how;
    how.output = options;
    how.match = InterfaceMatch::Names;
    return how;
  }

  static Evidence evidence_of(const Judged& one, const ProofOptions& how, const std::vector<std::uint32_t>& words,
                              std::size_t max_block, ShaderRuns& runs, Compilation& shader) {
    const Target target = how.output.target;
    const bool is_equal = one.proof.verdict == Verdict::Equal;
    Evidence evidence;
    if (!one.words.empty())
      evidence.interface_difference =
          interface_difference(words, one.words, max_block, interpolates_outputs(info(target)));
    // Another input or texture need not affect the results: samplers may have the same state. The execution decides.
    if (evidence.interface_difference.starts_with("has input location") ||
        evidence.interface_difference.starts_with("has texture"))
      std::swap(evidence.interface_difference, evidence.other_input);
    if (one.proof.verdict == Verdict::Different && changes_declarations(one.mutant.kind))
      evidence.other_input = "declares something else";
    // A device of OpenGL captures varyings by their names, whatever their locations.
    const bool is_renamed = one.mutant.kind == "name of the interface" && has_locations(target);
    if (!is_renamed && (evidence.interface_difference.empty() || (!is_equal && is_bound_by_name(target)))) {
      shader.text = with_locations(one.mutant.text, target);
      evidence.executed = runs.run(shader, is_equal);
      if (leaves_open(one.proof)) runs.drop_open(evidence.executed, one.words, how);
    } else if (is_renamed) {
      evidence.executed.has_same_bits = is_equal;
    }
    evidence.is_open =
        one.mutant.kind == "dropped statement" || one.mutant.kind == "swapped lines" || may_clamp_to_nothing(one.words);
    return evidence;
  }

  std::string name_of_complaint() const { return fmt::format("{}-{}", number_, complaints_); }

  void complain(const Program& program, Target target, const std::string& complaint, const Judged& one,
                const std::string& text) {
    ++complaints_;
    const std::string why = fmt::format("{} {}: {}, {}: {}", name_of_complaint(), complaint, program.name,
                                        info(target).name, one.mutant.kind);
    counts_.complaints.push_back(why);
    if (const char* const folder = std::getenv("AGAL_MUTANTS_FOLDER")) {
      std::ofstream(fmt::format("{}/{}.agal", folder, name_of_complaint())) << disassemble(program);
      std::ofstream(fmt::format("{}/{}.txt", folder, name_of_complaint())) << text;
      std::ofstream(fmt::format("{}/{}.mutant.txt", folder, name_of_complaint())) << one.mutant.text;
    }
  }

  static exec::Backend& backend(const Language& language) { return *opened_.at(language.target).backend; }

 protected:
  static std::map<Target, exec::Opened> opened_;
};

std::map<Target, exec::Opened> TextMutants::opened_;

TEST_F(TextMutants, AreProvedOnlyIfExecutionsAgree) {
  const auto missing = [] {
    for (const Language& language : languages)
      if (std::string reason = language.open().missing; !reason.empty()) return reason;
    return std::string();
  };
  AGAL_NEED(test::Facility::Gl, missing_in_child(missing));
  const std::vector<Program> all = mutated_programs();
  const auto run_one = [&](std::uint32_t number) {
    const Language& language = languages[number % languages.size()];
    if (!opened_.contains(language.target)) opened_[language.target] = language.open();
    number_ = number;
    complaints_ = 0;
    exec::Random random(number);
    const Program& program = all[random.below(all.size())];
    run(program, language, random.below(2) == 0 ? Writer::Own : Writer::Cross, random, 16);
  };
  run_in_children(wanted_mutants("AGAL_TEXT_MUTANTS", 160), run_one, counts_);
  fmt::print("{}", counts_.table());
  EXPECT_EQ(counts_.wrong, 0u);
  EXPECT_LE(counts_.not_shown * 50, counts_.by_numbers + 100);
}

}  // namespace
}  // namespace agal::mutants
