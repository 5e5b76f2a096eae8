#include "khronos.hpp"

#include <spirv-tools/libspirv.h>

#include <array>
#include <memory>
#include <spirv_cross/spirv_glsl.hpp>
#include <spirv_cross/spirv_hlsl.hpp>
#include <spirv_cross/spirv_msl.hpp>
#include <stdexcept>

namespace agal::bench {
namespace {

spv_target_env env_of(Environment environment) {
  return environment == Environment::OpenGL45 ? SPV_ENV_OPENGL_4_5 : SPV_ENV_VULKAN_1_0;
}

template <class Compiler>
void set_common(Compiler& compiler) {
  spirv_cross::CompilerGLSL::Options common = compiler.get_common_options();
  common.relax_nan_checks = true;
  common.vertex.support_nonzero_base_instance = false;
  compiler.set_common_options(common);
}

std::size_t glsl(const std::vector<std::uint32_t>& words, const TargetInfo& target) {
  spirv_cross::CompilerGLSL compiler(words);
  set_common(compiler);
  spirv_cross::CompilerGLSL::Options options = compiler.get_common_options();
  options.version = target.version;
  options.es = target.family == TargetFamily::Essl;
  options.enable_420pack_extension = false;
  options.fragment.default_float_precision = spirv_cross::CompilerGLSL::Options::Highp;
  compiler.set_common_options(options);
  return compiler.compile().size();
}

std::size_t msl(const std::vector<std::uint32_t>& words, const TargetInfo& target) {
  spirv_cross::CompilerMSL compiler(words);
  set_common(compiler);
  spirv_cross::CompilerMSL::Options options = compiler.get_msl_options();
  options.set_msl_version(target.version / 10u, target.version % 10u);
  compiler.set_msl_options(options);
  return compiler.compile().size();
}

std::size_t hlsl(const std::vector<std::uint32_t>& words, const TargetInfo& target) {
  spirv_cross::CompilerHLSL compiler(words);
  set_common(compiler);
  spirv_cross::CompilerHLSL::Options options = compiler.get_hlsl_options();
  options.shader_model = target.version;
  compiler.set_hlsl_options(options);
  return compiler.compile().size();
}

}  // namespace

void khronos_validate(const std::vector<std::uint32_t>& words, Environment environment) {
  using Context = std::unique_ptr<spv_context_t, decltype(&spvContextDestroy)>;
  static std::array<Context, 2> contexts{Context{nullptr, spvContextDestroy}, Context{nullptr, spvContextDestroy}};
  const spv_target_env env = env_of(environment);
  Context& context = contexts[env == SPV_ENV_OPENGL_4_5 ? 1 : 0];
  if (!context) context.reset(spvContextCreate(env));
  spv_const_binary_t binary{words.data(), words.size()};
  spv_diagnostic diagnostic = nullptr;
  const spv_result_t result = spvValidate(context.get(), &binary, &diagnostic);
  if (result == SPV_SUCCESS) return;
  const std::string said = diagnostic != nullptr ? diagnostic->error : "invalid";
  spvDiagnosticDestroy(diagnostic);
  throw std::runtime_error("spirv-val: " + said);
}

std::size_t khronos_cross(const std::vector<std::uint32_t>& words, Target target) {
  const TargetInfo& row = info(target);
  if (info(row.family).glsl()) return glsl(words, row);
  if (row.family == TargetFamily::Msl) return msl(words, row);
  if (row.family == TargetFamily::Hlsl) return hlsl(words, row);
  throw std::invalid_argument("the benchmark does not call SPIRV-Cross for " + std::string(row.name));
}

}  // namespace agal::bench
