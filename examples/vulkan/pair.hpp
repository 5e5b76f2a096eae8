// A pair that agal::link compiled to SPIR-V, as a Vulkan pipeline with its descriptors. The interfaces determine all
// sets, bindings and locations: the code does not contain knowledge of the programs.
#pragma once

#include <agal/compile.hpp>
#include <array>
#include <cstring>
#include <map>
#include <vector>

#include "gpu.hpp"

// The data of the engine, by the numbers and names of registers.
struct Inputs {
  std::map<std::string, std::pair<vk::Format, std::uint32_t>> attributes;  // format and offset in a vertex
  std::uint32_t stride = 0;                                                // the size of a vertex in bytes
  std::array<std::vector<float>, 2> constants;                             // indexed by stage, from register 0 on
  std::map<std::string, vk::ImageView> textures;
};

class Pair {
 public:
  Pair(const Gpu& gpu, const agal::LinkedCompilation& pair, const Inputs& inputs, vk::Format target, vk::Extent2D size)
      : gpu_(gpu) {
    for (const agal::Compilation* program : {&pair.vertex, &pair.fragment}) add(*program->program_interface, inputs);
    for (const agal::SharedInterface::PushRange& range : pair.shared_interface->push_ranges)
      push_ranges_.push_back({flag(range.stage), range.offset, range.size});
    make_sets();
    make_pipeline(pair, inputs, target, size);
  }

  void draw(vk::CommandBuffer commands, std::uint32_t vertices) const {
    commands.bindPipeline(vk::PipelineBindPoint::eGraphics, *pipeline_);
    commands.bindDescriptorSets(vk::PipelineBindPoint::eGraphics, *layout_, 0, sets_, {});
    for (const vk::PushConstantRange& range : push_ranges_)
      commands.pushConstants(*layout_, range.stageFlags, range.offset, range.size, pushed_.at(range.offset).data());
    commands.draw(vertices, 1, 0, 0);
  }

 private:
  struct Descriptor {
    vk::DescriptorType type;
    vk::DescriptorBufferInfo buffer;
    vk::DescriptorImageInfo image;
  };

  static vk::ShaderStageFlagBits flag(agal::Stage stage) {
    return stage == agal::Stage::Vertex ? vk::ShaderStageFlagBits::eVertex : vk::ShaderStageFlagBits::eFragment;
  }

  void add(const agal::Interface& program, const Inputs& inputs) {
    if (const auto& layout = program.uniforms.layout) {
      std::vector<float> values = inputs.constants[static_cast<std::size_t>(program.stage)];
      values.resize(layout->size() / sizeof(float));
      if (layout->slots) {
        buffers_.push_back(gpu_.make_buffer(layout->size(), vk::BufferUsageFlagBits::eUniformBuffer));
        std::memcpy(buffers_.back().data, values.data(), layout->size());
        descriptors_[*layout->slots->set][layout->slots->binding] = {
            .type = vk::DescriptorType::eUniformBuffer, .buffer = {*buffers_.back().buffer, 0, layout->size()}};
      }
      pushed_[layout->offset] = std::move(values);
    }
    for (const agal::Interface::Sampler& sampler : program.samplers) {
      if (!sampler.bound) continue;  // a token samples it, but the result is unused
      samplers_.push_back(make_sampler(sampler.states.front().operand));
      const agal::Interface::Slots& slots = sampler.bound->slots;
      const auto separate = sampler.bound->sampler_binding;
      const vk::DescriptorImageInfo image{*samplers_.back(), inputs.textures.at(sampler.name),
                                          vk::ImageLayout::eGeneral};
      descriptors_[*slots.set][slots.binding] = {
          .type = separate ? vk::DescriptorType::eSampledImage : vk::DescriptorType::eCombinedImageSampler,
          .image = image};
      if (separate)
        descriptors_[*sampler.bound->of_sampler().set][*separate] = {.type = vk::DescriptorType::eSampler,
                                                                     .image = image};
    }
  }

  // Creates the sampler that a texture fetch requests. Anisotropy is left out.
  vk::UniqueSampler make_sampler(const agal::SamplerOperand& state) const {
    using Option = agal::SamplerOption;
    const auto address = [&](Option repeats) {
      return state.has(Option::Repeat) || state.has(repeats) ? vk::SamplerAddressMode::eRepeat
                                                             : vk::SamplerAddressMode::eClampToEdge;
    };
    const vk::Filter filter = state.has(Option::Nearest) ? vk::Filter::eNearest : vk::Filter::eLinear;
    return gpu_.device().createSamplerUnique({.magFilter = filter,
                                              .minFilter = filter,
                                              .mipmapMode = vk::SamplerMipmapMode(state.has(Option::MipLinear)),
                                              .addressModeU = address(Option::RepeatUClampV),
                                              .addressModeV = address(Option::ClampURepeatV),
                                              .maxLod = state.has(Option::MipNone) ? 0 : VK_LOD_CLAMP_NONE});
  }

