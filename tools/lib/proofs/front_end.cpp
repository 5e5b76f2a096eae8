#include "proofs/front_end.hpp"

#include <string_view>

#include "proofs/glslang.hpp"

namespace agal::proofs {
namespace {

void replace(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
}

// What GLSL ES 1.00 calls differently.
std::string modern_head(std::string& text, Stage stage) {
  std::string head = "#version 310 es\n#define texture2D texture\n#define textureCube texture\n";
  if (stage == Stage::Vertex) {
    replace(text, "texture2DLodEXT", "textureLod");
    return head +
           "#define attribute in\n#define varying out\n#define texture2DLod textureLod\n#define textureCubeLod "
           "textureLod\n";
  }
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
  return head;
}

// The text as GLSL ES 3.10, if it is of an older version.
std::string modernized(std::string text, Stage stage) {
  constexpr std::string_view version300 = "#version 300 es", version100 = "#version 100\n";
  if (text.find(version300) != std::string::npos) replace(text, version300, "#version 310 es");
  if (text.find(version100) == std::string::npos) return text;
  for (const std::string_view extension :
       {"GL_EXT_draw_buffers", "GL_EXT_frag_depth", "GL_OES_standard_derivatives", "GL_EXT_shader_texture_lod"})
    replace(text, "#extension " + std::string(extension) + " : require\n", "");
  const std::string head = modern_head(text, stage);
  replace(text, version100, head + "#line 2\n");
  return text;
}

}  // namespace

ReadText read_text(const std::string& text, Stage stage, TextRules rules, const std::string& entry_point) {
  return read_by_glslang(rules == TextRules::OpenGl ? modernized(text, stage) : text, stage, rules, entry_point);
}

}  // namespace agal::proofs
