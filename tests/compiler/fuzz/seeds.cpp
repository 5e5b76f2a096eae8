#include "fuzz/seeds.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <span>
#include <utility>

#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"
#include "example_swf/swf_builder.hpp"
#include "support/capture_log.hpp"
#include "support/stored_zip.hpp"

namespace agal::fuzz {
namespace {

namespace fs = std::filesystem;

const std::string draw_record =
    "draw;pair=1;draw=1;drawTriangles=createIndexBuffer:6,0,2;setVertexBufferAt=0,createVertexBuffer:4:5,0,float3;"
    "setTextureAt=0,createTexture:8:8:bgra:false:levels=4;setSamplerStateAt=0,clamp,linear,mipnone;setBlendFactors=one,"
    "zero;"
    "setDepthTest=true,less;setCulling=none;setColorMask=true,true,true,false;setStencilActions=front,always;"
    "setRenderToTexture=createTexture:8:8:bgra:true;configureBackBuffer=8,8,0,true;vertex=AACAPwAAAAAAAAAAAAAAAA";

Bytes bytes_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

Bytes joined(std::initializer_list<Bytes> parts) {
  Bytes all;
  for (const Bytes& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

// Returns true if the input of the target begins with bytes that choose options.
bool chooses_options(std::string_view target) {
  for (const std::string_view each : {"products", "linking", "passes", "archive", "c_calls", "tar", "frames"})
    if (target == each) return true;
  return false;
}

// Inputs of the interpreter, a scene, a list of programs, and a line of a manifest of agalc batch.
constexpr std::string_view json_samples[] = {
    R"({"constants": {"fc0": [0.4, 0.1], "fc1": [[1, 0.5, 0, "inf"], [0]]}, "varyings": {"v0": [[0.1], [0.2], [0], [1]]},
  "textures": {"fs0": {"dimension": "2d", "size": [2, 1], "levels": [[1, 0, 0, 1, 0, 1, 0, 1]], "mipmaps": true,
  "state": ["linear", "repeat"]}}})",
    R"({"vertex": "a.agal", "fragment": "b.agal", "size": [16, 16], "constants": {"vc0": [[1], [0, 1]]}})",
    R"({"programs": [{"path": "a.agal", "stage": "vertex"}],
  "pairs": [["a.agal", "b.agal"], {"vertex": "a", "fragment": "b"}]})",
    R"({"hash":"00","stem":"a","stage":"fragment","version":1,"tokens":2,"form":"assembly","certainty":"exact",
  "status":"accepted","opcodes":{"mov":2},"origins":[{"container":"a","tag":0,"offset":0,"name":"","stem":"a"}],"pairs":[],
  "disassembly":"a.agal","outputs":{"spv":"a.spv"},"notExpressible":{},"diagnostics":[]})"};

// Sources, and JSON of glsl2agal.
constexpr std::string_view source_samples[] = {
    "package a { public class B { static const T:String = \"mov v0, va1\\n\";\n"
    "function f(n:int):String { var s:String = 'm44 op, va0, vc0\\n'; if (tinted) s += T; else s += \"mov v0, va2\";\n"
    "for (var i:int = 0; i < 3; i++) s += 'mov v' + i + ', va1\\n'; s = [s, T].join('\\n').replace(/x/g, ''); return "
    "s; }\n"
    "switch (n) { case 1: use(f(1)); break; default: use(<a><![CDATA[mov oc, v0]]></a>); }\n"
    "new Procedure([\"#v0=vUV\", \"#s0=s\", \"tex o0, v0, s0 <2d>\"], 'p'); p.compileFromArray(['mov o0, i0']); } }",
    "package a; class B { static inline var T = 'mov v0, va1\\n'; public function new() { var s = '';\n"
    "for (i in 0...2) { s += 'mov v${i}, va1\\n'; } var l = [for (x in [1, 2]) 'm44 op, va0, vc$x'];\n"
    "#if flash s += T; #else s = switch (k) { case A: T; case _: l.join('\\n'); } #end upload(s); } }",
    "<?xml version='1.0'?><s:A xmlns:fx='f'><fx:Script><![CDATA[ var v:String = \"m44 op, va0, vc0\\n\" + \"mov v0, "
    "va1\"; ]]>"
    "</fx:Script><fx:String id='f'>mov oc, v0</fx:String></s:A>"};
