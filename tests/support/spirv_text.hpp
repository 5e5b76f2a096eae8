// Creates SPIR-V modules from text, and runs the optimizer for comparisons. Only for tests and measurements.
//
// To use it, list `SPIRV-Tools-opt` among the LIBS of your agal_test.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace agal::test {

/// Assembles SPIR-V. Throws std::runtime_error with the error message. `minor` is the x of SPIR-V 1.x.
std::vector<std::uint32_t> assemble_spirv(std::string_view text, std::uint32_t minor = 0);

/// Returns the result of `spirv-opt -O`; empty if it rejects the module.
std::vector<std::uint32_t> optimize_spirv(std::span<const std::uint32_t> words);

}  // namespace agal::test
