// Tests agalc run: inputs, outputs, trace, and the messages about inputs that do not match the program.
#include <nlohmann/json.hpp>

#include "cli/cli.hpp"

namespace agal::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

class RunCommand : public Cli {
 protected:
  RunCommand() {
    write("x.frag.agal", fragment);  // oc = v0 * fc0
    write("x.vert.agal", vertex);    // op = va0 * vc0..3, v0 = va1
    write("tex.frag.agal", "tex ft0, v0, fs0 <2d, nearest, mipnearest, clamp>\nmov oc, ft0\n");
  }
  std::string said(const std::string& program, const std::string& inputs, int status = rejected) {
    const Outcome run = agalc({"run", program, "--in", "-"}, inputs);
    EXPECT_EQ(run.status, status) << inputs;
    EXPECT_THAT(run.out, IsEmpty());
    return run.err;
  }
  std::string texture(const std::string& rest) {
    return said("tex.frag.agal", R"({"textures": {"fs0": )" + rest + "}}");
  }
};

TEST_F(RunCommand, PrintsOutputsOfVertexProgram) {
  const Outcome run = agalc({"run", "x.vert.agal", "--in", "-"},
                            R"({"attributes": {"va0": [1, 2], "va1": [0.5, 0.25, 0.125, 3]},
                                "constants": {"vc0": [[1, 0, 0, 0], [0, 2, 0, 0], [0, 0, 3, 0]], "vc3": [0, 0, 0, "inf"]}})");
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_EQ(run.out, "op = (1, 4, 0, inf)\nv0 = (0.5, 0.25, 0.125, 3)\n");
  EXPECT_THAT(run.err, IsEmpty());
}

TEST_F(RunCommand, PrintsOutputsOfFourPixels) {
  write("in.json", R"({"constants": {"fc0": [2, 2, 2, 2]}, "varyings": {"v0": [[1], [2, 3], [4], [5, 0, 0, 1]]}})");
  const Outcome run = agalc({"run", "x.frag.agal", "--in", "in.json"});
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_EQ(run.out,
            "pixel 0\n  oc = (2, 0, 0, 0)\npixel 1\n  oc = (4, 6, 0, 0)\npixel 2\n  oc = (8, 0, 0, 0)\n"
            "pixel 3\n  oc = (10, 0, 0, 2)\n");
}

TEST_F(RunCommand, MissingInputsAreZero) {
  EXPECT_THAT(agalc({"run", "x.frag.agal"}).out, HasSubstr("pixel 3\n  oc = (0, 0, 0, 0)\n"));
}

TEST_F(RunCommand, SamplesTextureFromInputs) {
  const Outcome run = agalc({"run", "tex.frag.agal", "--in", "-"},
                            R"({"varyings": {"v0": [[0, 0], [1, 0], [0, 0], [1, 0]]},
                                "textures": {"fs0": {"size": [2, 1], "levels": [[1, 0, 0, 1, 3, 0, 0, 1]], "mipmaps": true}}})");
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_THAT(run.out, StartsWith("pixel 0\n  oc = (2, 0, 0, 1)\n"));
}

TEST_F(RunCommand, PrintsOutputsAsJson) {
  write("k.frag.agal", "kil v0.x\nmov oc, v0\nmov fd.x, v0.y\n");
  const Outcome run =
      agalc({"run", "k.frag.agal", "--format=json", "--in", "-"}, R"({"varyings": {"v0": [-1, 0.5, "nan", "-inf"]}})");
  EXPECT_EQ(run.status, done) << run.err;
  const std::string first = run.out.substr(0, run.out.find('\n'));
  EXPECT_EQ(nlohmann::json::parse(first),
            nlohmann::json::parse(R"({"killed": true, "oc": [-1, 0.5, "nan", "-inf"], "fd": 0.5})"));
  EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), 4);
}

