// Tests that both backends draw the same picture in every convention of clip space.
#include <gmock/gmock.h>

#include "render/description.hpp"
#include "render_support.hpp"
#include "support/facility.hpp"

namespace agal::render {
namespace {

constexpr std::uint32_t picture_side = 32;

struct Pair {
  std::string_view vertex, fragment;
  Description description;
};

Scene scene_of(const Pair& pair) {
  static TextureCache texture_cache;
  const Result<Scene> scene =
      build_scene(assembled(pair.vertex, Stage::Vertex), assembled(pair.fragment, Stage::Fragment), pair.description,
                  picture_side, picture_side, texture_cache);
  EXPECT_TRUE(scene) << render_text(scene.diagnostics());
  return *scene;
}

Picture drawn(Renderer& renderer, const Pair& pair, const DrawOptions& options = {}) {
  Result<Picture> picture = renderer.draw(scene_of(pair), options);
  EXPECT_TRUE(picture) << render_text(picture.diagnostics());
  return picture ? *picture : Picture(picture_side, picture_side, {});
}

Picture interpreted(const Pair& pair, const DrawOptions& options = {}) {
  return drawn(*make_interpreting_renderer(), pair, options);
}

Description on(std::string mesh) {
  Description description;
  description.mesh = std::move(mesh);
  return description;
}

constexpr std::string_view flat = "mov op, va0\nmov v0, va1\n";
constexpr std::string_view by_matrix = "m44 op, va0, vc0\nmov v0, va1\n";
constexpr std::string_view show = "mov oc, v0\n";
constexpr std::string_view textured = "tex ft0, v0, fs0 <2d, linear, miplinear, repeat>\nmov oc, ft0\n";
constexpr std::string_view holes = "mul ft0, v0, fc0.x\nfrc ft0, ft0\nsub ft0.x, ft0.x, fc0.y\nkil ft0.x\nmov oc, v0\n";
constexpr std::string_view derived =
    "//! agal 2 fragment\nmul ft2, v0, v0\nddx ft0, ft2\nddy ft1, ft2\nadd ft0, ft0, ft1\nmul ft0, ft0, fc0.x\n"
    "mov ft0.w, v0.w\nmov oc, ft0\n";
constexpr std::string_view deep = "//! agal 2 fragment\nmov fd.x, v0.x\nmov oc, v0\n";
constexpr std::string_view lit =
    "m44 op, va0, vc0\nm33 vt0.xyz, va1, vc4\nmov vt0.w, va0.w\nmul vt0, vt0, vc8\nadd vt0, vt0, vc8\nmov v0, vt0\n";

std::vector<Pair> pairs() {
  std::vector<Pair> list{{flat, show, {}},
                         {by_matrix, show, on("cube")},
                         {by_matrix, textured, on("sphere")},
                         {by_matrix, textured, on("sprites")},
                         {by_matrix, holes, on("grid")},
                         {lit, show, on("sphere")}};
  list[4].description.fragment_constants[0] = {4, 0.3f, 0, 0};
  list[5].description.vertex_constants[8] = {0.5f, 0.5f, 0.5f, 0.5f};
  list.push_back({"//! agal 2 vertex\nmov op, va0\nmov v0, va1\n", derived, {}});
  list.back().description.fragment_constants[0] = {10, 0, 0, 0};
  list.push_back({"//! agal 2 vertex\nmov op, va0\nmov v0, va1\n", deep, {}});
  return list;
}

// ------------------------------------------------------------------------------------------------------ alone

TEST(Interpreting, ShowsTheQuadUpright) {
  const Picture picture = interpreted({flat, show, {}});
  EXPECT_NEAR(picture.at(0, 0)[0], 4, 1);  // u from left to right
  EXPECT_NEAR(picture.at(picture_side - 1, 0)[0], 251, 1);
  EXPECT_NEAR(picture.at(0, 0)[1], 4, 1);  // v from top to bottom
  EXPECT_NEAR(picture.at(0, picture_side - 1)[1], 251, 1);
}

TEST(Interpreting, NearerFragmentsHideOthers) {
  // Red at z = x covers blue at 0.5.
  constexpr std::string_view vertex =
      "//! agal 3 vertex\nmov vt0, va0\nmul vt1, iid.x, vc0\nadd vt0.z, vc1.x, vt1.z\nmov op, vt0\n"
      "mov v0, va1\nadd vt2, vt1, vc1.y\nmov v1, vt2\n";
  constexpr std::string_view fragment = "//! agal 3 fragment\nmov oc, v1\nmov ft0, v0\n";
  Pair pair{vertex, fragment, {}};
  pair.description.instances = 2;
  pair.description.vertex_constants = {{0, {1, 0, 0.25f, 0}}, {1, {0.5f, 0, 0, 1}}};
  pair.description.blend = stage3d::Blend::None;
  EXPECT_EQ(interpreted(pair).at(5, 5)[0], 0);  // the first instance is nearer
  pair.description.vertex_constants[0][2] = -0.25f;
  EXPECT_EQ(interpreted(pair).at(5, 5)[0], 255);
  pair.description.vertex_constants[0][2] = 0.25f;
  pair.description.depth = false;
  EXPECT_EQ(interpreted(pair).at(5, 5)[0], 255);
}

TEST(Interpreting, ShowsBackgroundInEmptyPicture) {
  Pair pair{flat, "kil fc0.x\nmov oc, v0\n", {}};
  pair.description.fragment_constants[0] = {-1, 0, 0, 0};
  pair.description.background = Float4{0, 1, 0, 1};
  for (const Pixel& pixel : interpreted(pair).pixels) EXPECT_EQ(pixel, (Pixel{0, 255, 0, 255}));
}

TEST(Interpreting, ShowsRequestedColor) {
  Pair pair{"//! agal 2 vertex\nmov op, va0\nmov v0, va1\n", "//! agal 2 fragment\nmov oc, v0\nmov oc1, fc0\n", {}};
  pair.description.fragment_constants[0] = {0, 0, 1, 1};
  pair.description.color_output = 1;
  EXPECT_EQ(interpreted(pair).at(3, 3), (Pixel{0, 0, 255, 255}));
}

TEST(Interpreting, DrawsEveryScene) {
  for (const Pair& pair : pairs()) {
    const Picture picture = interpreted(pair);
    const auto differ = [&](const Pixel& pixel) { return pixel != picture.pixels.front(); };
    EXPECT_GT(std::count_if(picture.pixels.begin(), picture.pixels.end(), differ), 60) << pair.fragment;
  }
}

// ------------------------------------------------------------------------------------------------------ together

class Both : public testing::Test {
 protected:
  void SetUp() override {
    Result<std::unique_ptr<Renderer>> opened = make_vulkan_renderer(true);
    AGAL_NEED(test::Facility::Vulkan, opened ? "" : render_text(opened.diagnostics()));
    vulkan_ = *std::move(opened);
  }
  void expect_same(const Pair& pair, const DrawOptions& options) {
    const Difference d = compare(drawn(*vulkan_, pair, options), interpreted(pair, options), 6);
    EXPECT_LE(d.pixels, picture_side * picture_side / 100) << pair.fragment << " differs by " << d.max;
  }

  std::unique_ptr<Renderer> vulkan_;
};

TEST_F(Both, DrawTheSamePicture) {
  for (const Pair& pair : pairs()) expect_same(pair, {});
}

TEST_F(Both, DrawTheSamePictureInEveryClipSpace) {
  for (const bool flip : {false, true})
    for (const ClipZ z : {ClipZ::ZeroToOne, ClipZ::NegativeOneToOne}) {
      DrawOptions options;
      options.flip_y = flip;
      options.clip_z = z;
      for (const Pair& pair : pairs()) expect_same(pair, options);
    }
}

// Checks that the comparison can fail: it must find a picture that is upside down or too small.
TEST_F(Both, DetectDifferences) {
  const Pair pair{flat, show, {}};
  Pair wrong{"mov vt0, va0\nneg vt0.y, vt0.y\nmov op, vt0\nmov v0, va1\n", show, {}};
  EXPECT_GT(compare(drawn(*vulkan_, pair), interpreted(wrong), 6).pixels, picture_side * picture_side / 2);
}

}  // namespace
}  // namespace agal::render