constexpr std::string_view macro_samples[] = {
    "alias v0.xyxy, uv\nalias fc0, C(0.5, -1)\n#define FOG 1\nmacro f(a, b) {\n out.x = a * b + 0.5;\n}\n/* c */\n"
    "#if FOG > 0 && !(FOG == 2)\nft0 = f(uv, fc1)\n#elif FOG\nft0 = -uv\n#else\nft0 += uv // d\n#endif\n"
    "ft1.y = ft0.x >= fc0.w\noc = tex<2d,linear>(ft0, fs0)\n",
    "#v0=vUV\n#a0=aPosition\n#s1 = sMap\ntex t0, v0, s1 <2d,linear,bias40>\nmov v0, c[a0.x+3] // a\nmov o0, t0.xyz\n",
    "m44 op, va0, vc0 // vc0..3 = transform\nmov v0, va1 // va1=texture\n",
    "macro g(a) { out = mul4x4(a, vc0) }\nop = g(va0); v0 = va1\nmov v1, vc[va0.x+3]\n"};
constexpr std::string_view program_json_samples[] = {
    R"({"varnames":{"uv":"va1","mvp":"vc0"},"agalasm":"m44 op, va0, vc0\nmov v0, va1","info":"","consts":{"vc4":[1,0.5,0,-2]}})",
    R"({"a":[{"v":{"agalasm":"mov op, va0"}},{"agalasm":"mov oc, v0","consts":{"fc0":[1e3,2,3,4,5]},"varnames":{"\u0061":"fc0"}}]})"};

// Lines of a file of frames. @0 to @5 are the blobs of frames_blobs().
constexpr std::string_view frames_lines =
    R"({"format":"agalc-frames","version":1,"file":"a.swf","frames":[2,3]}
{"call":"configureBackBuffer","on":1,"args":[64,32,4,true]}
{"call":"createProgram","on":1,"result":2,"args":[]}
{"call":"upload","on":2,"args":[@0,@1]}
{"call":"createVertexBuffer","on":1,"result":3,"args":[3,4]}
{"call":"uploadFromByteArray","on":3,"args":[@2,0,0,3]}
{"call":"createVertexBufferForInstances","on":1,"result":4,"args":[2,1,2]}
{"call":"createIndexBuffer","on":1,"result":5,"args":[6]}
{"call":"uploadFromVector","on":5,"args":[@3,0,6]}
{"call":"createTexture","on":1,"result":6,"args":[4,4,"bgra",false]}
{"call":"uploadFromBitmapData","on":6,"args":[{"width":2,"height":2,"transparent":true,"blob":"@4"},0]}
{"call":"createCubeTexture","on":1,"result":7,"args":[4,"rgbaHalfFloat",true]}
{"call":"uploadFromByteArray","on":7,"args":[@4,0,1,2]}
{"call":"createTexture","on":1,"result":8,"args":[4,4,"compressedAlpha",false]}
{"call":"uploadCompressedTextureFromByteArray","on":8,"args":[@5,0]}
{"call":"setProgram","on":1,"args":[{"object":2}]}
{"call":"setVertexBufferAt","on":1,"args":[0,{"object":3},0,"float3"]}
{"call":"setVertexBufferAt","on":1,"args":[1,{"object":4},0,"bytes4"]}
{"call":"setTextureAt","on":1,"args":[0,{"object":6}]}
{"call":"setTextureAt","on":1,"args":[1,{"object":7}]}
{"call":"setSamplerStateAt","on":1,"args":[0,"repeat","linear","miplinear"]}
{"call":"setProgramConstantsFromMatrix","on":1,"args":["vertex",0,{"numbers":[1,0,0,0,0,1,0,0,0,0,"NaN",0,0,0,0,1]},true]}
{"frame":2,"call":"setRenderToTexture","on":1,"args":[{"object":8},true,0,0,0]}
{"frame":2,"call":"clear","on":1,"args":[0,"Infinity",-1.5,1,1,0,7]}
{"frame":2,"call":"setRenderToBackBuffer","on":1,"args":[]}
{"frame":2,"call":"setBlendFactors","on":1,"args":["one","oneMinusSourceAlpha"]}
{"frame":2,"call":"setDepthTest","on":1,"args":[true,"less"]}
{"frame":2,"call":"setCulling","on":1,"args":["back"]}
{"frame":2,"call":"setColorMask","on":1,"args":[true,true,false,true]}
{"frame":2,"call":"setStencilReferenceValue","on":1,"args":[1,255,15]}
{"frame":2,"call":"setStencilActions","on":1,"args":["front","equal","incrementSaturate","keep","zero"]}
{"frame":2,"call":"setScissorRectangle","on":1,"args":[{"rectangle":[-1,2,30,400]}]}
{"frame":2,"call":"drawTriangles","on":1,"args":[{"object":5},0,2]}
{"frame":2,"call":"present","on":1,"args":[]}
{"frame":3,"call":"drawTrianglesInstanced","on":1,"args":[{"object":5},3,0,1]})";

