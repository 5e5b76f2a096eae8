// Checks that the bindings of resources do not conflict (AGAL4009, AGAL4013), and that constants can have chosen names
// (AGAL4017).
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "base/buffer.hpp"
#include "base/sort.hpp"
#include "program/locate.hpp"
#include "target/names.hpp"
#include "target/output.hpp"
#include "translate/translation.hpp"

namespace agal::translation {
namespace {

// The rule of the target that makes the bindings of two variables conflict.
enum class Exclusion : std::uint8_t {
  None,
  Slots,      // textures of one stage must have different slots, and so must samplers
  Aliased,    // variables must differ in set or binding, unless they have the same type
  Exclusive,  // like Aliased for variables of two stages; variables of one stage must differ in set or binding
};

Exclusion exclusion_in(const target::Output& output) {
  switch (output.language().bindings) {
    case ResourcePlaces::Bindings:
      if (!info(output.target).vulkan || !output.vulkan()) return Exclusion::None;
      return output.samplers == Samplers::Separate ? Exclusion::Exclusive : Exclusion::Aliased;
    case ResourcePlaces::Slots:
    case ResourcePlaces::Registers: return Exclusion::Slots;
    case ResourcePlaces::Groups: return Exclusion::Exclusive;
  }
  return Exclusion::None;
}

struct BoundVariable {
  target::BindingPoint at;
  target::ResourceId resource;
  TextureKind dimension = TextureKind::Plane;  // the kind of the texture, if it is one
  bool separate_sampler = false;               // true for the separate sampler of the texture

  bool has_type_of(const BoundVariable& other) const {
    return resource.type == other.resource.type && separate_sampler == other.separate_sampler &&
           dimension == other.dimension;
  }
  auto order() const {
    return std::tie(at.set, at.binding, resource.type, separate_sampler, resource.stage, resource.index);
  }
};

class Collisions {
 public:
  Collisions(const target::Output& output, bool pair, Diagnostics& diagnostics)
      : output_(output), exclusion_(exclusion_in(output)), pair_(pair), diagnostics_(diagnostics) {}

  /// Returns true if collisions are possible. Without --bind, all registers that AGAL allows have different bindings.
  bool possible(const Translated& translated) const {
    if (exclusion_ == Exclusion::None || (pair_ && exclusion_ == Exclusion::Slots)) return false;
    if (!output_.bindings.empty()) return true;
    constexpr std::uint32_t samplers =
        default_sampler_binding(Stage::Vertex, 0) - default_sampler_binding(Stage::Fragment, 0);
    const auto& slots = translated.module().samplers;
    return std::any_of(slots.begin(), slots.end(), [](const ir::SamplerSlot& slot) { return slot.index >= samplers; });
  }

  void add(const Translated& translated) {
    const ir::Module& module = translated.module();
    const bool block = translated.interface().constants > 0 && output_.constants == ConstantsMode::Ubo;
    if (block && exclusion_ != Exclusion::Slots) {
      const auto resource = target::ResourceId::constants(module.stage);
      found_.push_back({output_.binding_of(resource), resource});
    }
    translated.interface().samplers.for_each(
        [&](std::uint32_t slot) { add_texture(module.stage, module.samplers[slot]); });
  }

  void report(const Program& program) {
    base::sort(found_, [](const BoundVariable& a, const BoundVariable& b) { return a.order() < b.order(); });
    const BoundVariable* first = nullptr;  // the first variable at the current binding
    for (const BoundVariable& variable : found_) {
      if (first == nullptr || !is_same_place(*first, variable))
        first = &variable;
      else if (!may_share(*first, variable))
        diagnostics_.add(program::diagnose(program, diag::Rule::BindingCollision,
                                           {info(output_.target).name, name(*first), name(variable), text(variable)}));
    }
  }

