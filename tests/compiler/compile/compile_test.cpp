// compile(): steps, times, rejections, and the effects of options.
#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"
#include "khronos/spirv_tools.hpp"
#include "support/lowering.hpp"

namespace agal {
namespace {

using test::assembled;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsSupersetOf;
using testing::Not;
using testing::StartsWith;

constexpr const char* vertex_text = "m44 op, va0, vc0\nmov v0, va1\n";
constexpr const char* fragment_text = "tex ft0, v0, fs0 <2d, linear, miplinear, repeat>\nmul oc, ft0, fc0.x\n";

std::string assembly(const Compilation& compilation) { return khronos::disassemble(compilation.spirv); }

Compilation compiled(std::string_view text, const CompileOptions& options = {}) {
  Result<Compilation> result = compile(assembled(text), options);
  EXPECT_TRUE(result) << render_text(result.diagnostics());
  return result ? *std::move(result) : Compilation{};
}

TEST(Compile, ProducesValidModule) {
  const Compilation result = compiled(vertex_text);
  EXPECT_EQ(result.stage, Stage::Vertex);
  EXPECT_EQ(result.target, Target::Spv);
  EXPECT_FALSE(khronos::validate(result.spirv, Environment::Vulkan10));
  EXPECT_EQ(result.text, "");
}

TEST(Compile, RejectsInvalidProgram) {
  const Result<Compilation> result = compile(*assemble("mov ft0, v0\nmov oc, ft1\n"), {});
  EXPECT_FALSE(result);
  EXPECT_TRUE(result.diagnostics().contains(3647));
}

// A player rejects these programs when it links them, so a program that is compiled alone must be complete too.
TEST(Compile, ChecksOutputsLikeValidate) {
  struct Incomplete {
    std::string_view text;
    std::uint16_t code;
  };
  for (const Incomplete& each : {Incomplete{"//! agal 1 vertex\nmov v0, va1\n", 3635},
                                 {"//! agal 1 vertex\nmov op.xyz, va0\n", 3635},
                                 {"//! agal 1 vertex\nmov vt0, va0\nmov v1, vt0\n", 3635},
                                 {"//! agal 1 fragment\nmov ft0, v0\n", 3634},
                                 {"//! agal 2 fragment\nmov fd.x, v0.x\n", 3634},
                                 {"//! agal 1 fragment\nkil v0.x\n", 3634}})
    for (const Target target : {Target::Spv, Target::Hlsl50, Target::Essl100, Target::Wgsl}) {
      if (each.text.find("fd.x") != std::string_view::npos && target == Target::Essl100) continue;  // no depth
      CompileOptions options;
      options.target = target;
      const Result<Compilation> strict = compile(assembled(each.text), options);
      EXPECT_FALSE(strict) << each.text;
      EXPECT_TRUE(strict.diagnostics().contains(each.code)) << each.text;
      options.validation.level = ValidationLevel::Warn;
      const Result<Compilation> warned = compile(assembled(each.text), options);
      EXPECT_TRUE(warned) << each.text << render_text(warned.diagnostics());
      EXPECT_TRUE(warned.diagnostics().contains(each.code)) << each.text;
      options.validation.level = ValidationLevel::Off;
      const Result<Compilation> off = compile(assembled(each.text), options);
      EXPECT_TRUE(off);
      EXPECT_TRUE(off.diagnostics().empty()) << render_text(off.diagnostics());
    }
}

TEST(Compile, AcceptsEmptyProgram) {
  for (const Stage stage : {Stage::Vertex, Stage::Fragment}) {
    Program program;
    program.stage = stage;
    CompileOptions options;
    options.validation.level = ValidationLevel::Off;
    const Result<Compilation> result = compile(program, options);
    EXPECT_TRUE(result || result.diagnostics().has_errors());
  }
}

TEST(Compile, RejectsSamplerWithTwoDimensions) {
  CompileOptions options;
  options.validation.level = ValidationLevel::Off;
  const Result<Compilation> result = compile(
      assembled("tex ft0, v0, fs0 <2d, linear>\ntex ft1, v0, fs0 <cube, linear, miplinear>\nadd oc, ft0, ft1\n"),
      options);
  EXPECT_FALSE(result);
  EXPECT_TRUE(result.diagnostics().contains(4090));
}

TEST(Compile, CallsListenerForEachStep) {
  std::vector<std::string> steps;
  CompileOptions options;
  options.target = Target::Essl300;
  options.writer = Writer::Cross;
  options.on_step = [&](std::string_view step, std::string_view text) {
    steps.emplace_back(step);
    EXPECT_FALSE(text.empty());
  };
  compiled(fragment_text, options);
  EXPECT_THAT(steps, ElementsAre("ast", "ir", "ir: narrow-lanes", "spirv", "essl300"));
  steps.clear();
  options.writer = Writer::Own;
  compiled(fragment_text, options);
  EXPECT_THAT(steps, ElementsAre("ast", "ir", "ir: narrow-lanes", "essl300"));
}

TEST(Compile, ListenerDoesNotChangeOutput) {
  CompileOptions options;
  const Compilation quiet = compiled(fragment_text, options);
  options.on_step = [](std::string_view, std::string_view) {};
  EXPECT_EQ(compiled(fragment_text, options).spirv, quiet.spirv);
}

TEST(Compile, RecordsTimeOfEachStep) {
  CompileOptions options;
  EXPECT_TRUE(compiled(fragment_text, options).times.empty());
  options.time_steps = true;
  const Compilation result = compiled(fragment_text, options);
  std::vector<std::string> steps;
  for (const StepTime& time : result.times) steps.push_back(time.step);
  EXPECT_THAT(steps, IsSupersetOf({"validate", "lower", "passes", "emit", "spirv-val"}));
}

TEST(Compile, SkipsSpirvValidatorOnRequest) {
  CompileOptions options;
  options.validate_spirv = false;
  options.time_steps = true;
  for (const StepTime& time : compiled(fragment_text, options).times) EXPECT_NE(time.step, "spirv-val");
}

bool had_step(const Compilation& result, std::string_view step) {
  return std::ranges::any_of(result.times, [&](const StepTime& time) { return time.step == step; });
}

bool was_validated(const Compilation& result) { return had_step(result, "spirv-val"); }

// agalc writes text without a SPIR-V module. It creates and validates a module only on request.
TEST(Compile, ValidatesModuleForOwnTextOnRequest) {
  CompileOptions options;
  options.target = Target::Essl300;
  options.time_steps = true;
  const auto validates = [&] {
    const Compilation result = compiled(fragment_text, options);
    EXPECT_TRUE(result.spirv.empty());
    return was_validated(result);
  };
  EXPECT_FALSE(validates());
  options.validate_spirv = true;
  EXPECT_TRUE(validates());
  options.validate_spirv = false;
  EXPECT_FALSE(validates());
}

TEST(Compile, ValidatesEachModuleOnce) {
  ValidModules modules;
  CompileOptions options;
  options.time_steps = true;
  options.valid_modules = &modules;
  options.environment = Environment::Vulkan10;
  EXPECT_TRUE(was_validated(compiled(fragment_text, options)));
  EXPECT_FALSE(was_validated(compiled(fragment_text, options)));
  options.environment = Environment::Vulkan13;
  EXPECT_TRUE(was_validated(compiled(fragment_text, options)));
  options.debug_info = true;  // gives another module
  EXPECT_TRUE(was_validated(compiled(fragment_text, options)));
  EXPECT_FALSE(was_validated(compiled(fragment_text, options)));
}

// The IR of the other texts of the program is verified.
TEST(Compile, ValidatesOneModuleOfAProgramWithSeveralTexts) {
  ValidModules modules;
  CompileOptions options;
  options.time_steps = true;
  options.valid_modules = &modules;
  options.validate_spirv = true;
  const auto checks = [&](const char* text, Target target) {
    options.target = target;
    const Compilation result = compiled(text, options);
    return had_step(result, "spirv-val") ? "spirv-val" : had_step(result, "verify") ? "verify" : "nothing";
  };
  EXPECT_STREQ(checks(fragment_text, Target::Essl300), "spirv-val");
  EXPECT_STREQ(checks(fragment_text, Target::Hlsl50), "verify");
  EXPECT_STREQ(checks(vertex_text, Target::Hlsl50), "spirv-val");  // another program
  EXPECT_STREQ(checks(vertex_text, Target::Spv), "spirv-val");     // the module is the output
  modules = {};
  modules.more_follow = true;
  EXPECT_STREQ(checks(fragment_text, Target::Essl300), "verify");
  EXPECT_STREQ(checks(fragment_text, Target::Spv), "spirv-val");
}

// The words may be equal for two environments with the same version of SPIR-V.
TEST(Compile, RemembersValidModulesByEnvironment) {
  const std::vector<std::uint32_t> words{1, 2, 3};
  ValidModules modules;
  modules.add(assembled(fragment_text), Environment::Vulkan10, words);
  EXPECT_TRUE(modules.contains(Environment::Vulkan10, words));
  EXPECT_FALSE(modules.contains(Environment::OpenGL45, words));
  EXPECT_FALSE(modules.contains(Environment::Vulkan10, std::span(words).first(2)));
}

TEST(Compile, IsDeterministic) {
  CompileOptions options;
  options.target = Target::Essl300;
  EXPECT_EQ(compiled(fragment_text, options).spirv, compiled(fragment_text, options).spirv);
  EXPECT_EQ(compiled(fragment_text, options).text, compiled(fragment_text, options).text);
}

TEST(Compile, DebugInfoAddsNamesAndLines) {
  CompileOptions options;
  EXPECT_THAT(assembly(compiled(fragment_text, options)), Not(HasSubstr("\"ft0\"")));
  options.debug_info = true;
  Program program = assembled(fragment_text);
  program.name = "f.agal";
  const std::string text = assembly(*compile(program, options));
  EXPECT_THAT(text, HasSubstr("\"ft0\""));
  EXPECT_THAT(text, HasSubstr("OpLine"));
}

TEST(Compile, OptimizationRemovesDeadCode) {
  CompileOptions options;
  constexpr const char* text = "mul ft0, v0, v1\nmov oc, v0\n";
  EXPECT_THAT(assembly(compiled(text, options)), Not(HasSubstr("OpFMul")));
  options.optimization = Optimization::None;
  EXPECT_THAT(assembly(compiled(text, options)), HasSubstr("OpFMul"));
}

TEST(Compile, ClipSpaceFollowsTarget) {
  CompileOptions options;
  EXPECT_THAT(assembly(compiled(vertex_text, options)), Not(HasSubstr("OpFSub")));  // AGAL has the clip space of Vulkan
  options.target = Target::Glsl330;
  options.writer = Writer::Cross;
  EXPECT_THAT(assembly(compiled(vertex_text, options)), HasSubstr("OpFSub"));
  options.clip_z = ClipZ::ZeroToOne;
  EXPECT_THAT(assembly(compiled(vertex_text, options)), Not(HasSubstr("OpFSub")));
  options.flip_y = true;
  EXPECT_THAT(assembly(compiled(vertex_text, options)), HasSubstr("OpFNegate"));
}

TEST(Compile, Essl100LacksExplicitGradients) {
  constexpr const char* text = "mov ft0, v1\nifl v1.x, fc0.x\ntex ft0, v0, fs0 <2d, linear>\neif\nmov oc, ft0\n";
  CompileOptions options;
  EXPECT_THAT(assembly(compiled(text, options)), HasSubstr("Grad"));
  options.target = Target::Essl100;
  EXPECT_THAT(assembly(compiled(text, options)), Not(HasSubstr("Grad")));
}

TEST(Compile, Glsl120HasExplicitGradientsByExtension) {
  CompileOptions options;
  options.target = Target::Glsl120;
  const std::string text =
      compiled("mov ft0, v1\nifl v1.x, fc0.x\ntex ft0, v0, fs0 <2d, linear>\neif\nmov oc, ft0\n", options).text;
  EXPECT_THAT(text, StartsWith("#version 120\n#extension GL_ARB_shader_texture_lod : require\n"));
  EXPECT_THAT(text, HasSubstr("texture2DGradARB(fs0, "));
  for (const Writer writer : {Writer::Own, Writer::Cross}) {
    options.writer = writer;
    options.validation.level = ValidationLevel::Off;
    const std::string vertex =
        compiled("//! agal 4 vertex\ntld vt0, va0, vs0 <2d, mipnearest>\nmov op, vt0\n", options).text;
    EXPECT_THAT(vertex, testing::AllOf(HasSubstr("#extension GL_ARB_shader_texture_lod : require\n"),
                                       HasSubstr("texture2DLod(vs0, ")));
  }
  EXPECT_THAT(compiled(fragment_text, options).text, Not(HasSubstr("#extension")));
}

TEST(Compile, AllowReservedAcceptsReservedOpcodes) {
  const Program program = assembled("sgn ft0, v0\nmov oc, ft0\n");
  EXPECT_FALSE(compile(program, {}));
  CompileOptions options;
  options.validation.allow_reserved = true;
  EXPECT_TRUE(compile(program, options));
}

TEST(Compile, EnvironmentSelectsSpirvVersion) {
  for (const EnvironmentInfo& row : environment_table) {
    CompileOptions options;
    options.environment = row.environment;
    EXPECT_EQ(compiled(vertex_text, options).spirv[1],
              std::uint32_t{row.spirv_major} << 16 | std::uint32_t{row.spirv_minor} << 8);
  }
}

// ---- length

std::string chain(int length) {
  std::string text = "mov ft0, v0\n";
  for (int i = 0; i < length; ++i) text += i % 2 == 0 ? "add ft0, ft0, v1\n" : "mul ft0.xyz, ft0.yzx, v2\n";
  return text + "mov oc, ft0\n";
}

TEST(Compile, OmitsInterfaceWithoutReflect) {
  CompileOptions options;
  options.target = Target::Essl300;
  const Compilation with = compiled(fragment_text, options);
  options.reflect = false;
  const Compilation without = compiled(fragment_text, options);
  EXPECT_NE(with.reflection, "");
  EXPECT_EQ(without.reflection, "");
  EXPECT_FALSE(without.program_interface);
  EXPECT_EQ(without.text, with.text);
  const Result<LinkedCompilation> pair =
      link(assembled("m44 op, va0, vc0\nmov v0, va1\n"), assembled("mov oc, v0\n"), options);
  ASSERT_TRUE(pair);
  EXPECT_EQ(pair->reflection, "");
  EXPECT_FALSE(pair->shared_interface || pair->vertex.program_interface || pair->fragment.program_interface);
}

TEST(Compile, CompilesLongPrograms) {
  CompileOptions options;
  options.validation.level = ValidationLevel::Off;
  EXPECT_TRUE(compile(*assemble(chain(20'000)), options));
}

TEST(Compile, RejectsProgramWithTooManyIds) {
  Program program = assembled("m44 vt0, vt0, vc[va0.x]\nmov op, vt0\n");
  const Instruction token = program.instructions[0];
  program.instructions.clear();
  for (std::uint32_t i = 0; i < 250'000; ++i) {
    program.instructions.push_back(token);
    // The index is a new value for each token, so that no load repeats another one.
    program.instructions.back().src2 =
        Source::make_indirect(RegisterType::Constant, RegisterType::Temporary, 0, i % 4, static_cast<std::uint8_t>(i));
  }
  program.instructions.push_back(assembled("mov op, vt0\n").instructions[0]);
  CompileOptions options;
  options.validation.level = ValidationLevel::Off;
  options.optimization = Optimization::None;
  const Result<Compilation> result = compile(program, options);
  EXPECT_FALSE(result);
  EXPECT_TRUE(result.diagnostics().contains(4091));
}

TEST(Compile, CompilesFetchAtEndOfLongBranch) {
  std::string text = "mov ft0, v0\nmov ft1, v0\nifl v1.x, fc0.x\n";
  for (int i = 0; i < 50'000; ++i) text += "add ft0, ft0, v2\n";
  text += "tex ft1, ft0, fs0 <2d, linear>\neif\nmov oc, ft1\n";
  CompileOptions options;
  options.validation.level = ValidationLevel::Off;
  EXPECT_TRUE(compile(*assemble(text), options));
}

}  // namespace
}  // namespace agal
