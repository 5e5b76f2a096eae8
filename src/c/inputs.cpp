// The functions of agal.h for the inputs of the interpreter.
#include "c/objects.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>

#include "agal/limits.hpp"
#include "c/guard.hpp"

namespace agal::c {
namespace {

constexpr std::uint64_t max_texels = std::uint64_t{1} << 24;

// Changes the inputs. `change` returns a status.
template <class Change>
agal_status changed(agal_inputs* inputs, Change&& change) {
  if (inputs == nullptr) return AGAL_BAD_ARGUMENT;
  return guarded([&]() -> agal_status { return change(*inputs); }, [] { return AGAL_OUT_OF_MEMORY; },
                 [](const char*) { return AGAL_INTERNAL_ERROR; });
}

// Stores a register. Lower registers that are not in the list yet get the value `unset`.
agal_status store(std::vector<Float4>& registers, std::uint32_t number, const float* value, const Float4& unset) {
  if (number >= translatable_registers || value == nullptr) return AGAL_BAD_ARGUMENT;
  if (registers.size() <= number) registers.resize(number + 1, unset);
  std::copy_n(value, unset.size(), registers[number].begin());
  return AGAL_OK;
}

std::vector<Float4> registers_from(const float* values, std::size_t count) {
  std::vector<Float4> registers(count);
  for (std::size_t i = 0; i < count; ++i) std::copy_n(values + 4 * i, 4, registers[i].begin());
  return registers;
}

std::optional<Texture::Kind> kind_named(std::string_view name) {
  for (const TextureKind kind : {TextureKind::Plane, TextureKind::Cube, TextureKind::Volume})
    if (agal::name(kind) == name) return kind;
  return std::nullopt;
}

bool has_size(Texture::Kind kind, std::uint32_t width, std::uint32_t height, std::uint32_t depth) {
  if (width == 0 || height == 0 || depth == 0) return false;
  if (std::uint64_t{width} * height > max_texels || std::uint64_t{width} * height * depth > max_texels) return false;
  switch (kind) {
    case Texture::Kind::Plane: return depth == 1;
    case Texture::Kind::Cube: return depth == 6 && width == height;
    case Texture::Kind::Volume: return true;
  }
  return false;
}

}  // namespace
}  // namespace agal::c

using namespace agal;
using namespace agal::c;

extern "C" {

agal_inputs* agal_inputs_create(void) {
  return guarded([] { return std::make_unique<agal_inputs>().release(); }, []() -> agal_inputs* { return nullptr; },
                 [](const char*) -> agal_inputs* { return nullptr; });
}

agal_status agal_inputs_set_constants(agal_inputs* inputs, const float* values, std::size_t registers) {
  return changed(inputs, [&](agal_inputs& object) {
    if (registers > translatable_registers || (values == nullptr && registers != 0)) return AGAL_BAD_ARGUMENT;
    object.bindings.constants = registers_from(values, registers);
    return AGAL_OK;
  });
}

agal_status agal_inputs_set_attribute(agal_inputs* inputs, std::uint32_t number, const float value[4]) {
  return changed(inputs, [&](agal_inputs& object) {
    return store(object.vertex.attributes, number, value, {0, 0, 0, 1});
  });
}

agal_status agal_inputs_set_varying(agal_inputs* inputs, std::uint32_t pixel, std::uint32_t number,
                                    const float value[4]) {
  return changed(inputs, [&](agal_inputs& object) {
    return pixel < quad_size ? store(object.quad.varyings[pixel], number, value, {}) : AGAL_BAD_ARGUMENT;
  });
}

agal_status agal_inputs_set_instance(agal_inputs* inputs, std::uint32_t instance) {
  return changed(inputs, [&](agal_inputs& object) {
    object.vertex.instance = instance;
    return AGAL_OK;
  });
}

agal_status agal_inputs_set_texture(agal_inputs* inputs, std::uint32_t sampler, const char* kind, std::uint32_t width,
                                    std::uint32_t height, std::uint32_t depth, const float* texels, int levels) {
  return changed(inputs, [&](agal_inputs& object) {
    const std::optional<Texture::Kind> known = kind_named(kind == nullptr ? "" : kind);
    if (!known || texels == nullptr || sampler >= translatable_registers || !has_size(*known, width, height, depth))
      return AGAL_BAD_ARGUMENT;
    Texture texture;
    texture.kind = *known;
    texture.levels.push_back({width, height, depth, registers_from(texels, std::size_t{width} * height * depth)});
    if (levels != 0) texture = with_box_filtered_levels(std::move(texture));
    std::vector<std::optional<TextureBinding>>& textures = object.bindings.textures;
    if (textures.size() <= sampler) textures.resize(sampler + 1);
    textures[sampler] = TextureBinding{std::move(texture), std::nullopt};
    return AGAL_OK;
  });
}

void agal_inputs_release(agal_inputs* inputs) { delete inputs; }

}  // extern "C"
