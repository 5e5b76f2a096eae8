// Tests the MSL backend with hand-written MSL.
#include <gmock/gmock.h>

#include <memory>
#include <utility>

#include "exec/backend.hpp"
#include "exec/msl/translation.hpp"
#include "support/facility.hpp"

namespace agal::exec {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(MslTranslation, TranslatesSwizzlesToCalls) {
  EXPECT_EQ(msl::to_cpp("a = in.v0.zyx * b.c[0].ww;"), "a = in.v0.lanes<2, 1, 0>() * b.c[0].lanes<3, 3>();");
  EXPECT_EQ(msl::to_cpp("a.xz = b.yw;"), "a.slots<0, 2>() = b.lanes<1, 3>();");
  EXPECT_EQ(msl::to_cpp("a.xz  += b;"), "a.slots<0, 2>()  += b;");
  EXPECT_EQ(msl::to_cpp("a.xz == b.xz"), "a.lanes<0, 2>() == b.lanes<0, 2>()");
  EXPECT_EQ(msl::to_cpp("a.x = xy.c + b.xyv + zw;"), "a.x = xy.c + b.xyv + zw;");
}

TEST(MslTranslation, TranslatesLiteralsToFloats) {
  EXPECT_EQ(msl::to_cpp("0.5 + 1e-05 * 2.0f - 1.5e+3 / .5 + 1."), "0.5f + 1e-05f * 2.0f - 1.5e+3f / .5f + 1.f");
  EXPECT_EQ(msl::to_cpp("c[12] + 0x1e5u + 3u + v0_1 + 1.0h"), "c[12] + 0x1e5u + 3u + v0_1 + 1.0h");
}

constexpr const char* fragment_text =
    "using namespace metal;\nstruct main0_out\n{\n    float4 oc [[color(0)]];\n    float gl_FragDepth "
    "[[depth(any)]];\n};\n"
    "struct main0_in\n{\n    float4 v3 [[user(locn3), centroid_perspective]];\n};\n"
    "fragment main0_out main0(main0_in in [[stage_in]], constant Block& fc [[buffer(0)]], "
    "texture2d<float> fs2 [[texture(2)]], sampler fs2Smplr [[sampler(2)]])\n{\n}\n";

TEST(MslTranslation, FindsParametersOfEntryPoint) {
  const msl::EntryPoint entry = msl::find_entry_point(fragment_text, Stage::Fragment);
  EXPECT_THAT(entry.fault, IsEmpty());
  EXPECT_EQ(entry.name, "main0");
  EXPECT_EQ(entry.result, "main0_out");
  ASSERT_EQ(entry.parameters.size(), 4u);
  EXPECT_EQ(entry.parameters[2].type, "texture2d<float>");
  EXPECT_EQ(entry.parameters[2].attribute, "texture");
  EXPECT_EQ(entry.parameters[2].number, 2u);
  ASSERT_EQ(entry.inputs.size(), 1u);
  EXPECT_EQ(entry.inputs[0].attribute, "user");
  EXPECT_EQ(entry.inputs[0].number, 3u);
  ASSERT_EQ(entry.outputs.size(), 2u);
  EXPECT_EQ(entry.outputs[1].attribute, "depth");
}

TEST(MslTranslation, ReportsUnsupportedParameters) {
  EXPECT_THAT(msl::find_entry_point(fragment_text, Stage::Vertex).fault, HasSubstr("no vertex function"));
  EXPECT_THAT(msl::find_entry_point("\nfragment float4 f(uint i [[sample_id]])\n{\n}", Stage::Fragment).fault,
              HasSubstr("sample_id"));
  EXPECT_THAT(msl::find_entry_point("\nvertex void f(constant B& b [[buffer(3)]])\n{\n}", Stage::Vertex).fault,
              HasSubstr("buffer(3)"));
}

Job job_of(std::string name, Stage stage, std::string text) {
  Job job;
  job.name = std::move(name);
  job.stage = stage;
  job.shader.text = std::move(text);
  Draw draw;
  draw.attributes = {{1, 2, 3, 4}, {10, 20, 30, 40}};
  for (std::vector<Float4>& corner : draw.corners) corner = {{1, 2, 3, 4}};
  draw.corners[1][0][0] = 5;  // x is 1.5 and 2.5
  job.draws.push_back(draw);
  return job;
}

// Returns a job with a = (1, 2, 3, 4) and b = (10, 20, 30, 40). The result is in r.
Job vertex_job(const std::string& statements) {
  return job_of(statements, Stage::Vertex,
                "#include <metal_stdlib>\n#include <simd/simd.h>\n\nusing namespace metal;\n\nstruct main0_out\n{\n"
                "    float4 r [[position]];\n};\n\nstruct main0_in\n{\n    float4 a [[attribute(0)]];\n"
                "    float4 b [[attribute(1)]];\n};\n\nvertex main0_out main0(main0_in in [[stage_in]])\n{\n"
                "    main0_out out = {};\n    float4 a = in.a;\n    float4 b = in.b;\n    float4 r = float4(0.0);\n" +
                    statements + "\n    out.r = r;\n    return out;\n}\n");
}

// Returns a job with the color r, the varying in.v0 (1.5 or 2.5, 2, 3, 4), and the texture t at slot 0 with its sampler
// s.
Job fragment_job(const std::string& statements, const std::string& texture = "texture2d<float>",
                 const std::string& sampler_slot = "0") {
  return job_of(statements, Stage::Fragment,
                "using namespace metal;\nstruct main0_out\n{\n    float4 r [[color(0)]];\n};\n"
                "struct main0_in\n{\n    float4 v0 [[user(locn0)]];\n};\n\nfragment main0_out main0(main0_in in "
                "[[stage_in]], " +
                    texture + " t [[texture(0)]], sampler s [[sampler(" + sampler_slot +
                    ")]])\n{\n"
                    "    main0_out out = {};\n    float4 r = float4(0.0);\n#line 100\n" +
                    statements + "\n    out.r = r;\n    return out;\n}\n");
}

class MslLanguage : public testing::Test {
 protected:
  void SetUp() override {
    opened_ = open_msl();
    AGAL_NEED(test::Facility::Msl, opened_.missing);
  }

