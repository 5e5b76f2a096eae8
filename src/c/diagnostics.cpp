// The functions of agal.h for diagnostics.
#include "c/diagnostics.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "base/utf8.hpp"
#include "c/result.hpp"

namespace agal::c {
namespace {

// The range of the player's error numbers.
constexpr std::uint32_t first_player_error = 3600, last_player_error = 3899;

static_assert(static_cast<int>(Severity::Note) == AGAL_SEVERITY_NOTE &&
              static_cast<int>(Severity::Warning) == AGAL_SEVERITY_WARNING &&
              static_cast<int>(Severity::Error) == AGAL_SEVERITY_ERROR);
static_assert(static_cast<int>(Stage::Vertex) == AGAL_STAGE_VERTEX &&
              static_cast<int>(Stage::Fragment) == AGAL_STAGE_FRAGMENT);
static_assert(static_cast<int>(Operand::None) == AGAL_OPERAND_NONE &&
              static_cast<int>(Operand::Opcode) == AGAL_OPERAND_OPCODE &&
              static_cast<int>(Operand::Destination) == AGAL_OPERAND_DESTINATION &&
              static_cast<int>(Operand::Source1) == AGAL_OPERAND_SOURCE_1 &&
              static_cast<int>(Operand::Source2) == AGAL_OPERAND_SOURCE_2);

// Replaces zero bytes, which would end the text, and bytes that are not valid UTF-8.
void make_c_text(std::string& text) {
  if (std::all_of(text.begin(), text.end(),
                  [](char c) { return c != 0 && (static_cast<unsigned char>(c) & 0x80) == 0; }))
    return;
  std::string out;
  for (std::string_view rest = text; !rest.empty();) {
    const base::Character next = base::first_character(rest);
    out += next.valid && next.code != 0 ? rest.substr(0, next.bytes) : base::replacement_character;
    rest.remove_prefix(next.bytes);
  }
  text = std::move(out);
}

agal_diagnostic row_of(const Diagnostic& diagnostic) {
  const Location& location = diagnostic.location;
  agal_diagnostic row{};
  row.number = diagnostic.code;
  row.severity = static_cast<agal_severity>(diagnostic.severity);
  row.stage = location.stage ? static_cast<agal_stage>(*location.stage) : AGAL_STAGE_UNKNOWN;
  row.token = location.token.value_or(0);
  row.operand = static_cast<agal_operand>(location.operand);
  row.line = location.line.value_or(0);
  row.column = location.column.value_or(0);
  row.byte_offset = location.byte_offset.value_or(AGAL_NONE);
  row.caret = diagnostic.caret;
  row.caret_length = diagnostic.snippet.empty() ? 0 : diagnostic.caret_length;
  row.file = location.file.c_str();
  row.message = diagnostic.message.c_str();
  row.snippet = diagnostic.snippet.c_str();
  row.help = diagnostic.help.c_str();
  return row;
}

}  // namespace

DiagnosticRows::DiagnosticRows(Diagnostics diagnostics) : texts_(std::move(diagnostics)) {
  rows_.reserve(texts_.size());
  for (Diagnostic& diagnostic : texts_) {
    for (std::string* const text :
         {&diagnostic.location.file, &diagnostic.message, &diagnostic.snippet, &diagnostic.help})
      make_c_text(*text);
    rows_.push_back(row_of(diagnostic));
  }
}

std::uint32_t ResultDiagnostics::player_error() const {
  for (const Diagnostic& each : found_)
    if (each.severity == Severity::Error && each.code >= first_player_error && each.code <= last_player_error)
      return each.code;
  return 0;
}

const DiagnosticRows* ResultDiagnostics::rows() const {
  return rows_.get([&] { return DiagnosticRows(found_); });
}

const std::string* ResultDiagnostics::json() const {
  return json_.get([&] { return render_json(found_); });
}

const std::string* ResultDiagnostics::messages() const {
  return messages_.get([&] { return render_text(found_); });
}

}  // namespace agal::c

extern "C" {

const agal_diagnostic* agal_result_diagnostics(const agal_result* result, std::size_t* count) {
  if (count != nullptr) *count = 0;
  if (result == nullptr || result->diagnostics.size() == 0) return nullptr;
  const agal::c::DiagnosticRows* const made = result->diagnostics.rows();
  if (made == nullptr) return nullptr;
  if (count != nullptr) *count = made->rows().size();
  return made->rows().data();
}

std::uint32_t agal_result_player_error(const agal_result* result) {
  return result == nullptr ? 0 : result->diagnostics.player_error();
}

}  // extern "C"
