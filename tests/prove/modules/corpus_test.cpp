// Proves every program of both corpora (support/corpus.hpp) equal to each form of output that can be read as SPIR-V.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <spirv-tools/optimizer.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"
#include "agal/prove/prove.hpp"
#include "compilers/dxc.hpp"
#include "compilers/naga.hpp"
#include "exec/variants.hpp"
#include "front_end.hpp"
#include "generated.hpp"
#include "support/corpus.hpp"
#include "support/facility.hpp"
#include "support/lowering.hpp"

namespace agal {
namespace {

enum class SpirvOpt : std::uint8_t { No, Performance, Size };

// A form of output: options, and the compiler that reads the text.
struct Form {
  std::string name;
  CompileOptions options;
  /// The highest class that proofs of this form may need.
  ProofClass highest = ProofClass::Exact;
  /// The optimizer that runs on the SPIR-V.
  SpirvOpt optimizer = SpirvOpt::No;
  /// The compiler that reads the text.
  test::FrontEnd front_end = test::FrontEnd::Glslang;
};

CompileOptions to(Target target, Writer writer = Writer::Own, Optimization optimization = Optimization::Full) {
  CompileOptions options;
  options.target = target;
  if (target != Target::Spv) options.writer = writer;
  options.optimization = optimization;
  options.validation.level = ValidationLevel::Off;
  options.validate_spirv = false;
  options.reflect = false;
  return options;
}

// Returns forms that each differ from the default in one option.
std::vector<Form> option_forms() {
  std::vector<Form> list;
  const auto add = [&](std::string name, auto change, Target target = Target::Spv) {
    Form form{"with_" + std::move(name), to(target), ProofClass::Rounding};
    change(form.options);
    list.push_back(std::move(form));
  };
  for (const exec::Variant& variant : exec::semantics_variants()) {
    std::string name(variant.option.substr(2));
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == '-' || c == '='; }, '_');
    add(name, [&](CompileOptions& o) {
      o.semantics = variant.semantics;
      o.validation.allow_reserved = variant.allow_reserved;
    });
  }
  add("no_clamp", [](CompileOptions& o) { o.semantics.clamp_index = false; });
  add("flip_y", [](CompileOptions& o) { o.flip_y = true; });
  add("clip_z", [](CompileOptions& o) { o.clip_z = ClipZ::NegativeOneToOne; });
  add(
      "clip_z_glsl", [](CompileOptions& o) { o.clip_z = ClipZ::ZeroToOne; }, Target::Glsl330);
  add("separate", [](CompileOptions& o) { o.samplers = Samplers::Separate; });
  add(
      "separate_glsl", [](CompileOptions& o) { o.samplers = Samplers::Separate; }, Target::VulkanGlsl450);
  add("push", [](CompileOptions& o) { o.constants = ConstantsMode::Push; });
  add("plain", [](CompileOptions& o) {
    o.constants = ConstantsMode::Plain;
    o.environment = Environment::OpenGL45;
  });
  add(
      "plain_glsl", [](CompileOptions& o) { o.constants = ConstantsMode::Plain; }, Target::Glsl330);
  add("medium", [](CompileOptions& o) { o.precision = Precision::Medium; });
  for (const Target target : {Target::Essl100, Target::Essl300}) {
    const std::string language(info(target).name);
    add(
        "medium_" + language, [](CompileOptions& o) { o.precision = Precision::Medium; }, target);
    add(
        "low_color_" + language, [](CompileOptions& o) { o.precision = Precision::LowColor; }, target);
  }
  add("bindings", [](CompileOptions& o) { o.bindings = {{"vc", 1, 7}, {"fc", 2, 9}, {"fs0", 3, 11}}; });
  add("debug", [](CompileOptions& o) { o.debug_info = true; });
  return list;
}

std::vector<Form> forms() {
  std::vector<Form> list;
  list.push_back({"spv_none", to(Target::Spv, Writer::Own, Optimization::None), ProofClass::Rounding});
  list.push_back({"spv", to(Target::Spv), ProofClass::Rounding});
  list.push_back({"spirv_opt", to(Target::Spv), ProofClass::ValueChanging, SpirvOpt::Performance});
  list.push_back({"spirv_opt_size", to(Target::Spv), ProofClass::ValueChanging, SpirvOpt::Size});
  for (const TargetInfo& target : target_table) {
    if (!test::reads(target.target)) continue;
    for (const Writer writer : {Writer::Own, Writer::Cross}) {
      Form form{std::string(target.name), to(target.target, writer), ProofClass::Rounding};
      std::erase(form.name, '-');
      form.name += writer == Writer::Own ? "_own" : "_cross";
      list.push_back(form);
    }
  }
  for (Form& form : option_forms()) list.push_back(std::move(form));
  return list;
}

