// Tests agalc prove with text that makes versions of glslang crash, with DXC, and the inputs that it prints for a
// difference.
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/cli.hpp"
#include "support/facility.hpp"

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
    const Outcome found = agalc({"prove", "x.frag.agal", "--against", "y.hlsl", "--front-end=glslang"});
    EXPECT_EQ(found.status, rejected);
    EXPECT_THAT(found.out + found.err,
                AnyOf(StartsWith("y.hlsl (read by glslang): not decided: glslang ended with "), HasSubstr("AGAL1124")));
  }
}

TEST_F(ProveCrash, IsNotDecidedInJson) {
  for (const std::string& text : crashing) {
    write("y.hlsl", text);
    const Outcome found = agalc({"prove", "x.frag.agal", "--against", "y.hlsl", "--front-end=glslang", "--format=json"});
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
        {"prove", "x.vert.agal", "x.frag.agal", "--against", "x.vert.hlsl", "--against", "y.hlsl", "--front-end=glslang", "--format=json"});
    EXPECT_EQ(found.status, rejected);
    std::istringstream lines(found.out);
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line); ++count) EXPECT_EQ(json::parse(line)["verdict"], "not decided");
    EXPECT_THAT(count, AnyOf(0u, 2u));
  }
}

// ------------------------------------------------------------------------------------------------------- DXC

class ProveDxc : public ProveCrash {
 protected:
  // Runs agalc with this value of PATH.
  Outcome agalc_in(const std::string& path, std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"PATH=" + path, tested_command()});
    return run("/usr/bin/env", arguments);
  }

  // Proves a pixel shader with this script as the program dxc. The last two arguments of dxc are `-Fo OUTPUT INPUT`.
  Outcome with_script(const std::string& script) const {
    write("bin/dxc", "#!/bin/sh\n" + script);
    std::filesystem::permissions(folder() / "bin/dxc", std::filesystem::perms::owner_all);
    write("y.hlsl", "float4 main() : SV_Target { return 0; }\n");
    return agalc_in((folder() / "bin").string() + ":/bin", {"prove", "x.frag.agal", "--against", "y.hlsl"});
  }
};

TEST_F(ProveDxc, FirstErrorIsReported) {
  const Outcome found = with_script(
      "for last; do :; done\necho \"$last:1:2: warning: a\" >&2\necho \"$last:3:9: error: b\" >&2\nexit 1\n");
  EXPECT_EQ(found.status, rejected);
  EXPECT_THAT(found.err, StartsWith("y.hlsl: error[AGAL1124]: DXC rejects the text: 3:9: b\n"));
}

TEST_F(ProveDxc, FailureIsNotDecided) {
  const std::string begin = "y.hlsl (read by DXC): not decided: ";
  EXPECT_EQ(with_script("kill -9 $$\n").out, begin + "DXC ended with signal 9\n");
  EXPECT_EQ(with_script("exit 5\n").out, begin + "DXC ended with exit status 5\n");
  EXPECT_EQ(with_script("exit 0\n").out, begin + "DXC did not write SPIR-V\n");
  EXPECT_EQ(with_script("while [ $# -gt 2 ]; do shift; done\necho text > \"$1\"\n").out,
            begin + "DXC did not write SPIR-V\n");
}

TEST_F(ProveDxc, FilesAreTemporary) {
  std::filesystem::create_directory(folder() / "tmp");
  write("bin/dxc", "#!/bin/sh\nfor last; do :; done\n[ -f \"$last\" ] && exit 6\n");
  std::filesystem::permissions(folder() / "bin/dxc", std::filesystem::perms::owner_all);
  write("y.hlsl", "float4 main() : SV_Target { return 0; }\n");
  const Outcome found =
      run("/usr/bin/env", {"PATH=" + (folder() / "bin").string(), "TMPDIR=" + (folder() / "tmp").string(),
                           tested_command(), "prove", "x.frag.agal", "--against", "y.hlsl"});
  EXPECT_THAT(found.out, HasSubstr("exit status 6"));
  EXPECT_TRUE(std::filesystem::is_empty(folder() / "tmp"));
}

TEST_F(ProveDxc, IncludedFileIsNotDecided) {
  write("bin/dxc", "");
  write("y.hlsl", "#include \"secret\"\nfloat4 main() : SV_Target { return 0; }\n");
  std::filesystem::permissions(folder() / "bin/dxc", std::filesystem::perms::owner_all);
  const Outcome found = agalc_in((folder() / "bin").string(), {"prove", "x.frag.agal", "--against", "y.hlsl"});
  EXPECT_EQ(found.out, "y.hlsl (read by DXC): not decided: it includes a file\n");
}

TEST_F(ProveDxc, OptionNeedsProgram) {
  const Outcome found =
      agalc_in("/nowhere", {"prove", "x.vert.agal", "--against", "x.vert.hlsl", "--front-end", "dxc"});
  EXPECT_EQ(found.status, usage);
  EXPECT_THAT(found.err, HasSubstr("there is no program dxc in PATH"));
  EXPECT_EQ(agalc_in("/nowhere", {"prove", "x.vert.agal", "--against", "x.vert.hlsl"}).out,
            "x.vert.hlsl (read by glslang): equal\n");
}

TEST_F(ProveDxc, ReadsOwnProducts) {
  const std::string path = AGAL_SOURCE_DIR "/build/dxc";
  AGAL_NEED(test::Facility::Dxc, std::filesystem::exists(path + "/dxc") ? "" : "run ./tools/lab/dxc");
  ASSERT_EQ(agalc({"compile", "x.frag.agal", "-t", "hlsl50", "-o", "x.frag.hlsl"}).status, done);
  const std::vector<std::string> pair{"prove",       "x.vert.agal", "x.frag.agal", "--against",
                                      "x.vert.hlsl", "--against",   "x.frag.hlsl"};
  EXPECT_EQ(agalc_in(path, pair).out, "x.vert.hlsl (read by DXC): equal\nx.frag.hlsl (read by DXC): equal\n");
  ASSERT_EQ(
      run((path + "/dxc").c_str(), {"-spirv", "-T", "ps_6_0", "-E", "main", "-Fo", "x.spv", "x.frag.hlsl"}).status, 0);
  EXPECT_EQ(agalc({"prove", "x.frag.agal", "--against", "x.spv", "--target", "hlsl50"}).out, "x.spv: equal\n");
  std::string text = read("x.frag.hlsl");
  text.insert(text.find("main"), "main(float4 x) { return ; }\n");
  write("x.frag.hlsl", text);
  EXPECT_THAT(agalc_in(path, pair).err, HasSubstr("x.frag.hlsl: error[AGAL1124]: DXC rejects the text: "));
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
