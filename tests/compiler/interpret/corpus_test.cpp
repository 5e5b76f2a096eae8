// Runs every program of the corpora that validation accepts, and checks that the written outputs exist.
#include "support/corpus.hpp"
#include "agal/validate.hpp"
#include "interpret/interpret_support.hpp"
#include "support/facility.hpp"

namespace agal::test {
namespace {

// Returns a small texture with the right dimension for each sampler of the program.
Bindings bindings_for(const Program& program) {
  Bindings bindings;
  for (const Instruction& token : program.instructions) {
    if (token.info()->src2 != SourceRule::Sampler) continue;
    const SamplerOperand sampler = token.sampler();
    Texture texture;
    texture.kind = sampler.kind();
    const std::uint32_t depth = texture.kind == Texture::Kind::Cube ? 6 : 1;
    texture.levels = {{4, 4, depth, std::vector<Float4>(std::size_t{16} * depth, Float4{0.25f, 0.5f, 0.75f, 1})}};
    if (bindings.textures.size() <= sampler.index()) bindings.textures.resize(sampler.index() + 1);
    bindings.textures[sampler.index()] = TextureBinding{with_box_filtered_levels(texture), std::nullopt};
  }
  for (std::size_t i = 0; i < 256; ++i) bindings.constants.push_back({0.5f, 1, static_cast<float>(i), -0.25f});
  return bindings;
}

void run(const Program& program, const std::string& path) {
  ValidateOptions options;
  options.level = ValidationLevel::Off;
  if (validate(program, options).has_errors()) return;
  const Bindings bindings = bindings_for(program);
  if (program.stage == Stage::Vertex) {
    const Result<VertexOutput> result = interpret_vertex(program, bindings, {{{1, 2, 3, 1}}, 1});
    ASSERT_TRUE(result) << path << render_text(result.diagnostics());
    EXPECT_TRUE(result->position) << path;
  } else {
    const Result<QuadOutput> result = interpret_quad(program, bindings, {});
    ASSERT_TRUE(result) << path << render_text(result.diagnostics());
    for (const PixelOutput& pixel : result->pixels) EXPECT_FALSE(pixel.colors.empty()) << path;
  }
}

void run_all(const Corpus& corpus) {
  std::size_t count = 0;
  for (const CorpusProgram& entry : corpus.programs) {
    AssembleOptions options;
    options.stage = entry.stage;
    const Result<Program> program = load_program(entry.bytes, entry.path, options);
    if (!program) continue;
    run(*program, entry.path);
    ++count;
  }
  EXPECT_GT(count, corpus.programs.size() / 2);
}

TEST(CorpusRuns, RunsOwnCorpus) {
  ASSERT_EQ(own_corpus().missing, "");
  run_all(own_corpus());
}

TEST(CorpusRuns, RunsSharedCorpus) {
  AGAL_NEED(test::Facility::Shared, shared_corpus().missing);
  run_all(shared_corpus());
}

}  // namespace
}  // namespace agal::test
