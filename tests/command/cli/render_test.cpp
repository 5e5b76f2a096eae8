// Tests agalc render and agalc sheet: pictures, scenes, manifests, and messages about invalid ones.
#include <cstdlib>
#include <filesystem>

#include "cli/cli.hpp"
#include "support/facility.hpp"

namespace agal::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

constexpr std::string_view png_signature = "\x89PNG\r\n\x1a\n";
constexpr char manifest[] = AGAL_SOURCE_DIR "/corpus/manifest.json";

// Returns the width or the height in the header of a PNG file.
std::uint32_t side(const std::string& png, std::size_t which) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(png.at(16 + 4 * which + i));
  return value;
}

class RenderCommand : public Cli {
 protected:
  RenderCommand() {
    write("x.vert.agal", "mov op, va0\nmov v0, va1\n");
    write("x.frag.agal", "mul ft0, v0, fc0\nmov oc, ft0\n");
    write("t.frag.agal", "tex ft0, v0, fs0 <2d, nearest, mipnone, clamp>\nmov oc, ft0\n");
  }
  Outcome render(std::vector<std::string> more, const std::string& input = {},
                 const std::string& program = "x.frag.agal") const {
    std::vector<std::string> arguments{"render", "x.vert.agal", program, "-o", "x.png", "--backend", "interp"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return agalc(arguments, input);
  }
  // Draws a picture of 16 × 16 pixels with this scene.
  std::string picture(const std::string& scene, const std::string& program = "x.frag.agal") const {
    const Outcome run = render({"--size", "16x16", "--scene", "-"}, scene, program);
    EXPECT_EQ(run.status, done) << run.err;
    EXPECT_THAT(run.out, IsEmpty());
    return read("x.png");
  }
  std::string said(const std::string& scene, int status = rejected) const {
    const Outcome run = render({"--size", "16x16", "--scene", "-"}, scene);
    EXPECT_EQ(run.status, status) << scene;
    return run.err;
  }
};

TEST_F(RenderCommand, WritesPngOfDefaultSize) {
  const Outcome run = render({});
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_THAT(run.err, IsEmpty());
  EXPECT_THAT(read("x.png"), StartsWith(std::string(png_signature)));
  EXPECT_EQ(side(read("x.png"), 0), 256u);
  const std::string first = read("x.png");
  render({});
  EXPECT_EQ(read("x.png"), first);
}

TEST_F(RenderCommand, WritesToStdout) {
  const Outcome run = render({"-o", "-", "--size", "40x20"});
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_THAT(run.out, StartsWith(std::string(png_signature)));
  EXPECT_EQ(side(run.out, 0), 40u);
  EXPECT_EQ(side(run.out, 1), 20u);
  EXPECT_FALSE(exists("x.png"));
}

TEST_F(RenderCommand, EveryKeyOfSceneChangesPicture) {
  const std::string plain = picture("{}");
  EXPECT_EQ(picture(R"({"mesh": "quad", "instances": 1, "depth": true, "blend": true, "colorOutput": 0})"), plain);
  for (const char* scene :
       {R"({"constants": {"fc0": [0.1, 0.2, 0.3, 1]}})", R"({"attributes": {"va1": "color"}})",
        R"({"attributes": {"va1": [0.5, 0.5]}})", R"({"attributes": {"va1": [[0], [1], [0], [1]]}})",
        R"({"mesh": "sprites"})", R"({"mesh": "sphere", "background": "#ff8800"})",
        R"({"mesh": "sphere", "background": [0, 0.5, 0]})",
        R"({"constants": {"fc0": [1, 1, 1, 0.5]}, "blend": false})"})
    EXPECT_NE(picture(scene), plain) << scene;
  const std::string photo = picture("{}", "t.frag.agal");
  for (const char* scene : {R"({"textures": {"fs0": "bricks"}})", R"({"textures": {"fs0": "#336699"}})",
                            R"({"textures": {"fs0": [0.5, 1, 0, 1]}})", R"({"textures": {"fs0": "texture.png"}})",
                            R"({"textures": {"fs0": {"image": "noise", "state": ["nearest"]}}})"}) {
    write("texture.png", picture(R"({"constants": {"fc0": [1, 0, 1, 1]}})"));  // the texture of the fourth case
    EXPECT_NE(picture(scene, "t.frag.agal"), photo) << scene;
  }
}

TEST_F(RenderCommand, RejectsOtherPictureFormats) {
  for (const char* name : {"x.jpg", "x.JPEG", "x.webp", "x.png.bmp"}) {
    const Outcome run = render({"-o", name});
    EXPECT_EQ(run.status, usage) << name;
    EXPECT_THAT(run.err, HasSubstr("is not a supported picture format")) << name;
    EXPECT_FALSE(exists(name));
  }
  for (const char* name : {"x.png", "x.PNG", "x"}) EXPECT_EQ(render({"-o", name}).status, done) << name;
}

TEST_F(RenderCommand, DrawsObjFile) {
  write("triangle.obj", "v -1 -1 0\nv 1 -1 0\nv 0 1 0\nf 1 2 3\n");
  EXPECT_EQ(render({"--mesh", "triangle.obj"}).status, done);
  write("scenes/s.json", R"({"mesh": "../triangle.obj"})");
  EXPECT_EQ(render({"--scene", "scenes/s.json"}).status, done);  // paths are relative to the scene
  write("triangle.obj", "v -1 -1 0\nf 1 2 3\n");
  const Outcome run = render({"--mesh", "triangle.obj"});
  EXPECT_EQ(run.status, rejected);
  EXPECT_THAT(
      run.err,
      StartsWith("triangle.obj:2: error[AGAL1018]: cannot read the mesh: '2' does not refer to a previous line"));
  EXPECT_THAT(render({"--mesh", "sphear"}).err, HasSubstr("unknown mesh 'sphear'; did you mean 'sphere'?"));
  EXPECT_THAT(render({"--mesh", "nowhere.obj"}).err, HasSubstr("AGAL1001"));
}

TEST_F(RenderCommand, ReportsErrorsInScene) {
  EXPECT_THAT(said("{"), HasSubstr("AGAL1015"));
  EXPECT_THAT(said("[]"), HasSubstr("AGAL1016"));
  EXPECT_THAT(said(R"({"mush": "quad"})"), HasSubstr("unknown key 'mush'; did you mean 'mesh'?"));
  EXPECT_THAT(said(R"({"constants": {"fc0": [1, 2, 3, 4, 5]}})"), HasSubstr("constants.fc0"));
  EXPECT_THAT(said(R"({"constants": {"fs0": [1]}})"), HasSubstr("constants.fs0: 'fs0' is not a register of this kind"));
  EXPECT_THAT(said(R"({"constants": {"vc99999": [1]}})"), HasSubstr("constants.vc99999"));
  EXPECT_THAT(said(R"({"attributes": {"va1": "tint"}})"), HasSubstr("attributes.va1: 'tint' is not one of position"));
  EXPECT_THAT(said(R"({"attributes": {"va1": [[0], [1]]}})"), HasSubstr("has 2 values, but the mesh has 4 vertices"));
  EXPECT_THAT(said(R"({"textures": {"fs0": "#12"}})"), HasSubstr("textures.fs0: must be a color"));
  EXPECT_THAT(said(R"({"textures": {"fs0": {"picture": "x"}}})"), HasSubstr("unknown key 'picture'"));
  EXPECT_THAT(said(R"({"instances": 0})"), HasSubstr("AGAL1017"));
  EXPECT_THAT(said(R"({"instances": -1})"), HasSubstr("instances: must be a non-negative integer"));
  EXPECT_THAT(said(R"({"colorOutput": 3})"),
              HasSubstr("x.frag.agal: error[AGAL1022]: the program does not write color output 3"));
  EXPECT_THAT(said(R"({"mesh": "none.obj"})", io), HasSubstr("AGAL1001"));
  write("bad.png", "\x89PNG nothing of the kind");
  const Outcome run = render({"--scene", "-"}, R"({"textures": {"fs0": "bad.png"}})", "t.frag.agal");
  EXPECT_THAT(run.err, HasSubstr("bad.png: error[AGAL1019]"));
}

TEST_F(RenderCommand, NamesReasonForEmptyAndHugeFilesOfScene) {
  write("t.json", R"({"textures": {"fs0": "image.png"}})");
  const auto with = [&](const std::string& name, const std::vector<std::string>& arguments) {
    const Outcome run = render(arguments, {}, name == "image.png" ? "t.frag.agal" : "x.frag.agal");
    EXPECT_EQ(run.status, rejected);
    EXPECT_THAT(run.err, Not(HasSubstr("AGAL bytecode")));
    EXPECT_THAT(run.err, Not(HasSubstr("tokens")));
    return run.err;
  };
  const std::vector<std::vector<std::string>> cases{
      {"mesh.obj", "--mesh", "mesh.obj", "AGAL1018]: cannot read the mesh"},
      {"image.png", "--scene", "t.json", "AGAL1019]: cannot read the image"},
      {"s.json", "--scene", "s.json", "AGAL1015]: the file is not valid JSON"},
      {"m.json", "--manifest", "m.json", "AGAL1015]: the file is not valid JSON"}};
  for (const std::vector<std::string>& row : cases) {
    write(row[0], "");
    EXPECT_THAT(with(row[0], {row[1], row[2]}), HasSubstr(row[0] + ": error[" + row[3] + ": the file is empty"));
    std::filesystem::resize_file(folder() / row[0], (std::uintmax_t{64} << 20) + 1);
    EXPECT_THAT(with(row[0], {row[1], row[2]}),
                HasSubstr(row[0] + ": error[" + row[3] + ": the file is larger than 67,108,864 bytes"));
    std::filesystem::remove(folder() / row[0]);
    std::filesystem::create_directory(folder() / row[0]);
    EXPECT_THAT(with(row[0], {row[1], row[2]}), HasSubstr(row[0] + ": error[" + row[3] + ": this is a directory"));
  }
}

TEST_F(RenderCommand, TakesPairInEitherOrder) {
  EXPECT_EQ(render({}).status, done);
  EXPECT_EQ(agalc({"render", "x.frag.agal", "x.vert.agal", "-o", "y.png", "--backend", "interp"}).status, done);
  EXPECT_EQ(agalc({"render", "x", "-o", "z.png", "--backend", "interp"}).status, done);
  EXPECT_TRUE(read("x.png") == read("y.png"));
  EXPECT_TRUE(read("x.png") == read("z.png"));
}

TEST_F(RenderCommand, ReportsErrorsInPair) {
  EXPECT_THAT(agalc({"render", "x.frag.agal", "x.frag.agal", "-o", "x.png", "--backend", "interp"}).err,
              HasSubstr("error"));
  write("y.frag.agal", "add ft0, v0, v1\nmov oc, ft0\n");
  EXPECT_THAT(render({}, {}, "y.frag.agal").err, HasSubstr("AGAL3632"));
  EXPECT_FALSE(exists("x.png"));
}

TEST_F(RenderCommand, RejectsInvalidArguments) {
  for (const char* size : {"0x5", "5", "5x", "x5", "99999x5", "5x5x5", "-1x5"})
    EXPECT_EQ(render({"--size", size}).status, usage) << size;
  EXPECT_EQ(render({"--background", "red"}).status, usage);
  EXPECT_EQ(render({"--scene", "-", "--manifest", "-"}, "{}").status, usage);
  EXPECT_THAT(render({"--backend", "vulcan"}).err, HasSubstr("did you mean 'vulkan'?"));
  EXPECT_EQ(render({"-o", "x.vert.agal"}).status, usage);
}

TEST_F(RenderCommand, SuggestsInterpreterWithoutVulkanDevice) {
  ::setenv("VK_ICD_FILENAMES", "/nonexistent.json", 1);
  ::setenv("VK_DRIVER_FILES", "/nonexistent.json", 1);
  const Outcome chosen = agalc({"render", "x.vert.agal", "x.frag.agal", "-o", "x.png", "--backend=vulkan"});
  const Outcome usual = agalc({"render", "x.vert.agal", "x.frag.agal", "-o", "y.png"});
  ::unsetenv("VK_ICD_FILENAMES");
  ::unsetenv("VK_DRIVER_FILES");
  const bool is_built = chosen.err.find("AGAL1135") == std::string::npos;
  EXPECT_EQ(chosen.status, rejected);
  EXPECT_THAT(chosen.err, AllOf(HasSubstr(is_built ? "AGAL1020" : "AGAL1135"), HasSubstr("--backend=interp")));
  EXPECT_FALSE(exists("x.png"));
  // A build without Vulkan draws with the interpreter, and says so.
  EXPECT_EQ(usual.status, is_built ? rejected : done);
  EXPECT_THAT(usual.err, HasSubstr(is_built ? "AGAL1020" : "note[AGAL1136]"));
  EXPECT_EQ(exists("y.png"), !is_built);
}

// ------------------------------------------------------------------------------------------------------ manifests

TEST_F(RenderCommand, ReadsBindingsFromManifest) {
  const std::string folder = AGAL_SOURCE_DIR "/corpus/";
  const auto draw = [&](const std::string& v, const std::string& f, std::vector<std::string> more) {
    std::vector<std::string> arguments{"render", v, f, "-o", "m.png", "--backend", "interp", "--size", "24x24"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return agalc(arguments);
  };
  const std::string v = folder + "techniques/sky_box.vert.agal", f = folder + "techniques/sky_box.frag.agal";
  ASSERT_EQ(draw(v, f, {"--manifest", manifest}).status, done);
  const std::string with = read("m.png");
  ASSERT_EQ(draw(v, f, {}).status, done);
  EXPECT_NE(read("m.png"), with);
  const Outcome run = draw(v, "x.frag.agal", {"--manifest", manifest});
  EXPECT_EQ(run.status, rejected);
  EXPECT_THAT(run.err, HasSubstr("x.frag.agal: error[AGAL1023]"));
}

class SheetCommand : public RenderCommand {
 protected:
  std::string small_manifest(const std::string& rest, const std::string& constants) const {
    return R"({"programs": [{"file": "x.vert.agal", "attributes": {"va0": "position", "va1": "uv"}},
                            {"file": "x.frag.agal", "constants": {"fc0": )" +
           constants + R"(}}], "pairs": [{"vertex": "x.vert.agal", "fragment": "x.frag.agal", "mesh": "quad")" + rest +
           "}]}";
  }
  // Returns the message about a missing Vulkan device, or "".
  std::string missing_device() const {
    const Outcome run =
        agalc({"render", "x.vert.agal", "x.frag.agal", "-o", "probe.png", "--size", "4x4", "--backend", "vulkan"});
    return run.status != done ? run.err : "";
  }
};

TEST_F(SheetCommand, DrawsWithInterpreterOnly) {
  write("m.json", small_manifest("", "[1, 1, 1, 1]"));
  const Outcome run = agalc({"sheet", "m.json", "-o", "sheet.png", "--backend", "interp", "--tile", "16"});
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_THAT(read("sheet.png"), StartsWith(std::string(png_signature)));
}

TEST_F(SheetCommand, ReportsErrorsInManifest) {
  const auto said_of = [&](const std::string& text) {
    write("m.json", text);
    const Outcome run = agalc({"sheet", "m.json", "-o", "sheet.png", "--backend", "interp"});
    EXPECT_NE(run.status, done) << text;
    return run.err;
  };
  EXPECT_THAT(said_of("]"), HasSubstr("AGAL1015"));
  EXPECT_THAT(said_of("[]"), AllOf(HasSubstr("AGAL1016"), HasSubstr("a list of programs")));
  EXPECT_THAT(said_of(R"({"programs": [5], "pairs": []})"), HasSubstr("programs[0]: must be an object"));
  EXPECT_THAT(said_of(R"({"programs": [{}], "pairs": [{}]})"),
              AllOf(HasSubstr("programs[0]: must have a file"), HasSubstr("pairs[0]: must have a vertex")));
  EXPECT_THAT(said_of(R"({"programs": [], "pairs": []})"), HasSubstr("does not contain a pair"));
  EXPECT_THAT(said_of(R"({"programs": [], "pairs": [{"vertex": "a", "fragment": "b"}]})"), HasSubstr("AGAL1023"));
}

TEST_F(SheetCommand, FailsIfPicturesDiffer) {
  AGAL_NEED(test::Facility::Vulkan, missing_device());
  write("x.frag.agal", "mul ft0, v0, fc0\nfrc ft0, ft0\nmov oc, ft0\n");  // amplifies rounding errors
  const auto draw = [&](const std::string& rest, const std::string& constants) {
    write("m.json", small_manifest(rest, constants));
    return agalc({"sheet", "m.json", "-o", "sheet.png", "--tile", "30"});
  };
  EXPECT_EQ(draw("", "[1, 1, 1, 0.5]").status, done);
  const Outcome run = draw("", "[54321678, 87654321, 1, 0.5]");
  EXPECT_EQ(run.status, rejected) << run.out;
  EXPECT_THAT(run.err, HasSubstr("error[AGAL1024]"));
  EXPECT_THAT(run.out, HasSubstr("DIFFERS"));
  EXPECT_TRUE(exists("sheet.png"));
  EXPECT_EQ(draw(R"(, "compare": "loose")", "[54321678, 87654321, 1, 0.5]").status, done);
}

// Compares all of corpus/ on both backends, in each convention of clip space.
TEST_F(SheetCommand, CorpusIsEqualOnBothBackends) {
  AGAL_NEED(test::Facility::Vulkan, missing_device());
  const Outcome run = agalc({"sheet", manifest, "-o", "sheet.png", "--tile", "32"});
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_THAT(run.out,
              AllOf(HasSubstr("techniques/water "), HasSubstr("--flip-y, z -1..1"), Not(HasSubstr("DIFFERS"))));
}

}  // namespace
}  // namespace agal::cli
