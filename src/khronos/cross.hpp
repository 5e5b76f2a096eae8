// SPIR-V to text with SPIRV-Cross. Only cross_glsl.cpp, cross_msl.cpp and cross_hlsl.cpp include its headers.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "agal/result.hpp"
#include "agal/target.hpp"

namespace agal::khronos {

/// The module as text in `options.target`, which must be a text language. The module must be one of ours (see
/// docs/abi.md for its names and bindings). If SPIRV-Cross rejects it, the error is AGAL5002: `check_target` should
/// have reported it before.
Result<std::string> cross_compile(std::span<const std::uint32_t> words, const OutputOptions& options);

/// The version that agalc was built with. It is that of the C API, which changes with every change of the library; the
/// C++ library that we use does not have a version.
std::string spirv_cross_version();

}  // namespace agal::khronos
