// The stage of a program, derived from names of files and classes.
#include "program/stage_names.hpp"

#include <gtest/gtest.h>

namespace agal::program {
namespace {

TEST(StageNames, AreFoundInNames) {
  EXPECT_EQ(name_without_stage("WaterVertex"), "water*");
  EXPECT_EQ(name_without_stage("WaterFragment"), "water*");
  EXPECT_EQ(name_without_stage("ui/water.vert.agal"), "ui/water.*.agal");
  EXPECT_EQ(name_without_stage("VS_Water"), "*_water");
  EXPECT_EQ(name_without_stage("waterFS"), "water*");
  EXPECT_EQ(name_without_stage("water_ps"), "water_*");
  EXPECT_EQ(name_without_stage("PixelWater"), "*water");
  EXPECT_EQ(name_without_stage("Water"), std::nullopt);
  EXPECT_EQ(name_without_stage("maps"), std::nullopt);
  EXPECT_EQ(name_without_stage("fsaa"), std::nullopt);
  EXPECT_EQ(name_without_stage(""), std::nullopt);
}

}  // namespace
}  // namespace agal::program
