// Variables of a text: their names, their types, and their mappings to registers.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "agal/prove/prove.hpp"
#include "front_end.hpp"
#include "prove/reference_module.hpp"
#include "support/lowering.hpp"

namespace agal {
namespace {

using Mappings = std::vector<RegisterMapping>;
constexpr auto fc = RegisterType::Constant;

Proof proof_of(std::string_view agal, const std::string& text, Target target, const Mappings& mappings = {},
               std::optional<ConstantsMode> form = {}) {
  const exec::CompiledShader read = test::read_text(text, target, Stage::Fragment);
  EXPECT_EQ(read.fault, "") << text;
  ProofOptions options;
  options.output.target = target;
  options.output.constants = form;
  options.match = InterfaceMatch::Names;
  options.mappings = mappings;
  const Result<Proof> proof =
      prove_equal(test::assembled("//! agal 2 fragment\n" + std::string(agal)), read.words, options);
  EXPECT_TRUE(proof);
  return proof ? *proof : Proof{};
}

// Proves a GLSL 3.30 fragment shader with the given declarations and color expression.
Proof glsl(std::string_view agal, std::string_view declarations, std::string_view color, const Mappings& mappings = {},
           std::optional<ConstantsMode> form = {}) {
  return proof_of(agal,
                  fmt::format("#version 330\nin vec4 v0;\nin vec4 v1;\nlayout(location = 0) out vec4 oc;\n{}\n"
                              "void main() {{ oc = {}; }}\n",
                              declarations, color),
                  Target::Glsl330, mappings, form);
}

TEST(TextPlaces, FindsBlockByName) {
  const char* const agal = "mul oc, v0, fc0";
  EXPECT_EQ(glsl(agal, "layout(std140) uniform FragmentConstants { vec4 c[1]; } x;", "v0 * x.c[0]").verdict,
            Verdict::Equal);
  const Proof other = glsl(agal, "layout(std140) uniform VertexConstants { vec4 c[1]; } fc;", "v0 * fc.c[0]");
  EXPECT_EQ(other.verdict, Verdict::NotDecided);
  const Proof unnamed = glsl(agal, "layout(std140) uniform Scene { vec4 c[1]; };", "v0 * c[0]");
  EXPECT_EQ(unnamed.reason, "the block Scene is not where the constants of the program are");
  EXPECT_EQ(glsl(agal, "layout(std140) uniform Scene { vec4 c[1]; };", "v0 * c[0]", {{"Scene", fc, 0}}).verdict,
            Verdict::Equal);
}

TEST(TextPlaces, IgnoresVariablesOfDeadCode) {
  const char* const agal = "mov oc, v0";
  EXPECT_EQ(glsl(agal, "uniform vec4 k;\nvec4 f() { vec4 unused = 2.0 * k; return v0; }", "f()").verdict,
            Verdict::Equal);
  EXPECT_EQ(
      glsl(agal, "uniform sampler2D k;\nvec4 f() { if (false) return texture(k, v0.xy); return v0; }", "f()").verdict,
      Verdict::Equal);
  EXPECT_EQ(glsl(agal, "uniform vec4 k;", "v0 + k").verdict, Verdict::NotDecided);
}

// Literal operands of instructions must not be confused with the ids of variables.
TEST(TextPlaces, IgnoresUnusedVariables) {
  std::string samplers;
  for (int n = 0; n < 40; ++n) {
    samplers += fmt::format("uniform sampler2D unused{};\n", n);
    for (const auto& [agal, color] : {std::pair("pow oc, v0, v1", "pow(v0, v1)"), {"max oc, v0, v1", "max(v0, v1)"}})
      ASSERT_EQ(glsl(agal, samplers, color).verdict, Verdict::Equal) << color << n;
  }
}

TEST(TextPlaces, NamesUnsupportedTextureTypes) {
  for (const char* const type : {"sampler2DArray", "sampler1D", "sampler2DShadow", "isampler2D"}) {
    const std::string call = std::string(type) == "sampler1D"    ? "v0.x"
                             : std::string(type) == "isampler2D" ? "v0.xy"
                                                                 : "v0.xyz";
    const Proof proof =
        glsl("tex oc, v0, fs0 <2d>", fmt::format("uniform {} fs0;", type), fmt::format("vec4(texture(fs0, {}))", call));
    EXPECT_EQ(proof.verdict, Verdict::Different) << type;
    EXPECT_EQ(proof.reason, "the variable fs0 is a texture of a kind that AGAL does not have");
  }
}

TEST(TextPlaces, RequiresGivenFormOfConstants) {
  const char* const agal = "mul oc, v0, fc0";
  const std::string plain = "uniform vec4 fc[1];";
  EXPECT_EQ(glsl(agal, plain, "v0 * fc[0]").verdict, Verdict::Equal);
  EXPECT_EQ(glsl(agal, plain, "v0 * fc[0]", {}, ConstantsMode::Plain).verdict, Verdict::Equal);
  EXPECT_EQ(glsl(agal, plain, "v0 * fc[0]", {}, ConstantsMode::Ubo).verdict, Verdict::Different);
}

TEST(TextPlaces, DoesNotChooseLocationsOfColors) {
  const auto text = [](std::string_view outputs) {
    return fmt::format("#version 330\nin vec4 v0;\n{}\nvoid main() {{ oc = v0; oc1 = -v0; }}\n", outputs);
  };
  const char* const agal = "mov oc, v0\nneg oc1, v0";
  EXPECT_EQ(proof_of(agal, text("out vec4 oc1;\nout vec4 oc;"), Target::Glsl330).verdict, Verdict::NotDecided);
  EXPECT_EQ(proof_of(agal, text("out vec4 oc1;\nout vec4 oc;"), Target::Glsl330,
                     {{"oc", RegisterType::Output, 0}, {"oc1", RegisterType::Output, 1}})
                .verdict,
            Verdict::Equal);
}

TEST(TextPlaces, RejectsTooHighLocations) {
  exec::CompiledShader read = test::read_text(
      "#version 450\nlayout(location = 1) in vec4 far;\nlayout(location = 0) out vec4 oc;\nvoid main() { oc = far; }\n",
      Target::VulkanGlsl450, Stage::Fragment);
  ASSERT_EQ(read.fault, "");
  constexpr std::uint32_t decorate = 4u << 16 | 71, location = 30, highest = 0xffff'ffff;
  for (std::size_t i = 0; i + 3 < read.words.size(); ++i)
    if (read.words[i] == decorate && read.words[i + 2] == location && read.words[i + 3] == 1)
      read.words[i + 3] = highest;
  const Result<Proof> proof = prove_equal(test::assembled("//! agal 1 fragment\nmov oc, v0"), read.words);
  ASSERT_TRUE(proof);
  EXPECT_EQ(proof->verdict, Verdict::Different) << proof->reason;
}

// Vulkan and Direct3D require vertices to have every attribute that a shader declares.
TEST(TextPlaces, RejectsUnwrittenInputs) {
  const auto answer = [](Target target, std::string_view declaration) {
    const bool hlsl = info(target).family == TargetFamily::Hlsl;
    const std::string text =
        hlsl ? fmt::format("float4 main(float4 va0 : TEXCOORD0, {}) : SV_Position {{ return va0; }}\n", declaration)
             : fmt::format(
                   "#version 450\nlayout(location = 0) in vec4 va0;\nlayout({}) in vec4 other;\n"
                   "void main() {{ vec4 dead = other; gl_Position = va0; }}\n",
                   declaration);
    const exec::CompiledShader read = test::read_text(text, target, Stage::Vertex);
    EXPECT_EQ(read.fault, "");
    ProofOptions options;
    options.output.target = target;
    options.output.clip_z = ClipZ::ZeroToOne;
    options.match = InterfaceMatch::Names;
    const char* const agal = "//! agal 1 vertex\nmov vt0, va2\nmov op, va0";
    const Result<Proof> proof = prove_equal(test::assembled(agal), read.words, options);
    return proof ? proof->verdict : Verdict::NotDecided;
  };
  EXPECT_EQ(answer(Target::VulkanGlsl450, "location = 2"), Verdict::Equal);
  EXPECT_EQ(answer(Target::VulkanGlsl450, "location = 1"), Verdict::Different);
  EXPECT_EQ(answer(Target::Glsl450, "location = 1"), Verdict::Equal);  // the linker drops it
  EXPECT_EQ(answer(Target::Hlsl50, "float4 other : TEXCOORD2"), Verdict::Equal);
  EXPECT_EQ(answer(Target::Hlsl50, "float4 other : TEXCOORD1"), Verdict::Different);
}

// A number with leading zeros makes another name.
TEST(TextPlaces, RegistersHaveNumbersWithoutLeadingZeros) {
  const char* const texture = "tex oc, v0, fs0 <2d>";
  EXPECT_EQ(glsl(texture, "uniform sampler2D fs0;", "texture(fs0, v0.xy)").verdict, Verdict::Equal);
  EXPECT_EQ(glsl(texture, "uniform sampler2D fs00;", "texture(fs00, v0.xy)").reason,
            "the variable fs00 is not a sampler of the program");
  EXPECT_EQ(glsl("tex ft0, v0, fs0 <2d>\ntex ft1, v0, fs0 <2d>\nadd oc, ft0, ft1.yzwx", "uniform sampler2D fs00, fs0;",
                 "texture(fs00, v0.xy) + texture(fs0, v0.xy).yzwx")
                .verdict,
            Verdict::NotDecided);
  const auto varying = [](std::string_view name) {
    return proof_of(
               "mov oc, v1",
               fmt::format("#version 100\nprecision highp float;\nvarying vec4 {0};\nvoid main() {{ gl_FragColor = "
                           "{0}; }}\n",
                           name),
               Target::Essl100)
        .verdict;
  };
  EXPECT_EQ(varying("v1"), Verdict::Equal);
  EXPECT_EQ(varying("v01"), Verdict::NotDecided);
  EXPECT_EQ(varying("v0001"), Verdict::NotDecided);
  const auto semantics = [](std::string_view input, std::string_view output) {
    return proof_of("mov oc, v0", fmt::format("float4 main(float4 a : {}) : {} {{ return a; }}\n", input, output),
                    Target::Hlsl50)
        .verdict;
  };
  EXPECT_EQ(semantics("TEXCOORD0", "SV_Target"), Verdict::Equal);
  EXPECT_EQ(semantics("TEXCOORD00", "SV_Target"), Verdict::NotDecided);
  EXPECT_EQ(semantics("TEXCOORD", "SV_Target000"), Verdict::NotDecided);
}

// In Vulkan, the host binds a combined sampler otherwise than a texture and its sampler.
TEST(TextPlaces, RequiresGivenFormOfSamplers) {
  const std::string inputs = "#version 450\nlayout(location = 0) in vec4 v0;\nlayout(location = 0) out vec4 oc;\n";
  const std::string combined =
      inputs + "layout(set = 0, binding = 2) uniform sampler2D t;\nvoid main() { oc = texture(t, v0.xy); }\n";
  const auto separate = [&](std::string_view texture, std::string_view sampler) {
    return fmt::format(
        "{0}layout(set = 0, binding = 2) uniform texture2D {1};\nlayout(set = 0, binding = 34) uniform sampler {2};\n"
        "void main() {{ oc = texture(sampler2D({1}, {2}), v0.xy); }}\n",
        inputs, texture, sampler);
  };
  const auto verdict = [](const std::string& text, Samplers samplers) {
    const exec::CompiledShader read = test::read_text(text, Target::VulkanGlsl450, Stage::Fragment);
    EXPECT_EQ(read.fault, "") << text;
    ProofOptions options;
    options.output.target = Target::VulkanGlsl450;
    options.output.samplers = samplers;
    options.match = InterfaceMatch::Names;
    const Result<Proof> proof =
        prove_equal(test::assembled("//! agal 2 fragment\ntex oc, v0, fs0 <2d>"), read.words, options);
    return proof ? proof->verdict : Verdict::NotDecided;
  };
  EXPECT_EQ(verdict(combined, Samplers::Combined), Verdict::Equal);
  EXPECT_EQ(verdict(combined, Samplers::Separate), Verdict::Different);
  for (const std::string& text : {separate("t", "s"), separate("fs0", "fs0_sampler")}) {
    EXPECT_EQ(verdict(text, Samplers::Separate), Verdict::Equal);
    EXPECT_EQ(verdict(text, Samplers::Combined), Verdict::Different);
  }
}

// ---------------------------------------------------------------------------------------------------- mappings

TEST(Mapping, NamesMembersOfStructs) {
  const std::string lights = "struct Light { vec3 p; vec3 c; };\nuniform Light a, b;";
  const char* const agal = "mul oc, v0, fc0.x";
  EXPECT_EQ(glsl(agal, lights, "v0 * b.p.x", {{"b.p", fc, 0}}).verdict, Verdict::Equal);
  // Both variables have a member of this name.
  EXPECT_EQ(glsl("mul ft0, v0, fc0.x\nmul oc, ft0, fc0.x", lights, "v0 * a.p.x * b.p.x", {{"p", fc, 0}}).verdict,
            Verdict::NotDecided);
}

TEST(Mapping, MapsLanes) {
  EXPECT_EQ(glsl("mul oc, v0, fc0.y", "uniform float k;", "v0 * k", {{"k", fc, 0, {}, 1}}).verdict, Verdict::Equal);
  EXPECT_EQ(glsl("mul oc, v0, fc0.x", "uniform float k;", "v0 * k", {{"k", fc, 0, {}, 1}}).verdict, Verdict::Different);
}

TEST(Mapping, ReportsUnknownNames) {
  const exec::CompiledShader read = test::read_text(
      "#version 330\nin vec4 uv;\nout vec4 oc;\nvoid main() { oc = uv; }\n", Target::Glsl330, Stage::Fragment);
  const std::vector<std::span<const std::uint32_t>> modules{read.words};
  EXPECT_EQ(prove::unknown_name(Mappings{{"uv", RegisterType::Varying, 0}}, modules), "");
  EXPECT_EQ(prove::unknown_name(Mappings{{"uw", RegisterType::Varying, 0}}, modules), "uw");
}

// ---------------------------------------------------------------------------------------------------- samplers

TEST(Samplers, ShareOneStateInDirect3d) {
  const std::string text =
      "Texture2D t0 : register(t0);\nTexture2D t1 : register(t1);\nSamplerState s : register(s0);\n"
      "float4 main(float4 v0 : TEXCOORD0) : SV_Target { return t0.Sample(s, v0.xy) + t1.Sample(s, v0.xy); }\n";
  const auto verdict = [&](std::string_view second) {
    return proof_of("tex ft0, v0, fs0 <2d,linear,clamp>\ntex ft1, v0, fs1 <2d," + std::string(second) +
                        ">\nadd oc, ft0, ft1",
                    text, Target::Hlsl50)
        .verdict;
  };
  EXPECT_EQ(verdict("linear,clamp"), Verdict::Equal);
  EXPECT_EQ(verdict("linear,repeat"), Verdict::Different);
  EXPECT_EQ(verdict("nearest,clamp"), Verdict::Different);
}

// Registers whose samplers --bind moves to one place must have one state, whether or not their textures are one.
TEST(Samplers, AtOnePlaceHaveOneState) {
  const auto answer = [](std::string_view second, const std::vector<Binding>& bindings, int texture, int sampler) {
    const std::string text = fmt::format(
        "Texture2D a : register(t0);\nSamplerState s : register(s0);\n{}{}"
        "float4 main(float4 v0 : TEXCOORD0) : SV_Target {{ return a.Sample(s, v0.xy) + {}.Sample({}, v0.yx); }}\n",
        texture == 0 ? "" : fmt::format("Texture2D b : register(t{});\n", texture),
        sampler == 0 ? "" : fmt::format("SamplerState r : register(s{});\n", sampler), texture == 0 ? "a" : "b",
        sampler == 0 ? "s" : "r");
    const exec::CompiledShader read = test::read_text(text, Target::Hlsl50, Stage::Fragment);
    EXPECT_EQ(read.fault, "") << text;
    ProofOptions options;
    options.output.target = Target::Hlsl50;
    options.output.bindings = bindings;
    options.match = InterfaceMatch::Names;
    const Result<Proof> proof =
        prove_equal(test::assembled(fmt::format("//! agal 2 fragment\ntex ft0, v0, fs0 <2d,linear,clamp>\n"
                                                "tex ft1, v0.yx, fs1 <2d,{}>\nadd oc, ft0, ft1",
                                                second)),
                    read.words, options);
    if (!proof) return std::string("no answer");
    return proof->reason.empty() ? std::string(name(proof->verdict)) : proof->reason;
  };
  const std::vector<Binding> one_sampler{{"fs1_sampler", 0, 0}}, one_texture{{"fs1", 0, 0}, {"fs1_sampler", 0, 5}},
      one_place{{"fs1", 0, 0}};
  EXPECT_EQ(answer("linear,clamp", one_sampler, 1, 0), "equal");
  EXPECT_EQ(answer("linear,clamp", one_texture, 0, 5), "equal");
  EXPECT_EQ(answer("linear,clamp", one_place, 0, 0), "equal");
  for (const char* const state : {"linear,repeat", "nearest,clamp", "linear,clamp,miplinear"}) {
    EXPECT_EQ(answer(state, one_sampler, 1, 0), "fs0 and fs1 are at one place, but have different sampler states");
    EXPECT_EQ(answer(state, one_place, 0, 0), "fs0 and fs1 are at one place, but have different sampler states");
    EXPECT_EQ(answer(state, one_texture, 0, 5), "fs0 and fs1 are one texture, but have different sampler states");
  }
}

}  // namespace
}  // namespace agal
