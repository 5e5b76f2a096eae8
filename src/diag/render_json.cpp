// Messages for programs: one JSON object per line.
#include <fmt/format.h>

#include <iterator>

#include "agal/diagnostic.hpp"
#include "base/utf8.hpp"

namespace agal {
namespace {

// The letter of the short escape of JSON for a character, 0 if there is none.
char short_escape(char c) {
  constexpr std::string_view escaped = "\"\\\n\r\t\b\f", letters = "\"\\nrtbf";
  const std::size_t at = escaped.find(c);
  return at == std::string_view::npos ? '\0' : letters[at];
}

void append_character(std::string_view character, std::string& out) {
  const auto byte = static_cast<unsigned char>(character[0]);
  if (const char letter = short_escape(character[0]); letter != '\0') {
    out += '\\';
    out += letter;
  } else if (byte < 0x20 || byte == 0x7f) {
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", byte);
  } else {
    out += character;
  }
}

void append_string(std::string_view text, std::string& out) {
  out += '"';
  while (!text.empty()) {
    const base::Character character = base::first_character(text);
    append_character(character.valid ? text.substr(0, character.bytes) : base::replacement_character, out);
    text.remove_prefix(character.bytes);
  }
  out += '"';
}

// One object under construction; keys are ours and need no escaping.
class Object {
 public:
  explicit Object(std::string& out) : out_(out) { out_ += '{'; }
  void add(std::string_view key, std::string_view value) {
    begin(key);
    append_string(value, out_);
  }
  void add(std::string_view key, std::uint32_t value) {
    begin(key);
    fmt::format_to(std::back_inserter(out_), "{}", value);
  }
  void add_known(std::string_view key, std::string_view value) {
    if (!value.empty()) add(key, value);
  }
  void add_known(std::string_view key, const std::optional<std::uint32_t>& value) {
    if (value) add(key, *value);
  }
  void add_range(std::string_view key, std::uint32_t start, std::uint32_t length) {
    begin(key);
    fmt::format_to(std::back_inserter(out_), "[{},{}]", start, length);
  }
  void close() { out_ += "}\n"; }

 private:
  void begin(std::string_view key) {
    if (!first_) out_ += ',';
    first_ = false;
    append_string(key, out_);
    out_ += ':';
  }

  std::string& out_;
  bool first_ = true;
};

void render(const Diagnostic& d, std::string& out) {
  Object object(out);
  object.add("code", code_name(d.code));
  object.add("severity", name(d.severity));
  object.add("message", d.message);
  object.add_known("file", d.location.file);
  object.add_known("line", d.location.line);
  object.add_known("column", d.location.column);
  object.add_known("byteOffset", d.location.byte_offset);
  object.add_known("token", d.location.token);
  object.add_known("operand", name(d.location.operand));
  if (d.location.stage) object.add("stage", name(*d.location.stage));
  object.add_known("snippet", d.snippet);
  if (!d.snippet.empty() && d.caret_length > 0) object.add_range("caret", d.caret, d.caret_length);
  object.add_known("help", d.help);
  object.close();
}

}  // namespace

std::string render_json(const Diagnostics& diagnostics) {
  std::string out;
  for (const Diagnostic& diagnostic : diagnostics) render(diagnostic, out);
  return out;
}

}  // namespace agal
