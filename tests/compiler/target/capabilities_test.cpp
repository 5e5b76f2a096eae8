// Features and limits of targets: programs that exceed them give errors or warnings.
#include "target/capabilities.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace agal::target {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr auto xyzw = swizzle_identity;

Instruction make(Opcode op, Destination dst, Source a, std::uint64_t b = 0) {
  return {static_cast<std::uint32_t>(op), dst, a, Source{b}};
}
Destination oc(std::uint32_t n = 0) { return Destination::make(RegisterType::Output, n); }
Source v(std::uint32_t n) { return Source::make(RegisterType::Varying, n, xyzw); }
Source c(std::uint32_t n) { return Source::make(RegisterType::Constant, n, xyzw); }
Source va(std::uint32_t n) { return Source::make(RegisterType::Attribute, n, xyzw); }
Instruction tex(std::uint32_t n, Opcode op = Opcode::Tex) { return make(op, oc(), v(0), SamplerOperand::make(n).bits); }

Program program(Stage stage, std::vector<Instruction> instructions) {
  Program p;
  p.stage = stage;
  p.version = 4;
  p.instructions = std::move(instructions);
  p.name = "test";
  return p;
}

Diagnostics check_target(const Program& p, const OutputOptions& options, const ValidateOptions& validation = {}) {
  return target::check_target(p, options, resolve(options, p.stage), validation);
}

OutputOptions options_for(Target target) {
  OutputOptions options;
  options.target = target;
  return options;
}

std::vector<std::uint16_t> codes(const Diagnostics& diagnostics) {
  std::vector<std::uint16_t> list;
  for (const Diagnostic& diagnostic : diagnostics) list.push_back(diagnostic.code);
  return list;
}

TEST(CheckTarget, EveryTargetAcceptsSimpleProgram) {
  const Program p = program(Stage::Fragment, {make(Opcode::Add, oc(), v(0), c(3).bits)});
  for (const TargetInfo& row : target_table)
    EXPECT_THAT(codes(check_target(p, options_for(row.target))), IsEmpty()) << row.name;
}

TEST(CheckTarget, ErrorNamesTokenTargetAndRegister) {
  Instruction fetch = tex(2);
  fetch.src2.bits = fetch.sampler().with(SamplerField::Dim, 2).bits;
  const Program p =
      program(Stage::Fragment, {make(Opcode::Mov, Destination::make(RegisterType::Temporary, 0), v(0)), fetch});
  const Diagnostics diagnostics = check_target(p, options_for(Target::Essl100));
  ASSERT_THAT(codes(diagnostics), ElementsAre(4010));
  const Diagnostic& d = diagnostics[0];
  EXPECT_EQ(d.location.token, 2u);
  EXPECT_EQ(d.location.operand, Operand::Source2);
  EXPECT_EQ(d.location.file, "test");
  EXPECT_THAT(d.message, HasSubstr("essl100"));
  EXPECT_THAT(d.message, HasSubstr("fs2"));
  EXPECT_EQ(d.snippet.substr(d.caret, 3), "fs2");
}

TEST(CheckTarget, ConstantsModeDependsOnTargetAndEnvironment) {
  const Program p = program(Stage::Vertex, {make(Opcode::Add, oc(), va(0), c(0).bits)});
  const auto with = [&](Target target, ConstantsMode mode, std::optional<Environment> environment = std::nullopt) {
    OutputOptions options = options_for(target);
    options.constants = mode;
    options.environment = environment;
    return codes(check_target(p, options));
  };
  EXPECT_THAT(with(Target::Spv, ConstantsMode::Push), IsEmpty());
  EXPECT_THAT(with(Target::Spv, ConstantsMode::Plain), ElementsAre(4002));
  EXPECT_THAT(with(Target::Spv, ConstantsMode::Plain, Environment::OpenGL45), IsEmpty());
  EXPECT_THAT(with(Target::Spvasm, ConstantsMode::Push, Environment::OpenGL45), ElementsAre(4001));
  EXPECT_THAT(with(Target::Glsl330, ConstantsMode::Plain), IsEmpty());
  EXPECT_THAT(with(Target::Essl310, ConstantsMode::Push), ElementsAre(4001));
  EXPECT_THAT(with(Target::Hlsl50, ConstantsMode::Plain), ElementsAre(4002));
  EXPECT_THAT(with(Target::Msl24, ConstantsMode::Push), ElementsAre(4001));
  EXPECT_THAT(with(Target::Msl24, ConstantsMode::Ubo, Environment::Vulkan12), IsEmpty());
  EXPECT_THAT(with(Target::Essl300, ConstantsMode::Ubo, Environment::Vulkan12), ElementsAre(4004));
}

