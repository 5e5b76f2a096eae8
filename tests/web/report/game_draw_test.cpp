// Tests scenes for captured pairs.
#include "report/game_draw.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "agal/assembly.hpp"
#include "render/mesh.hpp"
#include "report/sample.hpp"

namespace agal::report {
namespace {

using render::Description;
using testing::ElementsAre;
using testing::SizeIs;

Program vertex_program(const std::string& text) { return *assemble("//! agal 1 vertex\n" + text); }
Program fragment_program(const std::string& text) { return *assemble("//! agal 1 fragment\n" + text); }

constexpr char transformed[] = "m44 op, va0, vc0\nmov v0, va1\n";

// The matrix of an engine for pictures of 550 × 400 pixels.
const std::vector<Float4> flat{{2.0f / 550, 0, 0, -1}, {0, -2.0f / 400, 0, 1}, {0, 0, 0, 0.5f}, {0, 0, 0, 1}};
// The matrix of a camera far away, in units of a thousandth.
const std::vector<Float4> deep{{1.5f, 0, 0, 100}, {0, 2, 0, -300}, {0, 0, 1.0001f, 4999}, {0, 0, 1, 5000}};

GameDraw draw_with(const std::vector<Float4>& constants, const std::string& format) {
  GameDraw draw;
  draw.vertex_constants = constants;
  draw.formats[0] = format;
  return draw;
}

// Returns the positions of all vertices in clip space.
std::vector<Float4> drawn(const Program& vertex, const Description& description, const std::vector<Float4>& constants) {
  const VertexInterpreter interpreter = *VertexInterpreter::prepare(vertex, {constants, {}});
  std::vector<Float4> positions;
  for (std::size_t i = 0; i < description.attributes.at(0).values.size(); ++i) {
    VertexInput input;
    for (const auto& [index, source] : description.attributes) {
      if (input.attributes.size() <= index) input.attributes.resize(index + 1, Float4{0, 0, 0, 1});
      input.attributes[index] = source.values[i];
    }
    positions.push_back(*interpreter.run(input).position);
  }
  return positions;
}

// Expects the vertices at the positions that the renderer's default matrix gives.
void expect_at_the_usual_place(const std::vector<Float4>& positions, const std::string& word) {
  const render::Mesh mesh = *render::built_in_mesh(word);
  const render::Matrix rows = *render::matrix_by_word("model-view-projection", mesh, 1);
  ASSERT_EQ(positions.size(), mesh.vertices.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    Float4 clip{};
    for (std::size_t row = 0; row < 4; ++row)
      for (std::size_t lane = 0; lane < 4; ++lane) clip[row] += rows[row][lane] * mesh.vertices[i].position[lane];
    for (std::size_t lane = 0; lane < 2; ++lane)
      EXPECT_NEAR(positions[i][lane] / positions[i][3], clip[lane] / clip[3], 1e-2) << i;
    EXPECT_GT(positions[i][3], 0);
  }
}

TEST(GameDraws, AreFirstDrawWithConstants) {
  const Json draw = captured_draw(1, {{1, 0, 0, "inf"}, {0, "nan", 0, "-inf"}}, {{0.5, 1, 2, 3}});
  const std::optional<GameDraw> read =
      game_draw_of(Json::array({{{"draws", Json::array()}}, {{"draws", {captured_draw(2, {}, {}), draw}}}}));
  ASSERT_TRUE(read);
  EXPECT_THAT(read->formats, ElementsAre(std::pair(0u, "float2"), std::pair(1u, "float2")));
  ASSERT_THAT(read->vertex_constants, SizeIs(2));
  EXPECT_EQ(read->vertex_constants[0][3], std::numeric_limits<float>::infinity());
  EXPECT_TRUE(std::isnan(read->vertex_constants[1][1]));
  EXPECT_EQ(read->vertex_constants[1][3], -std::numeric_limits<float>::infinity());
  EXPECT_THAT(read->fragment_constants, ElementsAre(Float4{0.5f, 1, 2, 3}));
  ASSERT_EQ(read->samplers.size(), 1u);
  EXPECT_EQ(read->samplers.at(0).field(SamplerField::Wrap), info(SamplerOption::Repeat).value);
  EXPECT_EQ(read->samplers.at(0).field(SamplerField::Mip), info(SamplerOption::MipLinear).value);
  EXPECT_TRUE(read->blends);
}

TEST(GameDraws, MayBeMissing) {
  for (const char* const captured : {"null", "[]", "7", "[1, null]", R"([{"draws": 7}])",
                                     R"([{"draws": [{"draw": 1}, "x"]}])", R"([{"draws": [{"constants": []}]}])"})
    EXPECT_FALSE(game_draw_of(Json::parse(captured))) << captured;
}

TEST(GameDraws, IgnoreValuesOfOtherTypes) {
  const std::optional<GameDraw> read = game_draw_of(Json::parse(R"([{"draws": [{"attributes": [7, {"index": -1},
      {"index": 99999999999, "format": "float2"}, {"index": 2, "format": 5}], "samplers": {"0": 1}, "blend": [],
      "constants": {"vertex": [[1, "x", null], 7, {}], "fragment": "none"}}]}])"));
  ASSERT_TRUE(read);
  EXPECT_THAT(read->vertex_constants, ElementsAre(Float4{1, 0, 0, 0}, Float4{}, Float4{}));
  EXPECT_THAT(read->fragment_constants, SizeIs(0));
  EXPECT_EQ(read->formats.count(2), 1u);
  EXPECT_LE(read->formats.size(), 2u);
}

