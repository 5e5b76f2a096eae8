// Tests all subcommands except compile.
#include <agal/diagnostic.hpp>
#include <agal/isa.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/cli.hpp"

namespace agal::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

using Subcommands = Cli;
using nlohmann::json;

TEST_F(Subcommands, AsReversesDis) {
  write("x.frag.agal", fragment);
  ASSERT_EQ(agalc({"as", "x.frag.agal", "-o", "x.bin"}).status, done);
  EXPECT_EQ(read("x.bin").size(), 7u + 2 * 24u);
  const Outcome text = agalc({"dis", "x.bin"});
  EXPECT_EQ(text.status, done);
  EXPECT_THAT(text.out, HasSubstr("mul ft0, v0, fc0\nmov oc, ft0\n"));
  const Outcome again = agalc({"as", "-"}, text.out);
  EXPECT_EQ(again.status, done) << again.err;
  EXPECT_EQ(again.out, read("x.bin"));
}

TEST_F(Subcommands, DisPrintsOffsetsAndFieldsOnRequest) {
  const std::string plain = agalc({"dis", "-"}, bytecode(2)).out;
  const std::string offsets = agalc({"dis", "--offsets", "-"}, bytecode(2)).out;
  const std::string explained = agalc({"dis", "--explain", "-"}, bytecode(2)).out;
  EXPECT_THAT(offsets, HasSubstr("0x001f"));  // the offset of the second token
  EXPECT_THAT(plain, Not(HasSubstr("0x001f")));
  EXPECT_GT(explained.size(), 3 * plain.size());
}

TEST_F(Subcommands, ValidateContinuesAfterErrorsAndPrintsSummary) {
  write("good.frag.agal", fragment);
  write("wrong.frag.agal", wrong);
  const Outcome run = agalc({"validate", "wrong.frag.agal", "good.frag.agal"});
  EXPECT_EQ(run.status, rejected);
  EXPECT_THAT(run.out, IsEmpty());
  EXPECT_THAT(run.err, HasSubstr("error[AGAL3652]"));
  EXPECT_THAT(run.err, HasSubstr("2 programs: 1 accepted, 1 rejected (1 error, 0 warnings)\n"));
  const Outcome good = agalc({"validate", "good.frag.agal"});
  EXPECT_EQ(good.status, done);
  EXPECT_EQ(good.err, "1 program: 1 accepted, 0 rejected (0 errors, 0 warnings)\n");
  EXPECT_THAT(agalc({"validate", "--quiet", "good.frag.agal"}).err, IsEmpty());
}

TEST_F(Subcommands, ValidateAppliesLevelProfileAndOrder) {
  std::string many = "mov ft0, v0\n";
  for (int i = 0; i < 4; ++i) many += "mov fc0, v0\n";
  write("x.frag.agal", many + "mov oc, ft0\n");
  const Outcome all = agalc({"validate", "x.frag.agal"});
  const Outcome first = agalc({"validate", "--strict=adobe", "x.frag.agal"});
  EXPECT_THAT(all.err, HasSubstr("4 errors"));
  EXPECT_THAT(first.err, HasSubstr("1 error,"));
  write("ft7.frag.agal", "mov ft7, v0\nmov oc, ft7\n");
  EXPECT_EQ(agalc({"validate", "ft7.frag.agal"}).status, done);
  EXPECT_EQ(agalc({"validate", "--profile", "baselineConstrained", "ft7.frag.agal"}).status, rejected);
  EXPECT_EQ(agalc({"validate", "--profile", "baselineConstrained", "--ignore-limits", "ft7.frag.agal"}).status, done);
}

TEST_F(Subcommands, ValidateChecksPairs) {
  write("x.vert.agal", vertex);
  write("x.frag.agal", fragment);
  write("y.frag.agal", "mov oc, v3\n");
  EXPECT_EQ(agalc({"validate", "--pair", "x.vert.agal", "x.frag.agal"}).status, done);
  const Outcome run = agalc({"validate", "--pair", "x.vert.agal", "y.frag.agal"});
  EXPECT_EQ(run.status, rejected);
  EXPECT_THAT(run.err, HasSubstr("AGAL3632"));
  EXPECT_THAT(run.err, HasSubstr("2 programs: 0 accepted, 2 rejected"));
  EXPECT_EQ(agalc({"validate", "--pair", "x.frag.agal", "x.vert.agal"}).status, done);
  EXPECT_EQ(agalc({"validate", "--pair", "x.vert.agal"}).status, done);
  EXPECT_EQ(agalc({"validate", "--pair", "x"}).status, done);
  EXPECT_EQ(agalc({"validate", "--pair", "y"}).status, usage);
}

