// Assembles text, line by line.
#include <fmt/format.h>

#include <array>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"
#include "assembly/expansion.hpp"
#include "assembly/foreign.hpp"
#include "assembly/json_text.hpp"
#include "assembly/mini_assembler.hpp"
#include "assembly/parsing.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "program/locate.hpp"

namespace agal {
namespace {

using namespace agal::assembly;
using diag::Rule;

constexpr std::size_t opcode_length = 3;
constexpr std::size_t max_operands = 3;

class Assembler {
 public:
  Assembler(std::string name, const AssembleOptions& options, std::optional<Stage> only_stage = std::nullopt)
      : reporter_(name),
        inference_(options, name),
        options_(options),
        context_{reporter_, inference_, options.lenient, options.dialect, only_stage} {
    program_.name = std::move(name);
    if (options.version && *options.version > newest_version)
      reporter_.report(Rule::NoSuchVersion, {std::to_string(*options.version), std::to_string(newest_version)});
  }

  Result<Program> assemble(std::string_view text) && {
    text_ = text = skip_byte_order_mark(text);
    if (check_text(text)) options_.dialect >= Dialect::Macro ? parse_expansion(text) : parse_lines(text);
    if (reporter_.has_errors()) return std::move(reporter_).take();
    program_.version = inference_.version(program_.instructions.size());
    program_.infers_version = !inference_.fixed_version();
    program_.stage = inference_.decide_stage(reporter_);
    if (program_.instructions.empty()) reporter_.report(Rule::NoInstructions);
    const bool failed = reporter_.has_errors();
    Diagnostics diagnostics = std::move(reporter_).take();
    if (failed) return diagnostics;
    note_comments(text);
    program_.text = text;
    return {std::move(program_), std::move(diagnostics)};
  }

 private:
  // Rejects text with bytes that are not text. A binary file gives one error instead of an error for each line.
  bool check_text(std::string_view text) {
    const std::optional<std::size_t> at = find_non_text(text);
    if (!at) return true;
    LineReader lines(text.substr(0, *at + 1));
    Line last;
    while (const std::optional<Line> line = lines.next()) last = *line;
    const std::string_view byte = text.substr(*at, 1);
    if (base::is_utf16(text))
      reporter_.report(Rule::InvalidUtf8, last, byte, {fmt::format("0x{:02x}", static_cast<unsigned char>(byte[0]))},
                       "the text is UTF-16, as PowerShell writes it: save it as UTF-8");
    else if (byte == std::string_view("\0", 1))
      reporter_.report(Rule::NulInText, last, byte);
    else
      reporter_.report(Rule::InvalidUtf8, last, byte, {fmt::format("0x{:02x}", static_cast<unsigned char>(byte[0]))});
    return false;
  }

  void parse_expansion(std::string_view text) {
    expansion_ = options_.dialect == Dialect::Macro ? expand_macros(text, options_, reporter_)
                                                    : expand_procedure(text, inference_.stage(), reporter_);
    reporter_.show_source_of(*expansion_);
    program_.registers = std::move(expansion_->registers);
    parse_lines(expansion_->text);
  }

  // Notes the names of registers that comments give: `// fc0 = color`, `// vc0..3 = transform`. Temporaries are left
  // out, because such a comment may be a statement of AGALMacroAssembler.
  void note_comments(std::string_view text) {
    std::set<std::string_view> seen;
    LineReader lines(text);
    while (const std::optional<Line> line = lines.next()) {
      if (line->code.size() == line->whole.size()) continue;
      Cursor cursor(line->whole);
      cursor.move_to(line->code.size() + 2);
      cursor.skip_blanks();
      const std::size_t begin = cursor.position();
      const std::string_view word = cursor.take_word();
      const std::optional<NamedRegister> found = find_register_named(word);
      if (!found || (!found->number && word != "oc") || found->name.type == RegisterType::Temporary) continue;
      cursor.take_while([](char c) { return is_digit(c) || c == '.'; });
      const std::string_view place = cursor.since(begin);
      cursor.skip_blanks();
      if (!cursor.accept('=')) continue;
      cursor.skip_blanks();
      const std::string_view name = cursor.take_word();
      cursor.skip_blanks();
      if (!cursor.done() || name.empty() || is_digit(name[0]) || find_register_named(name)) continue;
      if (seen.insert(cursor.text().substr(begin)).second)
        program_.registers.push_back({std::string(place), std::string(name), {}});
    }
  }

