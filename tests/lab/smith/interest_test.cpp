// Tests that the generated programs are worth running: outputs depend on inputs and are finite, conditions hold
// sometimes, and few tokens are dead code.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "agal/assembly.hpp"
#include "agal/interpret.hpp"
#include "agal/lint.hpp"
#include "smith/dice.hpp"
#include "smith/smith.hpp"

namespace agal::smith {
namespace {

float any_float(Dice& dice) { return (static_cast<float>(dice.roll(513)) - 256.0f) / 128.0f; }

Float4 any_register(Dice& dice) {
  Float4 value{};
  for (float& component : value) component = any_float(dice);
  return value;
}

Texture any_texture(Dice& dice, SamplerOperand sampler) {
  Texture texture;
  const bool cube = sampler.has(SamplerOption::Cube);
  texture.kind = cube ? Texture::Kind::Cube : Texture::Kind::Plane;
  texture.levels = {{4, 4, cube ? 6u : 1u, {}}};
  while (texture.levels[0].texels.size() < 16 * texture.levels[0].depth)
    texture.levels[0].texels.push_back(any_register(dice));
  return with_box_filtered_levels(std::move(texture));
}

Bindings any_bindings(Dice& dice, const Program& program) {
  Bindings bindings;
  for (int i = 0; i < 250; ++i) bindings.constants.push_back(any_register(dice));
  bindings.textures.resize(16);
  for (const Instruction& token : program.instructions)
    if (token.info()->src2 == SourceRule::Sampler)
      bindings.textures[token.sampler().index()] = TextureBinding{any_texture(dice, token.sampler()), {}};
  return bindings;
}

struct Run {
  std::vector<float> values;
  Trace trace;
  bool killed = false;
};

void append(std::vector<float>& values, const std::optional<Float4>& value) {
  if (value) values.insert(values.end(), value->begin(), value->end());
}

Run run_vertex(Dice& dice, const Program& program) {
  VertexInput input;
  for (int i = 0; i < 16; ++i) input.attributes.push_back(any_register(dice));
  input.instance = dice.roll(4);
  Result<VertexOutput> output = interpret_vertex(program, any_bindings(dice, program), input, {.trace = true});
  Run run;
  if (!output) return run;
  append(run.values, output->position);
  for (const std::optional<Float4>& varying : output->varyings) append(run.values, varying);
  run.trace = std::move(output->trace);
  return run;
}

Run run_fragment(Dice& dice, const Program& program) {
  QuadInput input;
  for (int i = 0; i < 10; ++i) {
    const Float4 base = any_register(dice), slope = any_register(dice);
    for (std::size_t pixel = 0; pixel < quad_size; ++pixel) {
      Float4 value = base;
      for (std::size_t c = 0; c < 4; ++c) value[c] += slope[c] * static_cast<float>(pixel) / 64.0f;
      input.varyings[pixel].push_back(value);
    }
  }
  Result<QuadOutput> output = interpret_quad(program, any_bindings(dice, program), input, {.trace = true});
  Run run;
  if (!output) return run;
  for (const std::optional<Float4>& color : output->pixels[0].colors) append(run.values, color);
  if (output->pixels[0].depth) run.values.push_back(*output->pixels[0].depth);
  run.killed = output->pixels[0].killed;
  run.trace = std::move(output->trace);
  return run;
}

// Totals over many programs with many inputs each.
struct Figures {
  double outputs = 0, constant = 0;      // components of outputs, and components that do not depend on the inputs
  double values = 0, finite = 0;         // the values of the components
  double conditions = 0, both_ways = 0;  // reached conditions, and conditions that hold for only some inputs
  double kil_programs = 0, split = 0;    // programs with kil, and programs that kill only some pixels
};

void observe(const Program& program, Dice& dice, Figures& figures) {
  constexpr int runs = 12;
  std::vector<float> first;
  std::vector<bool> differs;
  std::map<std::uint32_t, unsigned> ways;
  int killed = 0;
  for (int i = 0; i < runs; ++i) {
    const Run run = program.stage == Stage::Vertex ? run_vertex(dice, program) : run_fragment(dice, program);
    ASSERT_FALSE(run.values.empty()) << disassemble(program);
    if (i == 0) first = run.values, differs.resize(first.size());
    for (std::size_t k = 0; k < first.size(); ++k) {
      figures.values += 1;
      if (std::isfinite(run.values[k])) figures.finite += 1;
      if (run.values[k] != first[k]) differs[k] = true;
    }
    killed += run.killed ? 1 : 0;
    for (const TraceStep& step : run.trace.steps)
      if (program.instructions[step.token].info()->flow == Flow::If && (step.active & 1) != 0)
        ways[step.token] |= (step.holds & 1) != 0 ? 1u : 2u;
  }
  figures.outputs += static_cast<double>(differs.size());
  for (const bool differing : differs) figures.constant += differing ? 0 : 1;
  figures.conditions += static_cast<double>(ways.size());
  for (const auto& [token, seen] : ways) figures.both_ways += seen == 3 ? 1 : 0;
  for (const Instruction& token : program.instructions)
    if (token.is(Opcode::Kil)) {
      figures.kil_programs += 1;
      figures.split += killed > 0 && killed < runs ? 1 : 0;
      break;
    }
}

Figures figures_of(Stage stage) {
  Figures figures;
  Dice dice(1);
  for (std::uint64_t seed = 1; seed <= 300 && !testing::Test::HasFailure(); ++seed)
    observe(generate(stage, {.seed = seed, .size = 10 + static_cast<std::uint32_t>(seed % 50)}), dice, figures);
  return figures;
}

void expect_interesting(const Figures& figures) {
  EXPECT_LT(figures.constant, 0.15 * figures.outputs);
  EXPECT_GT(figures.finite, 0.88 * figures.values);
  EXPECT_LT(figures.finite, figures.values);  // some are infinite or NaN
  EXPECT_GT(figures.conditions, 100);
  EXPECT_GT(figures.both_ways, 0.65 * figures.conditions);
}

TEST(SmithInterest, VertexPrograms) { expect_interesting(figures_of(Stage::Vertex)); }

TEST(SmithInterest, FragmentPrograms) {
  const Figures figures = figures_of(Stage::Fragment);
  expect_interesting(figures);
  EXPECT_GT(figures.kil_programs, 20);
  EXPECT_GT(figures.split, 0.6 * figures.kil_programs);
}

TEST(SmithInterest, FewResultsAreNeverUsed) {
  LintOptions options;
  options.rules = {std::uint16_t{6003}};  // the rule result-never-used
  double tokens = 0, unused = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed)
    for (const Stage stage : {Stage::Vertex, Stage::Fragment}) {
      const Program program = generate(stage, {.seed = seed, .size = 40});
      tokens += static_cast<double>(program.instructions.size());
      unused += static_cast<double>(lint(program, options).size());
    }
  RecordProperty("unused", std::to_string(unused / tokens));
  EXPECT_LT(unused, 0.2 * tokens);
}

}  // namespace
}  // namespace agal::smith
