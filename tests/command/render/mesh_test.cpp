// Tests the built-in meshes: sizes, orientation, and the properties in corpus/README.md.
#include "render/mesh.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace agal::render {
namespace {

float dot(const Float4& a, const Float4& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// Expects that u increases along the tangent and v along the bitangent, from the front (the side of the normal).
void expect_frames(const Mesh& mesh) {
  for (const MeshVertex& m : mesh.vertices) {
    EXPECT_NEAR(dot(m.normal, m.normal), 1, 1e-5);
    EXPECT_NEAR(dot(m.tangent, m.tangent), 1, 1e-5);
    EXPECT_NEAR(dot(m.normal, m.tangent), 0, 1e-5);
    EXPECT_EQ(std::fabs(m.tangent[3]), 1);
  }
  Mesh computed = mesh;
  compute_tangents(computed);
  std::size_t same = 0;
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    const Float4 &a = mesh.vertices[i].tangent, &b = computed.vertices[i].tangent;
    same += dot(a, b) > 0.98f && a[3] == b[3];
  }
  // At the poles of a sphere, the direction of u is undefined.
  EXPECT_GE(same, mesh.vertices.size() * 85 / 100);
}

TEST(Mesh, HasDocumentedSizes) {
  const auto sizes = [](std::string_view word) {
    const Mesh mesh = *built_in_mesh(word);
    return std::pair(mesh.vertices.size(), mesh.triangles.size());
  };
  EXPECT_EQ(sizes("quad"), std::pair(std::size_t{4}, std::size_t{2}));
  EXPECT_EQ(sizes("grid"), std::pair(std::size_t{17 * 17}, std::size_t{2 * 16 * 16}));
  EXPECT_EQ(sizes("sphere"), std::pair(std::size_t{33 * 17}, std::size_t{2 * 32 * 16}));
  EXPECT_EQ(sizes("cube"), std::pair(std::size_t{24}, std::size_t{12}));
  EXPECT_EQ(sizes("sprites"), std::pair(std::size_t{32}, std::size_t{16}));
  EXPECT_FALSE(built_in_mesh("teapot"));
}

TEST(Mesh, TrianglesNameExistingVertices) {
  for (const std::string_view word : built_in_mesh_words())
    for (const Mesh mesh = *built_in_mesh(word); const auto& triangle : mesh.triangles)
      for (const std::uint32_t corner : triangle) EXPECT_LT(corner, mesh.vertices.size()) << word;
}

TEST(Mesh, FramesMatchTextureCoordinates) {
  for (const std::string_view word : {"quad", "grid", "sphere", "cube"}) {
    SCOPED_TRACE(word);
    expect_frames(*built_in_mesh(word));
  }
}

TEST(Mesh, NormalsPointOutOfSphereAndCube) {
  for (const std::string_view word : {"sphere", "cube"})
    for (const Mesh mesh = *built_in_mesh(word); const MeshVertex& m : mesh.vertices)
      EXPECT_NEAR(dot(m.position, m.normal), 1, 1e-5) << word;
}

TEST(Mesh, QuadShowsTextureUpright) {
  for (const Mesh mesh = *built_in_mesh("quad"); const MeshVertex& m : mesh.vertices) {
    EXPECT_EQ(m.u, (m.position[0] + 1) / 2);
    EXPECT_EQ(m.v, (1 - m.position[1]) / 2);
    EXPECT_EQ(m.normal, (Float4{0, 0, -1, 1}));
  }
}

TEST(Mesh, SpritesAreEightQuadsInOrder) {
  const Mesh mesh = *built_in_mesh("sprites");
  EXPECT_FALSE(mesh.depth);
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    const MeshVertex& m = mesh.vertices[i];
    EXPECT_EQ(m.index, static_cast<float>(i / 4));
    EXPECT_EQ(m.corner_x, 2 * m.u - 1);
    EXPECT_EQ(m.corner_y, 1 - 2 * m.v);
  }
}

TEST(Mesh, ComputesCenterAndRadius) {
  Mesh mesh = *built_in_mesh("cube");
  for (MeshVertex& m : mesh.vertices) m.position[1] += 5;
  const Extent extent = extent_of(mesh);
  EXPECT_EQ(extent.center, (std::array<float, 3>{0, 5, 0}));
  EXPECT_NEAR(extent.radius, std::sqrt(3.0f), 1e-6);
  EXPECT_EQ(extent_of(Mesh{}).radius, 0);
}

TEST(Attributes, HaveDocumentedContents) {
  MeshVertex m;
  m.u = 0.5f;
  m.v = 0.75f;
  const auto value = [&](std::string_view word) { return find_attribute(word)(m); };
  EXPECT_EQ(value("uv"), (Float4{0.5f, 0.75f, 0, 1}));
  EXPECT_EQ(value("color"), (Float4{0.5f, 0.75f, 0.5f, 1}));
  EXPECT_EQ(value("weights"), (Float4{0.5625f, 0.375f, 0.0625f, 0}));
  EXPECT_EQ(value("bone"), (Float4{0, 0, 0, 1}));
  EXPECT_NEAR(value("phase")[0], 0.975, 1e-5);  // 3.65 + 2.325
  m.v = 0;
  EXPECT_EQ(value("bone")[0], 2);
  EXPECT_EQ(find_attribute("tint"), nullptr);
}

}  // namespace
}  // namespace agal::render
