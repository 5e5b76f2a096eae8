// The Vulkan backends: SPIR-V by agalc, or by glslang from agalc's HLSL or GLSL.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "exec/cells.hpp"
#include "exec/vulkan_shader.hpp"
#include "vulkan/drivers.hpp"
#include "vulkan/pipeline.hpp"
#include "vulkan/surface.hpp"

namespace agal::exec {
namespace {

using vulkan::Buffer;
using vulkan::Device;
using vulkan::Image;

constexpr vk::Format color_format = vk::Format::eR32G32B32A32Sfloat;
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

// The resources of a job: constants of all draws, textures, samplers, descriptors.
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
  const vulkan::Texels texels = job.has_float_textures ? vulkan::Texels::Floats : vulkan::Texels::Bytes;
  for (const TextureSlot& texture : job.textures)
    slots_.push_back(
        {texture.sampler, device.make_texture(texture.texture, texels), device.make_sampler(texture.state)});
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

// ------------------------------------------------------------------------------------------------------ surfaces

// The render target of fragment programs, with a color for each register up to the last one that the program writes,
// and buffers that the CPU can read.
class Canvas {
 public:
  Canvas(const Device& device, std::uint32_t colors)
      : surface_(device, color_format, colors, surface_size, surface_size) {
    constexpr std::size_t pixels = std::size_t{surface_size} * surface_size;
    for (std::uint32_t i = 0; i < colors; ++i)
      colors_.push_back(device.make_buffer(pixels * vec4_bytes, vk::BufferUsageFlagBits::eTransferDst));
    depth_ = device.make_buffer(pixels * sizeof(float), vk::BufferUsageFlagBits::eTransferDst);
  }

  vk::RenderPass pass() const { return surface_.pass(); }
  void begin(vk::CommandBuffer commands) const {
    surface_.begin(commands, {untouched, untouched, untouched, untouched});
  }
  void end(vk::CommandBuffer commands) const {
    surface_.end(commands);
    for (std::size_t i = 0; i < colors_.size(); ++i) surface_.copy_color(commands, i, colors_[i]);
    surface_.copy_depth(commands, depth_);
  }
  Outcome outcome(const Job& job) const {
    std::vector<std::span<const float>> images;
    for (const std::uint32_t number : job.interface.colors) images.push_back(colors_[number].as<const float>());
    return fragment_outcome(job, images, depth_.as<const float>());
  }

 private:
  vulkan::Surface surface_;
  std::vector<Buffer> colors_;
  Buffer depth_;
};

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
  const Canvas& canvas_of(std::uint32_t colors);

