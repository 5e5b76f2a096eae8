// The costs of two pairs, measured by the library; bad input of every kind.
#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "agal/assembly.hpp"
#include "gpu_cost/measure.hpp"
#include "gpu_cost/partner.hpp"
#include "support/facility.hpp"
#include "support/golden.hpp"
#include "support/temporary_folder.hpp"

namespace agal::gpu_cost {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

const std::string corpus = AGAL_SOURCE_DIR "/corpus/";

constexpr const char* vertex_glsl =
    "#version 450\nlayout(location = 0) in vec4 a;\nlayout(location = 0) out vec4 v;\n"
    "void main() { gl_Position = a; v = a * 2.0; }\n";
constexpr const char* fragment_glsl =
    "#version 450\nlayout(location = 0) in vec4 v;\nlayout(location = 0) out vec4 oc;\nvoid main() { oc = sqrt(v); }\n";

std::string codes(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) text += code_name(diagnostic.code) + " ";
  return text;
}

class GpuCost : public testing::Test {
 protected:
  std::string file(const std::string& name, std::string_view content) const {
    const std::string path = (folder_.path() / name).string();
    std::ofstream(path, std::ios::binary) << content;
    return path;
  }

  /// The codes of the diagnostics for these files.
  static std::string refusal(const std::vector<std::string>& files) {
    return codes(forms_of_files(files).diagnostics());
  }

 private:
  test::TemporaryFolder folder_;
};

// Tests that need the driver.
class GpuCostOnRadv : public GpuCost {
 protected:
  void SetUp() override {
    const Result<Gpu> gpu = Gpu::open("navi21", {});
    AGAL_NEED(test::Facility::Radv, gpu ? "" : gpu.diagnostics()[0].message);
  }

  static Measured measured(const std::vector<std::string>& files) {
    const Result<std::vector<Form>> forms = forms_of_files(files);
    EXPECT_TRUE(forms) << render_text(forms.diagnostics());
    if (!forms) return {};
    Result<Measured> result = measure("files", *forms, {});
    EXPECT_TRUE(result) << render_text(result.diagnostics());
    return result ? *std::move(result) : Measured{};
  }
};

TEST_F(GpuCostOnRadv, APairInItsThreeFormsOnTwoFamilies) {
  const Results results =
      measured({corpus + "techniques/water.vert.agal", corpus + "techniques/water.frag.agal"}).results;
  EXPECT_THAT(results.forms, ElementsAre("spirv", "spirv-opt", "glsl"));
  ASSERT_THAT(results.families, SizeIs(2));
  EXPECT_THAT(results.families[0].device, HasSubstr("NAVI21"));
  EXPECT_THAT(results.families[1].device, HasSubstr("POLARIS10"));
  for (const Family& family : results.families) {
    ASSERT_THAT(family.rows, SizeIs(2));
    for (const Row& row : family.rows)
      for (const std::optional<Cost>& cost : row.costs)
        for (const std::uint64_t value : cost.value().values) EXPECT_GT(value, 0u);
  }
  EXPECT_NE(results.families[0].rows[1].costs[0], results.families[1].rows[1].costs[0]);
}

TEST_F(GpuCostOnRadv, OtherFilesStandBesideIt) {
  const Results results = measured({corpus + "common/flat_agal1.vert.agal", corpus + "common/texture_agal1.frag.agal",
                                    file("a.vert", vertex_glsl), file("b.frag", fragment_glsl)})
                              .results;
  ASSERT_THAT(results.forms, SizeIs(4));
  EXPECT_THAT(results.forms[3], HasSubstr("a.vert+b.frag"));
  EXPECT_TRUE(results.families.at(0).rows.at(0).costs.at(3));
  EXPECT_TRUE(results.families.at(0).rows.at(1).costs.at(3));
}

TEST_F(GpuCostOnRadv, MoreWorkCostsMore) {
  const Results little = measured({file("a.frag", fragment_glsl)}).results;
  std::string more = fragment_glsl;
  more.replace(more.find("sqrt(v)"), 7, "sqrt(v) + sin(v) * cos(v.wzyx)");
  const Results much = measured({file("b.frag", more)}).results;
  for (const Statistic statistic : {Statistic::Instructions, Statistic::CodeSize, Statistic::InverseThroughput})
    EXPECT_GT((*much.families.at(0).rows.at(0).costs.at(0))[statistic],
              (*little.families.at(0).rows.at(0).costs.at(0))[statistic]);
}

