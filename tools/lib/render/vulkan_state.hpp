// Converts the settings of a draw to Vulkan's types.
#pragma once

#include "render/draw_state.hpp"
#include "vulkan/pipeline.hpp"

namespace agal::render {

vk::CompareOp vulkan_compare(Compare compare);
vk::CullModeFlags vulkan_culling(Culling culling);
vk::StencilOp vulkan_action(StencilAction action);
vk::PipelineColorBlendAttachmentState vulkan_blend(const Blend& blend, const ColorMask& mask);

}  // namespace agal::render
