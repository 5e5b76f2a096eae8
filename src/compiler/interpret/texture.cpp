// Opcodes that fetch texels.
#include <algorithm>

#include "interpret/machine.hpp"
#include "interpret/sampler.hpp"

namespace agal::interpret {
namespace {

// The minimum level in the arguments of DeviceModel::result. The level of a constant coordinate is minus infinity.
constexpr float lowest_level = -128;

const TextureBinding& binding_of(const Machine& m, SamplerOperand operand) {
  return *m.bindings().textures[operand.index()];
}

SamplerOperand state_of(const TextureBinding& binding, SamplerOperand operand) {
  return operand.has(SamplerOption::IgnoreSampler) ? binding.state.value_or(operand) : operand;
}

std::array<float, 3> coordinate(const Float4& value) { return {value[0], value[1], value[2]}; }

std::array<float, 3> difference(const Float4& from, const Float4& to) {
  return {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
}

Float4 fetch(const Machine& m, const Instruction& t, const TextureBinding& binding, const std::array<float, 3>& at,
             float lod) {
  const SamplerOperand state = state_of(binding, t.sampler());
  DeviceModel* const device = m.device();
  if (device == nullptr) return sample(binding.texture, state, at, lod);
  const std::array<float, 3> place = device->place(binding.texture, at);
  const float level = device->level(static_cast<Opcode>(t.opcode), binding.texture, lod);
  Float4 texel = sample(binding.texture, state, place, level);
  const Float4 looked_at{place[0], place[1], place[2], std::max(level, lowest_level)};
  for (float& lane : texel) lane = m.device_result(t, lane, looked_at);
  return texel;
}

void write_texels(Machine& m, const Instruction& t, Wide texels) {
  if (t.sampler().has(SamplerOption::Single))
    for (Float4& texel : texels) texel.fill(texel[0]);
  m.write(t.dst, texels);
}

// Fetches at an implicit level. The level follows from the differences of the coordinates in the row and the column of
// the quad, even if neighbors are not active in this branch.
void implicit_level(Machine& m, const Instruction& t) {
  const Wide at = m.read(t.src1);
  const TextureBinding& binding = binding_of(m, t.sampler());
  Wide texels{};
  for (std::size_t i = 0; i < quad_size; ++i) {
    const std::size_t pixel = m.derivative_pixel(t, i), left = pixel & ~std::size_t{1}, upper = pixel & 1;
    const Footprint footprint{coordinate(at[i]), difference(at[left], at[left + 1]),
                              difference(at[upper], at[upper + 2])};
    const float lod = level_of_detail(binding.texture, footprint) + t.sampler().bias();
    texels[i] = fetch(m, t, binding, footprint.at, lod);
  }
  write_texels(m, t, texels);
}

}  // namespace

void interpret_Tex(Machine& m, const Instruction& t) { implicit_level(m, t); }
void interpret_Ted(Machine& m, const Instruction& t) { implicit_level(m, t); }

// A vertex program does not have neighbors: the bias is the level (docs/adr/0010).
void interpret_Tld(Machine& m, const Instruction& t) {
  const Wide at = m.read(t.src1);
  const TextureBinding& binding = binding_of(m, t.sampler());
  Wide texels{};
  texels[0] = fetch(m, t, binding, coordinate(at[0]), t.sampler().bias());
  write_texels(m, t, texels);
}

}  // namespace agal::interpret
