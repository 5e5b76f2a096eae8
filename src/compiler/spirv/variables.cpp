#include "spirv/variables.hpp"

#include "target/bindings.hpp"

namespace agal::spirv {

Variables::Variables(const ir::Module& module, const ir::ModuleInterface& interface, const Options& options,
                     ModuleBuilder& builder)
    : module_(module),
      options_(options),
      builder_(builder),
      interface_(interface),
      declared_varyings_(interface.varyings) {
  const std::uint32_t declared = options.declared_varyings(interface.varyings.bound());
  for (std::uint32_t n = 0; n < declared; ++n) declared_varyings_.add(n);
  declare_inputs();
  declare_outputs();
  if (interface_.constants > 0) declare_constants();
  declare_samplers();
}

ValueId Variables::declare(TypeId type, spv::StorageClass storage, std::string_view text) {
  const ValueId id = builder_.variable(builder_.type_pointer(storage, type), storage);
  builder_.name(id, text);
  // Since SPIR-V 1.4, an entry point lists every global variable that it uses.
  const EnvironmentInfo& env = info(options_.environment);
  const bool lists_all = env.spirv_major > 1 || env.spirv_minor >= 4;
  if (lists_all || storage == spv::StorageClassInput || storage == spv::StorageClassOutput) listed_.push_back(id);
  return id;
}

ValueId Variables::declare(TypeId type, spv::StorageClass storage, RegisterType named, std::uint32_t number) {
  return declare(type, storage, register_name(named, number, module_.stage));
}

void Variables::declare_located(base::Buffer<ValueId>& ids, const base::RegisterSet& used, spv::StorageClass storage,
                                RegisterType type) {
  ids.resize(used.bound());
  used.for_each([&](std::uint32_t n) {
    ids[n] = declare(builder_.type_float(4), storage, type, n);
    builder_.decorate(ids[n], spv::DecorationLocation, n);
    if (type == RegisterType::Varying && module_.centroid_varyings.contains(n))
      builder_.decorate(ids[n], spv::DecorationCentroid);
  });
}

void Variables::declare_inputs() {
  declare_located(attributes_, interface_.attributes, spv::StorageClassInput, RegisterType::Attribute);
  if (module_.stage == Stage::Fragment)
    declare_located(varyings_, declared_varyings_, spv::StorageClassInput, RegisterType::Varying);
  if (!interface_.instance) return;
  instance_ = declare(builder_.type_int(), spv::StorageClassInput, RegisterType::InstanceId, 0);
  builder_.decorate(instance_, spv::DecorationBuiltIn,
                    options_.vulkan() ? spv::BuiltInInstanceIndex : spv::BuiltInInstanceId);
}

void Variables::declare_outputs() {
  if (module_.stage == Stage::Vertex)
    declare_located(varyings_, declared_varyings_, spv::StorageClassOutput, RegisterType::Varying);
  declare_located(colors_, interface_.colors, spv::StorageClassOutput, RegisterType::Output);
  if (interface_.position) {
    position_ = declare(builder_.type_float(4), spv::StorageClassOutput, RegisterType::Output, 0);
    builder_.decorate(position_, spv::DecorationBuiltIn, spv::BuiltInPosition);
  }
  if (interface_.depth) {
    depth_ = declare(builder_.type_float(1), spv::StorageClassOutput, RegisterType::Depth, 0);
    builder_.decorate(depth_, spv::DecorationBuiltIn, spv::BuiltInFragDepth);
  }
}

void Variables::bind(ValueId id, target::BindingPoint at) {
  if (options_.vulkan()) builder_.decorate(id, spv::DecorationDescriptorSet, at.set);
  builder_.decorate(id, spv::DecorationBinding, at.binding);
}

// Declares the constants (docs/abi.md): one array of vec4, plain or in a block that is named after the stage.
void Variables::declare_constants() {
  const Stage stage = module_.stage;
  const std::string_view text = info(RegisterType::Constant).prefix(stage);
  const TypeId element = builder_.type_float(4);
  const TypeId array =
      builder_.type_array(element, builder_.constant_int(static_cast<std::int32_t>(interface_.constants)));
  if (options_.constants == ConstantsMode::Plain) {
    constants_storage_ = spv::StorageClassUniformConstant;
    constants_ = declare(array, constants_storage_, text);
    builder_.decorate(constants_, spv::DecorationLocation, target::plain_location(stage));
    return;
  }
  const bool push = options_.constants == ConstantsMode::Push;
  constants_storage_ = push ? spv::StorageClassPushConstant : spv::StorageClassUniform;
  const TypeId block = builder_.type_struct(array);
  builder_.name(block, target::block_name(stage));
  builder_.member_name(block, 0, target::block_member);
  builder_.decorate(array, spv::DecorationArrayStride, constant_stride);
  builder_.decorate(block, spv::DecorationBlock);
  builder_.member_decorate(block, 0, spv::DecorationOffset, push ? options_.push_offset : 0);
  constants_ = declare(block, constants_storage_, text);
  if (!push) bind(constants_, options_.binding_of(target::ResourceId::constants(stage)));
}

namespace {

spv::Dim dimension_of(TextureKind kind) {
  switch (kind) {
    case TextureKind::Plane: return spv::Dim2D;
    case TextureKind::Cube: return spv::DimCube;
    case TextureKind::Volume: return spv::Dim3D;
  }
  return spv::Dim2D;
}

}  // namespace

void Variables::declare_samplers() {
  samplers_.resize(module_.samplers.size());
  interface_.samplers.for_each([&](std::uint32_t slot) {
    const ir::SamplerSlot& sampler = module_.samplers[slot];
    const TypeId image = builder_.type_image(dimension_of(sampler.dimension));
    declare_sampler(samplers_[slot], image, target::ResourceId::sampler(module_.stage, sampler.index));
  });
}

void Variables::declare_sampler(Sampler& sampler, TypeId image, target::ResourceId resource) {
  const std::string name = target::name(resource);
  const target::BindingPoint at = options_.binding_of(resource);
  const bool separate = options_.samplers == Samplers::Separate;
  sampler.combined_type = builder_.type_sampled_image(image);
  sampler.texture_type = separate ? image : sampler.combined_type;
  sampler.texture = declare(sampler.texture_type, spv::StorageClassUniformConstant, name);
  bind(sampler.texture, at);
  if (!separate) return;
  sampler.sampler_type = builder_.type_sampler();
  sampler.sampler =
      declare(sampler.sampler_type, spv::StorageClassUniformConstant, name + std::string(separate_sampler_suffix));
  bind(sampler.sampler, options_.separate_sampler_of(resource));
}

}  // namespace agal::spirv
