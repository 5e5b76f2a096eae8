// Writes the seeds for libFuzzer: fuzz-seeds TARGET OUTPUT FILE-OR-FOLDER… writes every program that it finds in the
// forms that a target reads (targets.hpp). The files are named after their origins.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"
#include "support/capture_log.hpp"
#ifdef AGAL_HAS_CONTAINERS
#include "example_swf/swf_builder.hpp"
#endif

namespace agal::fuzz {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::byte>;

const std::string draw_record =
    "draw;pair=1;draw=1;drawTriangles=createIndexBuffer:6,0,2;setVertexBufferAt=0,createVertexBuffer:4:5,0,float3;"
    "setTextureAt=0,createTexture:8:8:bgra:false:levels=4;setSamplerStateAt=0,clamp,linear,mipnone;setBlendFactors=one,"
    "zero;"
    "setDepthTest=true,less;setCulling=none;setColorMask=true,true,true,false;setStencilActions=front,always;"
    "setRenderToTexture=createTexture:8:8:bgra:true;configureBackBuffer=8,8,0,true;vertex=AACAPwAAAAAAAAAAAAAAAA";

// Large seeds are slow and add little coverage.
constexpr std::uintmax_t max_seed_bytes = 64 << 10;

Bytes read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  const auto* const begin = reinterpret_cast<const std::byte*>(text.data());
  return {begin, begin + text.size()};
}

Bytes bytes_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

// Whether the input of the target begins with bytes that choose options.
bool chooses_options(std::string_view target) {
  for (const std::string_view each : {"products", "linking", "passes", "archive", "c_calls"})
    if (target == each) return true;
  return false;
}

// A line of a manifest of agalc batch.
std::string manifest_line(std::string_view name) {
  return fmt::format(
      R"({{"hash":"{:032x}","stem":"{}","stage":"fragment","version":1,"tokens":2,"form":"assembly","certainty":"exact",)"
      R"("status":"accepted","opcodes":{{"mov":2}},"origins":[{{"container":"{}","tag":0,"offset":0,"name":""}}],"pairs":[],)"
      R"("disassembly":"{}.agal","outputs":{{"spv":"{}.spv"}},"notExpressible":{{}},"diagnostics":[]}})",
      name.size(), name, name, name, name);
}

class Seeds {
 public:
  Seeds(std::string_view target, fs::path folder) : target_(target), folder_(std::move(folder)) {}

  void add(const fs::path& path, std::string name) {
    if (fs::file_size(path) > max_seed_bytes) return;
    std::replace(name.begin(), name.end(), '/', '_');
    const Bytes bytes = read(path);
    const Result<Program> program = load_program(bytes, name);
    const bool is_agal = path.extension() == ".agal" || path.extension() == ".bin";
    if (target_ == "json_inputs") {
      if (path.extension() == ".json" || path.extension() == ".jsonl") write(name, bytes);
      if (path.extension() != ".agal") return;
      write(name + ".line", bytes_of(manifest_line(name)));
      return;
    }
    const bool reads_containers = target_ == "extraction" || target_ == "tapping";
    if (chooses_options(target_) ? false : reads_containers ? !is_agal : is_agal) write(name, bytes);
    if (!program || !is_agal) return;
    const Bytes bytecode = write_bytecode(*program);
    if (target_ == "assembly") {
      const std::string text = disassemble(*program);
      write(name + ".text", std::as_bytes(std::span(text)));
    } else if (!chooses_options(target_)) {
      write(name + ".bytecode", bytecode);
    }
    if (reads_containers) add_containers(name, bytecode);
    if (chooses_options(target_)) add_chosen(name, *program, bytecode);
    if (target_ == "capture_log") add_logs(name, *program, bytecode);
  }

  std::size_t count() const { return count_; }

 private:
  // Most are uncompressed, because mutations of a compressed file seldom reach its contents.
  void add_containers([[maybe_unused]] const std::string& name, [[maybe_unused]] const Bytes& bytecode) {
#ifdef AGAL_HAS_CONTAINERS
    using example::Compression;
    example::SwfBuilder swf = example::SwfBuilder().binary_data("Shader", bytecode);
    if (target_ == "tapping") {
      example::AbcBuilder abc;
      abc.add_class("game", "Renderer", {example::Code(abc).op(0xd0).call_void("upload", 0).return_void()});
      swf.abc(abc.build());
    }
    write(name + ".swf", swf.build());
    if (count_ % 8 != 0) return;
    write(name + ".zlib.swf", swf.build(Compression::Zlib));
    write(name + ".lzma.swf", swf.build(Compression::Lzma));
    write(name + ".swc", example::build_swc(swf.build()));
#endif
  }

