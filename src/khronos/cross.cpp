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
    case TargetFamily::SpirV: break;
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

// SPIRV-Cross calls itself for each branch, those that follow one another included, and takes about 5 KiB of stack each
// time where it is optimized. A thread of our own has three times that. Its start would be a quarter of what a small
// program takes, so a few branches stay on the caller's stack.
constexpr std::uint32_t branches_in_place = 24;
constexpr std::size_t stack_per_branch = 16 * 1024, stack_at_least = 512 * 1024;

}  // namespace

Result<std::string> cross_compile(std::span<const std::uint32_t> words, const OutputOptions& options) {
  const std::uint32_t branches = count_branches(words);
  if (branches <= branches_in_place) return guarded_translate(words, options);
  Result<std::string> result = Diagnostics{};
  const std::size_t stack = stack_at_least + branches * stack_per_branch;
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
