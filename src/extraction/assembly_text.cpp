#include "extraction/recognize.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "agal/assembly.hpp"
#include "agal/validate.hpp"
#include "assembly/source.hpp"
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

// Returns true for a line such as `foo oc, v0`: a word, a register, and after a comma another register. If the word is
// not an opcode, an assembler rejects the line, or has more instructions than Adobe's.
bool has_registers(std::string_view code) {
  constexpr std::string_view word = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  const std::size_t end = code.find_first_not_of(word);
  if (end == std::string_view::npos || blanks.find(code[end]) == std::string_view::npos) return false;
  const std::optional<std::string_view> rest = skip_register(code.substr(end));
  if (!rest) return false;
  const std::size_t comma = rest->find_first_not_of(blanks);
  return comma != std::string_view::npos && (*rest)[comma] == ',' && skip_register(rest->substr(comma + 1));
}

bool is_instruction(std::string_view code) { return begins_instruction(code) || has_registers(code); }

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
  const OpcodeInfo* const op = find_opcode(code.substr(0, opcode_length));
  if (op == nullptr || op->status != OpcodeStatus::Shipped) return false;
  // `els` and `eif` do not take operands.
  return code.size() == opcode_length ? op->src1 == SourceRule::None
                                      : code.find_first_of(" \t", opcode_length) == opcode_length;
}

bool may_be_assembly(std::string_view text) {
  assembly::LineReader lines(text);
  while (const std::optional<assembly::Line> line = lines.next()) {
    const std::size_t begin = line->code.find_first_not_of(blanks);
    if (begin != std::string_view::npos) return is_instruction(line->code.substr(begin));
  }
  return false;
}

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
