// Messages for programs: one JSON object a line.
#include <fmt/format.h>

#include <iterator>

#include "agal/diagnostic.hpp"

namespace agal {
namespace {

constexpr std::string_view replacement_character = "\xef\xbf\xbd";  // U+FFFD

constexpr bool between(unsigned char byte, unsigned low, unsigned high) { return byte >= low && byte <= high; }

// The length of the well-formed UTF-8 sequence at the beginning of `text`; 0 if there is none (overlong forms,
// surrogates and anything beyond U+10FFFF are not well-formed).
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(i < text.size() ? text[i] : '\0'); };
  const auto continues = [&](std::size_t i) { return between(byte(i), 0x80, 0xbf); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  if (between(lead, 0xc2, 0xdf)) return continues(1) ? 2 : 0;
  if (between(lead, 0xe0, 0xef)) {
    const unsigned low = lead == 0xe0 ? 0xa0 : 0x80;
    const unsigned high = lead == 0xed ? 0x9f : 0xbf;
    return between(byte(1), low, high) && continues(2) ? 3 : 0;
  }
  if (between(lead, 0xf0, 0xf4)) {
    const unsigned low = lead == 0xf0 ? 0x90 : 0x80;
    const unsigned high = lead == 0xf4 ? 0x8f : 0xbf;
    return between(byte(1), low, high) && continues(2) && continues(3) ? 4 : 0;
  }
  return 0;
}

// The letter behind a backslash for what JSON has a short escape for; 0 for the rest.
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
    const std::size_t length = sequence_length(text);
    append_character(length == 0 ? replacement_character : text.substr(0, length), out);
    text.remove_prefix(length == 0 ? 1 : length);
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
