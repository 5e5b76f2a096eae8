// SPIR-V on Vulkan: agalc's own, or what glslang makes of its HLSL.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "exec/software_rasterizer.hpp"
#include "exec/vulkan_shader.hpp"
#include "vulkan/device.hpp"

namespace agal::exec {
namespace {

using vulkan::Buffer;
using vulkan::Device;
using vulkan::Image;

constexpr std::uint32_t cells_in_a_row = 16;
constexpr std::uint32_t cell = 2;
constexpr std::uint32_t surface_width = cells_in_a_row * cell;
constexpr std::uint32_t surface_height = (largest_job + cells_in_a_row - 1) / cells_in_a_row * cell;
constexpr float sentinel = 1.25e30f;  // in all lanes: no fragment came here
constexpr vk::Format colour_format = vk::Format::eR32G32B32A32Sfloat;
constexpr vk::Format depth_format = vk::Format::eD32Sfloat;
constexpr std::size_t vec4_bytes = sizeof(Float4);

std::size_t aligned(std::size_t size, std::size_t alignment) { return (size + alignment - 1) / alignment * alignment; }

vk::DescriptorType descriptor_type(VulkanShader::Kind kind) {
  switch (kind) {
    case VulkanShader::Kind::Constants: return vk::DescriptorType::eUniformBufferDynamic;
    case VulkanShader::Kind::Combined: return vk::DescriptorType::eCombinedImageSampler;
    case VulkanShader::Kind::Image: return vk::DescriptorType::eSampledImage;
    case VulkanShader::Kind::Sampler: return vk::DescriptorType::eSampler;
  }
  return {};
}

// What is bound while a job runs: constants of all draws, textures, samplers, descriptors.
class Resources {
 public:
  Resources(const Device& device, const Job& job, const VulkanShader& shader, const Buffer* captured);

  vk::PipelineLayout layout() const { return *layout_; }
  void bind(vk::CommandBuffer commands, std::size_t draw) const;

 private:
  struct Slot {
    std::uint32_t sampler;
    Image image;
    vk::UniqueSampler state;
  };

  void write_constants(const Device& device, const Job& job);
  void make_layout(const Device& device, const VulkanShader& shader);
  void make_sets(const Device& device, const VulkanShader& shader);
  const Slot& slot(std::uint32_t sampler) const;