TEST_F(RunCommand, ReadsLargestNumberAsItIsWritten) {
  write("k.frag.agal", "mov oc, v0\n");
  const std::string largest = "[3.4028235e+38, -3.4028235e+38, 0, 1]";
  const Outcome run =
      agalc({"run", "k.frag.agal", "--format=json", "--in", "-"}, R"({"varyings": {"v0": )" + largest + "}}");
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_EQ(nlohmann::json::parse(run.out.substr(0, run.out.find('\n'))).at("oc"), nlohmann::json::parse(largest));
}

TEST_F(RunCommand, TraceListsEachToken) {
  const Outcome run = agalc({"run", "x.vert.agal", "--trace"});
  EXPECT_THAT(run.out, AllOf(StartsWith("    1  m44 op, va0, vc0\n        op = (0, 0, 0, 0)\n    2  mov v0, va1\n"),
                             HasSubstr("\n\nop = (0, 0, 0, 0)\nv0 = (0, 0, 0, 1)\n")));
  EXPECT_EQ(agalc({"run", "x.vert.agal", "--trace", "--format=json"}).status, usage);
}

TEST_F(RunCommand, SemanticsOptionsApply) {
  write("g.frag.agal", "//! agal 2 fragment\nmov ft0, v0\nifg v0.x, v0.y\nadd ft0, ft0, v0.z\neif\nmov oc, ft0\n");
  const std::string inputs = R"({"varyings": {"v0": [1, 1, 1, 0]}})";
  EXPECT_THAT(agalc({"run", "g.frag.agal", "--in", "-"}, inputs).out, HasSubstr("oc = (1, 1, 1, 0)"));
  EXPECT_THAT(agalc({"run", "g.frag.agal", "--in", "-", "--ifg=ge"}, inputs).out, HasSubstr("oc = (2, 2, 2, 1)"));
}

TEST_F(RunCommand, RejectsInvalidProgram) {
  write("wrong.frag.agal", wrong);
  EXPECT_THAT(said("wrong.frag.agal", "{}"), HasSubstr("AGAL3652"));
}

TEST_F(RunCommand, RejectsMalformedJson) {
  const std::string err = said("x.frag.agal", "{\"constants\": {");
  EXPECT_THAT(err,
              AllOf(HasSubstr("<stdin>: error[AGAL1008]"), HasSubstr("line 1"), testing::Not(HasSubstr("exception"))));
  EXPECT_THAT(said("x.frag.agal", "{\"a\": 1e999}"), HasSubstr("AGAL1008"));
  EXPECT_THAT(said("x.frag.agal", "{} {}"), HasSubstr("AGAL1008"));
  EXPECT_THAT(said("x.frag.agal", std::string(100000, '[')), HasSubstr("AGAL1008"));
}

TEST_F(RunCommand, ReportsMismatchedInputs) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"[]", "the file: must be an object"},
      {R"({"constans": {}})", "unknown key 'constans'; did you mean 'constants'?"},
      {R"({"attributes": {}})", "inputs of a fragment program: unknown key 'attributes'"},
      {R"({"constants": []})", "constants: must be an object"},
      {R"({"constants": {"vc0": [1]}})", "constants.vc0: 'vc0' is not a register of this kind; expected fc0, fc1, …"},
      {R"({"constants": {"fc1024": [1]}})", "constants.fc1024: 'fc1024' is not a register"},
      {R"({"constants": {"fc99999999999": [1]}})", "is not a register"},
      {R"({"constants": {"fc": [1]}})", "'fc' is not a register"},
      {R"({"constants": {"": [1]}})", "'' is not a register"},
      {R"({"constants": {"fc0": 1}})", "constants.fc0: must be a list of one to four numbers"},
      {R"({"constants": {"fc0": []}})", "constants.fc0: must be a list of one to four numbers"},
      {R"({"constants": {"fc0": [1, 2, 3, 4, 5]}})", "constants.fc0: must be a list of one to four numbers"},
      {R"({"constants": {"fc0": [1, "x"]}})", "constants.fc0[1]: must be a number"},
      {R"({"constants": {"fc0": [1e39]}})", "constants.fc0[0]: does not fit in 32 bits"},
      {R"({"constants": {"fc0": [0, -3.4028236e38]}})", "constants.fc0[1]: does not fit in 32 bits"},
      {R"({"constants": {"fc0": [[1], 2]}})", "constants.fc0[1]: must be a list of one to four numbers"},
      {R"({"constants": {"fc1023": [[1], [2]]}})", "there are only 1024 registers"},
      {R"({"varyings": {"v0": [[1], [2]]}})", "varyings.v0: must be a list of numbers, or of four such lists"},
      {R"({"textures": {"fs0": 1}})", "textures.fs0: must be an object"},
  };
  for (const auto& [inputs, message] : cases)
    EXPECT_THAT(said("x.frag.agal", inputs), AllOf(HasSubstr("error[AGAL1009]"), HasSubstr(message))) << inputs;
  EXPECT_THAT(said("x.vert.agal", R"({"instance": -1})"), HasSubstr("instance: must be an integer"));
  EXPECT_THAT(said("x.vert.agal", R"({"instance": 4294967296})"), HasSubstr("instance: must be an integer"));
}

