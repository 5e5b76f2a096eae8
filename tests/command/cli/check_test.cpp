// Tests agalc validate in CI: lints, limits, and CI reports.
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "cli/cli.hpp"
#include "support/facility.hpp"

namespace agal::cli {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// A program with an unused result in token 1.
constexpr char wasteful[] = "mul ft1, v0, v0\nmul ft0, v0, fc0\nmov oc, ft0\n";

class Check : public Cli {
 protected:
  json sarif(const std::string& name) const { return json::parse(read(name), nullptr, false)["runs"][0]; }
  static const json& place(const json& result) { return result["locations"][0]["physicalLocation"]; }
  std::string bytecode_of(const std::string& text) const { return agalc({"as", "-", "--stage=fragment"}, text).out; }
};

TEST_F(Check, LintsOnlyOnRequest) {
  write("x.frag.agal", wasteful);
  const Outcome without = agalc({"validate", "x.frag.agal"});
  EXPECT_EQ(without.status, done);
  EXPECT_THAT(without.err, Not(HasSubstr("AGAL6003")));
  // A list needs '=': the argument after --lint is a file.
  const Outcome with = agalc({"validate", "--lint", "x.frag.agal"});
  EXPECT_EQ(with.status, done);
  EXPECT_THAT(with.err, HasSubstr("x.frag.agal:1:5: warning[AGAL6003]: the result in ft1 is never used"));
  EXPECT_THAT(with.err, HasSubstr("1 program: 1 accepted, 0 rejected (0 errors, 1 warning)"));
  EXPECT_THAT(agalc({"validate", "--lint=6003", "x.frag.agal"}).err, HasSubstr("AGAL6003"));
  for (const char* list : {"--lint=none", "--lint=move-to-itself", "--lint=all,-result-never-used"})
    EXPECT_THAT(agalc({"validate", list, "x.frag.agal"}).err, Not(HasSubstr("AGAL6003"))) << list;
  EXPECT_THAT(agalc({"validate", "--lint", "--lint=-6003", "x.frag.agal"}).err, Not(HasSubstr("AGAL6003")));
  const Outcome unknown = agalc({"validate", "--lint=reslt-never-used", "x.frag.agal"});
  EXPECT_EQ(unknown.status, usage);
  EXPECT_THAT(unknown.err, HasSubstr("did you mean 'result-never-used'?"));
}

TEST_F(Check, WerrorHasBothSpellings) {
  write("x.frag.agal", wasteful);
  for (const char* option : {"-Werror", "--Werror", "--werror"})
    EXPECT_EQ(agalc({"validate", "--lint", option, "x.frag.agal"}).status, rejected) << option;
  // Notes do not become errors.
  write("long.frag.agal", [] {
    std::string text = "mov ft0, v0\n";
    for (int i = 0; i < 188; ++i) text += "mul ft0, ft0, v0\n";
    return text + "mov oc, ft0\n";
  }());
  const Outcome near = agalc({"validate", "--lint", "-Werror", "long.frag.agal"});
  EXPECT_EQ(near.status, done) << near.err;
  EXPECT_THAT(near.err, HasSubstr("note[AGAL6008]"));
}

TEST_F(Check, DoesNotLintRejectedPrograms) {
  write("x.frag.agal", std::string(wasteful) + "mov fc0, v0\n");
  const Outcome run = agalc({"validate", "--lint", "x.frag.agal"});
  EXPECT_EQ(run.status, rejected);
  EXPECT_THAT(run.err, HasSubstr("AGAL3652"));
  EXPECT_THAT(run.err, Not(HasSubstr("AGAL6003")));
}

TEST_F(Check, MaxTokensRejectsLongerPrograms) {
  write("x.frag.agal", wasteful);
  EXPECT_EQ(agalc({"validate", "--max-tokens", "3", "x.frag.agal"}).status, done);
  for (const std::vector<std::string>& extra : {std::vector<std::string>{}, {"--validate=off"}, {"--ignore-limits"}}) {
    std::vector<std::string> arguments{"validate", "--max-tokens=2", "x.frag.agal"};
    arguments.insert(arguments.end(), extra.begin(), extra.end());
    const Outcome run = agalc(arguments);
    EXPECT_EQ(run.status, rejected);
    EXPECT_THAT(run.err, HasSubstr("x.frag.agal:3:1: error[AGAL4030]: the program has 3 tokens; the limit is 2"));
  }
  EXPECT_EQ(agalc({"compile", "--max-tokens=2", "x.frag.agal", "-o", "x.spv"}).status, rejected);
  EXPECT_FALSE(exists("x.spv"));
  EXPECT_EQ(agalc({"validate", "--max-tokens=many", "x.frag.agal"}).status, usage);
}

TEST_F(Check, SarifRefersToTexts) {
  write("wrong one.frag.agal", wrong);
  write("good.frag.agal", fragment);
  const Outcome run = agalc({"validate", "--sarif", "out.sarif", "wrong one.frag.agal", "good.frag.agal"});
  EXPECT_EQ(run.status, rejected);
  EXPECT_THAT(run.out, IsEmpty());
  EXPECT_THAT(run.err, HasSubstr("AGAL3652"));  // stderr also has the messages
  const json results = sarif("out.sarif")["results"];
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(place(results[0])["artifactLocation"]["uri"], "wrong%20one.frag.agal");
  EXPECT_EQ(place(results[0])["region"]["startLine"], 1);
  EXPECT_EQ(place(results[0])["region"]["startColumn"], 5);
  EXPECT_EQ(place(results[0])["region"]["endColumn"], 8);
}

TEST_F(Check, SarifRefersToDisassemblies) {
  std::filesystem::create_directories(folder() / "ui");
  write("ui/x.bin", bytecode_of(wasteful));
  const Outcome run = agalc({"validate", "--lint", "--sarif=-", "--disassembly-dir", "dis", "ui/x.bin"});
  EXPECT_EQ(run.status, done);
  EXPECT_EQ(read("dis/ui/x.bin.agal"), "//! agal 1 fragment\n" + std::string(wasteful));
  const json document = json::parse(run.out, nullptr, false);
  ASSERT_TRUE(document.is_object()) << run.out;
  const json result = document["runs"][0]["results"][0];
  EXPECT_EQ(place(result)["artifactLocation"]["uri"], "dis/ui/x.bin.agal");
  EXPECT_EQ(place(result)["region"]["startLine"], 2);
  EXPECT_EQ(result["properties"]["byteOffset"], 7);
  // Without a disassembly, the location is only the file.
  agalc({"validate", "--lint", "--sarif=plain.sarif", "ui/x.bin"});
  EXPECT_EQ(place(sarif("plain.sarif")["results"][0])["artifactLocation"]["uri"], "ui/x.bin");
}

TEST_F(Check, DisassembliesStayInsideFolder) {
  std::filesystem::create_directories(folder() / "a/b");
  write("x.bin", bytecode_of(wasteful));
  write("x.bin.agal", bytecode_of(wasteful));
  const std::string above = (folder() / "a/b/../../x.bin").string();
  EXPECT_EQ(agalc({"validate", "--disassembly-dir", "dis", above}).status, done);
  EXPECT_THAT(list("dis"), ElementsAre("x.bin.agal"));
  EXPECT_EQ(agalc({"validate", "--disassembly-dir", "dis", "x.bin", "x.bin.agal"}).status, usage);
  EXPECT_EQ(agalc({"validate", "--disassembly-dir", ".", "x.bin.agal"}).status, usage);
  EXPECT_EQ(read("x.bin.agal"), bytecode_of(wasteful));
}

TEST_F(Check, CiReportsAreCompleteOrMissing) {
  write("wrong.frag.agal", wrong);
  write("old.sarif", "old");
  EXPECT_EQ(agalc({"validate", "--sarif", "wrong.frag.agal/x.sarif", "wrong.frag.agal"}).status, io);
  EXPECT_EQ(agalc({"validate", "--junit", "/dev/full", "wrong.frag.agal"}).status, io);
  EXPECT_EQ(agalc({"validate", "--sarif=-", "wrong.frag.agal"}, {}, Stdout::Full).status, io);
  std::filesystem::create_directories(folder() / "folder");
  EXPECT_EQ(agalc({"validate", "--sarif", "folder", "wrong.frag.agal"}).status, io);
  EXPECT_EQ(agalc({"validate", "--sarif", "old.sarif", "--pair", "wrong.frag.agal"}).status, usage);
  EXPECT_EQ(read("old.sarif"), "old");
  for (const std::string& name : list()) EXPECT_THAT(name, Not(testing::StartsWith(".agalc")));
}

TEST_F(Check, CiReportsAreDeterministic) {
  write("wrong.frag.agal", wrong);
  write("x.frag.agal", wasteful);
  for (const char* name : {"a", "b"})
    agalc({"validate", "--lint", "--sarif", std::string(name) + ".sarif", "--junit", std::string(name) + ".xml",
           "wrong.frag.agal", "x.frag.agal", "gone.agal"});
  EXPECT_EQ(read("a.sarif"), read("b.sarif"));
  EXPECT_EQ(read("a.xml"), read("b.xml"));
  EXPECT_THAT(read("a.sarif"), Not(HasSubstr(folder().string())));
  EXPECT_THAT(read("a.xml"), Not(HasSubstr(folder().string())));
}

TEST_F(Check, PairErrorsNameTheProgram) {
  write("x.vert.agal", vertex);
  write("y.frag.agal", "mov oc, v3\n");
  const Outcome run =
      agalc({"validate", "--pair", "--junit", "out.xml", "--sarif", "out.sarif", "x.vert.agal", "y.frag.agal"});
  EXPECT_EQ(run.status, rejected);
  EXPECT_THAT(read("out.xml"), HasSubstr("type=\"AGAL3632\""));
  EXPECT_THAT(read("out.xml"), HasSubstr("tests=\"2\" failures=\"1\""));
  EXPECT_EQ(sarif("out.sarif")["results"][0]["ruleId"], "AGAL3632");
}

// An independent parser reads the report.
TEST_F(Check, JUnitIsReadByPython) {
  const bool found = std::system("python3 -c 'import xml.etree' 2>/dev/null") == 0;
  AGAL_NEED(test::Facility::Python, found ? "" : "python3 is not in $PATH");
  write("good.frag.agal", fragment);
  write("<odd> & \"name\".frag.agal", wrong);
  write("warned.frag.agal", wasteful);
  agalc({"validate", "--lint", "--junit", "out.xml", "good.frag.agal", "<odd> & \"name\".frag.agal", "warned.frag.agal",
         "gone.agal"});
  write("read.py",
        "import sys, xml.etree.ElementTree as tree\n"
        "root = tree.parse(sys.argv[1]).getroot()\n"
        "for suite in root:\n"
        "  print(root.tag, suite.tag, *[suite.get(k) for k in ('tests', 'failures', 'errors')])\n"
        "  for case in suite:\n"
        "    print(case.get('name'), [(e.tag, e.get('type'), 'error' in e.text) for e in case])\n");
  const std::string command = "cd '" + folder().string() + "' && python3 read.py out.xml > read.txt";
  ASSERT_EQ(std::system(command.c_str()), 0);
  EXPECT_EQ(read("read.txt"),
            "testsuites testsuite 4 1 1\n"
            "good.frag.agal []\n"
            "<odd> & \"name\".frag.agal [('failure', 'AGAL3652', True)]\n"
            "warned.frag.agal [('system-out', None, False)]\n"
            "gone.agal [('error', 'AGAL1001', True)]\n");
}

}  // namespace
}  // namespace agal::cli