  void parse_lines(std::string_view text) {
    LineReader lines(text);
    bool first = true;
    while (const std::optional<Line> line = lines.next()) {
      if (reporter_.full()) return;
      context_.line = &*line;
      Cursor cursor(line->whole);
      cursor.skip_separators();
      if (cursor.done()) continue;
      if (is_magic_comment(*line)) {
        if (first)
          parse_magic_comment(context_);
        else
          context_.report(Rule::MisplacedMagicComment, cursor.rest());
      } else {
        parse_line(line->code);
      }
      first = false;
    }
  }

  void parse_line(std::string_view code) {
    Cursor cursor(code);
    cursor.skip_separators();
    if (cursor.done()) return;
    if (cursor.peek() == '.') return parse_directive(cursor);
    cursor.move_to(0);
    cursor.skip_blanks();
    if (context_.lenient)
      parse_leniently(code, cursor.position());
    else
      parse_instruction(cursor);
  }

  void parse_directive(Cursor& cursor) {
    const std::size_t begin = cursor.position();
    const std::string_view word = cursor.take_item();
    if (word == ".token") {
      TokenWords words;
      const std::optional<Instruction> token = parse_token_directive(context_, cursor, words);
      if (!token) return;
      if (const OpcodeInfo* row = token->info()) inference_.note_opcode(*row);
      emit(*token, cursor.since(begin), {0, 0, {}, span(words[0]), span(words[1]), span(words[2]), span(words[3])});
    } else if (word == ".bytes") {
      parse_bytes_directive(context_, cursor, program_.trailing);
      if (program_.trailing.size() < token_bytes) return;
      context_.report(Rule::TooManyBytes, word,
                      {std::to_string(program_.trailing.size()), std::to_string(token_bytes)});
      program_.trailing.clear();
    } else {
      context_.report(context_.lenient ? Rule::LenientSkippedLine : Rule::UnknownDirective, word, {quotable(word)});
    }
  }

  void parse_instruction(Cursor& cursor) {
    const std::size_t begin = cursor.position();
    const OpcodeInfo* row = parse_opcode(cursor);
    if (row == nullptr) return;
    const std::string_view word = cursor.text().substr(begin, opcode_length);
    std::array<ParsedOperand, max_operands> operands;
    const std::optional<std::size_t> count = parse_operands(cursor, operands);
    if (!count) return;
    if (*count != operand_count(*row)) return report_count(context_, *row, word, *count);
    add_instruction(*row, operands, word, cursor.since(begin));
  }

  void add_instruction(const OpcodeInfo& row, std::array<ParsedOperand, max_operands>& operands, std::string_view word,
                       std::string_view statement) {
    inference_.note_opcode(row);
    const std::optional<Instruction> token = encode(row, operands);
    if (!token) return;
    TextPosition position = operand_spans(row, operands);
    position.opcode = span(word);
    emit(*token, statement, position);
  }

  // Parses a line as AGALMiniAssembler does: searches it for an opcode, options and operands. The statement begins at
  // `begin`.
  void parse_leniently(std::string_view code, std::size_t begin) {
    const std::string_view statement = code.substr(begin);
    const std::optional<std::string_view> options = cut_options(code);
    // A later sampler without options repeats these options, even if this line is skipped.
    if (options) context_.set_options(*options);
    const OpcodeInfo* row = parse_lenient_opcode(code, begin);
    if (row == nullptr) return;
    const std::string_view word = code.substr(begin, opcode_length);
    const std::string_view rest = code.substr(begin + opcode_length);
    std::array<FoundOperand, max_operands> found;
    const std::size_t count = find_operands(rest, found);
    if (count != operand_count(*row)) return report_operand_count(context_, *row, word, rest, count);
    std::array<ParsedOperand, max_operands> operands;
    // If the opcode is followed by other letters in the same word, they were reported before.
    std::string_view skipped = rest.substr(Cursor(rest).take_word().size());
    for (std::size_t i = 0; i < count; ++i) {
      operands[i] = parse_found(context_, found[i]);
      report_skipped(context_, between(skipped, found[i].text), i == 0 ? nullptr : &operands[i - 1], &operands[i]);
      skipped = rest.substr(static_cast<std::size_t>(found[i].text.data() - rest.data()) + found[i].text.size());
    }
    report_skipped(context_, skipped, count == 0 ? nullptr : &operands[count - 1], nullptr);
    if (options && row->samples()) {
      ParsedOperand& sampler = operands[count - 1];
      sampler.options = options;
      const char* const from = sampler.text.data();
      sampler.whole = {from, static_cast<std::size_t>(statement.data() + statement.size() - from)};
      while (is_blank(sampler.whole.back())) sampler.whole.remove_suffix(1);
    } else if (options) {
      context_.report(Rule::LenientIgnoredOptions, *options);
    }
    add_instruction(*row, operands, word, statement);
  }