std::vector<Bytes> frames_blobs() {
  std::vector<float> corners(12, 0.5f);
  const std::vector<std::uint16_t> indices{0, 1, 2, 0, 2, 1};
  const auto of = [](const auto& list) {
    const auto bytes = std::as_bytes(std::span(list));
    return Bytes(bytes.begin(), bytes.end());
  };
  // ATF with one level in raw blocks of DXT5.
  Bytes atf = bytes_of(std::string("ATF\0\0\x17\5\2\2\1\0\0\x10", 13));
  atf.resize(atf.size() + 16, std::byte{0x5a});
  return {write_bytecode(*assemble("m44 op, va0, vc0\nmov v0, va1\n")),
          write_bytecode(*assemble("tex ft0, v0, fs0 <2d,linear>\ntex ft1, v0, fs1 <cube>\nadd oc, ft0, ft1\n")),
          of(corners),
          of(indices),
          Bytes(16, std::byte{0x80}),
          atf};
}

// Returns the sample as blobs and lines, or as a whole archive.
Bytes frames_sample(bool is_archive) {
  const std::vector<Bytes> blobs = frames_blobs();
  std::string lines(frames_lines);
  Bytes parts{std::byte{11}, std::byte{0}, static_cast<std::byte>(blobs.size())};
  std::vector<std::string> names;
  for (std::size_t i = 0; i < blobs.size(); ++i) {
    const std::string hash = fmt::format("{:032x}", i), quoted = fmt::format("\"@{}\"", i),
                      bare = fmt::format("@{}", i);
    names.push_back("blobs/" + hash);
    for (std::size_t at; (at = lines.find(quoted)) != lines.npos;) lines.replace(at, quoted.size(), '"' + hash + '"');
    for (std::size_t at; (at = lines.find(bare)) != lines.npos;)
      lines.replace(at, bare.size(), R"({"blob":")" + hash + "\"}");
    parts = joined({parts, {static_cast<std::byte>(blobs[i].size()), std::byte{0}}, blobs[i]});
  }
  if (!is_archive) return joined({parts, bytes_of(lines)});
  const Bytes calls = bytes_of(lines), name = bytes_of("calls.jsonl");
  std::vector<test::ZipEntry> entries{{name, calls}};
  for (std::size_t i = 0; i < blobs.size(); ++i) entries.push_back({std::as_bytes(std::span(names[i])), blobs[i]});
  return joined({{std::byte{11}, std::byte{1}}, test::stored_zip(entries)});
}

