// SPIR-V to text with SPIRV-Cross. Only cross.cpp includes its headers.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "agal/result.hpp"
#include "target/output.hpp"

namespace agal::khronos {

/// The module as SPIRV-Cross prints it in `output.target`, a text language that it can write. The module must be one
/// of ours (see docs/abi.md for its names and bindings); `branches` is the number of its structured branches. If
/// SPIRV-Cross rejects it, the error is AGAL5002: `check_target` should have reported it before.
Result<std::string> cross_compile(std::span<const std::uint32_t> words, std::uint32_t branches,
                                  const target::Output& output);

/// The version that agalc was built with. It is that of the C API, which changes with every change of the library; the
/// C++ library that we use does not have a version.
std::string spirv_cross_version();

}  // namespace agal::khronos
