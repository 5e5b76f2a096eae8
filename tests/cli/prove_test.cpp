// agalc prove with input that makes compilers of others crash. Which input does so depends on their versions.
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/cli.hpp"

namespace agal::cli {
namespace {

using nlohmann::json;
using testing::AnyOf;
using testing::HasSubstr;
using testing::StartsWith;

// Debian's glslang 12 ends with a signal for each of them.
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
    if (found.out.empty()) continue;  // this glslang rejects it
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

}  // namespace
}  // namespace agal::cli
