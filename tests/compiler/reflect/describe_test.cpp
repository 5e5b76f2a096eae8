// The reflection of single programs, one property per test. Other files test constants, samplers and pairs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "reflected.hpp"
#include "support/json_schema.hpp"

namespace agal::test {
namespace {

constexpr std::string_view transform = "m44 op, va0, vc0\nmov v0, va1\n";

TEST(Reflection, HasFormatVersion) { EXPECT_EQ(reflected(vertex(transform)).at("version"), 2); }

TEST(Reflection, HasStageAgalVersionAndTokens) {
  const json agal = agal_of(vertex(transform, 2));
  EXPECT_EQ(agal.at("stage"), "vertex");
  EXPECT_EQ(agal.at("version"), 2);
  EXPECT_EQ(agal.at("tokens"), 2);
  EXPECT_EQ(agal.at("opcodes"), json({{"mov", 1}, {"m44", 1}}));
}

TEST(Reflection, HasTargetAndEnvironment) {
  CompileOptions options = for_target(Target::Spv);
  options.environment = Environment::Vulkan12;
  EXPECT_EQ(agal_of(vertex(transform), options).at("target"),
            json({{"name", "spv"}, {"environment", "vulkan1.2"}, {"spirv", "1.5"}}));
}

TEST(Reflection, RegistersHaveMasksOfReadComponents) {
  const json registers = agal_of(vertex("mov vt0.xy, va0.wzyx\n"
                                        "dp3 vt1.w, va1.zyx, vc2\n"
                                        "mov op, vt0.xyxy\n"
                                        "mov v0, vt1.w\n"))
                             .at("registers");
  EXPECT_EQ(named(registers, "va0").at("read"), "zw");
  EXPECT_EQ(named(registers, "va1").at("read"), "xyz");
  EXPECT_EQ(named(registers, "vc2").at("read"), "xyz");
  EXPECT_EQ(named(registers, "vt0").at("written"), "xy");
  EXPECT_EQ(named(registers, "vt0").at("read"), "xy");
  EXPECT_EQ(named(registers, "vt1").at("written"), "w");
  EXPECT_EQ(named(registers, "op"),
            json({{"name", "op"}, {"type", "output"}, {"index", 0}, {"read", ""}, {"written", "xyzw"}}));
}

// In the JSON of glsl2agal, a register may hold several variables. Registers that no token uses are omitted.
TEST(Registers, HaveVariablesAndValuesOfFile) {
  const std::string text =
      R"({"agalasm": "mul ft0, v0, fc0\nmul ft0, ft0, fc1.x\nmov oc, ft0\n", )"
      R"("varnames": {"tint": "fc0", "uv": "v0", "size": "fc0.w", "gone": "fc9"}, "consts": {"fc1": [0.5, 0, 0, 1]}})";
  AssembleOptions options;
  options.stage = Stage::Fragment;
  const Result<Program> program = load_program(std::as_bytes(std::span(text)), "test.agal", options);
  ASSERT_TRUE(program) << render_text(program.diagnostics());
  const json whole = reflected(*program);
  EXPECT_THAT(schema_violations(schema(), whole), testing::IsEmpty());
  const json& registers = whole.at("agal").at("registers");
  EXPECT_EQ(named(registers, "fc0").at("variables"), json({"tint", "size"}));
  EXPECT_EQ(named(registers, "v0").at("variables"), json({"uv"}));
  EXPECT_EQ(named(registers, "fc1").at("values"), json({0.5, 0.0, 0.0, 1.0}));
  EXPECT_FALSE(named(registers, "fc1").contains("variables"));
  EXPECT_FALSE(named(registers, "oc").contains("values"));
}

TEST(Reflection, MatrixReadsAllRows) {
  const json registers = agal_of(vertex("m34 vt0.xyz, va0, vc4\nmov vt0.w, va0.w\nmov op, vt0\n")).at("registers");
  for (const char* row : {"vc4", "vc5", "vc6"}) EXPECT_EQ(named(registers, row).at("read"), "xyzw") << row;
  EXPECT_TRUE(named(registers, "vc7").is_null());
}

TEST(Reflection, DeadTokensAppearOnlyInRegisters) {
  const Program program = vertex("mul vt0, va1, vc7\nmov op, va0\n");
  const json agal = agal_of(program);
  EXPECT_EQ(named(agal.at("registers"), "va1").at("read"), "xyzw");
  EXPECT_TRUE(named(agal.at("attributes"), "va1").is_null());
  EXPECT_EQ(named(agal.at("registers"), "vc7").at("read"), "xyzw");
  EXPECT_EQ(agal.at("uniforms").at("after").at("count"), 0);
}

TEST(Reflection, AttributesHaveLocationAndLiveComponents) {
  const json agal =
      agal_of(vertex("mov vt0, va0.xyzz\nmul vt0.xy, va3.xyyy, vc0.xyyy\nmov op, vt0\nmov v0.xyzw, va3.yyyy\n"));
  EXPECT_EQ(named(agal.at("attributes"), "va0"), json({{"name", "va0"}, {"location", 0}, {"components", "z"}}));
  EXPECT_EQ(named(agal.at("attributes"), "va3"), json({{"name", "va3"}, {"location", 3}, {"components", "xy"}}));
}

TEST(Reflection, OmitsAttributesOfFragmentProgram) {
  EXPECT_FALSE(agal_of(fragment("mov oc, fc0\n")).contains("attributes"));
}

TEST(Reflection, VaryingsHaveLocationComponentsAndCentroid) {
  const json agal = agal_of(fragment("tex ft0, v2, fs0 <2d,centroid>\nmul oc, ft0, v1.x\n", 2));
  EXPECT_EQ(named(agal.at("varyings"), "v1"),
            json({{"name", "v1"}, {"location", 1}, {"components", "x"}, {"centroid", false}}));
  EXPECT_EQ(named(agal.at("varyings"), "v2"),
            json({{"name", "v2"}, {"location", 2}, {"components", "xy"}, {"centroid", true}}));
  EXPECT_EQ(
      agal_of(vertex("mov op, va0\nmov v3.xy, va1.xy\nmov v3.zw, va1.zw\n")).at("varyings").at(0).at("components"),
      "xyzw");
}

TEST(Reflection, VertexProgramHasPositionOutput) {
  EXPECT_EQ(agal_of(vertex(transform)).at("outputs"),
            json({{"position", true}, {"colors", json::array()}, {"depth", false}, {"kills", false}}));
}

TEST(Reflection, FragmentProgramHasColorsDepthAndKills) {
  const json outputs =
      agal_of(fragment("mov ft0, v0\nkil ft0.w\nmov oc0, ft0\nmov oc1, fc0\nmov fd.x, ft0.z\n", 2)).at("outputs");
  EXPECT_EQ(outputs.at("colors"), json({{{"name", "oc"}, {"location", 0}}, {{"name", "oc1"}, {"location", 1}}}));
  EXPECT_EQ(outputs.at("depth"), true);
  EXPECT_EQ(outputs.at("kills"), true);
  EXPECT_EQ(outputs.at("position"), false);
  EXPECT_EQ(agal_of(fragment("mov oc, v0\n")).at("outputs").at("kills"), false);
}

TEST(Reflection, InstanceIdBaseFollowsTarget) {
  const Program program = vertex("mov vt0, va0\nadd vt0.x, vt0.x, iid.x\nmov op, vt0\n", 3);
  const auto from = [&](Target target) {
    return agal_of(program, for_target(target)).at("instanceId").at("countsFrom").get<std::string>();
  };
  EXPECT_EQ(from(Target::Spv), "firstInstance");
  EXPECT_EQ(from(Target::VulkanGlsl450), "firstInstance");
  EXPECT_EQ(from(Target::Msl20), "firstInstance");
  EXPECT_EQ(from(Target::Glsl330), "zero");
  EXPECT_EQ(from(Target::Essl300), "zero");
  EXPECT_EQ(from(Target::Hlsl51), "zero");
  EXPECT_FALSE(agal_of(vertex(transform)).contains("instanceId"));
}

TEST(Reflection, ClipSpaceMatchesOptions) {
  const auto clip = [](const CompileOptions& options) { return agal_of(vertex(transform), options).at("clipSpace"); };
  EXPECT_EQ(clip(for_target(Target::Spv)), json({{"z", "zeroToOne"}, {"flipY", false}}));
  EXPECT_EQ(clip(for_target(Target::Essl100)), json({{"z", "negativeOneToOne"}, {"flipY", false}}));
  CompileOptions options = for_target(Target::Glsl450);
  options.clip_z = ClipZ::ZeroToOne;
  options.flip_y = true;
  EXPECT_EQ(clip(options), json({{"z", "zeroToOne"}, {"flipY", true}}));
  EXPECT_FALSE(agal_of(fragment("mov oc, v0\n")).contains("clipSpace"));
}

TEST(Reflection, EntryPointMatchesText) {
  EXPECT_EQ(agal_of(vertex(transform), for_target(Target::Spv)).at("entryPoint"), "main");
  EXPECT_EQ(agal_of(vertex(transform), for_target(Target::Msl12)).at("entryPoint"), "main0");
  CompileOptions options = for_target(Target::Msl12);
  options.entry_points.vertex = "transform";
  const Compilation compilation = compiled(vertex(transform), options);
  const json reflection = json::parse(compilation.reflection);
  EXPECT_EQ(reflection.at("agal").at("entryPoint"), "transform");
  EXPECT_EQ(reflection.at("entryPoints"), json({{{"name", "transform"}, {"mode", "vert"}}}));
  EXPECT_NE(compilation.text.find(" transform("), std::string::npos);
}

TEST(Reflection, ExtensionsAreListedByTarget) {
  const json extensions =
      agal_of(fragment("mov ft0, v0\nddx ft1, ft0\nadd oc1, ft1, ft0\nmov oc0, ft0\nmov fd.x, ft0.x\n", 2))
          .at("extensions");
  EXPECT_EQ(extensions,
            json({{"essl100", {"GL_EXT_frag_depth", "GL_EXT_draw_buffers", "GL_OES_standard_derivatives"}}}));
  EXPECT_EQ(agal_of(fragment("mov oc, v0\n")).at("extensions"), json::object());
}

TEST(Reflection, DeadDerivativeNeedsNoExtension) {
  const Compilation compilation = compiled(fragment("ddx ft0, v1\nmov oc, v0\n", 2), for_target(Target::Essl100));
  EXPECT_EQ(compilation.text.find("#extension"), std::string::npos);
  EXPECT_EQ(json::parse(compilation.reflection).at("agal").at("extensions"), json::object());
}

// With explicit gradients, the derivatives for a fetch in a branch are computed before the branch. Targets that need an
// extension for derivatives do not have explicit gradients.
TEST(Reflection, FetchInBranchNeedsNoDerivatives) {
  const Program program = fragment("mov ft0, fc0\nifg v0.x, fc0.x\ntex ft0, v1, fs0 <2d>\neif\nmov oc, ft0\n", 2);
  EXPECT_EQ(agal_of(program).at("extensions"), json({{"glsl120", {"GL_ARB_shader_texture_lod"}}}));
  EXPECT_EQ(compiled(program, for_target(Target::Essl100)).text.find("#extension"), std::string::npos);
}

TEST(Reflection, AnyEntryPointNameGivesValidJson) {
  CompileOptions options = for_target(Target::Spv);
  options.entry_points.vertex = "na\xff\"me";
  EXPECT_EQ(reflected(vertex(transform), options).at("entryPoints").at(0).at("name"), "na\xef\xbf\xbd\"me");
}

TEST(Reflection, IsDeterministic) {
  const Program program = vertex(transform);
  EXPECT_EQ(compiled(program).reflection, compiled(program).reflection);
}

TEST(Reflection, AcceptsProgramsAcceptedAtLevelOff) {
  CompileOptions options;
  options.validation.level = ValidationLevel::Off;
  Program program;
  program.stage = Stage::Fragment;
  program.version = 2;
  const auto code = [](Opcode op) { return static_cast<std::uint32_t>(op); };
  // An empty mask, an unwritten temporary with the highest number, and one sampler in two states.
  program.instructions.push_back({code(Opcode::Mov),
                                  Destination::make(RegisterType::Temporary, 1023, 0),
                                  Source::make(RegisterType::Temporary, 1023),
                                  {}});
  const SamplerOperand odd = SamplerOperand::make(1023).with(SamplerField::Filter, 15).with(SamplerField::Special, 15);
  program.instructions.push_back({code(Opcode::Tex),
                                  Destination::make(RegisterType::Temporary, 0),
                                  Source::make(RegisterType::Varying, 1023),
                                  {odd.bits}});
  program.instructions.push_back({code(Opcode::Tex),
                                  Destination::make(RegisterType::Output, 0),
                                  Source::make(RegisterType::Varying, 0),
                                  {SamplerOperand::make(1023).bits}});
  const json agal = agal_of(program, options);
  const json& sampler = agal.at("samplers").at(0);
  EXPECT_EQ(sampler.at("states").at(0).at("filter"), 15);
  EXPECT_EQ(sampler.at("states").at(0).at("special"), json({"centroid", "single", "ignoresampler", 8}));
  EXPECT_EQ(sampler.at("consistent"), false);
}

}  // namespace
}  // namespace agal::test
