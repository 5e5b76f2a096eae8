// Tests the files that agalc replay reads and writes, and comparisons with references.
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "cli/replay.hpp"
#include "support/facility.hpp"

namespace agal::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST_F(Replay, RejectsOptionsWithoutEffect) {
  write_frames(frames_head);
  const std::vector<std::string> page{"--page", "page.html"}, draw{"--draw", "1", "-o", "out"}, folder{"-o", "out"},
      compare{"--compare"};
  struct Case {
    std::vector<std::string> option, mode;
    std::string help;
  };
  const std::vector<Case> cases = {
      {{"--replace", "none.agal"}, page, "pass -o DIR/ or --compare"},
      {{"--until", "1"}, page, "pass -o DIR/ or --compare"},
      {{"--until", "1"}, draw, "without --draw"},
      {{"--each-draw"}, page, "pass -o DIR/ or --reference DIR"},
      {{"--each-draw"}, draw, "without --draw"},
      {{"--each-draw"}, compare, "pass -o DIR/ or --reference DIR"},
      {{"--renderdoc"}, page, "pass -o DIR/ or --compare"},
      {{"--renderdoc"}, draw, "without --draw"},
      {{"--as", "flash"}, page, "pass -o DIR/ or --compare"},
      {{"--tolerance", "5"}, folder, "pass --compare or --reference DIR"},
      {{"--emit", "ir"}, folder, "pass --draw N with --target"},
      {{"--emit", "ir"}, draw, "pass --draw N with --target"},
  };
  for (const auto& [option, mode, help] : cases) {
    std::vector<std::string> words{"replay", "game.frames"};
    words.insert(words.end(), mode.begin(), mode.end());
    words.insert(words.end(), option.begin(), option.end());
    const Outcome run = agalc(words);
    EXPECT_EQ(run.status, usage) << testing::PrintToString(words);
    EXPECT_THAT(run.err, HasSubstr("AGAL1007"));
    EXPECT_THAT(run.err, HasSubstr(option[0] + " is for ")) << testing::PrintToString(words);
    EXPECT_THAT(run.err, HasSubstr(help)) << testing::PrintToString(words);
  }
  for (const std::string tolerance : {"nan", "-1", "100.5", "inf", "x"})
    EXPECT_EQ(agalc({"replay", "game.frames", "--compare", "--tolerance", tolerance}).status, usage) << tolerance;
  EXPECT_FALSE(exists("page.html"));
  EXPECT_FALSE(exists("out"));
}

TEST_F(Replay, RejectsPathToInputThroughMissingFolder) {
  write_frames(frames_head);
  const std::string before = read("game.frames");
  EXPECT_EQ(agalc({"replay", "game.frames", "--page", "missing/../game.frames"}).status, usage);
  EXPECT_EQ(read("game.frames"), before);
  EXPECT_FALSE(exists("missing"));
  write("other.agal", "mov oc, fc0\n");
  EXPECT_EQ(agalc({"replay", "game.frames", "--page", "missing/../other.agal"}).status, usage);
  EXPECT_FALSE(exists("missing"));
  EXPECT_EQ(read("other.agal"), "mov oc, fc0\n");
  EXPECT_EQ(agalc({"replay", "game.frames", "--page", "missing/../page.html"}).status, done);
  EXPECT_TRUE(exists("page.html"));
}

