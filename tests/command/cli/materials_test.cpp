// Tests the modules of materials that agalc batch writes for an engine.
#include <filesystem>
#include <span>

#include "cli/batch.hpp"
#include "example_swf/swf_builder.hpp"
#include "port/writers.hpp"
#include "support/capture_log.hpp"

namespace agal::cli {
namespace {

namespace fs = std::filesystem;

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;

using Words = std::vector<std::string>;

constexpr char textured[] = "tex ft0, v0, fs0 <2d,linear,mipnone,clamp>\nmul oc, ft0, fc0";
const std::string drawn_line =
    "draw;pair=1;draw=1;drawTriangles=createIndexBuffer:6,0,2;setVertexBufferAt=0,createVertexBuffer:4:5,0,float3;"
    "setTextureAt=0,createTexture:8:8:bgra:false";

class Materials : public Batch {
 protected:
  Materials() {
    write("v.agal", "m44 op, va0, vc0\nmov v0, va1");
    write("f.agal", textured);
    agalc({"as", "v.agal", "-o", "v.bin"});
    agalc({"as", "f.agal", "-o", "f.bin"});
    write("game.log", log(drawn_line));
  }

  std::string log(const std::string& record) const {
    const base::ByteVector vertex_bytes = bytes_of(read("v.bin")), fragment_bytes = bytes_of(read("f.bin"));
    return test::CaptureLog().add(test::upload(1, 1, vertex_bytes, fragment_bytes)).add(record).text();
  }

