#include "render/vulkan_state.hpp"

namespace agal::render {
namespace {

vk::BlendFactor factor(stage3d::BlendFactor value) {
  constexpr std::array factors{
#define AGAL_BLEND_FACTOR(id, word, vulkan, ...) vk::BlendFactor::vulkan,
#include "stage3d/draw_state.def"
  };
  return factors[static_cast<std::size_t>(value)];
}

}  // namespace

vk::CompareOp vulkan_compare(stage3d::Compare compare) {
  constexpr std::array tests{
#define AGAL_COMPARE(id, word, vulkan, ...) vk::CompareOp::vulkan,
#include "stage3d/draw_state.def"
  };
  return tests[static_cast<std::size_t>(compare)];
}

vk::CullModeFlags vulkan_culling(stage3d::Culling culling) {
  constexpr std::array modes{
#define AGAL_CULLING(id, word, vulkan, ...) vk::CullModeFlagBits::vulkan,
#include "stage3d/draw_state.def"
  };
  return modes[static_cast<std::size_t>(culling)];
}

vk::StencilOp vulkan_action(stage3d::StencilAction action) {
  constexpr std::array actions{
#define AGAL_STENCIL_ACTION(id, word, vulkan, ...) vk::StencilOp::vulkan,
#include "stage3d/draw_state.def"
  };
  return actions[static_cast<std::size_t>(action)];
}

// Stage3D has the same factors for color and alpha. For alpha, a factor that is a color means the alpha of this color.
vk::PipelineColorBlendAttachmentState vulkan_blend(const stage3d::Blend& blend, const stage3d::ColorMask& mask) {
  using Component = vk::ColorComponentFlagBits;
  constexpr std::array channels{Component::eR, Component::eG, Component::eB, Component::eA};
  vk::ColorComponentFlags written;
  for (std::size_t i = 0; i < channels.size(); ++i)
    if (mask[i]) written |= channels[i];
  const vk::BlendFactor source = factor(blend.source), destination = factor(blend.destination);
  return {.blendEnable = blend != stage3d::Blend::None,
          .srcColorBlendFactor = source,
          .dstColorBlendFactor = destination,
          .srcAlphaBlendFactor = source,
          .dstAlphaBlendFactor = destination,
          .colorWriteMask = written};
}

}  // namespace agal::render
