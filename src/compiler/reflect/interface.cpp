#include "reflect/interface.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "reflect/usage.hpp"
#include "target/bindings.hpp"

namespace agal::reflect {
namespace {

// Returns the extensions that the compiled program needs: an unused derivative does not need an extension.
std::vector<Interface::Extensions> extensions_of(const Subject& s) {
  std::vector<Interface::Extensions> out;
  for (const TargetExtension& row : target_extension_table) {
    if (!s.interface.needs(row.use)) continue;
    if (out.empty() || out.back().target != row.target) out.push_back({row.target, {}});
    out.back().names.push_back(row.name);
  }
  return out;
}

std::vector<Interface::OpcodeCount> opcodes_of(const Usage& usage) {
  std::vector<Interface::OpcodeCount> out;
  out.reserve(opcode_table.size());
  for (const OpcodeInfo& row : opcode_table)
    if (const std::uint32_t count = usage.count(row.opcode); count > 0) out.push_back({row.opcode, count});
  return out;
}

template <class Visit>
void for_each_used(const Usage& usage, Visit&& visit) {
  for (const RegisterInfo& row : register_table) {
    const base::Buffer<RegisterUsage>& all = usage.of(row.type);
    for (std::uint32_t n = 0; n < all.size(); ++n)
      if (all[n].read != 0 || all[n].written != 0) visit(row.type, n, all[n]);
  }
}

// Adds the names and values that the file gives to registers. The place of a note is the name of a register, optionally
// with components.
void add_notes(std::vector<Interface::Register>& registers, const std::vector<RegisterNote>& notes) {
  std::unordered_map<std::string_view, Interface::Register*> by_name;
  for (Interface::Register& each : registers) by_name.emplace(each.name, &each);
  for (const RegisterNote& note : notes) {
    const auto row = by_name.find(std::string_view(note.place).substr(0, note.place.find('.')));
    if (row == by_name.end()) continue;
    if (!note.name.empty()) row->second->variables.push_back(note.name);
    if (!note.values.empty()) row->second->values = note.values;
  }
}

std::vector<Interface::Register> registers_of(const Program& program, const Usage& usage) {
  std::size_t count = 0;
  for_each_used(usage, [&](RegisterType, std::uint32_t, const RegisterUsage&) { ++count; });
  std::vector<Interface::Register> out;
  out.reserve(count);
  for_each_used(usage, [&](RegisterType type, std::uint32_t n, const RegisterUsage& used) {
    out.push_back({register_name(type, n, program.stage), type, n, used.read, used.written});
  });
  if (!program.registers.empty()) add_notes(out, program.registers);
  return out;
}

std::vector<Interface::Attribute> attributes_of(const Subject& s, const Live& live) {
  std::vector<Interface::Attribute> out;
  out.reserve(s.interface.attributes.count());
  s.interface.attributes.for_each([&](std::uint32_t n) {
    out.push_back({s.output.name_of(RegisterType::Attribute, n, s.program.stage), n, live.attributes[n]});
  });
  return out;
}

// Vulkan's InstanceIndex and Metal's instance_id include the first instance of the draw call.
bool counts_from_first_instance(const target::Output& output) {
  switch (output.language().instances) {
    case FirstInstance::Environment: return output.vulkan();
    case FirstInstance::First: return true;
    case FirstInstance::Zero: return false;
  }
  return false;
}

// Returns the components of a shared location that contain a component written by the tokens.
WriteMask packed_components(const lower::VaryingPlan& plan, std::uint32_t location,
                            const base::Buffer<RegisterUsage>& tokens) {
  WriteMask out = 0;
  for (const lower::VaryingPlan::Place& place : plan.places()) {
    const WriteMask written = place.varying < tokens.size() ? tokens[place.varying].written : WriteMask{0};
    for (std::uint32_t c = 0; c < 4; ++c)
      if (place.location == location && (place.components & written & 1u << c) != 0)
        out |= static_cast<WriteMask>(1u << place.component(c));
  }
  return out;
}

// Returns the varyings. For a vertex program, `components` are the components that its tokens write; the other
// components are stored too, but are meaningless.
std::vector<Interface::Varying> varyings_of(const Subject& s, const Usage& usage, const Live& live) {
  const base::Buffer<RegisterUsage>& tokens = usage.of(RegisterType::Varying);
  std::vector<Interface::Varying> out;
  out.reserve(s.interface.varyings.count());
  s.interface.varyings.for_each([&](std::uint32_t n) {
    const WriteMask written = s.plan != nullptr   ? packed_components(*s.plan, n, tokens)
                              : n < tokens.size() ? tokens[n].written
                                                  : WriteMask{0};
    out.push_back({s.output.name_of(RegisterType::Varying, n, s.program.stage), n,
                   s.program.stage == Stage::Vertex ? written : live.varyings[n],
                   s.module.centroid_varyings.contains(n)});
  });
  return out;
}

Interface::Outputs outputs_of(const Subject& s) {
  Interface::Outputs out;
  out.position = s.interface.position;
  out.depth = s.interface.depth;
  out.kills = s.interface.kills;
  s.interface.colors.for_each([&](std::uint32_t n) {
    out.colors.push_back({s.output.name_of(RegisterType::Output, n, s.program.stage), n});
  });
  return out;
}

// ----------------------------------------------------------------------------------------------------------- resources

// Shader model 5.0 does not have register spaces.
bool lacks_spaces(const target::Output& output) { return output.has_registers() && !output.has_register_spaces(); }

// Returns the binding of a resource in each API.
Interface::Slots slots_of(target::ResourceId resource, const target::Output& output) {
  const target::BindingPoint at = output.binding_of(resource);
  Interface::Slots out;
  if (output.has_sets()) out.set = at.set;
  out.binding = at.binding;
  out.msl = output.msl_slot(resource);
  out.hlsl = output.hlsl_slot(resource);
  out.hlsl_space = lacks_spaces(output) ? 0 : output.hlsl_space(resource);
  return out;
}

// Returns the binding of a texture's sampler in each API.
Interface::Slots slots_of_sampler(target::ResourceId texture, const target::Output& output) {
  const target::BindingPoint at = output.separate_sampler_of(texture);
  Interface::Slots out;
  if (output.has_sets()) out.set = at.set;
  out.binding = at.binding;
  out.msl = output.msl_sampler_slot(texture);
  out.hlsl = output.hlsl_sampler_slot(texture);
  out.hlsl_space = lacks_spaces(output) ? 0 : output.hlsl_sampler_space(texture);
  return out;
}

Interface::Layout layout_of(const Subject& s) {
  const Stage stage = s.program.stage;
  Interface::Layout out;
  out.mode = s.output.constants;
  out.count = s.interface.constants;
  out.stride = constant_stride;
  switch (out.mode) {
    case ConstantsMode::Plain: out.location = target::plain_location(stage); return out;
    case ConstantsMode::Ubo: out.slots = slots_of(target::ResourceId::constants(stage), s.output); break;
    case ConstantsMode::Push: out.offset = s.output.push_offset; break;
  }
  out.block = target::block_name(stage);
  out.member = target::block_member;
  return out;
}

Interface::Constants constants_before(const Subject& s, const Usage& usage) {
  return {s.module.constant_array, !usage.indirect.empty(), ranges_of(usage.read(RegisterType::Constant))};
}

Interface::Uniforms uniforms_of(const Subject& s, const Live& live) {
  Interface::Uniforms out;
  out.name = s.output.name_of(target::ResourceId::constants(s.program.stage));
  for (target::ConstantPart& part : s.output.naming.parts(s.program.stage, s.interface.constants))
    out.parts.push_back({std::move(part.name), part.first, part.count});
  out.after = {s.interface.constants, s.interface.indirect, ranges_of(live.constants)};
  if (s.interface.constants > 0) out.layout = layout_of(s);
  return out;
}

std::vector<Interface::RelativeAddress> relative_addresses_of(const Subject& s, const Usage& usage) {
  const bool is_signed = s.semantics.offset_sign == OffsetSign::Signed;
  std::vector<Interface::RelativeAddress> out;
  out.reserve(usage.indirect.size());
  for (const IndirectAccess& access : usage.indirect) {
    const Source& source = access.source;
    Interface::RelativeAddress& address = out.emplace_back();
    address.token = access.token + 1;
    address.operand = access.operand;
    address.index = register_name(source.index_type_code(), source.index(), s.program.stage);
    address.component = source.index_component();
    address.offset = is_signed ? static_cast<std::int8_t>(source.offset()) : source.offset();
    address.rows = access.rows;
    address.reach = {0, s.module.constant_array};
    address.clamped = s.semantics.clamp_index;
  }
  return out;
}

// Returns true if a sampler in one of these states may compute with more than one texel. This includes the state that
// `ignoresampler` leaves to the engine, and fields with unknown values.
bool filters(const SamplerUsage& sampler) {
  return !std::all_of(sampler.states.begin(), sampler.states.end(), [](const SamplerState& state) {
    return state.operand.has(SamplerOption::Nearest) && !state.operand.has(SamplerOption::IgnoreSampler) &&
           (state.operand.has(SamplerOption::MipNone) || state.operand.has(SamplerOption::MipNearest));
  });
}

// Returns the texture of a sampler; nullopt if the compiled program does not sample it.
std::optional<Interface::BoundTexture> bound_texture(const Subject& s, const SamplerUsage& usage) {
  std::optional<Interface::BoundTexture> found;
  const std::uint32_t index = usage.index;
  s.interface.samplers.for_each([&](std::uint32_t slot) {
    const ir::SamplerSlot& sampler = s.module.samplers[slot];
    if (sampler.index != index) return;
    found = {
        sampler.dimension, slots_of(target::ResourceId::sampler(s.program.stage, index), s.output), {}, filters(usage)};
    const auto texture = target::ResourceId::sampler(s.program.stage, index);
    if (s.output.samplers == Samplers::Separate) found->sampler_binding = s.output.separate_sampler_of(texture).binding;
    if (s.output.is_sampler_bound(texture)) found->sampler_slots = slots_of_sampler(texture, s.output);
  });
  return found;
}

std::vector<Interface::SamplerState> states_of(const SamplerUsage& sampler) {
  std::vector<Interface::SamplerState> out;
  out.reserve(sampler.states.size());
  for (const SamplerState& state : sampler.states) {
    Interface::SamplerState& added = out.emplace_back();
    added.operand = state.operand;
    const auto* const filter = find_sampler_option(SamplerField::Filter, state.operand.field(SamplerField::Filter));
    if (filter != nullptr) added.anisotropy = filter->anisotropy;
    added.tokens.reserve(state.tokens.size());
    for (const std::uint32_t token : state.tokens) added.tokens.push_back(token + 1);
  }
  return out;
}

std::vector<Interface::Sampler> samplers_of(const Subject& s, const Usage& usage) {
  std::vector<Interface::Sampler> out;
  out.reserve(usage.samplers.size());
  for (const SamplerUsage& sampler : usage.samplers) {
    const auto resource = target::ResourceId::sampler(s.program.stage, sampler.index);
    out.push_back({s.output.name_of(resource), sampler.index, bound_texture(s, sampler), states_of(sampler)});
    if (out.back().bound && s.output.declares_samplers())
      out.back().separate_name = s.output.separate_name_of(resource);
  }
  return out;
}

}  // namespace

Interface interface_of(const Subject& s) {
  const Stage stage = s.program.stage;
  const Usage usage = s.bindings_only ? usage_for_bindings(s.program) : usage_of(s.program);
  const Live live = live_of(s.module);
  Interface out;
  out.stage = stage;
  out.version = s.program.version;
  out.target = s.output.target;
  if (info(out.target).vulkan) out.environment = s.output.environment;
  out.entry_point = s.output.text_entry_point();
  out.spirv_entry_point = s.output.entry_point;
  out.extensions = extensions_of(s);
  out.tokens = static_cast<std::uint32_t>(s.program.instructions.size());
  out.uniforms = uniforms_of(s, live);
  if (!s.bindings_only) {
    out.opcodes = opcodes_of(usage);
    out.registers = registers_of(s.program, usage);
    out.indirect = relative_addresses_of(s, usage);
    out.uniforms.before = constants_before(s, usage);
  }
  out.attributes = attributes_of(s, live);
  if (s.interface.instance) out.instance_id = {counts_from_first_instance(s.output)};
  out.varyings = varyings_of(s, usage, live);
  if (s.plan != nullptr)
    for (const lower::VaryingPlan::Place& place : s.plan->places()) out.packed_varyings.push_back(place.varying);
  out.samplers = samplers_of(s, usage);
  out.outputs = outputs_of(s);
  if (stage == Stage::Vertex) out.clip_space = {s.output.clip_z, s.output.flip_y, s.output.position_scale()};
  return out;
}

// -------------------------------------------------------------------------------------------------------------- pairs

namespace {

const Interface::Varying* find_varying(const Interface& program, std::uint32_t location) {
  const auto found = std::lower_bound(
      program.varyings.begin(), program.varyings.end(), location,
      [](const Interface::Varying& varying, std::uint32_t wanted) { return varying.location < wanted; });
  return found != program.varyings.end() && found->location == location ? &*found : nullptr;
}

// Adds the varyings that the vertex program stores: all varyings that the fragment program reads. Varyings that no
// token writes are stored as zero.
void add_stored(SharedInterface& shared, const Interface& vertex, const Interface& fragment) {
  for (const Interface::Varying& stored : vertex.varyings) {
    if (stored.components == 0) {
      shared.added.push_back({stored.name, stored.location});
      continue;
    }
    const Interface::Varying* const read = find_varying(fragment, stored.location);
    shared.kept.push_back({stored.name, stored.location, stored.components,
                           read != nullptr ? read->components : WriteMask{0}, stored.centroid});
  }
}

bool is_stored(const Interface& vertex, std::uint32_t varying) {
  if (vertex.packed_varyings.empty()) return find_varying(vertex, varying) != nullptr;
  return std::find(vertex.packed_varyings.begin(), vertex.packed_varyings.end(), varying) !=
         vertex.packed_varyings.end();
}

void add_dropped(SharedInterface& shared, const Interface& vertex) {
  for (const Interface::Register& named : vertex.registers)
    if (named.type == RegisterType::Varying && named.written != 0 && !is_stored(vertex, named.index))
      shared.dropped.push_back({named.name, named.index});
}

void add_push_range(SharedInterface& shared, const Interface& program) {
  const std::optional<Interface::Layout>& layout = program.uniforms.layout;
  if (layout && layout->mode == ConstantsMode::Push)
    shared.push_ranges.push_back({program.stage, layout->offset, layout->size()});
}

}  // namespace

SharedInterface shared_interface_of(const Interface& vertex, const Interface& fragment) {
  SharedInterface shared;
  add_stored(shared, vertex, fragment);
  add_dropped(shared, vertex);
  add_push_range(shared, vertex);
  add_push_range(shared, fragment);
  return shared;
}

}  // namespace agal::reflect