TEST(GameDraws, ApplyFormatsToValues) {
  const Float4 value{0.5f, 0.25f, 2, -1};
  EXPECT_EQ(in_format(value, "float1"), (Float4{0.5f, 0, 0, 1}));
  EXPECT_EQ(in_format(value, "float2"), (Float4{0.5f, 0.25f, 0, 1}));
  EXPECT_EQ(in_format(value, "float3"), (Float4{0.5f, 0.25f, 2, 1}));
  EXPECT_EQ(in_format(value, "float4"), value);
  EXPECT_EQ(in_format(value, "bytes4"), (Float4{128.0f / 255, 64.0f / 255, 1, 0}));
  EXPECT_EQ(in_format(value, "another"), value);
}

TEST(GameCandidateScenes, MakeMeshVisibleWithMatricesOfGame) {
  const Program vertex = vertex_program(transformed);
  for (const auto& [constants, format] :
       {std::pair(flat, "float2"), {flat, "float3"}, {deep, "float3"}, {deep, "float4"}}) {
    const std::vector<Description> list =
        game_candidate_scenes(vertex, fragment_program("mov oc, v0\n"), draw_with(constants, format));
    ASSERT_THAT(list, SizeIs(2)) << format;
    expect_at_the_usual_place(drawn(vertex, list[0], constants), "quad");
    EXPECT_EQ(list[0].vertex_constants.at(0), constants[0]);
    EXPECT_TRUE(list[0].complete_vertex_constants);
  }
}

TEST(GameCandidateScenes, EvaluateWholeProgram) {
  const Program vertex =
      vertex_program("m44 vt0, va0, vc4\nmul vt0.xyz, vt0.xyz, vc8.x\nm44 op, vt0, vc0\nmov v0, va1\n");
  std::vector<Float4> constants = flat;
  constants.insert(constants.end(), {{0, 1, 0, 30}, {-1, 0, 0, 70}, {0, 0, 1, 0}, {0, 0, 0, 1}, {2, 0, 0, 0}});
  const std::vector<Description> list =
      game_candidate_scenes(vertex, fragment_program("mov oc, v0\n"), draw_with(constants, "float2"));
  ASSERT_THAT(list, SizeIs(2));
  expect_at_the_usual_place(drawn(vertex, list[0], constants), "quad");
}

TEST(GameCandidateScenes, KeepMeshOfNonlinearPrograms) {
  for (const char* const text : {"mul vt0, va0, va0\nmul op, vt0, va0\nmov v0, va1\n", "mov op, vc0\nmov v0, va0\n"})
    EXPECT_THAT(
        game_candidate_scenes(vertex_program(text), fragment_program("mov oc, v0\n"), draw_with(flat, "float3")),
        SizeIs(1))
        << text;
  // All constants are zero.
  EXPECT_THAT(
      game_candidate_scenes(vertex_program(transformed), fragment_program("mov oc, v0\n"), draw_with({}, "float3")),
      SizeIs(1));
}

TEST(GameCandidateScenes, DistinguishColorsFromCoordinatesByFormat) {
  const Program vertex = vertex_program("m44 op, va0, vc0\nmov v0, va1\nmov v1, va2\n");
  GameDraw draw = draw_with(flat, "float3");
  draw.formats[1] = "bytes4";
  draw.formats[2] = "float2";
  const Description description = game_candidate_scenes(vertex, fragment_program("mov oc, v0\n"), draw).back();
  const render::MeshVertex corner = render::built_in_mesh("quad")->vertices.back();
  EXPECT_EQ(description.attributes.at(1).values.back(), in_format(render::find_attribute("color")(corner), "bytes4"));
  EXPECT_EQ(description.attributes.at(2).values.back(), in_format(render::find_attribute("uv")(corner), "float2"));
}

TEST(GameCandidateScenes, SampleAtTextureCoordinatesWithoutFormats) {
  const Program vertex = vertex_program("m44 op, va0, vc0\nmov v0, va1\nmov v1, va2\n");
  const Program fragment = fragment_program("tex ft0, v1, fs0 <2d>\nmul oc, ft0, v0\n");
  const Description description = game_candidate_scenes(vertex, fragment, draw_with(flat, "float3")).back();
  const render::MeshVertex corner = render::built_in_mesh("quad")->vertices.back();
  EXPECT_EQ(description.attributes.at(1).values.back(), render::find_attribute("color")(corner));
  EXPECT_EQ(description.attributes.at(2).values.back(), render::find_attribute("uv")(corner));
}

TEST(GameCandidateScenes, UseStateOfGame) {
  GameDraw draw = draw_with(flat, "float2");
  draw.fragment_constants = {{1, 2, 3, 4}};
  const Description opaque =
      game_candidate_scenes(vertex_program(transformed), fragment_program("mov oc, v0\n"), draw).front();
  EXPECT_EQ(opaque.blend, stage3d::Blend::None);
  EXPECT_EQ(opaque.fragment_constants.at(0), (Float4{1, 2, 3, 4}));
  draw.blends = true;
  draw.samplers.emplace(3, SamplerOperand::make(0));
  const Description blended =
      game_candidate_scenes(vertex_program(transformed), fragment_program("mov oc, v0\n"), draw).front();
  EXPECT_EQ(blended.blend, stage3d::Blend::Premultiplied);
  EXPECT_TRUE(blended.fragment_textures.at(3).state);
}

}  // namespace
}  // namespace agal::report
