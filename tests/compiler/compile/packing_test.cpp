// Packing of varyings into few locations, for devices with low limits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"
#include "lower/varying_plan.hpp"

namespace agal {
namespace {

using testing::HasSubstr;
using testing::Not;

Result<LinkedCompilation> packed(std::string_view vertex, std::string_view fragment, std::uint32_t limit,
                                 Target target = Target::Essl300) {
  const Result<Program> v = assemble(vertex, "vertex"), f = assemble(fragment, "fragment");
  EXPECT_TRUE(v.has_value() && f.has_value()) << render_text(v.diagnostics()) << render_text(f.diagnostics());
  CompileOptions options;
  options.target = target;
  options.varying_limit = limit;
  return link(*v, *f, options);
}

constexpr std::string_view vertex = "mov op, va0\nmov v0, va1\nmov v1, va2\nmov v5, va3";

TEST(Packing, PacksReadComponentsSideBySide) {
  const auto made = packed(vertex, "mul ft0.xy, v0.zwww, v1.xxxx\nmov ft0.zw, v5.y\nmov oc, ft0", 1);
  ASSERT_TRUE(made.has_value()) << render_text(made.diagnostics());
  EXPECT_THAT(made->vertex.text, HasSubstr("v0 = vec4(va1.zw, va2.x, va3.y);"));
  EXPECT_THAT(made->vertex.text, Not(HasSubstr("v1")));
  EXPECT_THAT(made->fragment.text, HasSubstr("v0.xy * v0.z, v0.ww"));
  EXPECT_THAT(made->fragment.text, Not(HasSubstr("v5")));
}

TEST(Packing, FillsUnusedComponentsWithZeros) {
  const auto made = packed(vertex, "mul ft0.xyz, v0.yzxx, v5.w\nmul ft0.xyz, ft0.xyzz, v1.wzzz\nmov oc, ft0.xyzz", 2);
  ASSERT_TRUE(made.has_value()) << render_text(made.diagnostics());
  EXPECT_THAT(made->vertex.text, HasSubstr("v0 = vec4(va1.xyz, va3.w);"));
  EXPECT_THAT(made->vertex.text, HasSubstr("v1 = vec4(va2.zw, 0.0, 0.0);"));
}

TEST(Packing, LeavesFittingPairsUnchanged) {
  const std::string_view fragment = "mul oc, v0, v1.x";
  const auto made = packed(vertex, fragment, 2), usual = packed(vertex, fragment, 31);
  ASSERT_TRUE(made && usual);
  EXPECT_EQ(made->vertex.text, usual->vertex.text);
  EXPECT_EQ(made->fragment.text, usual->fragment.text);
}

TEST(Packing, RejectsTooManyComponents) {
  const auto made = packed(vertex, "mul ft0, v0, v1.x\nmov oc, ft0", 1);
  ASSERT_FALSE(made.has_value());
  EXPECT_EQ(made.diagnostics().size(), 1u);
  EXPECT_EQ(made.diagnostics()[0].code, 4016);
}

TEST(Packing, DescribesLocationsAndKeepsStoredComponents) {
  const auto made = packed("mov op, va0\nmov v0.xy, va1\nmov v0.zw, va1\nmov v1, va2\nmov v2, va3",
                           "mov ft0.xy, v0\nmov ft0.zw, v1.xxxy\nmov oc, ft0", 1);
  ASSERT_TRUE(made.has_value()) << render_text(made.diagnostics());
  ASSERT_EQ(made->vertex.program_interface->varyings.size(), 1u);
  EXPECT_EQ(made->vertex.program_interface->varyings[0].components, 0xf);
  ASSERT_TRUE(made->shared_interface.has_value());
  ASSERT_EQ(made->shared_interface->kept.size(), 1u);
  EXPECT_EQ(made->shared_interface->kept[0].read, 0xf);
  ASSERT_EQ(made->shared_interface->dropped.size(), 1u);
  EXPECT_EQ(made->shared_interface->dropped[0].name, "v2");
}

TEST(Packing, DoesNotMixInterpolations) {
  const std::string_view fragment =
      "//! agal 2 fragment\ntex ft0, v0.xyyy, fs0 <2d, centroid>\nmul ft0.xy, ft0, v1\nmov oc, ft0";
  const std::string newer = "//! agal 2 vertex\n" + std::string(vertex);
  const auto apart = packed(newer, fragment, 2);
  EXPECT_TRUE(apart.has_value()) << render_text(apart.diagnostics());
  const auto together = packed(newer, fragment, 1);
  ASSERT_FALSE(together.has_value());
  EXPECT_EQ(together.diagnostics()[0].code, 4016);
}

TEST(Packing, GivesValidModulesForEveryTarget) {
  for (const TargetInfo& row : target_table) {
    const auto made = packed(vertex, "mul ft0.xy, v0.zwww, v1.xxxx\nmov ft0.zw, v5.y\nmov oc, ft0", 1, row.target);
    EXPECT_TRUE(made.has_value()) << row.name << render_text(made.diagnostics());
  }
}

TEST(VaryingPlan, FillsThreesWithOnesAndTwosWithTwos) {
  const std::array<WriteMask, 6> components{1, 0x7, 3, 0x8, 0xe, 0xa};  // 12 components
  const auto plan = lower::VaryingPlan::make(components, {}, 3);
  ASSERT_TRUE(plan.has_value());
  EXPECT_EQ(plan->locations(), 3u);
  EXPECT_FALSE(lower::VaryingPlan::make(components, {}, 2).has_value());
  ASSERT_NE(plan->find(5), nullptr);
  EXPECT_EQ(plan->find(5)->component(1), plan->find(5)->first);
  EXPECT_EQ(plan->find(5)->component(3), plan->find(5)->first + 1);
  EXPECT_EQ(plan->find(6), nullptr);
}

}  // namespace
}  // namespace agal