  // Finds the operands and returns their number. Only the first `max_operands` are stored.
  std::size_t find_operands(std::string_view text, std::array<FoundOperand, max_operands>& found) const {
    Cursor cursor(text);
    std::size_t count = 0;
    while (const std::optional<FoundOperand> operand = find_operand(context_, cursor)) {
      if (count < found.size()) found[count] = *operand;
      ++count;
    }
    return count;
  }

  // Returns the text before an operand, or "" if the operand begins before the text.
  static std::string_view between(std::string_view text, std::string_view operand) {
    return operand.data() < text.data() ? std::string_view()
                                        : text.substr(0, static_cast<std::size_t>(operand.data() - text.data()));
  }

  // Returns the range of a part of the text, or of the text that an expansion came from.
  TextSpan span(std::string_view part) const {
    if (expansion_ != nullptr && !part.empty()) {
      const Origin origin = expansion_->origin_of(part);
      return {origin.begin, origin.length};
    }
    return {static_cast<std::uint32_t>(part.data() - text_.data()), static_cast<std::uint32_t>(part.size())};
  }

  TextPosition operand_spans(const OpcodeInfo& row, const std::array<ParsedOperand, max_operands>& operands) const {
    TextPosition position;
    std::size_t next = 0;
    if (row.dest != DestinationRule::None) position.dst = span(operands[next++].whole);
    if (row.src1 != SourceRule::None) position.src1 = span(operands[next++].whole);
    if (row.src2 != SourceRule::None) position.src2 = span(operands[next].whole);
    return position;
  }

  // Returns the opcode at the cursor. If there is none, reports an error and returns nullptr.
  const OpcodeInfo* parse_opcode(Cursor& cursor) {
    const std::string_view word = cursor.take_word();
    if (word.empty()) {
      const std::string_view character = character_at(context_.line->code, cursor.position());
      context_.report(Rule::UnexpectedCharacter, character, {named_character(character)},
                      paste_help(context_.line->whole.substr(cursor.position())));
      return nullptr;
    }
    const OpcodeInfo* row = find_opcode(word);
    if (row != nullptr) return row;
    if (is_stray_number(word, cursor)) {
      context_.report(Rule::StrayNumber, word, {word});
      return nullptr;
    }
    const bool wanted = reporter_.wants(Rule::UnknownOpcode);
    context_.report(Rule::UnknownOpcode, word, {quotable(word)}, wanted ? opcode_help(word) : std::string());
    return nullptr;
  }

  static bool is_stray_number(std::string_view word, Cursor rest) {
    rest.skip_separators();
    return rest.done() && !word.empty() && word.size() < opcode_length &&
           word.find_first_not_of("0123456789") == word.npos;
  }

  // Returns the opcode that the first three characters name. Returns nullptr if they do not name one; the line is then
  // skipped.
  const OpcodeInfo* parse_lenient_opcode(std::string_view code, std::size_t begin) {
    Cursor cursor(code);
    cursor.move_to(begin);
    const std::string_view word = cursor.take_word();
    const std::string_view opcode = word.substr(0, opcode_length);
    const OpcodeInfo* row = find_opcode(opcode);
    if (row != nullptr) {
      if (word.size() > opcode_length) context_.report(Rule::LenientLongOpcode, word, {quotable(word), opcode});
      return row;
    }
    if (is_stray_number(word, cursor)) {
      context_.report(Rule::StrayNumber, word, {word});
      return nullptr;
    }
    const std::string_view shown = word.empty() ? character_at(context_.line->code, begin) : word;
    const bool wanted = reporter_.wants(Rule::LenientSkippedLine);
    context_.report(Rule::LenientSkippedLine, shown, {quotable(shown)}, wanted ? opcode_help(opcode) : std::string());
    return nullptr;
  }