TEST_F(Subcommands, ValidateChecksPairsByName) {
  write("shaders/x.vert.agal", vertex);
  write("shaders/x.frag.agal", "mov oc, v3\n");
  write("shaders/y.frag.agal", fragment);
  const Outcome run = agalc({"validate", "shaders"});
  EXPECT_EQ(run.status, rejected);
  EXPECT_THAT(run.err, AllOf(HasSubstr("AGAL3632"), HasSubstr("3 programs: 1 accepted, 2 rejected")));
  EXPECT_EQ(agalc({"validate", "shaders/x.frag.agal", "shaders/x.vert.agal"}).status, rejected);
  EXPECT_EQ(agalc({"validate", "shaders", "--no-pairs"}).status, done);
}

TEST_F(Subcommands, ValidateRejectsProgramsWithoutOutput) {
  write("x.frag.agal", "mov ft0, v0\n");
  write("x.vert.agal", "mov v0, va0\n");
  EXPECT_THAT(agalc({"validate", "x.frag.agal"}).err, HasSubstr("AGAL3634"));
  EXPECT_THAT(agalc({"validate", "x.vert.agal"}).err, HasSubstr("AGAL3635"));
  EXPECT_EQ(agalc({"validate", "x.vert.agal"}).status, rejected);
}

TEST_F(Subcommands, DumpsOfBytecodeAreRead) {
  const std::string text = "//! agal 1 fragment\nmov oc, v0\n";
  const std::string hex = "a0010000 00a101 00000000 00000f03 000000e4 04000000 0000000000000000";
  std::string bytes, list;
  for (const int byte :
       {0xa0, 1, 0, 0, 0, 0xa1, 1, 0, 0, 0, 0, 0, 0, 15, 3, 0, 0, 0, 0xe4, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}) {
    list += std::to_string(byte) + ", ";
    bytes += std::to_string(byte > 127 ? byte - 256 : byte) + " ";
  }
  const std::string hexdump =
      "00000000  a0 01 00 00 00 a1 01 00  00 00 00 00 00 0f 03 00  |................|\n"
      "00000010  00 00 e4 04 00 00 00 00  00 00 00 00 00 00 00     |...............|\n"
      "0000001f\n";
  const std::string xxd =
      "00000000: a001 0000 00a1 0100 0000 0000 000f 0300  ................\n"
      "00000010: 0000 e404 0000 0000 0000 0000 0000 00    ...............\n";
  for (const std::string& dump : {hex, list, "[" + bytes + "]", hexdump, xxd})
    EXPECT_EQ(agalc({"dis", "-"}, dump).out, text) << dump;
}

TEST_F(Subcommands, ExplainKnowsErrorsAtRunTime) {
  for (const char* number :
       {"3600", "3613", "3614", "3663", "3692", "3695", "3715", "3724", "3753", "3763", "3774", "3792"})
    EXPECT_THAT(agalc({"explain", number}).out, HasSubstr("usual cause")) << number;
  EXPECT_EQ(agalc({"explain", "Error", "#3692"}).out, agalc({"explain", "3692"}).out);
  EXPECT_THAT(agalc({"explain", "Error #3652: a text"}).out, HasSubstr("constant-written"));
}

TEST_F(Subcommands, WordsOfOtherLanguagesGetTheirEquivalent) {
  const auto help = [&](const std::string& line) { return agalc({"validate", "--stage", "fragment", "-"}, line).err; };
  EXPECT_THAT(help("mad ft0, v0, fc0, fc1\n"), HasSubstr("write mul into a temporary, then add"));
  EXPECT_THAT(help("mix ft0, v0, fc0\n"), HasSubstr("AGAL has no mix"));
  EXPECT_THAT(help("ifne v0.x, fc0.x\n"), HasSubstr("did you mean 'ine'?"));
  EXPECT_THAT(help("tex oc, v0, fs0 <2d, bilinear>\n"), HasSubstr("did you mean 'linear'? the options are"));
  EXPECT_THAT(help("mov o0, v0\n"), HasSubstr("did you mean 'oc'?"));
  EXPECT_THAT(help("mov oc,\xc2\xa0v0\n"), HasSubstr("a no-break space"));
  EXPECT_THAT(help("\"mov oc, v0\" +\n"), HasSubstr("this is source code"));
  EXPECT_THAT(help("1: mov oc, v0\n"), HasSubstr("the number of a line"));
}

