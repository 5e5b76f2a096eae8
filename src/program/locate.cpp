#include "program/locate.hpp"

namespace agal::program {
namespace {

TokenText::Span span_of(const TokenText& text, Operand operand) {
  TokenText::Span span;
  switch (operand) {
    case Operand::None: return {};
    case Operand::Opcode: break;
    case Operand::Destination: span = text.dst; break;
    case Operand::Source1: span = text.src1; break;
    case Operand::Source2: span = text.src2; break;
  }
  return span.length != 0 ? span : text.opcode;
}

}  // namespace

Location locate(const Program& program, std::size_t token_index, Operand operand) {
  Location location;
  location.file = program.name;
  location.byte_offset = Program::offset_of(token_index);
  location.token = static_cast<std::uint32_t>(token_index + 1);
  location.operand = operand;
  location.stage = program.stage;
  if (token_index < program.positions.size() && program.positions[token_index].line != 0) {
    location.line = program.positions[token_index].line;
    location.column = program.positions[token_index].column;
  }
  return location;
}

void annotate(Diagnostic& diagnostic, const Program& program, std::size_t token_index) {
  if (token_index >= program.instructions.size()) return;
  const TokenText text = format_token(program.instructions[token_index], program.stage);
  const TokenText::Span span = span_of(text, diagnostic.location.operand);
  diagnostic.snippet = text.text;
  diagnostic.caret = span.begin;
  diagnostic.caret_length = span.length;
}

}  // namespace agal::program
