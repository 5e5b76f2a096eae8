// The GL backends: parsing of shaders, and the shaders that they generate.
#include "exec/gl_job.hpp"

#include <gmock/gmock.h>

namespace agal::exec::gl {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* essl300 =
    "#version 300 es\nprecision highp float;\n\nlayout(std140) uniform FragmentConstants\n{\n    vec4 c[12];\n} fc;\n\n"
    "uniform sampler2D fs0;\n\ncentroid in vec4 v0;\nin vec4 v10;\nlayout(location = 0) out vec4 oc;\n\n"
    "void main()\n{\n    vec4 v1 = v0;\n    oc = v1 + v10;\n}\n";

std::vector<std::uint32_t> numbers_in(std::string_view shader) {
  std::vector<std::uint32_t> numbers;
  for (const Varying& varying : varyings_of(shader)) numbers.push_back(varying.number);
  return numbers;
}

TEST(GlJob, FindsVaryings) {
  EXPECT_THAT(numbers_in(essl300), ElementsAre(0, 10));
  EXPECT_THAT(numbers_in("layout(location = 3) out vec4 v3;\nlayout(location = 0) in vec4 va0;\n"), ElementsAre(3));
  EXPECT_THAT(numbers_in("attribute vec4 va0;\nvarying vec4 v7;\n"), ElementsAre(7));
  EXPECT_THAT(numbers_in("    vec4 v1;\nuniform vec4 vc[3];\nin vec4 v;\nin vec4 v1_2;\n"), IsEmpty());
}

TEST(GlJob, FindsTheLengthOfTheConstants) {
  EXPECT_EQ(constants_of(essl300), 12u);
  EXPECT_EQ(constants_of("uniform vec4 vc[128];\n"), 128u);
  EXPECT_EQ(constants_of("layout(location = 256) uniform vec4 fc[7];\n"), 7u);
  EXPECT_EQ(constants_of("void main() {}\n"), 0u);
}

TEST(GlJob, PassThroughMatchesTheDeclarations) {
  const std::string text = pass_through(essl300);
  EXPECT_EQ(text.find("#version 300 es\n"), 0u);
  EXPECT_THAT(text, HasSubstr("\ncentroid out vec4 v0;\n"));
  EXPECT_THAT(text, HasSubstr("\nout vec4 v10;\n"));
  EXPECT_THAT(text, HasSubstr("  v10 = agal_v10;\n"));
  EXPECT_THAT(pass_through("#version 450\nlayout(location = 1) centroid in vec4 v1;\n"),
              HasSubstr("\nlayout(location = 1) centroid out vec4 v1;\n"));
  EXPECT_THAT(pass_through("#version 100\nvarying vec4 v1;\n"),
              HasSubstr("attribute vec4 agal_v1;\nvarying vec4 v1;\n"));
}

TEST(GlJob, SavesThePosition) {
  const std::string text = with_saved_position("#version 100\nvarying vec4 v1;\nvoid main()\n{\n}\n");
  EXPECT_THAT(text, HasSubstr("void agal_main()\n{"));
  EXPECT_THAT(text, HasSubstr("agal_position = gl_Position;"));
  EXPECT_THAT(varyings_to_buffers({"agal_position", "v1"}), HasSubstr("gl_FragData[1] = v1;"));
}

TEST(GlJob, CellsAreDisjointAndInsideSurface) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> seen;
  for (std::size_t i = 0; i < max_job_draws; ++i) {
    const Cell cell = cell_of(i);
    EXPECT_EQ(cell.x % cell_size, 0u);
    EXPECT_LE(cell.x + cell_size, surface_size);
    EXPECT_LE(cell.y + cell_size, surface_size);
    EXPECT_THAT(seen, Not(testing::Contains(std::pair(cell.x, cell.y))));
    seen.emplace_back(cell.x, cell.y);
  }
  EXPECT_EQ(rows_of(0), 0u);
  EXPECT_EQ(rows_of(1), 2u);
  EXPECT_EQ(rows_of(16), 2u);
  EXPECT_EQ(rows_of(17), 4u);
  EXPECT_EQ(rows_of(max_job_draws), surface_size);
}

TEST(GlJob, AssignsUnitsLikeTheAbi) {
  const std::vector<SamplerName> all = all_samplers();
  ASSERT_EQ(all.size(), 20u);
  EXPECT_EQ(all.front().name, "fs0");
  EXPECT_EQ(all.front().unit, 2u);
  EXPECT_EQ(all.back().name, "vs3");
  EXPECT_EQ(all.back().unit, 21u);
}

TEST(GlJob, ReadsPixelsOfEachCell) {
  Job job;
  job.interface.colors = {1};
  job.draws.resize(18);
  std::vector<float> image(std::size_t{surface_size} * rows_of(18) * 4, untouched);
  // Draw 17 is the second of the second row of cells; its pixel 2 is the first of its second row.
  const std::size_t at = (3 * surface_size + 2) * 4;
  for (std::size_t lane = 0; lane < 4; ++lane) image[at + lane] = static_cast<float>(lane);
  const Outcome outcome = outcome_of_images(job, {image}, {});
  ASSERT_EQ(outcome.quads.size(), 18u);
  EXPECT_FALSE(outcome.quads[17].pixels[2].killed);
  EXPECT_EQ(outcome.quads[17].pixels[2].colors.at(1), (Float4{0, 1, 2, 3}));
  EXPECT_FALSE(outcome.quads[17].pixels[2].colors.at(0));
  EXPECT_TRUE(outcome.quads[17].pixels[3].killed);
  EXPECT_TRUE(outcome.quads[16].pixels[2].killed);
}

TEST(GlJob, ReportsDefectiveJobs) {
  Job job;
  EXPECT_EQ(defect_of(job), "the job has no shader");
  job.shader.text = "#version 100\n";
  EXPECT_EQ(defect_of(job), "");
  job.draws.resize(max_job_draws + 1);
  EXPECT_THAT(defect_of(job), HasSubstr("257 draws"));
  job.draws.clear();
  job.textures.push_back({0, {Texture::Kind::Plane, {{2, 2, 1, {}}}}, {}});
  EXPECT_THAT(defect_of(job), HasSubstr("wrong size"));
}

}  // namespace
}  // namespace agal::exec::gl
