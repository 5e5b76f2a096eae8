#include "prove/confirm.hpp"

#include <algorithm>
#include <cmath>

#include "agal/isa.hpp"

namespace agal::prove {
namespace {

// The maximum relative error, or the maximum absolute error for values below 1. Functions such as `exp` may be rounded
// differently.
constexpr float tolerance = 1e-5f;

// Tokens have 16 bits for the number of a register.
constexpr std::uint32_t max_registers = 1 << 16;

// Makes a texture that depends on lane, position and register number. Some values are below 0 or above 1, as in float
// textures.
Texture texture_for(TextureKind kind, std::uint32_t number) {
  constexpr std::uint32_t size = 4;
  Texture texture;
  texture.kind = kind;
  Texture::Level level;
  level.width = level.height = size;
  level.depth = kind == TextureKind::Cube ? 6 : kind == TextureKind::Volume ? size : 1;
  for (std::uint32_t i = 0; i < size * size * level.depth; ++i) {
    Float4 texel;
    for (std::uint32_t c = 0; c < 4; ++c)
      texel[c] = static_cast<float>((4 * i + c + 512 * number + 1) * 0x9e37'79b1 >> 28) / 8 - 0.5f;
    level.texels.push_back(texel);
  }
  texture.levels.push_back(std::move(level));
  return with_box_filtered_levels(std::move(texture));
}

// Returns true if a value is close to the expected one, and not to the one that was found.
bool is_near(float value, float expected, float found) {
  if (!std::isfinite(value)) return false;
  float most = tolerance * std::max(1.0f, std::fabs(expected));
  if (std::isfinite(found)) most = std::min(most, std::fabs(found - expected) / 4);
  return std::fabs(value - expected) <= most;
}

Float4& at(std::vector<Float4>& registers, std::uint32_t number) {
  if (registers.size() <= number) registers.resize(number + 1, Float4{});
  return registers[number];
}

// Returns the lane at the end of a name such as "oc1.y"; 0 if the name does not have one.
std::uint32_t lane_of(const std::string& name) {
  static constexpr std::string_view lanes = "xyzw";
  return name.size() > 2 && name[name.size() - 2] == '.' ? static_cast<std::uint32_t>(lanes.find(name.back())) : 0;
}

std::string_view register_of(const std::string& name) { return std::string_view(name).substr(0, name.find('.')); }

std::optional<float> value_in(const VertexOutput& found, const target::Output& output, const std::string& name) {
  const std::uint32_t lane = lane_of(name);
  if (register_of(name) == "op") {
    if (!found.position) return std::nullopt;
    const Float4& p = *found.position;
    if (lane == 1 && output.flip_y) return -p[1];
    return lane == 2 && output.clip_z == ClipZ::NegativeOneToOne ? p[2] + p[2] - p[3] : p[lane];
  }
  for (std::uint32_t n = 0; n < found.varyings.size(); ++n)
    if (register_of(name) == register_name(RegisterType::Varying, n, Stage::Vertex) && found.varyings[n])
      return (*found.varyings[n])[lane];
  return std::nullopt;
}

std::optional<float> value_in(const PixelOutput& found, const std::string& name) {
  if (name == "discard") return found.killed ? 1.0f : 0.0f;
  if (found.killed) return std::nullopt;
  if (register_of(name) == register_name(RegisterType::Depth, 0, Stage::Fragment)) return found.depth;
  for (std::uint32_t n = 0; n < found.colors.size(); ++n)
    if (register_of(name) == register_name(RegisterType::Output, n, Stage::Fragment) && found.colors[n])
      return (*found.colors[n])[lane_of(name)];
  return std::nullopt;
}

}  // namespace

std::vector<std::optional<TextureBinding>> textures_for(const Program& program) {
  std::vector<std::optional<TextureBinding>> out;
  for (const Instruction& token : program.instructions) {
    if (token.info() == nullptr || !token.info()->samples()) continue;
    const SamplerOperand sampler = token.sampler();
    if (out.size() <= sampler.index()) out.resize(sampler.index() + 1);
    std::optional<TextureBinding>& binding = out[sampler.index()];
    if (!binding) binding = TextureBinding{texture_for(sampler.kind(), sampler.index()), sampler};
  }
  return out;
}

bool confirms(const Program& program, const Semantics& semantics, const target::Output& output,
              const std::vector<std::optional<TextureBinding>>& textures, const Counterexample& example) {
  Bindings bindings{{}, textures};
  VertexInput vertex;
  QuadInput quad;
  for (const Counterexample::Input& input : example.inputs) {
    if (input.number >= max_registers) continue;  // only a module can read this register
    const auto of_pixel = [&](std::size_t i) { return input.values[input.values.size() == 1 ? 0 : i]; };
    if (input.type == RegisterType::Constant) at(bindings.constants, input.number) = of_pixel(0);
    if (input.type == RegisterType::Attribute) at(vertex.attributes, input.number) = of_pixel(0);
    if (input.type == RegisterType::InstanceId) vertex.instance = static_cast<std::uint32_t>(of_pixel(0)[0]);
    if (input.type == RegisterType::Varying)
      for (std::size_t i = 0; i < quad_size; ++i) at(quad.varyings[i], input.number) = of_pixel(i);
  }
  InterpretOptions options;
  options.semantics = semantics;
  options.undefined = 0;
  std::optional<float> value;
  if (program.stage == Stage::Vertex) {
    const Result<VertexOutput> found = interpret_vertex(program, bindings, vertex, options);
    if (found) value = value_in(*found, output, example.output);
  } else {
    const Result<QuadOutput> found = interpret_quad(program, bindings, quad, options);
    if (found) value = value_in(found->pixels[example.pixel], example.output);
  }
  return value && is_near(*value, example.expected, example.found);
}

}  // namespace agal::prove