// Returns the forms that naga and DXC read.
std::vector<Form> forms_for_others() {
  std::vector<Form> list{{"wgsl_naga", to(Target::Wgsl), ProofClass::Rounding, SpirvOpt::No, test::FrontEnd::Naga}};
  for (const TargetInfo& target : target_table)
    if (target.family == TargetFamily::Hlsl)
      for (const Writer writer : {Writer::Own, Writer::Cross})
        list.push_back({fmt::format("{}_dxc_{}", target.name, writer == Writer::Own ? "own" : "cross"),
                        to(target.target, writer), ProofClass::Rounding, SpirvOpt::No, test::FrontEnd::Dxc});
  return list;
}

std::vector<std::uint32_t> optimized(std::vector<std::uint32_t> words, SpirvOpt how) {
  if (how == SpirvOpt::No || words.empty()) return words;
  spvtools::Optimizer optimizer(SPV_ENV_VULKAN_1_0);
  if (how == SpirvOpt::Performance)
    optimizer.RegisterPerformancePasses();
  else
    optimizer.RegisterSizePasses();
  std::vector<std::uint32_t> out;
  EXPECT_TRUE(optimizer.Run(words.data(), words.size(), &out));
  return out;
}

// Counts proofs and the rules that they used.
struct Tally {
  std::map<std::string, std::uint32_t> rules, reasons;
  std::uint32_t proved = 0, failed = 0;

  void add(const std::string& name, const Proof& proof, ProofClass highest) {
    for (const RuleUse& use : proof.rules) ++rules[std::string(use.name)];
    if (proof.verdict != Verdict::Equal) ++reasons[proof.reason];
    if (proof.verdict == Verdict::Equal && proof.proof_class <= highest) {
      ++proved;
      return;
    }
    if (++failed > 5) return;
    ADD_FAILURE() << name << ": verdict " << static_cast<int>(proof.verdict) << ", " << agal::name(proof.proof_class)
                  << " " << proof.reason << " at " << proof.output << "\n  " << proof.expected << "\n  " << proof.found;
  }

  // Prints one line for the log: the number of programs that need each rule.
  void print(std::string_view form) const {
    std::string summary = fmt::format("{}: {} proved, {} not", form, proved, failed);
    for (const auto& [rule, count] : rules) summary += fmt::format("; {} {}", rule, count);
    for (const auto& [reason, count] : reasons) summary += fmt::format("; '{}' {}", reason, count);
    testing::Test::RecordProperty("proofs", summary);
    fmt::print("{}\n", summary);
  }
};

// A vertex and a fragment program that are used together.
struct ProgramPair {
  Program vertex, fragment;
};

const std::vector<ProgramPair>& corpus_pairs() {
  static const std::vector<ProgramPair> list = [] {
    const test::Corpus& corpus = test::whole_corpus();
    const auto read = [&](std::size_t n) { return load_program(corpus.programs[n].bytes, corpus.programs[n].path); };
    std::vector<ProgramPair> pairs;
    for (const test::CorpusPair& pair : corpus.pairs) {
      Result<Program> vertex = read(pair.vertex), fragment = read(pair.fragment);
      if (vertex && fragment) pairs.push_back({*std::move(vertex), *std::move(fragment)});
    }
    return pairs;
  }();
  return list;
}

// Makes gtest show the name of the form.
void PrintTo(const Form& form, std::ostream* out) { *out << form.name; }

class Corpus : public testing::TestWithParam<Form> {
 protected:
  void SetUp() override {
    AGAL_WANT(test::Facility::Shared, test::shared_corpus().missing);
    const test::FrontEnd reads = GetParam().front_end;
    if (reads == test::FrontEnd::Naga) AGAL_NEED(test::Facility::Naga, compilers::missing_naga());
    if (reads == test::FrontEnd::Dxc) AGAL_NEED(test::Facility::Dxc, compilers::missing_dxc());
  }

  struct Translated {
    const Program* program;
    std::vector<std::uint32_t> words;
  };

  // Returns the programs in this form, except programs that the target cannot express.
  static std::vector<Translated> translated(const std::vector<Program>& programs) {
    const CompileOptions& options = GetParam().options;
    std::vector<Translated> list;
    std::vector<compilers::Module> texts;
    for (std::size_t i = 0; i < programs.size(); ++i) {
      if (!chosen(i)) continue;
      Result<Compilation> compiled = compile(programs[i], options);
      if (compiled) add(programs[i], *std::move(compiled), list, texts);
    }
    read_back(list, texts);
    return list;
  }