  Buffer constants_;
  std::size_t constants_stride_ = 0;
  bool has_constants_ = false;
  const Buffer* captured_;
  std::vector<Slot> slots_;
  vk::UniqueDescriptorSetLayout set_layout_, capture_layout_;
  vk::UniquePipelineLayout layout_;
  vk::UniqueDescriptorPool pool_;
  std::vector<vk::DescriptorSet> sets_;
};

Resources::Resources(const Device& device, const Job& job, const VulkanShader& shader, const Buffer* captured)
    : captured_(captured) {
  write_constants(device, job);
  for (const TextureSlot& texture : job.textures)
    slots_.push_back({texture.sampler, device.make_texture(texture.texture), device.make_sampler(texture.state)});
  make_layout(device, shader);
  make_sets(device, shader);
}

void Resources::write_constants(const Device& device, const Job& job) {
  std::size_t registers = 1;
  for (const Draw& draw : job.draws) registers = std::max(registers, draw.constants.size());
  constants_stride_ = aligned(registers * vec4_bytes, device.limits().minUniformBufferOffsetAlignment);
  constants_ = device.make_buffer(constants_stride_ * job.draws.size(), vk::BufferUsageFlagBits::eUniformBuffer);
  for (std::size_t i = 0; i < job.draws.size(); ++i)
    std::memcpy(constants_.data + i * constants_stride_, job.draws[i].constants.data(),
                job.draws[i].constants.size() * vec4_bytes);
}

void Resources::make_layout(const Device& device, const VulkanShader& shader) {
  std::vector<vk::DescriptorSetLayoutBinding> bindings;
  for (const VulkanShader::Resource& resource : shader.resources)
    bindings.push_back({.binding = resource.binding,
                        .descriptorType = descriptor_type(resource.kind),
                        .descriptorCount = 1,
                        .stageFlags = vk::ShaderStageFlagBits::eAllGraphics});
  const auto make = [&](const std::vector<vk::DescriptorSetLayoutBinding>& list) {
    return device.handle().createDescriptorSetLayoutUnique(vk::DescriptorSetLayoutCreateInfo{
        .bindingCount = static_cast<std::uint32_t>(list.size()), .pBindings = list.data()});
  };
  set_layout_ = make(bindings);
  capture_layout_ = make({{.binding = 0,
                           .descriptorType = vk::DescriptorType::eStorageBuffer,
                           .descriptorCount = 1,
                           .stageFlags = vk::ShaderStageFlagBits::eGeometry}});
  const std::array<vk::DescriptorSetLayout, 2> layouts{*set_layout_, *capture_layout_};
  const vk::PushConstantRange place{.stageFlags = vk::ShaderStageFlagBits::eGeometry, .size = sizeof(std::uint32_t)};
  const bool captures = captured_ != nullptr;
  layout_ = device.handle().createPipelineLayoutUnique(
      vk::PipelineLayoutCreateInfo{.setLayoutCount = captures ? 2u : 1u,
                                   .pSetLayouts = layouts.data(),
                                   .pushConstantRangeCount = captures ? 1u : 0u,
                                   .pPushConstantRanges = &place});
}

const Resources::Slot& Resources::slot(std::uint32_t sampler) const {
  const auto place =
      std::find_if(slots_.begin(), slots_.end(), [=](const Slot& candidate) { return candidate.sampler == sampler; });
  if (place == slots_.end()) throw vk::LogicError("the shader samples a register that the program does not");
  return *place;
}

void Resources::make_sets(const Device& device, const VulkanShader& shader) {
  std::vector<vk::DescriptorPoolSize> sizes{{vk::DescriptorType::eStorageBuffer, 1}};
  for (const VulkanShader::Resource& resource : shader.resources) sizes.push_back({descriptor_type(resource.kind), 1});
  pool_ = device.handle().createDescriptorPoolUnique(vk::DescriptorPoolCreateInfo{
      .maxSets = 2, .poolSizeCount = static_cast<std::uint32_t>(sizes.size()), .pPoolSizes = sizes.data()});
  const std::array<vk::DescriptorSetLayout, 2> layouts{*set_layout_, *capture_layout_};
  sets_ = device.handle().allocateDescriptorSets(vk::DescriptorSetAllocateInfo{
      .descriptorPool = *pool_, .descriptorSetCount = captured_ != nullptr ? 2u : 1u, .pSetLayouts = layouts.data()});
  const vk::DescriptorBufferInfo constants{.buffer = *constants_.buffer, .range = constants_stride_};
  for (const VulkanShader::Resource& resource : shader.resources) {
    vk::WriteDescriptorSet write{.dstSet = sets_[0],
                                 .dstBinding = resource.binding,
                                 .descriptorCount = 1,
                                 .descriptorType = descriptor_type(resource.kind),
                                 .pBufferInfo = &constants};
    vk::DescriptorImageInfo image{.imageLayout = vk::ImageLayout::eShaderReadOnlyOptimal};
    if (resource.kind == VulkanShader::Kind::Constants) {
      has_constants_ = true;
    } else {
      image.imageView = *slot(resource.sampler).image.view;
      image.sampler = *slot(resource.sampler).state;
      write.pImageInfo = &image;
    }
    device.handle().updateDescriptorSets(write, {});
  }
  if (captured_ == nullptr) return;
  const vk::DescriptorBufferInfo captured{.buffer = *captured_->buffer, .range = VK_WHOLE_SIZE};
  device.handle().updateDescriptorSets(vk::WriteDescriptorSet{.dstSet = sets_[1],
                                                              .descriptorCount = 1,
                                                              .descriptorType = vk::DescriptorType::eStorageBuffer,
                                                              .pBufferInfo = &captured},
                                       {});
}

void Resources::bind(vk::CommandBuffer commands, std::size_t draw) const {
  const auto offset = static_cast<std::uint32_t>(draw * constants_stride_);
  commands.bindDescriptorSets(vk::PipelineBindPoint::eGraphics, *layout_, 0, sets_,
                              has_constants_ ? vk::ArrayProxy<const std::uint32_t>(offset) : nullptr);
}

// ------------------------------------------------------------------------------------------------------ pipelines

// What differs between the pipelines of the two stages.
struct PipelineSetup {
  vk::RenderPass pass;
  vk::PipelineLayout layout;
  std::vector<vk::PipelineShaderStageCreateInfo> stages;
  std::vector<vk::VertexInputAttributeDescription> attributes;
  std::uint32_t stride = 0;
  vk::PrimitiveTopology topology = vk::PrimitiveTopology::eTriangleList;
  bool discard = false;
  std::vector<vk::PipelineColorBlendAttachmentState> colours;
};

vk::UniquePipeline make_pipeline(const Device& device, const PipelineSetup& setup) {
  const vk::VertexInputBindingDescription binding{.stride = setup.stride};
  const vk::PipelineVertexInputStateCreateInfo input{
      .vertexBindingDescriptionCount = setup.attributes.empty() ? 0u : 1u,
      .pVertexBindingDescriptions = &binding,
      .vertexAttributeDescriptionCount = static_cast<std::uint32_t>(setup.attributes.size()),
      .pVertexAttributeDescriptions = setup.attributes.data()};
  const vk::PipelineInputAssemblyStateCreateInfo assembly{.topology = setup.topology};
  const vk::PipelineViewportStateCreateInfo viewport{.viewportCount = 1, .scissorCount = 1};
  const vk::PipelineRasterizationStateCreateInfo rasterization{.rasterizerDiscardEnable = setup.discard,
                                                               .lineWidth = 1};
  const vk::PipelineMultisampleStateCreateInfo multisample;
  const vk::PipelineDepthStencilStateCreateInfo depth{
      .depthTestEnable = VK_TRUE, .depthWriteEnable = VK_TRUE, .depthCompareOp = vk::CompareOp::eAlways};
  const vk::PipelineColorBlendStateCreateInfo blend{.attachmentCount = static_cast<std::uint32_t>(setup.colours.size()),
                                                    .pAttachments = setup.colours.data()};
  const std::array dynamic{vk::DynamicState::eViewport, vk::DynamicState::eScissor};
  const vk::PipelineDynamicStateCreateInfo dynamics{.dynamicStateCount = static_cast<std::uint32_t>(dynamic.size()),
                                                    .pDynamicStates = dynamic.data()};
  return std::move(
      device.handle()
          .createGraphicsPipelineUnique(
              {}, vk::GraphicsPipelineCreateInfo{.stageCount = static_cast<std::uint32_t>(setup.stages.size()),
                                                 .pStages = setup.stages.data(),
                                                 .pVertexInputState = &input,
                                                 .pInputAssemblyState = &assembly,
                                                 .pViewportState = &viewport,
                                                 .pRasterizationState = &rasterization,
                                                 .pMultisampleState = &multisample,
                                                 .pDepthStencilState = &depth,
                                                 .pColorBlendState = &blend,
                                                 .pDynamicState = &dynamics,
                                                 .layout = setup.layout,
                                                 .renderPass = setup.pass})
          .value);
}

vk::PipelineShaderStageCreateInfo stage(vk::ShaderStageFlagBits kind, const vk::UniqueShaderModule& module) {
  return {.stage = kind, .module = *module, .pName = "main"};
}

// ------------------------------------------------------------------------------------------------------ surfaces

// Where fragment programs draw: one attachment for each colour up to the last that the program writes, and depth.
class Surface {
 public:
  Surface(const Device& device, std::uint32_t colours);

