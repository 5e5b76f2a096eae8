// Tests the options of agalc report, and the messages if the page cannot be written. tests/web/report tests the page.
#include "cli/cli.hpp"

namespace agal::cli {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

class ReportCommand : public Cli {
 protected:
  ReportCommand() {
    std::filesystem::create_directory(folder() / "out");
    write("out/manifest.jsonl", R"({"stem":"a","status":"unreadable","origins":[],"diagnostics":[]})");
  }
};

TEST_F(ReportCommand, WritesSelfContainedPage) {
  const Outcome run = agalc({"report", "out", "-o", "r.html"});
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_THAT(run.out + run.err, IsEmpty());
  EXPECT_THAT(read("r.html"), StartsWith("<!doctype html>"));
  EXPECT_THAT(list(), testing::ElementsAre("out", "r.html"));
  EXPECT_EQ(agalc({"report", "out", "-o", "-"}).out, read("r.html"));
}

TEST_F(ReportCommand, OptionsChangePage) {
  EXPECT_EQ(agalc({"report", "out", "-o", "a.html"}).status, done);
  EXPECT_EQ(agalc({"report", "out", "-o", "b.html", "--title", "Another"}).status, done);
  EXPECT_NE(read("a.html"), read("b.html"));
  EXPECT_EQ(agalc({"report", "out", "-o", "c.html", "--pictures", "none"}).status, done);
  write("m.jsonl", "");
  EXPECT_EQ(agalc({"report", "out", "--manifest", "m.jsonl", "-o", "d.html"}).status, done);
  EXPECT_LT(read("d.html").size(), read("a.html").size());
}

TEST_F(ReportCommand, ErrorsHaveTheirExitStatus) {
  EXPECT_EQ(agalc({"report", "nowhere", "-o", "r.html"}).status, io);
  EXPECT_EQ(agalc({"report", "out", "-o", "out/manifest.jsonl/r.html"}).status, io);
  EXPECT_EQ(agalc({"report", "out", "-o", "out/manifest.jsonl"}).status, usage);
  EXPECT_EQ(agalc({"report", "out"}).status, usage);
  EXPECT_THAT(agalc({"report", "out", "-o", "r.html", "--pictures", "nome"}).err, HasSubstr("did you mean 'none'"));
  EXPECT_EQ(agalc({"report", "out", "-o", "-"}, {}, Stdout::Full).status, io);
  write("out/manifest.jsonl", "nonsense\n");
  const Outcome run = agalc({"report", "out", "-o", "r.html"});
  EXPECT_EQ(run.status, rejected);
  EXPECT_THAT(run.err, HasSubstr("out/manifest.jsonl:1: error[AGAL1053]"));
  EXPECT_FALSE(exists("r.html"));
}

}  // namespace
}  // namespace agal::cli
