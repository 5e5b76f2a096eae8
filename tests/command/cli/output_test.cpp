// Tests the destinations of products. Readers never see a partial file.
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "cli/cli.hpp"

namespace agal::cli {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;
using testing::StartsWith;

class Output : public Cli {
 protected:
  Output() {
    write("x.frag.agal", fragment);
    write("x.vert.agal", vertex);
  }
};

TEST_F(Output, StdoutIsTheDefaultAndHasOnlyTheProduct) {
  const Outcome run = agalc({"compile", "x.frag.agal", "--target", "essl300"});
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_THAT(run.out, StartsWith("#version 300 es"));
  EXPECT_THAT(run.err, IsEmpty());
  EXPECT_EQ(run.out, agalc({"compile", "x.frag.agal", "--target", "essl300", "-o", "-"}).out);
}

TEST_F(Output, FileNameSelectsTarget) {
  for (const auto& [name, begin] :
       std::vector<std::pair<std::string, std::string>>{{"a.glsl330.glsl", "#version 330"},
                                                        {"a.vulkan.glsl", "#version 450"},
                                                        {"a.metal", "#include <metal_stdlib>"},
                                                        {"a.essl310.glsl", "#version 310 es"},
                                                        {"a.wgsl", "struct FragmentOutput {"}}) {
    EXPECT_EQ(agalc({"compile", "x.frag.agal", "-o", name}).status, done) << name;
    EXPECT_THAT(read(name), StartsWith(begin)) << name;
  }
  EXPECT_EQ(agalc({"compile", "x.frag.agal", "-o", "a.spv"}).status, done);
  EXPECT_THAT(read("a.spv"), StartsWith("\x03\x02\x23\x07"));
  EXPECT_EQ(agalc({"compile", "x.frag.agal", "-o", "a.hlsl"}).status, done);
  EXPECT_THAT(read("a.hlsl"), HasSubstr("SV_Target"));
}

TEST_F(Output, SpirvAssemblyIsWrittenToFilesAndTerminals) {
  EXPECT_EQ(agalc({"compile", "x.frag.agal", "-o", "a.spvasm"}).status, done);
  EXPECT_THAT(read("a.spvasm"), StartsWith("; SPIR-V"));
  EXPECT_EQ(agalc({"compile", "x.frag.agal", "--target", "spvasm"}, {}, Stdout::Terminal).status, done);
}

TEST_F(Output, WriterOptionSelectsWriter) {
  const Outcome cross = agalc({"compile", "x.frag.agal", "-t", "essl300", "--writer=cross"});
  const Outcome own = agalc({"compile", "x.frag.agal", "-t", "essl300", "--writer=own"});
  EXPECT_EQ(own.out, agalc({"compile", "x.frag.agal", "-t", "essl300"}).out);
  EXPECT_EQ(own.status, done) << own.err;
  EXPECT_THAT(own.out, AllOf(StartsWith("#version 300 es"), HasSubstr("void main() {")));
  EXPECT_NE(own.out, cross.out);
  EXPECT_EQ(agalc({"compile", "x.frag.agal", "-t", "wgsl", "--writer=own"}).status, done);
  EXPECT_THAT(agalc({"compile", "x.frag.agal", "-t", "wgsl", "--writer=cross"}).err, HasSubstr("error[AGAL4007]"));
  const Outcome metal = agalc({"compile", "x.frag.agal", "-t", "msl21"});
  EXPECT_EQ(metal.out, agalc({"compile", "x.frag.agal", "-t", "msl21", "--writer=cross"}).out);
  EXPECT_THAT(metal.out, HasSubstr("main0_out"));
  EXPECT_THAT(agalc({"compile", "x.frag.agal", "-t", "msl21", "--writer=own"}).out,
              HasSubstr("FragmentOutput output;"));
  EXPECT_EQ(agalc({"compile", "x.frag.agal", "-t", "spv,essl300", "--writer=own", "-o", "both/"}).status, done);
}

// WGSL, which only agalc writes, and SPIR-V, which is not text, do not have a choice of writers.
TEST_F(Output, WriterOptionConcernsLanguagesWithChoice) {
  const std::string wgsl = agalc({"compile", "x.frag.agal", "-t", "wgsl"}).out;
  const std::vector<std::vector<std::string>> commands{
      {"compile", "x.frag.agal", "-t", "all", "--writer=cross", "-o", "out/"},
      {"compile", "x.frag.agal", "-t", "wgsl,msl21", "--writer=cross", "-o", "out/"},
      {"batch", "x.frag.agal", "--emit", "all", "--writer=cross", "-o", "out"}};
  for (const std::vector<std::string>& command : commands) {
    const Outcome run = agalc(command);
    EXPECT_EQ(run.status, done) << run.err;
    EXPECT_THAT(run.err, Not(HasSubstr("error")));
    EXPECT_EQ(read("out/x.frag.wgsl"), wgsl);
    EXPECT_THAT(read("out/x.frag.msl21.metal"), HasSubstr("main0_out"));
    std::filesystem::remove_all(folder() / "out");
  }
  EXPECT_EQ(agalc({"link", "x.vert.agal", "x.frag.agal", "-t", "wgsl,msl21", "--writer=cross", "-o", "out/"}).status,
            done);
  EXPECT_THAT(agalc({"compile", "x.frag.agal", "-t", "spv,wgsl", "--writer=cross", "-o", "out/"}).err,
              HasSubstr("error[AGAL4007]"));
}

TEST_F(Output, SamplersOptionSelectsCombinedOrSeparate) {
  write("t.frag.agal", "tex oc, v0, fs0 <2d, linear>\n");
  const Outcome combined = agalc({"compile", "t.frag.agal", "-t", "vulkan-glsl450", "--samplers=combined"});
  EXPECT_EQ(combined.out, agalc({"compile", "t.frag.agal", "-t", "vulkan-glsl450"}).out);
  EXPECT_THAT(combined.out, HasSubstr("uniform sampler2D fs0;"));
  EXPECT_THAT(agalc({"compile", "t.frag.agal", "-t", "vulkan-glsl450", "--samplers=separate"}).out,
              AllOf(HasSubstr("uniform texture2D fs0;"), HasSubstr("uniform sampler fs0_sampler;")));
  EXPECT_THAT(agalc({"reflect", "t.frag.agal", "--samplers=separate"}).out, HasSubstr("\"samplerBinding\": 34"));
  EXPECT_THAT(agalc({"compile", "t.frag.agal", "-t", "essl300", "--samplers=separate"}).err,
              HasSubstr("error[AGAL4008]"));
  EXPECT_THAT(agalc({"compile", "t.frag.agal", "-t", "wgsl", "--samplers=combined"}).err, HasSubstr("error[AGAL4008]"));
  EXPECT_EQ(
      agalc({"compile", "t.frag.agal", "-t", "spv,msl20,hlsl50,wgsl", "--samplers=separate", "-o", "all/"}).status,
      done);
}

TEST_F(Output, AmbiguousFileNameNeedsTarget) {
  const Outcome run = agalc({"compile", "x.frag.agal", "-o", "a.glsl"});
  EXPECT_EQ(run.status, usage);
  EXPECT_THAT(run.err, HasSubstr("--target"));
  EXPECT_EQ(agalc({"compile", "x.frag.agal", "-o", "a.glsl", "--target", "essl100"}).status, done);
}

TEST_F(Output, WritesSeveralProductsToFolder) {
  const Outcome run = agalc({"compile", "x.frag.agal", "x.vert.agal", "--target", "spv,essl100", "--target", "msl20",
                             "-o", "a/b/", "--reflect"});
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_THAT(list("a/b"), ElementsAre("x.frag.essl100.glsl", "x.frag.essl100.glsl.reflect.json", "x.frag.msl20.metal",
                                       "x.frag.msl20.metal.reflect.json", "x.frag.spv", "x.frag.spv.reflect.json",
                                       "x.vert.essl100.glsl", "x.vert.essl100.glsl.reflect.json", "x.vert.msl20.metal",
                                       "x.vert.msl20.metal.reflect.json", "x.vert.spv", "x.vert.spv.reflect.json"));
}

TEST_F(Output, RejectsSeveralProductsForOneFile) {
  EXPECT_EQ(agalc({"compile", "x.frag.agal", "x.vert.agal", "--target", "spv", "-o", "a.spv"}).status, usage);
  EXPECT_EQ(agalc({"compile", "x.frag.agal", "--target", "spv,spvasm"}).status, usage);
  EXPECT_EQ(list().size(), 2u);
}

TEST_F(Output, RejectsProductsOfTheSamePath) {
  write("other/x.frag.agal", fragment);
  const Outcome run = agalc({"compile", "x.frag.agal", "other/x.frag.agal", "--target", "spv", "-o", "out/"});
  EXPECT_EQ(run.status, usage);
  EXPECT_THAT(run.err, HasSubstr("out/x.frag.spv"));
}

TEST_F(Output, RejectsOverwritingAnInput) {
  EXPECT_EQ(agalc({"compile", "x.frag.agal", "--target", "spv", "-o", "./x.frag.agal"}).status, usage);
  EXPECT_EQ(agalc({"as", "x.frag.agal", "-o", "x.frag.agal"}).status, usage);
  EXPECT_EQ(agalc({"dis", "x.frag.agal", "-o", "x.frag.agal"}).status, usage);
  EXPECT_EQ(read("x.frag.agal"), fragment);
}

TEST_F(Output, RejectedProgramKeepsOldProduct) {
  write("a.spv", "the old one");
  write("x.frag.agal", wrong);
  EXPECT_EQ(agalc({"compile", "x.frag.agal", "-o", "a.spv"}).status, rejected);
  EXPECT_EQ(read("a.spv"), "the old one");
}

TEST_F(Output, ReplacesFileAtomically) {
  // An open file or a hard link keeps the complete old product.
  write("a.spv", "the old one");
  std::filesystem::create_hard_link(folder() / "a.spv", folder() / "kept");
  EXPECT_EQ(agalc({"compile", "x.frag.agal", "-o", "a.spv"}).status, done);
  EXPECT_EQ(read("kept"), "the old one");
  EXPECT_THAT(read("a.spv"), StartsWith("\x03\x02\x23\x07"));
  EXPECT_THAT(list(), ElementsAre("a.spv", "kept", "x.frag.agal", "x.vert.agal"));  // temporary files are removed
}

TEST_F(Output, WritesThroughSymbolicLink) {
  write("real/a.spv", "the old one");
  std::filesystem::create_symlink("real/a.spv", folder() / "a.spv");
  EXPECT_EQ(agalc({"compile", "x.frag.agal", "-o", "a.spv"}).status, done);
  EXPECT_TRUE(std::filesystem::is_symlink(folder() / "a.spv"));
  EXPECT_THAT(read("real/a.spv"), StartsWith("\x03\x02\x23\x07"));
}

TEST_F(Output, FollowsLinksToMissingFiles) {
  namespace fs = std::filesystem;
  write("real/kept", "");
  fs::create_symlink("real/a.bin", folder() / "a.bin");
  fs::create_symlink("new/folder/b.bin", folder() / "b.bin");
  fs::create_symlink("a2.bin", folder() / "a1.bin");
  fs::create_symlink(folder() / "real/c.bin", folder() / "a2.bin");
  for (const auto& [link, target] : std::vector<std::pair<std::string, std::string>>{
           {"a.bin", "real/a.bin"}, {"b.bin", "new/folder/b.bin"}, {"a1.bin", "real/c.bin"}}) {
    const Outcome run = agalc({"as", "x.frag.agal", "-o", link});
    EXPECT_EQ(run.status, done) << link << run.err;
    EXPECT_TRUE(fs::is_symlink(folder() / link)) << link;
    EXPECT_THAT(read(target), StartsWith("\xa0")) << link;
  }
  const Outcome streamed = agalc({"validate", "x.frag.agal", "--sarif", "b.bin"});
  EXPECT_EQ(streamed.status, usage) << streamed.err;  // it leads to bytecode
  fs::create_symlink("real/s.json", folder() / "s.json");
  EXPECT_EQ(agalc({"validate", "x.frag.agal", "--sarif", "s.json"}).status, done);
  EXPECT_TRUE(fs::is_symlink(folder() / "s.json"));
  EXPECT_TRUE(exists("real/s.json"));
}

TEST_F(Output, RejectsLinksThatDoNotEnd) {
  std::filesystem::create_symlink("loop", folder() / "loop");
  EXPECT_EQ(agalc({"as", "x.frag.agal", "-o", "loop"}).status, io);
  EXPECT_EQ(agalc({"validate", "x.frag.agal", "--sarif", "loop"}).status, io);
  EXPECT_TRUE(std::filesystem::is_symlink(folder() / "loop"));
}

TEST_F(Output, WritesToDeviceWithoutReplacingIt) {
  EXPECT_EQ(agalc({"compile", "x.frag.agal", "--target", "spv", "-o", "/dev/null"}).status, done);
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST_F(Output, FullDiskIsAnIoError) {
  const Outcome direct = agalc({"compile", "x.frag.agal", "--target", "essl100"}, {}, Stdout::Full);
  EXPECT_EQ(direct.status, io);
  EXPECT_THAT(direct.err, HasSubstr("AGAL1002"));
  EXPECT_EQ(agalc({"opcodes"}, {}, Stdout::Full).status, io);
  EXPECT_EQ(agalc({"--version"}, {}, Stdout::Full).status, io);
}

TEST_F(Output, UncreatableFolderIsAnIoError) {
  const Outcome run = agalc({"compile", "x.frag.agal", "-o", "x.vert.agal/a.spv"});
  EXPECT_EQ(run.status, io);
  EXPECT_THAT(run.err, HasSubstr("x.vert.agal: error[AGAL1002]"));
}

TEST_F(Output, FileInPlaceOfFolderIsAUsageError) {
  write("taken", "");
  EXPECT_EQ(agalc({"compile", "x.frag.agal", "--target", "spv", "-o", "taken/"}).status, usage);
}

TEST_F(Output, RejectsBinaryToTerminal) {
  const Outcome spirv = agalc({"compile", "x.frag.agal", "--target", "spv"}, {}, Stdout::Terminal);
  EXPECT_EQ(spirv.status, usage);
  EXPECT_THAT(spirv.err, HasSubstr("AGAL1006"));
  EXPECT_EQ(agalc({"as", "x.frag.agal"}, {}, Stdout::Terminal).status, usage);
  EXPECT_EQ(agalc({"compile", "x.frag.agal", "--target", "essl300"}, {}, Stdout::Terminal).status, done);
}

TEST_F(Output, DepfilesListProductsAndInputs) {
  EXPECT_EQ(agalc({"compile", "x.frag.agal", "-o", "a.spv", "-MD"}).status, done);
  EXPECT_EQ(read("a.spv.d"), "a.spv: x.frag.agal\n");
  EXPECT_EQ(agalc({"compile", "x.frag.agal", "-o", "a.spv", "-MD", "-MF", "deps"}).status, done);
  EXPECT_EQ(read("deps"), "a.spv: x.frag.agal\n");
  write("a b$#.frag.agal", fragment);
  EXPECT_EQ(
      agalc({"compile", "a b$#.frag.agal", "x.vert.agal", "-o", "out/", "--target", "spv,msl20", "-MF", "deps"}).status,
      done);
  EXPECT_EQ(read("deps"),
            "out/a\\ b$$\\#.frag.spv out/a\\ b$$\\#.frag.msl20.metal: a\\ b$$\\#.frag.agal\n"
            "out/x.vert.spv out/x.vert.msl20.metal: x.vert.agal\n");
}

TEST_F(Output, IsDeterministic) {
  EXPECT_EQ(agalc({"compile", "x.frag.agal", "--target", "all", "-o", "one/", "--reflect"}).status, done);
  EXPECT_EQ(agalc({"compile", "x.frag.agal", "--target", "all", "-o", "two/", "--reflect"}).status, done);
  ASSERT_THAT(list("one"),
              IsSupersetOf({"x.frag.spv", "x.frag.essl100.glsl", "x.frag.hlsl50.hlsl", "x.frag.msl24.metal"}));
  ASSERT_EQ(list("one"), list("two"));
  for (const std::string& name : list("one")) EXPECT_EQ(read("one/" + name), read("two/" + name)) << name;
}

TEST_F(Output, PrintAfterAllWritesToStderr) {
  const Outcome plain = agalc({"compile", "x.frag.agal", "--target", "essl100"});
  const Outcome tour = agalc({"compile", "x.frag.agal", "--target", "essl100", "--print-after-all", "--time-report"});
  EXPECT_EQ(tour.out, plain.out);
  EXPECT_THAT(tour.err, HasSubstr("==== x.frag.agal: "));
  EXPECT_THAT(tour.err, HasSubstr(plain.out));  // the last step is the product
  EXPECT_THAT(tour.err, HasSubstr("\ntotal "));
}

}  // namespace
}  // namespace agal::cli
