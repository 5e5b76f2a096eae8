// The consistency of targets.def.
#include <gmock/gmock.h>

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

TEST(TargetTables, OnlyEssl100LacksFeaturesOfPrograms) {
  for (const TargetInfo& row : target_table)
    for (const TargetFeature feature :
         {TargetFeature::UniformBlocks, TargetFeature::ExplicitGradients, TargetFeature::InstanceNumber,
          TargetFeature::VolumeTextures, TargetFeature::FragmentIndexing, TargetFeature::CentroidVaryings})
      EXPECT_EQ(has(row.target, feature), row.target != Target::Essl100) << row.name;
}

// GLSL has uniform locations since 4.30, GLSL ES has bindings since 3.10. Older versions need a row of
// AGAL_TARGET_LACKS.
TEST(TargetTables, OldVersionsOfGlslLackExplicitLayout) {
  for (const TargetInfo& row : target_table) {
    const bool old = (row.family == TargetFamily::Glsl && row.version < 430) ||
                     (row.family == TargetFamily::Essl && row.version < 310);
    EXPECT_EQ(has(row.target, TargetFeature::ExplicitLayout), !old) << row.name;
  }
}

}  // namespace
}  // namespace agal