 private:
  void add_texture(Stage stage, const ir::SamplerSlot& slot) {
    const auto resource = target::ResourceId::sampler(stage, slot.index);
    if (exclusion_ == Exclusion::Slots) {
      const bool spaces = output_.has_register_spaces(), registers = output_.has_registers();
      found_.push_back({{spaces ? output_.hlsl_space(resource) : 0,
                         registers ? output_.hlsl_slot(resource) : output_.msl_slot(resource)},
                        resource,
                        slot.dimension});
      found_.push_back({{spaces ? output_.hlsl_sampler_space(resource) : 0,
                         registers ? output_.hlsl_sampler_slot(resource) : output_.msl_sampler_slot(resource)},
                        resource,
                        TextureKind::Plane,
                        true});
      return;
    }
    const target::BindingPoint at = output_.binding_of(resource);
    found_.push_back({at, resource, slot.dimension});
    if (output_.samplers == Samplers::Separate)
      found_.push_back({output_.separate_sampler_of(resource), resource, TextureKind::Plane, true});
  }

  // In MSL and HLSL, textures and samplers have separate numbers.
  bool is_same_place(const BoundVariable& a, const BoundVariable& b) const {
    return a.at == b.at && (exclusion_ != Exclusion::Slots || a.separate_sampler == b.separate_sampler);
  }

  // Samplers that follow their textures share a place if the textures do, which is reported.
  bool follows(const BoundVariable& variable) const {
    return variable.separate_sampler && !output_.is_sampler_bound(variable.resource);
  }

  bool may_share(const BoundVariable& a, const BoundVariable& b) const {
    if (exclusion_ == Exclusion::Slots && follows(a) && follows(b)) return true;
    return (pair_ || exclusion_ == Exclusion::Aliased) && a.has_type_of(b);
  }

  static std::string name(const BoundVariable& variable) {
    return (variable.separate_sampler ? "the sampler of " : "") + target::name(variable.resource);
  }

  std::string text(const BoundVariable& variable) const {
    const auto [set, number] = variable.at;
    switch (output_.language().bindings) {
      case ResourcePlaces::Slots:
        return fmt::format("{} {}", variable.separate_sampler ? "sampler" : "texture", number);
      case ResourcePlaces::Registers:
        return fmt::format("register {}{}{}", variable.separate_sampler ? 's' : 't', number,
                           output_.has_register_spaces() ? fmt::format(", space {}", set) : std::string());
      case ResourcePlaces::Groups: return fmt::format("group {}, binding {}", set, number);
      case ResourcePlaces::Bindings: break;
    }
    return fmt::format("set {}, binding {}", set, number);
  }

  const target::Output& output_;
  Exclusion exclusion_;
  bool pair_;
  Diagnostics& diagnostics_;
  base::Buffer<BoundVariable> found_;
};

// Checks that separate samplers can be bound. The binding of a sampler is higher than the binding of its texture, so
// textures cannot have the highest bindings.
void check_separate_samplers(const Translated& translated, Diagnostics& diagnostics) {
  constexpr std::uint32_t max_binding = std::numeric_limits<std::uint32_t>::max() - separate_sampler_offset;
  const target::Output& output = translated.output();
  if (output.bindings.empty() || output.samplers == Samplers::Combined) return;
  const ir::Module& module = translated.module();
  translated.interface().samplers.for_each([&](std::uint32_t slot) {
    const auto resource = target::ResourceId::sampler(module.stage, module.samplers[slot].index);
    const std::uint32_t binding = output.binding_of(resource).binding;
    if (binding > max_binding && output.separate_sampler_of(resource).binding < binding - max_binding)
      diagnostics.add(program::diagnose(
          translated.program(), diag::Rule::BindingTooHigh,
          {target::name(resource), std::to_string(binding), std::to_string(separate_sampler_offset)}));
  });
}

// Rejects chosen names of constants in programs with relative addresses, which need all constants in one array.
void check_parts(const Translated& translated, Diagnostics& diagnostics) {
  const Stage stage = translated.program().stage;
  if (!translated.interface().indirect || translated.output().language().spirv()) return;
  for (const target::Naming::Row& row : translated.output().naming.rows()) {
    const target::NamedRegisters& part = row.registers;
    if (part.type != RegisterType::Constant || part.all || part.stage != stage ||
        part.first >= translated.interface().constants)
      continue;
    std::string registers = register_name(RegisterType::Constant, part.first, stage);
    if (part.count > 1) registers += fmt::format("..{}", part.first + part.count - 1);
    return diagnostics.add(
        program::diagnose(translated.program(), diag::Rule::RenameImpossible,
                          {registers, row.name, "a relative address reads the array of all constants"}));
  }
}

// Rejects equal semantics of two inputs, or of two outputs, that the text declares.
class SemanticChecker {
 public:
  SemanticChecker(const Translated& translated, Diagnostics& diagnostics)
      : translated_(translated), output_(translated.output()), diagnostics_(diagnostics) {}

