// One function a family of languages; they throw what SPIRV-Cross throws.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "agal/target.hpp"

namespace agal::khronos {

std::string cross_glsl(std::span<const std::uint32_t> words, const OutputOptions& options);
std::string cross_msl(std::span<const std::uint32_t> words, const OutputOptions& options);
std::string cross_hlsl(std::span<const std::uint32_t> words, const OutputOptions& options);

}  // namespace agal::khronos
