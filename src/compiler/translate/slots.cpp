// Checks that no resource of a program is bound beyond the highest number of the language (AGAL4025), and that chosen
// bindings of samplers have an effect (AGAL4028).
#include "target/slots.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "program/locate.hpp"
#include "target/output.hpp"
#include "translate/translation.hpp"

namespace agal::translation {
namespace {

using target::SlotKind;

// Returns a number as the language writes it: "register s9", "texture 3", "binding 5".
std::string slot_text(ResourcePlaces model, SlotKind kind, std::uint32_t number) {
  struct Words {
    std::string_view constants, texture, sampler, set;
  };
  Words words{"binding ", "binding ", "binding ", "set "};
  switch (model) {
    case ResourcePlaces::Registers: words = {"register b", "register t", "register s", "space "}; break;
    case ResourcePlaces::Slots: words = {"buffer ", "texture ", "sampler ", ""}; break;
    case ResourcePlaces::Groups: words.set = "group "; break;
    case ResourcePlaces::Bindings: break;
  }
  std::string_view word;
  switch (kind) {
    case SlotKind::Constants: word = words.constants; break;
    case SlotKind::Texture: word = words.texture; break;
    case SlotKind::Sampler: word = words.sampler; break;
    case SlotKind::Set: word = words.set; break;
  }
  return fmt::format("{}{}", word, number);
}

class SlotChecker {
 public:
  SlotChecker(const Translated& translated, Diagnostics& diagnostics)
      : translated_(translated), output_(translated.output()), diagnostics_(diagnostics) {}

  void run() {
    const Stage stage = translated_.program().stage;
    if (translated_.interface().constants > 0 && output_.constants == ConstantsMode::Ubo)
      check_constants(target::ResourceId::constants(stage));
    translated_.interface().samplers.for_each([&](std::uint32_t slot) {
      const auto texture = target::ResourceId::sampler(stage, translated_.module().samplers[slot].index);
      check_texture(texture);
      if (output_.declares_samplers())
        check_sampler(texture);
      else if (output_.is_sampler_bound(texture))
        diagnostics_.add(program::diagnose(translated_.program(), diag::Rule::SamplerNotSeparate,
                                           {target::name(texture), info(output_.target).name}));
    });
  }

 private:
  // The place of a variable in the text: its number, and its set or space, which is 0 in languages without sets.
  struct Place {
    std::uint32_t number, set;
  };

  // Finds a place with the function of Output for the language, because finding all places would take three times as
  // long.
  using Number = std::uint32_t (target::Output::*)(target::ResourceId) const;
  using Point = target::BindingPoint (target::Output::*)(target::ResourceId) const;
  Place place(target::ResourceId resource, Number msl, Number hlsl, Number hlsl_space, Point point) const {
    switch (output_.language().bindings) {
      case ResourcePlaces::Slots: return {(output_.*msl)(resource), 0};
      case ResourcePlaces::Registers:
        return {(output_.*hlsl)(resource), output_.has_register_spaces() ? (output_.*hlsl_space)(resource) : 0};
      case ResourcePlaces::Bindings:
      case ResourcePlaces::Groups: break;
    }
    const target::BindingPoint binding = (output_.*point)(resource);
    return {binding.binding, output_.has_sets() ? binding.set : 0};
  }

  void check_constants(target::ResourceId block) {
    using target::Output;
    check(block, SlotKind::Constants,
          place(block, &Output::msl_slot, &Output::hlsl_slot, &Output::hlsl_space, &Output::binding_of));
  }

  void check_texture(target::ResourceId texture) {
    using target::Output;
    check(texture, SlotKind::Texture,
          place(texture, &Output::msl_slot, &Output::hlsl_slot, &Output::hlsl_space, &Output::binding_of));
  }

  void check_sampler(target::ResourceId texture) {
    using target::Output;
    check(texture, SlotKind::Sampler,
          place(texture, &Output::msl_sampler_slot, &Output::hlsl_sampler_slot, &Output::hlsl_sampler_space,
                &Output::separate_sampler_of));
  }

  void check(target::ResourceId resource, SlotKind kind, Place at) {
    check_number(resource, kind, kind, at.number);
    check_number(resource, kind, SlotKind::Set, at.set);
  }

  // Checks a number of `kind`, which belongs to the constants, the texture or the sampler of a resource.
  void check_number(target::ResourceId resource, SlotKind variable, SlotKind kind, std::uint32_t number) {
    const std::uint32_t last = target::last_slot(output_.target, kind);
    if (number <= last) return;
    const ResourcePlaces model = output_.language().bindings;
    const std::string name = (variable == SlotKind::Sampler ? "the sampler of " : "") + target::name(resource);
    diagnostics_.add(program::diagnose(
        translated_.program(), diag::Rule::SlotTooHigh,
        {name, slot_text(model, kind, number), info(output_.target).name, slot_text(model, kind, last)}));
  }

  const Translated& translated_;
  const target::Output& output_;
  Diagnostics& diagnostics_;
};

}  // namespace

void check_slots(const Translated& translated, Diagnostics& diagnostics) { SlotChecker(translated, diagnostics).run(); }

}  // namespace agal::translation
