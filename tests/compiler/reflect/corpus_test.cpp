// The reflections of both corpora (support/corpus.hpp) conform to the schema and agree with the texts.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "reflected.hpp"
#include "support/corpus.hpp"
#include "support/facility.hpp"
#include "support/json_schema.hpp"

namespace agal::test {
namespace {

void expect_fits(const std::string& reflection, const std::string& what) {
  const json value = json::parse(reflection, nullptr, false);
  ASSERT_FALSE(value.is_discarded()) << what;
  const std::vector<std::string> violations = schema_violations(schema(), value);
  EXPECT_TRUE(violations.empty()) << what << ": " << violations.front();
}

Result<Program> load(const CorpusProgram& entry) {
  AssembleOptions options;
  options.stage = entry.stage;
  return load_program(entry.bytes, entry.path, options);
}

// Checks every `step`th program. Returns the number of compiled programs.
std::size_t check_programs(const Corpus& corpus, std::size_t step, const CompileOptions& options) {
  std::size_t compiled_count = 0;
  for (std::size_t i = 0; i < corpus.programs.size(); i += step) {
    const Result<Program> program = load(corpus.programs[i]);
    if (!program) continue;
    const Result<Compilation> compilation = compile(*program, options);
    if (!compilation) continue;
    ++compiled_count;
    expect_fits(compilation->reflection, fmt::format("{} for {}", corpus.programs[i].path, info(options.target).name));
  }
  return compiled_count;
}

std::size_t check_pairs(const Corpus& corpus, std::size_t step, const CompileOptions& options) {
  std::size_t linked_count = 0;
  for (std::size_t i = 0; i < corpus.pairs.size(); i += step) {
    const CorpusProgram& first = corpus.programs[corpus.pairs[i].vertex];
    const Result<Program> vertex = load(first), fragment = load(corpus.programs[corpus.pairs[i].fragment]);
    if (!vertex || !fragment) continue;
    const Result<LinkedCompilation> pair = link(*vertex, *fragment, options);
    if (!pair) continue;
    ++linked_count;
    expect_fits(pair->reflection, "the pair of " + first.path);
  }
  return linked_count;
}

TEST(ReflectionCorpus, OwnProgramsMatchSchema) {
  ASSERT_EQ(own_corpus().missing, "");
  EXPECT_GE(check_programs(own_corpus(), 1, for_target(Target::Spv)), 60u);
  EXPECT_GE(check_programs(own_corpus(), 1, for_target(Target::Essl100)), 30u);
  EXPECT_GE(check_programs(own_corpus(), 1, for_target(Target::Glsl120)), 30u);
  EXPECT_GE(check_programs(own_corpus(), 1, for_target(Target::Wgsl)), 60u);
}

TEST(ReflectionCorpus, OwnPairsMatchSchema) {
  ASSERT_EQ(own_corpus().missing, "");
  EXPECT_GT(check_pairs(own_corpus(), 1, for_target(Target::Spv)), 0u);
}

TEST(ReflectionCorpus, SharedProgramsMatchSchema) {
  AGAL_NEED(test::Facility::Shared, shared_corpus().missing);
  CompileOptions options = for_target(Target::Spv);
  EXPECT_GE(check_programs(shared_corpus(), 7, options), 80u);
  options.validation.level = ValidationLevel::Warn;
  EXPECT_GE(check_pairs(shared_corpus(), 23, options), 20u);
}

std::vector<std::string> extensions_in(const std::string& text) {
  std::vector<std::string> names;
  constexpr std::string_view directive = "#extension ";
  for (std::size_t at = text.find(directive); at != std::string::npos; at = text.find(directive, at + 1)) {
    const std::size_t from = at + directive.size();
    names.push_back(text.substr(from, text.find(' ', from) - from));
  }
  return names;
}

// Returns the extensions that the reflection lists for a target. Reflections for all targets list them.
std::vector<std::string> extensions_listed(const Compilation& compilation, Target target) {
  for (const Interface::Extensions& extensions : compilation.program_interface.value().extensions)
    if (extensions.target == target) return {extensions.names.begin(), extensions.names.end()};
  return {};
}

TEST(ReflectionCorpus, ExtensionsMatchText) {
  ASSERT_EQ(own_corpus().missing, "");
  for (const Target target : {Target::Essl100, Target::Glsl120}) {
    std::size_t with_extensions = 0;
    for (const CorpusProgram& entry : own_corpus().programs) {
      const Result<Program> program = load(entry);
      ASSERT_TRUE(program) << render_text(program.diagnostics());
      const Result<Compilation> compilation = compile(*program, for_target(target));
      if (!compilation) continue;
      const std::vector<std::string> used = extensions_in(compilation->text);
      EXPECT_EQ(extensions_listed(*compilation, target), used) << entry.path;
      EXPECT_EQ(extensions_listed(compiled(*program, for_target(Target::Spv)), target), used) << entry.path;
      if (!used.empty()) ++with_extensions;
    }
    EXPECT_GT(with_extensions, 0u) << info(target).name;
  }
}

}  // namespace
}  // namespace agal::test
