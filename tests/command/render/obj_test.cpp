// Tests valid and invalid Wavefront OBJ files.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "agal/diagnostic.hpp"
#include "render/mesh.hpp"

namespace agal::render {
namespace {

using testing::HasSubstr;

Mesh read(std::string_view text) {
  Result<Mesh> mesh = read_obj(text, "x.obj");
  EXPECT_TRUE(mesh) << render_text(mesh.diagnostics());
  return mesh ? *mesh : Mesh{};
}

std::string said(std::string_view text) {
  const Result<Mesh> mesh = read_obj(text, "x.obj");
  EXPECT_FALSE(mesh) << text;
  EXPECT_TRUE(mesh.diagnostics().contains(1018)) << text;
  return render_text(mesh.diagnostics());
}

constexpr std::string_view square = "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\n";

TEST(Obj, ConvertsPolygonsToFans) {
  const Mesh mesh = read(std::string(square) + "f 1 2 3 4\n");
  EXPECT_EQ(mesh.vertices.size(), 4u);
  EXPECT_EQ(mesh.triangles, (std::vector<std::array<std::uint32_t, 3>>{{0, 1, 2}, {0, 2, 3}}));
}

TEST(Obj, NegativeNumbersCountFromTheEnd) {
  EXPECT_EQ(read(std::string(square) + "f -4 -3 -2\nv 9 9 9\n").vertices[0].position,
            read(std::string(square) + "f 1 2 3\n").vertices[0].position);
}

TEST(Obj, AcceptsAllFormsOfCorner) {
  const std::string rest = "vt 0.25 0.75\nvn 0 0 2\n";
  for (const char* corner : {"{}/1/1", "{}//1", "{}/1", "{}"}) {
    std::string face = "f";
    for (int i = 1; i <= 3; ++i) face += " " + fmt::format(fmt::runtime(corner), i);
    const Mesh mesh = read(std::string(square) + rest + face);
    EXPECT_EQ(mesh.triangles.size(), 1u);
    EXPECT_EQ(mesh.vertices[0].normal, (Float4{0, 0, -1, 1})) << face;  // z is negated
    if (face.find("/1") != std::string::npos && face.find("//") == std::string::npos) {
      EXPECT_EQ(mesh.vertices[0].u, 0.25f);
      EXPECT_EQ(mesh.vertices[0].v, 0.25f);  // v counts from the bottom in the file
    }
  }
}

TEST(Obj, EqualCornersShareVertex) {
  EXPECT_EQ(read(std::string(square) + "f 1 2 3\nf 1 3 4\n").vertices.size(), 4u);
  EXPECT_EQ(read(std::string(square) + "vt 0 0\nvt 1 1\nf 1/1 2/1 3/1\nf 1/2 3/1 4/1\n").vertices.size(), 5u);
}

TEST(Obj, MissingNormalsPointOutwards) {
  // The square faces positive z, the viewer in OBJ files.
  for (const MeshVertex& m : read(std::string(square) + "f 1 2 3 4\n").vertices) {
    EXPECT_EQ(m.normal, (Float4{0, 0, -1, 1}));
    EXPECT_NEAR(m.tangent[0], 1, 1e-6);
    EXPECT_EQ(m.tangent[3], 1);
  }
}

TEST(Obj, MissingCoordinatesAreXAndY) {
  const Mesh mesh = read(std::string(square) + "f 1 2 3 4\n");
  EXPECT_LT(mesh.vertices[0].u, mesh.vertices[1].u);
  EXPECT_GT(mesh.vertices[0].v, mesh.vertices[2].v);
}

TEST(Obj, SkipsOtherLines) {
  EXPECT_EQ(read("# a comment\r\no thing\ns off\nusemtl x\r\nv +0 0 0 # here\r\nv 1 0 0\r\nv 0 1 0\r\nf 1 2 3\r\n")
                .triangles.size(),
            1u);
}

TEST(Obj, ErrorsNameReasonAndLine) {
  EXPECT_THAT(said(""), HasSubstr("it does not contain a face"));
  EXPECT_THAT(said("v 1 2\n"), HasSubstr("x.obj:1: error[AGAL1018]: cannot read the mesh: expected 3 numbers"));
  EXPECT_THAT(said("\nv 1 2 x\n"), HasSubstr("x.obj:2: error[AGAL1018]: cannot read the mesh: 'x' is not a number"));
  EXPECT_THAT(said("v 1 2 nan\n"), HasSubstr("'nan' is not a number"));
  EXPECT_THAT(said("v 1 2 1e99\n"), HasSubstr("'1e99' is not a number"));
  EXPECT_THAT(said(std::string(square) + "f 1 2\n"), HasSubstr("x.obj:5"));
  for (const char* corner : {"0", "5", "-5", "1/1", "1//1", "x", "1/2/3/4", "/1", "99999999999999999999"})
    EXPECT_THAT(said(std::string(square) + "f 1 2 " + corner + "\n"), HasSubstr("x.obj:5")) << corner;
}

TEST(Obj, LimitsSize) {
  std::string face = std::string(square) + "f";
  for (std::size_t i = 0; i < max_mesh_size + 3; ++i) face += " 1";
  EXPECT_THAT(said(face), HasSubstr("more than 1000000"));
}

TEST(Obj, AcceptsOverflowingPositions) {
  const Mesh mesh = read("v 3e38 -3e38 3e38\nv -3e38 3e38 0\nv 0 0 -3e38\nf 1 2 3\n");
  EXPECT_EQ(mesh.vertices.size(), 3u);
}

}  // namespace
}  // namespace agal::render
