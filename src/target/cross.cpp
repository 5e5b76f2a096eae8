#include "target/cross.hpp"

#include <fmt/format.h>
#include <spirv_cross/spirv_cross_c.h>

#include <charconv>
#include <exception>

#include "diag/rules.hpp"
#include "target/cross_families.hpp"

namespace agal::target {
namespace {

std::string translate(std::span<const std::uint32_t> words, const CompileOptions& options) {
  switch (info(options.target).family) {
    case TargetFamily::SpirV: break;
    case TargetFamily::Glsl:
    case TargetFamily::Essl: return cross_glsl(words, options);
    case TargetFamily::Msl: return cross_msl(words, options);
    case TargetFamily::Hlsl: return cross_hlsl(words, options);
  }
  return {};
}

}  // namespace

Result<std::string> cross_compile(std::span<const std::uint32_t> words, const CompileOptions& options) {
  try {
    return translate(words, options);
  } catch (const std::exception& error) {
    Diagnostics diagnostics;
    diagnostics.add(diag::make(diag::Rule::CrossCompilerRefused, {}, {info(options.target).name, error.what()}));
    return diagnostics;
  }
}

std::uint32_t slot_of(std::string_view resource, std::span<const Binding> bindings, std::uint32_t fragment_constants) {
  for (const Binding& binding : bindings)
    if (binding.resource == resource) return binding.binding;
  const std::string_view prefix = resource.substr(0, 2);
  if (prefix == info(RegisterType::Constant).fragment_prefix) return fragment_constants;
  std::uint32_t number = 0;
  if (resource.size() > 2) std::from_chars(resource.data() + 2, resource.data() + resource.size(), number);
  return number;
}

std::string spirv_cross_version() {
  return fmt::format("{}.{}.{}", SPVC_C_API_VERSION_MAJOR, SPVC_C_API_VERSION_MINOR, SPVC_C_API_VERSION_PATCH);
}

}  // namespace agal::target
