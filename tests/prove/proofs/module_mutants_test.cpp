// Proves mutants of SPIR-V modules against the program of the module, and compares each answer with an execution.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"
#include "agal/operands.hpp"
#include "agal/prove/prove.hpp"
#include "exec/campaign.hpp"
#include "khronos/spirv_tools.hpp"
#include "proofs/module_mutants.hpp"
#include "proofs/mutant_counts.hpp"
#include "proofs/mutant_programs.hpp"
#include "proofs/mutant_runs.hpp"
#include "proofs/products.hpp"
#include "support/facility.hpp"
#include "support/spirv_text.hpp"

namespace agal::mutants {
namespace {

constexpr std::uint32_t mutants_of_one = 16;  // mutants of each module

struct Form {
  std::string_view name;
  Target target = Target::Spv;
  Optimization optimization = Optimization::Full;
  std::optional<Samplers> samplers = std::nullopt;
  bool by_optimizer = false;  // true if SPIRV-Tools optimizes the module
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
      evidence.interface_difference = interface_difference(read.words, one.mutant.words, max_block, false);
      // Another input or texture need not affect the results: samplers may have the same state. The execution decides.
      if (evidence.interface_difference.starts_with("has input location") ||
          evidence.interface_difference.starts_with("has texture"))
        std::swap(evidence.interface_difference, evidence.other_input);
      if (evidence.interface_difference.empty()) {
        shader.spirv = without_contraction(with_known_inputs(read.words, one.mutant.words));
        evidence.executed = runs.run(shader, one.proof.verdict == Verdict::Equal);
        if (leaves_open(one.proof)) runs.drop_open(evidence.executed, one.mutant.words, proof);
      }
      evidence.is_open = may_clamp_to_nothing(one.mutant.words) || one.mutant.kind == "dropped store";
      const std::string complaint = counts_.add(one.mutant.kind, one.proof, evidence);
      if (!complaint.empty()) complain(given, form, complaint, one, read.words);
    }
  }

  std::uint32_t number_ = 0, complaints_ = 0;
  MutantCounts counts_;
  static exec::Opened opened_;

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
      for (const auto& value : input.values)
        out += fmt::format(" ({}, {}, {}, {})", value[0], value[1], value[2], value[3]);
    }
    return out;
  }

  std::string name_of_complaint() const { return fmt::format("{}-{}", number_, complaints_); }

  void complain(const Program& program, const Form& form, const std::string& complaint, const Judged& one,
                const std::vector<std::uint32_t>& words) {
    ++complaints_;
    const std::string why =
        fmt::format("{} {}: {}, {}: {}", name_of_complaint(), complaint, program.name, form.name, one.mutant.kind);
    counts_.complaints.push_back(why);
    if (one.proof.counterexample && complaint.starts_with("not shown"))
      counts_.complaints.push_back(text_of(*one.proof.counterexample));
    if (const char* const folder = std::getenv("AGAL_MUTANTS_FOLDER")) {
      const std::string name = fmt::format("{}/{}", folder, name_of_complaint());
      const auto write = [&](const std::string& suffix, const std::vector<std::uint32_t>& module) {
        if (std::FILE* const file = std::fopen((name + suffix).c_str(), "wb")) {
          std::fwrite(module.data(), sizeof(std::uint32_t), module.size(), file);
          std::fclose(file);
        }
      };
      std::ofstream(name + ".agal") << disassemble(program);
      write(".spv", words);
      write(".mutant.spv", one.mutant.words);
    }
  }
};

exec::Opened ModuleMutants::opened_;

TEST_F(ModuleMutants, AreProvedOnlyIfExecutionsAgree) {
  const std::vector<Program> all = mutated_programs();
  const auto run_one = [&](std::uint32_t number) {
    if (opened_.backend == nullptr) opened_ = exec::open_vulkan_unvalidated();
    if (opened_.backend == nullptr) {
      ++counts_.skipped[opened_.missing];
      return;
    }
    number_ = number;
    complaints_ = 0;
    exec::Random random(number);
    const Program& program = all[random.below(all.size())];
    run(program, forms[number % forms.size()], random, mutants_of_one);
  };
  AGAL_NEED(test::Facility::Vulkan, missing_in_child([] { return exec::open_vulkan_unvalidated().missing; }));
  run_in_children(wanted_mutants("AGAL_MUTANTS", 240), run_one, counts_);
  fmt::print("{}", counts_.table());
  EXPECT_EQ(counts_.wrong, 0u);
  // Interpolation and filters of a device are not exact, so a comparison may have either result.
  EXPECT_LE(counts_.not_shown * 50, counts_.by_numbers + 100);
}

}  // namespace
}  // namespace agal::mutants
