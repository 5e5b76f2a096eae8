#include "support/glslang_oracle.hpp"

#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>

namespace agal::test {
namespace {

// The state of glslang, initialized once per process and finalized at its end.
struct Process {
  Process() { glslang::InitializeProcess(); }
  ~Process() { glslang::FinalizeProcess(); }
};

constexpr std::string_view draw_buffers_line = "#extension GL_EXT_draw_buffers : require";

bool is_webgl1(Target target) { return info(target).family == TargetFamily::Essl && info(target).version == 100; }

// Sets the nine restrictions of WebGL 1 beyond ES 2.0. glslang itself exempts uniforms in vertex shaders.
TBuiltInResource resources_for(Target target) {
  TBuiltInResource resources = *GetDefaultResources();
  if (is_webgl1(target)) resources.limits = TLimits{};
  return resources;
}

struct Setting {
  EShMessages messages = EShMsgDefault;
  glslang::EShSource source = glslang::EShSourceGlsl;
  bool spirv = false;
};

Setting setting_for(Target target) {
  const auto spirv_rules = static_cast<EShMessages>(EShMsgSpvRules | EShMsgVulkanRules);
  if (info(target).family == TargetFamily::Hlsl)
    return {static_cast<EShMessages>(spirv_rules | EShMsgReadHlsl), glslang::EShSourceHlsl, true};
  if (info(target).vulkan) return {spirv_rules, glslang::EShSourceGlsl, true};
  return {};
}

void configure(glslang::TShader& shader, const Setting& setting, EShLanguage language, const std::string& entry_point) {
  if (setting.spirv) {
    shader.setEnvInput(setting.source, language, glslang::EShClientVulkan, 100);
    shader.setEnvClient(glslang::EShClientVulkan, glslang::EShTargetVulkan_1_0);
    shader.setEnvTarget(glslang::EShTargetSpv, glslang::EShTargetSpv_1_0);
  } else {
    shader.setEnvInput(setting.source, language, glslang::EShClientNone, 0);
    shader.setEnvClient(glslang::EShClientNone, glslang::EShTargetOpenGL_450);
    shader.setEnvTarget(glslang::EShTargetNone, glslang::EShTargetSpv_1_0);
  }
  shader.setEntryPoint(entry_point.c_str());
  shader.setSourceEntryPoint(entry_point.c_str());
}

}  // namespace

bool has_oracle(Target target) {
  const TargetFamily family = info(target).family;
  return info(family).glsl() || family == TargetFamily::Hlsl;
}

std::optional<std::string> glslang_error(std::string_view text, Target target, Stage stage,
                                         const std::string& entry_point) {
  static const Process process;
  if (!has_oracle(target)) return "glslang does not read " + std::string(info(target).name);

  std::string source(text);
  if (is_webgl1(target))
    if (const std::size_t at = source.find(draw_buffers_line); at != std::string::npos)
      source.erase(at, draw_buffers_line.size());

  const Setting setting = setting_for(target);
  const EShLanguage language = stage == Stage::Vertex ? EShLangVertex : EShLangFragment;
  glslang::TShader shader(language);
  const char* strings[] = {source.c_str()};
  shader.setStrings(strings, 1);
  configure(shader, setting, language, entry_point);
  const TBuiltInResource resources = resources_for(target);
  const int version = setting.source == glslang::EShSourceHlsl ? 500 : 100;
  if (!shader.parse(&resources, version, false, setting.messages)) return std::string(shader.getInfoLog());
  glslang::TProgram program;
  program.addShader(&shader);
  if (!program.link(setting.messages)) return std::string(program.getInfoLog());
  return std::nullopt;
}

}  // namespace agal::test