TEST(CheckTarget, SamplersModeDependsOnTargetAndEnvironment) {
  const Program p = program(Stage::Fragment, {tex(0)});
  const auto with = [&](Target target, Samplers samplers, std::optional<Environment> environment = std::nullopt) {
    OutputOptions options = options_for(target);
    options.samplers = samplers;
    options.environment = environment;
    return codes(check_target(p, options));
  };
  for (const Target target : {Target::Spv, Target::Spvasm, Target::VulkanGlsl450, Target::Hlsl51, Target::Msl20}) {
    EXPECT_THAT(with(target, Samplers::Separate), IsEmpty()) << info(target).name;
    EXPECT_THAT(with(target, Samplers::Combined), IsEmpty()) << info(target).name;
  }
  for (const Target target : {Target::Glsl330, Target::Glsl450, Target::Essl100, Target::Essl300, Target::Essl310}) {
    EXPECT_THAT(with(target, Samplers::Separate), ElementsAre(4008)) << info(target).name;
    EXPECT_THAT(with(target, Samplers::Combined), IsEmpty()) << info(target).name;
  }
  EXPECT_THAT(with(Target::Wgsl, Samplers::Separate), IsEmpty());
  EXPECT_THAT(with(Target::Wgsl, Samplers::Combined), ElementsAre(4008));
  EXPECT_THAT(with(Target::Spv, Samplers::Separate, Environment::OpenGL45), ElementsAre(4008));
  EXPECT_THAT(with(Target::Spv, Samplers::Combined, Environment::OpenGL45), IsEmpty());
}

TEST(CheckTarget, EntryPointNamesDependOnTarget) {
  const Program p = program(Stage::Fragment, {tex(0)});
  const auto with = [&](Target target, std::string name) {
    OutputOptions options = options_for(target);
    options.entry_points.fragment = std::move(name);
    return codes(check_target(p, options));
  };
  for (const char* good : {"main", "shade", "_1", "a__b", "v0", "output", "fs", "fs0_", "sampler_fs0", "vec5"})
    EXPECT_THAT(with(Target::Wgsl, good), IsEmpty()) << good;
  for (const char* bad :
       {"",      "_",       "__",      "__main",        "2nd",         "a-b",          "fn",
        "while", "true",    "target",  "filter",        "resource",    "NULL",         "yield",
        "vc",    "fc",      "fs0",     "vs3",           "fs0_sampler", "VertexOutput", "FragmentOutput",
        "vec4f", "uniform", "sampler", "textureSample", "saturate"})
    EXPECT_THAT(with(Target::Wgsl, bad), ElementsAre(4006)) << bad;
  for (const char* good : {"_", "__main", "fn", "vc", "textureSample"})
    EXPECT_THAT(with(Target::Spv, good), IsEmpty()) << good;
  for (const char* good : {"main", "ps_main", "vertex", "kernel", "fn", "float5", "vs", "fs", "transform"})
    EXPECT_THAT(with(Target::Hlsl50, good), IsEmpty()) << good;
  // HLSL reserves some words in any case.
  for (const char* bad :
       {"float", "float4", "half3x4", "min16float2", "cbuffer", "Texture2D", "texture2d", "Pass", "register", "dword",
        "fs0", "v0", "mul", "VertexConstants", "fs0_sampler", "uint1x1", "matrix", "__a", "1st"})
    EXPECT_THAT(with(Target::Hlsl50, bad), ElementsAre(4006)) << bad;
  for (const char* good : {"main", "shade", "cbuffer", "float5", "Texture2D"})
    EXPECT_THAT(with(Target::Msl20, good), IsEmpty()) << good;
  for (const char* bad : {"vertex", "fragment", "kernel", "half4", "float2x2", "namespace", "xor_eq", "texture2d",
                          "a__b", "metal", "sampler", "VertexInput", "uchar4"})
    EXPECT_THAT(with(Target::Msl20, bad), ElementsAre(4006)) << bad;
}

TEST(CheckTarget, WarnsOnceAboutGuaranteedMinimum) {
  std::vector<Instruction> many;
  for (std::uint32_t i = 0; i < 10; ++i) many.push_back(make(Opcode::Add, oc(), va(i), va(i).bits));
  const Program p = program(Stage::Vertex, std::move(many));
  const Diagnostics diagnostics = check_target(p, options_for(Target::Essl100));
  ASSERT_THAT(codes(diagnostics), ElementsAre(4020));
  EXPECT_EQ(diagnostics[0].severity, Severity::Warning);
  EXPECT_EQ(diagnostics[0].location.token, 9u);
  EXPECT_THAT(diagnostics[0].message, HasSubstr("8"));
  EXPECT_THAT(codes(check_target(p, options_for(Target::Essl300))), IsEmpty());
}

TEST(CheckTarget, WarnsAboutMinimumsWithoutLimitsOfVersion) {
  Program p = program(Stage::Vertex, {make(Opcode::Add, oc(), va(8), va(8).bits)});
  p.version = 1;
  for (std::uint32_t i = 0; i < 20; ++i) p.instructions.push_back(make(Opcode::Add, oc(), va(i), va(i).bits));
  ValidateOptions off, unlimited;
  off.level = ValidationLevel::Off;
  unlimited.ignore_limits = true;
  for (const Target target : {Target::Essl100, Target::Essl300}) {
    EXPECT_THAT(codes(check_target(p, options_for(target), off)), ElementsAre(4020));
    EXPECT_THAT(codes(check_target(p, options_for(target), unlimited)), ElementsAre(4020));
  }
  EXPECT_THAT(codes(check_target(p, options_for(Target::Wgsl), off)), IsEmpty());
}