// Returns a class that joins texts on two paths.
Bytes code_with_texts() {
  example::AbcBuilder abc;
  example::Code method(abc);
  method.op(0xd0).op(0x30).push_string("m44 op, va0, vc0\n").set_local(1);
  const std::size_t skip = method.push_field("tinted").if_false();
  method.get_local(1).push_string("mov v1, va2\n").add().set_local(1).land(skip);
  method.push_field("assembler").get_local(1).push_string("mov v0, va1").add().call_void("assemble", 1);
  method.push_string("mov ft0, v0").push_string("mov oc, ft0").new_array(2).push_string("\n").call("join", 1);
  abc.add_class("effects", "Water", {method.set_field("code").return_void()});
  return abc.build();
}

// Returns a class with the calls that a tap replaces.
Bytes code_that_uploads() {
  example::AbcBuilder abc;
  example::Code method(abc);
  for (const char* name : {"upload", "setProgram", "setTextureAt", "drawTriangles", "loadBytes"})
    method.op(0xd0).push_string("vertex").call_void(name, 1);
  abc.add_class("engine", "Program", {method.return_void()});
  return abc.build();
}

}  // namespace

void Seeds::add(const std::string& name, const Bytes& bytes) {
  const fs::path path = name;
  const Result<Program> program = load_program(bytes, name);
  const bool is_agal = path.extension() == ".agal" || path.extension() == ".bin";
  if (target_ == "json_inputs") {
    if (count_ == 0)
      for (const std::string_view sample : json_samples) write(fmt::format("sample-{}", count_), bytes_of(sample));
    if (path.extension() == ".json" || path.extension() == ".jsonl") write(name, bytes);
    return;
  }
  if (target_ == "sources" || target_ == "program_json" || target_ == "frames") return add_samples();
  if (target_ == "projector" && is_agal && program) {
    const Bytes movie = example::SwfBuilder().binary_data("Shader", write_bytecode(*program)).build();
    for (const char* const head : {"\7\3\1MZ.", "\7\0\2MZ"}) write(name, joined({bytes_of(head), movie}));
    return;
  }
  const bool reads_containers = target_ == "extraction" || target_ == "tapping";
  if (chooses_options(target_) ? false : reads_containers ? !is_agal : is_agal) write(name, bytes);
  if (!program || !is_agal) return;
  const Bytes bytecode = write_bytecode(*program);
  if (target_ == "assembly") {
    add_samples();
    write(name + ".text", bytes_of(disassemble(*program)));
  } else if (!chooses_options(target_)) {
    write(name + ".bytecode", bytecode);
  }
  if (reads_containers) add_containers(name, bytecode);
  if (chooses_options(target_)) add_chosen(name, *program, bytecode);
  if (target_ == "capture_log") add_logs(name, *program, bytecode);
}

// Adds containers. Most are uncompressed, because mutations of a compressed file seldom reach its contents.
void Seeds::add_containers(const std::string& name, const Bytes& bytecode) {
  using example::Compression;
  example::SwfBuilder swf = example::SwfBuilder().binary_data("Shader", bytecode);
  static const Bytes texts = code_with_texts(), uploads = code_that_uploads();
  swf.abc(target_ == "tapping" ? uploads : texts);
  write(name + ".swf", swf.build());
  if (count_ % 8 != 0) return;
  write(name + ".zlib.swf", swf.build(Compression::Zlib));
  write(name + ".lzma.swf", swf.build(Compression::Lzma));
  write(name + ".swc", example::build_swc(swf.build()));
}