  // Parses the operands and returns their number. Only the first `max_operands` are stored. Returns nullopt if an error
  // was reported after which the number is uncertain.
  std::optional<std::size_t> parse_operands(Cursor& cursor, std::array<ParsedOperand, max_operands>& operands) {
    std::size_t count = 0;
    for (cursor.skip_separators(); !cursor.done(); cursor.skip_separators()) {
      if (const std::string_view literal = cursor.take_number(); !literal.empty()) {
        context_.report(Rule::LiteralOperand, literal, {quotable(literal)});
        return std::nullopt;
      }
      if (is_word(cursor.peek())) {
        ParsedOperand operand = parse_operand(context_, cursor);
        if (count < operands.size()) operands[count] = operand;
        ++count;
        if (reporter_.full()) return std::nullopt;
        continue;
      }
      report_unexpected(cursor);
      return std::nullopt;
    }
    return count;
  }

  // Returns help for an unexpected character. Programs for AGALMiniAssembler often have semicolons at the ends of
  // lines.
  std::string help_for(std::string_view character, std::string_view text) const {
    if (context_.lenient) return {};
    if (character != ";") return paste_help(text);
    return "remove it, or pass --lenient, which ignores it as AGALMiniAssembler does";
  }

  void report_unexpected(Cursor& cursor) {
    const std::size_t begin = cursor.position();
    const std::string_view character = character_at(context_.line->code, begin);
    if (character == "<") {
      const std::size_t length = cursor.rest().find('>');
      const std::string_view options = cursor.rest().substr(0, length == std::string_view::npos ? length : length + 1);
      context_.report(Rule::OptionsWithoutSampler, options);
      return;
    }
    context_.report(Rule::UnexpectedCharacter, character, {named_character(character)},
                    help_for(character, context_.line->whole.substr(begin)));
  }

  std::optional<Instruction> encode(const OpcodeInfo& row, std::array<ParsedOperand, max_operands>& operands) {
    Instruction token;
    token.opcode = static_cast<std::uint32_t>(row.opcode);
    std::size_t next = 0;
    bool valid = true;
    if (row.dest != DestinationRule::None) {
      ParsedOperand& operand = operands[next++];
      token.dst = encode_destination(context_, operand);
      valid = operand.valid;
    }
    if (row.src1 != SourceRule::None) {
      ParsedOperand& operand = operands[next++];
      token.src1 = encode_source(context_, operand, Place::Vector);
      valid = operand.valid && valid;
    }
    if (row.src2 != SourceRule::None) {
      ParsedOperand& operand = operands[next];
      token.src2 = encode_source(context_, operand, row.samples() ? Place::Sampler : Place::Vector);
      valid = operand.valid && valid;
      if (valid) note_rows(row, operand);
    }
    if (!valid) return std::nullopt;
    return token;
  }

  // Notes the registers that a matrix operand reads after the named register.
  void note_rows(const OpcodeInfo& row, const ParsedOperand& operand) {
    if (row.src2 != SourceRule::Matrix) return;
    if (operand.relative && operand.relative->negative) return;
    const std::uint32_t first = operand.relative ? operand.relative->offset : operand.base.index;
    inference_.note_index(*operand.base.name, first + row.rows - 1u);
  }

  // Appends a token. `statement` is the part of the line that contains the token, and possibly separators after it.
  void emit(const Instruction& token, std::string_view statement, TextPosition position) {
    while (is_separator(statement.back())) statement.remove_suffix(1);
    if (!program_.trailing.empty()) {
      context_.report(Rule::InstructionAfterBytes, context_.line->code.substr(position_in_line(statement)));
      return;
    }
    position.line = context_.line->number;
    position.column = static_cast<std::uint32_t>(position_in_line(statement) + 1);
    position.statement = span(statement);
    if (expansion_ != nullptr) {
      const Line line = expansion_->line_at(position.statement.begin);
      position.line = line.number;
      position.column = position.statement.begin - static_cast<std::uint32_t>(line.whole.data() - text_.data()) + 1;
      position.used_in_line = expansion_->outermost_line(expansion_->origin_of(statement).use);
    }
    program_.instructions.push_back(token);
    program_.positions.push_back(position);
  }

