// Declarations of two texts that must match when they are linked, even if no shader uses them.
#include "proofs/declarations.hpp"

#include <gmock/gmock.h>

#include <ostream>
#include <string>

#include "proofs/front_end.hpp"

namespace agal::proofs {
namespace {

using testing::IsEmpty;
using testing::UnorderedElementsAre;

TextInterface declared(const std::string& version, Stage stage, const std::string& declarations,
                       const std::string& use = "0.0") {
  const bool is_vertex = stage == Stage::Vertex, is_old = version == "100";
  const std::string text = "#version " + version + "\n" +
                           (version.find("es") != version.npos || is_old ? "precision highp float;\n" : "") +
                           (is_vertex || is_old ? "" : "out vec4 oc;\n") + declarations + "\nvoid main() { " +
                           (is_vertex ? "gl_Position"
                            : is_old  ? "gl_FragColor"
                                      : "oc") +
                           " = vec4(" + use + "); }\n";
  ReadText read = read_text(text, stage, TextDialect(TextRules::OpenGl));
  EXPECT_EQ(read.fault, "") << text;
  return std::move(read.declared);
}

struct Pair {
  const char* name;
  const char* version;
  const char* vertex;
  const char* fragment;
  const char* expected;  // the reason; "" if the texts can be linked
};

void PrintTo(const Pair& pair, std::ostream* out) { *out << pair.name; }

class UnusedDeclarations : public testing::TestWithParam<Pair> {};

TEST_P(UnusedDeclarations, MustMatchToBeLinked) {
  const Pair& pair = GetParam();
  const TextInterface vertex = declared(pair.version, Stage::Vertex, pair.vertex),
                      fragment = declared(pair.version, Stage::Fragment, pair.fragment);
  const LinkFault fault = unlinked_declaration(vertex, fragment);
  EXPECT_EQ(fault.reason, pair.expected);
  EXPECT_TRUE(fault.is_certain);
  // Each declaration matches itself.
  EXPECT_EQ(unlinked_declaration(vertex, vertex).reason, "");
  EXPECT_EQ(unlinked_declaration(fragment, fragment).reason, "");
}

const Pair pairs[] = {
    {"Type", "300 es", "uniform float t;", "uniform vec4 t;", "the uniform t is vec4, and float in the vertex shader"},
    {"TypeInOldGlslEs", "100", "uniform float t;", "uniform vec4 t;",
     "the uniform t is vec4, and float in the vertex shader"},
    {"TypeInGlsl", "330", "uniform float t;", "uniform vec4 t;",
     "the uniform t is vec4, and float in the vertex shader"},
    {"ArraySize", "300 es", "uniform vec4 t[2];", "uniform vec4 t[3];",
     "the uniform t is vec4[3], and vec4[2] in the vertex shader"},
    {"Matrix", "300 es", "uniform mat4 t;", "uniform mat4x3 t;",
     "the uniform t is mat4x3, and mat4 in the vertex shader"},
    {"Integers", "300 es", "uniform ivec2 t;", "uniform uvec2 t;",
     "the uniform t is uvec2, and ivec2 in the vertex shader"},
    {"MembersOfStructs", "330", "struct S { float a; }; uniform S t;", "struct S { float b; }; uniform S t;",
     "the uniform t is struct S { float b; }, and struct S { float a; } in the vertex shader"},
    {"NamesOfStructs", "330", "struct S { float a; }; uniform S t;", "struct R { float a; }; uniform R t;",
     "the uniform t is struct R { float a; }, and struct S { float a; } in the vertex shader"},
    {"Textures", "330", "uniform samplerCube t;", "uniform sampler2D t;",
     "the uniform t is sampler2D, and samplerCube in the vertex shader"},
    {"TextureAndVector", "330", "uniform vec4 t;", "uniform sampler2D t;",
     "the uniform t is sampler2D, and vec4 in the vertex shader"},
    {"Locations", "450", "layout(location = 1) uniform vec4 t;", "layout(location = 2) uniform vec4 t;",
     "the uniform t has location 2, and location 1 in the vertex shader"},
    {"Bindings", "450", "layout(binding = 1) uniform sampler2D t;", "layout(binding = 2) uniform sampler2D t;",
     "the uniform t has binding 2, and binding 1 in the vertex shader"},
    {"BlockArraySize", "300 es", "layout(std140) uniform B { vec4 c[6]; } b;",
     "layout(std140) uniform B { vec4 c[7]; } b;",
     "member 1 of the block B is vec4[7] c, and vec4[6] c in the vertex shader"},
    {"BlockMemberName", "330", "layout(std140) uniform B { vec4 c; };", "layout(std140) uniform B { vec4 d; };",
     "member 1 of the block B is vec4 d, and vec4 c in the vertex shader"},
    {"BlockMembers", "330", "layout(std140) uniform B { vec4 c; } b;", "layout(std140) uniform B { vec4 c, d; } b;",
     "the block B is std140 with 2 members and an instance name, and std140 with 1 member and an instance name in the "
     "vertex shader"},
    {"BlockLayout", "330", "layout(std140) uniform B { vec4 c; } b;", "uniform B { vec4 c; } b;",
     "the block B is shared with 1 member and an instance name, and std140 with 1 member and an instance name in the "
     "vertex shader"},
    {"BlockInstance", "330", "layout(std140) uniform B { vec4 c; } b;", "layout(std140) uniform B { vec4 c; };",
     "the block B is std140 with 1 member and no instance name, and std140 with 1 member and an instance name in the "
     "vertex shader"},
    {"BlockOrientation", "330", "layout(std140, row_major) uniform B { mat4 c; } b;",
     "layout(std140) uniform B { mat4 c; } b;",
     "member 1 of the block B is mat4 c, and row_major mat4 c in the vertex shader"},
    {"BlockOffset", "450", "layout(std140) uniform B { layout(offset = 16) vec4 c; } b;",
     "layout(std140) uniform B { layout(offset = 32) vec4 c; } b;",
     "member 1 of the block B has offset 32, and offset 16 in the vertex shader"},
    {"UniformAndMember", "330", "layout(std140) uniform B { vec4 c; };", "uniform vec4 c;",
     "the uniform c is vec4, and a member of the block B in the vertex shader"},
    {"MembersOfTwoBlocks", "330", "layout(std140) uniform B { vec4 c; };", "layout(std140) uniform D { vec4 c; };",
     "the uniform c is a member of the block D, and a member of the block B in the vertex shader"},
    {"SharedLocation", "450", "layout(location = 1) uniform vec4 t;", "layout(location = 1) uniform vec4 u;",
     "the uniform u is at location 1, where the vertex shader has the uniform t"},
    {"SharedLocationInGlslEs", "310 es", "layout(location = 0) uniform float t;",
     "layout(location = 0) uniform float u;",
     "the uniform u is at location 0, where the vertex shader has the uniform t"},
    {"LocationInArray", "450", "layout(location = 4) uniform vec3 t;", "layout(location = 2) uniform float u[3];",
     "the uniform u is at location 4, where the vertex shader has the uniform t"},
    {"LocationInArrays", "450", "layout(location = 4) uniform vec3 t[2][3];", "layout(location = 9) uniform float u;",
     "the uniform u is at location 9, where the vertex shader has the uniform t"},
    {"LocationInStruct", "450", "struct S { vec4 a; mat4 b; }; layout(location = 1) uniform S t;",
     "layout(location = 2) uniform mat4 u;",
     "the uniform u is at location 2, where the vertex shader has the uniform t"},
    {"LocationInStructs", "450", "struct S { vec4 a; mat4 b; }; layout(location = 1) uniform S t[3];",
     "layout(location = 6) uniform mat4 u;",
     "the uniform u is at location 6, where the vertex shader has the uniform t"},
    {"LocationsOfSamplers", "450", "layout(location = 2, binding = 0) uniform sampler2D t;",
     "layout(location = 2, binding = 1) uniform sampler2D u;",
     "the uniform u is at location 2, where the vertex shader has the uniform t"},
    {"LocationOfSampler", "450", "layout(location = 2) uniform vec4 t;", "layout(location = 2) uniform samplerCube u;",
     "the uniform u is at location 2, where the vertex shader has the uniform t"},
    // Declarations that can be linked.
    {"OtherLocations", "450",
     "struct S { vec4 a; mat4 b; }; layout(location = 1) uniform S t[3]; layout(location = 9) uniform mat4 m;",
     "layout(location = 7) uniform vec4 u[2]; layout(location = 0) uniform sampler2D s; uniform vec4 v;", ""},
    {"SameLocations", "450", "layout(location = 1) uniform vec4 t[2]; layout(location = 3) uniform mat4 m;",
     "layout(location = 3) uniform mat4 m; layout(location = 1) uniform vec4 t[2];", ""},
    {"LocationsOfVaryings", "450", "layout(location = 1) out vec4 t;", "layout(location = 1) uniform vec4 u;", ""},
    {"SameUniforms", "300 es", "struct S { float a; }; uniform S s; uniform vec4 t[2]; uniform sampler2D u;",
     "struct S { float a; }; uniform S s; uniform vec4 t[2]; uniform sampler2D u;", ""},
    {"SameBlocks", "300 es", "layout(std140) uniform B { mat4 c; vec4 d; } b;",
     "layout(std140) uniform B { mat4 c; vec4 d; } other;", ""},
    {"SameGlobalMembers", "330", "layout(std140) uniform B { vec4 c; };", "layout(std140) uniform B { vec4 c; };", ""},
    {"PrecisionInGlsl", "330", "uniform highp vec4 t;", "uniform mediump vec4 t;", ""},
    {"UnusedPrecisionInOldGlslEs", "100", "uniform vec4 t;", "uniform mediump vec4 t;", ""},
    {"PrecisionOfVaryings", "300 es", "out highp vec4 w;", "in mediump vec4 w;", ""},
    {"OneLocation", "450", "layout(location = 1) uniform vec4 t;", "uniform vec4 t;", ""},
    {"OtherNames", "330", "uniform vec4 t;", "uniform float u;", ""},
};

INSTANTIATE_TEST_SUITE_P(Glsl, UnusedDeclarations, testing::ValuesIn(pairs),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(LinkedDeclarations, PrecisionsMustMatchIfBothShadersUseThem) {
  for (const char* const version : {"100", "300 es"}) {
    const LinkFault used = unlinked_declaration(declared(version, Stage::Vertex, "uniform highp float t;", "t"),
                                                declared(version, Stage::Fragment, "uniform mediump float t;", "t"));
    EXPECT_EQ(used.reason, "the uniform t is mediump float, and highp float in the vertex shader") << version;
    EXPECT_TRUE(used.is_certain);
  }
}

TEST(LinkedDeclarations, DifferencesBetweenLinkersAreNotCertain) {
  struct Doubt {
    const char *vertex, *fragment, *reason;
  };
  for (const auto& [vertex, fragment, reason] : {
           Doubt{"uniform highp vec4 t;", "uniform mediump vec4 t;",
                 "the uniform t is mediump vec4, and highp vec4 in the vertex shader"},
           Doubt{"layout(std140) uniform B { vec4 c; } b;", "layout(std140) uniform B { mediump vec4 c; } b;",
                 "member 1 of the block B is mediump vec4 c, and highp vec4 c in the vertex shader"},
           Doubt{"layout(std140, row_major) uniform B { vec4 c; } b;", "layout(std140) uniform B { vec4 c; } b;",
                 "member 1 of the block B is highp vec4 c, and row_major highp vec4 c in the vertex shader"},
           Doubt{"out vec4 w;", "in vec3 w;", "the varying w is vec3, and vec4 in the vertex shader"},
           Doubt{"flat out vec4 w;", "in vec4 w;", "the varying w is vec4, and flat vec4 in the vertex shader"},
       }) {
    const LinkFault fault =
        unlinked_declaration(declared("300 es", Stage::Vertex, vertex), declared("300 es", Stage::Fragment, fragment));
    EXPECT_EQ(fault.reason, std::string(reason) + ", which some linkers reject");
    EXPECT_FALSE(fault.is_certain);
  }
  // A certain fault is reported before.
  const LinkFault certain =
      unlinked_declaration(declared("300 es", Stage::Vertex, "uniform highp vec4 t; uniform float u;"),
                           declared("300 es", Stage::Fragment, "uniform mediump vec4 t; uniform vec2 u;"));
  EXPECT_EQ(certain.reason, "the uniform u is vec2, and float in the vertex shader");
  EXPECT_TRUE(certain.is_certain);
}

TEST(LinkedDeclarations, UnusedBlocksOfVaryingsAreNotCertain) {
  struct Doubt {
    const char *vertex, *fragment, *reason;
  };
  for (const auto& [vertex, fragment, reason] : {
           Doubt{"out B { vec4 a; vec4 b; };", "in B { vec4 a; };",
                 "block B { vec4 a; }, and block B { vec4 a; vec4 b; }"},
           Doubt{"out B { vec4 a; vec4 b; };", "in B { vec4 b; vec4 a; };",
                 "block B { vec4 b; vec4 a; }, and block B { vec4 a; vec4 b; }"},
           Doubt{"out B { vec4 a; } o;", "in B { vec3 a; } i;", "block B { vec3 a; }, and block B { vec4 a; }"},
       }) {
    const LinkFault fault =
        unlinked_declaration(declared("330", Stage::Vertex, vertex), declared("330", Stage::Fragment, fragment));
    EXPECT_EQ(fault.reason,
              "the block of varyings B is " + std::string(reason) + " in the vertex shader, which some linkers reject");
    EXPECT_FALSE(fault.is_certain);
  }
  EXPECT_EQ(unlinked_declaration(declared("330", Stage::Vertex, "out B { vec4 a; vec4 b; } o;"),
                                 declared("330", Stage::Fragment, "in B { vec4 a; vec4 b; };"))
                .reason,
            "");
}

TEST(LinkedDeclarations, VersionsOfGlslEsMustBeEqual) {
  const auto reason = [](const char* vertex, const char* fragment) {
    return unlinked_declaration(declared(vertex, Stage::Vertex, ""), declared(fragment, Stage::Fragment, "")).reason;
  };
  EXPECT_EQ(reason("100", "300 es"),
            "it is GLSL ES 3.00, which cannot be linked with GLSL ES 1.00 of the vertex shader");
  EXPECT_EQ(reason("310 es", "300 es"),
            "it is GLSL ES 3.00, which cannot be linked with GLSL ES 3.10 of the vertex shader");
  EXPECT_EQ(reason("330", "300 es"), "it is GLSL ES 3.00, which cannot be linked with GLSL 3.30 of the vertex shader");
  EXPECT_EQ(reason("330", "450"), "");
  EXPECT_EQ(reason("300 es", "300 es"), "");
}

TEST(LinkedDeclarations, OnlyOpenGlMatchesNames) {
  const ReadText vulkan =
      read_text("#version 450\nlayout(set = 0, binding = 0) uniform B { vec4 t; } b;\nvoid main() { }\n", Stage::Vertex,
                TextDialect(TextRules::Vulkan));
  EXPECT_EQ(vulkan.fault, "");
  EXPECT_EQ(vulkan.declared.version, 0);
  EXPECT_THAT(vulkan.declared.declarations, IsEmpty());
}

TEST(LinkedDeclarations, SurviveTransport) {
  const TextInterface text = declared("300 es", Stage::Fragment,
                                      "uniform float t; uniform vec2 u; layout(std140) uniform B { vec4 c; } b;", "t");
  const TextInterface copy = unpacked_interface(packed(text));
  EXPECT_EQ(copy.version, 300);
  EXPECT_TRUE(copy.es);
  std::vector<std::string> lines;
  for (const Declaration& each : copy.declarations)
    lines.push_back(each.name + ", " + each.type + ", " + each.strict_type + (each.is_used ? ", used" : ""));
  EXPECT_THAT(lines, UnorderedElementsAre("the uniform t, float, highp float, used", "the uniform u, vec2, highp vec2",
                                          "the block B, std140 with 1 member and an instance name, , used",
                                          "member 1 of the block B, vec4 c, highp vec4 c"));
  EXPECT_EQ(packed(copy), packed(text));
}

}  // namespace
}  // namespace agal::proofs
