#include "reflect/to_json.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace agal::reflect {
namespace {

// Returns the name in `types` of the block that holds the constants. An underscore distinguishes these types from types
// of the language, as in spirv-cross.
std::string block_key(const Interface::Layout& layout) { return '_' + std::string(layout.block); }

void write_block_type(base::JsonWriter& json, const Interface::Layout& layout,
                      const std::vector<Interface::ConstantPart>& parts) {
  const auto write_member = [&](std::string_view name, std::uint32_t first, std::uint32_t count, bool is_array) {
    json.members({{"name", name}, {"type", "vec4"}});
    if (is_array) {
      json.key("array").list(std::array{count});
      json.key("array_size_is_literal").list(std::array{true});
    }
    json.member("offset", layout.offset + first * layout.stride);
    if (is_array) json.member("array_stride", layout.stride);
  };
  json.object([&] {
    json.member("name", layout.block);
    json.key("members").list([&] {
      if (parts.empty()) json.object([&] { write_member(layout.member, 0, layout.count, true); });
      for (const Interface::ConstantPart& part : parts)
        json.object([&] { write_member(part.name, part.first, part.count, part.count > 1); });
    });
  });
}

template <class Variable>
void write_located(base::JsonWriter& json, const std::vector<Variable>& variables) {
  for (const Variable& variable : variables)
    json.object({{"type", "vec4"}, {"name", variable.name}, {"location", variable.location}});
}

// Writes the inputs or the outputs of a program: `own` are its attributes or colors. `varyings` is null if the varyings
// are on the other side.
template <class Variable>
void add_located(base::JsonWriter& json, std::string_view key, const std::vector<Variable>& own,
                 const std::vector<Interface::Varying>* varyings) {
  if (own.empty() && (varyings == nullptr || varyings->empty())) return;
  json.key(key).list([&] {
    write_located(json, own);
    if (varyings != nullptr) write_located(json, *varyings);
  });
}

void write_texture(base::JsonWriter& json, const Interface::Sampler& sampler) {
  const std::string type = sampler.bound->sampler_binding ? "texture" : "sampler";
  json.object([&] {
    json.members({{"type", type + std::string(type_name(sampler.bound->kind))}, {"name", sampler.name}});
    add_binding(json, sampler.bound->slots);
  });
}

void write_separate_sampler(base::JsonWriter& json, const Interface::Sampler& sampler) {
  Interface::Slots slots = sampler.bound->of_sampler();
  slots.binding = *sampler.bound->sampler_binding;
  json.object([&] {
    json.members({{"type", "sampler"}, {"name", sampler.separate_name}});
    add_binding(json, slots);
  });
}

// Writes the textures. Either all samplers are combined with their textures, or none is.
void add_textures(base::JsonWriter& json, const std::vector<Interface::Sampler>& samplers) {
  const auto is_bound = [](const Interface::Sampler& sampler) { return sampler.bound.has_value(); };
  const auto first = std::find_if(samplers.begin(), samplers.end(), is_bound);
  if (first == samplers.end()) return;
  const bool separate = first->bound->sampler_binding.has_value();
  const auto add = [&](std::string_view key, auto write) {
    json.key(key).list(samplers, [&](const Interface::Sampler& sampler) {
      if (is_bound(sampler)) write(json, sampler);
    });
  };
  add(separate ? "separate_images" : "textures", write_texture);
  if (separate) add("separate_samplers", write_separate_sampler);
}

void write_ubo(base::JsonWriter& json, const Interface::Layout& layout) {
  json.object([&] {
    json.members({{"type", block_key(layout)}, {"name", layout.block}, {"block_size", layout.size()}});
    if (layout.slots) add_binding(json, *layout.slots);
  });
}

void add_constants(base::JsonWriter& json, const Interface::Uniforms& uniforms) {
  switch (uniforms.layout->mode) {
    case ConstantsMode::Plain: return;  // spirv-cross does not have a key for plain arrays
    case ConstantsMode::Ubo: return json.key("ubos").list([&] { write_ubo(json, *uniforms.layout); });
    case ConstantsMode::Push:
      return json.key("push_constants").list([&] {
        json.object({{"type", block_key(*uniforms.layout)}, {"name", uniforms.name}, {"push_constant", true}});
      });
  }
}

}  // namespace

// Keys are left out if their lists would be empty.
void add_cross_keys(base::JsonWriter& json, const Interface& program) {
  const bool vertex = program.stage == Stage::Vertex;
  const std::optional<Interface::Layout>& layout = program.uniforms.layout;
  json.key("entryPoints").list([&] {
    json.object({{"name", program.spirv_entry_point}, {"mode", vertex ? "vert" : "frag"}});
  });
  if (layout && !layout->block.empty())
    json.key("types").object([&] { write_block_type(json.key(block_key(*layout)), *layout, program.uniforms.parts); });
  add_located(json, "inputs", program.attributes, vertex ? nullptr : &program.varyings);
  add_located(json, "outputs", program.outputs.colors, vertex ? &program.varyings : nullptr);
  add_textures(json, program.samplers);
  if (layout) add_constants(json, program.uniforms);
}

}  // namespace agal::reflect
