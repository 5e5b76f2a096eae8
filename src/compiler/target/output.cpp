#include "target/output.hpp"

#include <array>
#include <optional>

#include "agal/host.hpp"
#include "agal/program.hpp"

namespace agal::target {
namespace {

#ifdef AGAL_WITHOUT_KHRONOS
constexpr Writer preferred_cross = Writer::Own;
#else
constexpr Writer preferred_cross = Writer::Cross;
#endif

UniformNames names_of(const OutputOptions& options) {
  // Vulkan does not have uniforms outside of blocks, such as the scale of OpenFL's position.
  const TargetInfo& target = info(options.target);
  const bool named = options.host && info(target.family).glsl() && !target.vulkan;
  return named ? info(*options.host).names : UniformNames::Registers;
}

// Returns true if names or semantics are chosen that only agalc's own writer can use. SPIRV-Cross chooses its own.
bool has_chosen_names(const OutputOptions& options) {
  return names_of(options) != UniformNames::Registers || !options.renames.empty() ||
         (info(info(options.target).family).has_semantics() && !options.hlsl_semantics.empty());
}

Writer writer_of(const OutputOptions& options) {
  switch (info(info(options.target).family).writers) {
    case Writers::Words: return Writer::Cross;
    case Writers::Own: return Writer::Own;
    case Writers::OwnOrCross: return has_chosen_names(options) ? Writer::Own : options.writer.value_or(Writer::Own);
    case Writers::CrossOrOwn: return has_chosen_names(options) ? Writer::Own : options.writer.value_or(preferred_cross);
  }
  return Writer::Cross;
}

Samplers samplers_of(const OutputOptions& options, bool vulkan) {
  switch (info(info(options.target).family).samplers) {
    case SamplerForms::Combined:
    case SamplerForms::Same: return Samplers::Combined;
    case SamplerForms::Separate: return Samplers::Separate;
    case SamplerForms::Vulkan:
      if (!info(options.target).vulkan || !vulkan) return Samplers::Combined;
      return options.samplers.value_or(Samplers::Combined);
    case SamplerForms::Either: return options.samplers.value_or(Samplers::Combined);
  }
  return Samplers::Combined;
}

// Returns the binding that the caller or the layout chose; nullptr if the default applies.
const BindingPoint* find_binding(const Output& output, ResourceId resource, bool separate_sampler = false) {
  for (const ResourceBinding& binding : output.bindings)
    if (binding.resource == resource && binding.separate_sampler == separate_sampler) return &binding.at;
  return nullptr;
}

std::uint32_t slot_of(const Output& output, ResourceId resource, std::uint32_t usual, bool separate_sampler = false) {
  const BindingPoint* const found = find_binding(output, resource, separate_sampler);
  return found != nullptr ? found->binding : usual;
}

bool is_constants(ResourceId resource) { return resource.type == RegisterType::Constant; }

}  // namespace

BindingPoint Output::binding_of(ResourceId resource) const {
  if (const BindingPoint* const found = find_binding(*this, resource)) return *found;
  return {0, is_constants(resource) ? default_constants_binding(resource.stage)
                                    : default_sampler_binding(resource.stage, resource.index)};
}

bool Output::is_bound(ResourceId resource) const { return find_binding(*this, resource) != nullptr; }

BindingPoint Output::separate_sampler_of(ResourceId texture) const {
  if (const BindingPoint* const found = find_binding(*this, texture, true)) return *found;
  return binding_of(texture).separate_sampler();
}

std::string_view Output::own_constants_name(Stage stage) const {
  const std::string_view chosen = naming.constants(stage);
  if (!chosen.empty()) return chosen;
  if (names == UniformNames::Registers) return info(RegisterType::Constant).prefix(stage);
  return stage == Stage::Vertex ? "vc0" : "fc0";
}

std::string Output::name_of(ResourceId resource) const {
  if (is_constants(resource)) {
    if (language().syntax == Syntax::Hlsl && writer == Writer::Cross && naming.constants(resource.stage).empty())
      return name(resource) + '_' + std::string(block_member);
    return std::string(own_constants_name(resource.stage));
  }
  const std::string_view chosen = naming.find(RegisterType::Sampler, resource.index, resource.stage);
  if (!chosen.empty()) return std::string(chosen);
  if (names == UniformNames::Registers) return name(resource);
  // Hosts with these names do not support textures in vertex programs.
  return resource.stage == Stage::Fragment ? "sampler" + std::to_string(resource.index) : name(resource);
}

VaryingMatch Output::varying_match() const {
  switch (language().links) {
    case VaryingLinks::Environment: return vulkan() ? VaryingMatch::Location : VaryingMatch::Name;
    case VaryingLinks::Location: return VaryingMatch::Location;
    case VaryingLinks::Semantic: return VaryingMatch::Semantic;
  }
  return VaryingMatch::Location;
}

std::string Output::separate_name_of(ResourceId texture) const {
  const std::string_view chosen = naming.find(RegisterType::Sampler, texture.index, texture.stage, true);
  if (!chosen.empty()) return std::string(chosen);
  const std::string own = name_of(texture), separate = own + std::string(separate_sampler_suffix);
  if (writer == Writer::Own || samplers == Samplers::Separate) return separate;
  // SPIRV-Cross splits a combined sampler.
  if (language().syntax == Syntax::Msl) return own + "Smplr";
  return language().syntax == Syntax::Hlsl ? '_' + separate : separate;
}

std::string Output::name_of(RegisterType type, std::uint32_t number, Stage stage) const {
  const std::string_view chosen = naming.find(type, number, stage);
  return chosen.empty() ? register_name(type, number, stage) : std::string(chosen);
}

const RegisterSemantic* Output::find_semantic(RegisterType type, std::uint32_t number) const {
  for (const RegisterSemantic& row : semantics)
    if (const auto found = find_named_registers(row.resource); found && found->type == type && found->first == number)
      return &row;
  return nullptr;
}

std::string Output::semantic_of(RegisterType type, std::uint32_t number) const {
  const RegisterSemantic* const chosen = find_semantic(type, number);
  return chosen != nullptr ? chosen->semantic : "TEXCOORD" + std::to_string(number);
}

// Applies the layout of SDL_CreateGPUShader: one set or register space for the textures of a stage, and the next one
// for its constants.
void Output::lay_out(Stage stage, std::span<const std::uint32_t> numbers) {
  if (layout != BindingLayout::Sdl) return;
  const std::uint32_t textures = stage == Stage::Vertex ? 0 : 2;
  const ResourceId block = ResourceId::constants(stage);
  if (find_binding(*this, block) == nullptr) bindings.push_back({block, false, {textures + 1, 0}});
  const auto is_used = [&](std::uint32_t binding) {
    return std::any_of(numbers.begin(), numbers.end(), [&](std::uint32_t n) {
      const BindingPoint* const at = find_binding(*this, ResourceId::sampler(stage, n));
      return at != nullptr && *at == BindingPoint{textures, binding};
    });
  };
  std::uint32_t next = 0;
  for (const std::uint32_t n : numbers) {
    const ResourceId resource = ResourceId::sampler(stage, n);
    if (find_binding(*this, resource) != nullptr) continue;
    while (is_used(next)) ++next;
    bindings.push_back({resource, false, {textures, next}});
  }
}

bool Output::is_sampler_bound(ResourceId texture) const { return find_binding(*this, texture, true) != nullptr; }

std::uint32_t Output::msl_slot(ResourceId resource) const { return slot_of(*this, resource, resource.index); }

std::uint32_t Output::msl_sampler_slot(ResourceId texture) const {
  return slot_of(*this, texture, msl_slot(texture), true);
}

std::uint32_t Output::hlsl_slot(ResourceId resource) const {
  return slot_of(*this, resource, is_constants(resource) ? default_constants_binding(resource.stage) : resource.index);
}

std::uint32_t Output::hlsl_sampler_slot(ResourceId texture) const {
  return slot_of(*this, texture, hlsl_slot(texture), true);
}

std::string_view version_line(Target target) {
  struct Row {
    std::string_view desktop, es;
  };
  static constexpr auto rows = std::to_array<Row>({
#define AGAL_TARGET(id, name, family, version, ...) {"#version " #version "\n", "#version " #version " es\n"},
#include "agal/tables/targets.def"
  });
  constexpr std::uint16_t first_with_es = 300;
  const Row& row = rows[static_cast<std::size_t>(target)];
  return info(info(target).family).es && info(target).version >= first_with_es ? row.es : row.desktop;
}

base::Buffer<ResourceBinding> read_bindings(std::span<const Binding> bindings) {
  base::Buffer<ResourceBinding> out;
  out.reserve(bindings.size());
  for (const Binding& binding : bindings)
    if (const std::optional<ResourceId> resource = find_variable(binding.resource))
      out.push_back({*resource, is_separate_sampler(binding.resource), {binding.set, binding.binding}});
  return out;
}

Output resolve(const OutputOptions& options, Stage stage) {
  const TargetInfo& row = info(options.target);
  const TargetFamilyInfo& family = info(row.family);
  const Environment environment =
      options.environment.value_or(row.vulkan ? Environment::Vulkan10 : Environment::OpenGL45);
  const bool vulkan = info(environment).vulkan;
  const bool too_low = options.precision == Precision::LowColor && family.precisions < 3;
  // The members are not assigned, because that takes twice as long.
  Output out{
      .target = options.target,
      .environment = environment,
      .constants = options.constants.value_or(has(options.target, TargetFeature::UniformBlocks) ? ConstantsMode::Ubo
                                                                                                : ConstantsMode::Plain),
      .clip_z = options.clip_z.value_or(family.glsl() && !row.vulkan ? ClipZ::NegativeOneToOne : ClipZ::ZeroToOne),
      .flip_y = options.flip_y,
      .precision = too_low ? Precision::Medium : options.precision,
      .writer = writer_of(options),
      .samplers = samplers_of(options, vulkan),
      .bindings = read_bindings(options.bindings),
      .entry_point = options.entry_points.of(stage),
      .single_module = options.single_module && family.joins,
      .wants_sets = (options.environment && vulkan) || options.layout != BindingLayout::Abi,
      .varyings = options.varyings.value_or(0),
      .names = names_of(options),
      .naming = Naming(options.renames),
      .layout = options.layout,
      .semantics = options.hlsl_semantics,
      .version_line = options.version_line,
  };
  if (out.single_module && options.entry_points.vertex == options.entry_points.fragment)
    out.entry_point.insert(0, stage == Stage::Vertex ? "vertex_" : "fragment_");
  return out;
}

}  // namespace agal::target
