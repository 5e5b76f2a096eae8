// The texts conform to docs/abi.md: names, slots and locations.
#include <gtest/gtest.h>

#include <string>

#include "reflected.hpp"

namespace agal::test {
namespace {

constexpr std::string_view vertex_text = "m44 op, va0, vc0\nmov v1, va2\n";
constexpr std::string_view fragment_text = "tex ft0, v1, fs3 <2d>\nmul oc, ft0, fc2\n";

std::string vertex_for(Target target, CompileOptions options = {}) {
  options.target = target;
  return compiled(vertex(vertex_text), options).text;
}

std::string fragment_for(Target target, CompileOptions options = {}) {
  options.target = target;
  return compiled(fragment(fragment_text), options).text;
}

void expect_holds(const std::string& text, std::initializer_list<std::string_view> parts) {
  for (const std::string_view part : parts) EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
}

void expect_lacks(const std::string& text, std::string_view part) {
  EXPECT_EQ(text.find(part), std::string::npos) << part << " in\n" << text;
}

TEST(Abi, VulkanGlslHasSetsAndBindings) {
  expect_holds(
      vertex_for(Target::VulkanGlsl450),
      {"layout(set = 0, binding = 0, std140) uniform VertexConstants {\n    vec4 c[4];\n} vc;",
       "layout(location = 0) in vec4 va0;", "layout(location = 2) in vec4 va2;", "layout(location = 1) out vec4 v1;"});
  expect_holds(fragment_for(Target::VulkanGlsl450),
               {"layout(set = 0, binding = 1, std140) uniform FragmentConstants {\n    vec4 c[3];\n} fc;",
                "layout(set = 0, binding = 5) uniform sampler2D fs3;", "layout(location = 1) in vec4 v1;",
                "layout(location = 0) out vec4 oc;"});
}

TEST(Abi, Glsl450HasBindingsAndLocations) {
  for (const Target target : {Target::Glsl450, Target::Essl310}) {
    expect_holds(fragment_for(target),
                 {"layout(binding = 1, std140) uniform FragmentConstants", "} fc;",
                  "layout(binding = 5) uniform sampler2D fs3;", "layout(location = 1) in vec4 v1;"});
    expect_holds(vertex_for(target), {"layout(location = 1) out vec4 v1;", "layout(location = 2) in vec4 va2;"});
  }
}

TEST(Abi, OlderGlslBindsByName) {
  for (const Target target : {Target::Glsl330, Target::Essl300}) {
    expect_holds(fragment_for(target), {"layout(std140) uniform FragmentConstants", "} fc;", "uniform sampler2D fs3;",
                                        "\nin vec4 v1;", "layout(location = 0) out vec4 oc;"});
    expect_holds(vertex_for(target), {"layout(location = 2) in vec4 va2;", "\nout vec4 v1;"});
    expect_lacks(fragment_for(target), "binding");
  }
}

TEST(Abi, WebGl1AndOpenGl2BindByName) {
  for (const Target target : {Target::Essl100, Target::Glsl120}) {
    expect_holds(vertex_for(target), {"uniform vec4 vc[4];", "attribute vec4 va2;", "varying vec4 v1;"});
    expect_holds(fragment_for(target),
                 {"uniform vec4 fc[3];", "uniform sampler2D fs3;", "varying vec4 v1;", "gl_FragData[0] = "});
    for (const Writer writer : {Writer::Own, Writer::Cross}) {
      CompileOptions options;
      options.writer = writer;
      expect_lacks(fragment_for(target, options), "layout");
      expect_lacks(vertex_for(target, options), "layout");
    }
  }
}

TEST(Abi, PlainArraysHaveLocationsInGlsl450) {
  CompileOptions options;
  options.constants = ConstantsMode::Plain;
  expect_holds(vertex_for(Target::Glsl450, options), {"layout(location = 0) uniform vec4 vc[4];"});
  expect_holds(fragment_for(Target::Glsl450, options), {"layout(location = 256) uniform vec4 fc[3];"});
  expect_holds(fragment_for(Target::Glsl330, options), {"\nuniform vec4 fc[3];"});
}

TEST(Abi, PushConstantsAreABlock) {
  CompileOptions options;
  options.constants = ConstantsMode::Push;
  expect_holds(fragment_for(Target::VulkanGlsl450, options),
               {"layout(push_constant, std430) uniform FragmentConstants", "} fc;"});
}

TEST(Abi, MetalHasFixedSlots) {
  CompileOptions own;
  own.writer = Writer::Own;
  expect_holds(vertex_for(Target::Msl20, own),
               {"vertex VertexOutput main0(", "constant float4* vc [[buffer(0)]]", "float4 va2 [[attribute(2)]]",
                "float4 v1 [[user(locn1)]]", "float4 op [[position]]"});
  expect_holds(fragment_for(Target::Msl20, own),
               {"constant float4* fc [[buffer(0)]]", "texture2d<float> fs3 [[texture(3)]]",
                "sampler fs3_sampler [[sampler(3)]]", "float4 oc [[color(0)]]", "float4 v1 [[user(locn1)]]"});
  expect_holds(vertex_for(Target::Msl20), {"struct VertexConstants\n{\n    float4 c[4];", "vertex main0_out main0(",
                                           "constant VertexConstants& vc [[buffer(0)]]", "float4 va2 [[attribute(2)]]",
                                           "float4 v1 [[user(locn1)]]"});
  expect_holds(fragment_for(Target::Msl20),
               {"constant FragmentConstants& fc [[buffer(0)]]", "texture2d<float> fs3 [[texture(3)]]",
                "sampler fs3Smplr [[sampler(3)]]", "float4 oc [[color(0)]]", "float4 v1 [[user(locn1)]]"});
}

TEST(Abi, Direct3DHasFixedRegisters) {
  expect_holds(vertex_for(Target::Hlsl50), {"cbuffer VertexConstants : register(b0)", "float4 vc[4]",
                                            "float4 va2 : TEXCOORD2,", "out float4 v1 : TEXCOORD1,"});
  expect_holds(fragment_for(Target::Hlsl50),
               {"cbuffer FragmentConstants : register(b1)", "float4 fc[3]", "Texture2D<float4> fs3 : register(t3);",
                "SamplerState fs3_sampler : register(s3);", "out float4 oc : SV_Target0"});
  CompileOptions cross;
  cross.writer = Writer::Cross;
  expect_holds(vertex_for(Target::Hlsl50, cross), {"cbuffer VertexConstants : register(b0)", "float4 vc_c[4]",
                                                   "float4 va2 : TEXCOORD2;", "float4 v1 : TEXCOORD1;"});
  expect_holds(fragment_for(Target::Hlsl50, cross),
               {"cbuffer FragmentConstants : register(b1)", "float4 fc_c[3]", "Texture2D<float4> fs3 : register(t3);",
                "SamplerState _fs3_sampler : register(s3);", "float4 oc : SV_Target0;"});
  expect_holds(fragment_for(Target::Hlsl51, cross), {"register(b1, space0)", "register(t3, space0)"});
}

// Tests both languages with both writers. In the SPIR-V that SPIRV-Cross reads, fs0 has the binding of fs3.
TEST(Abi, MetalAndDirect3DUseRequestedSlots) {
  const Program program =
      fragment("tex ft0, v0, fs0 <2d, linear>\ntex ft1, v0, fs3 <2d, linear>\nadd ft0, ft0, ft1\nadd oc, ft0, fc0\n");
  CompileOptions options;
  options.bindings = {{"fs0", 0, 5}, {"fc", 0, 4}};
  for (const Writer writer : {Writer::Own, Writer::Cross}) {
    options.writer = writer;
    options.target = Target::Msl20;
    expect_holds(compiled(program, options).text,
                 {"fs0 [[texture(5)]]", "[[sampler(5)]]", "fs3 [[texture(3)]]", "[[sampler(3)]]", "fc [[buffer(4)]]"});
    options.target = Target::Hlsl50;
    expect_holds(compiled(program, options).text,
                 {"fs0 : register(t5)", "register(s5)", "fs3 : register(t3)", "register(s3)", "register(b4)"});
  }
}

// Direct3D assigns registers in the order of declaration.
TEST(Abi, Direct3DDeclaresAllVaryingsUpToTheHighest) {
  CompileOptions options;
  options.target = Target::Hlsl50;
  const Program writes = vertex("mov op, va0\nmov v2, va1\n"), reads = fragment("mov oc, v2\n");
  expect_holds(compiled(writes, options).text,
               {"out float4 v0 : TEXCOORD0,\n    out float4 v1 : TEXCOORD1,\n    out float4 v2 : TEXCOORD2,\n"
                "    out float4 op : SV_Position)",
                "v0 = float4(0.0, 0.0, 0.0, 0.0);", "v1 = float4(0.0, 0.0, 0.0, 0.0);"});
  expect_holds(compiled(reads, options).text,
               {"    float4 v0 : TEXCOORD0,\n    float4 v1 : TEXCOORD1,\n    float4 v2 : TEXCOORD2,\n"});
  options.varyings = 4;
  expect_holds(compiled(writes, options).text, {"out float4 v3 : TEXCOORD3,\n    out float4 op : SV_Position)"});
  expect_holds(compiled(reads, options).text, {"    float4 v3 : TEXCOORD3,\n"});
  expect_lacks(compiled(reads, options).text, "v4");
  options.writer = Writer::Cross;
  for (const char* name : {"v0 : TEXCOORD0;", "v1 : TEXCOORD1;", "v2 : TEXCOORD2;", "v3 : TEXCOORD3;"}) {
    expect_holds(compiled(writes, options).text, {name});
    expect_holds(compiled(reads, options).text, {name});
  }
  options.varyings = {};
  expect_lacks(compiled(reads, options).text, "TEXCOORD3");
}

TEST(Abi, SeparateSamplersAreTwoVariables) {
  CompileOptions options;
  options.samplers = Samplers::Separate;
  for (const Writer writer : {Writer::Cross, Writer::Own}) {
    options.writer = writer;
    expect_holds(
        fragment_for(Target::VulkanGlsl450, options),
        {"layout(set = 0, binding = 5) uniform texture2D fs3;",
         "layout(set = 0, binding = 37) uniform sampler fs3_sampler;", "texture(sampler2D(fs3, fs3_sampler), v1.xy)"});
  }
  for (const Writer writer : {Writer::Cross, Writer::Own}) {
    options.writer = writer;
    expect_holds(fragment_for(Target::Hlsl50, options),
                 {"cbuffer FragmentConstants : register(b1)", "Texture2D<float4> fs3 : register(t3);",
                  "SamplerState fs3_sampler : register(s3);", "fs3.Sample(fs3_sampler, v1.xy)"});
  }
  options.writer = {};
  EXPECT_EQ(fragment_for(Target::Msl20, options), fragment_for(Target::Msl20));
}

TEST(Abi, SeparateSamplersUseRequestedBindings) {
  CompileOptions options;
  options.samplers = Samplers::Separate;
  options.environment = Environment::Vulkan10;
  options.bindings = {{"fs3", 2, 9}};
  expect_holds(fragment_for(Target::VulkanGlsl450, options),
               {"layout(set = 2, binding = 9) uniform texture2D fs3;",
                "layout(set = 2, binding = 41) uniform sampler fs3_sampler;"});
  expect_holds(fragment_for(Target::Hlsl51, options),
               {"fs3 : register(t9, space2);", "fs3_sampler : register(s9, space2);"});
}

TEST(Abi, WgslHasGroupsAndBindings) {
  expect_holds(vertex_for(Target::Wgsl), {"@group(0) @binding(0) var<uniform> vc: array<vec4f, 4>;",
                                          "@location(2) va2: vec4f", "@location(1) v1: vec4f"});
  expect_holds(
      fragment_for(Target::Wgsl),
      {"@group(0) @binding(1) var<uniform> fc: array<vec4f, 3>;", "@group(0) @binding(5) var fs3: texture_2d<f32>;",
       "@group(0) @binding(37) var fs3_sampler: sampler;", "@location(0) oc: vec4f"});
}

TEST(Abi, ClipSpaceZIsMappedForOpenGl) {
  const std::string_view program = "mov op, va0\n";
  CompileOptions options = for_target(Target::Glsl330);
  expect_holds(compiled(vertex(program), options).text, {"va0.z + va0.z - va0.w"});
  options.clip_z = ClipZ::ZeroToOne;
  expect_holds(compiled(vertex(program), options).text, {"gl_Position = va0;"});
  options.flip_y = true;
  expect_holds(compiled(vertex(program), options).text, {"-va0.y"});
  expect_holds(compiled(vertex(program), for_target(Target::VulkanGlsl450)).text, {"gl_Position = va0;"});
}

TEST(Abi, CentroidNeedsEveryReadToBeCentroidFetch) {
  const CompileOptions options = for_target(Target::Glsl330);
  expect_holds(compiled(fragment("tex oc, v0, fs0 <2d,centroid>\n", 2), options).text, {"centroid in vec4 v0;"});
  expect_lacks(compiled(fragment("tex ft0, v0, fs0 <2d,centroid>\nmul oc, ft0, v0\n", 2), options).text, "centroid");
}

}  // namespace
}  // namespace agal::test
