// One function per family of languages; they may throw exceptions of SPIRV-Cross.
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
