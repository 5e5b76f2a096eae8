// The reflection of samplers: bindings and states.
#include <gtest/gtest.h>

#include "reflected.hpp"

namespace agal::test {
namespace {

json first_sampler(const Program& program, const CompileOptions& options = {}) {
  return agal_of(program, options).at("samplers").at(0);
}

TEST(ReflectionSamplers, HaveBindingsInEachApi) {
  const json sampler = first_sampler(fragment("tex oc, v0, fs3 <cube,linear,miplinear,clamp>\n"));
  EXPECT_EQ(sampler.at("name"), "fs3");
  EXPECT_EQ(sampler.at("index"), 3);
  EXPECT_EQ(sampler.at("type"), "samplerCube");
  EXPECT_EQ(sampler.at("set"), 0);
  EXPECT_EQ(sampler.at("binding"), 5);
  EXPECT_EQ(sampler.at("msl"), json({{"texture", 3}, {"sampler", 3}}));
  EXPECT_EQ(sampler.at("hlsl"), json({{"texture", "t3"}, {"sampler", "s3"}, {"space", 0}}));
}

TEST(ReflectionSamplers, UseRequestedBindings) {
  CompileOptions options = for_target(Target::Hlsl51);
  options.environment = Environment::Vulkan10;
  options.bindings = {{"fs0", 1, 9}};
  const json sampler = first_sampler(fragment("tex oc, v0, fs0 <2d>\n"), options);
  EXPECT_EQ(sampler.at("set"), 1);
  EXPECT_EQ(sampler.at("binding"), 9);
  EXPECT_EQ(sampler.at("hlsl"), json({{"texture", "t9"}, {"sampler", "s9"}, {"space", 1}}));
}

TEST(ReflectionSamplers, HlslSpacesAreZeroForHlsl50) {
  const Program program = fragment("tex ft0, v0, fs0 <2d>\nmul oc, ft0, fc0\n");
  const auto spaces_for = [&](Target target) {
    CompileOptions options = for_target(target);
    options.layout = BindingLayout::Sdl;
    const json found = agal_of(program, options);
    return json(
        {found.at("samplers").at(0).at("hlsl").at("space"), found.at("uniforms").at("layout").at("hlsl").at("space")});
  };
  EXPECT_EQ(spaces_for(Target::Hlsl50), json({0, 0}));
  EXPECT_EQ(spaces_for(Target::Hlsl51), json({2, 3}));
  EXPECT_EQ(spaces_for(Target::Spv), json({2, 3})) << "HLSL 5.1 would have them";
}

TEST(ReflectionSamplers, SeparateSamplersHaveTheirBinding) {
  CompileOptions options = for_target(Target::Spv);
  const Program program = fragment("tex oc, v0, fs3 <2d>\n");
  EXPECT_FALSE(first_sampler(program, options).contains("samplerBinding"));
  options.samplers = Samplers::Separate;
  EXPECT_EQ(first_sampler(program, options).at("samplerBinding"), 37);
  options.bindings = {{"fs3", 1, 9}};
  EXPECT_EQ(first_sampler(program, options).at("samplerBinding"), 41);
  options = for_target(Target::Hlsl51);
  options.samplers = Samplers::Separate;
  EXPECT_EQ(first_sampler(program, options).at("hlsl"), json({{"texture", "t3"}, {"sampler", "s3"}, {"space", 0}}));
  EXPECT_FALSE(first_sampler(program, for_target(Target::Msl20)).contains("samplerBinding")) << "`msl` says it";
}

TEST(ReflectionSamplers, HaveGroupAndTwoBindingsInWgsl) {
  CompileOptions options = for_target(Target::Wgsl);
  options.bindings = {{"fs0", 2, 7}};
  const json reflection = reflected(fragment("tex ft0, v0, fs0 <cube, mipnearest>\nmul oc, ft0, fc0\n"), options);
  const json sampler = reflection.at("agal").at("samplers").at(0);
  EXPECT_EQ(sampler.at("set"), 2);
  EXPECT_EQ(sampler.at("binding"), 7);
  EXPECT_EQ(sampler.at("samplerBinding"), 39);
  EXPECT_EQ(reflection.at("agal").at("uniforms").at("layout").at("set"), 0);
  EXPECT_EQ(reflection.at("separate_images"),
            json({{{"type", "textureCube"}, {"name", "fs0"}, {"set", 2}, {"binding", 7}}}));
  EXPECT_EQ(reflection.at("separate_samplers"),
            json({{{"type", "sampler"}, {"name", "fs0_sampler"}, {"set", 2}, {"binding", 39}}}));
  EXPECT_FALSE(reflection.contains("textures"));
}

// Returns the set or space, the numbers in Metal and in Direct3D, and the binding of the sampler of the first texture.
json sampler_place(const CompileOptions& options, std::string_view text = "tex oc, v0, fs0 <2d>\n") {
  const json sampler = first_sampler(fragment(text), options);
  json out{{"msl", sampler.at("msl").at("sampler")}, {"hlsl", sampler.at("hlsl").at("sampler")}};
  for (const char* const key : {"samplerSet", "samplerBinding"})
    if (sampler.contains(key)) out[key] = sampler.at(key);
  if (sampler.at("hlsl").contains("samplerSpace")) out["space"] = sampler.at("hlsl").at("samplerSpace");
  return out;
}

TEST(ReflectionSamplers, MovedSamplerHasItsOwnSet) {
  for (const Target target : {Target::Wgsl, Target::Spv, Target::VulkanGlsl450}) {
    CompileOptions options = for_target(target);
    options.samplers = Samplers::Separate;
    EXPECT_EQ(sampler_place(options), json({{"samplerSet", 0}, {"samplerBinding", 34}, {"msl", 0}, {"hlsl", "s0"}}));
    options.bindings = {{"fs0_sampler", 2, 10}};
    EXPECT_EQ(sampler_place(options), json({{"samplerSet", 2}, {"samplerBinding", 10}, {"msl", 10}, {"hlsl", "s10"}}))
        << info(target).name;
    EXPECT_EQ(reflected(fragment("tex oc, v0, fs0 <2d>\n"), options).at("separate_samplers").at(0).at("set"), 2);
    options.bindings = {{"fs0", 1, 5}, {"fs0_sampler", 3, 7}};
    EXPECT_EQ(sampler_place(options), json({{"samplerSet", 3}, {"samplerBinding", 7}, {"msl", 7}, {"hlsl", "s7"}}));
    options.bindings = {{"fs0", 1, 5}};
    EXPECT_EQ(sampler_place(options), json({{"samplerSet", 1}, {"samplerBinding", 37}, {"msl", 5}, {"hlsl", "s5"}}));
  }
}

// Without SET:, --bind names set 0, also with a layout that has other sets.
TEST(ReflectionSamplers, MovedSamplerLeavesSetOfLayout) {
  CompileOptions options = for_target(Target::Wgsl);
  options.layout = BindingLayout::Sdl;
  EXPECT_EQ(sampler_place(options).at("samplerSet"), 2);
  options.bindings = {{"fs0_sampler", 0, 14}};
  EXPECT_EQ(sampler_place(options),
            json({{"samplerSet", 0}, {"samplerBinding", 14}, {"msl", 14}, {"hlsl", "s14"}, {"space", 0}}));
  options = for_target(Target::Hlsl51);
  options.layout = BindingLayout::Sdl;
  options.bindings = {{"fs0_sampler", 4, 9}};
  const Compilation made = compiled(fragment("tex oc, v0, fs0 <2d>\n"), options);
  EXPECT_NE(made.text.find("register(t0, space2)"), std::string::npos) << made.text;
  EXPECT_NE(made.text.find("register(s9, space4)"), std::string::npos) << made.text;
  EXPECT_EQ(sampler_place(options), json({{"msl", 9}, {"hlsl", "s9"}, {"space", 4}}));
}

TEST(ReflectionSamplers, OnlySpirvAndVulkanHaveAnEnvironment) {
  for (const TargetInfo& row : target_table) {
    const json target = agal_of(fragment("mov oc, v0\n"), for_target(row.target)).at("target");
    EXPECT_EQ(target.at("name"), row.name);
    EXPECT_EQ(target.contains("environment"), row.vulkan) << row.name;
    EXPECT_EQ(target.contains("spirv"), row.vulkan) << row.name;
  }
  CompileOptions options = for_target(Target::Spv);
  options.environment = Environment::OpenGL45;
  EXPECT_EQ(agal_of(fragment("mov oc, v0\n"), options).at("target").at("environment"), "opengl4.5");
}

TEST(ReflectionSamplers, FilteringIsFalseIfEveryStateIsNearest) {
  const auto filtering = [](std::string_view text, std::uint32_t version = 1) {
    CompileOptions options;
    options.validation.level = ValidationLevel::Warn;
    return first_sampler(fragment(text, version), options).at("filtering").get<bool>();
  };
  EXPECT_FALSE(filtering("tex oc, v0, fs0 <2d, nearest, mipnone>\n"));
  EXPECT_FALSE(filtering("tex oc, v0, fs0 <2d, nearest, mipnearest>\n"));
  EXPECT_TRUE(filtering("tex oc, v0, fs0 <2d, nearest, miplinear>\n"));
  EXPECT_TRUE(filtering("tex oc, v0, fs0 <2d, linear, mipnone>\n"));
  EXPECT_TRUE(filtering("tex oc, v0, fs0 <2d, anisotropic2x, mipnone>\n", 2));
  EXPECT_TRUE(filtering("tex oc, v0, fs0 <2d, nearest, mipnone, ignoresampler>\n")) << "the engine sets the state";
  EXPECT_TRUE(
      filtering("tex ft0, v0, fs0 <2d, nearest, mipnone>\ntex ft1, v0, fs0 <2d, linear, mipnone>\n"
                "add oc, ft0, ft1\n"));
}

TEST(ReflectionSamplers, StateMatchesToken) {
  const json state =
      first_sampler(fragment("tex oc, v0, fs0 <2d,dxt5,anisotropic8x,mipnearest,repeat_u_clamp_v,-1.5>\n", 2))
          .at("states")
          .at(0);
  EXPECT_EQ(state.at("format"), "compressedalpha");
  EXPECT_EQ(state.at("dim"), "2d");
  EXPECT_EQ(state.at("special"), json::array());
  EXPECT_EQ(state.at("wrap"), "repeat_u_clamp_v");
  EXPECT_EQ(state.at("mip"), "mipnearest");
  EXPECT_EQ(state.at("filter"), "anisotropic8x");
  EXPECT_EQ(state.at("anisotropy"), 8);
  EXPECT_EQ(state.at("bias"), -1.5);
  EXPECT_EQ(state.at("tokens"), json({1}));
}

TEST(ReflectionSamplers, ListSpecialFlags) {
  const json state =
      first_sampler(fragment("tex oc, v0, fs0 <2d,ignoresampler,centroid,single>\n", 2)).at("states").at(0);
  EXPECT_EQ(state.at("special"), json({"centroid", "single", "ignoresampler"}));
  EXPECT_EQ(state.at("anisotropy"), 1);
}

TEST(ReflectionSamplers, TokensWithEqualStateShareIt) {
  const json sampler =
      first_sampler(fragment("tex ft0, v0, fs0 <2d,linear>\ntex ft1, v1, fs0 <2d,linear>\nadd oc, ft0, ft1\n"));
  EXPECT_EQ(sampler.at("consistent"), true);
  EXPECT_EQ(sampler.at("states").size(), 1u);
  EXPECT_EQ(sampler.at("states").at(0).at("tokens"), json({1, 2}));
}

TEST(ReflectionSamplers, DifferentStatesAreInconsistent) {
  CompileOptions options;
  options.validation.level = ValidationLevel::Warn;
  const json sampler = first_sampler(fragment("tex ft0, v0, fs0 <2d,linear>\ntex ft1, v1, fs0 <2d,nearest>\n"
                                              "tex ft2, v1, fs0 <2d,linear>\nadd ft0, ft0, ft1\nadd oc, ft0, ft2\n"),
                                     options);
  EXPECT_EQ(sampler.at("consistent"), false);
  EXPECT_EQ(sampler.at("states").at(0).at("tokens"), json({1, 3}));
  EXPECT_EQ(sampler.at("states").at(1).at("tokens"), json({2}));
  EXPECT_EQ(sampler.at("states").at(1).at("filter"), "nearest");
}

TEST(ReflectionSamplers, UnusedSamplerIsNotBound) {
  const json program = reflected(fragment("tex ft0, v0, fs2 <2d>\nmov oc, v0\n"));
  const json& sampler = program.at("agal").at("samplers").at(0);
  EXPECT_EQ(sampler.at("active"), false);
  EXPECT_FALSE(sampler.contains("binding"));
  EXPECT_EQ(sampler.at("states").at(0).at("tokens"), json({1}));
  EXPECT_FALSE(program.contains("textures"));
}

TEST(ReflectionSamplers, RegistersHaveReadChannels) {
  const json registers =
      agal_of(
          fragment(
              "tex ft0.xw, v0, fs0 <2d>\ntex ft1, v0, fs1 <2d,single>\nadd ft0.xw, ft0.xw, ft1.x\nmov oc, ft0.xxxw\n",
              2))
          .at("registers");
  EXPECT_EQ(named(registers, "fs0").at("read"), "xw");
  EXPECT_EQ(named(registers, "fs1").at("read"), "x");
}

TEST(ReflectionSamplers, IncludeVertexSamplers) {
  const json sampler = first_sampler(vertex("tld vt0, va0, vs1 <2d,2>\nmov op, vt0\n", 4));
  EXPECT_EQ(sampler.at("name"), "vs1");
  EXPECT_EQ(sampler.at("states").at(0).at("bias"), 2.0);
}

}  // namespace
}  // namespace agal::test