  /// Runs agalc batch with the log.
  Outcome materials(const std::string& host, const Words& more = {}, const std::string& input = "game.log") const {
    Words words{"batch", input, "--host", host, "-o", "out", "-q"};
    words.insert(words.end(), more.begin(), more.end());
    return agalc(words);
  }
};

// Returns a file of recorded frames that contains this log, and these programs as data of calls.
std::string frames(const std::string& log, const std::string& vertex_data, const std::string& fragment_data) {
  const std::string head = R"({"format":"agalc-frames","version":1,"frames":[1,1]})";
  return text_of(example::build_archive({{"calls.jsonl", bytes_of(head)},
                                         {"blobs/" + std::string(32, '1'), bytes_of(vertex_data)},
                                         {"blobs/" + std::string(32, '2'), bytes_of(fragment_data)},
                                         {"game.capture", bytes_of(log)}}));
}

TEST_F(Materials, ReplaceLinks) {
  write("precious", "precious");
  write("out/a", "");
  fs::create_symlink("../precious", folder() / "out/materials.js");
  const Outcome run = materials("three");
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_EQ(read("precious"), "precious");
  EXPECT_FALSE(fs::is_symlink(folder() / "out/materials.js"));
  EXPECT_THAT(read("out/materials.js"), HasSubstr("RawShaderMaterial"));
}

TEST_F(Materials, FolderInPlaceOfModuleExitsWithIoError) {
  write("out/materials.js/a", "");
  const Outcome run = materials("three");
  EXPECT_EQ(run.status, io) << run.err;
  EXPECT_THAT(run.err, HasSubstr("materials.js: error[AGAL1002]"));
  EXPECT_FALSE(exists("out/manifest.jsonl"));
}

TEST_F(Materials, UnchangedModuleIsNotRewritten) {
  ASSERT_EQ(materials("three").status, done);
  const fs::path module = folder() / "out/materials.js";
  const auto time = fs::last_write_time(module) - std::chrono::hours(1);
  fs::last_write_time(module, time);
  ASSERT_EQ(materials("three").status, done);
  EXPECT_EQ(fs::last_write_time(module), time);
}

TEST_F(Materials, RejectOptionsThatTheyCannotFollow) {
  std::vector<std::pair<Words, std::string>> wrong_ones{
      {{"pixi", "--no-version"}, "--no-version"},         {{"sdl", "--layout", "abi"}, "--layout"},
      {{"sdl", "--bind", "fs0=2:5"}, "--bind"},           {{"sdl", "--samplers", "separate"}, "--samplers"},
      {{"wgpu", "--emit", "spv"}, "add wgsl to --emit"},  {{"three", "--emit", "essl100"}, "add essl300 to --emit"},
      {{"sdl", "--emit", "reflect"}, "add spv to --emit"}};
  for (const port::WriterInfo& row : port::writers())
    if (const HostInfo& host = info(row.host); host.constants == ConstantsMode::Plain)
      wrong_ones.push_back({{std::string(host.name), "--constants", "ubo"}, "--constants"});
  for (const auto& [words, option] : wrong_ones) {
    const Words more(words.begin() + 1, words.end());
    const Outcome run = materials(words[0], more);
    EXPECT_EQ(run.status, usage) << testing::PrintToString(words) << run.err;
    EXPECT_THAT(run.err, AllOf(HasSubstr("AGAL1007"), HasSubstr(option)));
    EXPECT_FALSE(exists("out/manifest.jsonl"));
    // Without a log, there is no module.
    Words alone{"batch", "f.agal", "--host", words[0], "-o", "alone", "-q"};
    alone.insert(alone.end(), more.begin(), more.end());
    EXPECT_EQ(agalc(alone).status, done) << testing::PrintToString(words);
  }
  // The log in an archive is found only by the run.
  write("game.zip", text_of(example::build_archive({{"game.log", bytes_of(read("game.log"))}})));
  const Outcome run = materials("three", {"--constants", "ubo"}, "game.zip");
  EXPECT_EQ(run.status, usage) << run.err;
  EXPECT_THAT(run.err, HasSubstr("--constants"));
  EXPECT_FALSE(exists("out/materials.js"));
}

TEST_F(Materials, HaveOnlyEmittedLanguages) {
  ASSERT_EQ(materials("sdl").status, done);
  EXPECT_THAT(read("out/materials.c"), AllOf(HasSubstr(".spv\""), HasSubstr(".msl20.metal\""), HasSubstr(".dxil\"")));
  ASSERT_EQ(materials("sdl", {"--emit", "spv,msl20"}).status, done);
  EXPECT_THAT(read("out/materials.c"),
              AllOf(HasSubstr(".spv\""), HasSubstr(".msl20.metal\""), Not(HasSubstr(".dxil\""))));
}

TEST_F(Materials, OfWgpuBindSamplersInTheirOwnGroups) {
  const auto module_for = [&](const std::string& bindings) {
    const Outcome run = materials("wgpu", {"--bind", bindings});
    EXPECT_EQ(run.status, done) << run.err;
    return read("out/materials.rs");
  };
  EXPECT_THAT(module_for("fs0_sampler=2:10"), AllOf(HasSubstr("binding(2, 10, Resource::Sampler(0)),"),
                                                    HasSubstr("binding(0, 2, Resource::Texture(0)),")));
  EXPECT_THAT(module_for("fs0=1:4,fs0_sampler=3:0"), AllOf(HasSubstr("binding(1, 4, Resource::Texture(0)),"),
                                                           HasSubstr("binding(3, 0, Resource::Sampler(0)),")));
  EXPECT_THAT(module_for("fs0=1:4"), HasSubstr("binding(1, 36, Resource::Sampler(0)),"));
}

constexpr char into_texture[] = ";setRenderToTexture=createTexture:8:8:bgra:true,false,0";

TEST_F(Materials, OfWebGlHaveFlippedShadersForTextures) {
  const std::string flipped = "out/game.log/pair-1.vert.flipped.essl300.glsl";
  write("game.log", log(drawn_line + into_texture));
  ASSERT_EQ(materials("three").status, done);
  EXPECT_THAT(read(flipped), HasSubstr("-dot(va0, vc[1])"));
  EXPECT_THAT(read("out/materials.json"), AllOf(HasSubstr(R"("shader": "game.log/pair-1.vert.flipped.essl300.glsl")"),
                                                HasSubstr(R"("flipped": true)"),
                                                HasSubstr(R"({"kind": "texture", "samples": 1, "depth": false})")));
  // All shaders of a run with --flip-y are flipped.
  ASSERT_EQ(materials("three", {"--flip-y", "--prune"}).status, done);
  EXPECT_FALSE(exists(flipped));
  EXPECT_THAT(read("out/materials.json"), HasSubstr(R"("flipped": true)"));
  // Row 0 of a texture is on top in wgpu.
  ASSERT_EQ(materials("wgpu", {"--prune"}).status, done);
  EXPECT_THAT(read("out/materials.json"), HasSubstr(R"("flipped": false)"));
}

TEST_F(Materials, PruneRemovesOnlyFlippedShadersInFolder) {
  const std::string flipped = "out/game.log/pair-1.vert.flipped.essl300.glsl";
  write("game.log", log(drawn_line + into_texture));
  ASSERT_EQ(materials("three").status, done);
  ASSERT_TRUE(exists(flipped));
  write("precious.flipped.glsl", "");
  std::string described = read("out/materials.json");
  const std::string shader = "game.log/pair-1.vert.flipped.essl300.glsl";
  write("out/materials.json", described.replace(described.find(shader), shader.size(), "../precious.flipped.glsl"));
  ASSERT_EQ(agalc({"batch", "f.agal", "-o", "out", "-q", "--emit", "essl300", "--prune"}).status, done);
  EXPECT_TRUE(exists("precious.flipped.glsl"));
  ASSERT_EQ(materials("three").status, done);
  ASSERT_EQ(agalc({"batch", "f.agal", "-o", "out", "-q", "--emit", "essl300", "--prune"}).status, done);
  EXPECT_FALSE(exists(flipped));
  EXPECT_FALSE(exists("out/materials.json"));
}

TEST_F(Materials, SayDepthAndSamplesOfTargets) {
  write("game.log", log(drawn_line + ";configureBackBuffer=9,9,4,false"));
  ASSERT_EQ(materials("sdl").status, done);
  EXPECT_THAT(read("out/materials.json"), HasSubstr(R"({"kind": "backBuffer", "samples": 4, "depth": false})"));
  write("game.log", log(drawn_line + ";setRenderToTexture=createTexture:8:8:bgra:true,true,2"));
  ASSERT_EQ(materials("sdl").status, done);
  EXPECT_THAT(read("out/materials.json"), HasSubstr(R"({"kind": "texture", "samples": 4, "depth": true})"));
}

TEST_F(Materials, PruneRemovesOldModules) {
  ASSERT_EQ(materials("sdl").status, done);
  write("out/materials.ts", "// my own\n");
  ASSERT_EQ(materials("three").status, done);
  EXPECT_THAT(list("out"), IsSupersetOf({"materials.c", "materials.d.ts", "materials.h", "materials.js"}));
  ASSERT_EQ(materials("three", {"--prune"}).status, done);
  EXPECT_THAT(list("out"),
              IsSupersetOf({"bind.js", "materials.d.ts", "materials.js", "materials.json", "materials.ts"}));
  EXPECT_THAT(list("out"), AllOf(Not(Contains("materials.c")), Not(Contains("materials.h"))));
  ASSERT_EQ(agalc({"batch", "f.agal", "-o", "out", "-q", "--emit", "essl300", "--prune"}).status, done);
  EXPECT_THAT(list("out"),
              AllOf(Contains("materials.ts"), Not(Contains("materials.js")), Not(Contains("materials.d.ts")),
                    Not(Contains("bind.js")), Not(Contains("materials.json"))));
}

TEST_F(Materials, FramesGiveSameModuleAsLog) {
  write("game.swf", text_of(example::SwfBuilder()
                                .binary_data("Vertex", bytes_of(read("v.bin")))
                                .binary_data("Fragment", bytes_of(read("f.bin")))
                                .build()));
  write("game.capture", read("game.log"));
  ASSERT_EQ(agalc({"batch", "game.swf", "game.capture", "--host", "three", "-o", "log", "-q"}).status, done);
  write("game.frames", frames(read("game.log"), read("v.bin"), read("f.bin")));
  const Outcome run = agalc({"batch", "game.swf", "game.frames", "--host", "three", "-o", "frames"});
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_THAT(run.err, HasSubstr("2 programs: 2 accepted"));
  EXPECT_THAT(read("frames/materials.js"), HasSubstr("function createFragment("));
  std::string declarations = read("frames/materials.d.ts");
  const std::string entry_of = "game.frames!";  // the place of the log is the only difference
  ASSERT_THAT(declarations, HasSubstr(entry_of));
  declarations.erase(declarations.find(entry_of), entry_of.size());
  EXPECT_EQ(declarations, read("log/materials.d.ts"));
  // Without a log, the data of calls has the programs.
  write("listened.frames",
        text_of(example::build_archive(
            {{"calls.jsonl", bytes_of("{}")}, {"blobs/" + std::string(32, '1'), bytes_of(read("v.bin"))}})));
  EXPECT_THAT(agalc({"batch", "listened.frames", "--emit", "spv", "-o", "listened"}).err,
              HasSubstr("1 program: 1 accepted"));
}

// Returns the names of the functions in a module, in their order.
std::vector<std::string> functions_of(const std::string& module) {
  const std::string before = "export function ";
  std::vector<std::string> names;
  for (std::size_t at = module.find(before); at != module.npos; at = module.find(before, at + 1)) {
    const std::size_t begin = at + before.size();
    names.push_back(module.substr(begin, module.find('(', begin) - begin));
  }
  return names;
}

TEST_F(Materials, AreInOrderOfFirstDrawsAndKeepNames) {
  write("f2.agal", "mov oc, fc0");
  agalc({"as", "f2.agal", "-o", "f2.bin"});
  // Both pairs are uploaded by the same class. The second one is drawn first.
  const auto upload = [&](std::uint32_t number, const std::string& fragment) {
    return test::upload(number, number, bytes_of(read("v.bin")), bytes_of(read(fragment))) +
           ";stack=Error%0A%09at%20water::WaterPass/update%28%29";
  };
  const auto draw = [](std::uint32_t pair, std::uint32_t number, const std::string& states) {
    return "draw;pair=" + std::to_string(pair) + ";draw=" + std::to_string(number) +
           drawn_line.substr(drawn_line.find(";drawTriangles")) + states;
  };
  const std::string added = ";setBlendFactors=one,one", second = draw(2, 1, ""), first = draw(1, 1, ""),
                    last = draw(2, 2, added);
  const auto log_of = [&](const Words& draws) {
    test::CaptureLog log;
    log.add(upload(1, "f.bin")).add(upload(2, "f2.bin"));
    for (const std::string& each : draws) log.add(each);
    return log.text();
  };
  write("game.log", log_of({second, first, last}));
  ASSERT_EQ(materials("three").status, done);
  const std::string module = read("out/materials.js");
  EXPECT_THAT(functions_of(module), testing::ElementsAre("createWaterPass", "createWaterPass_2", "createWaterPass_3"));
  EXPECT_THAT(module.substr(0, module.find("createWaterPass(")), HasSubstr("Pair 2 of game.log, programs "));
  const std::string described = read("out/materials.json");
  EXPECT_THAT(described, HasSubstr("\"name\": \"WaterPass_3\""));

  // The same states in another order, with a new one: known materials keep their names.
  write("game.log", log_of({draw(1, 1, added), first, last, draw(2, 2, "")}));
  ASSERT_EQ(materials("three").status, done);
  EXPECT_THAT(functions_of(read("out/materials.js")),
              testing::ElementsAre("createWaterPass_4", "createWaterPass_2", "createWaterPass_3", "createWaterPass"));

  // A name that is not an identifier is not taken.
  std::string changed = described;
  changed.replace(changed.find("\"WaterPass_2\""), 13, "\"a(){}//\"");
  write("out/materials.json", changed);
  ASSERT_EQ(materials("three").status, done);
  EXPECT_THAT(read("out/materials.js"), Not(HasSubstr("a(){}")));
}

// The pair reads va0 and va1. The log has only va0.
TEST_F(Materials, WarnOfUnknownVertexFormats) {
  for (const std::string& host : {std::string("sdl"), std::string("wgpu")}) {
    const Outcome run = materials(host);
    EXPECT_EQ(run.status, done);
    EXPECT_THAT(run.err, AllOf(HasSubstr("AGAL1199"), HasSubstr("does not have a vertex format of va1; ")));
  }
  EXPECT_THAT(materials("three").err, IsEmpty());
  write("game.log", log(drawn_line + ";setVertexBufferAt=1,createVertexBuffer:4:5,3,float2"));
  EXPECT_THAT(materials("sdl").err, IsEmpty());
}

TEST_F(Materials, WarnOfUnknownWords) {
  write("game.log", log(drawn_line + ";setBlendFactors=foo,one;setDepthTest=true,rarely;setCulling=sideways"));
  const Outcome run = materials("three");
  EXPECT_EQ(run.status, done);
  EXPECT_THAT(run.err,
              AllOf(HasSubstr("AGAL1176"), HasSubstr("blend factor \"foo\""), HasSubstr("depth test \"rarely\""),
                    HasSubstr("culling \"sideways\""), Not(HasSubstr("\"one\""))));
  write("game.log", log(drawn_line + ";setBlendFactors=one,one;setDepthTest=true,always;setCulling=back"));
  EXPECT_THAT(materials("three").err, IsEmpty());
}

}  // namespace
}  // namespace agal::cli