  vk::RenderPass pass() const { return *pass_; }
  void begin(vk::CommandBuffer commands) const;
  /// Ends the pass and copies everything to where the CPU can read it.
  void end(vk::CommandBuffer commands) const;
  std::span<const Float4> colour(std::size_t i) const { return colour_pixels_[i].as<const Float4>(); }
  std::span<const float> depth() const { return depth_pixels_.as<const float>(); }

 private:
  std::vector<Image> colours_;
  Image depth_;
  std::vector<Buffer> colour_pixels_;
  Buffer depth_pixels_;
  vk::UniqueRenderPass pass_;
  vk::UniqueFramebuffer framebuffer_;
};

vk::AttachmentDescription attachment(vk::Format format) {
  return {.format = format,
          .loadOp = vk::AttachmentLoadOp::eClear,
          .storeOp = vk::AttachmentStoreOp::eStore,
          .stencilLoadOp = vk::AttachmentLoadOp::eDontCare,
          .stencilStoreOp = vk::AttachmentStoreOp::eDontCare,
          .finalLayout = vk::ImageLayout::eTransferSrcOptimal};
}

vk::UniqueRenderPass make_pass(const Device& device, std::uint32_t colours) {
  std::vector<vk::AttachmentDescription> attachments(colours, attachment(colour_format));
  attachments.push_back(attachment(depth_format));
  std::vector<vk::AttachmentReference> references;
  for (std::uint32_t i = 0; i < colours; ++i) references.push_back({i, vk::ImageLayout::eColorAttachmentOptimal});
  const vk::AttachmentReference depth{colours, vk::ImageLayout::eDepthStencilAttachmentOptimal};
  const vk::SubpassDescription subpass{
      .colorAttachmentCount = colours, .pColorAttachments = references.data(), .pDepthStencilAttachment = &depth};
  const vk::SubpassDependency before_copies{
      .srcSubpass = 0,
      .dstSubpass = VK_SUBPASS_EXTERNAL,
      .srcStageMask = vk::PipelineStageFlagBits::eColorAttachmentOutput | vk::PipelineStageFlagBits::eLateFragmentTests,
      .dstStageMask = vk::PipelineStageFlagBits::eTransfer,
      .srcAccessMask = vk::AccessFlagBits::eColorAttachmentWrite | vk::AccessFlagBits::eDepthStencilAttachmentWrite,
      .dstAccessMask = vk::AccessFlagBits::eTransferRead};
  return device.handle().createRenderPassUnique(
      vk::RenderPassCreateInfo{.attachmentCount = static_cast<std::uint32_t>(attachments.size()),
                               .pAttachments = attachments.data(),
                               .subpassCount = 1,
                               .pSubpasses = &subpass,
                               .dependencyCount = 1,
                               .pDependencies = &before_copies});
}

Surface::Surface(const Device& device, std::uint32_t colours) {
  constexpr std::size_t pixels = std::size_t{surface_width} * surface_height;
  std::vector<vk::ImageView> views;
  for (std::uint32_t i = 0; i < colours; ++i) {
    colours_.push_back(device.make_attachment(colour_format, surface_width, surface_height));
    colour_pixels_.push_back(device.make_buffer(pixels * vec4_bytes, vk::BufferUsageFlagBits::eTransferDst));
    views.push_back(*colours_.back().view);
  }
  depth_ = device.make_attachment(depth_format, surface_width, surface_height);
  depth_pixels_ = device.make_buffer(pixels * sizeof(float), vk::BufferUsageFlagBits::eTransferDst);
  views.push_back(*depth_.view);
  pass_ = make_pass(device, colours);
  framebuffer_ = device.handle().createFramebufferUnique(
      vk::FramebufferCreateInfo{.renderPass = *pass_,
                                .attachmentCount = static_cast<std::uint32_t>(views.size()),
                                .pAttachments = views.data(),
                                .width = surface_width,
                                .height = surface_height,
                                .layers = 1});
}

void Surface::begin(vk::CommandBuffer commands) const {
  std::vector<vk::ClearValue> clear(colours_.size(),
                                    vk::ClearColorValue(std::array<float, 4>{sentinel, sentinel, sentinel, sentinel}));
  clear.emplace_back(vk::ClearDepthStencilValue{1, 0});
  commands.beginRenderPass(vk::RenderPassBeginInfo{.renderPass = *pass_,
                                                   .framebuffer = *framebuffer_,
                                                   .renderArea = {.extent = {surface_width, surface_height}},
                                                   .clearValueCount = static_cast<std::uint32_t>(clear.size()),
                                                   .pClearValues = clear.data()},
                           vk::SubpassContents::eInline);
}

void copy(vk::CommandBuffer commands, const Image& image, const Buffer& to, vk::ImageAspectFlags aspect) {
  commands.copyImageToBuffer(
      *image.image, vk::ImageLayout::eTransferSrcOptimal, *to.buffer,
      vk::BufferImageCopy{.imageSubresource = {.aspectMask = aspect, .layerCount = 1}, .imageExtent = image.extent});
}

void Surface::end(vk::CommandBuffer commands) const {
  commands.endRenderPass();
  for (std::size_t i = 0; i < colours_.size(); ++i)
    copy(commands, colours_[i], colour_pixels_[i], vk::ImageAspectFlagBits::eColor);
  copy(commands, depth_, depth_pixels_, vk::ImageAspectFlagBits::eDepth);
}

// ------------------------------------------------------------------------------------------------------ the backend

using ShaderOf = VulkanShader (*)(const Compilation&);

class VulkanBackend final : public Backend {
 public:
  VulkanBackend(std::string_view name, Target target, ShaderOf shader_of, const vulkan::DeviceOptions& options)
      : name_(name), target_(target), shader_of_(shader_of), device_(options) {}

