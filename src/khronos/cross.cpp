#include "khronos/cross.hpp"

#include <fmt/format.h>
#include <spirv_cross/spirv_cross_c.h>

#include <algorithm>
#include <array>
#include <exception>
#include <new>

#include "diag/rules.hpp"
#include "khronos/big_stack.hpp"
#include "khronos/branches.hpp"
#include "khronos/cross_families.hpp"

namespace agal::khronos {
namespace {

struct Translator {
  TargetFamily family;
  std::string (*translate)(std::span<const std::uint32_t> words, const OutputOptions& options);
};

constexpr auto translators = std::to_array<Translator>({
    {TargetFamily::Glsl, cross_glsl},
    {TargetFamily::Essl, cross_glsl},
    {TargetFamily::Msl, cross_msl},
    {TargetFamily::Hlsl, cross_hlsl},
});

constexpr const Translator* translator_of(TargetFamily family) {
  for (const Translator& row : translators)
    if (row.family == family) return &row;
  return nullptr;
}
static_assert(std::ranges::all_of(target_family_table, [](const TargetFamilyInfo& row) {
  return row.has(Writer::Cross) == (translator_of(row.family) != nullptr);
}));

std::string translate(std::span<const std::uint32_t> words, const OutputOptions& options) {
  const Translator* const row = translator_of(info(options.target).family);
  return row != nullptr ? row->translate(words, options) : std::string{};
}

// Throws only std::bad_alloc.
Result<std::string> guarded_translate(std::span<const std::uint32_t> words, const OutputOptions& options) {
  try {
    return translate(words, options);
  } catch (const std::bad_alloc&) {
    throw;
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
constexpr std::size_t stack_per_branch = 16u << 10, min_stack = 512u << 10;

}  // namespace

Result<std::string> cross_compile(std::span<const std::uint32_t> words, const OutputOptions& options) {
  const std::uint32_t branches = count_branches(words);
  if (branches <= max_branches_on_caller_stack) return guarded_translate(words, options);
  Result<std::string> result = Diagnostics{};
  std::exception_ptr no_memory;
  const auto work = [&] {
    try {
      result = guarded_translate(words, options);
    } catch (...) {
      no_memory = std::current_exception();
    }
  };
  const std::size_t stack = min_stack + branches * stack_per_branch;
  if (run_on_big_stack(stack, work)) {
    if (no_memory) std::rethrow_exception(no_memory);
    return result;
  }
  Diagnostics diagnostics;
  diagnostics.add(diag::make(diag::Rule::NoStack, {},
                             {std::to_string(stack / 1024), info(options.target).name, std::to_string(branches)}));
  return diagnostics;
}

std::string spirv_cross_version() {
  return fmt::format("{}.{}.{}", SPVC_C_API_VERSION_MAJOR, SPVC_C_API_VERSION_MINOR, SPVC_C_API_VERSION_PATCH);
}

}  // namespace agal::khronos
