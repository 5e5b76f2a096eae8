// Converts SPIR-V to text with SPIRV-Cross. Only cross.cpp includes the headers of SPIRV-Cross.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "agal/result.hpp"
#include "target/output.hpp"

namespace agal::khronos {

/// Converts a module to the language of `output.target`, which SPIRV-Cross must support. The module must be made by
/// agalc (docs/abi.md has its names and bindings). `branches` is the number of its structured branches. If SPIRV-Cross
/// rejects the module, the error is AGAL5002, although `check_target` should have reported the problem before.
Result<std::string> cross_compile(std::span<const std::uint32_t> words, std::uint32_t branches,
                                  const target::Output& output);

/// Returns the version of SPIRV-Cross at build time. It is the version of its C API, which changes with every change of
/// the library, because the C++ library does not have a version.
std::string spirv_cross_version();

}  // namespace agal::khronos
