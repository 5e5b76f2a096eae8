// The glslang oracle must reject invalid text of each relevant kind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/glslang_oracle.hpp"

namespace agal::test {
namespace {

using ::testing::HasSubstr;

void accepts(std::string_view text, Target target, Stage stage = Stage::Fragment) {
  EXPECT_EQ(glslang_error(text, target, stage), std::nullopt) << text;
}
void refuses(std::string_view text, Target target, Stage stage = Stage::Fragment) {
  EXPECT_TRUE(glslang_error(text, target, stage).has_value()) << text;
}

TEST(Oracle, SupportsGlslAndHlsl) {
  for (const TargetInfo& row : target_table)
    EXPECT_EQ(has_oracle(row.target), info(row.family).glsl() || row.family == TargetFamily::Hlsl) << row.name;
  EXPECT_TRUE(glslang_error("", Target::Msl20, Stage::Fragment).has_value());
}

TEST(Oracle, ChecksEssl100) {
  accepts("#version 100\nprecision mediump float;\nvoid main() { gl_FragData[0] = vec4(1.0); }\n", Target::Essl100);
  refuses("#version 100\nvoid main() { float x = 1.0; gl_FragData[0] = vec4(x); }\n", Target::Essl100);
  refuses("#version 100\nprecision mediump float;\nvoid main() { gl_FragDepth = 1.0; }\n", Target::Essl100);
  refuses("#version 100\nprecision mediump float;\nvoid main() { gl_FragDepthEXT = 1.0; }\n", Target::Essl100);
  accepts(
      "#version 100\n#extension GL_EXT_frag_depth : require\nprecision mediump float;\n"
      "void main() { gl_FragDepthEXT = 1.0; }\n",
      Target::Essl100);
  refuses("#version 100\nprecision mediump float;\nuniform sampler3D s;\nvoid main() { gl_FragColor = vec4(0.0); }\n",
          Target::Essl100);
  refuses("#version 100\nvoid main() { gl_Position = vec4(float(gl_InstanceID)); }\n", Target::Essl100, Stage::Vertex);
  refuses("#version 100\nprecision mediump float;\ncentroid varying vec4 v0;\nvoid main() { gl_FragColor = v0; }\n",
          Target::Essl100);
}

TEST(Oracle, Essl100IndexesUniformsInVertexShadersOnly) {
  accepts("#version 100\nuniform vec4 vc[4];\nattribute vec4 va0;\nvoid main() { gl_Position = vc[int(va0.x)]; }\n",
          Target::Essl100, Stage::Vertex);
  refuses(
      "#version 100\nprecision mediump float;\nuniform vec4 fc[4];\nvarying vec4 v0;\n"
      "void main() { gl_FragColor = fc[int(v0.x)]; }\n",
      Target::Essl100);
  refuses("#version 100\nattribute vec4 va0;\nvoid main() { gl_Position = vec4(va0[int(va0.x)]); }\n", Target::Essl100,
          Stage::Vertex);
}

TEST(Oracle, AcceptsDrawBuffersExtensionOnly) {
  accepts(
      "#version 100\n#extension GL_EXT_draw_buffers : require\nprecision mediump float;\n"
      "void main() { gl_FragData[0] = vec4(0.0); gl_FragData[1] = vec4(0.0); }\n",
      Target::Essl100);
  refuses("#version 100\n#extension GL_NO_such : require\nprecision mediump float;\nvoid main() {}\n", Target::Essl100);
}

TEST(Oracle, ChecksEssl300) {
  accepts("#version 300 es\nprecision highp float;\nout vec4 oc;\nvoid main() { oc = vec4(1.0); }\n", Target::Essl300);
  refuses("#version 300 es\nprecision highp float;\nvoid main() { gl_FragColor = vec4(1.0); }\n", Target::Essl300);
  refuses(
      "#version 300 es\nprecision highp float;\nuniform sampler3D s;\nout vec4 oc;\nvoid main() { oc = "
      "texture(s, vec3(0.0)); }\n",
      Target::Essl300);
}

TEST(Oracle, ChecksDesktopGlsl) {
  accepts("#version 330\nlayout(location = 0) out vec4 oc;\nvoid main() { oc = vec4(1.0); }\n", Target::Glsl330);
  refuses(
      "#version 330\nlayout(binding = 0) uniform sampler2D s;\nout vec4 oc;\nvoid main() { oc = texture(s, vec2(0)); "
      "}\n",
      Target::Glsl330);
  refuses("#version 450\nout vec4 oc;\nvoid main() { oc = vec3(1.0); }\n", Target::Glsl450);
}

TEST(Oracle, ChecksVulkanGlsl) {
  accepts(
      "#version 450\nlayout(push_constant) uniform P { vec4 c[2]; } fc;\nlayout(location = 0) out vec4 oc;\n"
      "void main() { oc = fc.c[1]; }\n",
      Target::VulkanGlsl450);
  refuses("#version 450\nuniform vec4 fc[2];\nlayout(location = 0) out vec4 oc;\nvoid main() { oc = fc[1]; }\n",
          Target::VulkanGlsl450);
}

TEST(Oracle, ChecksHlsl) {
  accepts("float4 main(float4 v : TEXCOORD0) : SV_Target0 { return v; }\n", Target::Hlsl50);
  refuses("float4 main(float4 v : TEXCOORD0) : SV_Target0 { return w; }\n", Target::Hlsl50);
  EXPECT_EQ(glslang_error("float4 shade() : SV_Target0 { return 1.0; }\n", Target::Hlsl51, Stage::Fragment, "shade"),
            std::nullopt);
}

TEST(Oracle, ErrorNamesTheFault) {
  const auto error = glslang_error("#version 450\nvoid main() { nonsense = 1; }\n", Target::Glsl450, Stage::Fragment);
  ASSERT_TRUE(error.has_value());
  EXPECT_THAT(*error, HasSubstr("nonsense"));
}

}  // namespace
}  // namespace agal::test
