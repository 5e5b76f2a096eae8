// One function a family of languages; they throw what SPIRV-Cross throws.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "agal/compile.hpp"

namespace agal::target {

std::string cross_glsl(std::span<const std::uint32_t> words, const CompileOptions& options);
std::string cross_msl(std::span<const std::uint32_t> words, const CompileOptions& options);
std::string cross_hlsl(std::span<const std::uint32_t> words, const CompileOptions& options);

/// The slots of `fc`: each stage of Metal counts its own buffers, the registers of Direct3D follow the bindings.
inline constexpr std::uint32_t msl_fragment_constants = 0;
inline constexpr std::uint32_t hlsl_fragment_constants = 1;

/// The slot that languages without descriptor sets give a resource: samplers their own number, `vc` 0, and `fc`
/// `fragment_constants`; where the caller bound the resource, the binding that was asked for.
std::uint32_t slot_of(std::string_view resource, std::span<const Binding> bindings, std::uint32_t fragment_constants);

}  // namespace agal::target
