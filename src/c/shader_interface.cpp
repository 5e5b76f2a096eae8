// The function of agal.h for the interface of a shader.
#include "c/shader_interface.hpp"

#include <cstddef>
#include <string_view>

#include "c/result.hpp"

namespace agal::c {
namespace {

// Checks that an enumerator of agal.h has the number of the bytecode.
constexpr bool matches(SamplerOption option, int number) { return info(option).value == number; }
static_assert(matches(SamplerOption::Plane, AGAL_TEXTURE_2D) && matches(SamplerOption::Cube, AGAL_TEXTURE_CUBE) &&
              matches(SamplerOption::Volume, AGAL_TEXTURE_3D));
static_assert(matches(SamplerOption::Nearest, AGAL_FILTER_NEAREST) &&
              matches(SamplerOption::Linear, AGAL_FILTER_LINEAR) &&
              matches(SamplerOption::Anisotropic2x, AGAL_FILTER_ANISOTROPIC_2X) &&
              matches(SamplerOption::Anisotropic4x, AGAL_FILTER_ANISOTROPIC_4X) &&
              matches(SamplerOption::Anisotropic8x, AGAL_FILTER_ANISOTROPIC_8X) &&
              matches(SamplerOption::Anisotropic16x, AGAL_FILTER_ANISOTROPIC_16X));
static_assert(matches(SamplerOption::MipNone, AGAL_MIP_NONE) && matches(SamplerOption::MipNearest, AGAL_MIP_NEAREST) &&
              matches(SamplerOption::MipLinear, AGAL_MIP_LINEAR));
static_assert(matches(SamplerOption::Clamp, AGAL_WRAP_CLAMP) && matches(SamplerOption::Repeat, AGAL_WRAP_REPEAT) &&
              matches(SamplerOption::ClampURepeatV, AGAL_WRAP_CLAMP_U_REPEAT_V) &&
              matches(SamplerOption::RepeatUClampV, AGAL_WRAP_REPEAT_U_CLAMP_V));
static_assert(matches(SamplerOption::Rgba, AGAL_READ_RGBA) &&
              matches(SamplerOption::Compressed, AGAL_READ_COMPRESSED) &&
              matches(SamplerOption::CompressedAlpha, AGAL_READ_COMPRESSED_ALPHA) &&
              matches(SamplerOption::Video, AGAL_READ_VIDEO));
static_assert(matches(SamplerOption::Centroid, AGAL_SPECIAL_CENTROID) &&
              matches(SamplerOption::Single, AGAL_SPECIAL_SINGLE) &&
              matches(SamplerOption::IgnoreSampler, AGAL_SPECIAL_IGNORE_SAMPLER));
static_assert(static_cast<int>(ConstantsMode::Ubo) == AGAL_CONSTANTS_UBO &&
              static_cast<int>(ConstantsMode::Plain) == AGAL_CONSTANTS_PLAIN &&
              static_cast<int>(ConstantsMode::Push) == AGAL_CONSTANTS_PUSH);

// Stores the name of a register, which has at most six characters. The array must be zero.
template <std::size_t size>
void set_name(char (&out)[size], std::string_view name) {
  name.copy(out, size - 1);
}

agal_slots slots_of(const Interface::Slots& slots) {
  return {slots.set.value_or(AGAL_NONE), slots.binding, slots.msl, slots.hlsl, slots.hlsl_space};
}

constexpr agal_slots no_slots{AGAL_NONE, AGAL_NONE, AGAL_NONE, AGAL_NONE, AGAL_NONE};

agal_instance_id instance_id_of(const Interface& interface) {
  if (!interface.instance_id) return AGAL_INSTANCE_NONE;
  return interface.instance_id->from_first_instance ? AGAL_INSTANCE_FROM_FIRST : AGAL_INSTANCE_FROM_ZERO;
}

agal_sampler_state state_of(const Interface::SamplerState& state) {
  const SamplerOperand& operand = state.operand;
  return {operand.field(SamplerField::Filter),
          operand.field(SamplerField::Mip),
          operand.field(SamplerField::Wrap),
          operand.field(SamplerField::Format),
          operand.field(SamplerField::Special),
          state.anisotropy,
          operand.bias(),
          state.tokens.front()};
}

agal_sampler sampler_of(const Interface::Sampler& sampler, Stage stage) {
  agal_sampler row{};
  set_name(row.name, register_name(RegisterType::Sampler, sampler.index, stage));
  row.index = sampler.index;
  row.active = sampler.bound ? 1 : 0;
  row.slots = no_slots;
  row.sampler_binding = AGAL_NONE;
  if (!sampler.bound) return row;
  row.kind = static_cast<agal_texture_kind>(sampler.bound->kind);
  row.filtering = sampler.bound->filtering ? 1 : 0;
  row.slots = slots_of(sampler.bound->slots);
  row.sampler_binding = sampler.bound->sampler_binding.value_or(AGAL_NONE);
  return row;
}

// Stores a list as a pointer, which is NULL if the list is empty, and a count.
template <class Row>
void set_list(const Row*& first, std::size_t& count, const base::Buffer<Row>& rows) {
  first = rows.empty() ? nullptr : rows.data();
  count = rows.size();
}

// Sets the fields that attributes and varyings share.
template <class Row, class Register>
void set_register(Row& row, const Register& of_interface, RegisterType type, Stage stage) {
  set_name(row.name, register_name(type, of_interface.location, stage));
  row.location = of_interface.location;
  row.components = of_interface.components;
}

}  // namespace

InterfaceRows::InterfaceRows(const Interface& interface) : entry_point_(interface.entry_point) {
  root_.stage = static_cast<agal_stage>(interface.stage);
  root_.version = interface.version;
  root_.entry_point = entry_point_.c_str();
  add_inputs(interface);
  add_constants(interface.uniforms, interface.stage);
  add_samplers(interface.samplers, interface.stage);
  root_.position = interface.outputs.position ? 1 : 0;
  for (const NamedLocation& color : interface.outputs.colors) root_.colors |= 1u << color.location;
  root_.depth = interface.outputs.depth ? 1 : 0;
  root_.kills = interface.outputs.kills ? 1 : 0;
  root_.instance_id = instance_id_of(interface);
  if (!interface.clip_space) return;
  root_.negative_z = interface.clip_space->z == ClipZ::NegativeOneToOne ? 1 : 0;
  root_.flip_y = interface.clip_space->flip_y ? 1 : 0;
}

void InterfaceRows::add_inputs(const Interface& interface) {
  attributes_.reserve(interface.attributes.size());
  for (const Interface::Attribute& attribute : interface.attributes)
    set_register(attributes_.emplace_back(), attribute, RegisterType::Attribute, interface.stage);
  varyings_.reserve(interface.varyings.size());
  for (const Interface::Varying& varying : interface.varyings) {
    agal_varying& row = varyings_.emplace_back();
    set_register(row, varying, RegisterType::Varying, interface.stage);
    row.centroid = varying.centroid ? 1 : 0;
  }
  set_list(root_.attributes, root_.attribute_count, attributes_);
  set_list(root_.varyings, root_.varying_count, varyings_);
}

// The names in a layout are literals, so the structure can point to them.
void InterfaceRows::add_constants(const Interface::Uniforms& uniforms, Stage stage) {
  agal_constants& row = root_.constants;
  set_name(row.name, info(RegisterType::Constant).prefix(stage));
  row.count = uniforms.after.count;
  row.indirect = uniforms.after.indirect ? 1 : 0;
  row.location = AGAL_NONE;
  row.slots = no_slots;
  row.block = row.member = "";
  ranges_.reserve(uniforms.after.ranges.size());
  for (const RegisterRange& range : uniforms.after.ranges) ranges_.push_back({range.first, range.count});
  set_list(row.ranges, row.range_count, ranges_);
  if (!uniforms.layout) return;
  const Interface::Layout& layout = *uniforms.layout;
  row.mode = static_cast<agal_constants_mode>(layout.mode);
  row.stride = layout.stride;
  row.offset = layout.offset;
  row.location = layout.location.value_or(AGAL_NONE);
  if (layout.slots) row.slots = slots_of(*layout.slots);
  if (layout.block.empty()) return;
  row.block = layout.block.data();
  row.member = layout.member.data();
}

void InterfaceRows::add_samplers(const std::vector<Interface::Sampler>& samplers, Stage stage) {
  std::size_t count = 0;
  for (const Interface::Sampler& sampler : samplers) count += sampler.states.size();
  samplers_.reserve(samplers.size());
  states_.reserve(count);
  for (const Interface::Sampler& sampler : samplers) {
    agal_sampler& row = samplers_.emplace_back(sampler_of(sampler, stage));
    row.states = states_.data() + states_.size();
    row.state_count = sampler.states.size();
    for (const Interface::SamplerState& state : sampler.states) states_.push_back(state_of(state));
  }
  set_list(root_.samplers, root_.sampler_count, samplers_);
}

}  // namespace agal::c

extern "C" {

const agal_interface* agal_result_interface(const agal_result* result, agal_stage stage) {
  if (result == nullptr || (stage != AGAL_STAGE_VERTEX && stage != AGAL_STAGE_FRAGMENT)) return nullptr;
  const auto& found = result->interfaces[stage];
  return found == nullptr ? nullptr : &found->root();
}

}  // extern "C"
