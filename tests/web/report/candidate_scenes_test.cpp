// Tests candidate scenes for pairs without a captured draw.
#include "report/candidate_scenes.hpp"

#include <gmock/gmock.h>

#include "agal/assembly.hpp"

namespace agal::report {
namespace {

using render::Description;

Program program(const std::string& text) { return *assemble(text); }

Description first_candidate_scene(const std::string& vertex) {
  return candidate_scenes(program("//! agal 1 vertex\n" + vertex), program("//! agal 1 fragment\nmov oc, v0\n"))
      .front();
}

// Returns true for the projection of the default scene, which moves the viewer back by 3.
bool is_projection(const Description& description, std::uint32_t first) {
  const auto& constants = description.vertex_constants;
  return constants.at(first)[0] != 1 && constants.at(first)[0] != 0 && constants.at(first + 3)[3] == 3;
}
bool is_identity(const Description& description, std::uint32_t first, std::uint32_t rows) {
  for (std::uint32_t row = 0; row < rows; ++row)
    for (std::uint32_t column = 0; column < 4; ++column)
      if (description.vertex_constants.at(first + row)[column] != (row == column ? 1.0f : 0.0f)) return false;
  return true;
}

TEST(CandidateScenes, FindsProjection) {
  EXPECT_TRUE(is_projection(first_candidate_scene("m44 op, va0, vc8\nmov v0, va1\n"), 8));
  const Description chain = first_candidate_scene(
      "m34 vt1.xyz, va0, vc5\nmov vt1.w, va0.w\nm44 vt2, vt1, vc12\nmul vt3, vt2, vc0.yxy\nmov op, vt3\n"
      "m33 vt0.xyz, va1, vc20\nmov vt0.w, va1.w\nmov v0, vt0\n");
  EXPECT_TRUE(is_projection(chain, 12));
  EXPECT_TRUE(is_identity(chain, 5, 3));
  EXPECT_TRUE(is_identity(chain, 20, 3));
  const Description bones =
      first_candidate_scene("m34 vt0.xyz, va0, vc[va1.x+4]\nmov vt0.w, va0.w\nm44 op, vt0, vc0\nmov v0, va2\n");
  EXPECT_TRUE(is_projection(bones, 0));
  EXPECT_TRUE(is_identity(bones, 4, 3));
  EXPECT_TRUE(is_identity(bones, 121, 3));
}

TEST(CandidateScenes, AcceptsMissingProjection) {
  const Description plain = first_candidate_scene("mov op, va0\nmov v0, vc3\n");
  EXPECT_EQ(plain.vertex_constants.at(3), (Float4{1, 0.5f, 0.25f, 1}));
  EXPECT_EQ(plain.mesh, "quad");
}

TEST(CandidateScenes, UsesSphereForNormals) {
  EXPECT_EQ(first_candidate_scene("m44 op, va0, vc0\nm33 vt0.xyz, va1, vc4\nmov vt0.w, va1.w\nmov v0, vt0\n").mesh,
            "sphere");
}

TEST(CandidateScenes, AcceptsUnusualPrograms) {
  for (const char* vertex : {"mov op, vc[va0.x]\nmov v0, va0\n", "m44 op, va0, vc[va1.x+4]\nmov v0, va0\n",
                             "m44 op, va0, va1\nmov v0, va0\n", "mov v0, va0\n", "m44 op, va0, vc127\nmov v0, va0\n"})
    EXPECT_GE(candidate_scenes(program(std::string("//! agal 1 vertex\n") + vertex),
                               program("//! agal 1 fragment\nmov oc, v0\n"))
                  .size(),
              2u)
        << vertex;
}

TEST(CandidateScenes, RejectsPicturesOfOneColor) {
  render::Picture picture(20, 20, {10, 10, 10, 255});
  EXPECT_FALSE(shows_something(picture));
  picture.at(3, 3) = {255, 255, 255, 255};
  EXPECT_FALSE(shows_something(picture));
  for (std::uint32_t x = 0; x < 20; ++x) picture.at(x, 5) = {15, 15, 15, 255};
  EXPECT_FALSE(shows_something(picture));
  for (std::uint32_t x = 0; x < 20; ++x) picture.at(x, 6) = {200, 15, 15, 255};
  EXPECT_TRUE(shows_something(picture));
}

}  // namespace
}  // namespace agal::report