TEST_F(Subcommands, LinkTakesPairInEitherOrderAndByName) {
  write("x.vert.agal", vertex);
  write("x.frag.agal", fragment);
  EXPECT_EQ(agalc({"link", "x.vert.agal", "x.frag.agal", "-t", "spv", "-o", "a/"}).status, done);
  EXPECT_EQ(agalc({"link", "x.frag.agal", "x.vert.agal", "-t", "spv", "-o", "b/"}).status, done);
  EXPECT_EQ(agalc({"link", "x", "-t", "spv", "-o", "c/"}).status, done);
  EXPECT_EQ(list("a"), list("b"));
  EXPECT_EQ(list("a"), list("c"));
  for (const std::string& name : list("a")) EXPECT_TRUE(read("a/" + name) == read("b/" + name)) << name;
  EXPECT_THAT(agalc({"link", "nothing", "-t", "spv", "-o", "d/"}).err, HasSubstr("there is no file nothing"));
}

TEST_F(Subcommands, JsonDiagnosticsHaveOneObjectPerLine) {
  write("wrong.frag.agal", wrong);
  const Outcome run = agalc({"validate", "wrong.frag.agal", "--diagnostics-format=json"});
  EXPECT_EQ(run.status, rejected);
  const json message = json::parse(run.err, nullptr, false);
  ASSERT_TRUE(message.is_object()) << run.err;
  EXPECT_EQ(message["code"], "AGAL3652");
  EXPECT_EQ(message["severity"], "error");
  EXPECT_EQ(message["file"], "wrong.frag.agal");
  EXPECT_EQ(message["token"], 1);
}

TEST_F(Subcommands, GithubDiagnosticsHaveTextAndAnnotations) {
  write("50%, new.frag.agal", wrong);
  const Outcome run = agalc({"validate", "50%, new.frag.agal", "--stage=fragment", "--diagnostics-format=github"});
  EXPECT_EQ(run.status, rejected);
  EXPECT_THAT(run.err, HasSubstr("50%, new.frag.agal:1:5: error[AGAL3652]: fc0 is a constant and cannot be written\n"));
  EXPECT_THAT(run.err,
              HasSubstr("\n::error file=50%25%2C new.frag.agal,line=1,col=5,title=AGAL3652::fc0 is a constant and "
                        "cannot be written%0Awrite to a temporary or to an output: vt0, v0 and op in a vertex program, "
                        "ft0 and oc in a fragment program\n"));
  EXPECT_THAT(run.err, HasSubstr("1 program: 0 accepted, 1 rejected"));
}

TEST_F(Subcommands, GithubAnnotationOfBytecodeOmitsLine) {
  std::string program = bytecode(1);
  program[7] = '\x7f';  // the opcode
  write("broken.bin", program);
  const Outcome run = agalc({"validate", "broken.bin", "--diagnostics-format=github"});
  EXPECT_EQ(run.status, rejected);
  EXPECT_THAT(run.err, testing::ContainsRegex("\n::error file=broken.bin,title=AGAL[0-9]*::"));
}

TEST_F(Subcommands, LinkWritesBothProgramsAndOneReflection) {
  write("x.vert.agal", std::string(vertex) + "mov v1, va1\n");
  write("x.frag.agal", fragment);
  const Outcome run = agalc({"link", "x.vert.agal", "x.frag.agal", "--target", "essl300", "-o", "out"});
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_THAT(list("out"), ElementsAre("x.essl300.glsl.reflect.json", "x.frag.essl300.glsl", "x.vert.essl300.glsl"));
  EXPECT_THAT(read("out/x.vert.essl300.glsl"), HasSubstr("v0"));
  EXPECT_THAT(read("out/x.vert.essl300.glsl"), Not(HasSubstr("v1")));  // the fragment program does not read v1
  EXPECT_TRUE(json::accept(read("out/x.essl300.glsl.reflect.json")));
}

TEST_F(Subcommands, LinkWritesSingleModule) {
  write("x.vert.agal", vertex);
  write("x.frag.agal", fragment);
  const Outcome run = agalc({"link", "x.vert.agal", "x.frag.agal", "--target", "wgsl", "--single-module", "-o", "out"});
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_THAT(list("out"), ElementsAre("x.wgsl", "x.wgsl.reflect.json"));
  EXPECT_THAT(read("out/x.wgsl"), HasSubstr("fn vertex_main("));
  EXPECT_THAT(read("out/x.wgsl"), HasSubstr("fn fragment_main("));
  EXPECT_THAT(read("out/x.wgsl.reflect.json"), HasSubstr("\"fragment_main\""));
}

