// Defaults and names of the output options.
#include "target/output.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace agal::target {
namespace {

OutputOptions output_for(Target target) {
  OutputOptions options;
  options.target = target;
  return options;
}

Output resolved(const OutputOptions& options) { return resolve(options, Stage::Vertex); }

TEST(Defaults, EnvironmentAndConstantsFollowTheTarget) {
  EXPECT_EQ(resolved(output_for(Target::Spv)).environment, Environment::Vulkan10);
  EXPECT_EQ(resolved(output_for(Target::VulkanGlsl450)).environment, Environment::Vulkan10);
  EXPECT_EQ(resolved(output_for(Target::Essl300)).environment, Environment::OpenGL45);
  EXPECT_EQ(resolved(output_for(Target::Essl100)).constants, ConstantsMode::Plain);
  EXPECT_EQ(resolved(output_for(Target::Essl300)).constants, ConstantsMode::Ubo);
  OutputOptions options = output_for(Target::Spv);
  options.environment = Environment::OpenGL45;
  options.constants = ConstantsMode::Plain;
  EXPECT_EQ(resolved(options).environment, Environment::OpenGL45);
  EXPECT_EQ(resolved(options).constants, ConstantsMode::Plain);
}

TEST(Defaults, ClipSpaceFollowsLanguage) {
  EXPECT_EQ(resolved(output_for(Target::Essl100)).clip_z, ClipZ::NegativeOneToOne);
  EXPECT_EQ(resolved(output_for(Target::Glsl450)).clip_z, ClipZ::NegativeOneToOne);
  EXPECT_EQ(resolved(output_for(Target::VulkanGlsl450)).clip_z, ClipZ::ZeroToOne);
  EXPECT_EQ(resolved(output_for(Target::Spv)).clip_z, ClipZ::ZeroToOne);
  EXPECT_EQ(resolved(output_for(Target::Msl12)).clip_z, ClipZ::ZeroToOne);
  OutputOptions options = output_for(Target::Essl300);
  options.clip_z = ClipZ::ZeroToOne;
  EXPECT_EQ(resolved(options).clip_z, ClipZ::ZeroToOne);
}

TEST(Defaults, LowColorIsMediumWithoutLowp) {
  for (const TargetInfo& row : target_table) {
    OutputOptions options = output_for(row.target);
    options.precision = Precision::LowColor;
    const bool essl = row.family == TargetFamily::Essl;
    EXPECT_EQ(resolved(options).precision, essl ? Precision::LowColor : Precision::Medium) << row.name;
    options.precision = Precision::High;
    EXPECT_EQ(resolved(options).precision, Precision::High) << row.name;
  }
}

std::optional<Samplers> samplers_for(Target target, std::optional<Samplers> asked,
                                     std::optional<Environment> environment = std::nullopt) {
  OutputOptions options = output_for(target);
  options.samplers = asked;
  options.environment = environment;
  return resolved(options).samplers;
}

TEST(Defaults, SamplersAreCombinedExceptInWgsl) {
  for (const TargetInfo& row : target_table)
    EXPECT_EQ(samplers_for(row.target, {}), row.family == TargetFamily::Wgsl ? Samplers::Separate : Samplers::Combined)
        << row.name;
}

TEST(Defaults, SamplersAreSeparateIfLanguageSupportsThem) {
  const std::vector<Target> able{Target::Spv,    Target::Spvasm, Target::VulkanGlsl450,
                                 Target::Hlsl50, Target::Hlsl51, Target::Wgsl};
  for (const TargetInfo& row : target_table) {
    const bool separate = std::find(able.begin(), able.end(), row.target) != able.end();
    EXPECT_EQ(samplers_for(row.target, Samplers::Separate), separate ? Samplers::Separate : Samplers::Combined)
        << row.name;
  }
  EXPECT_EQ(samplers_for(Target::Spv, Samplers::Separate, Environment::Vulkan13), Samplers::Separate);
  EXPECT_EQ(samplers_for(Target::Spv, Samplers::Separate, Environment::OpenGL45), Samplers::Combined);
}

TEST(Defaults, OnlyVulkanAndWebGpuHaveSets) {
  for (const Target target : {Target::Spv, Target::VulkanGlsl450, Target::Wgsl})
    EXPECT_TRUE(resolved(output_for(target)).has_sets()) << info(target).name;
  for (const Target target : {Target::Glsl450, Target::Essl300, Target::Msl20, Target::Hlsl51})
    EXPECT_FALSE(resolved(output_for(target)).has_sets()) << info(target).name;
}

TEST(Defaults, EntryPointsOfSingleModuleAreNamedAfterStage) {
  OutputOptions options = output_for(Target::Wgsl);
  options.single_module = true;
  EXPECT_EQ(resolve(options, Stage::Vertex).entry_point, "vertex_main");
  EXPECT_EQ(resolve(options, Stage::Fragment).entry_point, "fragment_main");
  options.entry_points = {"transform", "shade"};
  EXPECT_EQ(resolve(options, Stage::Vertex).entry_point, "transform");
  EXPECT_EQ(resolve(options, Stage::Fragment).entry_point, "shade");
  options.target = Target::Hlsl50;
  options.entry_points = {};
  EXPECT_EQ(resolve(options, Stage::Vertex).entry_point, "main");
}

TEST(ResourceId, ReadsItsPrintedName) {
  for (const Stage stage : {Stage::Vertex, Stage::Fragment}) {
    EXPECT_EQ(find_resource(name(ResourceId::constants(stage))), ResourceId::constants(stage));
    for (const std::uint32_t index : {0u, 9u, 10u, 1023u}) {
      const ResourceId sampler = ResourceId::sampler(stage, index);
      EXPECT_EQ(find_resource(name(sampler)), sampler);
      EXPECT_EQ(find_variable(name(sampler) + "_sampler"), sampler);
    }
  }
  EXPECT_EQ(name(ResourceId::sampler(Stage::Vertex, 3)), "vs3");
  EXPECT_EQ(name(ResourceId::constants(Stage::Fragment)), "fc");
}

TEST(ResourceId, RejectsOtherNames) {
  for (const char* text :
       {"", "v", "v0", "va0", "vc0", "fs", "fs01", "fs1x", "fs-1", "fs99999999999", "fs0_sampler", "FS0"})
    EXPECT_EQ(find_resource(text), std::nullopt) << text;
  EXPECT_EQ(find_variable("vc_sampler"), std::nullopt);
}

TEST(Output, SamplersFollowTexturesUnlessBound) {
  OutputOptions options = output_for(Target::Hlsl51);
  options.bindings = {{"fs3", 1, 9}, {"fs4_sampler", 2, 7}, {"fs5", 0, 1}, {"fs5_sampler", 0, 3}};
  options.environment = Environment::Vulkan10;
  const Output output = resolved(options);
  const auto texture = [](std::uint32_t n) { return ResourceId::sampler(Stage::Fragment, n); };
  EXPECT_EQ(output.hlsl_sampler_slot(texture(3)), 9u);
  EXPECT_EQ(output.hlsl_sampler_space(texture(3)), 1u);
  EXPECT_EQ(output.hlsl_sampler_slot(texture(4)), 7u);
  EXPECT_EQ(output.hlsl_sampler_space(texture(4)), 2u);
  EXPECT_EQ(output.hlsl_slot(texture(4)), 4u);
  EXPECT_EQ(output.msl_sampler_slot(texture(5)), 3u);
  EXPECT_EQ(output.msl_slot(texture(5)), 1u);
  EXPECT_EQ(output.msl_sampler_slot(texture(6)), 6u);
}

TEST(Output, BindingsAreRequestedOrFollowAbi) {
  OutputOptions options = output_for(Target::Hlsl51);
  options.bindings = {{"fs3", 1, 9}, {"fs3", 0, 0}, {"nothing", 0, 1}};
  const ResourceId bound = ResourceId::sampler(Stage::Fragment, 3), other = ResourceId::sampler(Stage::Fragment, 4);
  Output output = resolved(options);
  EXPECT_EQ(output.binding_of(bound), (BindingPoint{1, 9}));
  EXPECT_EQ(output.binding_of(other), (BindingPoint{0, 6}));
  EXPECT_EQ(output.hlsl_slot(bound), 9u);
  EXPECT_EQ(output.hlsl_slot(other), 4u);
  EXPECT_EQ(output.hlsl_slot(ResourceId::constants(Stage::Fragment)), 1u);
  EXPECT_EQ(output.msl_slot(ResourceId::constants(Stage::Fragment)), 0u);
  EXPECT_EQ(output.hlsl_space(bound), 0u);
  options.environment = Environment::Vulkan10;
  EXPECT_EQ(resolved(options).hlsl_space(bound), 1u);
}

}  // namespace
}  // namespace agal::target