// Adds a sample of each language and form.
void Seeds::add_samples() {
  if (has_samples_) return;
  has_samples_ = true;
  if (target_ == "assembly") {
    for (const std::string_view sample : macro_samples) write(fmt::format("sample-{}", count_), bytes_of(sample));
    return;
  }
  if (target_ == "sources")
    for (std::uint8_t language = 0; language < std::size(source_samples); ++language)
      write(fmt::format("sample-{}", language),
            joined({{std::byte{language}, std::byte{1}}, bytes_of(source_samples[language])}));
  else if (target_ == "frames")
    for (const bool is_archive : {false, true}) write(fmt::format("sample-{}", count_), frames_sample(is_archive));
  else
    for (const std::string_view sample : program_json_samples)
      write(fmt::format("sample-{}", count_), bytes_of(sample));
}

// Adds a program after bytes that choose options, in a few forms with different choices.
void Seeds::add_chosen(const std::string& name, const Program& program, const Bytes& bytecode) {
  const auto number = static_cast<std::uint8_t>(count_);
  const auto size = [](const Bytes& bytes) {
    return Bytes{static_cast<std::byte>(bytes.size() & 0xff), static_cast<std::byte>(bytes.size() >> 8)};
  };
  if (bytecode.size() > 0x3ff0) return;
  if (target_ == "products") {
    write(name, joined({{std::byte{0}, std::byte{number}}, bytecode}));
    // One option, one of its values, and the language.
    write(name + ".option",
          joined({{std::byte{1}, std::byte{number}, static_cast<std::byte>(7 * number), std::byte{number}}, bytecode}));
  }
  if (target_ == "passes") write(name, joined({{std::byte{number}, std::byte{number}}, bytecode}));
  if (target_ == "archive")
    write(name, joined({{std::byte{7}, std::byte{3}}, size(bytecode), bytes_of("a.x"), bytecode}));
  // Uncompressed and compressed.
  if (target_ == "tar")
    for (const int form : {0, 2})
      write(fmt::format("{}.{}", name, form),
            joined({{std::byte{11}, static_cast<std::byte>(form), std::byte{0}, std::byte{6}},
                    size(bytecode),
                    bytes_of("a.agal"),
                    bytecode}));
  if (target_ == "linking") {
    const bool vertex = program.stage == Stage::Vertex;
    const Bytes other = write_bytecode(*assemble(vertex ? "mov oc, fc0\n" : "m44 op, va0, vc0\nmov v0, va1\n"));
    const Bytes &first = vertex ? bytecode : other, &second = vertex ? other : bytecode;
    write(name, joined({{std::byte{0}, std::byte{number}}, size(first), first, second}));
  }
  // Creates options and inputs, does each operation with the program, reads the results, and releases everything.
  if (target_ == "c_calls") {
    Bytes calls = bytes_of(std::string("\0\0\5\0", 4));
    for (std::uint8_t operation = 0; operation < 5 && bytecode.size() < 1024; ++operation)
      calls =
          joined({calls, {std::byte{9}, std::byte{operation}, std::byte{0}}, size(bytecode), bytecode, {std::byte{1}}});
    calls = joined({calls, {std::byte{12}, std::byte{0}, std::byte{0}}, size(bytecode), bytecode, {std::byte{2}}});
    calls = joined({calls, bytes_of(std::string("\15\1\0\1\1\16\1\1\17\1\4\0\10\0", 14))});
    write(name, calls);
  }
}

// Adds the log, and its records alone.
void Seeds::add_logs(const std::string& name, const Program& program, const Bytes& bytecode) {
  const bool vertex = program.stage == Stage::Vertex;
  const Bytes other = write_bytecode(*assemble(vertex ? "mov oc, fc0\n" : "mov op, va0\n"));
  const std::string upload = vertex ? test::upload(1, 1, bytecode, other) : test::upload(1, 1, other, bytecode);
  const std::string log = test::CaptureLog().add(upload).add(draw_record).text("[INFO] ");
  const std::string records = upload + "\n" + draw_record + "\n";
  write(name + ".log", bytes_of(log));
  write(name + ".records", bytes_of(records));
}

void Seeds::write(const std::string& name, Bytes bytes) {
  ++count_;
  sink_(name, std::move(bytes));
}

}  // namespace agal::fuzz