TEST_F(Draws, ComparesFrames) {
  write_draw();
  AGAL_NEED(test::Facility::Vulkan, missing_device());
  EXPECT_EQ(agalc({"replay", "game.frames", "-o", "before", "--each-draw"}).status, done);
  EXPECT_EQ(read("before/frame-2.png"), read("before/draw-1.png"));
  const Outcome same = agalc({"replay", "game.frames", "--reference", "before"});
  EXPECT_EQ(same.status, done) << same.err;
  EXPECT_THAT(same.out, HasSubstr("frame-2: 100.000 % equal"));
  EXPECT_THAT(agalc({"replay", "game.frames", "--compare"}).err, HasSubstr("AGAL1161"));

  const Outcome other = agalc(
      {"replay", "game.frames", "-o", "out", "--replace", "green.frag.agal", "--reference", "before", "--each-draw"});
  EXPECT_EQ(other.status, rejected);
  EXPECT_THAT(other.err, HasSubstr("AGAL1158"));
  // The message about draw 1 and the message about the frame name the draw.
  EXPECT_EQ(other.err.find("pixels were last drawn by draw 1 ("), other.err.find("pixels were last drawn by "));
  EXPECT_NE(other.err.find("pixels were last drawn by draw 1 ("),
            other.err.rfind("pixels were last drawn by draw 1 ("));
  EXPECT_THAT(other.out, HasSubstr("draw-1: "));
  EXPECT_TRUE(exists("out/difference-frame-2.png"));
  EXPECT_EQ(agalc({"replay", "game.frames", "--replace", std::string(fragment_hash) + "=green.frag.agal", "--reference",
                   "before", "--tolerance", "100"})
                .status,
            done);
  EXPECT_THAT(agalc({"replay", "game.frames", "--replace", "ffff=green.frag.agal", "-o", "out"}).err,
              HasSubstr("AGAL1159"));
  EXPECT_THAT(agalc({"replay", "game.frames", "--renderdoc", "-o", "out"}).err, HasSubstr("AGAL1160"));
}

// No device is needed, because these runs end before the first draw.
TEST_F(Draws, KeepsReferences) {
  write_draw();
  write("references/frame-2.png", "reference");
  write("references/draw-1.png", "reference");
  const auto expect_refused = [&](const std::vector<std::string>& options, const std::string& message) {
    std::vector<std::string> words{"replay", "game.frames", "--reference", "references", "--each-draw"};
    words.insert(words.end(), options.begin(), options.end());
    const Outcome run = agalc(words);
    EXPECT_EQ(run.status, usage) << run.err;
    EXPECT_THAT(run.err, HasSubstr("AGAL1007"));
    EXPECT_THAT(run.err, HasSubstr(message)) << testing::PrintToString(words);
    EXPECT_EQ(read("references/frame-2.png"), "reference");
    EXPECT_EQ(read("references/draw-1.png"), "reference");
  };
  expect_refused({"-o", "references"}, "the pictures would overwrite the references in references");
  expect_refused({"-o", "./references/"}, "the pictures would overwrite the references in references");
  expect_refused({"--page", "references/frame-2.png"}, "would overwrite the input references/frame-2.png");
  std::filesystem::create_directory_symlink("references", folder() / "link");
  expect_refused({"-o", "link"}, "the pictures would overwrite the references in references");
  std::filesystem::create_directory(folder() / "out");
  std::filesystem::create_symlink("../references/draw-1.png", folder() / "out/draw-1.png");
  expect_refused({"-o", "out"}, "would overwrite the input references/draw-1.png");
  EXPECT_FALSE(exists("out/frame-2.png"));
  EXPECT_EQ(agalc({"replay", "game.frames", "--reference", "none", "-o", "none"}).status, io);
  EXPECT_FALSE(exists("none"));
}

