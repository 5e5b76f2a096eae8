// The reflection of pairs: the interface between the two programs.
#include <gtest/gtest.h>

#include "reflected.hpp"

namespace agal::test {
namespace {

const Program& wide_vertex() {
  static const Program program = vertex("m44 op, va0, vc0\nmov v0, va1\nmov v1, va2\nmov v2, va0\n");
  return program;
}

TEST(ReflectionPair, HasBothProgramsAndVersion) {
  const Program second = fragment("mov oc, v0\n");
  const json pair = linked(wide_vertex(), second);
  EXPECT_EQ(pair.at("version"), 2);
  EXPECT_EQ(pair.at("fragment"), reflected(second));
  EXPECT_EQ(pair.at("vertex").at("agal").at("stage"), "vertex");
  EXPECT_EQ(pair.at("pushConstants"), json::array());
}

TEST(ReflectionPair, ListsDroppedVaryings) {
  const json pair = linked(wide_vertex(), fragment("mul ft0, v2, fc0\nmov oc, v0.xyyy\n"));
  const json& varyings = pair.at("varyings");
  EXPECT_EQ(varyings.at("kept"),
            json({{{"name", "v0"}, {"location", 0}, {"written", "xyzw"}, {"read", "xy"}, {"centroid", false}}}));
  EXPECT_EQ(varyings.at("dropped"), json({"v1", "v2"}));
  EXPECT_EQ(varyings.at("added"), json::array());
  EXPECT_EQ(pair.at("vertex").at("outputs").size(), 1u);
  EXPECT_EQ(pair.at("vertex").at("inputs").size(), 2u);
}

TEST(ReflectionPair, ListsAddedVaryings) {
  CompileOptions options;
  options.validation.level = ValidationLevel::Warn;
  const json varyings = linked(wide_vertex(), fragment("add oc, v0, v5\n"), options).at("varyings");
  EXPECT_EQ(varyings.at("added"), json({"v5"}));
  EXPECT_EQ(varyings.at("kept").size(), 1u);
}

TEST(ReflectionPair, HasDataOfWebGpuPipeline) {
  CompileOptions options = for_target(Target::Wgsl);
  options.entry_points = {"shade", "shade"};
  const json pair =
      linked(vertex("tld vt0, va0, vs1 <2d, nearest, mipnone, 0>\nm44 op, vt0, vc0\nmov v0, va1\nmov v1, va1\n", 4),
             fragment("tex ft0, v0, fs2 <cube, linear, miplinear>\nmul ft0, ft0, fc1\nmov oc, ft0\nmov oc1, ft0\n"
                      "mov fd.x, ft0.x\n",
                      4),
             options);
  const json vertex_agal = pair.at("vertex").at("agal"), fragment_agal = pair.at("fragment").at("agal");
  for (const json& agal : {vertex_agal, fragment_agal}) EXPECT_EQ(agal.at("entryPoint"), "shade");
  const auto place = [](const json& entry) { return json({entry.at("set"), entry.at("binding"), entry.at("size")}); };
  EXPECT_EQ(place(vertex_agal.at("uniforms").at("layout")), json({0, 0, 64}));
  EXPECT_EQ(place(fragment_agal.at("uniforms").at("layout")), json({0, 1, 32}));
  const json& in_vertex = vertex_agal.at("samplers").at(0);
  EXPECT_EQ(in_vertex.at("binding"), 19);
  EXPECT_EQ(in_vertex.at("samplerBinding"), 51);
  EXPECT_EQ(in_vertex.at("type"), "sampler2D");
  EXPECT_EQ(in_vertex.at("filtering"), false);
  const json& in_fragment = fragment_agal.at("samplers").at(0);
  EXPECT_EQ(in_fragment.at("binding"), 4);
  EXPECT_EQ(in_fragment.at("samplerBinding"), 36);
  EXPECT_EQ(in_fragment.at("type"), "samplerCube");
  EXPECT_EQ(in_fragment.at("filtering"), true);
  EXPECT_EQ(fragment_agal.at("outputs").at("colors").size(), 2u);
  EXPECT_EQ(fragment_agal.at("outputs").at("depth"), true);
}

TEST(ReflectionPair, CentroidAppliesToBothStages) {
  const json pair = linked(vertex("mov op, va0\nmov v0, va1\n", 2), fragment("tex oc, v0, fs0 <2d,centroid>\n", 2));
  EXPECT_EQ(pair.at("varyings").at("kept").at(0).at("centroid"), true);
  EXPECT_EQ(pair.at("vertex").at("agal").at("varyings").at(0).at("centroid"), true);
}

TEST(ReflectionPair, PushConstantsAreConsecutive) {
  CompileOptions options = for_target(Target::Spv);
  options.constants = ConstantsMode::Push;
  const json pair = linked(wide_vertex(), fragment("mul oc, v0, fc1\n"), options);
  EXPECT_EQ(pair.at("pushConstants"), json({{{"stage", "vertex"}, {"offset", 0}, {"size", 64}},
                                            {{"stage", "fragment"}, {"offset", 64}, {"size", 32}}}));
  EXPECT_EQ(pair.at("fragment").at("agal").at("uniforms").at("layout").at("offset"), 64);
  EXPECT_EQ(pair.at("fragment").at("types").at("_FragmentConstants").at("members").at(0).at("offset"), 64);
}

TEST(ReflectionPair, OmitsPushRangeWithoutConstants) {
  CompileOptions options = for_target(Target::Spv);
  options.constants = ConstantsMode::Push;
  const json pair = linked(wide_vertex(), fragment("mov oc, v0\n"), options);
  EXPECT_EQ(pair.at("pushConstants").size(), 1u);
}

}  // namespace
}  // namespace agal::test