TEST_F(GpuCostOnRadv, TheSameBytesEachTime) {
  const std::vector<std::string> files{corpus + "techniques/phong.frag.agal"};
  const Measured first = measured(files), second = measured(files);
  EXPECT_EQ(table(first.results, {}, Detail::EveryRow), table(second.results, {}, Detail::EveryRow));
  EXPECT_EQ(json(first.results, {}), json(second.results, {}));
}

TEST_F(GpuCostOnRadv, ListsWhatTheDriverMakes) {
  const Result<std::vector<Form>> forms = forms_of_files({file("a.frag", fragment_glsl)});
  const Result<Measured> result = measure("files", *forms, {.families = {"navi21"}, .listing = Listing::Yes});
  ASSERT_TRUE(result);
  EXPECT_THAT(result->listings, HasSubstr("v_sqrt_f32"));
}

TEST_F(GpuCostOnRadv, ShadersThatDoNotFitTogetherAreRefused) {
  const std::string reads_more =
      "#version 450\nlayout(location = 3) in vec4 v;\nlayout(location = 0) out vec4 oc;\nvoid main() { oc = v; }\n";
  const Result<std::vector<Form>> forms = forms_of_files({file("a.vert", vertex_glsl), file("b.frag", reads_more)});
  ASSERT_TRUE(forms);
  const Result<Measured> result = measure("files", *forms, {});
  EXPECT_FALSE(result);
  EXPECT_EQ(codes(result.diagnostics()), "AGAL1083 ");
}

TEST_F(GpuCostOnRadv, AFamilyThatIsNoneIsRefused) {
  EXPECT_EQ(codes(Gpu::open("voodoo2", {}).diagnostics()), "AGAL1080 ");
  EXPECT_EQ(codes(Gpu::open("navi21", "no/such/driver.json").diagnostics()), "AGAL1080 ");
}

TEST_F(GpuCost, BadFilesAreRefused) {
  EXPECT_EQ(refusal({"no/such/file.spv"}), "AGAL1001 ");
  EXPECT_EQ(refusal({file("empty.spv", "")}), "AGAL1003 ");
  EXPECT_EQ(refusal({file("text.spv", "this is text, four by four..")}), "AGAL1081 ");
  EXPECT_EQ(refusal({file("odd.spv", "12345")}), "AGAL1081 ");
  EXPECT_EQ(refusal({file("header.spv", std::string_view("\3\2\x23\7\0\0\1\0\0\0\0\0\1\0\0\0\0\0\0\0", 20))}),
            "AGAL1081 ");
  EXPECT_EQ(refusal({file("a.frag", "#version 450\nvoid main() { oc = 1; }\n")}), "AGAL1082 ");
  EXPECT_EQ(refusal({file("stageless.glsl", vertex_glsl)}), "AGAL1083 ");
  EXPECT_EQ(refusal({file("int.frag",
                          "#version 450\nlayout(location = 0) flat in ivec4 v;\nlayout(location = 0) out vec4 oc;\n"
                          "void main() { oc = vec4(v); }\n")}),
            "AGAL1083 ");
  EXPECT_EQ(refusal({file("buffer.frag",
                          "#version 450\nlayout(binding = 0) buffer B { vec4 b; };\nlayout(location = 0) out vec4 oc;\n"
                          "void main() { oc = b; }\n")}),
            "AGAL1083 ");
  EXPECT_EQ(refusal({file("wrong.frag.agal", "mov fc0, v0\nmov oc, v0\n")}), "AGAL3652 ");
  const std::string agal = file("one.frag.agal", "mov oc, v0\n");
  EXPECT_EQ(refusal({agal, agal}), "AGAL1007 ");
}

TEST_F(GpuCost, ThePartnerKeepsEveryLaneAlive) {
  const Result<Shader> vertex = shader_of_glsl(vertex_glsl, Stage::Vertex, "test");
  ASSERT_TRUE(vertex);
  const Result<Shader> partner = partner_of(*vertex);
  ASSERT_TRUE(partner) << render_text(partner.diagnostics());
  EXPECT_EQ(partner->stage, Stage::Fragment);
  EXPECT_EQ(partner->inputs, vertex->outputs);
  const Result<Shader> fragment = shader_of_glsl(fragment_glsl, Stage::Fragment, "test");
  const Result<Shader> other = partner_of(*fragment);
  ASSERT_TRUE(other) << render_text(other.diagnostics());
  EXPECT_EQ(other->outputs, fragment->inputs);
  EXPECT_THAT(other->inputs, SizeIs(2));  // the position, and an attribute for the input
}