// `--reference` reads the pictures that `-o` writes, so they are kept like sources.
TEST_F(Draws, KeepsPicturesOfOthers) {
  write_draw();
  AGAL_NEED(test::Facility::Vulkan, missing_device());
  const std::vector<std::string> words{"replay", "game.frames", "-o", "out", "--each-draw", "--page", "page.html"};
  const auto with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = words;
    all.insert(all.end(), more.begin(), more.end());
    return agalc(all);
  };
  EXPECT_EQ(with({}).status, done);
  const std::string drawn = read("out/frame-2.png");
  // The record lists pictures that agalc drew, even if a new picture differs.
  EXPECT_EQ(with({"--replace", "green.frag.agal"}).status, done);
  EXPECT_NE(read("out/frame-2.png"), drawn);
  EXPECT_EQ(with({}).status, done);
  for (const std::string name : {"frame-2.png", "draw-1.png"})
    for (const bool with_record : {true, false}) {
      if (!with_record) std::filesystem::remove(folder() / "out/.agal-files");
      std::filesystem::remove(folder() / "page.html");
      write("out/" + name, "by hand");
      const Outcome run = with({});
      EXPECT_EQ(run.status, usage) << run.err;
      EXPECT_THAT(run.err, HasSubstr("out/" + name + ": error[AGAL1190]"));
      EXPECT_EQ(read("out/" + name), "by hand");
      EXPECT_FALSE(exists("page.html"));
      const Outcome forced = with({"--overwrite"});
      EXPECT_EQ(forced.status, done) << forced.err;
      EXPECT_THAT(forced.err, HasSubstr("out/" + name + ": note[AGAL1191]"));
      EXPECT_EQ(read("out/" + name), drawn);
      // Without a record, a picture is accepted if it would not change.
      std::filesystem::remove(folder() / "out/.agal-files");
      EXPECT_EQ(with({}).status, done);
    }
  // Nothing reads the pictures of differences.
  write("before/frame-2.png", drawn);
  write("out/difference-frame-2.png", "old");
  EXPECT_EQ(
      agalc({"replay", "game.frames", "-o", "out", "--reference", "before", "--replace", "green.frag.agal"}).status,
      rejected);
  EXPECT_NE(read("out/difference-frame-2.png"), "old");
}

TEST_F(Draws, ChecksAllFilesBeforeItWritesPage) {
  write_draw();
  const auto expect_refused = [&](const std::vector<std::string>& options) {
    std::vector<std::string> words{"replay", "game.frames", "-o", "out"};
    words.insert(words.end(), options.begin(), options.end());
    const Outcome run = agalc(words);
    EXPECT_EQ(run.status, usage) << testing::PrintToString(words) << run.err;
    EXPECT_THAT(run.err, HasSubstr("AGAL1007"));
    EXPECT_FALSE(exists("page.html"));
    EXPECT_FALSE(exists("out/frame-2.png"));
  };
  expect_refused({"--page", "out/frame-2.png"});
  expect_refused({"--page", "out/difference-frame-2.png", "--compare"});
  expect_refused({"--page", "out/draw-1.png", "--until", "1"});
  expect_refused({"--page", "out/vert.agal", "--draw", "1"});
  write("out/difference-frame-2.png", std::string("\xa0\x01\x00\x00\x00\xa1\x01", 7));
  expect_refused({"--page", "page.html", "--compare"});
  write("program", "mov oc, fc0\n");
  expect_refused({"--page", "program", "--replace", "0000=program"});
  EXPECT_EQ(read("program"), "mov oc, fc0\n");
}

TEST_F(Draws, RejectsReplacementInAllModes) {
  write_draw();
  write("bad.frag.agal", "tex oc, v1, fs0 <2d,nearest,mipnone,clamp>\nmul oc, oc, fc0\n");
  for (const std::vector<std::string>& mode : std::vector<std::vector<std::string>>{
           {"-o", "out"}, {"--compare"}, {"-o", "out", "--each-draw"}, {"--draw", "1", "-o", "out"}}) {
    std::vector<std::string> words{"replay", "game.frames", "--replace", "bad.frag.agal", "--page", "page.html"};
    words.insert(words.end(), mode.begin(), mode.end());
    const Outcome run = agalc(words);
    EXPECT_EQ(run.status, rejected);
    EXPECT_THAT(run.err, HasSubstr("bad.frag.agal:2:9: error[AGAL3646]")) << testing::PrintToString(words);
    EXPECT_THAT(run.err, Not(HasSubstr("AGAL1154")));
    EXPECT_FALSE(exists("out"));
    EXPECT_FALSE(exists("page.html"));
  }
}

// Both programs of a pair can be replaced at once: only the result must link.
TEST_F(Draws, ReplacesBothPrograms) {
  write_draw();
  write("new.vert.agal", "mov op, va0\nmov v3, va0\n");
  write("new.frag.agal", "mov oc, v3\n");
  const std::vector<std::string> words{"replay", "game.frames", "--draw", "1", "-o", "out", "--replace"};
  std::vector<std::string> one = words, both = words;
  one.push_back("new.frag.agal");
  both.insert(both.end(), {"new.frag.agal", "--replace", "new.vert.agal"});
  EXPECT_EQ(agalc(one).status, rejected);
  EXPECT_EQ(agalc(both).status, done);
}

