// Tests that the code has the words of corpus/README.md, and that the formulas there hold.
#include <gmock/gmock.h>

#include <cmath>

#include "corpus/catalog.hpp"
#include "render/color.hpp"
#include "render/mesh.hpp"
#include "render/textures.hpp"

namespace agal::render {
namespace {

template <class List>
std::set<std::string> set_of(const List& list) {
  std::set<std::string> words;
  for (const std::string_view word : list) words.insert(std::string(word));
  return words;
}

TEST(Words, MatchManual) {
  EXPECT_EQ(set_of(attribute_words()), test::defined_words("Attributes"));
  EXPECT_EQ(set_of(built_in_mesh_words()), test::defined_words("Meshes"));
  EXPECT_EQ(set_of(texture_words()), test::defined_words("Textures"));
}

Float4 texel(std::string_view word, std::uint32_t x, std::uint32_t y) {
  const Texture texture = *texture_by_word(word);
  return texture.levels.front().texels[std::size_t{y} * texture.levels.front().width + x];
}

TEST(Textures, HaveAllLevelsInBytes) {
  for (const std::string_view word : texture_words()) {
    const Texture texture = *texture_by_word(word);
    EXPECT_EQ(texture.levels.size(), 8u) << word;
    EXPECT_EQ(texture.levels.front().width, 128u) << word;
    EXPECT_EQ(texture.levels.back().width, 1u) << word;
    for (const Texture::Level& level : texture.levels)
      for (const Float4& t : level.texels)
        for (const float lane : t) ASSERT_EQ(lane, from_byte(to_byte(lane))) << word;
  }
}

TEST(Textures, FollowTheirFormulas) {
  constexpr float byte = 0.5f / 255 + 1e-6f;
  EXPECT_GT(texel("checker", 0, 0)[0], 0.8f);
  EXPECT_LT(texel("checker", 16, 0)[0], 0.3f);
  EXPECT_GT(texel("checker", 16, 16)[0], 0.8f);
  EXPECT_NEAR(texel("gradient", 127, 0)[0], 127.5f / 128, byte);
  EXPECT_NEAR(texel("gradient", 0, 127)[1], 127.5f / 128, byte);
  EXPECT_EQ(texel("disc", 64, 64)[3], 1);
  EXPECT_EQ(texel("disc", 0, 0), (Float4{0, 0, 0, 0}));
  EXPECT_EQ(texel("leaf", 64, 64)[3], 1);
  EXPECT_EQ(texel("leaf", 2, 64)[3], 0);
  EXPECT_EQ(texel("leaf", 20, 2)[3], 0);
  EXPECT_NEAR(texel("ramp", 0, 0)[0], 0.25f, byte);
  EXPECT_EQ(texel("ramp", 127, 0)[0], 1);
  // The normals of the sphere in the g-buffer point to the viewer, and the normals of its upper half point upward.
  EXPECT_LT(texel("gbuffer-normal", 64, 64)[2], 0.01f);
  EXPECT_GT(texel("gbuffer-normal", 64, 20)[1], 0.8f);
}

TEST(Textures, PackedDepthUnpacks) {
  const auto unpacked = [](const Float4& t) {
    double depth = 0, scale = 1;
    for (const float lane : t) {
      depth += double{lane} * scale;
      scale /= 255;
    }
    return depth;
  };
  EXPECT_NEAR(unpacked(texel("packed-depth", 64, 64)), 0.35, 1e-5);
  EXPECT_NEAR(unpacked(texel("packed-depth", 0, 0)), 0.8, 1e-5);
}

// The faces have the orientation of the sampler: up is the sky, and down is the ground.
TEST(Textures, SkyIsAboveGround) {
  const Texture sky = *texture_by_word("cube-sky");
  const auto middle = [&](std::uint32_t face, std::uint32_t y) {
    return sky.levels.front().texels[(std::size_t{face} * 128 + y) * 128 + 64];
  };
  EXPECT_GT(middle(2, 64)[2], 0.7f);
  EXPECT_LT(middle(3, 64)[2], 0.3f);
  for (const std::uint32_t side : {0u, 1u, 4u, 5u}) {
    EXPECT_GT(middle(side, 10)[2], 0.7f) << side;
    EXPECT_LT(middle(side, 118)[2], 0.3f) << side;
  }
}

}  // namespace
}  // namespace agal::render