  std::string_view name() const override { return name_; }
  Target target() const override { return target_; }
  std::string device() const override { return device_.name(); }
  std::string cannot(const Job&) const override { return ""; }
  std::vector<Outcome> run(std::span<const Job> jobs) override;

 private:
  Outcome run_one(const Job& job);
  void run_vertex(const Job& job, const VulkanShader& shader, Outcome& outcome);
  void run_fragment(const Job& job, const VulkanShader& shader, Outcome& outcome);
  const Surface& surface(std::uint32_t colours);

  std::string_view name_;
  Target target_;
  ShaderOf shader_of_;
  Device device_;
  std::array<std::unique_ptr<Surface>, 9> surfaces_;  // by number of colours
};

std::vector<Outcome> VulkanBackend::run(std::span<const Job> jobs) {
  std::vector<Outcome> outcomes;
  for (const Job& job : jobs) outcomes.push_back(run_one(job));
  return outcomes;
}

Outcome VulkanBackend::run_one(const Job& job) {
  Outcome outcome;
  const VulkanShader shader = shader_of_(job.shader);
  outcome.fault = shader.fault;
  if (!outcome.fault.empty() || job.draws.empty()) return outcome;
  try {
    if (job.stage == Stage::Vertex)
      run_vertex(job, shader, outcome);
    else
      run_fragment(job, shader, outcome);
  } catch (const vk::Error& error) {
    outcome.fault = error.what();
  }
  // What the validation layer says is a fault, whatever came out.
  for (const std::string& message : device_.take_messages()) outcome.fault += message + "\n";
  return outcome;
}

void VulkanBackend::run_vertex(const Job& job, const VulkanShader& shader, Outcome& outcome) {
  // One point a draw, its attributes one after another; captured are its position and its varyings.
  PipelineSetup setup;
  setup.stride = static_cast<std::uint32_t>(std::max<std::size_t>(shader.inputs.size(), 1) * vec4_bytes);
  const Buffer vertices = device_.make_buffer(setup.stride * job.draws.size(), vk::BufferUsageFlagBits::eVertexBuffer);
  for (std::size_t i = 0; i < shader.inputs.size(); ++i)
    setup.attributes.push_back({.location = shader.inputs[i].location,
                                .format = colour_format,
                                .offset = static_cast<std::uint32_t>(i * vec4_bytes)});
  for (std::size_t d = 0; d < job.draws.size(); ++d)
    for (std::size_t i = 0; i < shader.inputs.size(); ++i)
      vertices.as<Float4>()[d * setup.stride / vec4_bytes + i] = job.draws[d].attributes.at(shader.inputs[i].number);
  const auto per_draw = static_cast<std::uint32_t>(1 + shader.outputs.size());
  const Buffer captured =
      device_.make_buffer(job.draws.size() * per_draw * vec4_bytes, vk::BufferUsageFlagBits::eStorageBuffer);

  const Resources resources(device_, job, shader, &captured);
  const Surface& target = surface(1);
  const vk::UniqueShaderModule vertex = device_.make_shader(shader.words);
  const vk::UniqueShaderModule geometry = device_.make_shader(capture_shader(shader.outputs));
  setup.pass = target.pass();
  setup.layout = resources.layout();
  setup.stages = {stage(vk::ShaderStageFlagBits::eVertex, vertex), stage(vk::ShaderStageFlagBits::eGeometry, geometry)};
  setup.topology = vk::PrimitiveTopology::ePointList;
  setup.discard = true;
  setup.colours.resize(1);
  const vk::UniquePipeline pipeline = make_pipeline(device_, setup);
  device_.submit([&](vk::CommandBuffer commands) {
    target.begin(commands);
    commands.bindPipeline(vk::PipelineBindPoint::eGraphics, *pipeline);
    commands.setViewport(0, vk::Viewport{0, 0, surface_width, surface_height, 0, 1});
    commands.setScissor(0, vk::Rect2D{{0, 0}, {surface_width, surface_height}});
    commands.bindVertexBuffers(0, *vertices.buffer, vk::DeviceSize{0});
    for (std::uint32_t i = 0; i < job.draws.size(); ++i) {
      resources.bind(commands, i);
      const std::uint32_t first = i * per_draw;
      commands.pushConstants<std::uint32_t>(resources.layout(), vk::ShaderStageFlagBits::eGeometry, 0, first);
      commands.draw(1, 1, i, job.draws[i].instance);
    }
    target.end(commands);
  });
  for (std::size_t d = 0; d < job.draws.size(); ++d) {
    VertexOutput& output = outcome.vertices.emplace_back();
    const std::span<const Float4> values = captured.as<const Float4>().subspan(d * per_draw, per_draw);
    output.position = values[0];
    for (std::size_t i = 0; i < shader.outputs.size(); ++i) {
      const std::uint32_t number = shader.outputs[i].number;
      if (output.varyings.size() <= number) output.varyings.resize(number + 1);
      output.varyings[number] = values[1 + i];
    }
  }
}

PixelOutput pixel_of(const Job& job, const Surface& surface, std::size_t at) {
  PixelOutput pixel;
  for (const std::uint32_t number : job.interface.colours) {
    if (pixel.colours.size() <= number) pixel.colours.resize(number + 1);
    pixel.colours[number] = surface.colour(number)[at];
  }
  if (job.interface.depth) pixel.depth = surface.depth()[at];
  const Float4& first = surface.colour(job.interface.colours.empty() ? 0 : job.interface.colours.front())[at];
  pixel.killed = std::all_of(first.begin(), first.end(), [](float lane) { return lane == sentinel; });
  return pixel;
}

void VulkanBackend::run_fragment(const Job& job, const VulkanShader& shader, Outcome& outcome) {
  // Three vertices a draw: the place, then the varyings.
  constexpr std::array<Float4, 3> places{{{-1, -1, 0.5f, 1}, {3, -1, 0.5f, 1}, {-1, 3, 0.5f, 1}}};
  PipelineSetup setup;
  const std::size_t per_vertex = 1 + shader.inputs.size();
  setup.stride = static_cast<std::uint32_t>(per_vertex * vec4_bytes);
  for (std::uint32_t i = 0; i < per_vertex; ++i)
    setup.attributes.push_back(
        {.location = i, .format = colour_format, .offset = static_cast<std::uint32_t>(i * vec4_bytes)});
  const Buffer vertices =
      device_.make_buffer(setup.stride * 3 * job.draws.size(), vk::BufferUsageFlagBits::eVertexBuffer);
  for (std::size_t d = 0; d < job.draws.size(); ++d)
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const std::span<Float4> to = vertices.as<Float4>().subspan((d * 3 + corner) * per_vertex, per_vertex);
      to[0] = places[corner];
      for (std::size_t i = 0; i < shader.inputs.size(); ++i)
        to[1 + i] = job.draws[d].corners[corner].at(shader.inputs[i].number);
    }