TEST(CheckTarget, CountsTexturesByStage) {
  EXPECT_THAT(codes(check_target(program(Stage::Vertex, {tex(0, Opcode::Tld)}), options_for(Target::Essl100))),
              ElementsAre(4020));
  EXPECT_THAT(codes(check_target(program(Stage::Vertex, {tex(0, Opcode::Tld)}), options_for(Target::Essl300))),
              IsEmpty());
  std::vector<Instruction> nine;
  for (std::uint32_t i = 0; i < 9; ++i) nine.push_back(tex(i));
  EXPECT_THAT(codes(check_target(program(Stage::Fragment, nine), options_for(Target::Essl100))), ElementsAre(4020));
}

TEST(CheckTarget, KnowsMinimumsOfOpenGl21) {
  const auto found = [](Stage stage, std::vector<Instruction> tokens, Target target) {
    return codes(check_target(program(stage, std::move(tokens)), options_for(target)));
  };
  EXPECT_THAT(found(Stage::Vertex, {tex(0, Opcode::Tld)}, Target::Glsl120), ElementsAre(4020));
  EXPECT_THAT(found(Stage::Fragment, {tex(0), tex(1)}, Target::Glsl120), IsEmpty());
  EXPECT_THAT(found(Stage::Fragment, {tex(0), tex(1), tex(2)}, Target::Glsl120), ElementsAre(4020));
  EXPECT_THAT(found(Stage::Fragment, {make(Opcode::Add, oc(), v(0), c(16).bits)}, Target::Glsl120), ElementsAre(4020));
  EXPECT_THAT(found(Stage::Fragment, {make(Opcode::Add, oc(), v(0), c(15).bits)}, Target::Glsl120), IsEmpty());
  EXPECT_THAT(
      found(Stage::Fragment, {make(Opcode::Add, oc(), v(0), c(199).bits), tex(0), tex(1), tex(2)}, Target::Glsl330),
      IsEmpty());
}

TEST(CheckTarget, RejectsWhatGlsl120Lacks) {
  const Source instance = Source::make(RegisterType::InstanceId, 0);
  EXPECT_THAT(
      codes(check_target(program(Stage::Vertex, {make(Opcode::Mov, oc(), instance)}), options_for(Target::Glsl120))),
      ElementsAre(4011));
  OutputOptions blocks = options_for(Target::Glsl120);
  blocks.constants = ConstantsMode::Ubo;
  EXPECT_THAT(codes(check_target(program(Stage::Fragment, {make(Opcode::Mov, oc(), v(0))}), blocks)),
              ElementsAre(4003));
  blocks.constants = ConstantsMode::Push;
  EXPECT_THAT(codes(check_target(program(Stage::Fragment, {make(Opcode::Mov, oc(), v(0))}), blocks)),
              ElementsAre(4001));
}

TEST(CheckTarget, CountsConstantsOfPlainArraysAndPushConstants) {
  const Program p = program(Stage::Fragment, {make(Opcode::Add, oc(), v(0), c(199).bits)});
  EXPECT_THAT(codes(check_target(p, options_for(Target::Essl100))), ElementsAre(4020));
  EXPECT_THAT(codes(check_target(p, options_for(Target::Essl300))), IsEmpty());
  OutputOptions push = options_for(Target::Spv);
  push.constants = ConstantsMode::Push;
  EXPECT_THAT(codes(check_target(p, push)), ElementsAre(4021));
}

TEST(CheckTarget, CountsAllRowsAndRelativeAddresses) {
  const Program rows = program(Stage::Vertex, {make(Opcode::M44, oc(), va(0), c(125).bits)});
  EXPECT_THAT(codes(check_target(rows, options_for(Target::Essl100))), ElementsAre(4020));
  const Source relative = Source::make_indirect(RegisterType::Constant, RegisterType::Attribute, 0, 0, 4);
  const Program indirect = program(Stage::Vertex, {make(Opcode::Add, oc(), va(0), relative.bits)});
  EXPECT_THAT(codes(check_target(indirect, options_for(Target::Essl100))), ElementsAre(4020)) << "AGAL 4 has 250";
}

TEST(CheckTarget, AcceptsAnyTokens) {
  Program p = program(Stage::Fragment, {});
  for (std::uint32_t i = 0; i < 300; ++i)
    p.instructions.push_back({i, {i * 0x9e37'79b9u}, {i * 0x9e37'79b9'7f4a'7c15u}, {~(i * 0x9e37'79b9'7f4a'7c15u)}});
  for (const TargetInfo& row : target_table)
    for (Stage stage : {Stage::Vertex, Stage::Fragment}) {
      p.stage = stage;
      EXPECT_LT(check_target(p, options_for(row.target)).size(), 2000u);
    }
}

}  // namespace
}  // namespace agal::target
