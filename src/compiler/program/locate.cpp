#include "program/locate.hpp"

#include <fmt/format.h>

#include <iterator>

#include "base/text.hpp"

namespace agal::program {
namespace {

// Returns the part of a token that a message points at. `whole` is the whole token.
template <class Spans>
TextSpan span_of(const Spans& token, TextSpan whole, Operand operand) {
  TextSpan span;
  switch (operand) {
    case Operand::None: return whole;
    case Operand::Opcode: break;
    case Operand::Destination: span = token.dst; break;
    case Operand::Source1: span = token.src1; break;
    case Operand::Source2: span = token.src2; break;
  }
  return span.length != 0 ? span : token.opcode;
}

// Returns the position of a token; nullptr if the program did not come from text.
const TextPosition* position_of(const Program& program, std::size_t token) {
  if (token >= program.positions.size() || program.positions[token].line == 0) return nullptr;
  return &program.positions[token];
}

TextSpan span_of(const TextPosition& position, Operand operand) {
  return span_of(position, position.statement, operand);
}

void show_token(Diagnostic& diagnostic, const Program& program, std::size_t index, Operand operand) {
  const TextPosition* const position = position_of(program, index);
  if (const std::string_view line = program.line_of(index); position != nullptr && !line.empty()) {
    const TextSpan span = span_of(*position, operand);
    const std::size_t in_statement = span.begin - position->statement.begin;
    return diag::show_line(diagnostic, line, position->column - 1 + in_statement, span.length);
  }
  const TokenText token = format_token(program.instructions[index], program.stage);
  const TextSpan span = span_of(token, {0, static_cast<std::uint32_t>(token.text.size())}, operand);
  diagnostic.snippet = token.text;
  diagnostic.caret = span.begin;
  diagnostic.caret_length = span.length;
}

}  // namespace

Location locate(const Program& program) {
  Location location = diag::in_file(program.name);
  location.stage = program.stage;
  return location;
}

Location locate(const Program& program, std::size_t token, Operand operand) {
  Location location = locate(program);
  location.byte_offset = Program::offset_of(token);
  location.token = static_cast<std::uint32_t>(token + 1);
  location.operand = operand;
  if (const TextPosition* const position = position_of(program, token)) {
    const TextSpan span = span_of(*position, operand);
    location.line = position->line;
    location.column = position->column + (span.length != 0 ? span.begin - position->statement.begin : 0);
  }
  return location;
}

std::uint32_t source_line(const Program& program, std::size_t token) {
  const TextPosition* const position = position_of(program, token);
  return position != nullptr ? position->line : static_cast<std::uint32_t>(token + 1);
}

Diagnostic diagnose(const Program& program, diag::Rule rule, std::initializer_list<std::string_view> arguments) {
  return diag::make(rule, locate(program), arguments);
}

Diagnostic diagnose(const Program& program, std::size_t token, Operand operand, diag::Rule rule,
                    std::initializer_list<std::string_view> arguments) {
  Diagnostic diagnostic = diag::make(rule, locate(program, token, operand), arguments);
  if (token < program.instructions.size()) show_token(diagnostic, program, token, operand);
  if (const TextPosition* const position = position_of(program, token);
      position != nullptr && position->used_in_line != 0)
    fmt::format_to(std::back_inserter(diagnostic.message), ", in a macro that line {} uses", position->used_in_line);
  return diagnostic;
}

}  // namespace agal::program

namespace agal {

std::string_view Program::line_of(std::size_t i) const {
  if (i >= positions.size()) return {};
  const TextSpan statement = positions[i].statement;
  const std::size_t before = std::size_t{positions[i].column} - 1;
  // `text` is public, so it may have been replaced after assembly.
  if (statement.length == 0 || statement.begin < before || statement.begin > text.size()) return {};
  const std::size_t begin = statement.begin - before;
  return std::string_view(text).substr(begin, text.find_first_of(base::line_ends, begin) - begin);
}

}  // namespace agal
