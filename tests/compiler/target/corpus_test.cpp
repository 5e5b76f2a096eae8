// Translates both corpora (support/corpus.hpp) to every target, including programs that no player accepts. The text
// must enable the extensions that the reflection lists and keep the names of registers. tests/compiler/conversion
// compiles the texts.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"
#include "support/corpus.hpp"
#include "support/facility.hpp"

namespace agal {
namespace {

std::vector<std::string> extension_lines(const std::string& text) {
  constexpr std::string_view mark = "#extension ";
  std::vector<std::string> found;
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1)) {
    const std::size_t begin = at + mark.size();
    found.push_back(text.substr(begin, text.find(' ', begin) - begin));
  }
  return found;
}

std::size_t max_line_length(const std::string& text) {
  std::size_t longest = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    longest = std::max(longest, end - at);
    at = end + 1;
  }
  return longest;
}

struct Count {
  std::size_t programs = 0, rejected = 0, compiled = 0, numbered = 0, longest = 0;
};

void judge(const Program& program, const Compilation& made, Count& count) {
  std::vector<std::string> reported;
  for (const Interface::Extensions& each : made.program_interface->extensions)
    if (each.target == made.target) reported.assign(each.names.begin(), each.names.end());
  EXPECT_EQ(extension_lines(made.text), reported) << program.name;
  // The name of an unnamed value is an underscore and a number.
  for (const char* type :
       {"float _", "vec2 _", "vec3 _", "vec4 _", "float2 _", "float3 _", "float4 _", "bool _", "int _"})
    if (made.text.find(type) != std::string::npos) {
      ++count.numbered;
      break;
    }
  count.longest = std::max(count.longest, max_line_length(made.text));
}

// Uses agalc's writer, because SPIRV-Cross numbers values that do not belong to a register.
class WholeCorpus : public testing::TestWithParam<Target> {};

TEST_P(WholeCorpus, KeepsNamesAndEnablesListedExtensions) {
  const test::Corpus& corpus = test::whole_corpus();
  AGAL_WANT(test::Facility::Shared, test::shared_corpus().missing);
  CompileOptions options;
  options.target = GetParam();
  options.writer = Writer::Own;
  options.validation.level = ValidationLevel::Off;
  options.validate_spirv = false;
  options.reflect = true;
  Count count;
  for (const test::CorpusProgram& entry : corpus.programs) {
    AssembleOptions assembling;
    if (entry.form == test::Form::Assembly) assembling.stage = entry.stage;
    const Result<Program> program = load_program(entry.bytes, entry.path, assembling);
    if (!program) continue;
    ++count.programs;
    const Result<Compilation> made = compile(*program, options);
    EXPECT_FALSE(made.diagnostics().contains(5001)) << entry.path << "\n" << render_text(made.diagnostics());
    EXPECT_FALSE(made.diagnostics().contains(5002)) << entry.path << "\n" << render_text(made.diagnostics());
    if (!made) {
      ++count.rejected;
      continue;
    }
    ++count.compiled;
    judge(*program, *made, count);
  }
  fmt::print("{}: {} of {} programs compiled, {} rejected; {} with a numbered variable; longest line {}\n",
             info(GetParam()).name, count.compiled, count.programs, count.rejected, count.numbered, count.longest);
  EXPECT_GT(count.compiled, 0u);
  EXPECT_LE(count.numbered * 100, count.compiled) << "names of registers should survive";
}

std::vector<Target> text_targets() {
  std::vector<Target> targets;
  for (const TargetInfo& row : target_table)
    if (row.family != TargetFamily::SpirV) targets.push_back(row.target);
  return targets;
}

INSTANTIATE_TEST_SUITE_P(Targets, WholeCorpus, testing::ValuesIn(text_targets()), [](const auto& param) {
  std::string name(agal::info(param.param).name);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace agal
