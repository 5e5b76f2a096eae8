#include "khronos/cross.hpp"

#include <fmt/format.h>
#include <spirv_cross/spirv_cross_c.h>

#include <exception>

#include "diag/rules.hpp"
#include "khronos/big_stack.hpp"
#include "khronos/branches.hpp"
#include "khronos/cross_families.hpp"

namespace agal::khronos {
namespace {

std::string translate(std::span<const std::uint32_t> words, const OutputOptions& options) {
  switch (info(options.target).family) {
    case TargetFamily::SpirV:
    case TargetFamily::Wgsl: break;
    case TargetFamily::Glsl:
    case TargetFamily::Essl: return cross_glsl(words, options);
    case TargetFamily::Msl: return cross_msl(words, options);
    case TargetFamily::Hlsl: return cross_hlsl(words, options);
  }
  return {};
}

Result<std::string> guarded_translate(std::span<const std::uint32_t> words, const OutputOptions& options) {
  try {
    return translate(words, options);
  } catch (const std::exception& error) {
    Diagnostics diagnostics;
    diagnostics.add(diag::make(diag::Rule::CrossCompilerRefused, {}, {info(options.target).name, error.what()}));
    return diagnostics;
  }
}

// SPIRV-Cross recurses for each branch, even for consecutive ones, and takes about 5 KiB of stack each time in
// optimized builds. Our own thread has three times that. Starting it would take a quarter of the time of a small
// program, so programs with few branches run on the caller's stack.
constexpr std::uint32_t max_branches_on_caller_stack = 24;
constexpr std::size_t stack_per_branch = 16 * 1024, min_stack = 512 * 1024;

}  // namespace

Result<std::string> cross_compile(std::span<const std::uint32_t> words, const OutputOptions& options) {
  const std::uint32_t branches = count_branches(words);
  if (branches <= max_branches_on_caller_stack) return guarded_translate(words, options);
  Result<std::string> result = Diagnostics{};
  const std::size_t stack = min_stack + branches * stack_per_branch;
  if (run_on_big_stack(stack, [&] { result = guarded_translate(words, options); })) return result;
  Diagnostics diagnostics;
  diagnostics.add(diag::make(diag::Rule::NoStack, {},
                             {std::to_string(stack / 1024), info(options.target).name, std::to_string(branches)}));
  return diagnostics;
}

std::string spirv_cross_version() {
  return fmt::format("{}.{}.{}", SPVC_C_API_VERSION_MAJOR, SPVC_C_API_VERSION_MINOR, SPVC_C_API_VERSION_PATCH);
}

}  // namespace agal::khronos
