// Compiles all programs to all targets. Every program that a target can express is translated, and the module is valid.
// Every rejection has the number of a rule. Prints counts by origin. In tests/compiler/compilers, independent compilers
// read agalc's default output; here, glslang reads its output with separate samplers.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"
#include "support/corpus.hpp"
#include "support/glslang_oracle.hpp"

namespace agal::test {
namespace {

struct Loaded {
  const CorpusProgram* source;
  Program program;
};

// Returns the programs of both corpora. Texts of the collection were written for AGALMiniAssembler, so they are read
// leniently.
std::vector<Loaded> load_all() {
  std::vector<Loaded> out;
  for (const CorpusProgram& source : whole_corpus().programs) {
    AssembleOptions options;
    options.stage = source.stage;
    Result<Program> program = load_program(source.bytes, source.path, options);
    EXPECT_TRUE(program) << render_text(program.diagnostics());
    if (program) out.push_back({&source, *std::move(program)});
  }
  return out;
}

const std::vector<Loaded>& programs() {
  static const std::vector<Loaded> list = load_all();
  return list;
}

std::uint16_t first_error(const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics)
    if (diagnostic.severity == Severity::Error) return diagnostic.code;
  return 0;
}

std::string histogram(const std::map<std::uint16_t, int>& codes) {
  std::string out;
  for (const auto& [code, count] : codes) out += fmt::format(" {}×{}", code_name(code), count);
  return out;
}

// The sizes of corpus/. Each target must accept at least this many programs, so that the test cannot pass without
// programs.
constexpr std::size_t own_programs = 130, own_pairs = 97;

// Returns true if the program can be translated at level Warn, decided independently by its tokens. Players reject real
// programs for several reasons. Only two of them prevent a translation: a write to a constant, and an opcode of the
// other stage. In addition, GLSL 1.20 and GLSL ES 1.00 do not have an instance id.
bool is_translatable(const Program& program, Target target) {
  const auto is = [](std::uint32_t type_code, RegisterType type) {
    return type_code == static_cast<std::uint32_t>(type);
  };
  for (const Instruction& token : program.instructions) {
    const OpcodeInfo& op = *token.info();
    if (op.dest != DestinationRule::None && is(token.dst.type_code(), RegisterType::Constant)) return false;
    if (!covers(op.stage, program.stage)) return false;
    const bool instance =
        is(token.src1.type_code(), RegisterType::InstanceId) ||
        is(token.src1.index_type_code(), RegisterType::InstanceId) ||
        is(token.src2.type_code(), RegisterType::InstanceId) ||
        (op.src2 != SourceRule::Sampler && is(token.src2.index_type_code(), RegisterType::InstanceId));
    if (instance && !has(target, TargetFeature::InstanceNumber)) return false;
  }
  return true;
}

struct Count {
  std::size_t accepted = 0;
  std::map<std::uint16_t, int> rejected;
};

void print(std::string_view title, const std::map<std::string, Count>& counts) {
  for (const auto& [origin, count] : counts) {
    int rejected = 0;
    for (const auto& row : count.rejected) rejected += row.second;
    fmt::print("{:<16} {:<12} accepted {:>4}, rejected {:>4}:{}\n", title, origin, count.accepted, rejected,
               histogram(count.rejected));
  }
}

bool is_phase(std::uint16_t code, Phase phase) {
  const RuleInfo* rule = find_rule(code);
  return rule != nullptr && rule->phase == phase;
}

TEST(Conversion, StrictValidationAcceptsOrNamesARule) {
  if (!shared_corpus().missing.empty()) fmt::print("only our own corpus: {}\n", shared_corpus().missing);
  std::map<std::string, Count> counts;
  for (const Loaded& loaded : programs()) {
    Count& count = counts[loaded.source->origin];
    const Diagnostics diagnostics = validate(loaded.program);
    if (!diagnostics.has_errors()) {
      ++count.accepted;
      continue;
    }
    ++count.rejected[first_error(diagnostics)];
    EXPECT_TRUE(is_phase(first_error(diagnostics), Phase::Validate)) << render_text(diagnostics);
  }
  print("strict", counts);
  EXPECT_TRUE(counts["corpus"].rejected.empty());
  EXPECT_GE(counts["corpus"].accepted, own_programs);
  for (const char* origin : {"starling", "away3d", "minko"}) EXPECT_TRUE(counts[origin].rejected.empty()) << origin;
}

// Expects that a program is translated if it can be.
Result<Compilation> expect_translation(const Loaded& loaded, const CompileOptions& options) {
  Result<Compilation> compiled = compile(loaded.program, options);
  EXPECT_EQ(compiled.has_value(), is_translatable(loaded.program, options.target))
      << loaded.source->path << "\n"
      << render_text(compiled.diagnostics());
  return compiled;
}

class ToTarget : public testing::TestWithParam<TargetInfo> {};

// Programs are validated at level Warn, so that programs that real engines ship but players reject are translated too.
TEST_P(ToTarget, EveryProgram) {
  std::map<std::string, Count> counts;
  for (const Loaded& loaded : programs()) {
    CompileOptions options;
    options.target = GetParam().target;
    options.validation.level = ValidationLevel::Warn;
    const Result<Compilation> compiled = expect_translation(loaded, options);
    Count& count = counts[loaded.source->origin];
    if (!compiled) {
      const std::uint16_t code = first_error(compiled.diagnostics());
      ++count.rejected[code];
      EXPECT_TRUE(is_phase(code, Phase::Validate) || is_phase(code, Phase::Target))
          << loaded.source->path << "\n"
          << render_text(compiled.diagnostics());
      continue;
    }
    ++count.accepted;
  }
  print(GetParam().name, counts);
  EXPECT_GE(counts["corpus"].accepted, own_programs);
  for (const char* origin : {"starling", "away3d", "minko"}) EXPECT_TRUE(counts[origin].rejected.empty()) << origin;
}

TEST_P(ToTarget, EveryPair) {
  const Corpus& corpus = whole_corpus();
  std::map<std::string, const Program*> by_path;
  for (const Loaded& loaded : programs()) by_path[loaded.source->path] = &loaded.program;
  std::map<std::string, Count> counts;
  for (const CorpusPair& pair : corpus.pairs) {
    const CorpusProgram& vertex = corpus.programs[pair.vertex];
    CompileOptions options;
    options.target = GetParam().target;
    options.validation.level = ValidationLevel::Warn;
    const Program& first = *by_path.at(vertex.path);
    const Program& second = *by_path.at(corpus.programs[pair.fragment].path);
    const Result<LinkedCompilation> linked = link(first, second, options);
    EXPECT_EQ(linked.has_value(), is_translatable(first, options.target) && is_translatable(second, options.target))
        << vertex.path << "\n"
        << render_text(linked.diagnostics());
    Count& count = counts[vertex.origin + " pairs"];
    if (linked) {
      ++count.accepted;
      continue;
    }
    const std::uint16_t code = first_error(linked.diagnostics());
    ++count.rejected[code];
    EXPECT_TRUE(is_phase(code, Phase::Validate) || is_phase(code, Phase::Link) || is_phase(code, Phase::Target))
        << vertex.path << "\n"
        << render_text(linked.diagnostics());
  }
  print(GetParam().name, counts);
  EXPECT_GE(counts["corpus pairs"].accepted, own_pairs);
  for (const char* origin : {"starling pairs", "away3d pairs", "minko pairs"})
    EXPECT_TRUE(counts[origin].rejected.empty()) << origin;
}

struct SeparateForm {
  Target target;
  std::optional<Writer> writer;
  std::string_view name;
};

class SeparateSamplers : public testing::TestWithParam<SeparateForm> {};

// The SPIR-V must be valid, and independent compilers must accept the texts.
TEST_P(SeparateSamplers, EveryProgram) {
  std::size_t accepted = 0;
  for (const Loaded& loaded : programs()) {
    CompileOptions options;
    options.target = GetParam().target;
    options.writer = GetParam().writer;
    options.samplers = Samplers::Separate;
    options.validation.level = ValidationLevel::Warn;
    const Result<Compilation> compiled = expect_translation(loaded, options);
    if (!compiled) continue;
    ++accepted;
    if (!has_oracle(options.target)) continue;
    if (const auto error = glslang_error(compiled->text, options.target, loaded.program.stage))
      ADD_FAILURE() << loaded.source->path << ": " << *error << "\n" << compiled->text;
  }
  EXPECT_GE(accepted, own_programs);
}

INSTANTIATE_TEST_SUITE_P(Forms, SeparateSamplers,
                         testing::Values(SeparateForm{Target::Spv, {}, "spv"},
                                         SeparateForm{Target::VulkanGlsl450, Writer::Cross, "vulkan_cross"},
                                         SeparateForm{Target::VulkanGlsl450, Writer::Own, "vulkan_own"},
                                         SeparateForm{Target::Hlsl50, Writer::Cross, "hlsl50_cross"},
                                         SeparateForm{Target::Hlsl50, Writer::Own, "hlsl50_own"}),
                         [](const auto& suite) { return std::string(suite.param.name); });

// Tests agalc's own writer of a language that SPIRV-Cross writes by default.
class OwnWriter : public testing::TestWithParam<TargetInfo> {};

TEST_P(OwnWriter, EveryProgram) {
  std::size_t accepted = 0;
  for (const Loaded& loaded : programs()) {
    CompileOptions options;
    options.target = GetParam().target;
    options.writer = Writer::Own;
    options.validation.level = ValidationLevel::Warn;
    if (expect_translation(loaded, options)) ++accepted;
  }
  EXPECT_GE(accepted, own_programs);
}

std::vector<TargetInfo> targets_that_cross_writes() {
  std::vector<TargetInfo> targets;
  for (const TargetInfo& row : target_table)
    if (info(row.family).writers == Writers::CrossOrOwn) targets.push_back(row);
  return targets;
}

std::string name_of_target(const testing::TestParamInfo<TargetInfo>& suite) {
  std::string name(suite.param.name);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Targets, ToTarget, testing::ValuesIn(target_table), name_of_target);
INSTANTIATE_TEST_SUITE_P(Targets, OwnWriter, testing::ValuesIn(targets_that_cross_writes()), name_of_target);

}  // namespace
}  // namespace agal::test
