// Values of members of interface.def that the structs of agal/interface.hpp do not contain as they are.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "agal/interface.hpp"

namespace agal::reflect {

using OptionalNumber = std::optional<std::uint32_t>;

// ---------------------------------------------------------------------------------------------------------- bindings

/// The ways in which languages number resources.
enum class BindingModel : std::uint8_t {
#define AGAL_BINDING_MODEL(id, ...) id,
#include "reflect/interface.def"
};

inline constexpr std::size_t binding_model_count = 0
#define AGAL_BINDING_MODEL(...) +1
#include "reflect/interface.def"
    ;

/// The place of a resource in one model.
struct ModelBinding {
  BindingModel model = BindingModel::Spirv;
  OptionalNumber set;        // unset if the language does not have sets
  std::uint32_t number = 0;  // the binding, the index, or the number of the register
};

/// The places of a resource, by model.
class ModelBindings {
 public:
  void push_back(const ModelBinding& row) { rows_[count_++] = row; }
  const ModelBinding* begin() const { return rows_.data(); }
  const ModelBinding* end() const { return begin() + count_; }
  std::size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }

 private:
  std::array<ModelBinding, binding_model_count> rows_{};
  std::size_t count_ = 0;
};

/// The members `msl` and `hlsl` of the constants and of a sampler.
struct MslBuffer {
  const Interface::Slots& slots;
};
struct HlslBuffer {
  const Interface::Slots& slots;
};
struct MslTexture {
  const Interface::BoundTexture& bound;
};
struct HlslTexture {
  const Interface::BoundTexture& bound;
};

/// The option of a field of a sampler, as a number.
struct OptionValue {
  SamplerField field;
  std::uint32_t value;
};

/// The member `target` of a program.
struct TargetFacts {
  const Interface& of;
};

/// Functions that compute members.
struct MemberValues {
  static ModelBindings bindings_of(const std::optional<Interface::Slots>& slots) {
    ModelBindings out;
    if (!slots) return out;
    const Interface::Slots& it = *slots;
#define AGAL_BINDING_MODEL(id, c, word, set, number, doc) out.push_back({BindingModel::id, set, number});
#include "reflect/interface.def"
    return out;
  }

  static OptionalNumber set_of(const std::optional<Interface::Slots>& slots) {
    return slots ? slots->set : std::nullopt;
  }
  static OptionalNumber binding_of(const std::optional<Interface::Slots>& slots) {
    return slots ? OptionalNumber(slots->binding) : std::nullopt;
  }
  static std::string hlsl_register(char type, std::uint32_t number) { return type + std::to_string(number); }

  /// Returns a view of a value, if there is one.
  template <class View, class Value>
  static std::optional<View> view(const std::optional<Value>& of) {
    return of ? std::optional<View>(View{*of}) : std::nullopt;
  }

  // ---- constants

  /// Returns the layout of the constants; an empty one if the program does not have the array.
  static const Interface::Layout& layout_of(const Interface::Uniforms& uniforms) {
    static constexpr Interface::Layout none;
    return uniforms.layout ? *uniforms.layout : none;
  }

  static std::string_view vec4_type(const Interface::Layout&) { return "vec4"; }

  static OptionalNumber offset_in_block(const Interface::Layout& layout) {
    return layout.block.empty() ? std::nullopt : OptionalNumber(layout.offset);
  }

  // ---- samplers

  static OptionValue option(const Interface::SamplerState& state, SamplerField field) {
    return {field, state.operand.field(field)};
  }

  static std::string operand_bits(const Interface::SamplerState& state) {
    return fmt::format("{:#018x}", state.operand.bits);
  }

  static TextureKind kind_of(const Interface::Sampler& sampler) {
    return sampler.bound ? sampler.bound->kind : TextureKind::Plane;
  }
  static std::optional<std::string> sampler_type(const Interface::Sampler& sampler) {
    if (!sampler.bound) return std::nullopt;
    return "sampler" + std::string(type_name(sampler.bound->kind));
  }
  static std::optional<bool> filtering(const Interface::Sampler& sampler) {
    return sampler.bound ? std::optional(sampler.bound->filtering) : std::nullopt;
  }
  static std::optional<Interface::Slots> slots_of(const Interface::Sampler& sampler) {
    return sampler.bound ? std::optional(sampler.bound->slots) : std::nullopt;
  }
  static OptionalNumber sampler_binding(const Interface::Sampler& sampler) {
    return sampler.bound ? sampler.bound->sampler_binding : std::nullopt;
  }
  static OptionalNumber sampler_set(const Interface::Sampler& sampler) {
    return sampler_binding(sampler) ? sampler.bound->of_sampler().set : std::nullopt;
  }
  static OptionalNumber sampler_space(const Interface::BoundTexture& bound) {
    const std::uint32_t space = bound.of_sampler().hlsl_space;
    return space != bound.slots.hlsl_space ? OptionalNumber(space) : std::nullopt;
  }

  static ModelBindings sampler_bindings_of(const Interface::Sampler& sampler) {
    ModelBindings out;
    if (!sampler.bound) return out;
    for (ModelBinding each : bindings_of(sampler.bound->of_sampler())) {
      if (each.model == BindingModel::Spirv) {
        if (!sampler.bound->sampler_binding) continue;
        each.number = *sampler.bound->sampler_binding;
      }
      out.push_back(each);
    }
    return out;
  }

  // ---- outputs

  static std::uint32_t color_bits(const Interface& program) {
    std::uint32_t bits = 0;
    for (const NamedLocation& color : program.outputs.colors) bits |= 1u << color.location;
    return bits;
  }

  static bool has_negative_z(const Interface& program) {
    return program.clip_space && program.clip_space->z == ClipZ::NegativeOneToOne;
  }
  static bool flips_y(const Interface& program) { return program.clip_space && program.clip_space->flip_y; }
  static std::string_view position_scale(const Interface& program) {
    return program.clip_space ? program.clip_space->scale : std::string_view();
  }

  static std::string_view instance_word(const Interface::InstanceId& id) {
    return id.from_first_instance ? "firstInstance" : "zero";
  }
  /// Returns the number of agal_instance_id.
  static std::uint32_t instance_number(const Interface& program) {
    if (!program.instance_id) return 0;
    return program.instance_id->from_first_instance ? 2 : 1;
  }

  // ---- programs

  static std::string_view environment_name(const Interface& program) {
    return program.environment ? info(*program.environment).name : std::string_view();
  }
  static std::string spirv_version(const Interface& program) {
    if (!program.environment) return {};
    const EnvironmentInfo& environment = info(*program.environment);
    return fmt::format("{}.{}", environment.spirv_major, environment.spirv_minor);
  }

  static std::string index_text(const Interface::RelativeAddress& address) {
    return address.index + '.' + "xyzw"[address.component];
  }

  /// Returns the attributes; null for a fragment program, which cannot have attributes.
  static const std::vector<Interface::Attribute>* attributes_of_vertex(const Interface& program) {
    return program.stage == Stage::Vertex ? &program.attributes : nullptr;
  }
};

}  // namespace agal::reflect