TEST_F(Subcommands, SingleModuleNeedsWgsl) {
  write("x.vert.agal", vertex);
  write("x.frag.agal", fragment);
  const Outcome run =
      agalc({"link", "x.vert.agal", "x.frag.agal", "--target", "wgsl,essl300", "--single-module", "-o", "out"});
  EXPECT_EQ(run.status, usage);
  EXPECT_THAT(run.err, HasSubstr("essl300 cannot have both programs in one file"));
}

TEST_F(Subcommands, LinkRejectsMismatchedPrograms) {
  write("x.vert.agal", vertex);
  write("y.frag.agal", "mov oc, v3\n");
  const Outcome run = agalc({"link", "x.vert.agal", "y.frag.agal", "--target", "spv", "-o", "out/"});
  EXPECT_EQ(run.status, rejected);
  EXPECT_THAT(run.err, HasSubstr("AGAL3632"));
  EXPECT_EQ(agalc({"link", "x.vert.agal", "--target", "spv", "-o", "out/"}).status, usage);
  EXPECT_EQ(agalc({"link", "x.vert.agal", "y.frag.agal", "-o", "out/"}).status, usage);
}

TEST_F(Subcommands, ReflectPrintsJson) {
  const Outcome run = agalc({"reflect", "-"}, fragment);
  EXPECT_EQ(run.status, done) << run.err;
  const json interface = json::parse(run.out, nullptr, false);
  ASSERT_TRUE(interface.is_object()) << run.out;
  EXPECT_TRUE(interface.contains("agal"));
}

TEST_F(Subcommands, OpcodesListsAllOpcodes) {
  const Outcome text = agalc({"opcodes"}), markdown = agalc({"opcodes", "--format=markdown"});
  const json list = json::parse(agalc({"opcodes", "--format=json"}).out, nullptr, false);
  ASSERT_TRUE(list.is_array());
  ASSERT_EQ(list.size(), opcode_table.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    EXPECT_EQ(list[i]["code"], i);
    EXPECT_EQ(list[i]["name"], opcode_table[i].text);
    EXPECT_EQ(list[i]["formula"], opcode_table[i].formula);
    EXPECT_THAT(text.out, HasSubstr(opcode_table[i].text));
    EXPECT_THAT(markdown.out, HasSubstr("`" + std::string(opcode_table[i].text) + "`"));
  }
  EXPECT_EQ(static_cast<std::size_t>(std::count(text.out.begin(), text.out.end(), '\n')), opcode_table.size() + 1);
}

TEST_F(Subcommands, TargetsListsAllTargets) {
  const Outcome run = agalc({"targets"});
  EXPECT_EQ(run.status, done);
  EXPECT_THAT(run.out, HasSubstr("essl100         .essl100.glsl"));
}

TEST_F(Subcommands, ExplainAcceptsEveryRule) {
  const Outcome list = agalc({"explain", "--list"});
  EXPECT_EQ(list.status, done);
  EXPECT_EQ(static_cast<std::size_t>(std::count(list.out.begin(), list.out.end(), '\n')), all_rules().size());
  const Outcome by_code = agalc({"explain", "AGAL3652"});
  EXPECT_EQ(by_code.status, done);
  EXPECT_THAT(by_code.out, StartsWith("AGAL3652"));
  EXPECT_EQ(agalc({"explain", "3652"}).out, by_code.out);
  EXPECT_EQ(agalc({"explain", std::string(find_rule(std::uint16_t{3652})->slug)}).out, by_code.out);
  EXPECT_EQ(agalc({"explain", "AGAL9999"}).status, usage);
  EXPECT_THAT(agalc({"explain", "cannot-reed"}).err, HasSubstr("did you mean 'cannot-read'?"));
  EXPECT_EQ(agalc({"explain"}).status, usage);
}

TEST_F(Subcommands, ReportsMessagesOfSeveralTargetsOnce) {
  write("wrong.frag.agal", wrong);
  const Outcome run = agalc({"compile", "wrong.frag.agal", "--target", "all", "-o", "out/"});
  EXPECT_EQ(run.status, rejected);
  const std::size_t first = run.err.find("AGAL3652");
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(run.err.find("AGAL3652", first + 1), std::string::npos);
  EXPECT_THAT(list("out"), IsEmpty());
}

}  // namespace
}  // namespace agal::cli
