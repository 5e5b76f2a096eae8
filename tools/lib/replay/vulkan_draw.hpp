// The programs, pipelines, buffers and bindings of a draw that is replayed with Vulkan.
#pragma once

#include "agal/compile.hpp"
#include "vulkan/bindings.hpp"
#include "vulkan_images.hpp"

namespace agal::frames {

/// A pair that was compiled to SPIR-V.
struct CompiledPair {
  vk::UniqueShaderModule vertex, fragment;
  // A sampler: its Vulkan binding, and its number in Stage3D.
  struct Slot {
    std::uint32_t binding, texture;
    SamplerOperand operand;
  };
  std::vector<Slot> slots;
  std::vector<std::uint32_t> attributes;
  std::array<std::uint32_t, 2> constants{};  // the size of each constant array: vertex, fragment
  std::array<bool, max_outputs> writes{};    // the outputs that the fragment program writes
  vulkan::BindingLayout layout;
  std::string problem;  // the reason why the pair cannot be drawn; "" if it can
};
CompiledPair compile_pair(const vulkan::Device& device, const Pair& pair);

/// The buffers and samplers that a draw reads. The object must live until the draw has ended.
class DrawInputs {
 public:
  DrawInputs(const vulkan::Device& device, const Stage& stage, const DrawCall& draw, const CompiledPair& pair);

  std::vector<vk::VertexInputAttributeDescription> attributes;
  std::vector<vk::VertexInputBindingDescription> bindings;

  /// Makes the descriptor set. `views` are the textures of the slots, in the order of the slots.
  void make_set(const std::vector<vk::ImageView>& views);
  void bind(vk::CommandBuffer commands) const;

 private:
  void add_stream(std::uint32_t number, const VertexStream& stream, std::uint64_t rows);

  const vulkan::Device& device_;
  const Stage& stage_;
  const DrawCall& draw_;
  const CompiledPair& pair_;
  vulkan::Buffer indices_;
  std::array<vulkan::Buffer, 2> constants_;
  std::vector<vulkan::Buffer> streams_;
  std::vector<vk::UniqueSampler> samplers_;
  vulkan::BoundSet set_;
};

vk::UniquePipeline make_pipeline(const vulkan::Device& device, const PipelineSettings& settings, const Canvas& canvas,
                                 const CompiledPair& pair, const DrawInputs& inputs);

}  // namespace agal::frames