  std::size_t position_in_line(std::string_view part) const {
    return static_cast<std::size_t>(part.data() - context_.line->whole.data());
  }

  std::string_view text_;
  Reporter reporter_;
  Inference inference_;
  AssembleOptions options_;
  std::unique_ptr<Expansion> expansion_;  // null if the dialect does not need it
  Context context_;
  Program program_;
};

}  // namespace

namespace {

// Returns the dialect of a text that AGALMiniAssembler does not read; Adobe if it is unknown.
Dialect other_dialect(std::string_view text) {
  if (has_procedure_declaration(text)) return Dialect::Alternativa3D;
  return has_macro_statement(text) ? Dialect::Macro : Dialect::Adobe;
}

// Assembles a text in the dialect of the options. If AGALMiniAssembler would skip lines of the text, and they are
// statements of another dialect, the text is read in this dialect.
Result<Program> assemble_in_dialect(std::string_view text, std::string name, const AssembleOptions& options,
                                    std::optional<Stage> only_stage) {
  Result<Program> program = Assembler(name, options, only_stage).assemble(text);
  const bool is_whole =
      program && !program.diagnostics().contains(static_cast<std::uint16_t>(Rule::LenientSkippedLine));
  if (is_whole || options.dialect != Dialect::Adobe) return program;
  AssembleOptions other = options;
  other.dialect = other_dialect(text);
  if (other.dialect == Dialect::Adobe) return program;
  Result<Program> expanded = Assembler(std::move(name), other, only_stage).assemble(text);
  return expanded || !program ? std::move(expanded) : std::move(program);
}

}  // namespace

Result<Program> assemble(std::string_view text, std::string name, const AssembleOptions& options) {
  return assemble_in_dialect(text, std::move(name), options, std::nullopt);
}

Result<Program> assembly::assemble_as_commented(std::string_view text, std::string name,
                                                const AssembleOptions& options) {
  return assemble_in_dialect(text, std::move(name), options, options.stage);
}

namespace {

// Reads bytecode. Reports an error if it has another stage or version than the options.
Result<Program> read_bytecode_as(std::span<const std::byte> bytes, std::string name, const AssembleOptions& options) {
  Result<Program> program = read_bytecode(bytes, std::move(name));
  if (!program) return program;
  Diagnostics found;
  if (const Stage stage = options.stage.value_or(program->stage); stage != program->stage)
    found.add(program::diagnose(*program, Rule::StageContradicts,
                                {agal::name(stage), "the bytecode", agal::name(program->stage)}));
  if (const std::uint32_t version = options.version.value_or(program->version); version != program->version)
    found.add(program::diagnose(*program, Rule::VersionContradicts,
                                {std::to_string(version), std::to_string(program->version)}));
  if (found.has_errors()) return found;
  return program;
}

}  // namespace

Result<Program> load_program(std::span<const std::byte> bytes, std::string name, const AssembleOptions& options) {
  if (bytes.empty() || looks_like_bytecode(bytes)) return read_bytecode_as(bytes, std::move(name), options);
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (const std::optional<std::vector<std::byte>> dump = assembly::read_dump(text))
    return read_bytecode_as(*dump, std::move(name), options);
  if (!assembly::is_json_program(text)) return assembly::assemble_as_commented(text, std::move(name), options);
  assembly::JsonProgram json = std::move(assembly::read_json_programs(text).front());
  // glsl2agal writes for AGALMiniAssembler: its fetches have the word mipdisable, which AGALMiniAssembler skips.
  AssembleOptions as_mini_assembler = options;
  as_mini_assembler.lenient = true;
  Result<Program> program = assembly::assemble_as_commented(json.text, std::move(name), as_mini_assembler);
  if (program) program->registers = std::move(json.registers);
  return program;
}

}  // namespace agal