TEST_F(Draws, RemovesDifferenceOfEarlierRun) {
  write_draw();
  AGAL_NEED(test::Facility::Vulkan, missing_device());
  EXPECT_EQ(agalc({"replay", "game.frames", "-o", "before"}).status, done);
  const std::vector<std::string> words{"replay", "game.frames", "-o", "out", "--reference", "before"};
  std::vector<std::string> replaced = words;
  replaced.insert(replaced.end(), {"--replace", "green.frag.agal"});
  EXPECT_EQ(agalc(replaced).status, rejected);
  EXPECT_TRUE(exists("out/difference-frame-2.png"));
  EXPECT_EQ(agalc(words).status, done);
  EXPECT_FALSE(exists("out/difference-frame-2.png"));
}

TEST_F(Draws, ExplainsDifferencesOnOtherDevices) {
  write_draw();
  AGAL_NEED(test::Facility::Vulkan, missing_device());
  EXPECT_EQ(agalc({"replay", "game.frames", "-o", "green", "--replace", "green.frag.agal"}).status, done);
  write_draw({}, "0,0,1,1", read("green/frame-2.png"));
  const Outcome run = agalc({"replay", "game.frames", "--compare"});
  EXPECT_EQ(run.status, rejected);
  EXPECT_THAT(run.out, HasSubstr("frame-2: "));
  const char* const driver = std::getenv("VK_ICD_FILENAMES");
  const bool is_swiftshader =
      driver != nullptr && std::string_view(driver).find("swiftshader") != std::string_view::npos;
  EXPECT_EQ(run.out.find("differences at edges and in filtered textures are expected") == std::string::npos,
            is_swiftshader)
      << run.out;
  // Pictures of `--reference` may be from this device.
  EXPECT_THAT(agalc({"replay", "game.frames", "--reference", "green"}).out, Not(HasSubstr("are expected")));
}

TEST_F(Draws, ReportShowsRecordedDraw) {
  write_draw();
  write("game.swf", text_of(example::SwfBuilder()
                                .binary_data("WaterVertex", bytes_of(read("v.vert.bin")))
                                .binary_data("WaterFragment", bytes_of(read("f.frag.bin")))
                                .build()));
  EXPECT_EQ(agalc({"batch", "game.swf", "-o", "out", "--emit", "spv", "--report", "out/all.html", "-q"}).status, done);
  EXPECT_TRUE(exists("out/game.frames.html"));
  EXPECT_THAT(read("out/all.html"), HasSubstr("data-constants=\"recorded\""));
}

TEST_F(Draws, SaysWhyPicturesCannotBeCompared) {
  write_draw();
  AGAL_NEED(test::Facility::Vulkan, missing_device());
  EXPECT_EQ(agalc({"replay", "game.frames", "-o", "before"}).status, done);
  const Outcome early = agalc({"replay", "game.frames", "--compare", "--until", "1"});
  EXPECT_EQ(early.status, rejected);
  EXPECT_THAT(early.err, HasSubstr("no frame ends before draw 1"));
  write_draw(call(R"("call":"configureBackBuffer","on":1,"args":[32,64,0,true])"));
  const Outcome other = agalc({"replay", "game.frames", "--reference", "before"});
  EXPECT_EQ(other.status, rejected);
  EXPECT_THAT(other.err, HasSubstr("frame-2 differs from before/frame-2.png: it has 32 × 64 pixels, not 64 × 64"));
  write("before/frame-2.png", "damaged");
  const Outcome damaged = agalc({"replay", "game.frames", "--reference", "before"});
  EXPECT_EQ(damaged.status, rejected);
  EXPECT_THAT(damaged.err, HasSubstr("before/frame-2.png: error[AGAL1019]"));
  EXPECT_THAT(damaged.err, HasSubstr("images must be PNG files"));
  EXPECT_THAT(damaged.err, Not(HasSubstr("AGAL1161")));
}

}  // namespace
}  // namespace agal::cli
