#include "extract/recognize.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "agal/assembly.hpp"
#include "agal/validate.hpp"
#include "assembly/expansion.hpp"
#include "assembly/source.hpp"
#include "base/text.hpp"
#include "diag/rules.hpp"

namespace agal::extraction {
namespace {

constexpr std::size_t opcode_length = 3;
constexpr std::uint8_t whole_position = 0xf;

std::uint8_t outputs_of(const Program& program) {
  std::uint32_t outputs = 0;
  for (const Instruction& token : program.instructions) {
    const OpcodeInfo* const op = token.info();
    if (op == nullptr || op->dest == DestinationRule::None) continue;
    if (token.dst.type() != RegisterType::Output) continue;
    outputs |= program.stage == Stage::Vertex ? token.dst.mask() : 1u << (token.dst.index() & 7);
  }
  return static_cast<std::uint8_t>(outputs);
}

// Returns true if the program writes the whole position, or the first color.
bool writes_first_output(const Program& program) {
  const std::uint8_t outputs = outputs_of(program);
  return program.stage == Stage::Vertex ? outputs == whole_position : (outputs & 1) != 0;
}

bool has(const Diagnostics& diagnostics, diag::Rule rule) {
  return diagnostics.contains(static_cast<std::uint16_t>(rule));
}

// Reads a text as the game's assembler does. If this assembler skips a line or finds options without an end, the text
// may not be a whole program; if it rejects the text, the text may be for another assembler. agalc then reads the text
// without guesses. If both readings are possible, they give the same program.
Result<Program> read_as_game(std::string_view text, Dialect dialect) {
  AssembleOptions options;
  options.dialect = dialect;
  options.lenient = true;
  Result<Program> program = assemble(text, {}, options);
  const Diagnostics& found = program.diagnostics();
  if (program && !has(found, diag::Rule::LenientSkippedLine) && !has(found, diag::Rule::LenientUnterminatedOptions))
    return program;
  options.lenient = false;
  return assemble(text, {}, options);
}

// Returns the warnings about text that other assemblers read differently, or that its author meant differently.
Diagnostics guesses_in(const Diagnostics& diagnostics) {
  Diagnostics guesses;
  for (const Diagnostic& diagnostic : diagnostics) {
    const RuleInfo* const rule = find_rule(diagnostic.code);
    const bool is_guess = diagnostic.code == static_cast<std::uint16_t>(diag::Rule::RepeatedOptions) ||
                          diagnostic.code == static_cast<std::uint16_t>(diag::Rule::MacroReading) ||
                          (rule != nullptr && rule->slug.starts_with("lenient-"));
    if (is_guess) guesses.add(diagnostic);
  }
  return guesses;
}

bool is_only(const Diagnostics& diagnostics, diag::Rule rule) {
  return std::all_of(diagnostics.begin(), diagnostics.end(), [&](const Diagnostic& diagnostic) {
    return diagnostic.severity != Severity::Error || diagnostic.code == static_cast<std::uint16_t>(rule);
  });
}

Program without_branches(Program program) {
  std::erase_if(program.instructions, [](const Instruction& token) {
    const OpcodeInfo* const op = token.info();
    return op != nullptr && op->flow != Flow::None && op->flow != Flow::Kill;
  });
  return program;
}

// Returns true if the text is one valid program. AGAL 1 players allow a color to be written twice, but in a text found
// in code this means that two programs were joined. Starling 2.8 writes temporaries only in some branches, exactly one
// of which is always taken; Ruffle plays such programs.
bool is_one_program(const Program& program) {
  const Diagnostics found = validate(program);
  if (found.contains(static_cast<std::uint16_t>(diag::Rule::ColorTwice))) return false;
  if (!found.has_errors()) return true;
  return is_only(found, diag::Rule::TemporaryUnwritten) && !validate(without_branches(program)).has_errors();
}

// Assembles lines that may be a part of a text. Lines with characters that the game's assembler ignores are rejected,
// because such characters may be parts of words. Only ignored components are accepted.
Result<Program> assemble_lines(std::string_view text, Stage stage, Dialect dialect) {
  AssembleOptions options;
  options.dialect = dialect;
  if (stage != Stage::Any) options.stage = stage;
  Result<Program> program = assemble(text, {}, options);
  if (!has(program.diagnostics(), diag::Rule::ColorComponents)) return program;
  options.lenient = true;
  Result<Program> leniently = assemble(text, {}, options);
  const Diagnostics guesses = guesses_in(leniently.diagnostics());
  const bool drops_only_components = std::all_of(guesses.begin(), guesses.end(), [](const Diagnostic& guess) {
    return guess.code == static_cast<std::uint16_t>(diag::Rule::LenientIgnoredComponents);
  });
  return drops_only_components ? std::move(leniently) : std::move(program);
}

constexpr std::string_view blanks = " \t";

// Returns the part of a line after its operand, if the operand is a register with a number, an output, or a component
// of such a register; otherwise nullopt.
std::optional<std::string_view> skip_register(std::string_view code) {
  constexpr std::string_view word = "abcdefghijklmnopqrstuvwxyz0123456789";
  code.remove_prefix(std::min(code.find_first_not_of(blanks), code.size()));
  const std::size_t end = std::min(code.find_first_not_of(word), code.size());
  const std::string_view name = code.substr(0, end);
  const std::optional<NamedRegister> found = find_register_named(name);
  if (!found || (!found->number && name != "oc" && name != "op")) return std::nullopt;
  code.remove_prefix(end);
  if (!code.starts_with('.')) return code;
  return code.substr(std::min(code.find_first_not_of(word, 1), code.size()));
}

// The operands of a line, without the sampler options.
struct OperandWords {
  const OpcodeInfo* op = nullptr;
  std::vector<std::string> words;
};

constexpr std::string_view unknown_begin = "\u2039", unknown_end = "\u203a";

// Returns the text without the descriptions of unknown parts: with ‹› for ‹argument x›.
std::string without_descriptions(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = text.find(unknown_begin, at), end = text.find(unknown_end, begin);
    if (end == text.npos) return out.append(text.substr(at));
    out.append(text.substr(at, begin - at)).append(unknown_begin).append(unknown_end);
    at = end + unknown_end.size();
  }
  return out;
}

std::size_t operand_count(const OpcodeInfo& op) {
  return (op.dest != DestinationRule::None ? 1u : 0u) + (op.src1 != SourceRule::None ? 1u : 0u) +
         (op.src2 != SourceRule::None ? 1u : 0u);
}

// Returns the opcode and the operands of a line; nullopt if the line does not begin with an opcode and a blank.
std::optional<OperandWords> read_operands(std::string_view line) {
  OperandWords out;
  out.op = find_opcode(line.substr(0, opcode_length));
  if (out.op == nullptr || out.op->status != OpcodeStatus::Shipped) return std::nullopt;
  // `els` and `eif` do not take operands.
  if (line.size() == opcode_length) return out.op->src1 == SourceRule::None ? std::optional(out) : std::nullopt;
  if (blanks.find(line[opcode_length]) == blanks.npos) return std::nullopt;
  const std::string plain = without_descriptions(line.substr(opcode_length));
  std::string_view code = plain;
  if (const std::size_t options = code.find('<'); options != code.npos && options > 1) code = code.substr(0, options);
  for (std::size_t at = 0; at <= code.size();) {
    const std::size_t comma = std::min(code.find(',', at), code.size());
    std::string_view word = code.substr(at, comma - at);
    word.remove_prefix(std::min(word.find_first_not_of(" \t;"), word.size()));
    word = word.substr(0, word.find_last_not_of(" \t;") + 1);
    out.words.emplace_back(word);
    at = comma + 1;
  }
  if (out.words.size() == 1 && out.words.front().empty()) out.words.clear();
  return out;
}

constexpr std::string_view word_letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

// Returns true for the name of a register, also without its number, and for a register of a procedure (t0).
bool is_register(std::string_view word) {
  const std::string_view name = word.substr(0, word.find_first_not_of(word_letters));
  return find_register_named(name) || assembly::is_procedure_register(name);
}

// Returns true for a register, and for a word that another text replaces.
bool is_register_or_placeholder(std::string_view word) {
  if (word.empty()) return false;
  const bool is_word = word_letters.find(word[0]) != word_letters.npos;
  return is_word ? is_register(word) : word.find_first_of("'\"()!?") != 0;
}

// Returns true for a register with its number, an output, and a word with an unknown part.
bool is_complete_operand(std::string_view word) {
  if (!is_register_or_placeholder(word)) return false;
  const std::string_view name = word.substr(0, word.find_first_not_of(word_letters));
  const std::optional<NamedRegister> found = find_register_named(name);
  return !found || found->number || name == "oc" || name == "op" || word.find('[') != word.npos ||
         word.find(unknown_begin) != word.npos;
}

// Returns the words of an operand that blanks separate.
std::vector<std::string_view> words_of(std::string_view operand) {
  std::vector<std::string_view> words;
  for (std::size_t at = operand.find_first_not_of(blanks); at != operand.npos;) {
    const std::size_t end = std::min(operand.find_first_of(blanks, at), operand.size());
    words.push_back(operand.substr(at, end - at));
    at = operand.find_first_not_of(blanks, end);
  }
  return words;
}

// Returns true if operands are not English. Adobe's assembler does not need the commas, and ignores what follows the
// last register.
bool are_operands(const std::vector<std::string>& operands) {
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const std::vector<std::string_view> words = words_of(operands[i]);
    const bool is_last = operands.size() > 1 && i + 1 == operands.size();
    const bool registers = std::all_of(words.begin(), words.end(), is_register_or_placeholder);
    if (words.size() > 1 && !registers && !(is_last && is_register_or_placeholder(words[0]))) return false;
  }
  return true;
}

