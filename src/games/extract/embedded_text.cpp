// Finds assembly text inside other text: JSON, XML with or without CDATA sections, and text with a byte order mark.
#include "extract/embedded_text.hpp"

#include <algorithm>

#include "assembly/json_text.hpp"
#include "assembly/source.hpp"
#include "extract/recognize.hpp"
#include "sources/tokens.hpp"

namespace agal::extraction {
namespace {

// The maximum number of lines that are searched for assembly.
constexpr std::size_t max_lines = 4096;

bool begins_with(std::string_view text, char c) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  return begin != text.npos && text[begin] == c;
}

}  // namespace

std::vector<EmbeddedText> embedded_texts(std::string_view text) {
  std::vector<EmbeddedText> found;
  const std::string_view plain = assembly::skip_byte_order_mark(text);
  if (plain.size() != text.size() && may_be_assembly(plain)) return {{std::string(plain), 0, {}}};
  for (assembly::JsonProgram& program : assembly::read_json_programs(plain))
    if (may_be_assembly(program.text))
      found.push_back(
          {std::move(program.text), program.offset + text.size() - plain.size(), std::move(program.registers)});
  if (!found.empty() || !begins_with(plain, '<')) return found;
  for (const source_code::Token& token : source_code::read_tokens(plain, source_code::Language::Mxml).tokens)
    if (token.kind == source_code::TokenKind::Text && may_be_assembly(token.text))
      found.push_back({std::string(token.text), token.offset + text.size() - plain.size(), {}});
  return found;
}

bool has_assembly_line(std::string_view text) {
  assembly::LineReader lines(text);
  for (std::size_t count = 0; count < max_lines; ++count) {
    const std::optional<assembly::Line> line = lines.next();
    if (!line) return false;
    const std::size_t begin = line->code.find_first_not_of(" \t\"'+>");
    if (begin == std::string_view::npos) continue;
    const std::string_view code = line->code.substr(begin);
    if (!begins_instruction(code) || code.find(',') == code.npos) continue;
    constexpr std::size_t max_line = 120;
    const std::string one = without_semicolons(code.substr(0, std::min(code.find_first_of("\"'<\\"), max_line)));
    if (stage_of_lines(one)) return true;
  }
  return false;
}

}  // namespace agal::extraction
