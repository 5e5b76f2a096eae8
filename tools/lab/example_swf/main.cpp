// The agal-example-swf command: makes a small "game" from the pairs of a manifest, as SWF files in all three
// compressions and as a SWC.
#include <CLI/CLI.hpp>
#include <cctype>
#include <set>

#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"
#include "cli/console.hpp"
#include "cli/files.hpp"
#include "cli/guarded.hpp"
#include "corpus/manifest.hpp"
#include "example_swf/swf_builder.hpp"

namespace agal::example {
namespace {

// Converts the path of a program to a class name: "techniques/normal_map.frag.agal" becomes "NormalMap".
std::string symbol_of(const std::string& path) {
  std::string symbol;
  bool upper = true;
  const std::size_t begin = path.rfind('/') + 1;
  for (const char c : path.substr(begin, path.find('.', begin) - begin)) {
    const bool part = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (part) symbol += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    upper = !part;
  }
  return symbol;
}

std::vector<std::string> code_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin != std::string_view::npos && !line.substr(begin).starts_with("//"))
      lines.emplace_back(line.substr(begin));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

class Game {
 public:
  explicit Game(std::string folder) : folder_(std::move(folder)) {}

  Diagnostics add_pair(const std::string& vertex, const std::string& fragment);
  SwfBuilder build() const;

 private:
  struct Loaded {
    Program program;
    std::string text;
  };
  Result<Loaded> load(const std::string& path) const;
  void embed(const std::string& symbol, const Program& program);
  Code assemble(const Loaded& vertex, const Loaded& fragment);

  std::string folder_;
  std::size_t pairs_ = 0;
  AbcBuilder abc_;
  SwfBuilder swf_;
  std::set<std::string> embedded_, classes_;
};

Result<Game::Loaded> Game::load(const std::string& path) const {
  Result<std::vector<std::byte>> bytes = agalc::read_input(folder_ + path);
  if (!bytes) return std::move(bytes.diagnostics());
  Result<Program> program = load_program(*bytes, path);
  if (!program) return std::move(program.diagnostics());
  return Loaded{std::move(*program), {reinterpret_cast<const char*>(bytes->data()), bytes->size()}};
}

void Game::embed(const std::string& symbol, const Program& program) {
  if (embedded_.insert(symbol).second) swf_.binary_data(symbol, write_bytecode(program));
}

// Makes a method that assembles both programs: the vertex program from lines that are concatenated with +, and the
// fragment program from a list of lines.
Code Game::assemble(const Loaded& vertex, const Loaded& fragment) {
  Code code(abc_);
  code.op(avm2::Opcode::getlocal0).op(avm2::Opcode::pushscope);  // the beginning of every method
  code.push_field("assembler");
  bool first = true;
  for (const std::string& line : code_lines(vertex.text)) {
    code.push_string(line + "\n");
    if (!first) code.add();
    first = false;
  }
  code.call_void("assemble", 1);
  code.push_field("assembler");
  const std::vector<std::string> lines = code_lines(fragment.text);
  for (const std::string& line : lines) code.push_string(line);
  code.new_array(static_cast<std::uint32_t>(lines.size())).push_string("\n").call("join", 1).call_void("assemble", 1);
  return code.return_void();
}

// Adds a pair. Text does not contain a version, so only pairs of AGAL 1 are extracted unchanged.
Diagnostics Game::add_pair(const std::string& vertex, const std::string& fragment) {
  const Result<Loaded> first = load(vertex), second = load(fragment);
  if (!first) return first.diagnostics();
  if (!second) return second.diagnostics();
  const std::string symbol = symbol_of(fragment);
  const bool as_text =
      first->program.version == 1 && second->program.version == 1 && pairs_ % 2 == 1 && classes_.insert(symbol).second;
  if (as_text) {
    abc_.add_class("effects", symbol, {assemble(*first, *second)});
  } else {
    embed("Shaders_" + symbol_of(vertex) + "Vertex", first->program);
    embed("Shaders_" + symbol + "Fragment", second->program);
  }
  ++pairs_;
  return {};
}

SwfBuilder Game::build() const {
  SwfBuilder swf = swf_;
  return swf.abc(abc_.build(), "effects");
}

Diagnostics write(const Game& game, const std::string& folder) {
  const SwfBuilder swf = game.build();
  Diagnostics found = agalc::make_directory(folder);
  const auto put = [&](const char* name, const ByteVector& bytes) {
    if (!found.has_errors()) found.append(agalc::write_output(folder + "/" + name, bytes));
  };
  put("game.swf", swf.build(Compression::Zlib));
  put("game-lzma.swf", swf.build(Compression::Lzma));
  put("game-raw.swf", swf.build(Compression::None));
  put("game.swc", build_swc(swf.build(Compression::Zlib)));
  return found;
}

Diagnostics convert(const std::string& manifest_path, const std::string& output) {
  const Result<std::vector<std::byte>> bytes = agalc::read_input(manifest_path);
  if (!bytes) return bytes.diagnostics();
  const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  const Result<corpus::Manifest> manifest = corpus::parse_manifest(text, manifest_path);
  if (!manifest) return manifest.diagnostics();
  Game game(manifest->folder);
  for (const corpus::Pair& pair : manifest->pairs) {
    Diagnostics found = game.add_pair(pair.vertex, pair.fragment);
    if (found.has_errors()) return found;
  }
  return write(game, output);
}

agalc::ExitStatus run(int argc, char** argv) {
  CLI::App app("Writes the pairs of a manifest into a SWF file, in all three compressions, and into a SWC file.",
               "agal-example-swf");
  std::string manifest, output;
  app.add_option("MANIFEST", manifest, "A manifest such as corpus/manifest.json")->required();
  agalc::Console console;
  add_output_folder(app, console, "-o,--output", output,
                    "The folder for game.swf, game-lzma.swf, game-raw.swf, game.swc")
      ->required();
  return agalc::run_single(app, console, argc, argv,
                           [&](const agalc::Console& ready) { return ready.report(convert(manifest, output)); });
}

}  // namespace
}  // namespace agal::example

int main(int argc, char** argv) {
  return agalc::guarded("agal-example-swf", [&] { return agal::example::run(argc, argv); });
}
