// The functions of SPIRV-Tools that are used here.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace agal::gpu_cost {

/// The error of the validator for Vulkan 1.1; "" if the module is valid.
std::string fault_of_module(std::span<const std::uint32_t> words);

/// The module after the passes of `spirv-opt -O`; empty if the optimizer fails.
std::vector<std::uint32_t> optimized_words(std::span<const std::uint32_t> words);

/// "SPIRV-Tools v2023.1 …".
std::string spirv_tools_version();

}  // namespace agal::gpu_cost