// Returns true for a line such as `foo oc, v0`: a word, a register, and after a comma another register. If the word is
// not an opcode, an assembler rejects the line, or has more instructions than Adobe's.
bool has_registers(std::string_view code) {
  const std::size_t end = code.find_first_not_of(word_letters);
  if (end == std::string_view::npos || blanks.find(code[end]) == std::string_view::npos) return false;
  const std::optional<std::string_view> rest = skip_register(code.substr(end));
  if (!rest) return false;
  const std::size_t comma = rest->find_first_not_of(blanks);
  return comma != std::string_view::npos && (*rest)[comma] == ',' && skip_register(rest->substr(comma + 1));
}

bool is_instruction(std::string_view code) {
  return begins_instruction(code) || has_registers(code) || assembly::is_macro_statement(code);
}

// Returns the first line of a text, without leading blanks. Comments and the directives of AGALMacroAssembler before it
// are skipped.
std::string_view first_line(std::string_view text) {
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n\f\v"), text.size()));
    const std::size_t end = std::min(text.find_first_of(base::line_ends), text.size());
    const bool is_block = text.starts_with("/*");
    if (!is_block && !text.starts_with("//") && !text.starts_with('#'))
      return text.substr(0, text.substr(0, end).find("//"));
    const std::size_t close = is_block ? text.find("*/") : end;
    if (close == text.npos) return {};
    text.remove_prefix(close + (is_block ? 2 : 0));
  }
}

}  // namespace