  // Bytes that the target takes before the program: a few different ones.
  void add_chosen(const std::string& name, const Program& program, const Bytes& bytecode) {
    const auto number = static_cast<std::uint8_t>(count_);
    const auto size = [](const Bytes& bytes) {
      return Bytes{static_cast<std::byte>(bytes.size() & 0xff), static_cast<std::byte>(bytes.size() >> 8)};
    };
    const auto joined = [](std::initializer_list<Bytes> parts) {
      Bytes all;
      for (const Bytes& part : parts) all.insert(all.end(), part.begin(), part.end());
      return all;
    };
    if (bytecode.size() > 0x3ff0) return;
    if (target_ == "products") write(name, joined({{std::byte{0}, std::byte{number}}, bytecode}));
    if (target_ == "passes") write(name, joined({{std::byte{number}, std::byte{number}}, bytecode}));
    if (target_ == "archive")
      write(name, joined({{std::byte{7}, std::byte{3}}, size(bytecode), bytes_of("a.x"), bytecode}));
    if (target_ == "linking") {
      const bool vertex = program.stage == Stage::Vertex;
      const Bytes other = write_bytecode(*assemble(vertex ? "mov oc, fc0\n" : "m44 op, va0, vc0\nmov v0, va1\n"));
      const Bytes &first = vertex ? bytecode : other, &second = vertex ? other : bytecode;
      write(name, joined({{std::byte{0}, std::byte{number}}, size(first), first, second}));
    }
    // Creates options and inputs, does each operation with the program, looks at the results, and releases all.
    if (target_ == "c_calls") {
      Bytes calls = bytes_of(std::string("\0\0\5\0", 4));
      for (std::uint8_t operation = 0; operation < 5 && bytecode.size() < 1024; ++operation)
        calls = joined(
            {calls, {std::byte{9}, std::byte{operation}, std::byte{0}}, size(bytecode), bytecode, {std::byte{1}}});
      calls = joined({calls, {std::byte{12}, std::byte{0}, std::byte{0}}, size(bytecode), bytecode, {std::byte{2}}});
      calls = joined({calls, bytes_of(std::string("\15\1\0\1\1\16\1\1\17\1\4\0\10\0", 14))});
      write(name, calls);
    }
  }

  // The log, and its records alone.
  void add_logs(const std::string& name, const Program& program, const Bytes& bytecode) {
    const bool vertex = program.stage == Stage::Vertex;
    const Bytes other = write_bytecode(*assemble(vertex ? "mov oc, fc0\n" : "mov op, va0\n"));
    const std::string upload = vertex ? test::upload(1, 1, bytecode, other) : test::upload(1, 1, other, bytecode);
    const std::string log = test::CaptureLog().add(upload).add(draw_record).text("[INFO] ");
    const std::string records = upload + "\n" + draw_record + "\n";
    write(name + ".log", std::as_bytes(std::span(log)));
    write(name + ".records", std::as_bytes(std::span(records)));
  }

  void write(const std::string& name, std::span<const std::byte> bytes) {
    std::ofstream out(folder_ / name, std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    ++count_;
  }

  std::string_view target_;
  fs::path folder_;
  std::size_t count_ = 0;
};

void add_all(Seeds& seeds, const fs::path& from) {
  if (!fs::is_directory(from)) return seeds.add(from, from.filename().string());
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(from))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) seeds.add(file, file.lexically_relative(from).string());
}

}  // namespace
}  // namespace agal::fuzz

int main(int argc, char** argv) {
  if (argc < 4) {
    fmt::print(stderr, "fuzz-seeds TARGET OUTPUT FILE-OR-FOLDER...\n");
    return 2;
  }
  std::filesystem::create_directories(argv[2]);
  agal::fuzz::Seeds seeds(argv[1], argv[2]);
  for (int i = 3; i < argc; ++i) agal::fuzz::add_all(seeds, argv[i]);
  fmt::print("{}: {} seeds\n", argv[1], seeds.count());
  return seeds.count() > 0 ? 0 : 1;
}
