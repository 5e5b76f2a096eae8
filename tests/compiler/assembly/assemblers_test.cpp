// Compares agalc on mutated lines with a model of the ActionScript AGALMiniAssembler and with OpenFL's port to Haxe.
// Each known difference has a name. A difference without a name fails the test.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <random>

#include "agal/validate.hpp"
#include "assembly_support.hpp"
#include "support/corpus.hpp"
#include "support/facility.hpp"
#include "support/temporary_folder.hpp"

namespace agal::test {
namespace {

constexpr std::size_t text_count = 100'000;
const std::string packages = AGAL_SOURCE_DIR "/build/bench/converters";

std::string missing() {
  if (std::system("node --version >/dev/null 2>&1") != 0) return "$PATH does not have node";
  if (!std::filesystem::exists(packages + "/node_modules/openfl"))
    return "OpenFL is not installed: run ./tools/lab/converters";
  return "";
}

struct Text {
  Stage stage = Stage::Vertex;
  std::uint32_t version = 1;
  std::string text;
};

// Returns the instructions of the programs in corpus/ by stage, and lines with features that these programs lack.
std::array<std::vector<std::string>, 2> instruction_lines() {
  std::array<std::vector<std::string>, 2> lines;
  for (const CorpusProgram& program : own_corpus().programs) {
    if (program.form != Form::Assembly) continue;
    const Result<Program> assembled = assemble(program.text(), program.path);
    if (!assembled) continue;
    for (std::size_t i = 0; i < assembled->instructions.size() && i < 40; ++i)
      lines[program.stage == Stage::Fragment].push_back(format_token(assembled->instructions[i], program.stage).text);
  }
  for (const char* line : {"m44 vt0, va0, vc[va1.x+3]", "mov vt0.xy, vc[vt1.w].zz", "tld vt0, va0, vs0 <2d>"})
    lines[0].insert(lines[0].end(), 20, line);
  for (const char* line :
       {"tex ft0, v0, fs0", "tex ft1.xyz, v1.xy, fs2 <cube, linear, repeat, 2.5>", "mul ft0.a, ft0.rgb, fc0"})
    lines[1].insert(lines[1].end(), 20, line);
  for (std::vector<std::string>& all : lines) {
    std::sort(all.begin(), all.end());
    EXPECT_GT(all.size(), 50u);
  }
  return lines;
}

class Mutator {
 public:
  std::size_t below(std::size_t limit) { return random_() % limit; }
  template <class List>
  decltype(auto) one_of(const List& list) {
    return list[below(std::size(list))];
  }

  std::string mutate(std::string line) {
    for (std::size_t i = below(4); i != 0; --i) mutate_once(line);
    return line;
  }

 private:
  static constexpr std::array<const char*, 34> pieces{
      " ", ",", ";",        ".", "<",           ">",  "[",     "]",   "+",   "-",  "0", "1",
      "3", "9", "x",        "w", "xyzw",        ".a", ".rgb",  ".xg", "v",   "o",  "f", "i",
      "t", "d", "\xc2\xa0", "X", "<2d,linear>", "<>", "liner", "16",  "0x8", "// "};

  void mutate_once(std::string& line) {
    const std::size_t at = below(line.size() + 1);
    switch (below(6)) {
      case 0: line.erase(at, 1); break;
      case 1:
      case 2: line.insert(at, one_of(pieces)); break;
      case 3:
        if (at < line.size()) line[at] = one_of(std::string_view("xyzwvofitcdaspgb0123456789.,+<>[] "));
        break;
      case 4:
        if (at < line.size() && line[at] >= 'a' && line[at] <= 'z') line[at] = static_cast<char>(line[at] - 'a' + 'A');
        break;
      case 5: line.erase(std::min(line.find('<'), line.size())); break;
    }
    // Removes multi-byte characters that the mutation may have damaged, except for no-break spaces.
    std::erase_if(line, [](char c) { return (c & 0x80) != 0 && c != '\xc2' && c != '\xa0'; });
    for (std::size_t i = 0; i < line.size(); ++i) {
      const bool whole = line[i] == '\xc2' && i + 1 < line.size() && line[i + 1] == '\xa0';
      if (whole)
        ++i;
      else if ((line[i] & 0x80) != 0)
        line.erase(i--, 1);
    }
  }

