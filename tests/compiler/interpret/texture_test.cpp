// tex, ted and tld: coordinates, flags, bias, and the level from the quad.
#include "interpret/interpret_support.hpp"

namespace agal::test {
namespace {

// Returns an 8 × 8 texture with the number of the level in each texel. The first level has 0.25 in its left half and
// 0.5 in its right half.
Texture numbered_levels() {
  Texture texture;
  for (std::uint32_t size = 8; size > 0; size /= 2) {
    Texture::Level level{size, size, 1, {}};
    for (std::uint32_t i = 0; i < size * size; ++i) {
      const float first = i % size < size / 2 ? 0.25f : 0.5f;
      level.texels.push_back({texture.levels.empty() ? first : static_cast<float>(texture.levels.size()), 10, 20, 30});
    }
    texture.levels.push_back(level);
  }
  return texture;
}

class Fetches : public testing::Test {
 protected:
  Fetches() {
    run_.bindings.textures = {std::nullopt, TextureBinding{numbered_levels(), std::nullopt}};
    slope(1.0f / 8);
  }
  // Sets the difference of v0.xy between pixels.
  void slope(float step) {
    for (std::size_t i = 0; i < quad_size; ++i)
      run_.varyings[i] = {{0.1f + step * static_cast<float>(i & 1), 0.1f + step * static_cast<float>(i / 2), 0, 0},
                          {i == 0 ? 1.0f : 0.0f, 0, 0, 0}};
  }
  float red(const std::string& text, std::size_t pixel = 0) { return (*run_(text).pixels[pixel].colors[0])[0]; }
  QuadRun run_;
};

TEST_F(Fetches, LevelFollowsDerivativesOfQuad) {
  const std::string text = "tex ft0, v0, fs1 <2d, nearest, mipnearest, clamp>\nmov oc, ft0\n";
  EXPECT_EQ(red(text), 0.25f);
  slope(2.0f / 8);
  EXPECT_EQ(red(text), 1);
  slope(8.0f / 8);
  EXPECT_EQ(red(text), 3);
}

TEST_F(Fetches, BiasIsAddedToLevel) {
  slope(2.0f / 8);
  EXPECT_EQ(red("tex ft0, v0, fs1 <2d, nearest, mipnearest, clamp, 1>\nmov oc, ft0\n"), 2);
  EXPECT_EQ(red("tex ft0, v0, fs1 <2d, nearest, mipnearest, clamp, -1>\nmov oc, ft0\n"), 0.25f);
  EXPECT_EQ(red("tex ft0, v0, fs1 <2d, nearest, miplinear, clamp, 0.5>\nmov oc, ft0\n"), 1.5f);
}

TEST_F(Fetches, ApplySwizzleAndMask) {
  for (std::vector<Float4>& v : run_.varyings) v = {{0.1f, 0.9f, 0, 0}};
  EXPECT_EQ(red("tex ft0, v0, fs1 <2d, nearest, mipnone, clamp>\nmov oc, ft0\n"), 0.25f);
  EXPECT_EQ(red("tex ft0, v0.yx, fs1 <2d, nearest, mipnone, clamp>\nmov oc, ft0\n"), 0.5f);
  EXPECT_THAT(
      *run_("mov ft0, v0.z\ntex ft0.yw, v0, fs1 <2d, nearest, mipnone, clamp>\nmov oc, ft0\n").pixels[0].colors[0],
      is(0, 10, 0, 30));
}

TEST_F(Fetches, SingleFlagReplicatesRed) {
  EXPECT_THAT(*run_("tex ft0, v0, fs1 <2d, nearest, mipnone, clamp, single>\nmov oc, ft0\n").pixels[0].colors[0],
              is(0.25f, 0.25f, 0.25f, 0.25f));
}

TEST_F(Fetches, IgnoreSamplerUsesStateOfBinding) {
  const std::string text = "tex ft0, v0.z, fs1 <2d, nearest, mipnone, clamp, ignoresampler>\nmov oc, ft0\n";
  EXPECT_EQ(red(text), 0.25f);
  run_.bindings.textures[1]->state = SamplerOperand::make(1).with(SamplerField::Wrap, 1).with(SamplerField::Filter, 1);
  EXPECT_EQ(red(text), 0.375f);  // the mean of 0.25 and 0.5
  EXPECT_EQ(red("tex ft0, v0.z, fs1 <2d, nearest, mipnone, clamp>\nmov oc, ft0\n"), 0.25f);
}

TEST_F(Fetches, LevelInBranchUsesAllPixels) {
  slope(1.0f / 8);
  // Doubles the coordinate in a branch that only the first pixel takes.
  EXPECT_EQ(
      red("mov ft1, v0.z\nifg v1.x, v1.y\nadd ft0, v0, v0\ntex ft1, ft0, fs1 <2d, nearest, mipnearest, clamp>\neif\n"
          "mov oc, ft1\n"),
      1);
}

TEST_F(Fetches, LevelUsesKilledPixels) {
  slope(2.0f / 8);
  const QuadOutput out =
      run_("neg ft0, v1.x\nkil ft0.x\ntex ft1, v0, fs1 <2d, nearest, mipnearest, clamp>\nmov oc, ft1\n");
  EXPECT_TRUE(out.pixels[0].killed);
  EXPECT_EQ((*out.pixels[1].colors[0])[0], 1);
}

TEST_F(Fetches, TedEqualsTex) {
  slope(2.0f / 8);
  EXPECT_EQ(red("ted ft0, v0, fs1 <2d, nearest, mipnearest, clamp>\nmov oc, ft0\n"), 1);
}

TEST(VertexFetch, BiasIsTheLevel) {
  VertexRun run;
  run.attributes = {{0.9f, 0.1f, 0, 2}};
  run.bindings.textures = {TextureBinding{numbered_levels(), std::nullopt}};
  EXPECT_THAT(*run("tld op, va0, vs0 <2d, nearest, miplinear, clamp>\n").position, is(0.5f, 10, 20, 30));
  EXPECT_THAT(*run("tld op, va0, vs0 <2d, nearest, miplinear, clamp, 2>\n").position, is(2, 10, 20, 30));
  EXPECT_THAT(*run("tld op, va0, vs0 <2d, nearest, miplinear, clamp, 1.5>\n").position, is(1.5f, 10, 20, 30));
}

TEST(CubeFetch, UsesThreeComponents) {
  QuadRun run;
  Texture cube;
  cube.kind = Texture::Kind::Cube;
  cube.levels = {{1, 1, 6, {{0, 0, 0, 1}, {1, 0, 0, 1}, {2, 0, 0, 1}, {3, 0, 0, 1}, {4, 0, 0, 1}, {5, 0, 0, 1}}}};
  run.bindings.textures = {TextureBinding{cube, std::nullopt}};
  for (std::vector<Float4>& v : run.varyings) v = {{0.5f, 0.1f, -3, 0}};
  EXPECT_EQ((*run("tex ft0, v0, fs0 <cube, nearest, miplinear, clamp>\nmov oc, ft0\n").pixels[3].colors[0])[0], 5);
  EXPECT_EQ((*run("tex ft0, v0.zyx, fs0 <cube, nearest, miplinear, clamp>\nmov oc, ft0\n").pixels[3].colors[0])[0], 1);
}

}  // namespace
}  // namespace agal::test
