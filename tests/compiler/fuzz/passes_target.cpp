// The target that executes programs before and after the passes.
#include <cmath>
#include <map>
#include <optional>

#include "agal/assembly.hpp"
#include "agal/interpret.hpp"
#include "agal/validate.hpp"
#include "fuzz/checks.hpp"
#include "fuzz/ir_machine.hpp"
#include "fuzz/targets.hpp"
#include "lower/lower.hpp"
#include "opt/passes.hpp"

namespace agal::fuzz {
namespace {

constexpr std::size_t max_tokens = 1000;

// Returns true if the fetches of each sampler have the same state, like in programs that players accept. The IR does
// not contain the state.
bool one_state_per_sampler(const Program& program) {
  std::map<std::uint32_t, SamplerOperand> states;
  for (const Instruction& token : program.instructions) {
    if (token.info() == nullptr || token.info()->src2 != SourceRule::Sampler) continue;
    const SamplerOperand state = token.sampler().with_bias(0);
    if (states.try_emplace(state.index(), state).first->second != state) return false;
  }
  return true;
}

bool has_biased_fetch(const ir::Module& module) {
  for (const ir::Inst& inst : module.body)
    if (inst.op == ir::Op::SampleBias) return true;
  return false;
}

// Returns a small number of either sign; zeros, ones and fractions are included.
float small_number(Choices& choices) { return static_cast<float>(static_cast<int>(choices.below(33)) - 16) / 8.0f; }

std::vector<Float4> registers(Choices& choices, std::size_t count) {
  std::vector<Float4> list(count);
  for (Float4& value : list)
    for (float& lane : value) lane = small_number(choices);
  return list;
}

Texture texture(Choices& choices, TextureKind dimension) {
  Texture out;
  out.kind = static_cast<Texture::Kind>(dimension);
  constexpr std::uint32_t size = 4;
  const std::uint32_t depth = dimension == TextureKind::Plane ? 1 : dimension == TextureKind::Cube ? 6 : 2;
  out.levels.push_back({size, size, depth, registers(choices, std::size_t{size} * size * depth)});
  return with_box_filtered_levels(std::move(out));
}

struct Inputs {
  Bindings bindings;
  VertexInput vertex;
  QuadInput quad;
};

// Fills all inputs with numbers that depend on `seed` and differ from register to register.
Inputs inputs_for(const ir::Module& module, std::uint8_t seed) {
  std::vector<std::byte> stream(1 << 14);
  std::uint32_t state = seed + 1u;
  for (std::byte& byte : stream) {
    state = state * 1664525u + 1013904223u;
    byte = static_cast<std::byte>(state >> 24);
  }
  Choices choices(stream);
  Inputs out;
  out.bindings.constants = registers(choices, 256);
  out.vertex.attributes = registers(choices, 8);
  out.vertex.instance = seed % 3u;
  for (std::vector<Float4>& varyings : out.quad.varyings) varyings = registers(choices, 10);
  for (const ir::SamplerSlot& slot : module.samplers) {
    if (out.bindings.textures.size() <= slot.index) out.bindings.textures.resize(slot.index + 1);
    out.bindings.textures[slot.index] = TextureBinding{texture(choices, slot.dimension), std::nullopt};
  }
  return out;
}

bool same(float a, float b) { return a == b || (std::isnan(a) && std::isnan(b)); }

bool same(const IrOutputs& a, const IrOutputs& b) {
  if (a.killed != b.killed || a.stored.size() != b.stored.size()) return false;
  for (const auto& [output, values] : a.stored) {
    const auto other = b.stored.find(output);
    if (other == b.stored.end()) return false;
    for (std::size_t p = 0; p < quad_size; ++p)
      for (std::size_t c = 0; c < 4; ++c)
        if (!same(values[p][c], other->second[p][c])) return false;
  }
  return true;
}

void add(IrOutputs& out, ir::Op op, const std::vector<std::optional<Float4>>& values, std::size_t pixel) {
  for (std::size_t n = 0; n < values.size(); ++n)
    if (values[n]) out.stored[{op, static_cast<std::uint16_t>(n)}][pixel] = *values[n];
}

// Returns the outputs of the interpreter, or nullopt if it rejects the program.
std::optional<IrOutputs> interpreted(const Program& program, const Inputs& inputs) {
  IrOutputs out;
  if (program.stage == Stage::Vertex) {
    const Result<VertexOutput> run = interpret_vertex(program, inputs.bindings, inputs.vertex);
    if (!run) return std::nullopt;
    for (std::size_t p = 0; p < quad_size; ++p) {
      add(out, ir::Op::StorePosition, {run->position}, p);
      add(out, ir::Op::StoreVarying, run->varyings, p);
    }
    return out;
  }
  const Result<QuadOutput> run = interpret_quad(program, inputs.bindings, inputs.quad);
  if (!run) return std::nullopt;
  for (std::size_t p = 0; p < quad_size; ++p) {
    const PixelOutput& pixel = run->pixels[p];
    out.killed[p] = pixel.killed;
    add(out, ir::Op::StoreColor, pixel.colors, p);
    if (pixel.depth) add(out, ir::Op::StoreDepth, {Float4{*pixel.depth, 0, 0, 0}}, p);
  }
  return out;
}

}  // namespace

void passes(std::span<const std::byte> bytes) {
  Choices choices(bytes);
  const std::uint8_t seed = choices.byte();
  opt::PipelineOptions options;
  options.form = static_cast<opt::Form>(choices.below(3));
  const Result<Program> program = load_program(choices.rest(), "input");
  if (!program || program->instructions.size() > max_tokens || !one_state_per_sampler(*program)) return;
  ValidateOptions off;
  off.level = ValidationLevel::Off;
  off.ignore_limits = true;
  if (validate(*program, off).has_errors()) return;
  const Result<ir::Module> lowered = lower::lower(*program, {});
  if (!lowered) return;
  // With explicit gradients, a bias scales the gradient, which is not exact.
  options.explicit_gradients = !has_biased_fetch(*lowered);
  const Inputs inputs = inputs_for(*lowered, seed);
  const auto run = [&](const ir::Module& module) {
    return execute(module, *program, inputs.bindings, inputs.vertex, inputs.quad);
  };
  const IrOutputs before = run(*lowered);
  if (before.undefined) return;
  const std::optional<IrOutputs> expected = interpreted(*program, inputs);
  promise(!expected || same(*expected, before), "the IR computes what the interpreter does");
  ir::Module module = *lowered;
  const Diagnostics found = opt::run_pipeline(module, options);
  promise(!found.has_errors(), "the IR is valid after every pass", found);
  promise(same(before, run(module)), "the passes change no result");
}

}  // namespace agal::fuzz