TEST_F(GpuCost, ACorpusIsReadInPairs) {
  const Result<std::vector<Subject>> subjects = read_corpus(corpus + "manifest.json");
  ASSERT_TRUE(subjects);
  EXPECT_THAT(subjects.diagnostics(), IsEmpty());
  EXPECT_GT(subjects->size(), 95u);
  EXPECT_EQ(subjects->front().name(), "common/flat_agal1.vert.agal + common/texture_agal1.frag.agal");
  EXPECT_EQ(codes(read_corpus("no/manifest.json").diagnostics()), "AGAL1001 ");
  EXPECT_EQ(codes(read_corpus(file("manifest.json", "[1")).diagnostics()), "AGAL1015 ");
  EXPECT_EQ(codes(read_corpus(file("manifest.json", "{}")).diagnostics()), "AGAL1016 AGAL1016 ");
}

// ------------------------------------------------------------------------------------------------------ the results

Cost cost(std::uint64_t instructions, std::uint64_t throughput) {
  Cost made;
  made.values = {instructions, 8 * instructions, 4, 8, throughput, 100};
  return made;
}

Results sample() {
  const Row equal{"equal.frag.agal", Stage::Fragment, {cost(100, 50), cost(99, 50), cost(120, 60)}};
  const Row worse{"worse.frag.agal", Stage::Fragment, {cost(100, 50), cost(96, 50), cost(100, 40)}};
  return {{"spirv", "spirv-opt", "glsl"}, {{"navi21", "a device", {equal, worse}}}, 3};
}

TEST(GpuCostReport, FindsWhatIsWorse) {
  const Results results = sample();
  const std::vector<Excess> found = excesses(results, results.families[0], {});
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_EQ(found[0].form, "spirv-opt");
  EXPECT_EQ(found[0].statistic, Statistic::Instructions);
  EXPECT_TRUE(found[0].is_unexplained());
  EXPECT_EQ(found[1].form, "glsl");
  EXPECT_EQ(found[1].statistic, Statistic::InverseThroughput);
  EXPECT_EQ(found[1].ours, 50u);
  EXPECT_EQ(found[1].theirs, 40u);
  EXPECT_FALSE(found[1].is_unexplained());
  EXPECT_FALSE(excesses(results, results.families[0], {{"worse.frag.agal", "luck"}})[0].is_unexplained());
}

TEST(GpuCostReport, PrintsTotals) {
  const std::string text = table(sample(), {}, Detail::Totals);
  EXPECT_THAT(text, HasSubstr("navi21: a device\n"));
  EXPECT_THAT(text, HasSubstr("sum of 2 shaders"));
  EXPECT_THAT(text, HasSubstr("-2.50 %"));
  EXPECT_THAT(text, HasSubstr("worse.frag.agal: 100 instructions, with spirv-opt 96 (+4.17 %): unexplained\n"));
  EXPECT_THAT(text, HasSubstr("programs more than 2 % above glsl: 1\n"));
  EXPECT_THAT(text, HasSubstr("skipped because they cannot be compiled: 3\n"));
}

TEST(GpuCostReport, WritesJson) {
  const nlohmann::json root = nlohmann::json::parse(json(sample(), {{"worse.frag.agal", "luck"}}));
  const nlohmann::json& family = root.at("families").at(0);
  EXPECT_EQ(family.at("totals").at("spirv-opt").at("instructions"), 195);
  EXPECT_EQ(family.at("shaders").at(1).at("costs").at("glsl").at("inverseThroughput"), 40);
  EXPECT_EQ(family.at("worse").at(0).at("reason"), "luck");
  EXPECT_EQ(root.at("leftOut"), 3);
}

TEST_F(GpuCost, ReasonsAreTwoWordsALine) {
  const Result<Reasons> good = read_reasons(file("good", "# comment\n\na.frag.agal luck\n"));
  ASSERT_TRUE(good);
  EXPECT_EQ(*good, (Reasons{{"a.frag.agal", "luck"}}));
  for (const char* bad : {"alone\n", "one two three\n", "a x\na y\n"})
    EXPECT_EQ(codes(read_reasons(file("bad", bad)).diagnostics()), "AGAL1086 ") << bad;
}

TEST(GpuCostReasons, AreDescribedInTheDocument) {
  const Result<Reasons> reasons = read_reasons(AGAL_SOURCE_DIR "/tools/dev/gpu_cost/reasons.txt");
  ASSERT_TRUE(reasons) << render_text(reasons.diagnostics());
  const std::string text = test::source_text("docs/gpu-cost.md");
  for (const auto& [program, reason] : *reasons) EXPECT_THAT(text, HasSubstr("### " + reason + "\n")) << program;
}

}  // namespace
}  // namespace agal::gpu_cost
