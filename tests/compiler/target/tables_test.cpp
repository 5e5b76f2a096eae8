// The consistency of targets.def.
#include <gmock/gmock.h>

#include <array>
#include <set>

#include "agal/target.hpp"

namespace agal {
namespace {

TEST(TargetTables, RowsAreInOrderOfEnumerators) {
  for (const TargetInfo& row : target_table) EXPECT_EQ(&info(row.target), &row) << row.name;
  for (const TargetFamilyInfo& row : target_family_table) EXPECT_EQ(&info(row.family), &row) << row.name;
  for (const EnvironmentInfo& row : environment_table) EXPECT_EQ(&info(row.environment), &row) << row.name;
}

TEST(Identifier, BeginsWithALetterOrAnUnderscore) {
  for (const char* good : {"main", "_", "_1", "A9_z"}) EXPECT_TRUE(is_identifier(good)) << good;
  for (const char* bad : {"", "1", "1a", "a b", "a-b", "a.b", "\xc3\xa4"}) EXPECT_FALSE(is_identifier(bad)) << bad;
}

TEST(TargetTables, NamesAreUniqueAndFound) {
  std::set<std::string_view> names;
  for (const TargetInfo& row : target_table) {
    EXPECT_EQ(find_target(row.name), &row);
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
  }
  for (const TargetFamilyInfo& row : target_family_table) {
    EXPECT_EQ(find_target_family(row.name), &row);
    EXPECT_EQ(names.insert(row.name).second, has_name_of_its_own(row)) << row.name;
    if (!has_name_of_its_own(row)) {
      EXPECT_EQ(find_target(row.name), &info(row.target));
    }
    EXPECT_EQ(info(row.target).family, row.family) << row.name;
  }
  for (const EnvironmentInfo& row : environment_table) EXPECT_EQ(find_environment(row.name), &row);
  EXPECT_EQ(find_target("spirv"), nullptr);
  EXPECT_EQ(find_target_family("spv"), nullptr);
}

// The versions in which the languages got features. Each target has the features of its version.
TEST(TargetTables, FeaturesFollowFromTheVersion) {
  struct Row {
    TargetFeature feature;
    std::uint16_t glsl, essl;
  };
  constexpr std::array<Row, 11> rows{{{TargetFeature::UniformBlocks, 140, 300},
                                      {TargetFeature::ExplicitGradients, 0, 300},
                                      {TargetFeature::InstanceNumber, 140, 300},
                                      {TargetFeature::VolumeTextures, 0, 300},
                                      {TargetFeature::FragmentIndexing, 0, 300},
                                      {TargetFeature::CentroidVaryings, 120, 300},
                                      {TargetFeature::ExplicitLayout, 430, 310},
                                      {TargetFeature::InputLocations, 330, 300},
                                      {TargetFeature::InOutVariables, 130, 300},
                                      {TargetFeature::LaneSelection, 130, 300},
                                      {TargetFeature::FragmentHighp, 0, 300}}};
  for (const TargetInfo& row : target_table) {
    const TargetFamilyInfo& family = info(row.family);
    for (const Row& each : rows)
      EXPECT_EQ(has(row.target, each.feature), !family.glsl() || row.version >= (family.es ? each.essl : each.glsl))
          << row.name;
    EXPECT_EQ(has(row.target, TargetFeature::RegisterSpaces), row.target != Target::Hlsl50) << row.name;
  }
}

TEST(TargetTables, OldVersionsNeedExtensions) {
  EXPECT_EQ(extension_for(Target::Essl100, ExtensionUse::Derivatives), "GL_OES_standard_derivatives");
  EXPECT_EQ(extension_for(Target::Glsl120, ExtensionUse::Derivatives), "");
  EXPECT_EQ(extension_for(Target::Glsl120, ExtensionUse::ExplicitGradients), "GL_ARB_shader_texture_lod");
  for (const TargetInfo& row : target_table)
    for (const ExtensionUse use : {ExtensionUse::FragmentDepth, ExtensionUse::DrawBuffers, ExtensionUse::Derivatives,
                                   ExtensionUse::ExplicitGradients})
      EXPECT_TRUE(row.target == Target::Essl100 || row.target == Target::Glsl120 ||
                  extension_for(row.target, use).empty())
          << row.name;
  EXPECT_EQ(vendor_of("GL_EXT_frag_depth"), "EXT");
  EXPECT_EQ(vendor_of(""), "");
}

}  // namespace
}  // namespace agal
