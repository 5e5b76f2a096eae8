// Messages as text: location, number, sentence, the source line with a caret, help.
#include <fmt/format.h>

#include "agal/diagnostic.hpp"
#include "base/format.hpp"

namespace agal {
namespace {

struct Paint {
  bool on;
  std::string_view bold() const { return on ? "\x1b[1m" : ""; }
  std::string_view reset() const { return on ? "\x1b[0m" : ""; }
  std::string_view of(Severity severity) const {
    if (!on) return "";
    switch (severity) {
      case Severity::Note: return "\x1b[1;36m";
      case Severity::Warning: return "\x1b[1;35m";
      case Severity::Error: return "\x1b[1;31m";
    }
    return "";
  }
};

// Returns the known parts of a location in the input, such as `file:12:5` or `file:0x1f`; "" if nothing is known.
std::string place(const Location& location) {
  std::string out = location.file;
  if (location.line) {
    out += fmt::format("{}{}", out.empty() ? "" : ":", *location.line);
    if (location.column) out += fmt::format(":{}", *location.column);
  } else if (location.byte_offset) {
    out += fmt::format("{}0x{:x}", out.empty() ? "" : ":", *location.byte_offset);
  }
  return out;
}

// Returns the place in the program, such as `token 2, destination, fragment program`.
std::string where(const Location& location) {
  std::string out;
  const auto append = [&](std::string_view part) {
    if (part.empty()) return;
    if (!out.empty()) out += ", ";
    out += part;
  };
  if (location.token) append(fmt::format("token {}", *location.token));
  append(name(location.operand));
  if (location.stage) append(fmt::format("{} program", name(*location.stage)));
  return out;
}

void render(const Diagnostic& d, Paint paint, std::string& out) {
  const std::string at = place(d.location);
  if (!at.empty()) base::append(out, "{}{}:{} ", paint.bold(), at, paint.reset());
  base::append(out, "{}{}[{}]:{} {}{}{}\n", paint.of(d.severity), name(d.severity), code_name(d.code), paint.reset(),
               paint.bold(), d.message, paint.reset());
  if (const std::string line = where(d.location); !line.empty()) base::append(out, "  {}\n", line);
  if (!d.snippet.empty()) {
    base::append(out, "   | {}\n", d.snippet);
    if (d.caret_length > 0)
      base::append(out, "   | {:{}}{}{:^>{}}{}\n", "", d.caret, paint.of(d.severity), "", d.caret_length,
                   paint.reset());
  }
  if (!d.help.empty()) base::append(out, "  help: {}\n", d.help);
}

}  // namespace

std::string render_text(const Diagnostics& diagnostics, const RenderOptions& options) {
  std::string out;
  for (const Diagnostic& diagnostic : diagnostics) render(diagnostic, Paint{options.color}, out);
  return out;
}

}  // namespace agal