  std::mt19937 random_{50};
};

std::vector<Text> mutated_texts() {
  const auto lines = instruction_lines();
  Mutator mutator;
  std::vector<Text> texts(text_count);
  for (Text& text : texts) {
    const std::size_t stage = mutator.below(2);
    text.stage = stage == 0 ? Stage::Vertex : Stage::Fragment;
    text.version = static_cast<std::uint32_t>(1 + mutator.below(3));
    text.text = mutator.mutate(mutator.one_of(lines[stage]));
    if (mutator.below(4) != 0) continue;
    const std::string earlier =
        mutator.one_of(std::array{"tex ft7, v0, fs1 <cube, miplinear>", "mov ft7, v0 <linear>", "what <3>"});
    text.text = earlier + "\n" + text.text;
  }
  return texts;
}

// Returns the tokens in hexadecimal, or "!" and the reason for the rejection.
std::string read_by_agalc(const Text& text, Dialect dialect, bool lenient) {
  AssembleOptions options{text.stage, text.version, lenient};
  options.dialect = dialect;
  const Result<Program> program = assemble(text.text, {}, options);
  // For a text without instructions, the other assemblers return a program without tokens.
  if (!program && codes(program.diagnostics()).back() == 2003 && program.diagnostics().count(Severity::Error) == 1)
    return "";
  if (!program || program.diagnostics().has_errors()) {
    for (const Diagnostic& diagnostic : program.diagnostics())
      if (diagnostic.severity == Severity::Error) return fmt::format("!{} {}", diagnostic.code, diagnostic.message);
    return "!";
  }
  std::string out;
  const std::vector<std::byte> bytes = write_bytecode(*program);
  for (const std::byte byte : std::span(bytes).subspan(header_bytes))
    out += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
  return out;
}

bool has(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

// Returns the name of a known difference between agalc and another assembler, or "".
std::string_view name_of(const Text& text, std::string_view agalc, std::string_view other, bool is_port) {
  const auto refused_for = [&](std::string_view reason) { return other.starts_with('!') && has(other, reason); };
  if (refused_for("beyond the limit") || refused_for("index exceeds limit"))
    return "limits are checked by the validator";
  if (refused_for("of a later version") || refused_for("opcode requires version"))
    return "versions of opcodes are checked by the validator";
  if (refused_for("opcode of the other stage") || refused_for("opcode is only allowed"))
    return "stages of opcodes are checked by the validator";
  if (has(text.text, "ted")) return "only agalc knows the reserved opcode ted";
  if (is_port && (has(text.text, "tld") || has(text.text, "vs"))) return "the port does not know AGAL 4";
  if (agalc.starts_with("!2045")) return "only agalc rejects a relative address of a sampler";
  if (agalc.starts_with("!2042") && is_port) return "the port does not read an offset without a component";
  return "";
}

std::vector<std::array<std::string, 2>> read_by_others(const std::vector<Text>& texts) {
  const TemporaryFolder folder;
  const std::string in = (folder.path() / "texts").string(), out = (folder.path() / "results").string();
  std::ofstream file(in, std::ios::binary);
  for (const Text& text : texts)
    file << nlohmann::json::array({text.stage == Stage::Fragment ? 1 : 0, text.version, text.text}).dump() << "\n";
  file.close();
  const std::string command = fmt::format("node '{}/tests/compiler/assembly/assemblers.mjs' '{}' '{}' '{}'",
                                          AGAL_SOURCE_DIR, packages, in, out);
  EXPECT_EQ(std::system(command.c_str()), 0);
  std::vector<std::array<std::string, 2>> results;
  std::ifstream lines(out);
  for (std::string line; std::getline(lines, line);)
    results.push_back(nlohmann::json::parse(line).get<std::array<std::string, 2>>());
  return results;
}

TEST(Assemblers, ReadMutatedLinesAlike) {
  AGAL_NEED(Facility::Converters, missing());
  const std::vector<Text> texts = mutated_texts();
  const auto others = read_by_others(texts);
  ASSERT_EQ(others.size(), texts.size());
  std::map<std::string_view, std::size_t> counts;
  std::size_t unexplained = 0, accepted = 0;
  for (std::size_t i = 0; i < texts.size() && unexplained < 20; ++i)
    for (const bool is_port : {false, true}) {
      const std::string& other = others[i][is_port ? 1 : 0];
      const std::string agalc = read_by_agalc(texts[i], is_port ? Dialect::OpenFl : Dialect::Adobe, true);
      if (!other.starts_with('!')) ++accepted;
      if (agalc == other || (agalc.starts_with('!') && other.starts_with('!'))) continue;
      const std::string_view name = name_of(texts[i], agalc, other, is_port);
      ++counts[name];
      if (name.empty() && ++unexplained < 20)
        ADD_FAILURE() << texts[i].text << "\nversion " << texts[i].version << ", agalc: " << agalc << "\n"
                      << (is_port ? "OpenFL: " : "model: ") << other;
    }
  for (const auto& [name, count] : counts) std::cout << count << " " << name << "\n";
  EXPECT_GT(accepted, text_count / 2);
}

TEST(Assemblers, BothModesOfAgalcReadAlike) {
  std::size_t both = 0;
  for (const Text& text : mutated_texts())
    for (const Dialect dialect : {Dialect::Adobe, Dialect::OpenFl, Dialect::EasyAgal}) {
      const std::string strict = read_by_agalc(text, dialect, false);
      if (strict.starts_with('!')) continue;
      const std::string lenient = read_by_agalc(text, dialect, true);
      if (lenient.starts_with('!') || strict == lenient) {
        ++both;
        continue;
      }
      // If the strict and the lenient mode give different tokens, players reject the program.
      AssembleOptions options{text.stage, text.version, false};
      options.dialect = dialect;
      EXPECT_TRUE(validate(*assemble(text.text, {}, options)).has_errors()) << text.text << "\n"
                                                                            << strict << "\n"
                                                                            << lenient;
    }
  EXPECT_GT(both, text_count / 4);
}

}  // namespace
}  // namespace agal::test
