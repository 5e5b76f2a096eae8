// The parts of a draw on Vulkan: the render target, the pipeline, and the resources.
#pragma once

#include "render/scene.hpp"
#include "vulkan/bindings.hpp"
#include "vulkan/pipeline.hpp"
#include "vulkan/surface.hpp"

namespace agal::render {

/// A render target with an attachment for each color that the program writes, and depth.
class VulkanTarget {
 public:
  VulkanTarget(const vulkan::Device& device, const Scene& scene, std::uint32_t colors);

  vk::RenderPass pass() const { return surface_.pass(); }
  std::uint32_t colors() const { return surface_.colors(); }
  void begin(vk::CommandBuffer commands) const { surface_.begin(commands, scene_.background); }
  /// Ends the pass and copies the selected color to memory that the CPU can read.
  void end(vk::CommandBuffer commands) const;
  Picture picture() const;

 private:
  const Scene& scene_;
  vulkan::Surface surface_;
  vulkan::Buffer pixels_;
};

/// Constants, textures and samplers at the bindings of docs/abi.md.
class VulkanResources {
 public:
  VulkanResources(const vulkan::Device& device, const Scene& scene);

  vk::PipelineLayout layout() const { return *layout_.pipeline; }
  void bind(vk::CommandBuffer commands) const;

 private:
  struct Slot {
    std::uint32_t binding;
    vulkan::Image image;
    vk::UniqueSampler sampler;
  };

  void add_textures(const vulkan::Device& device, const Program& program, const StageInputs& inputs);

  std::array<vulkan::Buffer, 2> constants_;  // index: binding of the vertex and the fragment constants
  std::vector<Slot> slots_;
  vulkan::BindingLayout layout_;
  vulkan::BoundSet set_;
};

/// The attributes of the mesh, vertex by vertex, and the indices of its triangles.
struct VulkanMesh {
  VulkanMesh(const vulkan::Device& device, const Scene& scene);

  std::vector<vk::VertexInputAttributeDescription> attributes;
  std::uint32_t stride = 0;
  vulkan::Buffer vertices, corners;
};

struct VulkanPipeline {
  const Scene& scene;
  const VulkanTarget& target;
  const VulkanResources& resources;
  const VulkanMesh& mesh;
  bool negative_one_to_one = false;  // true if z ranges from -w to w in the shader's clip space

  vk::UniquePipeline make(const vulkan::Device& device, const LinkedCompilation& linked) const;
};

}  // namespace agal::render
