#include "exec/subject.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "agal/operands.hpp"
#include "exec/random.hpp"

namespace agal::exec {
namespace {

// ---------------------------------------------------------------------------------------------------- the program

void add(std::vector<std::uint32_t>& list, std::uint32_t number) {
  const auto place = std::lower_bound(list.begin(), list.end(), number);
  if (place == list.end() || *place != number) list.insert(place, number);
}

void add_register(Interface& interface, Stage stage, RegisterType type, std::uint32_t number) {
  if (type == RegisterType::Attribute) add(interface.attributes, number);
  if (type == RegisterType::Varying) add(interface.varyings, number);
  if (type == RegisterType::Output && stage == Stage::Fragment) add(interface.colors, number);
  if (type == RegisterType::Depth) interface.depth = true;
}

Interface interface_of(const Program& program) {
  Interface interface;
  for (const Instruction& token : program.instructions)
    for_each_access(token, [&](const Access& access) {
      if (access.kind == AccessKind::Relative || access.kind == AccessKind::Sample) return;
      for (std::uint32_t number = access.first; number < access.end(); ++number)
        add_register(interface, program.stage, static_cast<RegisterType>(access.type_code), number);
    });
  return interface;
}

// Returns the operand with another state. On every API, a sampler has a single state; the bias is in the shader.
SamplerOperand with_state_of(SamplerOperand operand, SamplerOperand state) {
  for (const SamplerField field : {SamplerField::Filter, SamplerField::Mip, SamplerField::Wrap})
    operand = operand.with(field, state.field(field));
  return operand;
}

std::string unify_samplers(Program& program, std::map<std::uint32_t, SamplerOperand>& states) {
  for (Instruction& token : program.instructions) {
    if (token.info()->src2 != SourceRule::Sampler) continue;
    const SamplerOperand operand = token.sampler();
    const SamplerOperand state = states.try_emplace(operand.index(), operand).first->second;
    if (state.field(SamplerField::Dim) != operand.field(SamplerField::Dim))
      return "one sampler is used with two dimensions";
    token.src2.bits = with_state_of(operand, state).bits;
  }
  return "";
}

// ---------------------------------------------------------------------------------------------------- the values

float bits_of_texel(Random& random) { return static_cast<float>(random.below(256)) / 255.0f; }

Texture make_texture(std::uint32_t dimension, Random& random) {
  Texture texture;
  texture.kind = static_cast<Texture::Kind>(dimension);
  const bool volume = texture.kind == Texture::Kind::Volume, cube = texture.kind == Texture::Kind::Cube;
  for (std::uint32_t size = volume || cube ? 4 : 8; size > 0; size /= 2) {
    Texture::Level level{size, size, volume ? size : cube ? 6 : 1u, {}};
    level.texels.resize(std::size_t{level.width} * level.height * level.depth);
    for (Float4& texel : level.texels)
      for (float& lane : texel) lane = bits_of_texel(random);
    texture.levels.push_back(std::move(level));
  }
  return texture;
}

// Returns typical values, and values that implementations treat differently.
float constant_value(Random& random) {
  constexpr std::array<float, 12> special{0.0f, -0.0f, 1, -1, 0.5f, 2, -2, 1e-20f, -1e-20f, 1e15f, -1e15f, 255};
  const std::uint32_t kind = random.below(20);
  if (kind < 11) return random.between(-2, 2);
  if (kind < 14) return random.between(0, 1);
  if (kind < 17) return static_cast<float>(random.below(24));
  return special[random.below(special.size())];
}

Float4 constant_register(Random& random) {
  Float4 value;
  for (float& lane : value) lane = constant_value(random);
  return value;
}

// A varying on the triangle: its value at a position in pixels from the center of the quad's first pixel. Values that
// vary are dyadic, so that interpolation is exact.
struct Plane {
  float base = 0, dx = 0, dy = 0;
  float at(float x, float y) const { return base + x * dx + y * dy; }
};

Plane varying_plane(Random& random) {
  if (random.below(5) == 0) return {constant_value(random), 0, 0};
  const auto sixty_fourths = [&](std::uint32_t range) {
    return static_cast<float>(static_cast<std::int32_t>(random.below(2 * range + 1)) -
                              static_cast<std::int32_t>(range)) /
           64;
  };
  return {sixty_fourths(128), sixty_fourths(random.below(2) != 0 ? 24 : 3),
          sixty_fourths(random.below(2) != 0 ? 24 : 3)};
}

constexpr std::array<std::array<float, 2>, 3> corners{{{-0.5f, -0.5f}, {3.5f, -0.5f}, {-0.5f, 3.5f}}};
constexpr std::array<std::array<float, 2>, quad_size> pixels{{{0, 0}, {1, 0}, {0, 1}, {1, 1}}};

void make_varyings(const Interface& interface, Random& random, Draw& draw, QuadInput& quad) {
  const std::size_t count = interface.varyings.empty() ? 0 : interface.varyings.back() + 1;
  for (auto& registers : draw.corners) registers.resize(count);
  for (auto& registers : quad.varyings) registers.resize(count);
  for (const std::uint32_t number : interface.varyings)
    for (std::size_t c = 0; c < 4; ++c) {
      const Plane plane = varying_plane(random);
      for (std::size_t i = 0; i < corners.size(); ++i)
        draw.corners[i][number][c] = plane.at(corners[i][0], corners[i][1]);
      for (std::size_t i = 0; i < pixels.size(); ++i)
        quad.varyings[i][number][c] = plane.at(pixels[i][0], pixels[i][1]);
    }
}

void make_point(const Interface& interface, Random& random, Draw& draw, VertexInput& point) {
  draw.attributes.assign(interface.attributes.empty() ? 0 : interface.attributes.back() + 1, Float4{0, 0, 0, 1});
  for (const std::uint32_t number : interface.attributes) draw.attributes[number] = constant_register(random);
  draw.instance = random.below(instances);
  point = {draw.attributes, draw.instance};
}

void make_draw(Subject& subject, const InputOptions& options, std::uint32_t number, Random& random) {
  Draw draw;
  const std::uint32_t registers =
      version_limits(subject.program.version).count(RegisterType::Constant, subject.program.stage);
  draw.constants.resize(std::max<std::size_t>(registers, options.constants.size()));
  for (Float4& value : draw.constants) value = constant_register(random);
  if (number % 2 == 0) std::copy(options.constants.begin(), options.constants.end(), draw.constants.begin());
  if (subject.program.stage == Stage::Vertex)
    make_point(subject.interface, random, draw, subject.points.emplace_back());
  else
    make_varyings(subject.interface, random, draw, subject.quads.emplace_back());
  subject.draws.push_back(std::move(draw));
}

}  // namespace

Bindings bindings_of(const std::vector<TextureSlot>& textures) {
  Bindings bindings;
  for (const TextureSlot& slot : textures) {
    if (bindings.textures.size() <= slot.sampler) bindings.textures.resize(slot.sampler + 1);
    bindings.textures[slot.sampler] = TextureBinding{slot.texture, slot.state};
  }
  return bindings;
}

Subject make_subject(std::string name, const Program& program, const InputOptions& options) {
  Subject subject;
  subject.name = std::move(name);
  subject.program = program;
  std::map<std::uint32_t, SamplerOperand> states;
  subject.unsuitable = unify_samplers(subject.program, states);
  if (!subject.unsuitable.empty()) return subject;
  subject.interface = interface_of(subject.program);
  Random random(options.seed);
  for (const auto& [number, state] : states)
    subject.textures.push_back({number, make_texture(state.field(SamplerField::Dim), random), state});
  for (std::uint32_t i = 0; i < options.draws; ++i) make_draw(subject, options, i, random);
  return subject;
}

}  // namespace agal::exec
