// Tests building a scene from a description, and the defaults.
#include <gmock/gmock.h>

#include "render/description.hpp"
#include "render/textures.hpp"
#include "render_support.hpp"

namespace agal::render {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::string_view vertex = "m44 op, va0, vc0\nmov v0, va1\n";
constexpr std::string_view fragment =
    "tex ft0, v0, fs0 <2d, linear, miplinear, repeat>\nmul ft0, ft0, fc0\nmov oc, ft0\n";

Result<Scene> build(const Description& description, std::string_view v = vertex, std::string_view f = fragment) {
  TextureCache texture_cache;
  return build_scene(assembled(v, Stage::Vertex), assembled(f, Stage::Fragment), description, 64, 32, texture_cache);
}

TEST(Guess, AttributesByUse) {
  const auto guess = [](std::string_view text) { return guess_attributes(assembled(text, Stage::Vertex)); };
  EXPECT_THAT(guess("m44 op, va0, vc0\nmov v0, va1\nmov v1, va2\n"), ElementsAre("position", "uv", "color"));
  EXPECT_THAT(guess("m44 op, va0, vc0\nm33 vt0.xyz, va1, vc4\nmov vt0.w, va0.w\nmov v0, vt0\nmov v1, va2\n"),
              ElementsAre("position", "normal", "uv"));
  EXPECT_THAT(guess("m44 op, va1, va4\nmov v0, va2\n"),
              ElementsAre("", "position", "uv", "", "row0", "row1", "row2", "row3"));
  // A copy is a direction until it is overwritten.
  EXPECT_THAT(
      guess("m44 op, va0, vc0\nmov vt0, va1\nmov vt1, vt0\nm33 vt2.xyz, vt1, vc4\nmov vt2.w, va0.w\nmov v0, vt2\n"
            "mov v1, va2\n"),
      ElementsAre("position", "normal", "uv"));
  EXPECT_THAT(
      guess("m44 op, va0, vc0\nmov vt0, va1\nmov v1, vt0\nmul vt0, va0, vc4\nnrm vt1.xyz, vt0\nmov vt1.w, va0.w\n"
            "mov v0, vt1\n"),
      ElementsAre("position", "uv"));
  // The last register holds an index and texture coordinates.
  EXPECT_THAT(guess("m44 op, va1, vc[va0.x]\nadd vt0, va2, vc[va3.y+8]\nadd v0, vt0, va3.zw\n"),
              ElementsAre("zero", "position", "uv", "color"));
}

// The vertex programs of Starling and Away3D read the color before the texture coordinates.
TEST(Guess, TextureCoordinatesFromSampledVaryings) {
  const auto guess = [](std::string_view v, std::string_view f) {
    return guess_attributes(assembled(v, Stage::Vertex), assembled(f, Stage::Fragment));
  };
  constexpr std::string_view moves = "m44 op, va0, vc0\nmov v0, va1\nmov v1, va2\n";
  EXPECT_THAT(guess(moves, "tex ft0, v1, fs0 <2d>\nmul oc, ft0, v0\n"), ElementsAre("position", "color", "uv"));
  EXPECT_THAT(guess(moves, "tex ft0, v0, fs0 <2d>\nmul oc, ft0, v1\n"), ElementsAre("position", "uv", "color"));
  EXPECT_THAT(guess("m44 op, va0, vc0\nmul v0, va1, vc4\nadd v1, va2, vc5\n", "tex oc, v1, fs0 <2d>\n"),
              ElementsAre("position", "color", "uv"));
  // All three attributes are coordinates, so nothing is exchanged.
  EXPECT_THAT(guess(moves, "tex ft0, v0, fs0 <2d>\ntex ft1, v1, fs1 <2d>\nmul oc, ft0, ft1\n"),
              ElementsAre("position", "uv", "color"));
  // The first attribute is a coordinate already, and something else too.
  EXPECT_THAT(guess("m44 op, va0, vc0\nmov v0, va1\nmov v1, va2\nmov v2, va1\n",
                    "tex ft0, v0, fs0 <2d>\ntex ft1, v1, fs1 <2d>\nmul ft0, ft0, ft1\nmul oc, ft0, v2\n"),
              ElementsAre("position", "uv", "color"));
  EXPECT_THAT(guess(moves, "mul oc, v0, v1\n"), ElementsAre("position", "uv", "color"));
}

std::string matrices_of(std::string_view text, Stage stage = Stage::Vertex) {
  std::string words;
  for (const auto& [first, rows, count, relative, word] : guess_matrices(assembled(text, stage)))
    words += std::to_string(first) + "+" + std::to_string(rows) + (relative ? " of " + std::to_string(count) : "") +
             " " + std::string(word) + ", ";
  return words;
}

TEST(Guess, MatricesByTheirProducts) {
  EXPECT_EQ(matrices_of("m44 op, va0, vc1\nmul v0, va1, vc0\n"), "1+4 model-view-projection, ");
  EXPECT_EQ(matrices_of("m34 vt0.xyz, va0, vc8\nmov vt0.w, va0.w\nm44 vt1, vt0, vc0\nmov op, vt1\n"
                        "m33 vt2.xyz, va1, vc8\nmov vt2.w, va0.w\nmov v0, vt2\n"),
            "8+3 model, 0+4 view-projection, ");
  EXPECT_EQ(matrices_of("m44 vt0, va0, vc4\nadd op, vt0, vc0\nmov v0, vc[va1.x+9]\n"), "4+4 model-view-projection, ");
  EXPECT_EQ(matrices_of("mov op, va0\nmov v0, vc0\n"), "");
  EXPECT_EQ(matrices_of("m44 op, va0, va4\n"), "");
  EXPECT_EQ(matrices_of("m33 ft0.xyz, v0, fc2\nmov ft0.w, v0.w\nmov oc, ft0\n", Stage::Fragment), "2+3 , ");
}

TEST(Guess, RowsOfMatricesInDotProducts) {
  EXPECT_EQ(matrices_of("dp4 op.x, va0, vc5\ndp4 op.y, vc6, va0\ndp4 op.z, va0, vc7\ndp4 op.w, va0, vc8\n"),
            "5+4 model-view-projection, ");
  EXPECT_EQ(matrices_of("dp4 vt0.x, va0, vc4\ndp4 vt0.y, va0, vc5\ndp4 vt0.z, va0, vc6\nmov vt0.w, va0.w\n"
                        "dp4 op.x, vt0, vc0\ndp4 op.y, vt0, vc1\ndp4 op.z, vt0, vc2\ndp4 op.w, vt0, vc3\n"),
            "4+3 model, 0+4 view-projection, ");
  EXPECT_EQ(
      matrices_of("dp4 vt0.x, va0, vc4\ndp4 vt0.y, va0, vc6\ndp4 vt0.z, va0, vc8\nmov vt0.w, va0.w\nmov op, vt0\n"),
      "");
}

// Two bones, and a batch that has a matrix for each quad.
TEST(Guess, RelativeMatrices) {
  EXPECT_EQ(matrices_of("m34 vt0.xyz, va0, vc[va1.x+4]\nmov vt0.w, va0.w\nm34 vt1.xyz, va0, vc[va1.y+4]\n"
                        "mov vt1.w, va0.w\nadd vt0, vt0, vt1\nm44 op, vt0, vc0\n"),
            "4+3 of 124 model, 0+4 view-projection, ");
  EXPECT_EQ(matrices_of("m44 op, va0, vc[va1.x]\nmov v0, vc9\n"), "0+4 of 9 model-view-projection, ");
  EXPECT_EQ(matrices_of("dp4 vt0.x, va0, vc[va1.x+8]\ndp4 vt0.y, va0, vc[va1.x+9]\ndp4 vt0.z, va0, vc[va1.x+10]\n"
                        "mov vt0.w, va0.w\nm44 op, vt0, vc0\n"),
            "8+3 of 120 model, 0+4 view-projection, ");
  EXPECT_EQ(matrices_of("m44 op, va0, vc[va1.x+124]\n"), "124+4 of 4 model-view-projection, ");
  // The rows belong to different matrices.
  EXPECT_EQ(matrices_of("dp4 vt0.x, va0, vc[va1.x+8]\ndp4 vt0.y, va0, vc[va1.y+9]\ndp4 vt0.z, va0, vc[va1.z+10]\n"
                        "mov vt0.w, va0.w\nmov op, vt0\n"),
            "");
  // Nothing is left for the relative address.
  EXPECT_EQ(matrices_of("m44 vt0, va0, vc[va1.x]\nm44 op, vt0, vc0\n"), "0+4 of 0 model, 0+4 view-projection, ");
}

TEST(Scene, RepeatsTheRowsOfReachedMatrices) {
  const Result<Scene> scene = build({}, "m44 op, va0, vc[va1.x+2]\nmov v0, vc9\n", "mov oc, v0\n");
  ASSERT_TRUE(scene) << render_text(scene.diagnostics());
  const Matrix rows = *matrix_by_word("model-view-projection", scene->mesh, 2);
  const std::vector<Float4>& constants = scene->vertex_inputs.constants;
  for (std::size_t i = 0; i < 7; ++i) EXPECT_EQ(constants.at(2 + i), rows[i % 4]) << i;
  for (const std::size_t other : {1u, 9u, 10u}) EXPECT_EQ(constants.at(other), default_constant) << other;
  EXPECT_THAT(scene->attributes.at(1), testing::Each(Float4{}));
}

TEST(Scene, HasMatricesInTheRegistersOfTheProgram) {
  const Result<Scene> scene = build({}, "m44 op, va0, vc5\nmul v0, va1, vc0\n", "mov oc, v0\n");
  ASSERT_TRUE(scene) << render_text(scene.diagnostics());
  const Matrix rows = *matrix_by_word("model-view-projection", scene->mesh, 2);
  for (std::size_t row = 0; row < 4; ++row) EXPECT_EQ(scene->vertex_inputs.constants.at(5 + row), rows[row]);
  EXPECT_EQ(scene->vertex_inputs.constants.at(0), default_constant);
}

TEST(Guess, TexturesBeginWithTheDefault) {
  for (const Texture::Kind kind : {Texture::Kind::Plane, Texture::Kind::Cube}) {
    const std::vector<std::string_view> words = texture_words(kind);
    ASSERT_FALSE(words.empty());
    EXPECT_EQ(texture_by_word(words.front())->levels.front().texels, default_texture(kind).levels.front().texels);
    for (const std::string_view word : words) EXPECT_EQ(texture_by_word(word)->kind, kind) << word;
  }
}

TEST(Scene, HasDefaults) {
  const Result<Scene> scene = build({});
  ASSERT_TRUE(scene) << render_text(scene.diagnostics());
  EXPECT_EQ(scene->mesh.vertices.size(), 4u);
  EXPECT_EQ(scene->attributes.at(1).at(3), (Float4{1, 1, 0, 1}));
  EXPECT_EQ(scene->vertex_inputs.constants.size(), 128u);
  EXPECT_EQ(scene->fragment_inputs.constants.at(0), (Float4{1, 0.5f, 0.25f, 1}));
  ASSERT_NE(scene->fragment_inputs.textures.at(0).texture, nullptr);
  EXPECT_EQ(scene->fragment_inputs.textures.at(0).texture->levels.size(), 8u);
}

// The center of the mesh must be in the middle of the picture, and the whole mesh between the planes.
TEST(Scene, DefaultMatrixShowsMesh) {
  for (const std::string_view word : built_in_mesh_words()) {
    Description description;
    description.mesh = word;
    const Result<Scene> scene = build(description);
    ASSERT_TRUE(scene);
    for (const MeshVertex& m : scene->mesh.vertices) {
      Float4 p{};
      for (std::size_t row = 0; row < 4; ++row)
        for (std::size_t i = 0; i < 4; ++i) p[row] += scene->vertex_inputs.constants[row][i] * m.position[i];
      EXPECT_GT(p[2], 0) << word;
      EXPECT_LT(p[2], p[3]) << word;
      EXPECT_LT(std::fabs(p[0]), p[3]) << word;
      EXPECT_LT(std::fabs(p[1]), p[3]) << word;
    }
  }
}

TEST(Scene, UsesDescription) {
  Description description;
  description.mesh = "grid";
  description.attributes[1] = {"color", {}};
  description.attributes[0] = {"", {{1, 2, 3, 4}}};
  description.fragment_constants[2] = {9, 9, 9, 9};
  description.vertex_constants[0] = {5, 5, 5, 5};
  description.complete_vertex_constants = true;
  description.fragment_textures[0].color = Float4{1, 0, 0, 1};
  const Result<Scene> scene = build(description);
  ASSERT_TRUE(scene) << render_text(scene.diagnostics());
  EXPECT_EQ(scene->attributes.at(1).at(16), (Float4{1, 0, 0, 1}));
  EXPECT_EQ(scene->attributes.at(0).at(288), (Float4{1, 2, 3, 4}));
  EXPECT_EQ(scene->fragment_inputs.constants.at(2)[0], 9);
  EXPECT_EQ(scene->vertex_inputs.constants, (std::vector<Float4>{{5, 5, 5, 5}}));
  EXPECT_EQ(scene->fragment_inputs.textures.at(0).texture->levels.front().texels.front(), (Float4{1, 0, 0, 1}));
}

TEST(Scene, ReportsMismatchedDescription) {
  const auto said = [](const Description& description) {
    const Result<Scene> scene = build(description);
    EXPECT_FALSE(scene);
    return render_text(scene.diagnostics());
  };
  Description description;
  description.mesh = "nowhere/teapot.obj";
  EXPECT_THAT(said(description), HasSubstr("AGAL1001"));
  description = {};
  description.attributes[1] = {"tint", {}};
  EXPECT_THAT(said(description), HasSubstr("attributes.va1: 'tint' is not one of position"));
  description = {};
  description.attributes[1] = {"", {{}, {}}};
  EXPECT_THAT(said(description), HasSubstr("has 2 values, but the mesh has 4 vertices"));
  description = {};
  description.fragment_textures[0].word = "brick";
  EXPECT_THAT(said(description), HasSubstr("textures.fs0: 'brick' is not a PNG file"));
  description.fragment_textures[0] = {};
  description.fragment_textures[0].files = {"none.png"};
  EXPECT_THAT(said(description), HasSubstr("AGAL1001"));
}

TEST(Scene, IsCheckedBeforeItIsDrawn) {
  const auto said = [](Scene scene) {
    const Result<PreparedPair> pair = prepare(scene, {});
    EXPECT_FALSE(pair);
    return render_text(pair.diagnostics());
  };
  const Scene good = *build({});
  EXPECT_TRUE(prepare(good, {}));
  Scene scene = good;
  scene.instances = 0;
  EXPECT_THAT(said(scene), HasSubstr("AGAL1017"));
  scene = good;
  scene.width = max_side + 1;
  EXPECT_THAT(said(scene), HasSubstr("AGAL1017"));
  scene = good;
  scene.color_output = 1;
  EXPECT_THAT(said(scene), HasSubstr("AGAL1022"));
  scene = good;
  scene.fragment_inputs.textures.clear();
  EXPECT_THAT(said(scene), HasSubstr("AGAL1011"));
  scene = good;
  scene.fragment_inputs.textures[0].texture = TextureCache().by_word("cube-sky");
  EXPECT_THAT(said(scene), HasSubstr("AGAL1012"));
  scene = good;
  std::swap(scene.vertex, scene.fragment);
  EXPECT_THAT(said(scene), HasSubstr("AGAL1010"));
}

}  // namespace
}  // namespace agal::render
