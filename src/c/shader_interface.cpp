// The function of agal.h for the interface of a shader.
#include "c/shader_interface.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

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

// Returns the name that the text declares for a register. If it is the name of the register, both are the same pointer,
// so that a reader need not compare or copy the text again.
const char* declared_name(const std::string& declared, const char* register_name) {
  return declared == register_name ? register_name : declared.c_str();
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
  row.declared = declared_name(of_interface.name, row.name);
}

}  // namespace

InterfaceRows::InterfaceRows(Interface interface) : interface_(std::move(interface)) {
  root_.stage = static_cast<agal_stage>(interface_.stage);
  root_.version = interface_.version;
  root_.entry_point = interface_.entry_point.c_str();
  add_inputs();
  add_constants();
  add_samplers();
  add_outputs();
}

void InterfaceRows::add_inputs() {
  attributes_.reserve(interface_.attributes.size());
  for (const Interface::Attribute& attribute : interface_.attributes)
    set_register(attributes_.emplace_back(), attribute, RegisterType::Attribute, interface_.stage);
  varyings_.reserve(interface_.varyings.size());
  for (const Interface::Varying& varying : interface_.varyings) {
    agal_varying& row = varyings_.emplace_back();
    set_register(row, varying, RegisterType::Varying, interface_.stage);
    row.centroid = varying.centroid ? 1 : 0;
  }
  set_list(root_.attributes, root_.attribute_count, attributes_);
  set_list(root_.varyings, root_.varying_count, varyings_);
}

// The names in a layout are literals, so the structure can point to them.
void InterfaceRows::add_constants() {
  const Interface::Uniforms& uniforms = interface_.uniforms;
  agal_constants& row = root_.constants;
  set_name(row.name, info(RegisterType::Constant).prefix(interface_.stage));
  row.declared = declared_name(uniforms.name, row.name);
  row.count = uniforms.after.count;
  row.indirect = uniforms.after.indirect ? 1 : 0;
  row.location = AGAL_NONE;
  row.slots = no_slots;
  row.block = row.member = "";
  ranges_.reserve(uniforms.after.ranges.size());
  for (const RegisterRange& range : uniforms.after.ranges) ranges_.push_back({range.first, range.count});
  set_list(row.ranges, row.range_count, ranges_);
  parts_.reserve(uniforms.parts.size());
  for (const Interface::ConstantPart& part : uniforms.parts)
    parts_.push_back({part.name.c_str(), part.first, part.count});
  set_list(row.parts, row.part_count, parts_);
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

void InterfaceRows::add_samplers() {
  std::size_t count = 0;
  for (const Interface::Sampler& sampler : interface_.samplers) count += sampler.states.size();
  samplers_.reserve(interface_.samplers.size());
  states_.reserve(count);
  for (const Interface::Sampler& sampler : interface_.samplers) {
    agal_sampler& row = samplers_.emplace_back(sampler_of(sampler, interface_.stage));
    row.declared = declared_name(sampler.name, row.name);
    row.declared_sampler = sampler.separate_name.c_str();
    row.states = states_.data() + states_.size();
    row.state_count = sampler.states.size();
    for (const Interface::SamplerState& state : sampler.states) states_.push_back(state_of(state));
  }
  set_list(root_.samplers, root_.sampler_count, samplers_);
}

void InterfaceRows::add_outputs() {
  const Interface::Outputs& outputs = interface_.outputs;
  root_.position = outputs.position ? 1 : 0;
  colors_.reserve(outputs.colors.size());
  for (const NamedLocation& color : outputs.colors) {
    root_.colors |= 1u << color.location;
    colors_.push_back({color.name.c_str(), color.location});
  }
  set_list(root_.color_outputs, root_.color_output_count, colors_);
  root_.depth = outputs.depth ? 1 : 0;
  root_.kills = outputs.kills ? 1 : 0;
  root_.instance_id = instance_id_of(interface_);
  root_.position_scale = "";
  if (!interface_.clip_space) return;
  root_.negative_z = interface_.clip_space->z == ClipZ::NegativeOneToOne ? 1 : 0;
  root_.flip_y = interface_.clip_space->flip_y ? 1 : 0;
  if (!interface_.clip_space->scale.empty()) root_.position_scale = interface_.clip_space->scale.data();
}

}  // namespace agal::c

extern "C" {

const agal_interface* agal_result_interface(const agal_result* result, agal_stage stage) {
  if (result == nullptr || (stage != AGAL_STAGE_VERTEX && stage != AGAL_STAGE_FRAGMENT)) return nullptr;
  const auto& found = result->interfaces[stage];
  return found == nullptr ? nullptr : &found->root();
}

}  // extern "C"
