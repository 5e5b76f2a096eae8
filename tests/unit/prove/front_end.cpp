#include "front_end.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "compilers/dxc.hpp"
#include "compilers/naga.hpp"

namespace agal::test {

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
}

namespace {

// Only GLSL ES 3.10 and newer become SPIR-V.
void modernize(std::string& text, Target target, Stage stage) {
  if (info(target).family != TargetFamily::Essl || info(target).version >= 310) return;
  if (info(target).version == 300) return replace_all(text, "#version 300 es", "#version 310 es");
  for (const std::string_view extension :
       {"GL_EXT_draw_buffers", "GL_EXT_frag_depth", "GL_OES_standard_derivatives", "GL_EXT_shader_texture_lod"})
    replace_all(text, "#extension " + std::string(extension) + " : require\n", "");
  std::string head = "#version 310 es\n#define texture2D texture\n#define textureCube texture\n";
  if (stage == Stage::Vertex) {
    head +=
        "#define attribute in\n#define varying out\n#define texture2DLod textureLod\n#define textureCubeLod "
        "textureLod\n";
    replace_all(text, "texture2DLodEXT", "textureLod");
  } else {
    head += "#define varying in\n#define gl_FragDepthEXT gl_FragDepth\nprecision highp float;\n";
    head += "#define texture2DGradEXT textureGrad\n#define textureCubeGradEXT textureGrad\n";
    for (std::uint32_t n = 0; n < 4; ++n) {
      const std::string name = n == 0 ? "oc" : "oc" + std::to_string(n);
      const std::string data = "gl_FragData[" + std::to_string(n) + "]";
      if (text.find(data) != std::string::npos || (n == 0 && text.find("gl_FragColor") != std::string::npos))
        head += "layout(location = " + std::to_string(n) + ") out vec4 " + name + ";\n";
      replace_all(text, data, name);
    }
    replace_all(text, "gl_FragColor", "oc");
  }
  replace_all(text, "#version 100\n", head);
}

}  // namespace

bool reads(Target target) { return info(info(target).family).glsl() || info(target).family == TargetFamily::Hlsl; }

exec::CompiledShader read_text(std::string text, Target target, Stage stage) {
  if (info(target).family == TargetFamily::Hlsl) return exec::compile_hlsl(text, stage);
  modernize(text, target, stage);
  const exec::ShaderKind kind = stage == Stage::Vertex ? exec::ShaderKind::Vertex : exec::ShaderKind::Fragment;
  return info(target).vulkan ? exec::compile_glsl(text, kind) : exec::compile_opengl_glsl(text, kind);
}

std::vector<exec::CompiledShader> read_texts(FrontEnd front_end, Target target,
                                             const std::vector<compilers::Module>& texts) {
  if (front_end == FrontEnd::Naga) return compilers::spirv_by_naga(texts);
  if (front_end == FrontEnd::Dxc) return compilers::spirv_by_dxc(texts);
  std::vector<exec::CompiledShader> read;
  std::transform(texts.begin(), texts.end(), std::back_inserter(read),
                 [&](const compilers::Module& text) { return read_text(text.bytes, target, text.stage); });
  return read;
}

}  // namespace agal::test