  const Resources resources(device_, job, shader, nullptr);
  const std::uint32_t colours = job.interface.colours.empty() ? 1 : job.interface.colours.back() + 1;
  const Surface& target = surface(colours);
  const vk::UniqueShaderModule vertex = device_.make_shader(pass_through_shader(shader.inputs));
  const vk::UniqueShaderModule fragment = device_.make_shader(shader.words);
  setup.pass = target.pass();
  setup.layout = resources.layout();
  setup.stages = {stage(vk::ShaderStageFlagBits::eVertex, vertex), stage(vk::ShaderStageFlagBits::eFragment, fragment)};
  setup.colours.resize(colours);
  using Component = vk::ColorComponentFlagBits;
  for (const std::uint32_t number : job.interface.colours)
    setup.colours[number].colorWriteMask = Component::eR | Component::eG | Component::eB | Component::eA;
  const vk::UniquePipeline pipeline = make_pipeline(device_, setup);
  device_.submit([&](vk::CommandBuffer commands) {
    target.begin(commands);
    commands.bindPipeline(vk::PipelineBindPoint::eGraphics, *pipeline);
    commands.bindVertexBuffers(0, *vertices.buffer, vk::DeviceSize{0});
    for (std::uint32_t i = 0; i < job.draws.size(); ++i) {
      const std::uint32_t x = i % cells_in_a_row * cell, y = i / cells_in_a_row * cell;
      commands.setViewport(0, vk::Viewport{static_cast<float>(x), static_cast<float>(y), cell, cell, 0, 1});
      commands.setScissor(0, vk::Rect2D{{static_cast<std::int32_t>(x), static_cast<std::int32_t>(y)}, {cell, cell}});
      resources.bind(commands, i);
      commands.draw(3, 1, i * 3, 0);
    }
    target.end(commands);
  });
  for (std::size_t d = 0; d < job.draws.size(); ++d) {
    QuadOutput& quad = outcome.quads.emplace_back();
    const std::size_t x = d % cells_in_a_row * cell, y = d / cells_in_a_row * cell;
    for (std::size_t i = 0; i < quad_size; ++i)
      quad.pixels[i] = pixel_of(job, target, (y + i / 2) * surface_width + x + i % 2);
  }
}

const Surface& VulkanBackend::surface(std::uint32_t colours) {
  std::unique_ptr<Surface>& place = surfaces_.at(colours);
  if (place == nullptr) place = std::make_unique<Surface>(device_, colours);
  return *place;
}

Opened open(std::string_view name, Target target, ShaderOf shader_of) {
  precise_software_rasterizer();
  vulkan::DeviceOptions options;
  options.validation = true;
  const char* const wanted = std::getenv("AGAL_VULKAN_DEVICE");
  options.hardware = wanted != nullptr && std::string_view(wanted) == "gpu";
  try {
    return {std::make_unique<VulkanBackend>(name, target, shader_of, options), ""};
  } catch (const vk::LayerNotPresentError&) {
    return {nullptr, "Vulkan's validation layer is not installed"};
  } catch (const vk::Error& error) {
    return {nullptr, fmt::format("no Vulkan device can be used: {}", error.what())};
  }
}

}  // namespace

Opened open_vulkan_spv() { return open("vulkan-spv", Target::Spv, vulkan_shader_of); }
Opened open_vulkan_hlsl() { return open("vulkan-hlsl50", Target::Hlsl50, vulkan_shader_of_hlsl); }

}  // namespace agal::exec
