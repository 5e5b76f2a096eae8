// Mutants of SPIR-V modules: each is compared with the program of its module, and each answer with an execution.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "agal/compile.hpp"
#include "agal/operands.hpp"
#include "agal/prove.hpp"
#include "exec/campaign.hpp"
#include "exec/entries.hpp"
#include "khronos/spirv_tools.hpp"
#include "proofs/module_mutants.hpp"
#include "proofs/mutant_counts.hpp"
#include "proofs/mutant_runs.hpp"
#include "proofs/products.hpp"
#include "support/corpus.hpp"
#include "support/facility.hpp"
#include "support/lowering.hpp"
#include "support/spirv_text.hpp"

namespace agal::mutants {
namespace {

constexpr std::size_t max_tokens = 40;      // of a program
constexpr std::uint32_t mutants_of_one = 16;  // module

struct Form {
  std::string_view name;
  Target target = Target::Spv;
  Optimization optimization = Optimization::Full;
  std::optional<Samplers> samplers = std::nullopt;
  bool by_optimizer = false;  // of SPIRV-Tools
};
constexpr auto forms = std::to_array<Form>({
    {"spv"},
    {"spv, not optimized", Target::Spv, Optimization::None},
    {"spv, separate samplers", Target::Spv, Optimization::Full, Samplers::Separate},
    {"spirv-opt", Target::Spv, Optimization::Full, std::nullopt, true},
    {"glslang", Target::VulkanGlsl450},
});

class ModuleMutants : public testing::Test {
 protected:
  static void SetUpTestSuite() { opened_ = exec::open_vulkan_unvalidated(); }
  static void TearDownTestSuite() { opened_ = {}; }
  void SetUp() override { AGAL_NEED(test::Facility::Vulkan, opened_.missing); }

  // Proves and runs some mutants of one program in one form.
  void run(const Program& given, const Form& form, exec::Random& random, std::uint32_t wanted) {
    exec::InputOptions inputs;
    inputs.draws = 6;
    exec::Subject subject = exec::make_subject(given.name, given, inputs);
    if (!subject.unsuitable.empty()) return;
    const Program program = subject.program;
    CompileOptions options;
    options.target = form.target;
    options.optimization = form.optimization;
    options.samplers = form.samplers;
    options.validation.level = ValidationLevel::Off;
    options.validate_spirv = false;
    const Result<Compilation> compiled = compile(program, options);
    if (!compiled) return;
    proofs::ProductWords read = proofs::words_of(*compiled, options);
    if (form.by_optimizer) read.words = test::optimize_spirv(read.words);
    ProofOptions proof;
    proof.output = options;
    proof.match = read.match;
    const Result<Proof> unchanged = prove_equal(program, read.words, proof);
    if (!unchanged || unchanged->verdict != Verdict::Equal) return;

    std::vector<Judged> list = judged(program, read.words, proof, random, wanted);
    Compilation shader = *compiled;
    shader.text.clear();
    shader.spirv = without_contraction(read.words);
    ShaderRuns runs(*opened_.backend, std::move(subject), shader);
    for (const Judged& one : list)
      if (one.proof.counterexample) runs.add(*one.proof.counterexample);
    if (const std::string reason = runs.run_unchanged(); !reason.empty()) {
      ++counts_.skipped[reason.substr(0, 40)];
      return;
    }
    const std::size_t max_block = sizeof(Float4) * constant_array_size(program);
    for (const Judged& one : list) {
      Evidence evidence;
      evidence.interface_difference = interface_difference(read.words, one.mutant.words, max_block);
      if (evidence.interface_difference.empty()) {
        shader.spirv = without_contraction(one.mutant.words);
        evidence.executed = runs.run(shader, one.proof.verdict == Verdict::Equal);
      }
      evidence.is_open = may_clamp_to_nothing(one.mutant.words) || one.mutant.kind == "dropped store";
      const std::string complaint = counts_.add(one.mutant.kind, one.proof, evidence);
      if (!complaint.empty()) complain(given, form, complaint, one, read.words);
    }
    made_ += static_cast<std::uint32_t>(list.size());
  }

  std::uint32_t made_ = 0, complaints_ = 0;
  MutantCounts counts_;

 private:
  struct Judged {
    ModuleMutant mutant;
    Proof proof;
  };