  std::vector<Outcome> run(const std::vector<Job>& jobs) { return opened_.backend->run(jobs); }

  Opened opened_;
};

TEST_F(MslLanguage, VectorOperationsMatchMetal) {
  const std::vector<std::pair<const char*, Float4>> cases{
      {"r = a.wzyx;", {4, 3, 2, 1}},
      {"r.xz = b.yw; r.w = a.x;", {20, 0, 40, 1}},
      {"r = a; r.xy = r.yx;", {2, 1, 3, 4}},
      {"r = a; r.yzw += b.xxx; r.xy *= 2.0;", {2, 24, 13, 14}},
      {"r = float4(a.xy, b.z, 7);", {1, 2, 30, 7}},
      {"r = float4(float3(5.0), a.w) - float4(a.x, float2(1.0), 2.0);", {4, 4, 4, 2}},
      {"r = float4(a < b.wwxx * 0.1);", {1, 1, 0, 0}},
      {"r = -a * 2.0 + b / 10.0;", {-1, -2, -3, -4}},
      {"r = a.x > 0.0 ? b.xyzz : a.xxxx;", {10, 20, 30, 30}},
      {"bool2 t = a.xy < float2(2.0); r = float4(select(a.xy, b.xy, t), float2(!t));", {10, 2, 0, 1}},
      {"int i = int(3.99); int j = int(-1.5) + i; r = float4(float(i), float(j), a[j], float(j == i));", {3, 2, 3, 0}},
      {"float f = 16777216.0 + 0.1 + 1.0; r = float4(f - 16777216.0);", {0, 0, 0, 0}},
      {"r = float4(cross(a.xyz, b.zyx), dot(a.xy, b.xy));", {-40, 80, -40, 50}},
      {"r = float4(fast::clamp(a, float4(2.0), float4(3.0)).xw, fast::min(a.x, b.x), fast::max(a.y, b.y));",
       {2, 3, 1, 20}},
      {"r = float4(fract(-a.x * 0.25), abs(-a.y), floor(-0.5), sign(-b.x));", {0.75f, 2, -1, -1}},
  };
  std::vector<Job> jobs;
  for (const auto& [statements, expected] : cases) jobs.push_back(vertex_job(statements));
  const std::vector<Outcome> outcomes = run(jobs);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    ASSERT_THAT(outcomes[i].fault, IsEmpty()) << cases[i].first;
    EXPECT_EQ(*outcomes[i].vertices[0].position, cases[i].second) << cases[i].first;
  }
}