  void make_sets() {
    std::vector<vk::DescriptorPoolSize> sizes{{vk::DescriptorType::eSampler, 1}};  // a pool must not be empty
    std::vector<vk::DescriptorSetLayout> layouts;
    for (std::uint32_t set = 0; descriptors_.empty() || set <= descriptors_.rbegin()->first; ++set) {
      std::vector<vk::DescriptorSetLayoutBinding> bindings;
      for (const auto& [binding, descriptor] : descriptors_[set]) {
        bindings.push_back({binding, descriptor.type, 1, vk::ShaderStageFlagBits::eAllGraphics});
        sizes.push_back({descriptor.type, 1});
      }
      set_layouts_.push_back(
          gpu_.device().createDescriptorSetLayoutUnique(vk::DescriptorSetLayoutCreateInfo{}.setBindings(bindings)));
      layouts.push_back(*set_layouts_.back());
    }
    layout_ = gpu_.device().createPipelineLayoutUnique(
        vk::PipelineLayoutCreateInfo{}.setSetLayouts(layouts).setPushConstantRanges(push_ranges_));
    const auto count = static_cast<std::uint32_t>(layouts.size());
    pool_ =
        gpu_.device().createDescriptorPoolUnique(vk::DescriptorPoolCreateInfo{.maxSets = count}.setPoolSizes(sizes));
    sets_ = gpu_.device().allocateDescriptorSets(
        vk::DescriptorSetAllocateInfo{.descriptorPool = *pool_}.setSetLayouts(layouts));
    for (const auto& [set, descriptors] : descriptors_)
      for (const auto& [binding, descriptor] : descriptors) {
        const vk::WriteDescriptorSet write{.dstSet = sets_[set],
                                           .dstBinding = binding,
                                           .descriptorCount = 1,
                                           .descriptorType = descriptor.type,
                                           .pImageInfo = &descriptor.image,
                                           .pBufferInfo = &descriptor.buffer};
        gpu_.device().updateDescriptorSets(write, {});
      }
  }

  void make_pipeline(const agal::LinkedCompilation& pair, const Inputs& inputs, vk::Format target, vk::Extent2D size) {
    std::vector<vk::UniqueShaderModule> modules;
    std::vector<vk::PipelineShaderStageCreateInfo> stages;
    for (const agal::Compilation* program : {&pair.vertex, &pair.fragment}) {
      modules.push_back(gpu_.device().createShaderModuleUnique(vk::ShaderModuleCreateInfo{}.setCode(program->spirv)));
      stages.push_back({.stage = flag(program->stage),
                        .module = *modules.back(),
                        .pName = program->program_interface->spirv_entry_point.c_str()});
    }
    const vk::VertexInputBindingDescription buffer{.stride = inputs.stride};
    std::vector<vk::VertexInputAttributeDescription> attributes;
    for (const agal::Interface::Attribute& attribute : pair.vertex.program_interface->attributes) {
      const auto& [format, offset] = inputs.attributes.at(attribute.name);
      attributes.push_back({attribute.location, 0, format, offset});
    }
    const auto input =
        vk::PipelineVertexInputStateCreateInfo{}.setVertexBindingDescriptions(buffer).setVertexAttributeDescriptions(
            attributes);
    const vk::PipelineInputAssemblyStateCreateInfo assembly{.topology = vk::PrimitiveTopology::eTriangleList};
    // AGAL's y points up. Vulkan's points down, unless the vertex program negates it.
    const bool down = pair.vertex.program_interface->clip_space->flip_y;
    const auto width = static_cast<float>(size.width), height = static_cast<float>(size.height);
    const vk::Viewport viewport{0, down ? 0 : height, width, down ? height : -height, 0, 1};
    const vk::Rect2D scissor{{}, size};
    const auto viewports = vk::PipelineViewportStateCreateInfo{}.setViewports(viewport).setScissors(scissor);
    const vk::PipelineRasterizationStateCreateInfo rasterization{.lineWidth = 1};
    const vk::PipelineMultisampleStateCreateInfo multisample{};
    const auto& colors = pair.fragment.program_interface->outputs.colors;  // other colors are not written
    const bool writes = !colors.empty() && colors.front().location == 0;
    const vk::PipelineColorBlendAttachmentState blend{.colorWriteMask = vk::ColorComponentFlags(writes ? 0xfu : 0)};
    const auto blends = vk::PipelineColorBlendStateCreateInfo{}.setAttachments(blend);
    const auto rendering = vk::PipelineRenderingCreateInfo{}.setColorAttachmentFormats(target);
    const auto info = vk::GraphicsPipelineCreateInfo{.pNext = &rendering,
                                                     .pVertexInputState = &input,
                                                     .pInputAssemblyState = &assembly,
                                                     .pViewportState = &viewports,
                                                     .pRasterizationState = &rasterization,
                                                     .pMultisampleState = &multisample,
                                                     .pColorBlendState = &blends,
                                                     .layout = *layout_}
                          .setStages(stages);
    pipeline_ = gpu_.device().createGraphicsPipelineUnique(nullptr, info).value;
  }

  const Gpu& gpu_;
  std::map<std::uint32_t, std::map<std::uint32_t, Descriptor>> descriptors_;  // indexed by set and binding
  std::vector<vk::PushConstantRange> push_ranges_;
  std::map<std::uint32_t, std::vector<float>> pushed_;  // indexed by offset in the push constants
  std::vector<Resource> buffers_;
  std::vector<vk::UniqueSampler> samplers_;
  std::vector<vk::UniqueDescriptorSetLayout> set_layouts_;
  vk::UniquePipelineLayout layout_;
  vk::UniqueDescriptorPool pool_;
  std::vector<vk::DescriptorSet> sets_;
  vk::UniquePipeline pipeline_;
};
