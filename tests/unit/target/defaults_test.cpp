#include "target/defaults.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace agal::target
