// Lookup of targets by common names.
#include "options/named_target.hpp"

#include <gmock/gmock.h>

#include <vector>

namespace agal::options {
namespace {

using testing::Eq;
using testing::Optional;

auto is(Target target, bool exact) {
  return Optional(
      testing::AllOf(testing::Field(&NamedTarget::target, target), testing::Field(&NamedTarget::exact, exact)));
}

TEST(NamedTarget, AcceptsEveryNameOfTables) {
  for (const TargetInfo& row : target_table) EXPECT_THAT(named_target(row.name), is(row.target, true)) << row.name;
  for (const TargetFamilyInfo& row : target_family_table)
    EXPECT_THAT(named_target(row.name), is(row.target, !has_name_of_its_own(row))) << row.name;
  for (const TargetAlias& row : target_alias_table)
    EXPECT_THAT(named_target(row.name), is(row.target, false)) << row.name;
}

TEST(NamedTarget, AliasesHaveOneMeaningAndNoPunctuation) {
  for (const TargetAlias& row : target_alias_table) {
    EXPECT_EQ(row.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789"), row.name.npos) << row.name;
    EXPECT_EQ(find_target(row.name), nullptr) << row.name;
    EXPECT_EQ(find_target_family(row.name), nullptr) << row.name;
    for (const TargetAlias& other : target_alias_table)
      if (&other != &row) {
        EXPECT_NE(other.name, row.name);
      }
  }
}

TEST(NamedTarget, IgnoresCaseAndPunctuation) {
  EXPECT_THAT(named_target("WebGPU"), is(Target::Wgsl, false));
  EXPECT_THAT(named_target("GLSL-330"), is(Target::Glsl330, true));
  EXPECT_THAT(named_target("vulkan_glsl450"), is(Target::VulkanGlsl450, true));
  EXPECT_THAT(named_target("HLSL 5.1"), is(Target::Hlsl51, true));
  EXPECT_THAT(named_target("Direct3D 12"), is(Target::Hlsl51, false));
}

TEST(NamedTarget, AcceptsVersionsAsLanguagesWriteThem) {
  EXPECT_THAT(named_target("glsl300es"), is(Target::Essl300, true));
  EXPECT_THAT(named_target("glsl 310 es"), is(Target::Essl310, true));
  EXPECT_THAT(named_target("glsles100"), is(Target::Essl100, true));
  EXPECT_THAT(named_target("glsl-es"), is(Target::Essl300, false));
  EXPECT_THAT(named_target("msl2"), is(Target::Msl20, true));
}

TEST(NamedTarget, RejectsOtherNames) {
  for (const char* const name :
       {"",          " ",        ".",        "spi",     "glsles320", "hlsl60", "dxbc", "glsl331",
        "es",        "glsl1",    "-w-g-s-l", "w-gsl",   "-spv",      "spv-",   "s.pv", "es-sl300",
        "essl--300", "-essl300", "met_al",   "vul-kan", "glsl-",     "spv_asm"})
    EXPECT_THAT(named_target(name), Eq(std::nullopt)) << name;
}

TEST(NearestTarget, SuggestsTargetOfSameLanguage) {
  std::vector<std::string_view> names;
  for (const TargetInfo& row : target_table) names.push_back(row.name);
  EXPECT_EQ(nearest_target("glsl320es", names), "essl300");
  EXPECT_EQ(nearest_target("hlsl330", names), "hlsl50");
  EXPECT_EQ(nearest_target("msl50", names), "msl20");
  EXPECT_EQ(nearest_target("gsl330", names), "glsl330");
  EXPECT_EQ(nearest_target("esl300", names), "essl300");
  EXPECT_EQ(nearest_target("wgls", names), "wgsl");
  EXPECT_EQ(nearest_target("dxbc", names), "");
}

}  // namespace
}  // namespace agal::options