  // Returns the vertex and the fragment program of each pair in this form, except pairs that the target cannot express.
  static std::vector<Translated> linked(const std::vector<ProgramPair>& pairs) {
    std::vector<Translated> list;
    std::vector<compilers::Module> texts;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (!chosen(i)) continue;
      const ProgramPair& pair = pairs[i];
      Result<LinkedCompilation> products = link(pair.vertex, pair.fragment, GetParam().options);
      if (!products) continue;
      add(pair.vertex, std::move(products->vertex), list, texts);
      add(pair.fragment, std::move(products->fragment), list, texts);
    }
    read_back(list, texts);
    return list;
  }

  static void add(const Program& program, Compilation&& product, std::vector<Translated>& list,
                  std::vector<compilers::Module>& texts) {
    list.push_back({&program, optimized(std::move(product.spirv), GetParam().optimizer)});
    texts.push_back({program.name, program.stage, std::move(product.text)});
  }

  // Reads the texts as SPIR-V.
  static void read_back(std::vector<Translated>& list, const std::vector<compilers::Module>& texts) {
    const Target target = GetParam().options.target;
    if (target == Target::Spv) return;
    std::vector<exec::CompiledShader> read = test::read_texts(GetParam().front_end, target, texts);
    for (std::size_t i = 0; i < list.size(); ++i) {
      EXPECT_EQ(read[i].fault, "") << texts[i].name << "\n" << texts[i].bytes;
      list[i].words = std::move(read[i].words);
    }
  }

  static ProofOptions proof_options() {
    ProofOptions proof;
    proof.output = GetParam().options;
    proof.semantics = GetParam().options.semantics;
    // WGSL and SPIR-V have the same bindings. In other languages, names identify variables.
    const Target target = GetParam().options.target;
    if (target != Target::Spv && target != Target::Wgsl) proof.match = InterfaceMatch::Names;
    return proof;
  }

  // Selects all programs for the forms `spv` and `spv_none`, and one in twelve for every other form, depending on the
  // form's name. With AGAL_PROOFS=all, selects all.
  static bool chosen(std::size_t number) {
    const char* const wanted = std::getenv("AGAL_PROOFS");
    const bool all = wanted != nullptr && std::string_view(wanted) == "all";
    const std::string& name = GetParam().name;
    return all || name == "spv" || name == "spv_none" || number % 12 == std::hash<std::string>()(name) % 12;
  }

  static void prove_pairs(const std::vector<ProgramPair>& pairs, std::uint32_t least) {
    Tally tally;
    const std::vector<Translated> list = linked(pairs);
    for (std::size_t i = 0; i < list.size(); i += 2) {
      const Translated &vertex = list[i], &fragment = list[i + 1];
      const auto proof = prove_pair(*vertex.program, *fragment.program, vertex.words, fragment.words, proof_options());
      ASSERT_TRUE(proof) << vertex.program->name;
      tally.add(vertex.program->name, proof->vertex, GetParam().highest);
      tally.add(fragment.program->name, proof->fragment, GetParam().highest);
    }
    EXPECT_GE(tally.proved, least);
    EXPECT_EQ(tally.failed, 0u);
    tally.print("pairs, " + GetParam().name);
  }

  static void prove_all(const std::vector<Program>& programs, std::uint32_t least) {
    Tally tally;
    for (const auto& [program, words] : translated(programs)) {
      const Result<Proof> proof = prove_equal(*program, words, proof_options());
      ASSERT_TRUE(proof) << program->name;
      tally.add(program->name, *proof, GetParam().highest);
    }
    EXPECT_GE(tally.proved, least);
    EXPECT_EQ(tally.failed, 0u);
    tally.print(GetParam().name);
  }
};

// Returns the number of programs of the corpora that must at least be proved: `all`, or `own` if only corpus/ is there.
std::uint32_t least_proved(std::uint32_t all, std::uint32_t own) {
  return test::shared_corpus().missing.empty() ? all : own;
}

TEST_P(Corpus, IsProved) { prove_all(test::translatable_programs(), least_proved(120, 8)); }

TEST_P(Corpus, GeneratedProgramsAreProved) { prove_all(test::generated_programs(), 5); }

// The vertex program of a pair stores only the varyings that the fragment program reads.
// A sample of corpus/ has eight or nine pairs. Two of all pairs have instance ids, which some targets lack.
constexpr std::uint32_t least_of_pairs = 14;

TEST_P(Corpus, PairsAreProved) { prove_pairs(corpus_pairs(), least_proved(200, least_of_pairs)); }

std::string form_name(const testing::TestParamInfo<Form>& instance) { return instance.param.name; }

INSTANTIATE_TEST_SUITE_P(, Corpus, testing::ValuesIn(forms()), form_name);

// Forms with a missing compiler are skipped.
class OtherCompilers : public Corpus {};

TEST_P(OtherCompilers, CorpusIsProved) { prove_all(test::translatable_programs(), least_proved(120, 8)); }

TEST_P(OtherCompilers, PairsAreProved) { prove_pairs(corpus_pairs(), least_proved(200, least_of_pairs)); }

TEST_P(OtherCompilers, GeneratedProgramsAreProved) { prove_all(test::generated_programs(), 5); }

INSTANTIATE_TEST_SUITE_P(, OtherCompilers, testing::ValuesIn(forms_for_others()), form_name);

}  // namespace
}  // namespace agal
