// The printer of reflections, tested on interfaces that do not belong to programs.
#include "reflect/to_json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace agal::reflect {
namespace {

using nlohmann::json;

Interface invented(Stage stage) {
  Interface out;
  out.stage = stage;
  out.version = 77;
  out.target = Target::Hlsl50;
  out.environment = Environment::Vulkan13;
  out.entry_point = "text";
  out.spirv_entry_point = "words";
  out.extensions = {{Target::Msl12, {"one", "two"}}};
  out.tokens = 12;
  out.opcodes = {{Opcode::Kil, 5}};
  out.registers = {{"r", RegisterType::Varying, 31, 1, 2}};
  out.attributes = {{"a", 32, 4}};
  out.varyings = {{"b", 33, 8, true}};
  out.outputs = {false, {{"c", 34}}, true, true};
  return out;
}

TEST(ToJson, PrintsMembersOfInterface) {
  const json printed = json::parse(to_json(invented(Stage::Vertex)));
  EXPECT_EQ(printed.at("entryPoints"), json({{{"name", "words"}, {"mode", "vert"}}}));
  EXPECT_EQ(printed.at("inputs"), json({{{"type", "vec4"}, {"name", "a"}, {"location", 32}}}));
  EXPECT_EQ(printed.at("outputs"), json({{{"type", "vec4"}, {"name", "c"}, {"location", 34}},
                                         {{"type", "vec4"}, {"name", "b"}, {"location", 33}}}));
  const json& agal = printed.at("agal");
  EXPECT_EQ(agal.at("version"), 77);
  EXPECT_EQ(agal.at("target"), json({{"name", "hlsl50"}, {"environment", "vulkan1.3"}, {"spirv", "1.6"}}));
  EXPECT_EQ(agal.at("entryPoint"), "text");
  EXPECT_EQ(agal.at("extensions"), json({{"msl12", {"one", "two"}}}));
  EXPECT_EQ(agal.at("tokens"), 12);
  EXPECT_EQ(agal.at("opcodes"), json({{"kil", 5}}));
  EXPECT_EQ(agal.at("registers"),
            json({{{"name", "r"}, {"type", "varying"}, {"index", 31}, {"read", "x"}, {"written", "y"}}}));
  EXPECT_EQ(agal.at("attributes"), json({{{"name", "a"}, {"location", 32}, {"components", "z"}}}));
  EXPECT_EQ(agal.at("varyings"), json({{{"name", "b"}, {"location", 33}, {"components", "w"}, {"centroid", true}}}));
  EXPECT_EQ(
      agal.at("outputs"),
      json({{"position", false}, {"colors", {{{"name", "c"}, {"location", 34}}}}, {"depth", true}, {"kills", true}}));
  EXPECT_FALSE(agal.contains("instanceId"));
  EXPECT_FALSE(agal.contains("clipSpace"));
}

TEST(ToJson, PrintsBindings) {
  Interface program = invented(Stage::Fragment);
  program.uniforms.name = "u";
  program.uniforms.layout =
      Interface::Layout{ConstantsMode::Ubo, 3, 8, 4, "block", "member", std::nullopt, Interface::Slots{1, 2, 3, 4, 5}};
  program.samplers = {{"s",
                       6,
                       Interface::BoundTexture{TextureKind::Volume, {std::nullopt, 7, 8, 9, 10}, std::nullopt, false},
                       {{{}, 2, {11, 12}}}},
                      {"t", 13, std::nullopt, {}}};
  const json printed = json::parse(to_json(program));
  EXPECT_EQ(printed.at("ubos"),
            json({{{"type", "_block"}, {"name", "block"}, {"block_size", 24}, {"set", 1}, {"binding", 2}}}));
  EXPECT_EQ(printed.at("textures"), json({{{"type", "sampler3D"}, {"name", "s"}, {"binding", 7}}}));
  EXPECT_EQ(printed.at("inputs").size(), 2u) << "varyings are inputs of a fragment program";
  const json& layout = printed.at("agal").at("uniforms").at("layout");
  EXPECT_EQ(layout.at("msl"), json({{"buffer", 3}}));
  EXPECT_EQ(layout.at("hlsl"), json({{"constants", "b4"}, {"space", 5}}));
  const json& sampler = printed.at("agal").at("samplers").at(0);
  EXPECT_EQ(sampler.at("filtering"), false);
  EXPECT_FALSE(sampler.contains("samplerBinding"));
  EXPECT_EQ(sampler.at("msl"), json({{"texture", 8}, {"sampler", 8}}));
  EXPECT_EQ(sampler.at("hlsl"), json({{"texture", "t9"}, {"sampler", "s9"}, {"space", 10}}));
  EXPECT_EQ(sampler.at("states").at(0).at("anisotropy"), 2);
  EXPECT_EQ(sampler.at("states").at(0).at("tokens"), json({11, 12}));
  EXPECT_EQ(printed.at("agal").at("samplers").at(1).at("active"), false);
}

TEST(ToJson, PrintsSeparateSamplers) {
  Interface program = invented(Stage::Fragment);
  program.samplers = {{"s", 6, Interface::BoundTexture{TextureKind::Cube, {5, 7, 8, 9, 10}, 11, true}, {}, "of_s"}};
  const json printed = json::parse(to_json(program));
  EXPECT_EQ(printed.at("separate_images"),
            json({{{"type", "textureCube"}, {"name", "s"}, {"set", 5}, {"binding", 7}}}));
  EXPECT_EQ(printed.at("separate_samplers"),
            json({{{"type", "sampler"}, {"name", "of_s"}, {"set", 5}, {"binding", 11}}}));
  EXPECT_FALSE(printed.contains("textures"));
  const json& sampler = printed.at("agal").at("samplers").at(0);
  EXPECT_EQ(sampler.at("type"), "samplerCube");
  EXPECT_EQ(sampler.at("samplerBinding"), 11);
  EXPECT_EQ(sampler.at("samplerName"), "of_s");
  EXPECT_EQ(sampler.at("filtering"), true);
}

TEST(ToJson, PrintsSharedInterface) {
  SharedInterface shared;
  shared.kept = {{"k", 1, 3, 2, true}};
  shared.dropped = {{"d", 2}};
  shared.added = {{"e", 3}};
  shared.push_ranges = {{Stage::Fragment, 5, 6}};
  const json printed = json::parse(to_json(invented(Stage::Vertex), invented(Stage::Fragment), shared));
  EXPECT_EQ(printed.at("vertex").at("agal").at("stage"), "vertex");
  EXPECT_EQ(printed.at("fragment").at("agal").at("stage"), "fragment");
  EXPECT_EQ(printed.at("varyings"),
            json({{"kept", {{{"name", "k"}, {"location", 1}, {"written", "xy"}, {"read", "y"}, {"centroid", true}}}},
                  {"dropped", {"d"}},
                  {"added", {"e"}}}));
  EXPECT_EQ(printed.at("pushConstants"), json({{{"stage", "fragment"}, {"offset", 5}, {"size", 6}}}));
}

}  // namespace
}  // namespace agal::reflect
