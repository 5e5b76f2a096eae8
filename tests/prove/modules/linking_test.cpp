// Pairs of texts that do not link, although each is correct alone.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "agal/prove/prove.hpp"
#include "front_end.hpp"
#include "support/lowering.hpp"

namespace agal {
namespace {

constexpr auto vc = RegisterType::Constant, fs = RegisterType::Sampler, v = RegisterType::Varying;

// A pair of texts, and the programs to compare with them.
struct TextPair {
  std::string vertex_agal = "mov op, va0\nmov v0, va1", fragment_agal = "mov oc, v0";
  std::string vertex, fragment;
  Target target = Target::Glsl330;
  std::vector<RegisterMapping> mappings = {};

  PairProof proof() const {
    const exec::CompiledShader first = test::read_text(vertex, target, Stage::Vertex),
                               second = test::read_text(fragment, target, Stage::Fragment);
    EXPECT_EQ(first.fault, "") << vertex;
    EXPECT_EQ(second.fault, "") << fragment;
    ProofOptions options;
    options.output.target = target;
    options.output.clip_z = ClipZ::ZeroToOne;
    options.match = InterfaceMatch::Names;
    options.mappings = mappings;
    const Result<PairProof> found =
        prove_pair(test::assembled("//! agal 2 vertex\n" + vertex_agal),
                   test::assembled("//! agal 2 fragment\n" + fragment_agal), first.words, second.words, options);
    EXPECT_TRUE(found);
    return found ? *found : PairProof{};
  }
  Verdict verdict() const {
    const PairProof found = proof();
    EXPECT_EQ(found.vertex.verdict, Verdict::Equal) << found.vertex.reason;
    return found.fragment.verdict;
  }
};

// Returns a vertex shader that writes a varying and a fragment shader that reads one.
TextPair varyings(std::string_view version, std::string_view output, std::string_view input, std::string_view written,
                  std::string_view read) {
  TextPair pair;
  pair.vertex = fmt::format(
      "#version {}\nlayout(location = 0) in vec4 va0;\nlayout(location = 1) in vec4 va1;\n{}\n"
      "void main() {{ gl_Position = va0; {} = va1; }}\n",
      version, output, written);
  pair.fragment = fmt::format("#version {}\n{}\n{}\nlayout(location = 0) out vec4 oc;\nvoid main() {{ oc = {}; }}\n",
                              version, version.ends_with("es") ? "precision highp float;" : "", input, read);
  return pair;
}

TEST(Linking, FindsVaryingsByNameInOpenGl) {
  EXPECT_EQ(varyings("330", "out vec4 v0;", "in vec4 v0;", "v0", "v0").verdict(), Verdict::Equal);
  TextPair renamed = varyings("330", "out vec4 a;", "in vec4 b;", "a", "b");
  renamed.mappings = {{"a", v, 0}, {"b", v, 0}};
  EXPECT_EQ(renamed.verdict(), Verdict::Different);
  // Locations match varyings if both shaders have them.
  EXPECT_EQ(varyings("450", "layout(location = 0) out vec4 a;", "layout(location = 0) in vec4 b;", "a", "b").verdict(),
            Verdict::Equal);
  EXPECT_EQ(varyings("450", "out vec4 v0;", "layout(location = 0) in vec4 b;", "v0", "b").verdict(),
            Verdict::Different);
}

TEST(Linking, FindsVaryingsByLocationInVulkan) {
  TextPair moved = varyings("450", "layout(location = 5) out vec4 v0;", "layout(location = 0) in vec4 v0;", "v0", "v0");
  moved.target = Target::VulkanGlsl450;
  moved.mappings = {{"v0", v, 0}};
  EXPECT_EQ(moved.verdict(), Verdict::Different);
}

TEST(Linking, FindsVaryingsBySemanticInDirect3d) {
  TextPair pair;
  pair.target = Target::Hlsl50;
  pair.vertex =
      "struct Out { float4 uv : TEXCOORD0; float4 position : SV_POSITION0; };\n"
      "Out main(float4 a : TEXCOORD0, float4 b : TEXCOORD1) { Out o; o.position = a; o.uv = b; return o; }\n";
  pair.fragment = "float4 main(float2 uv : TEXCOORD) : SV_Target { return uv.xyxy; }\n";
  pair.fragment_agal = "mov oc, v0.xyxy";
  EXPECT_EQ(pair.verdict(), Verdict::Equal);
  pair.fragment =
      "float4 main(float2 uv : TEXCOORD, float4 more : TEXCOORD1) : SV_Target { return uv.xyxy + 0.0 * more; }\n";
  EXPECT_NE(pair.verdict(), Verdict::Equal);
}

TEST(Linking, ComparesWidthsOfVaryings) {
  TextPair narrow = varyings("330", "out vec2 v0;", "in vec2 v0;", "v0", "v0.xyxy");
  test::replace_all(narrow.vertex, "= va1;", "= va1.xy;");
  narrow.fragment_agal = "mov oc, v0.xyxy";
  EXPECT_EQ(narrow.verdict(), Verdict::Equal);
  TextPair mixed = varyings("330", "out vec4 v0;", "in vec2 v0;", "v0", "v0.xyxy");
  mixed.fragment_agal = "mov oc, v0.xyxy";
  EXPECT_EQ(mixed.verdict(), Verdict::Different);
}

TEST(Linking, RequiresVaryingsReadWithoutEffect) {
  TextPair pair = varyings("330", "out vec4 v0;", "in vec4 v0;\nin vec4 v1;", "v0", "v1.x > 1.0 ? v0 : v0");
  EXPECT_EQ(pair.verdict(), Verdict::Different);
}

TEST(Linking, ComparesInterpolationInOpenGl) {
  for (const char* const version : {"330", "300 es"})
    EXPECT_EQ(varyings(version, "centroid out vec4 v0;", "in vec4 v0;", "v0", "v0").verdict(), Verdict::Different);
  EXPECT_EQ(varyings("450", "centroid out vec4 v0;", "in vec4 v0;", "v0", "v0").verdict(), Verdict::Equal);
  TextPair vulkan =
      varyings("450", "layout(location = 0) flat out vec4 v0;", "layout(location = 0) in vec4 v0;", "v0", "v0");
  vulkan.target = Target::VulkanGlsl450;
  EXPECT_EQ(vulkan.verdict(), Verdict::Equal);
}

TEST(Linking, ComparesNamesOfInterfaceBlocks) {
  const std::string output = "out A { vec4 v0; } o;", input = "in A { vec4 v0; } i;", other = "in B { vec4 v0; } i;";
  EXPECT_EQ(varyings("330", output, input, "o.v0", "i.v0").verdict(), Verdict::Equal);
  EXPECT_EQ(varyings("330", output, other, "o.v0", "i.v0").verdict(), Verdict::Different);
  EXPECT_EQ(varyings("330", output, "in vec4 v0;", "o.v0", "v0").verdict(), Verdict::Different);
}

TEST(Linking, ComparesMembersOfInterfaceBlocks) {
  const auto verdict = [](std::string_view output, std::string_view input) {
    return varyings("330", fmt::format("out A {{ {} }} o;", output), fmt::format("in A {{ {} }} i;", input), "o.v0",
                    "i.v0")
        .verdict();
  };
  EXPECT_EQ(verdict("vec4 v0; vec4 v1;", "vec4 v0; vec4 v1;"), Verdict::Equal);
  EXPECT_EQ(verdict("vec4 v0; vec4 v1;", "vec4 v1; vec4 v0;"), Verdict::Different);
  EXPECT_EQ(verdict("vec4 v0; vec4 v1;", "vec4 v0;"), Verdict::Different);
  EXPECT_EQ(verdict("vec4 v0; vec4 v1; vec4 v2;", "vec4 v0; vec4 v1;"), Verdict::Different);
  EXPECT_EQ(verdict("vec4 v0;", "vec4 v0; vec4 v1;"), Verdict::Different);
  EXPECT_EQ(verdict("vec4 v1; vec4 v0; vec4 v2;", "vec4 v2; vec4 v0; vec4 v1;"), Verdict::Different);
}

TEST(Linking, ComparesMembersOfLocatedBlocks) {
  const auto verdict = [](std::string_view output, std::string_view input) {
    return varyings("450", fmt::format("layout(location = 0) out A {{ {} }} o;", output),
                    fmt::format("layout(location = 0) in A {{ {} }} i;", input), "o.v0", "i.v0")
        .verdict();
  };
  EXPECT_EQ(verdict("vec4 v0; vec4 v1;", "vec4 v0; vec4 v1;"), Verdict::Equal);
  EXPECT_EQ(verdict("vec4 v0; vec4 v1;", "vec4 v0;"), Verdict::Different);
}

TEST(Linking, ComparesMembersOfStructures) {
  const auto verdict = [](std::string_view output, std::string_view input) {
    return varyings("330", fmt::format("struct S {{ {} }};\nout S s;", output),
                    fmt::format("struct S {{ {} }};\nin S s;", input), "s.v0", "s.v0")
        .verdict();
  };
  EXPECT_EQ(verdict("vec4 v0; vec4 v1;", "vec4 v0; vec4 v1;"), Verdict::Equal);
  EXPECT_EQ(verdict("vec4 v0; vec4 v1;", "vec4 v1; vec4 v0;"), Verdict::Different);
  EXPECT_EQ(verdict("vec4 v0; vec4 v1; vec4 v2;", "vec4 v0; vec4 v1;"), Verdict::Different);
}

// A varying with a location does not match a varying without one, even if the names are equal.
TEST(Linking, RequiresLocationsInBothOrNeither) {
  const std::string_view located_output = "layout(location = 0) out vec4 v0;", output = "out vec4 v0;",
                         located_input = "layout(location = 0) in vec4 v0;", input = "in vec4 v0;";
  for (const char* const version : {"450", "310 es", "420"}) {
    const bool is_old = std::string_view(version) == "420";  // it has locations with an extension
    const std::string full = is_old ? "420\n#extension GL_ARB_separate_shader_objects : require" : version;
    EXPECT_EQ(varyings(full, located_output, located_input, "v0", "v0").verdict(), Verdict::Equal) << version;
    EXPECT_EQ(varyings(full, output, input, "v0", "v0").verdict(), Verdict::Equal) << version;
    EXPECT_EQ(varyings(full, located_output, input, "v0", "v0").verdict(), Verdict::Different) << version;
    const PairProof found = varyings(full, output, located_input, "v0", "v0").proof();
    EXPECT_EQ(found.fragment.verdict, Verdict::Different) << version;
    EXPECT_EQ(found.fragment.reason, "only one of the shaders gives the varying v0 a location");
  }
}

// ------------------------------------------------------------------------------------------------------ resources

// Returns two shaders that declare the same uniform. The caller sets the text of the vertex shader.
TextPair sharing(const std::string& vertex, const std::string& fragment, const std::string& value = "") {
  TextPair pair = varyings("330", vertex + "\nout vec4 v0;", fragment + "\nin vec4 v0;", "v0", "v0 * " + value);
  pair.vertex = "";
  return pair;
}

TEST(Linking, RejectsSharedUniformForTwoRegisters) {
  const std::string loose = "uniform vec4 k[2];";
  TextPair pair = sharing(loose, loose, "k[0]");
  pair.vertex_agal = "mul op, va0, vc0\nmov v0, va1";
  pair.fragment_agal = "mul oc, v0, fc0";
  pair.vertex =
      "#version 330\nlayout(location = 0) in vec4 va0;\nlayout(location = 1) in vec4 va1;\nuniform vec4 k[2];\n"
      "out vec4 v0;\nvoid main() { gl_Position = va0 * k[0]; v0 = va1; }\n";
  pair.mappings = {{"k", vc, 0}};
  EXPECT_EQ(pair.verdict(), Verdict::Different);
}

// Returns the answer for a vertex shader that multiplies by vc0.x, and a fragment shader that multiplies by fc0.x.
// These constants are the uniforms `u` or `s.a`, and `w`.
PairProof located(std::string_view version, std::string_view vertex, std::string_view use, std::string_view fragment,
                  std::string_view other_use) {
  TextPair pair = varyings(version, fmt::format("{}\nout vec4 v0;", vertex), fmt::format("{}\nin vec4 v0;", fragment),
                           "v0", fmt::format("v0 * {}", other_use));
  test::replace_all(pair.vertex, "gl_Position = va0", fmt::format("gl_Position = va0 * {}", use));
  pair.vertex_agal = "mul op, va0, vc0.x\nmov v0, va1";
  pair.fragment_agal = "mul oc, v0, fc0.x";
  pair.target = std::string_view(version) == "310 es" ? Target::Essl310 : Target::Glsl450;
  pair.mappings = {{"u", vc, 0}, {"s.a", vc, 0}, {"w", vc, 0}};
  return pair.proof();
}

TEST(Linking, RejectsUniformsWithOneLocation) {
  struct Row {
    const char *vertex, *use, *fragment, *other_use;
    int shared;  // the location; -1 if the shaders can be linked
  };
  const Row rows[] = {
      {"layout(location = 3) uniform float u;", "u", "layout(location = 3) uniform float w;", "w", 3},
      {"layout(location = 3) uniform vec4 u;", "u.x", "layout(location = 4) uniform vec4 w;", "w.x", -1},
      {"layout(location = 3) uniform vec4 u[2];", "u[0].x", "layout(location = 4) uniform vec4 w;", "w.x", 4},
      {"layout(location = 3) uniform vec4 u[2];", "u[0].x", "layout(location = 5) uniform vec4 w;", "w.x", -1},
      {"layout(location = 4) uniform vec3 u;", "u.x", "layout(location = 2) uniform vec4 w[3];", "w[0].x", 4},
      {"layout(location = 5) uniform vec3 u;", "u.x", "layout(location = 2) uniform vec4 w[3];", "w[0].x", -1},
      // A matrix has one location.
      {"layout(location = 0) uniform mat4 u;", "u[0][0]", "layout(location = 1) uniform vec4 w;", "w.x", -1},
      {"layout(location = 0) uniform mat4 u[2];", "u[0][0][0]", "layout(location = 1) uniform vec4 w;", "w.x", 1},
      {"struct S { vec4 a; float b[2]; };\nlayout(location = 7) uniform S s;", "s.a.x",
       "layout(location = 9) uniform vec4 w;", "w.x", 9},
      {"struct S { vec4 a; float b[2]; };\nlayout(location = 7) uniform S s;", "s.a.x",
       "layout(location = 10) uniform vec4 w;", "w.x", -1},
      {"layout(location = 1) uniform vec4 u;", "u.x", "uniform vec4 w;", "w.x", -1},
      {"uniform vec4 u;", "u.x", "layout(location = 0) uniform vec4 w;", "w.x", -1},
  };
  for (const char* const version : {"450", "310 es"})
    for (const Row& row : rows) {
      const PairProof found = located(version, row.vertex, row.use, row.fragment, row.other_use);
      EXPECT_EQ(found.vertex.verdict, Verdict::Equal) << row.vertex << found.vertex.reason;
      EXPECT_EQ(found.fragment.reason,
                row.shared < 0
                    ? ""
                    : fmt::format("the uniform w is at location {}, where the vertex shader has the uniform {}",
                                  row.shared, row.use[0]))
          << row.vertex << row.fragment;
      EXPECT_EQ(found.fragment.verdict, row.shared < 0 ? Verdict::Equal : Verdict::Different);
    }
}

TEST(Linking, AcceptsSharedBlockWithMembersOfEachStage) {
  const std::string block = "layout(std140) uniform Scene { vec4 scale; vec4 tint; };";
  TextPair pair = sharing(block, block, "tint");
  pair.vertex_agal = "mul op, va0, vc0\nmov v0, va1";
  pair.fragment_agal = "mul oc, v0, fc0";
  pair.vertex = "#version 330\nlayout(location = 0) in vec4 va0;\nlayout(location = 1) in vec4 va1;\n" + block +
                "\nout vec4 v0;\nvoid main() { gl_Position = va0 * scale; v0 = va1; }\n";
  pair.mappings = {{"scale", vc, 0, Stage::Vertex}, {"tint", vc, 0, Stage::Fragment}};
  EXPECT_EQ(pair.verdict(), Verdict::Equal);
  pair.mappings.push_back({"scale", vc, 1, Stage::Fragment});
  EXPECT_EQ(pair.verdict(), Verdict::Different);
}

TEST(Linking, RejectsSharedSamplerForTwoRegisters) {
  const std::string sampler = "uniform sampler2D image;";
  TextPair pair = sharing(sampler, sampler, "texture(image, v0.xy)");
  pair.vertex_agal = "mov vt0, va0\ntld op, vt0, vs0 <2d>\nmov v0, va1";
  pair.fragment_agal = "tex ft0, v0, fs0 <2d>\nmul oc, v0, ft0";
  pair.vertex = "#version 330\nlayout(location = 0) in vec4 va0;\nlayout(location = 1) in vec4 va1;\n" + sampler +
                "\nout vec4 v0;\nvoid main() { gl_Position = textureLod(image, va0.xy, va0.w); v0 = va1; }\n";
  pair.mappings = {{"image", fs, 0}};
  EXPECT_EQ(pair.proof().fragment.verdict, Verdict::Different);
}

// The push constants of both stages begin at byte 0.
TEST(Linking, DoesNotDecideOverlappingPushConstants) {
  TextPair pair;
  pair.target = Target::VulkanGlsl450;
  pair.vertex_agal = "mul op, va0, vc0\nmov v0, va1";
  pair.fragment_agal = "mul oc, v0, fc0";
  pair.vertex =
      "#version 450\nlayout(location = 0) in vec4 va0;\nlayout(location = 1) in vec4 va1;\n"
      "layout(push_constant) uniform VertexConstants { vec4 c[1]; } vc;\nlayout(location = 0) out vec4 v0;\n"
      "void main() { gl_Position = va0 * vc.c[0]; v0 = va1; }\n";
  const auto fragment = [](std::string_view offset) {
    return fmt::format(
        "#version 450\nlayout(location = 0) in vec4 v0;\nlayout(location = 0) out vec4 oc;\n"
        "layout(push_constant) uniform FragmentConstants {{ {} vec4 c[1]; }} fc;\nvoid main() {{ oc = v0 * fc.c[0]; "
        "}}\n",
        offset);
  };
  pair.fragment = fragment("layout(offset = 16)");
  EXPECT_EQ(pair.verdict(), Verdict::Equal);
  pair.fragment = fragment("");
  EXPECT_EQ(pair.verdict(), Verdict::NotDecided);
}

}  // namespace
}  // namespace agal
