#include "front_end.hpp"

#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>
#include <glslang/SPIRV/GlslangToSpv.h>

#include <string_view>

namespace agal::test {
namespace {

struct Process {
  Process() { glslang::InitializeProcess(); }
  ~Process() { glslang::FinalizeProcess(); }
};

void replace(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
}

// Only GLSL ES 3.10 and newer become SPIR-V.
void modernize(std::string& text, Target target, Stage stage) {
  if (info(target).family != TargetFamily::Essl || info(target).version >= 310) return;
  if (info(target).version == 300) return replace(text, "#version 300 es", "#version 310 es");
  for (const std::string_view extension :
       {"GL_EXT_draw_buffers", "GL_EXT_frag_depth", "GL_OES_standard_derivatives", "GL_EXT_shader_texture_lod"})
    replace(text, "#extension " + std::string(extension) + " : require\n", "");
  std::string head = "#version 310 es\n#define texture2D texture\n#define textureCube texture\n";
  if (stage == Stage::Vertex) {
    head +=
        "#define attribute in\n#define varying out\n#define texture2DLod textureLod\n#define textureCubeLod "
        "textureLod\n";
    replace(text, "texture2DLodEXT", "textureLod");
  } else {
    head += "#define varying in\n#define gl_FragDepthEXT gl_FragDepth\nprecision highp float;\n";
    head += "#define texture2DGradEXT textureGrad\n#define textureCubeGradEXT textureGrad\n";
    for (std::uint32_t n = 0; n < 4; ++n) {
      const std::string name = n == 0 ? "oc" : "oc" + std::to_string(n);
      const std::string data = "gl_FragData[" + std::to_string(n) + "]";
      if (text.find(data) != std::string::npos || (n == 0 && text.find("gl_FragColor") != std::string::npos))
        head += "layout(location = " + std::to_string(n) + ") out vec4 " + name + ";\n";
      replace(text, data, name);
    }
    replace(text, "gl_FragColor", "oc");
  }
  replace(text, "#version 100\n", head);
}

}  // namespace

bool reads(Target target) { return info(info(target).family).glsl() || info(target).family == TargetFamily::Hlsl; }

ReadText read_text(std::string text, Target target, Stage stage) {
  static const Process process;
  modernize(text, target, stage);
  const EShLanguage language = stage == Stage::Vertex ? EShLangVertex : EShLangFragment;
  const bool hlsl = info(target).family == TargetFamily::Hlsl;
  const bool vulkan = hlsl || info(target).vulkan;
  glslang::TShader shader(language);
  const char* const strings[] = {text.c_str()};
  shader.setStrings(strings, 1);
  shader.setEntryPoint("main");
  shader.setSourceEntryPoint("main");
  const glslang::EShClient client = vulkan ? glslang::EShClientVulkan : glslang::EShClientOpenGL;
  shader.setEnvInput(hlsl ? glslang::EShSourceHlsl : glslang::EShSourceGlsl, language, client, 100);
  shader.setEnvClient(client, vulkan ? glslang::EShTargetVulkan_1_0 : glslang::EShTargetOpenGL_450);
  shader.setEnvTarget(glslang::EShTargetSpv, glslang::EShTargetSpv_1_0);
  shader.setAutoMapLocations(true);
  shader.setAutoMapBindings(true);
  const auto messages = static_cast<EShMessages>(EShMsgSpvRules | (vulkan ? EShMsgVulkanRules : EShMsgDefault) |
                                                 (hlsl ? EShMsgReadHlsl : EShMsgDefault));
  if (!shader.parse(GetDefaultResources(), 450, false, messages)) return {{}, shader.getInfoLog()};
  glslang::TProgram program;
  program.addShader(&shader);
  if (!program.link(messages) || !program.mapIO()) return {{}, program.getInfoLog()};
  ReadText result;
  glslang::GlslangToSpv(*program.getIntermediate(language), result.words);
  return result;
}

}  // namespace agal::test
