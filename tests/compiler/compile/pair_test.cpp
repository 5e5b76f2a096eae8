// For a pair, translate() and write() give the same output as link(), although they need only agal::core.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"
#include "support/corpus.hpp"
#include "support/lowering.hpp"

namespace agal {
namespace {

using test::assembled;
using testing::HasSubstr;
using testing::Not;

struct LoadedPair {
  std::string name;
  Program vertex, fragment;
};

std::vector<LoadedPair> own_pairs() {
  const test::Corpus& corpus = test::own_corpus();
  const auto load = [&](std::size_t i) {
    AssembleOptions options;
    options.stage = corpus.programs[i].stage;
    return *load_program(corpus.programs[i].bytes, corpus.programs[i].path, options);
  };
  std::vector<LoadedPair> pairs;
  for (const test::CorpusPair& pair : corpus.pairs)
    pairs.push_back({corpus.programs[pair.vertex].path, load(pair.vertex), load(pair.fragment)});
  return pairs;
}

CompileOptions options_for(Target target) {
  CompileOptions options;
  options.target = target;
  options.writer = Writer::Own;
  options.validate_spirv = options.reflect = false;
  return options;
}

template <class First, class Second>
void expect_same_verdict(const First& first, const Second& second) {
  EXPECT_EQ(first.has_value(), second.has_value());
  EXPECT_EQ(render_text(first.diagnostics()), render_text(second.diagnostics()));
}

TEST(Pair, TranslateEqualsLink) {
  ASSERT_EQ(test::own_corpus().missing, "");
  for (const ConstantsMode constants : {ConstantsMode::Ubo, ConstantsMode::Push})
    for (const LoadedPair& pair : own_pairs()) {
      SCOPED_TRACE(pair.name);
      CompileOptions options = options_for(Target::Spv);
      options.constants = constants;
      const Result<TranslatedPair> words = translate(pair.vertex, pair.fragment, options);
      const Result<LinkedCompilation> linked = link(pair.vertex, pair.fragment, options);
      expect_same_verdict(words, linked);
      if (!words || !linked) continue;
      EXPECT_EQ(words->vertex, linked->vertex.spirv);
      EXPECT_EQ(words->fragment, linked->fragment.spirv);
    }
}

TEST(Pair, WriteEqualsLink) {
  ASSERT_EQ(test::own_corpus().missing, "");
  for (const Target target : {Target::Wgsl, Target::Essl100, Target::Essl300, Target::VulkanGlsl450})
    for (const LoadedPair& pair : own_pairs()) {
      SCOPED_TRACE(pair.name);
      const CompileOptions options = options_for(target);
      const Result<WrittenPair> texts = write(pair.vertex, pair.fragment, options);
      const Result<LinkedCompilation> linked = link(pair.vertex, pair.fragment, options);
      expect_same_verdict(texts, linked);
      if (!texts || !linked) continue;
      EXPECT_EQ(texts->vertex, linked->vertex.text);
      EXPECT_EQ(texts->fragment, linked->fragment.text);
    }
}

TEST(Pair, DropsUnreadVaryings) {
  const Program vertex = assembled("mov op, va0\nmov v0, va1\nmov v1, va2\n"), fragment = assembled("mov oc, v1\n");
  const Result<WrittenPair> texts = write(vertex, fragment, options_for(Target::Essl300));
  ASSERT_TRUE(texts) << render_text(texts.diagnostics());
  EXPECT_THAT(texts->vertex, HasSubstr("out vec4 v1;"));
  EXPECT_THAT(texts->vertex, Not(HasSubstr("v0")));
  EXPECT_THAT(texts->vertex, Not(HasSubstr("va1")));
}

TEST(Pair, RejectsMismatchedPair) {
  const Program vertex = assembled("mov op, va0\n"), fragment = assembled("mov oc, v3\n");
  const Result<TranslatedPair> words = translate(vertex, fragment);
  const Result<WrittenPair> texts = write(vertex, fragment, options_for(Target::Wgsl));
  EXPECT_FALSE(words);
  EXPECT_FALSE(texts);
  EXPECT_TRUE(words.diagnostics().contains(3632));
  EXPECT_TRUE(texts.diagnostics().contains(3632));
}

TEST(Pair, SingleModuleHasBothEntryPoints) {
  const Program vertex = assembled("m44 op, va0, vc0\nmov v0, va1\n"), fragment = assembled("mul oc, v0, fc0\n");
  CompileOptions options = options_for(Target::Wgsl);
  options.single_module = options.reflect = true;
  const Result<WrittenPair> texts = write(vertex, fragment, options);
  ASSERT_TRUE(texts) << render_text(texts.diagnostics());
  EXPECT_EQ(texts->both, texts->vertex + "\n" + texts->fragment);
  EXPECT_THAT(texts->vertex, HasSubstr("fn vertex_main("));
  EXPECT_THAT(texts->fragment, HasSubstr("fn fragment_main("));

  const Result<LinkedCompilation> linked = link(vertex, fragment, options);
  ASSERT_TRUE(linked) << render_text(linked.diagnostics());
  EXPECT_EQ(linked->both, texts->both);
  EXPECT_EQ(linked->vertex.program_interface->entry_point, "vertex_main");
  EXPECT_EQ(linked->fragment.program_interface->entry_point, "fragment_main");
}

TEST(Pair, SingleModuleNeedsWgsl) {
  const Program vertex = assembled("mov op, va0\nmov v0, va1\n"), fragment = assembled("mov oc, v0\n");
  for (const Target target : {Target::Essl300, Target::VulkanGlsl450}) {
    CompileOptions options = options_for(target);
    const Result<WrittenPair> two = write(vertex, fragment, options);
    options.single_module = true;
    const Result<WrittenPair> texts = write(vertex, fragment, options);
    ASSERT_TRUE(texts && two);
    EXPECT_EQ(texts->vertex, two->vertex);
    EXPECT_EQ(texts->both, "");
  }
}

TEST(Pair, OwnWriterDoesNotWriteSpirv) {
  const Program vertex = assembled("mov op, va0\nmov v0, va1\n"), fragment = assembled("mov oc, v0\n");
  const Result<WrittenPair> texts = write(vertex, fragment, options_for(Target::Spvasm));
  EXPECT_FALSE(texts);
  EXPECT_TRUE(texts.diagnostics().contains(4007));
  EXPECT_EQ(texts.diagnostics().size(), 1u);
}

}  // namespace
}  // namespace agal
