// Compiles GLSL with glslang.
#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>
#include <glslang/SPIRV/GlslangToSpv.h>

#include "console/console.hpp"
#include "shader.hpp"

namespace agal::gpu_cost {
namespace {

struct Process {
  Process() { glslang::InitializeProcess(); }
  ~Process() { glslang::FinalizeProcess(); }
};

Diagnostics refused(const std::string& file, std::string_view log) {
  const std::string_view line = log.substr(0, log.find('\n'));
  return agalc::only(agalc::make_diagnostic("glsl-malformed", file, {line}));
}

}  // namespace

Result<Shader> shader_of_glsl(const std::string& text, Stage stage, const std::string& file) {
  static const Process process;
  const EShLanguage language = stage == Stage::Vertex ? EShLangVertex : EShLangFragment;
  constexpr auto messages = static_cast<EShMessages>(EShMsgSpvRules | EShMsgVulkanRules);
  glslang::TShader shader(language);
  const char* const strings[] = {text.c_str()};
  shader.setStrings(strings, 1);
  shader.setEnvInput(glslang::EShSourceGlsl, language, glslang::EShClientVulkan, 100);
  shader.setEnvClient(glslang::EShClientVulkan, glslang::EShTargetVulkan_1_0);
  shader.setEnvTarget(glslang::EShTargetSpv, glslang::EShTargetSpv_1_0);
  if (!shader.parse(GetDefaultResources(), 450, false, messages)) return refused(file, shader.getInfoLog());
  glslang::TProgram program;
  program.addShader(&shader);
  if (!program.link(messages)) return refused(file, program.getInfoLog());
  std::vector<std::uint32_t> words;
  glslang::GlslangToSpv(*program.getIntermediate(language), words);
  return shader_of(std::move(words), file);
}

}  // namespace agal::gpu_cost