TEST_F(MslLanguage, RejectsInvalidMetal) {
  const std::vector<Outcome> outcomes =
      run({vertex_job("r = a;"), vertex_job("r = a.xyz;"), vertex_job("r.xx = a.xy;"), vertex_job("r.xy = a;"),
           vertex_job("float2 c = a.xy; r = c.xyzz;"), vertex_job("r = a + b.xyz;"), vertex_job("r = b;")});
  EXPECT_EQ(*outcomes.front().vertices.at(0).position, (Float4{1, 2, 3, 4}));
  EXPECT_EQ(*outcomes.back().vertices.at(0).position, (Float4{10, 20, 30, 40}));
  for (std::size_t i = 1; i + 1 < outcomes.size(); ++i)
    EXPECT_THAT(outcomes[i].fault, AllOf(HasSubstr("does not compile"), HasSubstr("error"))) << i;
}

TEST_F(MslLanguage, CrashDoesNotAffectOtherPrograms) {
  const std::vector<Outcome> outcomes =
      run({vertex_job("r = a;"), vertex_job("int i = int(a.x) * 1000000000; r.x = (&r)[i].x;"), vertex_job("r = b;")});
  EXPECT_THAT(outcomes[0].fault, IsEmpty());
  EXPECT_THAT(outcomes[1].fault, testing::AnyOf(HasSubstr("crashed"), HasSubstr("ended")));
  EXPECT_EQ(*outcomes[2].vertices.at(0).position, (Float4{10, 20, 30, 40}));
}

TEST_F(MslLanguage, RejectsDerivativesInDivergentBranches) {
  const std::vector<Outcome> outcomes = run({
      fragment_job("r = dfdx(in.v0);"),
      fragment_job("if (in.v0.x < 2.0) { r = dfdx(in.v0); }"),
      fragment_job("if (in.v0.x < 2.0)\n  r = dfdx(in.v0);\nelse\n  r = dfdx(in.v0);"),
      fragment_job("if (in.v0.x < 2.0) { return out; }\nr = dfdy(in.v0);"),
      fragment_job("if (in.v0.x < 2.0) { discard_fragment(); }\nr = dfdx(in.v0);"),
  });
  EXPECT_EQ(outcomes[0].fault, "");
  EXPECT_EQ(*outcomes[0].quads.at(0).pixels[2].colors.at(0), (Float4{1, 0, 0, 0}));
  EXPECT_EQ(outcomes[1].fault, "line 100: derivative in divergent control flow");
  EXPECT_THAT(outcomes[2].fault, HasSubstr("derivative in divergent control flow"));
  EXPECT_EQ(outcomes[3].fault, "line 101: derivative in divergent control flow");
  EXPECT_EQ(outcomes[4].fault, "");
  const auto& pixels = outcomes[4].quads.at(0).pixels;
  EXPECT_TRUE(pixels[0].killed && pixels[2].killed && !pixels[1].killed && !pixels[3].killed);
  EXPECT_EQ(*pixels[1].colors.at(0), (Float4{1, 0, 0, 0}));
}

TEST_F(MslLanguage, RejectsFetchesFromMissingTextures) {
  std::vector<Job> jobs{fragment_job("r = t.sample(s, in.v0.xy);"), fragment_job("r = t.sample(s, in.v0.xy);"),
                        fragment_job("r = t.sample(s, in.v0.xyz);", "texturecube<float>"),
                        fragment_job("r = t.sample(s, in.v0.xy);", "texture2d<float>", "1"),
                        fragment_job("r = t.sample(s, in.v0.xy, gradientcube(in.v0.xyz, in.v0.xyz));")};
  TextureSlot slot;
  slot.texture.levels = {{1, 1, 1, {{0.25f, 0.5f, 0.75f, 1}}}};
  for (std::size_t i = 1; i < jobs.size(); ++i) jobs[i].textures = {slot};
  const std::vector<Outcome> outcomes = run(jobs);
  EXPECT_EQ(outcomes[0].fault, "line 100: there is no texture 0");
  EXPECT_EQ(outcomes[1].fault, "");
  EXPECT_EQ(*outcomes[1].quads.at(0).pixels[0].colors.at(0), (Float4{0.25f, 0.5f, 0.75f, 1}));
  EXPECT_EQ(outcomes[2].fault, "line 100: texture 0 is of another kind");
  EXPECT_EQ(outcomes[3].fault, "line 100: texture 0 with sampler 1");
  EXPECT_THAT(outcomes[4].fault, HasSubstr("does not compile"));
}

}  // namespace
}  // namespace agal::exec
