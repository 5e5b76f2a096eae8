// Tests agalc replay: the page, and malformed files of frames.
#include "cli/replay.hpp"
#include "port/writers.hpp"
#include "support/facility.hpp"

namespace agal::cli {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST_F(Replay, WritesOnePage) {
  write_frames(frames_head + call(R"("call":"createTexture","on":1,"result":2,"args":[1,1,"bgra",false])") +
               call(R"("call":"uploadFromByteArray","on":2,"args":[{"blob":")" + std::string(blob) + R"("},0,0])") +
               call(R"("frame":2,"call":"setTextureAt","on":1,"args":[0,{"object":2}])") +
               call(R"("frame":3,"call":"clear","on":1,"args":[0,"NaN",-1.5])"));
  const Outcome run = replay();
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_THAT(run.err, IsEmpty());
  const std::string page = read("page.html");
  EXPECT_THAT(page, HasSubstr("<!doctype html>"));
  EXPECT_THAT(page, Not(HasSubstr("a <b>")));  // names are escaped
  EXPECT_EQ(agalc({"replay", "-", "--page", "-"}, read("game.frames")).out, page);
}

TEST_F(Replay, NamesRejectedProgram) {
  write_frames(
      frames_head + call(R"("call":"createProgram","on":1,"result":2,"args":[])") +
      call(R"("call":"upload","on":2,"args":[{"blob":")" + std::string(blob) + R"("},{"blob":")" + blob + R"("}])"));
  const Outcome run = replay();
  EXPECT_EQ(run.status, done);
  EXPECT_THAT(run.err, HasSubstr("AGAL1154"));
}

TEST_F(Replay, NamesMalformedLine) {
  const std::vector<std::pair<std::string, std::string>> lines = {
      {"\n[]", "it is not a JSON object"},
      {"\n{", "it is not a JSON object"},
      {call(R"("on":1,"args":[])"), "\"call\" is not the name of a method"},
      {call(R"("call":"clear","args":[])"), "\"on\" is not the number of an object"},
      {call(R"("call":"clear","on":0,"args":[])"), "\"on\" is not the number of an object"},
      {call(R"("call":"clear","on":1})"), "it is not a JSON object"},
      {call(R"("call":"clear","on":1,"args":{})"), "\"args\" is not a list"},
      {call(R"("call":"clear","on":1,"args":[[]])"), "an argument is a list"},
      {call(R"("call":"clear","on":1,"args":[{}])"), "an argument has none of the known keys"},
      {call(R"("call":"setProgram","on":1,"args":[{"object":9}])"), "the object 9 was not created before"},
      {call(R"("call":"createProgram","on":1,"args":[])"), "\"result\" is not the number of a new object"},
      {call(R"("call":"clear","on":1,"frame":4,"args":[])"), "\"frame\" is not one of the frames"},
      {call(R"("call":"clear","on":1,"frame":2,"args":[])") + call(R"("call":"clear","on":1,"args":[])"),
       "a call without \"frame\" follows the first frame"},
      {call(R"("call":"x","on":1,"args":[{"blob":"ffffffffffffffffffffffffffffffff"}])"), "is missing"},
      {call(R"("call":"x","on":1,"args":[{"width":2,"height":1,"blob":")" + std::string(blob) + R"("}])"),
       "a bitmap does not have as many bytes"},
      {call(R"("call":"x","on":1,"args":[{"numbers":["1"]}])"), "a list of numbers has other values"},
      {call(R"("call":"x","on":1,"args":[{"rectangle":[1]}])"), "a rectangle does not have four numbers"},
      {call(R"("call":"upload","on":1,"args":[])"), "upload does not have two programs"},
      {call(R"("call":"upload","on":1,"args":[{"numbers":[],"blob":5},{"numbers":[],"blob":5}])"),
       "upload does not have two programs"},
      {call(R"("call":"upload","on":1,"args":[{"numbers":[],"blob":"x"},{"numbers":[],"blob":"x"}])"),
       "upload does not have two programs"},
      {"\n" + std::string(2 << 20, '['), "it is too long"},
      {call(R"("call":"clear","on":1,"args":)" + nested(200'000)), "it is nested too deeply"},
      {call(R"("call":"clear","on":1,"args":)" + nested(65)), "it is nested too deeply"},
      {call(R"("call":"clear","on":1,"args":)" + nested(64)), "an argument is a list"},
  };
  for (const auto& [line, problem] : lines) {
    write_frames(frames_head + line);
    const Outcome run = replay();
    EXPECT_EQ(run.status, rejected) << line.substr(0, 80);
    EXPECT_THAT(run.err, HasSubstr("AGAL1152"));
    EXPECT_THAT(run.err, HasSubstr(problem));
    EXPECT_THAT(run.err, HasSubstr(problem.starts_with("a call without") ? "game.frames:3" : "game.frames:2"));
  }
  for (const std::string wrong :
       {"{}", R"({"format":"agalc-frames","version":2})", R"({"format":"agalc-frames","version":1,"frames":[3,2]})"}) {
    write_frames(wrong);
    EXPECT_THAT(replay().err, HasSubstr("AGAL1152")) << wrong;
  }
  EXPECT_FALSE(exists("page.html"));
}

TEST_F(Replay, NamesDeepLineInReport) {
  write("x.frag.agal", "mov oc, fc0\n");
  EXPECT_EQ(agalc({"as", "x.frag.agal", "-o", "x.bin"}).status, done);
  const std::vector<std::byte> program = bytes_of(read("x.bin"));
  write("game.swf", text_of(example::SwfBuilder().binary_data("Fragment", program).build(example::Compression::Zlib)));
  write_frames(frames_head + call(R"("call":"clear","on":1,"args":)" + nested(200'000)));
  const Outcome run = agalc({"batch", "game.swf", "--emit", "spv", "-o", "out", "--report", "r.html"});
  EXPECT_EQ(run.status, rejected);
  EXPECT_THAT(run.err, HasSubstr("game.frames:2: error[AGAL1152]"));
  EXPECT_THAT(run.err, HasSubstr("it is nested too deeply"));
}

TEST_F(Replay, RejectsDuplicateEntry) {
  const std::string first = std::string("blobs/") + blob;
  for (const std::string& name : {first, std::string("frame-2.png"), std::string("calls.jsonl")}) {
    const example::Entries entries = {
        {name, bytes_of(frames_head)}, {name, bytes_of("other")}, {"calls.jsonl", bytes_of(frames_head)}};
    write("game.frames", text_of(example::build_archive(entries)));
    const Outcome run = replay();
    EXPECT_EQ(run.status, rejected) << name;
    EXPECT_THAT(run.err, HasSubstr("AGAL1151"));
    EXPECT_THAT(run.err, HasSubstr("it has two entries " + name));
  }
}

TEST_F(Replay, RejectsOtherFiles) {
  write("game.frames", "text");
  EXPECT_THAT(replay().err, HasSubstr("AGAL1150"));
  write_frames("");
  EXPECT_THAT(replay().err, HasSubstr("AGAL1151"));
  write_frames({}, false);
  EXPECT_THAT(replay().err, HasSubstr("AGAL1151"));
  write_frames(frames_head);
  write("game.frames", read("game.frames").substr(0, 40));
  EXPECT_THAT(replay().err, HasSubstr("AGAL1151"));
  write_frames(frames_head);
  EXPECT_THAT(agalc({"replay", "game.frames", "--page", "page.html", "--max-unpacked", "10"}).err,
              HasSubstr("AGAL1153"));
  EXPECT_EQ(agalc({"replay", "game.frames"}).status, usage);
  EXPECT_EQ(agalc({"replay", "none.frames", "--page", "x.html"}).status, io);
}

// A file whose directory says that it unpacks to more than the limit is rejected before anything is unpacked. The data
// of these files is much smaller, so unpacking would give another message.
TEST_F(Replay, RejectsDeclaredSizeBeforeUnpacking) {
  constexpr std::string_view directory_magic("PK\x01\x02", 4);
  constexpr std::size_t size_at = 24;  // in an entry of the directory
  const auto write_sizes = [&](const std::vector<std::uint32_t>& sizes) {
    write_frames(frames_head);
    std::string file = read("game.frames");
    std::size_t entry = file.find(directory_magic);
    for (const std::uint32_t size : sizes) {
      for (unsigned i = 0; i < 4; ++i) file[entry + size_at + i] = static_cast<char>(size >> (8 * i) & 0xff);
      entry = file.find(directory_magic, entry + 1);
    }
    write("game.frames", file);
  };
  constexpr std::uint32_t gib = 1u << 30;
  for (const std::vector<std::uint32_t>& sizes :
       {std::vector<std::uint32_t>{gib + 1}, {4, gib}, {gib / 2, gib / 2 + 1}, {0xffff'fff0u}}) {
    write_sizes(sizes);
    const Outcome run = replay();
    EXPECT_EQ(run.status, rejected);
    EXPECT_THAT(run.err, HasSubstr("AGAL1153"));
    EXPECT_THAT(run.err, HasSubstr("more than 1073741824 bytes"));
  }
  write_sizes({1000});
  EXPECT_THAT(replay().err, HasSubstr("AGAL1151"));  // the entry is shorter than its size
  write_sizes({1000});
  EXPECT_THAT(agalc({"replay", "game.frames", "--page", "page.html", "--max-unpacked", "999"}).err,
              HasSubstr("AGAL1153"));
}

// ------------------------------------------------------------------------------------------------------ draws

TEST_F(Draws, WritesSceneForRender) {
  write_draw(call(R"("call":"setBlendFactors","on":1,"args":["sourceAlpha","one"])") +
             call(R"("call":"setCulling","on":1,"args":["front"])"));
  const Outcome run = agalc({"replay", "game.frames", "--draw", "1", "-o", "draw/", "--target", "essl300,wgsl"});
  EXPECT_EQ(run.status, done) << run.err;
  for (const std::string name : {"vert.agal", "frag.agal", "scene.json", "mesh.obj", "vert.essl300.glsl", "frag.wgsl",
                                 "draw.essl300.glsl.reflect.json"})
    EXPECT_TRUE(exists("draw/" + name)) << name;
  EXPECT_THAT(read("draw/frag.agal"), HasSubstr(std::string("// ") + fragment_hash));
  EXPECT_THAT(read("draw/scene.json"), HasSubstr("sourceAlpha"));
  const auto draw = [&](const std::string& name) {
    const Outcome drawn = agalc({"render", "draw/scene.json", "--backend=interp", "-o", name});
    EXPECT_EQ(drawn.status, done) << drawn.err;
    return read(name);
  };
  const std::string shown = draw("shown.png");
  std::string scene = read("draw/scene.json");
  scene.replace(scene.find("\"front\""), 7, "\"back\"");
  write("draw/scene.json", scene);
  EXPECT_NE(draw("other.png"), shown);
  const Outcome refused = agalc({"replay", "game.frames", "--draw", "1", "-o", "draw"});
  EXPECT_EQ(refused.status, usage);
  EXPECT_THAT(refused.err, HasSubstr("draw/scene.json: error[AGAL1190]"));
  EXPECT_EQ(read("draw/scene.json"), scene);
  EXPECT_EQ(agalc({"replay", "game.frames", "--draw", "1", "-o", "draw", "--overwrite"}).status, done);
  EXPECT_EQ(draw("again.png"), shown);
  for (const std::string name : {"vert.agal", "frag.agal", "mesh.obj"}) {
    EXPECT_EQ(agalc({"replay", "game.frames", "--draw", "1", "-o", "draw", "--target", "spv"}).status, done);
    write("draw/" + name, "edited");
    EXPECT_EQ(agalc({"replay", "game.frames", "--draw", "1", "-o", "draw"}).status, usage) << name;
    EXPECT_EQ(read("draw/" + name), "edited");
    EXPECT_EQ(agalc({"replay", "game.frames", "--draw", "1", "-o", "draw", "--overwrite"}).status, done) << name;
  }
}

TEST_F(Draws, NamesFileWithoutItsFolder) {
  write_draw();
  write("games/game.frames", read("game.frames"));
  EXPECT_EQ(agalc({"replay", "game.frames", "--draw", "1", "--engine", "three", "-o", "one"}).status, done);
  EXPECT_EQ(agalc({"replay", "games/game.frames", "--draw", "1", "--engine", "three", "-o", "other"}).status, done);
  EXPECT_THAT(read("one/frag.agal"), HasSubstr("the fragment program of draw 1 of game.frames\n"));
  for (const std::string name : {"/frag.agal", "/mesh.obj", "/materials.js"})
    EXPECT_EQ(read("one" + name), read("other" + name)) << name;
}

TEST_F(Draws, WritesProgramOfEngine) {
  write_draw(call(R"("call":"setBlendFactors","on":1,"args":["one","one"])"));
  for (const port::WriterInfo& row : port::writers()) {
    const std::string engine(info(row.host).name);
    const Outcome run = agalc({"replay", "game.frames", "--draw", "1", "--engine", engine, "-o", engine});
    EXPECT_EQ(run.status, done) << run.err;
    for (const std::string_view name : row.files) EXPECT_TRUE(exists(engine + "/" + std::string(name))) << name;
    if (info(row.host).target != Target::Essl300) continue;
    const std::string module = read(engine + "/" + std::string(row.files[0]));
    EXPECT_THAT(module, HasSubstr("createPair1"));
    EXPECT_THAT(module, HasSubstr("./vert.essl300.glsl"));
    for (const std::string name : {"index.html", "main.js", "frame.js", "frame.json", "renderer.js", "scene.json"})
      EXPECT_TRUE(exists(engine + "/" + name)) << name;
  }
  EXPECT_THAT(agalc({"replay", "game.frames", "--engine", "three", "-o", "out"}).err, HasSubstr("pass --draw N"));
  const Outcome both =
      agalc({"replay", "game.frames", "--draw", "1", "--engine", "three", "--target", "wgsl", "-o", "out"});
  EXPECT_EQ(both.status, usage);
  EXPECT_FALSE(exists("out"));
}

TEST_F(Draws, WritesProgramOfFrame) {
  write_draw();
  for (const std::string engine : {"three", "pixi", "babylon"}) {
    // The second run replaces the files.
    for (const std::string frame : {"last", "2"}) {
      const Outcome run = agalc({"replay", "game.frames", "--frame", frame, "--engine", engine, "-o", engine});
      EXPECT_EQ(run.status, done) << run.err;
    }
    for (const std::string name :
         {"index.html", "main.js", "frame.js", "frame.bin", "renderer.js", "compare.js", "package.json"})
      EXPECT_TRUE(exists(engine + "/" + name)) << name;
    const nlohmann::json frame = nlohmann::json::parse(read(engine + "/frame.json"));
    ASSERT_EQ(frame["steps"].size(), 1u);
    EXPECT_EQ(frame["steps"][0]["clear"]["color"], (std::vector<float>{0, 0, 1, 1}));
    EXPECT_EQ(frame["steps"][0]["draws"][0]["create"], "createPair1");
    EXPECT_EQ(frame["steps"][0]["draws"][0]["draw"], 1);
    EXPECT_THAT(read(engine + (engine == "three" ? "/materials.js" : "/materials.ts")), HasSubstr("createPair1"));
  }
  EXPECT_THAT(agalc({"replay", "game.frames", "--frame", "4", "--engine", "three", "-o", "out"}).err,
              HasSubstr("the frames 2 to 3"));
  EXPECT_THAT(agalc({"replay", "game.frames", "--frame", "3", "--engine", "three", "-o", "out"}).err,
              HasSubstr("a draw in frame 3 does not exist"));
  EXPECT_EQ(agalc({"replay", "game.frames", "--frame", "2", "-o", "out"}).status, usage);
  EXPECT_EQ(agalc({"replay", "game.frames", "--frame", "2", "--draw", "1", "--engine", "three", "-o", "out"}).status,
            usage);
  EXPECT_EQ(agalc({"replay", "game.frames", "--names", "three/materials.json", "-o", "out"}).status, usage);
  EXPECT_FALSE(exists("out"));
}

TEST_F(Draws, LimitsDataOfFrame) {
  std::string draws = call(R"("call":"createIndexBuffer","on":1,"result":9,"args":[9000])");
  for (int i = 0; i < 20; ++i) draws += call(R"("frame":2,"call":"drawTriangles","on":1,"args":[{"object":9},0,3000])");
  write_draw(draws);
  const std::vector<std::string> words{"replay", "game.frames", "--frame", "2", "--engine", "three", "-o", "out"};
  std::vector<std::string> limited = words;
  limited.insert(limited.end(), {"--max-unpacked", "200000"});
  EXPECT_THAT(agalc(limited).err, HasSubstr("AGAL1153"));
  EXPECT_FALSE(exists("out"));
  EXPECT_EQ(agalc(words).status, done);
}

TEST_F(Draws, TakesNamesOfAnotherModule) {
  write_draw();
  ASSERT_EQ(agalc({"replay", "game.frames", "--frame", "2", "--engine", "three", "-o", "first"}).status, done);
  std::string names = read("first/materials.json");
  names.replace(names.find("\"Pair1\""), 7, "\"Water\"");
  write("names.json", names);
  ASSERT_EQ(agalc({"replay", "game.frames", "--frame", "2", "--engine", "three", "--names", "names.json", "-o", "out"})
                .status,
            done);
  EXPECT_THAT(read("out/frame.json"), HasSubstr("createWater"));
  // One draw has the same names.
  ASSERT_EQ(agalc({"replay", "game.frames", "--draw", "1", "--engine", "three", "--names", "names.json", "-o", "draw"})
                .status,
            done);
  EXPECT_THAT(read("draw/frame.json"), HasSubstr("createWater"));
}

TEST_F(Draws, WritesProgramOfSdlAndWgpu) {
  write_draw();
  const std::vector<std::pair<std::string, std::vector<std::string>>> programs{
      {"sdl", {"draw.c", "frame.h", "CMakeLists.txt", "materials.c"}},
      {"wgpu", {"main.rs", "frame.json", "Cargo.toml", "materials.rs"}}};
  for (const auto& [engine, names] : programs) {
    // The second run replaces the files.
    for (const std::string mode : {"--draw", "--draw", "--frame", "--frame"}) {
      const std::string number = mode == "--draw" ? "1" : "2", out = engine + mode;
      const Outcome run = agalc({"replay", "game.frames", mode, number, "--engine", engine, "-o", out});
      EXPECT_EQ(run.status, done) << run.err;
      EXPECT_EQ(run.err, "");
      for (const std::string& name : names) EXPECT_TRUE(exists(out + "/" + name)) << name;
      EXPECT_EQ(read(out + "/frame.bin").size(), 48u);  // three vertices of three floats, and three indices
    }
  }
  for (const std::string name : {"vert.spv", "frag.msl20.metal", "frag.hlsl51.hlsl", "scene.json"})
    EXPECT_TRUE(exists("sdl--draw/" + name)) << name;
  for (const std::string name : {"Pair1.vert.spv", "Pair1.frag.msl20.metal", "Pair1.frag.hlsl51.hlsl"})
    EXPECT_TRUE(exists("sdl--frame/" + name)) << name;
  EXPECT_THAT(read("sdl--frame/frame.h"), HasSubstr("{ { 0, 36 } }, 1, { 36, 12 }, 1, NULL, { 0, 0, 64, 64 }, 0,"));
  EXPECT_THAT(read("sdl--frame/frame.h"), HasSubstr("{ (const float[4]){ 1.0, 0.0, 0.0, 1.0 }, 16 } }, /* draw 1 */"));
  EXPECT_THAT(read("wgpu--draw/frame.json"), HasSubstr("\"create\":\"create_pair1\""));
  EXPECT_THAT(read("wgpu--draw/Cargo.toml"), HasSubstr("path = \"main.rs\""));
}

// Buffers have the game's layout. Attributes of one buffer share its bytes; values for several instances are repeated.
TEST_F(Draws, KeepsLayoutOfBuffers) {
  write("all.vert.agal", "add vt0, va0, va1\nadd vt0, vt0, va2\nadd op, vt0, va3\n");
  write_draw(call(R"("call":"createVertexBufferForInstances","on":1,"result":9,"args":[2,5,2])") +
             call(R"("call":"setVertexBufferAt","on":1,"args":[1,{"object":9},1,"float2"])") +
             call(R"("call":"setVertexBufferAt","on":1,"args":[3,{"object":3},1,"float2"])") +
             call(R"("frame":2,"call":"drawTrianglesInstanced","on":1,"args":[{"object":4},4,0,1])"));
  const Outcome run =
      agalc({"replay", "game.frames", "--frame", "2", "--engine", "wgpu", "-o", "out", "--replace", "all.vert.agal"});
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_THAT(run.err, HasSubstr("2 instances for a value of va1"));
  const nlohmann::json frame = nlohmann::json::parse(read("out/frame.json")), draw = frame["steps"][0]["draws"][0];
  EXPECT_EQ(draw["instances"], 4);
  const std::map<std::string, int> sizes{{"va0", 36}, {"va1", 4 * 20}, {"va2", 3 * 16}, {"va3", 36}};
  for (const auto& [name, size] : sizes) EXPECT_EQ(draw["attributes"][name]["size"], size) << name;
  EXPECT_EQ(draw["attributes"]["va0"]["at"], draw["attributes"]["va3"]["at"]);
  EXPECT_THAT(read("out/materials.rs"), HasSubstr("attribute(0, wgpu::VertexFormat::Float32x3, 0, 12)"));
  EXPECT_THAT(read("out/materials.rs"), HasSubstr("per_instance(1, wgpu::VertexFormat::Float32x2, 4, 20)"));
  EXPECT_THAT(read("out/materials.rs"), HasSubstr("attribute(2, wgpu::VertexFormat::Float32x4, 0, 16)"));
}

TEST_F(Draws, ProgramOfFrameNamesWhatItLeavesOut) {
  write("cube.frag.agal", "mov ft1, fc0\ntex ft0, ft1, fs0 <cube,linear,mipnone,clamp>\nmov oc, ft0\n");
  write_draw(call(R"("call":"createCubeTexture","on":1,"result":9,"args":[4,"bgra",true])") +
             call(R"("call":"setStencilActions","on":1,"args":["frontAndBack","equal","keep","keep","keep"])") +
             call(R"("call":"setStencilReferenceValue","on":1,"args":[1,15,255])") +
             call(R"("frame":2,"call":"setRenderToTexture","on":1,"args":[{"object":9},false,0,2])") +
             call(R"("frame":2,"call":"clear","on":1,"args":[0,1,0,1,0.5])") +
             call(R"("frame":2,"call":"setRenderToBackBuffer","on":1,"args":[])") +
             call(R"("frame":2,"call":"setTextureAt","on":1,"args":[0,{"object":9}])"));
  for (const std::string engine : {"wgpu", "three"}) {
    const Outcome run = agalc(
        {"replay", "game.frames", "--frame", "2", "--engine", engine, "-o", engine, "--replace", "cube.frag.agal"});
    EXPECT_EQ(run.status, done) << run.err;
    for (const std::string what : {"draws into the sides of a cube", "depths other than 1 that clear sets"})
      EXPECT_THAT(run.err, HasSubstr("AGAL1157]: not drawn as in the game: the program leaves out " + what));
    EXPECT_EQ(run.err.find("masks of stencil values") != std::string::npos, engine == "wgpu") << run.err;
    const nlohmann::json frame = nlohmann::json::parse(read(engine + "/frame.json"));
    EXPECT_EQ(frame["steps"][1]["draws"][0]["textures"]["fs0"], "texture9");
    EXPECT_EQ(frame["steps"][1]["draws"][0]["stencil"], (std::vector<int>{1, 15, 255}));
    EXPECT_EQ(frame["textures"].value("texture9", nlohmann::json())["sides"].size(), 6u);
  }
  EXPECT_THAT(read("wgpu/materials.rs"), HasSubstr("stencil: Some(wgpu::StencilFaceState {"));
}

TEST_F(Draws, KeepsFilesOfOtherKinds) {
  write_draw();
  const std::string bytecode("\xa0\x01\x00\x00\x00\xa1\x01", 7);
  EXPECT_EQ(agalc({"replay", "game.frames", "--draw", "1", "-o", "draw/"}).status, done);
  write("draw/frag.agal", bytecode);
  const Outcome run = agalc({"replay", "game.frames", "--draw", "1", "-o", "draw/"});
  EXPECT_EQ(run.status, usage);
  EXPECT_THAT(run.err, HasSubstr("draw/frag.agal: error[AGAL1190]"));
  EXPECT_EQ(read("draw/frag.agal"), bytecode);
}

TEST_F(Draws, NamesRangeOfDraws) {
  write_draw();
  const Outcome run = agalc({"replay", "game.frames", "--draw", "2", "-o", "draw/"});
  EXPECT_EQ(run.status, rejected);
  EXPECT_THAT(run.err, HasSubstr("AGAL1156"));
  EXPECT_THAT(run.err, HasSubstr("the draws 1 to 1"));
  EXPECT_FALSE(exists("draw"));
  EXPECT_THAT(agalc({"replay", "game.frames", "--until", "5", "-o", "out/"}).err, HasSubstr("AGAL1156"));
  EXPECT_EQ(agalc({"replay", "game.frames", "--draw", "1"}).status, usage);
}

// Each setting has the expected effect on the picture.
TEST_F(Draws, AppliesSettings) {
  write_draw();
  AGAL_NEED(test::Facility::Vulkan, missing_device());
  const auto frame = [&](const std::string& settings, const std::string& clear = "0,0,1,1") {
    write_draw(settings, clear);
    const Outcome run = agalc({"replay", "game.frames", "-o", "out"});
    EXPECT_EQ(run.status, done) << run.err;
    return read("out/frame-2.png");
  };
  const std::string plain = frame("");
  const auto setting = [](const std::string& name, const std::string& arguments) {
    return call(R"("call":")" + name + R"(","on":1,"args":[)" + arguments + "]");
  };
  const std::string nothing = frame(setting("setCulling", R"("frontAndBack")"));
  EXPECT_NE(nothing, plain);
  EXPECT_EQ(frame(setting("setColorMask", "false,false,false,false")), nothing);
  EXPECT_EQ(frame(setting("setDepthTest", R"(true,"greater")")), nothing);
  EXPECT_EQ(frame(setting("setStencilActions", R"("frontAndBack","never")")), nothing);
  EXPECT_EQ(frame(setting("setBlendFactors", R"("zero","one")")), nothing);
  EXPECT_EQ(frame(setting("setStencilReferenceValue", "5") + setting("setStencilActions", R"("frontAndBack","equal")"),
                  "0,0,1,1,1,5"),
            plain);
  EXPECT_NE(frame(setting("setScissorRectangle", R"({"rectangle":[0,40,9,9]})")), plain);
  EXPECT_EQ(frame(setting("setScissorRectangle", R"({"rectangle":[90,0,9,9]})")), plain);  // scissoring is off
}

TEST_F(Draws, LimitsMemoryOfTexturesAndTargets) {
  const auto texture = [](int number, const std::string& kind) {
    return call(R"("call":"create)" + kind + R"(","on":1,"result":)" + std::to_string(number) + R"(,"args":[)" +
                (kind == "CubeTexture" ? R"(8192,"bgra",true])" : R"(4096,4096,"bgra",true])"));
  };
  // Without an upload, a texture needs memory too, and so does the depth buffer of a target.
  std::string many;
  for (int i = 0; i < 8; ++i)
    many += texture(9 + i, "Texture") +
            call(R"("call":"setRenderToTexture","on":1,"args":[{"object":)" + std::to_string(9 + i) + "},true]");
  for (const std::string& calls : {texture(9, "CubeTexture"), many}) {
    write_draw(calls);
    const Outcome run = agalc({"replay", "game.frames", "--draw", "1", "-o", "draw"});
    EXPECT_EQ(run.status, rejected);
    EXPECT_THAT(run.err, HasSubstr("AGAL1152"));
    EXPECT_THAT(run.err, HasSubstr("have more than 1073741824 bytes"));
  }
  // A back buffer replaces the previous back buffer.
  std::string replaced;
  for (int i = 0; i < 20; ++i) replaced += call(R"("call":"configureBackBuffer","on":1,"args":[4096,4096,0,true])");
  write_draw(replaced + call(R"("call":"configureBackBuffer","on":1,"args":[64,64,0,true])"));
  EXPECT_EQ(agalc({"replay", "game.frames", "--draw", "1", "-o", "draw"}).status, done);
  EXPECT_THAT(agalc({"replay", "game.frames", "--draw", "1", "-o", "draw", "--max-unpacked", "100000"}).err,
              HasSubstr("have more than 100000 bytes"));
}

TEST_F(Draws, NamesLineOfMalformedCall) {
  const std::vector<std::pair<std::string, std::string>> calls = {
      {R"("call":"createTexture","on":1,"result":9,"args":[99999,1,"bgra",false])",
       "the size of a texture is malformed"},
      {R"("call":"createVertexBuffer","on":1,"result":9,"args":[4000000000,64])", "more than"},
      {R"("call":"uploadFromVector","on":4,"args":[5,0,3])", "it has no data"},
      {R"("call":"setProgramConstantsFromVector","on":1,"args":["vertex",0,1])", "it has no numbers"},
      {R"("call":"setRenderToTexture","on":1,"args":[{"object":4}])", "it does not draw into a texture"},
      {R"("call":"setRenderToTexture","on":1,"args":[null,false,0,0,4])", "a fragment program has four outputs"},
      {R"("call":"configureBackBuffer","on":1,"args":[99999,64])", "the size of the back buffer is malformed"},
      {R"("call":"drawTrianglesInstanced","on":1,"args":[{"object":4},4000000000,0,1])", "it draws more than"},
  };
  for (const auto& [line, problem] : calls) {
    write_draw(call(line));
    const Outcome run = agalc({"replay", "game.frames", "--draw", "1", "-o", "draw"});
    EXPECT_EQ(run.status, rejected) << line;
    EXPECT_THAT(run.err, HasSubstr("AGAL1152"));
    EXPECT_THAT(run.err, HasSubstr(problem));
    EXPECT_THAT(run.err, HasSubstr("game.frames:12"));
    EXPECT_FALSE(exists("draw"));
  }
}

TEST_F(Draws, NamesReadsOutsideOfBuffers) {
  const auto on_context = [](const std::string& method, const std::string& arguments) {
    return call(R"("call":")" + method + R"(","on":1,"args":[)" + arguments + "]");
  };
  const auto draw = [&](const std::string& arguments) {
    return on_context("drawTriangles", R"({"object":4})" + arguments);
  };
  const std::string small = call(R"("call":"createVertexBuffer","on":1,"result":9,"args":[2,3])"),
                    instances = call(R"("call":"createVertexBufferForInstances","on":1,"result":9,"args":[2,3,2])");
  const std::vector<std::pair<std::string, std::string>> outside = {
      {draw(",1,1"), "indices after the end of the index buffer"},
      {draw(",0,2"), "indices after the end of the index buffer"},
      {on_context("setVertexBufferAt", R"(0,{"object":3},1,"float4")") + draw(",0,1"),
       "attribute va0 after the end of its vertex buffer"},
      {small + on_context("setVertexBufferAt", R"(0,{"object":9},0,"float3")") + draw(",0,1"),
       "attribute va0 after the end of its vertex buffer"},
      {instances + on_context("setVertexBufferAt", R"(0,{"object":9},0,"float3")") +
           on_context("drawTrianglesInstanced", R"({"object":4},5,0,1)"),
       "attribute va0 after the end of its vertex buffer"},
  };
  for (const auto& [calls, what] : outside) {
    write_draw(calls);
    const Outcome run = agalc({"replay", "game.frames", "--page", "page.html"});
    EXPECT_EQ(run.status, done) << run.err;
    EXPECT_THAT(run.err, HasSubstr("AGAL1196")) << calls;
    EXPECT_THAT(run.err, HasSubstr(": " + what)) << calls;
  }
  write_draw(instances + on_context("setVertexBufferAt", R"(0,{"object":9},0,"float3")") +
             on_context("drawTrianglesInstanced", R"({"object":4},4,0,1)") +
             on_context("setVertexBufferAt", R"(0,{"object":3},0,"float3")") + draw(",0,1") + draw(""));
  EXPECT_THAT(agalc({"replay", "game.frames", "--page", "page.html"}).err, IsEmpty());
}

TEST_F(Draws, NamesUnsupportedCalls) {
  const auto calls_on = [](const std::string& method, const std::string& arguments) {
    return call(R"("call":")" + method + R"(","on":1,"args":[)" + arguments + "]");
  };
  const std::string texture = call(R"("call":"createRectangleTexture","on":1,"result":9,"args":[3,5,"bgra",true])");
  const auto warnings_of = [&](const std::string& calls, const std::vector<std::string>& options) {
    write_draw(calls);
    std::vector<std::string> words{"replay", "game.frames"};
    words.insert(words.end(), options.begin(), options.end());
    const Outcome run = agalc(words);
    EXPECT_EQ(run.status, done) << calls << run.err;
    return run.err;
  };
  const std::vector<std::vector<std::string>> outputs{{"--draw", "1", "-o", "draw"}, {"--page", "page.html"}};
  const std::vector<std::pair<std::string, std::string>> unsupported = {
      {call(R"("call":"createVideoTexture","on":1,"result":9,"args":[])"), "texture 9: videos are not recorded"},
      {call(R"("call":"createMesh","on":1,"result":9,"args":[])"), "createMesh: it is not replayed"},
      {call(R"("call":"createProgram","on":3,"result":9,"args":[])"),
       "createProgram: it is called on an object that is not a context"},
      {calls_on("uploadMesh", ""), "uploadMesh: it is not replayed"},
      {calls_on("drawTrianglesTwice", R"({"object":4},0,1)"), "drawTrianglesTwice: it is not replayed"},
      {calls_on("setProgramConstantsFromText", R"("vertex",0,{"numbers":[1,0,0,1]})"),
       "setProgramConstantsFromText: it is not replayed"},
      {calls_on("setDithering", "true"), "setDithering: it is not replayed"},
      {texture + call(R"("call":"uploadFromVideo","on":9,"args":[])"), "uploadFromVideo: it is not replayed"},
      {calls_on("setCulling", R"("sideways")"), "setCulling: an argument is unknown"},
      {calls_on("setFillMode", R"("wireframe")"), "setFillMode: wireframes are drawn as triangles"},
      {calls_on("setSamplerStateAt", R"(0,"round","linear","mipnone")"), "setSamplerStateAt: an argument is unknown"},
      {calls_on("setSamplerStateAt", R"(0,"clamp","anisotropic4x","mipnone")"),
       "setSamplerStateAt: anisotropic filters are drawn as linear"},
      {calls_on("configureBackBuffer", "0,0") + calls_on("drawTriangles", R"({"object":4},0,1)") +
           calls_on("configureBackBuffer", "64,64,0,true"),
       "drawTriangles: it draws nothing, because it lacks a program, indices or a target"},
      {calls_on("setTextureAt", "16,null"), "setTextureAt: its index is too large"},
      {calls_on("setVertexBufferAt", R"(99,{"object":3},0,"float3")"), "setVertexBufferAt: its index is too large"},
      {calls_on("setVertexBufferAt", R"(1,{"object":3},0,"float9")"), "setVertexBufferAt: an argument is unknown"},
      {calls_on("setBlendFactors", R"("foo","one")"), "setBlendFactors: an argument is unknown"},
      {calls_on("setCulling", R"("NONE")"), "setCulling: an argument is unknown"},
      {calls_on("drawTriangles", "null,0,1"),
       "drawTriangles: it draws nothing, because it lacks a program, indices or a target"},
      {texture + calls_on("drawTriangles", R"({"object":9},0,1)"),
       "drawTriangles: it draws nothing, because it lacks a program, indices or a target"},
      {call(R"("call":"createTexture","on":1,"result":9,"args":[4,4,"xyz",false])"),
       "createTexture: an argument is unknown"},
      {calls_on("setProgramConstantsFromVector", R"("pixel",9,{"numbers":[1,0,0,1]},1)"),
       "setProgramConstantsFromVector: an argument is unknown"},
      {texture + call(R"("call":"uploadFromBitmapData","on":9,"args":[{"width":1,"height":1,"blob":")" +
                      std::string(pixel) + R"("},99])"),
       "uploadFromBitmapData: its level does not exist"},
      {calls_on("configureBackBuffer", R"("1024",64)") + calls_on("configureBackBuffer", "64,64,0,true"),
       "configureBackBuffer: an argument has the wrong type"},
      {calls_on("setTextureAt", R"(0,{"object":3})"), "setTextureAt: an argument has the wrong type"},
      {calls_on("setVertexBufferAt", R"(1,{"object":2},0,"float3")"),
       "setVertexBufferAt: an argument has the wrong type"},
      {calls_on("setCulling", "null"), "setCulling: an argument has the wrong type"},
      {call(R"("call":"clear","on":3,"args":[0,0,0,1])"), "clear: it is called on an object that is not a context"},
      {calls_on("setRenderToTexture", R"(null,false,4)") + texture +
           calls_on("setRenderToTexture", R"({"object":9},true,4)") + calls_on("setRenderToBackBuffer", ""),
       "setRenderToTexture: textures are drawn with one sample for each pixel"},
  };
  for (const auto& [calls, warning] : unsupported)
    for (const std::vector<std::string>& options : outputs) {
      const std::string warnings = warnings_of(calls, options);
      EXPECT_THAT(warnings, HasSubstr("AGAL1157")) << calls;
      EXPECT_THAT(warnings, HasSubstr(warning + " (line 1")) << calls;
    }
  const std::string supported =
      texture + calls_on("drawToBitmapData", "null") + calls_on("dispose", "") + calls_on("setFillMode", R"("solid")") +
      calls_on("setScissorRectangle", "null") + calls_on("setStencilActions", R"("none","always","keep")") +
      calls_on("setVertexBufferAt", "1,null") + calls_on("setVertexBufferAt", "2,null,0,null") +
      calls_on("setVertexBufferAt", R"(3,null,0,"")") + calls_on("setVertexBufferAt", "4,null,null,null") +
      calls_on("setVertexBufferAt", R"(5,null,0,"float4")") + calls_on("setTextureAt", "1,null") +
      calls_on("setSamplerStateAt", R"(0,"repeat_u_clamp_v","nearest","miplinear")") +
      calls_on("setSamplerStateAt", R"(0,"clamp_u_repeat_v","linear","mipnearest")") +
      calls_on("setRenderToTexture", R"({"object":9},true,0,0,0)") +
      calls_on("setRenderToTexture", R"({"object":9},true,0,0,1)") + calls_on("setRenderToTexture", "null") +
      calls_on("configureBackBuffer", "32,32,4,false,true,true") + calls_on("configureBackBuffer", "64,64,0,true");
  for (const std::vector<std::string>& options : outputs) EXPECT_THAT(warnings_of(supported, options), IsEmpty());
}

}  // namespace
}  // namespace agal::cli
