// The software sampler: filters, wrap modes, levels, cubes, compared with values calculated by hand.
#include "interpret/sampler.hpp"

#include "interpret/interpret_support.hpp"

namespace agal::test {
namespace {

using interpret::Footprint;
using interpret::level_of_detail;
using interpret::sample;

SamplerOperand state(SamplerOption filter, SamplerOption wrap = SamplerOption::Clamp,
                     SamplerOption mip = SamplerOption::MipNone) {
  return SamplerOperand::make(0)
      .with(SamplerField::Filter, info(filter).value)
      .with(SamplerField::Wrap, info(wrap).value)
      .with(SamplerField::Mip, info(mip).value);
}

// Returns a texture with the value 10y + x in texel (x, y).
Texture grid(std::uint32_t width, std::uint32_t height) {
  Texture texture;
  texture.levels = {{width, height, 1, {}}};
  for (std::uint32_t y = 0; y < height; ++y)
    for (std::uint32_t x = 0; x < width; ++x) {
      const auto v = static_cast<float>(10 * y + x);
      texture.levels[0].texels.push_back({v, -v, 0, 1});
    }
  return texture;
}

float red(const Texture& texture, SamplerOperand s, float u, float v, float lod = 0) {
  return sample(texture, s, {u, v, 0}, lod)[0];
}

TEST(Sampler, NearestSelectsTexel) {
  const Texture texture = grid(4, 2);
  const SamplerOperand nearest = state(SamplerOption::Nearest);
  EXPECT_EQ(red(texture, nearest, 0, 0), 0);
  EXPECT_EQ(red(texture, nearest, 0.249f, 0.499f), 0);
  EXPECT_EQ(red(texture, nearest, 0.25f, 0.5f), 11);
  EXPECT_EQ(red(texture, nearest, 0.9f, 0.9f), 13);
  EXPECT_EQ(red(texture, nearest, 1, 1), 13);
  EXPECT_THAT(sample(texture, nearest, {0.3f, 0.6f, 0}, 0), is(11, -11, 0, 1));
}

TEST(Sampler, AppliesWrapModes) {
  const Texture texture = grid(4, 4);
  const auto at = [&](SamplerOption wrap, float u, float v) {
    return red(texture, state(SamplerOption::Nearest, wrap), u, v);
  };
  // u is beyond the right edge and v above the upper edge. Repeat reads column 1 and row 3. Clamp reads column 3 and
  // row 0.
  EXPECT_EQ(at(SamplerOption::Clamp, 1.3f, -0.2f), 3);
  EXPECT_EQ(at(SamplerOption::Repeat, 1.3f, -0.2f), 31);
  EXPECT_EQ(at(SamplerOption::ClampURepeatV, 1.3f, -0.2f), 33);
  EXPECT_EQ(at(SamplerOption::RepeatUClampV, 1.3f, -0.2f), 1);
  EXPECT_EQ(at(SamplerOption::Repeat, -7.7f, 5.1f), 1);
}

TEST(Sampler, LinearInterpolatesBetweenTexels) {
  const Texture texture = grid(2, 2);  // texels 0, 1 in row 0 and 10, 11 in row 1
  const SamplerOperand linear = state(SamplerOption::Linear);
  EXPECT_EQ(red(texture, linear, 0.5f, 0.5f), 5.5f);
  EXPECT_EQ(red(texture, linear, 0.25f, 0.25f), 0);
  EXPECT_EQ(red(texture, linear, 0.375f, 0.25f), 0.25f);
  EXPECT_EQ(red(texture, linear, 0.25f, 0.625f), 7.5f);
  EXPECT_EQ(red(texture, linear, 0, 0), 0);
  EXPECT_EQ(red(texture, linear, 9, 9), 11);
  EXPECT_EQ(red(texture, state(SamplerOption::Anisotropic16x), 0.5f, 0.5f), 5.5f);
}

TEST(Sampler, LinearWrapsAroundRepeatedEdge) {
  const Texture texture = grid(2, 2);
  EXPECT_EQ(red(texture, state(SamplerOption::Linear, SamplerOption::Repeat), 0, 0), 5.5f);
  EXPECT_EQ(red(texture, state(SamplerOption::Linear, SamplerOption::RepeatUClampV), 0, 0), 0.5f);
  EXPECT_EQ(red(texture, state(SamplerOption::Linear, SamplerOption::ClampURepeatV), 0, 0), 5);
}

TEST(Sampler, AcceptsInfiniteAndNanCoordinates) {
  const Texture texture = grid(2, 2);
  for (const float wild : {infinity, -infinity, nan, 1e38f, -1e38f})
    for (const SamplerOption filter : {SamplerOption::Nearest, SamplerOption::Linear})
      for (const SamplerOption wrap : {SamplerOption::Clamp, SamplerOption::Repeat}) {
        const float texel = red(texture, state(filter, wrap, SamplerOption::MipLinear), wild, wild, wild);
        EXPECT_TRUE(texel >= 0 && texel <= 11) << texel;
      }
}

// Returns a texture with levels of 4 × 4, 2 × 2 and 1 × 1 texels, whose values are 0, 100 and 200.
Texture plain_levels() {
  Texture texture;
  for (const std::uint32_t size : {4u, 2u, 1u})
    texture.levels.push_back(
        {size, size, 1,
         std::vector<Float4>(std::size_t{size} * size,
                             Float4{100.0f * static_cast<float>(texture.levels.size()), 0, 0, 1})});
  return texture;
}

TEST(Sampler, MipNearestSelectsLevel) {
  const Texture texture = plain_levels();
  const SamplerOperand s = state(SamplerOption::Nearest, SamplerOption::Clamp, SamplerOption::MipNearest);
  EXPECT_EQ(red(texture, s, 0, 0, -3), 0);
  EXPECT_EQ(red(texture, s, 0, 0, 0.5f), 0);
  EXPECT_EQ(red(texture, s, 0, 0, 0.51f), 100);
  EXPECT_EQ(red(texture, s, 0, 0, 1.5f), 100);
  EXPECT_EQ(red(texture, s, 0, 0, 9), 200);
}

TEST(Sampler, MipLinearInterpolatesLevels) {
  const Texture texture = plain_levels();
  const SamplerOperand s = state(SamplerOption::Nearest, SamplerOption::Clamp, SamplerOption::MipLinear);
  EXPECT_EQ(red(texture, s, 0, 0, -0.5f), 0);
  EXPECT_EQ(red(texture, s, 0, 0, 0.25f), 25);
  EXPECT_EQ(red(texture, s, 0, 0, 1), 100);
  EXPECT_EQ(red(texture, s, 0, 0, 1.75f), 175);
  EXPECT_EQ(red(texture, s, 0, 0, 5.5f), 200);
}

TEST(Sampler, MipNoneUsesFirstLevel) { EXPECT_EQ(red(plain_levels(), state(SamplerOption::Linear), 0.3f, 0.3f, 2), 0); }

TEST(Sampler, LevelOfDetailFollowsDerivativesInTexels) {
  Footprint footprint;
  footprint.dx = {1.0f / 64, 0, 0};
  footprint.dy = {0, 1.0f / 64, 0};
  EXPECT_EQ(level_of_detail(grid(64, 16), footprint), 0);
  EXPECT_EQ(level_of_detail(grid(256, 16), footprint), 2);
  EXPECT_EQ(level_of_detail(grid(16, 256), footprint), 2);
  footprint.dx = {3.0f / 64, 4.0f / 64, 0};
  EXPECT_FLOAT_EQ(level_of_detail(grid(64, 64), footprint), std::log2(5.0f));
  EXPECT_EQ(level_of_detail(grid(64, 64), {}), -infinity);
}

// Returns a cube. The texel in column x and row y of a face has the number of the face, plus 0.1x + 0.2y.
Texture cube(std::uint32_t size) {
  Texture texture;
  texture.kind = Texture::Kind::Cube;
  texture.levels = {{size, size, 6, {}}};
  for (std::uint32_t face = 0; face < 6; ++face)
    for (std::uint32_t y = 0; y < size; ++y)
      for (std::uint32_t x = 0; x < size; ++x)
        texture.levels[0].texels.push_back(
            {static_cast<float>(face) + 0.1f * static_cast<float>(x) + 0.2f * static_cast<float>(y), 0, 0, 1});
  return texture;
}

TEST(Sampler, LevelOfDetailIsNanIfADerivativeIsNan) {
  const float none = std::numeric_limits<float>::quiet_NaN();
  Footprint footprint;
  footprint.dx = {0.25f, 0, 0};
  footprint.dy = {none, 0, 0};
  EXPECT_TRUE(std::isnan(level_of_detail(grid(64, 64), footprint)));
  std::swap(footprint.dx, footprint.dy);
  EXPECT_TRUE(std::isnan(level_of_detail(grid(64, 64), footprint)));
}

TEST(Sampler, SelectsFaceOfCube) {
  const Texture texture = cube(1);
  const SamplerOperand s = state(SamplerOption::Nearest);
  const std::array<std::array<float, 3>, 6> directions{
      {{5, 1, 1}, {-5, 1, 1}, {1, 5, 1}, {1, -5, 1}, {1, 1, 5}, {1, 1, -5}}};
  for (std::size_t face = 0; face < 6; ++face)
    EXPECT_EQ(sample(texture, s, directions[face], 0)[0], static_cast<float>(face));
}

TEST(Sampler, OrientsFacesOfCube) {
  const Texture texture = cube(2);
  const SamplerOperand s = state(SamplerOption::Nearest);
  const auto at = [&](float x, float y, float z) { return sample(texture, s, {x, y, z}, 0)[0]; };
  // Seen from inside, the direction toward -z and +y is in the upper right part of the face +x.
  EXPECT_FLOAT_EQ(at(1, 0.5f, -0.5f), 0.1f);
  EXPECT_FLOAT_EQ(at(1, -0.5f, 0.5f), 0.2f);
  EXPECT_FLOAT_EQ(at(-1, 0.5f, 0.5f), 1.1f);
  EXPECT_FLOAT_EQ(at(0.5f, 1, -0.5f), 2.1f);
  EXPECT_FLOAT_EQ(at(0.5f, -1, 0.5f), 3.1f);
  EXPECT_FLOAT_EQ(at(0.5f, 0.5f, 1), 4.1f);
  EXPECT_FLOAT_EQ(at(-0.5f, 0.5f, -1), 5.1f);
  EXPECT_FLOAT_EQ(at(-0.5f, -0.5f, -1), 5.3f);
}

TEST(Sampler, LinearInterpolatesAcrossEdgesOfCube) {
  const Texture texture = cube(1);
  const SamplerOperand s = state(SamplerOption::Linear);
  // The middle of the edge between +x (0) and +z (4).
  EXPECT_FLOAT_EQ(sample(texture, s, {1, 0, 1}, 0)[0], 2);
  // The corner of +x (0), +y (2) and +z (4): a quarter of each, and a quarter of their average.
  EXPECT_FLOAT_EQ(sample(texture, s, {1, 1, 1}, 0)[0], 2);
  // The corner of -x (1), -y (3) and +z (4).
  EXPECT_FLOAT_EQ(sample(texture, s, {-1, -1, 1}, 0)[0], 8.0f / 3);
}

TEST(Sampler, LevelOfDetailOfCubeUsesDerivativesOnFace) {
  Footprint footprint;
  footprint.at = {2, 0, 0};
  footprint.dx = {0, 0, 1};  // moves a quarter of the face
  EXPECT_EQ(level_of_detail(cube(4), footprint), 0);
  footprint.at = {2, 0, 1};
  footprint.dx = {2, 0, 1};  // parallel to `at`, so the place on the face stays the same
  EXPECT_EQ(level_of_detail(cube(4), footprint), -infinity);
}

TEST(Sampler, SamplesVolumes) {
  Texture texture;
  texture.kind = Texture::Kind::Volume;
  texture.levels = {{1, 1, 4, {{0, 0, 0, 0}, {1, 0, 0, 0}, {2, 0, 0, 0}, {3, 0, 0, 0}}}};
  EXPECT_EQ(sample(texture, state(SamplerOption::Nearest), {0, 0, 0.6f}, 0)[0], 2);
  EXPECT_EQ(sample(texture, state(SamplerOption::Linear), {0, 0, 0.5f}, 0)[0], 1.5f);
  EXPECT_EQ(sample(texture, state(SamplerOption::Linear, SamplerOption::Repeat), {0, 0, 0}, 0)[0], 1.5f);
  EXPECT_EQ(sample(texture, state(SamplerOption::Linear), {0, 0, 0}, 0)[0], 0);
}

TEST(Sampler, BoxFilterComputesLevels) {
  const Texture texture = with_box_filtered_levels(grid(4, 2));
  ASSERT_EQ(texture.levels.size(), 3u);
  EXPECT_EQ(texture.levels[1].width, 2u);
  EXPECT_EQ(texture.levels[1].height, 1u);
  EXPECT_THAT(texture.levels[1].texels[0], is(5.5f, -5.5f, 0, 1));
  EXPECT_THAT(texture.levels[1].texels[1], is(7.5f, -7.5f, 0, 1));
  EXPECT_THAT(texture.levels[2].texels[0], is(6.5f, -6.5f, 0, 1));
  EXPECT_EQ(with_box_filtered_levels(grid(5, 3)).levels[1].texels[1], (Float4{7.5f, -7.5f, 0, 1}));
  const Texture faces = with_box_filtered_levels(cube(2));
  ASSERT_EQ(faces.levels.size(), 2u);
  EXPECT_FLOAT_EQ(faces.levels[1].texels[3][0], 3.15f);
}

}  // namespace
}  // namespace agal::test
