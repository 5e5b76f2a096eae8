// Converts the settings of a draw to Vulkan's types.
#pragma once

#include "stage3d/draw_state.hpp"
#include "vulkan/pipeline.hpp"

namespace agal::render {

vk::CompareOp vulkan_compare(stage3d::Compare compare);
vk::CullModeFlags vulkan_culling(stage3d::Culling culling);
vk::StencilOp vulkan_action(stage3d::StencilAction action);
vk::PipelineColorBlendAttachmentState vulkan_blend(const stage3d::Blend& blend, const stage3d::ColorMask& mask);

}  // namespace agal::render
