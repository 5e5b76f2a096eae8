#include "translation/bindings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <tuple>

#include "base/buffer.hpp"
#include "base/sort.hpp"
#include "program/locate.hpp"
#include "target/bindings.hpp"
#include "target/defaults.hpp"

namespace agal::translation {
namespace {

// What resources must not have in common, by the rules of the target.
enum class Places : std::uint8_t {
  Free,       // nothing
  Slots,      // the slot of a texture, in one stage
  Aliased,    // set and binding, unless they are of one type
  Exclusive,  // set and binding; those of different stages as above
};

Places places_of(const OutputOptions& options) {
  const TargetInfo& row = info(options.target);
  switch (row.family) {
    case TargetFamily::SpirV:
    case TargetFamily::Glsl:
    case TargetFamily::Essl:
      if (!row.vulkan || !target::follows_vulkan(options)) return Places::Free;
      return target::samplers_of(options) == Samplers::Separate ? Places::Exclusive : Places::Aliased;
    case TargetFamily::Msl:
    case TargetFamily::Hlsl: return Places::Slots;
    case TargetFamily::Wgsl: return Places::Exclusive;
  }
  return Places::Free;
}

enum class ResourceKind : std::uint8_t { Constants, Texture, Sampler };

struct Place {
  std::uint32_t set = 0, number = 0;
  Stage stage = Stage::Vertex;
  ResourceKind kind = ResourceKind::Constants;
  ir::Dimension dimension = ir::Dimension::Plane;  // of a texture
  std::uint32_t index = 0;                         // of a texture or its sampler

  bool is_at(const Place& other) const { return set == other.set && number == other.number; }
  bool has_type_of(const Place& other) const { return kind == other.kind && dimension == other.dimension; }
  auto order() const { return std::tie(set, number, kind, stage, index); }
};

class Collisions {
 public:
  Collisions(const OutputOptions& options, bool pair, Diagnostics& diagnostics)
      : options_(options), places_(places_of(options)), pair_(pair), diagnostics_(diagnostics) {}

  /// Without --bind, the places of the registers that AGAL has are different.
  bool possible(const Translation& translation) const {
    if (places_ == Places::Free || (pair_ && places_ == Places::Slots)) return false;
    if (!options_.bindings.empty()) return true;
    constexpr std::uint32_t samplers =
        default_sampler_binding(Stage::Vertex, 0) - default_sampler_binding(Stage::Fragment, 0);
    const auto& slots = translation.module().samplers;
    return std::any_of(slots.begin(), slots.end(), [](const ir::SamplerSlot& slot) { return slot.index >= samplers; });
  }

  void add(const Translation& translation) {
    const ir::Module& module = translation.module();
    const bool block = translation.interface().constants > 0 && target::constants_of(options_) == ConstantsMode::Ubo;
    if (block && places_ != Places::Slots) {
      const Binding binding = target::constants_binding(module.stage, options_.bindings);
      found_.push_back({binding.set, binding.binding, module.stage});
    }
    translation.interface().samplers.for_each(
        [&](std::uint32_t slot) { add_texture(module.stage, module.samplers[slot]); });
  }

  void report(const Program& program) {
    base::sort(found_, [](const Place& a, const Place& b) { return a.order() < b.order(); });
    const Place* first = nullptr;  // at the current place
    for (const Place& place : found_) {
      if (first == nullptr || !first->is_at(place))
        first = &place;
      else if (!may_share(*first, place))
        diagnostics_.add(program::diagnose(program, diag::Rule::BindingCollision,
                                           {info(options_.target).name, name(*first), name(place), text(place)}));
    }
  }

 private:
  void add_texture(Stage stage, const ir::SamplerSlot& slot) {
    const Binding binding = target::sampler_binding(stage, slot.index, options_.bindings);
    Place place{binding.set, binding.binding, stage, ResourceKind::Texture, slot.dimension, slot.index};
    if (places_ == Places::Slots) {
      place.set = target::has_register_spaces(options_) ? target::hlsl_space_of(binding, options_) : 0;
      place.number = target::slot_of(binding.resource, options_.bindings, 0);
    }
    found_.push_back(place);
    if (target::samplers_of(options_) == Samplers::Combined || places_ == Places::Slots) return;
    found_.push_back({binding.set, target::separate_sampler_binding(binding).binding, stage, ResourceKind::Sampler,
                      ir::Dimension::Plane, slot.index});
  }

  bool may_share(const Place& a, const Place& b) const {
    return (pair_ || places_ == Places::Aliased) && a.has_type_of(b);
  }

  static std::string name(const Place& place) {
    switch (place.kind) {
      case ResourceKind::Constants: return std::string(info(RegisterType::Constant).prefix(place.stage));
      case ResourceKind::Texture: return register_of(place);
      case ResourceKind::Sampler: return "the sampler of " + register_of(place);
    }
    return {};
  }
  static std::string register_of(const Place& place) {
    return register_name(static_cast<std::uint32_t>(RegisterType::Sampler), place.index, place.stage);
  }

  std::string text(const Place& place) const {
    switch (info(options_.target).family) {
      case TargetFamily::Msl: return fmt::format("texture {}", place.number);
      case TargetFamily::Hlsl:
        return target::has_register_spaces(options_) ? fmt::format("register t{}, space {}", place.number, place.set)
                                                     : fmt::format("register t{}", place.number);
      case TargetFamily::Wgsl: return fmt::format("group {}, binding {}", place.set, place.number);
      case TargetFamily::SpirV:
      case TargetFamily::Glsl:
      case TargetFamily::Essl: break;
    }
    return fmt::format("set {}, binding {}", place.set, place.number);
  }

  const OutputOptions& options_;
  Places places_;
  bool pair_;
  Diagnostics& diagnostics_;
  base::Buffer<Place> found_;
};

// The sampler of a texture is bound higher than the texture. If the texture has one of the last numbers, there is none.
void check_separate_samplers(const Translation& translation, Diagnostics& diagnostics) {
  constexpr std::uint32_t max_binding = std::numeric_limits<std::uint32_t>::max() - separate_sampler_offset;
  const OutputOptions& options = translation.options();
  if (options.bindings.empty() || target::samplers_of(options) == Samplers::Combined) return;
  const ir::Module& module = translation.module();
  translation.interface().samplers.for_each([&](std::uint32_t slot) {
    const Binding texture = target::sampler_binding(module.stage, module.samplers[slot].index, options.bindings);
    if (texture.binding > max_binding)
      diagnostics.add(program::diagnose(
          translation.program(), diag::Rule::BindingTooHigh,
          {texture.resource, std::to_string(texture.binding), std::to_string(separate_sampler_offset)}));
  });
}

}  // namespace

void check_bindings(const Translation& translation, Diagnostics& diagnostics) {
  check_separate_samplers(translation, diagnostics);
  if (diagnostics.has_errors()) return;
  Collisions collisions(translation.options(), false, diagnostics);
  if (!collisions.possible(translation)) return;
  collisions.add(translation);
  collisions.report(translation.program());
}

void check_bindings(const Translation& vertex, const Translation& fragment, Diagnostics& diagnostics) {
  Collisions collisions(fragment.options(), true, diagnostics);
  if (!collisions.possible(vertex) && !collisions.possible(fragment)) return;
  collisions.add(vertex);
  collisions.add(fragment);
  collisions.report(fragment.program());
}

}  // namespace agal::translation