TEST_F(RunCommand, ReportsAllErrorsOfInputs) {
  const std::string err = said("x.frag.agal", R"({"constants": {"fc0": 1, "vc1": [1]}, "x": 1})");
  EXPECT_THAT(err, AllOf(HasSubstr("constants.fc0"), HasSubstr("constants.vc1"), HasSubstr("unknown key 'x'")));
}

TEST_F(RunCommand, ReportsErrorsInTextures) {
  EXPECT_THAT(said("tex.frag.agal", "{}"), AllOf(HasSubstr("AGAL1011"), HasSubstr("fs0")));
  EXPECT_THAT(texture(R"({"size": [1, 1]})"), HasSubstr("textures.fs0: must have a size and levels"));
  EXPECT_THAT(texture(R"({"size": [0, 1], "levels": [[0]]})"), HasSubstr("fs0.size: must be a list of 2 integers"));
  EXPECT_THAT(texture(R"({"size": [1e9, 1], "levels": [[0]]})"), HasSubstr("fs0.size"));
  EXPECT_THAT(texture(R"({"size": [2, 1], "levels": [[0]]})"), HasSubstr("fs0.levels[0]: must be a list of 8 numbers"));
  EXPECT_THAT(texture(R"({"size": [1, 1], "levels": [[0, 0, 0, 1], [0, 0, 0, 1]]})"),
              HasSubstr("already a single texel"));
  EXPECT_THAT(texture(R"({"size": [1, 1], "levels": [0]})"), HasSubstr("must be a list of lists"));
  EXPECT_THAT(texture(R"({"dimension": "4d", "size": [1, 1], "levels": [[0]]})"),
              HasSubstr("must be \"2d\", \"cube\" or \"3d\""));
  EXPECT_THAT(texture(R"({"dimension": "cube", "size": [2, 1], "levels": [[0]]})"),
              HasSubstr("faces of a cube must be square"));
  EXPECT_THAT(texture(R"({"size": [1, 1], "levels": [[0, 0, 0, 1]], "state": ["2d"]})"),
              HasSubstr("fs0.state: must be a list"));
  EXPECT_THAT(texture(R"({"size": [1, 1], "levels": [[0, 0, 0, 1]], "state": 1})"),
              HasSubstr("fs0.state: must be a list"));
  EXPECT_THAT(texture(R"({"size": [1, 1], "levels": [[0, 0, 0, 1]], "mipmap": true})"),
              HasSubstr("did you mean 'mipmaps'?"));
  EXPECT_THAT(
      texture(
          R"({"dimension": "cube", "size": [1, 1], "levels": [[0,0,0,1, 0,0,0,1, 0,0,0,1, 0,0,0,1, 0,0,0,1, 0,0,0,1]]})"),
      HasSubstr("AGAL1012"));
}

TEST_F(RunCommand, ReportsUnreadableInputs) {
  EXPECT_THAT(agalc({"run", "x.frag.agal", "--in", "none.json"}).status, io);
  EXPECT_THAT(agalc({"run", "-", "--in", "-"}, "{}").status, usage);
}

}  // namespace
}  // namespace agal::cli