std::string refusal_of_players(const Program& program) {
  const bool branches = std::any_of(program.instructions.begin(), program.instructions.end(), [](const Instruction& t) {
    return t.info() != nullptr && t.info()->flow == Flow::If;
  });
  if (!branches) return {};
  for (const Diagnostic& diagnostic : validate(program))
    if (diagnostic.severity == Severity::Error)
      return fmt::format("Adobe's players reject it with {}: {}", diagnostic.code, diagnostic.message);
  return {};
}

bool begins_instruction(std::string_view code) {
  const std::optional<OperandWords> line = read_operands(code);
  if (!line) return false;
  if (!are_operands(line->words)) return false;
  if (line->words.empty() || line->words.front().empty() || is_register_or_placeholder(line->words.front()))
    return true;
  return line->words.size() == operand_count(*line->op) &&
         std::any_of(line->words.begin(), line->words.end(), is_register);
}

bool has_operands(std::string_view text) {
  assembly::LineReader lines(text);
  while (const std::optional<assembly::Line> line = lines.next()) {
    const std::string plain = without_descriptions(line->code);
    std::string_view code = plain;
    // The line may begin after an unknown part, which may end with a line break.
    const auto skip_blanks = [&] { code.remove_prefix(std::min(code.find_first_not_of(blanks), code.size())); };
    for (skip_blanks(); code.starts_with(unknown_begin); skip_blanks())
      code.remove_prefix(std::min(code.find(unknown_end) + unknown_end.size(), code.size()));
    if (has_registers(code) || assembly::is_macro_statement(code)) return true;
    const std::optional<OperandWords> operands = begins_instruction(code) ? read_operands(code) : std::nullopt;
    if (!operands || operands->words.empty()) continue;
    const std::vector<std::string>& words = operands->words;
    const std::string_view last = words.back();
    // The rest of the instruction may follow after the name of a register, its dot or bracket, or a comma.
    const bool is_open =
        last.empty() || (is_register(last) && (!is_complete_operand(last) || last.ends_with('.') ||
                                               last.ends_with('[') || last.find(unknown_begin) != last.npos));
    const bool is_whole = words.size() > 1 || operand_count(*operands->op) == 1;
    if (std::all_of(words.begin(), words.end() - 1, is_complete_operand) &&
        (is_open || (is_whole && is_register_or_placeholder(last))))
      return true;
  }
  return false;
}

