#include "console.hpp"

#include <string_view>

#include "base/format.hpp"

namespace agalc {
namespace {

std::string_view command_of(agal::Severity severity) {
  switch (severity) {
    case agal::Severity::Error: return "error";
    case agal::Severity::Warning: return "warning";
    case agal::Severity::Note: return "notice";
  }
  return "";
}

// Escapes the characters of `special`. For properties, `special` includes the characters that end a property.
std::string escaped(std::string_view text, std::string_view special) {
  std::string out;
  for (const char c : text)
    if (special.find(c) != std::string_view::npos)
      agal::base::append(out, "%{:02X}", static_cast<unsigned char>(c));
    else
      out += c;
  return out;
}

std::string property(std::string_view text) { return escaped(text, "%\r\n:,"); }
std::string message_text(std::string_view text) { return escaped(text, "%\r\n"); }

}  // namespace

std::string github_annotations(const agal::Diagnostics& diagnostics) {
  std::string out;
  for (const agal::Diagnostic& diagnostic : diagnostics) {
    const agal::Location& at = diagnostic.location;
    std::string place;
    if (!at.file.empty()) agal::base::append(place, "file={},", property(at.file));
    if (at.line) agal::base::append(place, "line={},", *at.line);
    if (at.line && at.column) agal::base::append(place, "col={},", *at.column);
    const std::string message =
        diagnostic.help.empty() ? diagnostic.message : diagnostic.message + "\n" + diagnostic.help;
    agal::base::append(out, "::{} {}title={}::{}\n", command_of(diagnostic.severity), place,
                       agal::code_name(diagnostic.code), message_text(message));
  }
  return out;
}

}  // namespace agalc