  void check() {
    if (!output_.language().has_semantics() || output_.semantics.empty()) return;  // the default semantics differ
    const ir::ModuleInterface& interface = translated_.interface();
    compare(RegisterType::Attribute, interface.attributes);
    base::RegisterSet varyings;
    for (std::uint32_t n = 0; n < output_.declared_varyings(interface.varyings.bound()); ++n) varyings.add(n);
    compare(RegisterType::Varying, varyings);
  }

 private:
  struct Row {
    std::string name, semantic;
    bool is_chosen;
  };

  // Compares the registers that the text declares with each other, and with the choices for other registers.
  void compare(RegisterType type, const base::RegisterSet& declared) {
    rows_.clear();
    declared.for_each([&](std::uint32_t n) { add(type, n, declared); });
  }

  void add(RegisterType type, std::uint32_t number, const base::RegisterSet& declared) {
    const Stage stage = translated_.program().stage;
    const Row& row = rows_.emplace_back(Row{register_name(type, number, stage), output_.semantic_of(type, number),
                                            output_.find_semantic(type, number) != nullptr});
    for (std::size_t i = 0; i + 1 < rows_.size(); ++i) {
      if (target::semantic_key(rows_[i].semantic) != target::semantic_key(row.semantic)) continue;
      const Row &wrong = row.is_chosen ? row : rows_[i], &other = row.is_chosen ? rows_[i] : row;
      return reject(wrong, fmt::format("{} has it", other.name));
    }
    // A list that chooses a semantic twice contradicts itself, even if the program does not have the other register.
    for (const RegisterSemantic& other : output_.semantics) {
      const auto found = target::find_named_registers(other.resource);
      if (row.is_chosen && found && found->type == type && !declared.contains(found->first) &&
          target::semantic_key(other.semantic) == target::semantic_key(row.semantic))
        return reject(row, fmt::format("{} has it", other.resource));
    }
  }

  void reject(const Row& row, std::string_view reason) {
    diagnostics_.add(
        program::diagnose(translated_.program(), diag::Rule::SemanticImpossible, {row.name, row.semantic, reason}));
  }

  const Translated& translated_;
  const target::Output& output_;
  Diagnostics& diagnostics_;
  std::vector<Row> rows_;  // the inputs or outputs of one kind
};

}  // namespace

void check_bindings(const Translated& translated, Diagnostics& diagnostics) {
  check_parts(translated, diagnostics);
  check_separate_samplers(translated, diagnostics);
  if (!diagnostics.has_errors()) check_slots(translated, diagnostics);
  SemanticChecker(translated, diagnostics).check();
  if (diagnostics.has_errors()) return;
  Collisions collisions(translated.output(), false, diagnostics);
  if (!collisions.possible(translated)) return;
  collisions.add(translated);
  collisions.report(translated.program());
}

void check_bindings(const Translated& vertex, const Translated& fragment, Diagnostics& diagnostics) {
  Collisions collisions(fragment.output(), true, diagnostics);
  if (!collisions.possible(vertex) && !collisions.possible(fragment)) return;
  collisions.add(vertex);
  collisions.add(fragment);
  collisions.report(fragment.program());
}

}  // namespace agal::translation
