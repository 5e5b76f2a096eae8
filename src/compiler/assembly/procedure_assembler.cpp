// Reads Procedure text of Alternativa3D: instructions with registers such as t0 and o0, and declarations such as
// #v0=vUV.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "agal/isa.hpp"
#include "assembly/expansion.hpp"
#include "assembly/reporter.hpp"
#include "assembly/source.hpp"

namespace agal::assembly {
namespace {

using diag::Rule;

struct ProcedureRegister {
  char letter;
  std::string_view vertex, fragment, noun;
};
constexpr auto procedure_registers = std::to_array<ProcedureRegister>({
#define AGAL_PROCEDURE_REGISTER(letter, vertex, fragment, noun) {letter, vertex, fragment, noun},
#include "agal/tables/procedure_registers.def"
});

// A declaration: the register and its name.
struct Declared {
  std::string_view place, name;
};

// Returns the declaration in a line, which may have anything before and after it.
std::optional<Declared> declaration_in(std::string_view line) {
  for (std::size_t at = line.find('#'); at != line.npos; at = line.find('#', at + 1)) {
    Cursor cursor(line);
    cursor.move_to(at + 1);
    cursor.skip_blanks();
    const std::size_t begin = cursor.position();
    constexpr std::string_view letters = "acvsACVS";
    if (cursor.done() || letters.find(cursor.peek()) == letters.npos) continue;
    cursor.move_to(begin + 1);
    if (cursor.take_while(is_digit).empty()) continue;
    const std::string_view place = cursor.since(begin);
    cursor.skip_blanks();
    if (!cursor.accept('=')) continue;
    cursor.skip_blanks();
    return Declared{place, cursor.take_while([](char c) { return is_letter(c) || is_digit(c); })};
  }
  return std::nullopt;
}

class ProcedureReader {
 public:
  ProcedureReader(std::string_view text, std::optional<Stage> stage, Reporter& reporter)
      : out_(std::make_unique<Expansion>(text)), reporter_(reporter), stage_(stage) {}

  std::unique_ptr<Expansion> run() {
    if (!stage_) stage_ = find_stage();
    if (!stage_) {
      reporter_.report(Rule::StageNotDecided, {});
      return std::move(out_);
    }
    LineReader lines(out_->source());
    while (const std::optional<Line> line = lines.next()) {
      if (reporter_.full()) break;
      if (const std::optional<Declared> declared = declaration_in(line->whole))
        note(*declared);
      else
        read_instruction(*line);
    }
    return std::move(out_);
  }

 private:
  // Returns the stage of the first register or opcode that only one stage has.
  std::optional<Stage> find_stage() const {
    LineReader lines(out_->source());
    while (const std::optional<Line> line = lines.next()) {
      if (declaration_in(line->whole)) continue;
      const std::vector<MacroToken> words = macro_tokens(line->code);
      const OpcodeInfo* const row = words.empty() ? nullptr : find_opcode(words[0].text);
      const bool writes = row != nullptr && row->dest != DestinationRule::None;
      for (std::size_t i = 0; i < words.size(); ++i) {
        if (i == 0) {
          if (row != nullptr && row->stage != Stage::Any) return row->stage;
        } else if (const ProcedureRegister* const found = find_register(words[i])) {
          if (found->letter == 's' || found->vertex.empty()) return Stage::Fragment;
          if (found->fragment.empty()) return Stage::Vertex;
          // Only vertex programs write varyings, and only fragment programs read them.
          if (found->letter == 'v') return writes && i == 1 ? Stage::Vertex : Stage::Fragment;
        }
      }
    }
    return std::nullopt;
  }

  // Returns the kind of a register such as t0, or of c before a bracket. Letters before the kind are ignored: ft0 is
  // t0.
  static const ProcedureRegister* find_register(const MacroToken& token) {
    const std::size_t letters = token.text.find_first_of("0123456789.");
    const std::string_view name = std::string_view(token.text).substr(0, letters);
    if (token.type != 'i' || name.empty() || name.size() > 2) return nullptr;
    constexpr std::string_view kinds = "actsovid";
    const std::size_t kind = name.find_first_of(kinds);
    for (const ProcedureRegister& row : procedure_registers)
      if (kind != name.npos && row.letter == name[kind]) return &row;
    return nullptr;
  }

