#include "render/vulkan_pipeline.hpp"

#include <algorithm>
#include <cstring>

#include "agal/operands.hpp"
#include "render/vulkan_state.hpp"

namespace agal::render {
namespace {

using vulkan::Device;

constexpr vk::Format color_format = vk::Format::eR8G8B8A8Unorm;
constexpr vk::Format attribute_format = vk::Format::eR32G32B32A32Sfloat;

vulkan::Buffer constants_buffer(const Device& device, const Program& program, const std::vector<Float4>& constants) {
  const std::size_t count = std::max<std::size_t>(constants.size(), constant_array_size(program));
  return device.make_buffer(std::as_bytes(std::span(constants)), count * sizeof(Float4),
                            vk::BufferUsageFlagBits::eUniformBuffer);
}

}  // namespace

// ------------------------------------------------------------------------------------------------------ target

VulkanTarget::VulkanTarget(const Device& device, const Scene& scene, std::uint32_t colors)
    : scene_(scene),
      surface_(device, color_format, colors, scene.width, scene.height),
      pixels_(device.make_buffer(std::size_t{scene.width} * scene.height * sizeof(Pixel),
                                 vk::BufferUsageFlagBits::eTransferDst)) {}

void VulkanTarget::end(vk::CommandBuffer commands) const {
  surface_.end(commands);
  surface_.copy_color(commands, scene_.color_output, pixels_);
}

Picture VulkanTarget::picture() const {
  Picture picture(scene_.width, scene_.height, {});
  std::memcpy(picture.pixels.data(), pixels_.data, picture.pixels.size() * sizeof(Pixel));
  return picture;
}

// ------------------------------------------------------------------------------------------------------ resources

VulkanResources::VulkanResources(const Device& device, const Scene& scene)
    : constants_{constants_buffer(device, scene.vertex, scene.vertex_inputs.constants),
                 constants_buffer(device, scene.fragment, scene.fragment_inputs.constants)} {
  static_assert(default_constants_binding(Stage::Vertex) == 0 && default_constants_binding(Stage::Fragment) == 1);
  add_textures(device, scene.vertex, scene.vertex_inputs);
  add_textures(device, scene.fragment, scene.fragment_inputs);
  std::vector<std::uint32_t> bindings;
  std::vector<vulkan::TextureBinding> textures;
  for (const Slot& slot : slots_) {
    bindings.push_back(slot.binding);
    textures.push_back({slot.binding,
                        {.sampler = *slot.sampler,
                         .imageView = *slot.image.view,
                         .imageLayout = vk::ImageLayout::eShaderReadOnlyOptimal}});
  }
  layout_ = vulkan::make_binding_layout(device, static_cast<std::uint32_t>(constants_.size()), bindings);
  set_ = vulkan::make_bound_set(device, layout_, constants_, textures);
}

void VulkanResources::add_textures(const Device& device, const Program& program, const StageInputs& inputs) {
  for (const SamplerOperand& operand : samplers_of(program)) {
    const SceneTexture& texture = inputs.textures.at(operand.index());
    const SamplerOperand state = operand.has(SamplerOption::IgnoreSampler) ? texture.state.value_or(operand) : operand;
    slots_.push_back({default_sampler_binding(program.stage, operand.index()), device.make_texture(*texture.texture),
                      device.make_sampler(state)});
  }
}

void VulkanResources::bind(vk::CommandBuffer commands) const {
  commands.bindDescriptorSets(vk::PipelineBindPoint::eGraphics, *layout_.pipeline, 0, set_.set, {});
}

// ------------------------------------------------------------------------------------------------------ mesh

VulkanMesh::VulkanMesh(const Device& device, const Scene& scene) {
  const std::vector<std::uint32_t> numbers = registers_read(scene.vertex, RegisterType::Attribute);
  stride = static_cast<std::uint32_t>(std::max<std::size_t>(numbers.size(), 1) * sizeof(Float4));
  for (std::size_t i = 0; i < numbers.size(); ++i)
    attributes.push_back(
        {.location = numbers[i], .format = attribute_format, .offset = static_cast<std::uint32_t>(i * sizeof(Float4))});
  const std::size_t count = scene.mesh.vertices.size();
  vertices = device.make_buffer(stride * count, vk::BufferUsageFlagBits::eVertexBuffer);
  const std::span<Float4> lanes = vertices.as<Float4>();
  const std::size_t each = stride / sizeof(Float4);
  for (std::size_t n = 0; n < count; ++n)
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const bool given = numbers[i] < scene.attributes.size() && n < scene.attributes[numbers[i]].size();
      lanes[n * each + i] = given ? scene.attributes[numbers[i]][n] : Float4{0, 0, 0, 1};
    }
  const std::span<const std::byte> triangles = std::as_bytes(std::span(scene.mesh.triangles));
  corners = device.make_buffer(triangles, triangles.size(), vk::BufferUsageFlagBits::eIndexBuffer);
}

// ------------------------------------------------------------------------------------------------------ pipeline

vk::UniquePipeline VulkanPipeline::make(const Device& device, const LinkedCompilation& linked) const {
  const vk::UniqueShaderModule vertex = device.make_shader(linked.vertex.spirv);
  const vk::UniqueShaderModule fragment = device.make_shader(linked.fragment.spirv);
  vulkan::PipelineSetup setup;
  setup.pass = target.pass();
  setup.layout = resources.layout();
  setup.stages = {vulkan::stage(vk::ShaderStageFlagBits::eVertex, vertex),
                  vulkan::stage(vk::ShaderStageFlagBits::eFragment, fragment)};
  setup.attributes = mesh.attributes;
  setup.stride = mesh.stride;
  setup.negative_one_to_one = negative_one_to_one;
  setup.depth = scene.depth;
  setup.depth_write = scene.depth_write;
  setup.depth_compare = vulkan_compare(scene.depth_compare);
  setup.culling = vulkan_culling(scene.culling);
  setup.colors.assign(target.colors(), vulkan_blend(scene.blend, scene.color_mask));
  return vulkan::make_pipeline(device, setup);
}

}  // namespace agal::render
