// What SPIRV-Tools does here.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace agal::gpu_cost {

/// What the validator finds wrong with a module for Vulkan 1.1; "" if nothing is.
std::string fault_of_module(std::span<const std::uint32_t> words);

/// The module after the passes of `spirv-opt -O`; empty if the optimizer fails.
std::vector<std::uint32_t> optimized_words(std::span<const std::uint32_t> words);

/// "SPIRV-Tools v2023.1 …".
std::string spirv_tools_version();

}  // namespace agal::gpu_cost