  std::string name_of(const MacroToken& token, const ProcedureRegister& row) const {
    const std::string_view prefix = *stage_ == Stage::Vertex ? row.vertex : row.fragment;
    const std::size_t letters = std::min(token.text.find_first_of("0123456789."), token.text.size());
    const bool is_plain = (row.letter == 'o' || row.letter == 'd') && token.text.substr(letters).starts_with('0');
    return std::string(prefix) + token.text.substr(letters + (is_plain ? 1 : 0));
  }

  void read_instruction(const Line& line) {
    std::vector<MacroToken> words = macro_tokens(line.code);
    const auto begin = static_cast<std::uint32_t>(line.whole.data() - out_->source().data());
    bool in_options = false, valid = true;
    for (MacroToken& word : words) {
      word.origin.begin += begin;
      in_options = word.is("<") || (in_options && !word.is(">"));
      if (in_options && word.text.starts_with("bias"))
        word.text = bias_of(word.text);
      else if (!in_options && word.type == 'i' && &word != &words.front())
        valid = replace_register(word) && valid;
    }
    if (valid && !words.empty()) out_->append_line(words);
  }

  // Returns false if the register does not exist in a program.
  bool replace_register(MacroToken& word) {
    const ProcedureRegister* const row = find_register(word);
    if (row == nullptr && !(word.text.size() > 1 && word.text[0] == 'i' && is_digit(word.text[1]))) return true;
    if (row != nullptr && !(*stage_ == Stage::Vertex ? row->vertex : row->fragment).empty()) {
      word.text = name_of(word, *row);
      return true;
    }
    const Line line = out_->line_at(word.origin.begin);
    const std::string_view part = out_->source().substr(word.origin.begin, word.origin.length);
    if (row == nullptr)
      reporter_.report(Rule::ProcedureParameter, line, part, {part});
    else
      reporter_.report(Rule::RegisterOfOtherStage, line, part,
                       {part, name(*stage_ == Stage::Vertex ? Stage::Fragment : Stage::Vertex), name(*stage_),
                        "its other registers"});
    return false;
  }

  // Returns the lod bias of an option such as bias40, which has eighths.
  static std::string bias_of(std::string_view option) {
    int eighths = 0;
    std::from_chars(option.data() + 4, option.data() + option.size(), eighths);
    return fmt::format("{}", (eighths % 256) / 8.0);
  }

  void note(const Declared& declared) {
    MacroToken token;
    token.type = 'i';
    token.text = declared.place;
    std::transform(token.text.begin(), token.text.begin() + 1, token.text.begin(),
                   [](char c) { return c < 'a' ? static_cast<char>(c - 'A' + 'a') : c; });
    const ProcedureRegister* const row = find_register(token);
    if (row != nullptr && !declared.name.empty())
      out_->registers.push_back({name_of(token, *row), std::string(declared.name), {}});
  }

  std::unique_ptr<Expansion> out_;
  Reporter& reporter_;
  std::optional<Stage> stage_;
};

}  // namespace

bool is_procedure_register(std::string_view word) {
  return word.size() > 1 && word.substr(1).find_first_not_of("0123456789") == word.npos &&
         std::any_of(procedure_registers.begin(), procedure_registers.end(),
                     [&](const ProcedureRegister& row) { return row.letter == word[0]; });
}

bool has_procedure_declaration(std::string_view text) {
  LineReader lines(text);
  while (const std::optional<Line> line = lines.next())
    if (line->whole.find('#') == line->whole.find_first_not_of(" \t") && declaration_in(line->whole)) return true;
  return false;
}

std::unique_ptr<Expansion> expand_procedure(std::string_view text, std::optional<Stage> stage, Reporter& reporter) {
  return ProcedureReader(text, stage, reporter).run();
}

}  // namespace agal::assembly
