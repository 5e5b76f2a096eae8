#include "exec/shader_compiler.hpp"

#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>
#include <glslang/SPIRV/GlslangToSpv.h>

namespace agal::exec {
namespace {

struct Process {
  Process() { glslang::InitializeProcess(); }
  ~Process() { glslang::FinalizeProcess(); }
};

EShLanguage language_of(ShaderKind kind) {
  switch (kind) {
    case ShaderKind::Vertex: return EShLangVertex;
    case ShaderKind::Geometry: return EShLangGeometry;
    case ShaderKind::Fragment: break;
  }
  return EShLangFragment;
}

CompiledShader compile(glslang::TShader& shader, const std::string& text, EShLanguage language,
                       glslang::EShSource source, EShMessages messages) {
  const bool vulkan = (messages & EShMsgVulkanRules) != 0;
  static const Process process;
  const char* const strings[] = {text.c_str()};
  shader.setStrings(strings, 1);
  shader.setEntryPoint("main");
  shader.setSourceEntryPoint("main");
  const glslang::EShClient client = vulkan ? glslang::EShClientVulkan : glslang::EShClientOpenGL;
  shader.setEnvInput(source, language, client, 100);
  shader.setEnvClient(client, vulkan ? glslang::EShTargetVulkan_1_0 : glslang::EShTargetOpenGL_450);
  shader.setEnvTarget(glslang::EShTargetSpv, glslang::EShTargetSpv_1_0);
  if (!shader.parse(GetDefaultResources(), 450, false, messages)) return {{}, shader.getInfoLog()};
  glslang::TProgram program;
  program.addShader(&shader);
  if (!program.link(messages) || !program.mapIO()) return {{}, program.getInfoLog()};
  CompiledShader result;
  glslang::GlslangToSpv(*program.getIntermediate(language), result.words);
  return result;
}

constexpr auto vulkan_rules = static_cast<EShMessages>(EShMsgSpvRules | EShMsgVulkanRules);

}  // namespace

CompiledShader compile_glsl(const std::string& text, ShaderKind kind) {
  const EShLanguage language = language_of(kind);
  glslang::TShader shader(language);
  return compile(shader, text, language, glslang::EShSourceGlsl, vulkan_rules);
}

CompiledShader compile_hlsl(const std::string& text, Stage stage) {
  const EShLanguage language = stage == Stage::Vertex ? EShLangVertex : EShLangFragment;
  glslang::TShader shader(language);
  shader.setShiftTextureBinding(32);
  shader.setShiftSamplerBinding(64);
  shader.setAutoMapLocations(true);
  return compile(shader, text, language, glslang::EShSourceHlsl,
                 static_cast<EShMessages>(vulkan_rules | EShMsgReadHlsl));
}

}  // namespace agal::exec