bool may_be_assembly(std::string_view text) { return is_instruction(first_line(text)); }

std::size_t count_instructions(std::string_view text) {
  std::size_t count = 0;
  assembly::LineReader lines(text);
  while (const std::optional<assembly::Line> line = lines.next()) {
    const std::size_t begin = line->code.find_first_not_of(blanks);
    if (begin != std::string_view::npos && is_instruction(line->code.substr(begin))) ++count;
  }
  return count;
}

std::string without_semicolons(std::string_view text) {
  constexpr std::string_view blanks = " \t", ends = "\n\r";
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::size_t next = i;
    while (next < text.size() && (text[next] == ';' || blanks.find(text[next]) != blanks.npos)) ++next;
    const bool ends_line = next == text.size() || ends.find(text[next]) != ends.npos;
    if (text[i] == ';' && ends_line) continue;
    out += text[i];
  }
  return out;
}

std::optional<Program> recognize_program(std::string_view text, Diagnostics* warnings, std::uint32_t version,
                                         Dialect dialect) {
  if (!may_be_assembly(text)) return std::nullopt;
  Result<Program> program = read_as_game(text, dialect);
  if (program && warnings != nullptr) *warnings = guesses_in(program.diagnostics());
  if (!program) return std::nullopt;
  program->version = std::max(program->version, version);
  if (!is_one_program(*program)) return std::nullopt;
  if (!writes_first_output(*program)) return std::nullopt;
  return std::move(*program);
}

std::optional<Stage> stage_of_lines(std::string_view text, Dialect dialect) {
  if (!may_be_assembly(text)) return std::nullopt;
  std::string plain;
  if (text.find(';') != std::string_view::npos) text = plain = without_semicolons(text);
  Result<Program> program = assemble_lines(text, Stage::Any, dialect);
  if (program) return program->stage;
  if (!is_only(program.diagnostics(), diag::Rule::StageNotDecided)) return std::nullopt;
  return assemble_lines(text, Stage::Fragment, dialect) ? std::optional(Stage::Any) : std::nullopt;
}

Refusal refusal_of_text(std::string_view text, Dialect dialect) {
  if (!may_be_assembly(text)) return {};
  const Result<Program> program = read_as_game(text, dialect);
  if (!program && is_only(program.diagnostics(), diag::Rule::StageNotDecided)) return {};
  if (program && !writes_first_output(*program)) return {};
  const Diagnostics problems = program ? validate(*program) : program.diagnostics();
  // A single line may be a part of a program, or English, unless all of Adobe's assemblers reject its instruction.
  const bool is_unknown = has(problems, diag::Rule::UnknownOpcode);
  if (count_instructions(text) < 2 && !(is_unknown && has_registers(text))) return {};
  for (const Diagnostic& problem : problems)
    if (problem.severity == Severity::Error || problem.code == static_cast<std::uint16_t>(diag::Rule::ColorTwice))
      return {
          problem.location.line ? fmt::format("line {}: {}", *problem.location.line, problem.message) : problem.message,
          is_unknown};
  return {};
}

}  // namespace agal::extraction
