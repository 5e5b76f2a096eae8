// SPIR-V to text through SPIRV-Cross. cross_glsl.cpp, cross_msl.cpp and cross_hlsl.cpp are the only files that include
// its headers.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "agal/result.hpp"
#include "agal/target.hpp"

namespace agal::khronos {

/// The module as text in `options.target`, which must be a text language. The module must be one of ours (see
/// docs/abi.md for its names and bindings). What SPIRV-Cross refuses is AGAL5002: `check_target` should have said
/// no before.
Result<std::string> cross_compile(std::span<const std::uint32_t> words, const OutputOptions& options);

/// The version that agalc was built with: that of its C API, which counts with every change of the library; the C++
/// library, which is what is used, has none of its own.
std::string spirv_cross_version();

}  // namespace agal::khronos