  std::vector<Judged> judged(const Program& program, const std::vector<std::uint32_t>& words, const ProofOptions& proof,
                             exec::Random& random, std::uint32_t wanted) {
    std::vector<Judged> list;
    std::set<std::vector<std::uint32_t>> known{words};
    const ModuleMutator mutator(words);
    for (std::uint32_t tries = 0; tries < 8 * wanted && list.size() < wanted; ++tries) {
      std::optional<ModuleMutant> mutant = mutator.mutant(random);
      if (!mutant || !known.insert(mutant->words).second) continue;
      if (khronos::validate(mutant->words, Environment::Vulkan10)) continue;
      Result<Proof> found = prove_equal(program, mutant->words, proof);
      EXPECT_TRUE(found) << mutant->kind;
      if (found) list.push_back({*std::move(mutant), *std::move(found)});
    }
    return list;
  }

  static std::string text_of(const Counterexample& example) {
    std::string out = fmt::format("{} is {}, not {}, in pixel {}{}:", example.output, example.found, example.expected,
                                  example.pixel, example.samples ? ", with textures" : "");
    for (const Counterexample::Input& input : example.inputs) {
      out += fmt::format(" {}{} =", static_cast<int>(input.type), input.number);
      for (const auto& value : input.values) out += fmt::format(" ({}, {}, {}, {})", value[0], value[1], value[2], value[3]);
    }
    return out;
  }

  void complain(const Program& program, const Form& form, const std::string& complaint, const Judged& one,
                const std::vector<std::uint32_t>& words) {
    ++complaints_;
    fmt::print("{:04} {}: {}, {}: {}\n", complaints_, complaint, program.name, form.name, one.mutant.kind);
    if (one.proof.counterexample && complaint.starts_with("not shown")) fmt::print("  {}\n", text_of(*one.proof.counterexample));
    if (const char* const folder = std::getenv("AGAL_MUTANTS_FOLDER")) {
      const std::string name = fmt::format("{}/{:04}", folder, complaints_);
      const auto write = [&](const std::string& suffix, const std::vector<std::uint32_t>& module) {
        if (std::FILE* const file = std::fopen((name + suffix).c_str(), "wb")) {
          std::fwrite(module.data(), sizeof(std::uint32_t), module.size(), file);
          std::fclose(file);
        }
      };
      write(".spv", words);
      write(".mutant.spv", one.mutant.words);
    }
  }

  static exec::Opened opened_;
};

exec::Opened ModuleMutants::opened_;

// AGAL_MUTANTS is the number of mutants, AGAL_MUTANTS_PART=2/4 makes the second quarter of them.
struct Wanted {
  std::uint32_t mutants = 240, part = 0, parts = 1;
};
Wanted wanted_mutants() {
  Wanted wanted;
  if (const char* const text = std::getenv("AGAL_MUTANTS"))
    wanted.mutants = static_cast<std::uint32_t>(std::strtoul(text, nullptr, 10));
  if (const char* const text = std::getenv("AGAL_MUTANTS_PART")) {
    char* slash = nullptr;
    wanted.part = static_cast<std::uint32_t>(std::strtoul(text, &slash, 10)) - 1;
    wanted.parts = static_cast<std::uint32_t>(std::strtoul(slash + 1, nullptr, 10));
    wanted.mutants /= wanted.parts;
  }
  return wanted;
}

std::vector<Program> programs() {
  std::vector<Program> list;
  for (const Program& program : test::translatable_programs())
    if (program.instructions.size() <= max_tokens) list.push_back(program);
  for (const exec::Entry& entry : exec::generated_entries(300, 6, 30)) {
    for (const std::optional<Program>* program : {&entry.vertex, &entry.fragment}) {
      if (!*program) continue;
      list.push_back(**program);
      list.back().name = entry.name;
    }
  }
  return list;
}

TEST_F(ModuleMutants, AreEqualOnlyIfTheyComputeTheSame) {
  const std::vector<Program> all = programs();
  const Wanted wanted = wanted_mutants();
  for (std::uint32_t i = wanted.part; made_ < wanted.mutants && i < 2 * wanted.parts * wanted.mutants; i += wanted.parts) {
    exec::Random random(i);
    const Program& program = all[random.below(all.size())];
    run(program, forms[i % forms.size()], random, std::min(mutants_of_one, wanted.mutants - made_));
  }
  fmt::print("{}", counts_.table());
  EXPECT_EQ(counts_.wrong, 0u);
  // Interpolation and filters of a device are not exact, so that a comparison may turn out otherwise.
  EXPECT_LE(counts_.not_shown * 100, counts_.by_numbers);
}

}  // namespace
}  // namespace agal::mutants
