#include "target/defaults.hpp"

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

TEST(Defaults, EnvironmentAndConstantsFollowTheTarget) {
  EXPECT_EQ(environment_of(output_for(Target::Spv)), Environment::Vulkan10);
  EXPECT_EQ(environment_of(output_for(Target::VulkanGlsl450)), Environment::Vulkan10);
  EXPECT_EQ(environment_of(output_for(Target::Essl300)), Environment::OpenGL45);
  EXPECT_EQ(constants_of(output_for(Target::Essl100)), ConstantsMode::Plain);
  EXPECT_EQ(constants_of(output_for(Target::Essl300)), ConstantsMode::Ubo);
  OutputOptions options = output_for(Target::Spv);
  options.environment = Environment::OpenGL45;
  options.constants = ConstantsMode::Plain;
  EXPECT_EQ(environment_of(options), Environment::OpenGL45);
  EXPECT_EQ(constants_of(options), ConstantsMode::Plain);
}

TEST(Defaults, ClipSpaceIsThatOfTheLanguage) {
  EXPECT_EQ(clip_z_of(output_for(Target::Essl100)), ClipZ::NegativeOneToOne);
  EXPECT_EQ(clip_z_of(output_for(Target::Glsl450)), ClipZ::NegativeOneToOne);
  EXPECT_EQ(clip_z_of(output_for(Target::VulkanGlsl450)), ClipZ::ZeroToOne);
  EXPECT_EQ(clip_z_of(output_for(Target::Spv)), ClipZ::ZeroToOne);
  EXPECT_EQ(clip_z_of(output_for(Target::Msl12)), ClipZ::ZeroToOne);
  OutputOptions options = output_for(Target::Essl300);
  options.clip_z = ClipZ::ZeroToOne;
  EXPECT_EQ(clip_z_of(options), ClipZ::ZeroToOne);
}

TEST(Defaults, ThirdPrecisionOnlyWhereThereIsOne) {
  for (const TargetInfo& row : target_table) {
    OutputOptions options = output_for(row.target);
    options.precision = Precision::LowColor;
    const bool essl = row.family == TargetFamily::Essl;
    EXPECT_EQ(precision_of(options), essl ? Precision::LowColor : Precision::Medium) << row.name;
    options.precision = Precision::High;
    EXPECT_EQ(precision_of(options), Precision::High) << row.name;
  }
}

std::optional<Samplers> samplers_for(Target target, std::optional<Samplers> asked,
                                     std::optional<Environment> environment = std::nullopt) {
  OutputOptions options = output_for(target);
  options.samplers = asked;
  options.environment = environment;
  return samplers_of(options);
}

TEST(Defaults, SamplersAreCombinedExceptInWgsl) {
  for (const TargetInfo& row : target_table)
    EXPECT_EQ(samplers_for(row.target, {}), row.family == TargetFamily::Wgsl ? Samplers::Separate : Samplers::Combined)
        << row.name;
}

TEST(Defaults, SamplersAreSeparateWhereTheLanguageCan) {
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

TEST(Defaults, SetsAreThoseOfVulkanAndWebGpu) {
  for (const Target target : {Target::Spv, Target::VulkanGlsl450, Target::Wgsl})
    EXPECT_TRUE(has_sets(output_for(target))) << info(target).name;
  for (const Target target : {Target::Glsl450, Target::Essl300, Target::Msl20, Target::Hlsl51})
    EXPECT_FALSE(has_sets(output_for(target))) << info(target).name;
}

}  // namespace
}  // namespace agal::target