  std::string_view name_;
  Target target_;
  ShaderOf shader_of_;
  Device device_;
  std::array<std::unique_ptr<Canvas>, 9> canvases_;  // index: number of colors
};

std::vector<Outcome> VulkanBackend::run(std::span<const Job> jobs) {
  std::vector<Outcome> outcomes;
  for (const Job& job : jobs) outcomes.push_back(run_one(job));
  return outcomes;
}

Outcome VulkanBackend::run_one(const Job& job) {
  Outcome outcome;
  VulkanShader shader = shader_of_(declarations_of(job));
  if (&declarations_of(job) != &job.shader) {
    VulkanShader tested = shader_of_(job.shader);
    if (tested.words.empty() && shader.fault.empty()) shader.fault = std::move(tested.fault);
    shader.words = std::move(tested.words);
  }
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
  // Messages of the validation layer are faults, whatever the results are.
  for (const std::string& message : device_.take_messages()) outcome.fault += message + "\n";
  return outcome;
}

void VulkanBackend::run_vertex(const Job& job, const VulkanShader& shader, Outcome& outcome) {
  // Draws a point for each draw, with consecutive attributes. Captures the position and the varyings.
  vulkan::PipelineSetup setup;
  setup.stride = static_cast<std::uint32_t>(std::max<std::size_t>(shader.inputs.size(), 1) * vec4_bytes);
  const Buffer vertices = device_.make_buffer(setup.stride * job.draws.size(), vk::BufferUsageFlagBits::eVertexBuffer);
  for (std::size_t i = 0; i < shader.inputs.size(); ++i)
    setup.attributes.push_back({.location = shader.inputs[i].location,
                                .format = color_format,
                                .offset = static_cast<std::uint32_t>(i * vec4_bytes)});
  for (std::size_t d = 0; d < job.draws.size(); ++d)
    for (std::size_t i = 0; i < shader.inputs.size(); ++i)
      vertices.as<Float4>()[d * setup.stride / vec4_bytes + i] = job.draws[d].attributes.at(shader.inputs[i].number);
  const auto per_draw = static_cast<std::uint32_t>(1 + shader.outputs.size());
  const Buffer captured =
      device_.make_buffer(job.draws.size() * per_draw * vec4_bytes, vk::BufferUsageFlagBits::eStorageBuffer);

  const Resources resources(device_, job, shader, &captured);
  const Canvas& canvas = canvas_of(1);
  const vk::UniqueShaderModule vertex = device_.make_shader(shader.words);
  const vk::UniqueShaderModule geometry = device_.make_shader(capture_shader(shader.outputs));
  setup.pass = canvas.pass();
  setup.layout = resources.layout();
  setup.stages = {vulkan::stage(vk::ShaderStageFlagBits::eVertex, vertex),
                  vulkan::stage(vk::ShaderStageFlagBits::eGeometry, geometry)};
  setup.topology = vk::PrimitiveTopology::ePointList;
  setup.discard = true;
  setup.colors.resize(1);
  const vk::UniquePipeline pipeline = vulkan::make_pipeline(device_, setup);
  device_.submit([&](vk::CommandBuffer commands) {
    canvas.begin(commands);
    commands.bindPipeline(vk::PipelineBindPoint::eGraphics, *pipeline);
    commands.setViewport(0, vk::Viewport{0, 0, surface_size, surface_size, 0, 1});
    commands.setScissor(0, vk::Rect2D{{0, 0}, {surface_size, surface_size}});
    commands.bindVertexBuffers(0, *vertices.buffer, vk::DeviceSize{0});
    for (std::uint32_t i = 0; i < job.draws.size(); ++i) {
      resources.bind(commands, i);
      const std::uint32_t first = i * per_draw;
      commands.pushConstants<std::uint32_t>(resources.layout(), vk::ShaderStageFlagBits::eGeometry, 0, first);
      commands.draw(1, 1, i, job.draws[i].instance);
    }
    canvas.end(commands);
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

void VulkanBackend::run_fragment(const Job& job, const VulkanShader& shader, Outcome& outcome) {
  // Each draw has three vertices with the position, then the varyings.
  vulkan::PipelineSetup setup;
  const std::size_t per_vertex = 1 + shader.inputs.size();
  setup.stride = static_cast<std::uint32_t>(per_vertex * vec4_bytes);
  for (std::uint32_t i = 0; i < per_vertex; ++i)
    setup.attributes.push_back(
        {.location = i, .format = color_format, .offset = static_cast<std::uint32_t>(i * vec4_bytes)});
  const Buffer vertices =
      device_.make_buffer(setup.stride * 3 * job.draws.size(), vk::BufferUsageFlagBits::eVertexBuffer);
  for (std::size_t d = 0; d < job.draws.size(); ++d)
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const std::span<Float4> to = vertices.as<Float4>().subspan((d * 3 + corner) * per_vertex, per_vertex);
      to[0] = corner_places[corner];
      for (std::size_t i = 0; i < shader.inputs.size(); ++i)
        to[1 + i] = job.draws[d].corners[corner].at(shader.inputs[i].number);
    }

  const Resources resources(device_, job, shader, nullptr);
  const std::uint32_t colors = job.interface.colors.empty() ? 1 : job.interface.colors.back() + 1;
  const Canvas& canvas = canvas_of(colors);
  const vk::UniqueShaderModule vertex = device_.make_shader(pass_through_shader(shader.inputs));
  const vk::UniqueShaderModule fragment = device_.make_shader(shader.words);
  setup.pass = canvas.pass();
  setup.layout = resources.layout();
  setup.stages = {vulkan::stage(vk::ShaderStageFlagBits::eVertex, vertex),
                  vulkan::stage(vk::ShaderStageFlagBits::eFragment, fragment)};
  setup.colors.resize(colors);
  using Component = vk::ColorComponentFlagBits;
  for (const std::uint32_t number : job.interface.colors)
    setup.colors[number].colorWriteMask = Component::eR | Component::eG | Component::eB | Component::eA;
  const vk::UniquePipeline pipeline = vulkan::make_pipeline(device_, setup);
  device_.submit([&](vk::CommandBuffer commands) {
    canvas.begin(commands);
    commands.bindPipeline(vk::PipelineBindPoint::eGraphics, *pipeline);
    commands.bindVertexBuffers(0, *vertices.buffer, vk::DeviceSize{0});
    for (std::uint32_t i = 0; i < job.draws.size(); ++i) {
      const Cell cell = cell_of(i);
      const auto x = static_cast<std::int32_t>(cell.x), y = static_cast<std::int32_t>(cell.y);
      commands.setViewport(
          0, vk::Viewport{static_cast<float>(x), static_cast<float>(y), triangle_size, triangle_size, 0, 1});
      commands.setScissor(0, vk::Rect2D{{x, y}, {cell_size, cell_size}});
      resources.bind(commands, i);
      commands.draw(3, 1, i * 3, 0);
    }
    canvas.end(commands);
  });
  outcome = canvas.outcome(job);
}

const Canvas& VulkanBackend::canvas_of(std::uint32_t colors) {
  std::unique_ptr<Canvas>& place = canvases_.at(colors);
  if (place == nullptr) place = std::make_unique<Canvas>(device_, colors);
  return *place;
}

Opened open(std::string_view name, Target target, ShaderOf shader_of, bool validation = true) {
  vulkan::precise_software_rasterizer();
  vulkan::DeviceOptions options = vulkan::options_of_environment(validation);
  options.name = chosen_device();
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
Opened open_vulkan_unvalidated() { return open("vulkan-spv", Target::Spv, vulkan_shader_of, false); }
Opened open_vulkan_hlsl() { return open("vulkan-hlsl50", Target::Hlsl50, vulkan_shader_of_hlsl); }
Opened open_vulkan_glsl() { return open("vulkan-glsl450", Target::VulkanGlsl450, vulkan_shader_of_glsl); }

}  // namespace agal::exec
