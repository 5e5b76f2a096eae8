// Messages as JSON, one object per line.
#include <array>

#include "agal/diagnostic.hpp"
#include "base/json_writer.hpp"

namespace agal {
namespace {

using base::JsonWriter;

void add_known(JsonWriter& json, std::string_view key, std::string_view value) {
  if (!value.empty()) json.member(key, value);
}

void add_known(JsonWriter& json, std::string_view key, const std::optional<std::uint32_t>& value) {
  if (value) json.member(key, *value);
}

void add_location(JsonWriter& json, const Location& location) {
  add_known(json, "file", location.file);
  add_known(json, "line", location.line);
  add_known(json, "column", location.column);
  add_known(json, "byteOffset", location.byte_offset);
  add_known(json, "token", location.token);
  add_known(json, "operand", name(location.operand));
  if (location.stage) json.member("stage", name(*location.stage));
}

void write_diagnostic(JsonWriter& json, const Diagnostic& d) {
  json.object([&] {
    json.members({{"code", code_name(d.code)}, {"severity", name(d.severity)}, {"message", d.message}});
    add_location(json, d.location);
    add_known(json, "snippet", d.snippet);
    if (!d.snippet.empty() && d.caret_length > 0) json.key("caret").list(std::array{d.caret, d.caret_length});
    add_known(json, "help", d.help);
  });
}

}  // namespace

std::string render_json(const Diagnostics& diagnostics) {
  JsonWriter json(base::JsonStyle::Compact);
  for (const Diagnostic& diagnostic : diagnostics) {
    write_diagnostic(json, diagnostic);
    json.end_line();
  }
  return std::string(json.text());
}

}  // namespace agal
