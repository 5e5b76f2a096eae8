// The Vulkan backend. It runs the programs as compiled by agalc.
#include <fmt/format.h>

#include <cstdlib>

#include "base/format.hpp"
#include "cli/console.hpp"
#include "render/vulkan_pipeline.hpp"
#include "vulkan/drivers.hpp"

namespace agal::render {
namespace {

Diagnostics failed(std::string_view why) { return agalc::only(agalc::make_diagnostic("vulkan-failed", {}, {why})); }

// Returns the viewport. y points up in clip space, but down in Vulkan's framebuffers, so the viewport flips it, unless
// the shader has done so.
vk::Viewport viewport_of(const Scene& scene, bool flipped) {
  const auto width = static_cast<float>(scene.width), height = static_cast<float>(scene.height);
  return flipped ? vk::Viewport{0, 0, width, height, 0, 1} : vk::Viewport{0, height, width, -height, 0, 1};
}

vk::Rect2D scissor_of(const Scene& scene) {
  const auto [x, y, width, height] = scene.scissor.value_or(stage3d::PixelRectangle{0, 0, scene.width, scene.height});
  return {{static_cast<std::int32_t>(x), static_cast<std::int32_t>(y)}, {width, height}};
}

class VulkanRenderer final : public Renderer {
 public:
  explicit VulkanRenderer(const vulkan::DeviceOptions& options) : device_(options) {}

  std::string device() const override { return device_.name(); }
  Result<Picture> draw(const Scene& scene, const DrawOptions& options) override;

 private:
  Picture draw(const Scene& scene, const DrawOptions& options, const LinkedCompilation& linked) const;

  vulkan::Device device_;
};

Result<Picture> VulkanRenderer::draw(const Scene& scene, const DrawOptions& options) {
  if (const Result<PreparedPair> pair = prepare(scene, options); !pair) return pair.diagnostics();
  if (options.clip_z == ClipZ::NegativeOneToOne && !device_.has_depth_clip_control())
    return failed("the device does not support VK_EXT_depth_clip_control, which z from -1 to 1 needs");
  if (color_count(scene.fragment) > device_.limits().maxColorAttachments)
    return failed(fmt::format("the device supports only {} color outputs", device_.limits().maxColorAttachments));
  const std::vector<std::uint32_t> attributes = registers_read(scene.vertex, RegisterType::Attribute);
  if (!attributes.empty() && attributes.back() >= device_.limits().maxVertexInputAttributes)
    return failed(fmt::format("the device supports only {} attributes", device_.limits().maxVertexInputAttributes));
  CompileOptions compile;
  compile.target = Target::Spv;
  compile.semantics = options.semantics;
  compile.validation = options.validation;
  compile.clip_z = options.clip_z;
  compile.flip_y = options.flip_y;
  const Result<LinkedCompilation> linked = link(scene.vertex, scene.fragment, compile);
  if (!linked) return linked.diagnostics();
  try {
    Picture picture = draw(scene, options, *linked);
    const std::vector<std::string> messages = device_.take_messages();
    if (!messages.empty()) return failed(base::joined(messages, "; "));
    return picture;
  } catch (const vk::Error& error) {
    return failed(error.what());
  }
}

Picture VulkanRenderer::draw(const Scene& scene, const DrawOptions& options, const LinkedCompilation& linked) const {
  const VulkanTarget target(device_, scene, color_count(scene.fragment));
  const VulkanResources resources(device_, scene);
  const VulkanMesh mesh(device_, scene);
  const vk::UniquePipeline pipeline =
      VulkanPipeline{scene, target, resources, mesh, options.clip_z == ClipZ::NegativeOneToOne}.make(device_, linked);
  device_.submit([&](vk::CommandBuffer commands) {
    target.begin(commands);
    commands.bindPipeline(vk::PipelineBindPoint::eGraphics, *pipeline);
    commands.setViewport(0, viewport_of(scene, options.flip_y));
    commands.setScissor(0, scissor_of(scene));
    commands.bindVertexBuffers(0, *mesh.vertices.buffer, vk::DeviceSize{0});
    commands.bindIndexBuffer(*mesh.corners.buffer, 0, vk::IndexType::eUint32);
    resources.bind(commands);
    commands.drawIndexed(static_cast<std::uint32_t>(scene.mesh.triangles.size() * 3), scene.instances, 0, 0, 0);
    target.end(commands);
  });
  return target.picture();
}

}  // namespace

bool has_vulkan() { return true; }

Result<std::unique_ptr<Renderer>> make_vulkan_renderer(bool validation_layer) {
  vulkan::precise_software_rasterizer();
  const vulkan::DeviceOptions options = vulkan::options_of_environment(validation_layer);
  try {
    return std::unique_ptr<Renderer>(std::make_unique<VulkanRenderer>(options));
  } catch (const vk::Error& error) {
    return agalc::only(agalc::make_diagnostic("no-vulkan", {}, {error.what()}));
  }
}

}  // namespace agal::render
