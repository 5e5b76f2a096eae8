// Tests agalc prove with text that makes versions of glslang crash, and the inputs that it prints for a difference.
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/cli.hpp"

namespace agal::cli {
namespace {

using nlohmann::json;
using testing::AnyOf;
using testing::HasSubstr;
using testing::StartsWith;

// Debian's glslang 12 ends with a signal for each of these texts.
const std::vector<std::string> crashing{"void main(float){", "cbuffer:register(b){float c(float["};

class ProveCrash : public Cli {
 protected:
  void SetUp() override {
    write("x.frag.agal", fragment);
    write("x.vert.agal", vertex);
    ASSERT_EQ(agalc({"compile", "x.vert.agal", "-t", "hlsl50", "-o", "x.vert.hlsl"}).status, done);
  }
};

TEST_F(ProveCrash, IsNotDecided) {
  for (const std::string& text : crashing) {
    write("y.hlsl", text);
    const Outcome found = agalc({"prove", "x.frag.agal", "--against", "y.hlsl"});
    EXPECT_EQ(found.status, rejected);
    EXPECT_THAT(found.out + found.err,
                AnyOf(StartsWith("y.hlsl: not decided: glslang ended with "), HasSubstr("AGAL1124")));
  }
}

TEST_F(ProveCrash, IsNotDecidedInJson) {
  for (const std::string& text : crashing) {
    write("y.hlsl", text);
    const Outcome found = agalc({"prove", "x.frag.agal", "--against", "y.hlsl", "--format=json"});
    EXPECT_EQ(found.status, rejected);
    if (found.out.empty()) continue;  // this glslang rejects the text
    const json line = json::parse(found.out);
    EXPECT_EQ(line["verdict"], "not decided");
    EXPECT_THAT(std::string(line["reason"]), StartsWith("glslang ended with "));
  }
}

TEST_F(ProveCrash, OfPairIsNotDecidedForBothShaders) {
  for (const std::string& text : crashing) {
    write("y.hlsl", text);
    const Outcome found = agalc(
        {"prove", "x.vert.agal", "x.frag.agal", "--against", "x.vert.hlsl", "--against", "y.hlsl", "--format=json"});
    EXPECT_EQ(found.status, rejected);
    std::istringstream lines(found.out);
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line); ++count) EXPECT_EQ(json::parse(line)["verdict"], "not decided");
    EXPECT_THAT(count, AnyOf(0u, 2u));
  }
}

// With the inputs of the answer, the interpreter computes the outputs that the answer gives for both programs.
TEST_F(ProveCrash, RejectsMapWithoutFile) {
  const Outcome found = agalc({"prove", "x.frag.agal", "--map", "x=fc0"});
  EXPECT_EQ(found.status, usage);
  EXPECT_THAT(found.err, HasSubstr("--map is given without --against"));
}

TEST_F(ProveCrash, DifferenceWithTextureIsShownByInterpreter) {
  write("t.frag.agal", "//! agal 1 fragment\ntex ft0, v0, fs0 <2d,linear,repeat,miplinear>\nmul oc, ft0, fc0\n");
  write("u.frag.agal", "//! agal 1 fragment\ntex ft0, v0.yx, fs0 <2d,linear,repeat,miplinear>\nmul oc, ft0, fc0\n");
  const Outcome found = agalc({"prove", "t.frag.agal", "--against", "u.frag.agal", "--format=json"});
  EXPECT_EQ(found.status, rejected);
  const json example = json::parse(found.out)["counterexample"];
  write("inputs.json", example["inputs"].dump());
  std::vector<float> values;
  for (const char* const program : {"t.frag.agal", "u.frag.agal"}) {
    const Outcome run = agalc({"run", program, "--in", "inputs.json", "--format=json"});
    ASSERT_EQ(run.status, done) << run.err;
    std::istringstream lines(run.out);
    std::string line;
    for (std::size_t pixel = 0; pixel <= example["pixel"].get<std::size_t>(); ++pixel) std::getline(lines, line);
    const std::size_t lane = std::string("xyzw").find(example["output"].get<std::string>().back());
    values.push_back(json::parse(line)["oc"][lane].get<float>());
  }
  EXPECT_NEAR(values[0], example["expected"].get<float>(), 1e-5);
  EXPECT_NEAR(values[1], example["found"].get<float>(), 1e-3);
}

}  // namespace
}  // namespace agal::cli
