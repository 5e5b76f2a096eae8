// Tests that each text is read in its own version and profile, with the macros that its compiler defines.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <string>
#include <string_view>

#include "agal/assembly.hpp"
#include "agal/prove/prove.hpp"
#include "proofs/front_end.hpp"
#include "support/lowering.hpp"

namespace agal::proofs {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TextDialect of(Target target) { return TextDialect(info(target)); }

ReadText read(const std::string& text, const TextDialect& dialect = TextRules::OpenGl) {
  return read_text(text, Stage::Fragment, dialect);
}

void expect_undecided(const ReadText& found, const testing::Matcher<std::string>& reason) {
  EXPECT_EQ(found.status, ReadStatus::Undecided);
  EXPECT_THAT(found.fault, reason);
  EXPECT_TRUE(found.words.empty());
}

// Returns a text that compiles only if a condition of the preprocessor holds.
std::string if_only(std::string_view version, std::string_view condition, std::string_view rest) {
  return fmt::format("{}#if !({})\n#error the condition does not hold\n#endif\n{}", version, condition, rest);
}

constexpr std::string_view body100 = "precision highp float;\nvoid main() { gl_FragColor = vec4(1.0); }\n";
constexpr std::string_view body300 =
    "precision highp float;\nlayout(location = 0) out vec4 oc;\nvoid main() { oc = vec4(1.0); }\n";
constexpr std::string_view body330 = "layout(location = 0) out vec4 oc;\nvoid main() { oc = vec4(1.0); }\n";

TEST(Dialect, DefinesMacrosOfVersion) {
  struct Case {
    std::string_view version, condition, body;
    Target target;
  };
  const Case cases[] = {
      {"#version 100\n", "__VERSION__ == 100 && defined(GL_ES)", body100, Target::Essl100},
      {"", "__VERSION__ == 100 && defined(GL_ES)", body100, Target::Essl100},
      {"#version 300 es\n", "__VERSION__ == 300 && defined(GL_ES)", body300, Target::Essl300},
      {"#version 310 es\n", "__VERSION__ == 310 && defined(GL_ES)", body300, Target::Essl310},
      {"#version 300 es\n", "__VERSION__ == 300 && GL_FRAGMENT_PRECISION_HIGH == 1", body300, Target::Essl310},
      {"#version 330\n", "__VERSION__ == 330 && !defined(GL_ES)", body330, Target::Glsl330},
      {"#version 330\n", "defined(GL_core_profile)", body330, Target::Glsl450},
      {"#version 450\n", "__VERSION__ == 450 && !defined(VULKAN)", body330, Target::Glsl450},
      {"#version 450\n", "__VERSION__ == 450 && VULKAN == 100", body330, Target::VulkanGlsl450},
      {"#version 100\n", "!defined(VULKAN)", body100, Target::Essl100},
      {"// c\n/* \n */ #version 330\n", "__VERSION__ == 330", body330, Target::Glsl330},
  };
  for (const Case& each : cases) {
    const std::string text = if_only(each.version, each.condition, each.body);
    EXPECT_EQ(read(text, of(each.target)).fault, "") << text;
    const std::string opposite = if_only(each.version, fmt::format("!({})", each.condition), each.body);
    EXPECT_EQ(read(opposite, of(each.target)).status, ReadStatus::Rejected) << opposite;
  }
}

TEST(Dialect, VersionlessTextForOpenGlIsGlsl110) {
  EXPECT_EQ(
      read(if_only("", "__VERSION__ == 110", "void main() { gl_FragColor = vec4(1.0); }\n"), of(Target::Glsl330)).fault,
      "");
}

// GLSL 1.20 has the level of a fetch in vertex shaders. Everything else needs the extension.
TEST(Dialect, Glsl120HasLevelsInVertexShaders) {
  const std::string begin = "#version 120\nuniform sampler2D vs0;\nvoid main() { gl_Position = ", end = "; }\n";
  const auto status = [&](Stage stage, const std::string& text) {
    return read_text(text, stage, of(Target::Glsl120)).status;
  };
  const std::string level = "texture2DLod(vs0, vec2(0.5), 1.0)",
                    gradients = "texture2DGradARB(vs0, vec2(0.5), vec2(0.1), vec2(0.2))";
  EXPECT_EQ(status(Stage::Vertex, begin + level + end), ReadStatus::Read);
  EXPECT_EQ(status(Stage::Vertex, begin + gradients + end), ReadStatus::Rejected);
  const std::string fragment = "#version 120\nuniform sampler2D fs0;\nvoid main() { gl_FragColor = ";
  EXPECT_EQ(status(Stage::Fragment, fragment + "texture2DLod(fs0, vec2(0.5), 1.0); }\n"), ReadStatus::Rejected);
  EXPECT_EQ(status(Stage::Fragment, fragment + "texture2D(fs0, vec2(0.5), 1.0); }\n"), ReadStatus::Read);
}

TEST(Dialect, ProofUsesBranchOfVersion) {
  const Program program = test::assembled("//! agal 1 fragment\nmov oc, v0\n");
  ProofOptions options;
  options.match = InterfaceMatch::Names;
  const std::string_view conditions[] = {"__VERSION__ > 100", "defined(VULKAN)", "!defined(GL_ES)",
                                         "__VERSION__ >= 300"};
  for (const std::string_view condition : conditions) {
    const std::string text = fmt::format(
        "#version 100\nprecision highp float;\nvarying vec4 v0;\nvoid main() {{\n#if {}\n  gl_FragColor = v0 * 2.0;\n"
        "#else\n  gl_FragColor = v0;\n#endif\n}}\n",
        condition);
    options.output.target = Target::Essl100;
    const Result<Proof> proof = prove_equal(program, read(text, of(Target::Essl100)).words, options);
    ASSERT_TRUE(proof);
    EXPECT_EQ(proof->verdict, Verdict::Equal) << condition << ": " << proof->reason;
  }
}

TEST(Dialect, TextWithoutVersionNeedsTarget) {
  expect_undecided(read(std::string(body100)), HasSubstr("it has no #version"));
  expect_undecided(read(""), HasSubstr("it has no #version"));
}

TEST(Dialect, TargetLimitsVersionAndProfile) {
  const std::string text330 = "#version 330\n" + std::string(body330),
                    text450 = "#version 450\n" + std::string(body330);
  const std::string text300 = "#version 300 es\n" + std::string(body300);
  EXPECT_EQ(read(text330, of(Target::Glsl450)).fault, "");
  EXPECT_EQ(read("#version 100\n" + std::string(body100), of(Target::Essl300)).fault, "");
  expect_undecided(read(text450, of(Target::Glsl330)), StartsWith("it is GLSL 4.50, and the target is GLSL 3.30"));
  expect_undecided(read(text300, of(Target::Glsl330)), StartsWith("it is GLSL ES 3.00, and the target is GLSL 3.30"));
  expect_undecided(read(text330, of(Target::Essl310)), StartsWith("it is GLSL 3.30, and the target is GLSL ES 3.10"));
  expect_undecided(read(text300, of(Target::Essl100)), StartsWith("it is GLSL ES 3.00"));
}

TEST(Dialect, TestOfVulkanMacroNeedsTarget) {
  const std::string text = if_only("#version 450\n", "!defined(VULKAN)", body330);
  expect_undecided(read(text), HasSubstr("VULKAN"));
  EXPECT_EQ(read(text, of(Target::Glsl450)).fault, "");
  EXPECT_EQ(read(text, of(Target::VulkanGlsl450)).status, ReadStatus::Rejected);
}

// A name in a comment is not a use of a macro.
TEST(Dialect, IgnoresComments) {
  EXPECT_EQ(
      read("#version 450 // VULKAN\n/* gl_MaxDrawBuffers ## \n GL_EXT_x */ // GL_x\n" + std::string(body330)).fault,
      "");
}

TEST(Dialect, JoinedCommentIsUndecided) {
  for (const std::string_view end : {"\n", "\r\n", "\r"})
    expect_undecided(read(fmt::format("#version 330\n// comment \\{}#define X\n{}", end, body330)),
                     HasSubstr("backslash"));
}

TEST(Dialect, ZeroByteIsUndecided) {
  expect_undecided(read("#version 330\n" + std::string(body330) + std::string("\0}", 2)), HasSubstr("byte"));
}

std::string with_macro(std::string_view name, std::string_view defined, std::string_view otherwise) {
  return fmt::format("#version 100\nprecision highp float;\nvarying vec4 v0;\n#ifdef {}\n{}\n#else\n{}\n#endif\n", name,
                     defined, otherwise);
}

TEST(Dialect, AcceptsTestOfExtensionWithoutEffect) {
  const std::string shade = "void main() { gl_FragColor = v0; }";
  EXPECT_EQ(read(with_macro("GL_EXT_frag_depth", shade, shade)).fault, "");
  EXPECT_EQ(
      read(with_macro("GL_OES_standard_derivatives", "#extension GL_OES_standard_derivatives : enable", "") + shade)
          .fault,
      "");
  EXPECT_EQ(read(with_macro("GL_ARM_nobody_knows_this", shade, shade)).fault, "");
}

// A compiler without the extension rejects the text, so it cannot make a different shader.
TEST(Dialect, IgnoresRejectedBranchOfExtension) {
  const std::string text = with_macro("GL_OES_standard_derivatives", "#extension GL_OES_standard_derivatives : enable",
                                      "#error derivatives are needed") +
                           "void main() { gl_FragColor = dFdx(v0); }";
  EXPECT_EQ(read(text).fault, "");
}

// This macro is not an extension: compilers that do not define it must accept the text too.
TEST(Dialect, RejectedBranchOfOtherMacroIsUndecided) {
  const auto text = [](std::string_view location) {
    return fmt::format(
        "#version 310 es\n#if defined(GL_SPIRV)\n#define NUMBER {}\n#else\n#define NUMBER 1\n#endif\n"
        "precision highp float;\nlayout(location = 1) in vec4 v1;\nlayout(location = NUMBER) in vec4 v2;\n"
        "layout(location = 0) out vec4 oc;\nvoid main() {{ oc = v1 + v2; }}\n",
        location);
  };
  expect_undecided(read(text("2"), of(Target::Essl310)), HasSubstr("reject"));
  EXPECT_EQ(read(text("1"), of(Target::Essl310)).status, ReadStatus::Rejected);
}

TEST(Dialect, ExtensionWithEffectIsUndecided) {
  const std::string one = "void main() { gl_FragColor = v0; }", two = "void main() { gl_FragColor = v0 * 2.0; }";
  for (const std::string_view name :
       {"GL_EXT_frag_depth", "GL_OES_standard_derivatives", "GL_NV_unknown", "GL_SPIRV", "__VENDOR"}) {
    expect_undecided(read(with_macro(name, one, two)), HasSubstr(std::string(name)));
    expect_undecided(read(with_macro(name, two, one)), HasSubstr(std::string(name)));
  }
  // The name is split, and the preprocessor joins it.
  expect_undecided(read("#version 310 es\nprecision highp float;\nin vec4 v0;\nout vec4 oc;\nvoid main() {\n#ifdef "
                        "GL_EXT_\\\nfrag_depth\n"
                        "oc = v0;\n#else\noc = v0 * 2.0;\n#endif\n}\n"),
                   HasSubstr("GL_EXT_frag_depth"));
}

// Every line end of GLSL ends a comment.
TEST(Dialect, FindsMacrosAfterEveryLineEnd) {
  for (const std::string_view end : {"\n", "\r\n", "\r"})
    expect_undecided(
        read(fmt::format(
            "#version 100{0}precision highp float;{0}varying vec4 v0;{0}void main() {{ // comment{0}#ifdef GL_EXT_x{0}"
            "gl_FragColor = v0;{0}#else{0}gl_FragColor = -v0;{0}#endif{0}}}{0}",
            end)),
        HasSubstr("GL_EXT_x"));
}

TEST(Dialect, RequiredExtensionIsDefined) {
  const std::string text =
      "#version 100\n#extension GL_EXT_frag_depth : require\nprecision highp float;\nvarying vec4 v0;\n"
      "#ifdef GL_EXT_frag_depth\nvoid main() { gl_FragColor = v0; }\n#else\nvoid main() { gl_FragColor = -v0; "
      "}\n#endif\n";
  EXPECT_EQ(read(text).fault, "");
}

TEST(Dialect, ManyExtensionsAreUndecided) {
  std::string text = "#version 100\nprecision highp float;\n";
  for (int i = 0; i < 5; ++i) text += fmt::format("#ifdef GL_EXT_number{}\n#endif\n", i);
  expect_undecided(read(text + "void main() { gl_FragColor = vec4(1.0); }\n"), HasSubstr("5 macros"));
}

TEST(Dialect, LimitOfDeviceIsUndecided) {
  expect_undecided(
      read(
          "#version 300 es\nprecision highp float;\nout vec4 oc;\nvoid main() { oc = vec4(gl_MaxDrawBuffers > 4); }\n"),
      HasSubstr("gl_MaxDrawBuffers"));
}

TEST(Dialect, JoinedTokensAreUndecided) {
  expect_undecided(read("#version 450\n#define JOIN(a, b) a##b\n#if JOIN(GL_EXT_, x)\n#endif\n" + std::string(body330)),
                   HasSubstr("##"));
}

TEST(Dialect, HlslDoesNotDefineMacrosOfGlsl) {
  const std::string text =
      "#if defined(VULKAN) || defined(GL_core_profile) || defined(GL_EXT_shader_16bit_storage)\n#error GLSL\n#endif\n"
      "float4 main(float4 v0 : TEXCOORD0) : SV_Target { float4 GL_x = v0; return GL_x; }\n";
  EXPECT_EQ(read(text, of(Target::Hlsl50)).fault, "");
  for (const std::string_view name : {"__VERSION__", "__SHADER_TARGET_MAJOR", "__hlsl_dx_compiler"})
    expect_undecided(read(fmt::format("#ifdef {}\n#endif\n{}", name, text), of(Target::Hlsl50)),
                     HasSubstr(std::string(name)));
  EXPECT_EQ(read("float4 main() : SV_Target { return __LINE__; }\n", of(Target::Hlsl50)).fault, "");
}

// glslang makes the same SPIR-V of it as of a sampler2D.
TEST(Dialect, ExternalTextureIsUndecided) {
  const auto fault = [](const std::string& version, const std::string& declarations, const std::string& color) {
    const bool is_old = version == "100";
    return read_text("#version " + version + "\n#extension GL_OES_EGL_image_external" + (is_old ? "" : "_essl3") +
                         " : require\nprecision highp float;\n" +
                         (is_old ? "varying vec4 v0;\n#define oc gl_FragColor\n#define texture texture2D\n"
                                 : "in vec4 v0;\nout vec4 oc;\n") +
                         declarations + "\nvoid main() { oc = " + color + "; }\n",
                     Stage::Fragment, TextRules::OpenGl)
        .fault;
  };
  const char* const expected = "it has a samplerExternalOES, which glslang takes for a sampler2D";
  for (const char* const version : {"100", "300 es"}) {
    EXPECT_EQ(fault(version, "uniform samplerExternalOES t;", "texture(t, v0.xy)"), expected);
    EXPECT_EQ(fault(version, "#define TYPE samplerExternalOES\nuniform TYPE t;", "texture(t, v0.xy)"), expected);
    EXPECT_EQ(
        fault(version, "uniform samplerExternalOES t;\nvec4 f(samplerExternalOES s) { return texture(s, v0.xy); }",
              "f(t)"),
        expected);
    // These texts do not use the type.
    EXPECT_EQ(fault(version, "uniform sampler2D t; // samplerExternalOES", "texture(t, v0.xy)"), "");
    EXPECT_EQ(fault(version,
                    "#ifdef ANDROID\n#define TYPE samplerExternalOES\n#else\n#define TYPE sampler2D\n#endif\n"
                    "uniform TYPE t;",
                    "texture(t, v0.xy)"),
              "");
  }
}

TEST(Dialect, VersionMustBeFirst) {
  const ReadText found = read("precision highp float;\n#version 100\n" + std::string(body100), of(Target::Essl100));
  EXPECT_EQ(found.status, ReadStatus::Rejected);
}

TEST(Dialect, AppliesPrecisionRulesOfVersion) {
  // Without a default precision for floats, a fragment shader of GLSL ES is rejected.
  EXPECT_EQ(read("#version 300 es\nout vec4 oc;\nvoid main() { oc = vec4(1.0); }\n").status, ReadStatus::Rejected);
  EXPECT_EQ(read("#version 100\nvarying vec4 v0;\nvoid main() { gl_FragColor = v0; }\n").status, ReadStatus::Rejected);
  EXPECT_EQ(read("#version 330\nout vec4 oc;\nvoid main() { oc = vec4(1.0); }\n").status, ReadStatus::Read);
}

}  // namespace
}  // namespace agal::proofs
