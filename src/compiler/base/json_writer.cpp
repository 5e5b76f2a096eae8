#include "base/json_writer.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/utf8.hpp"

namespace agal::base {
namespace {

constexpr std::size_t line_width = 100;
constexpr std::size_t indentation = 2;
constexpr std::size_t min_capacity = 4096;    // bytes: enough for most reflections
constexpr std::string_view separator = ", ";  // between parts on one line

// Bytes that must be escaped, or that are not ASCII and may not be UTF-8.
constexpr auto special = []() {
  std::array<bool, 256> out{};
  for (std::size_t c = 0; c < out.size(); ++c) out[c] = c < ' ' || c > '~' || c == '"' || c == '\\';
  return out;
}();

// Returns the letter after the backslash for characters with a short escape; 0 for others.
char short_escape(char c) {
  constexpr std::string_view characters = "\"\\\n\r\t\b\f", letters = "\"\\nrtbf";
  const std::size_t at = characters.find(c);
  return at == std::string_view::npos ? '\0' : letters[at];
}

}  // namespace

void JsonWriter::value(const JsonScalar& value) {
  begin_value();
  std::visit([this](auto plain) { scalar(plain); }, value.value_);
}

JsonWriter& JsonWriter::key(std::string_view name) {
  begin_part();
  quoted(name);
  put(style_ == JsonStyle::Compact ? std::string_view(":") : ": ");
  return *this;
}

void JsonWriter::raw(std::string_view json) {
  begin_value();
  put(json);
}

std::string JsonWriter::line() {
  end_line();
  return std::string(text());
}

void JsonWriter::begin(char opening, char closing) {
  begin_value();
  open_.push_back({size_, closing});
  put(opening);
}

void JsonWriter::end() {
  const std::size_t depth = open_.size() - 1;
  const Container& container = open_.back();
  const std::size_t width = indentation * depth + (size_ - container.start) + 1;
  const bool readable = style_ == JsonStyle::Readable;
  if (readable && container.layout == Layout::OneLine && width > line_width) break_lines(depth);
  if (container.layout == Layout::Broken) new_line(depth);
  put(container.closing);
  open_.pop_back();
}

// Begins a part if the value is in a list. In an object, `key` has begun the part already.
void JsonWriter::begin_value() {
  if (!open_.empty() && open_.back().closing == ']') begin_part();
}

// Begins a part of the open container. In readable style, a container is written on one line until it is too long or
// one of its parts has parts itself.
void JsonWriter::begin_part() {
  const std::size_t depth = open_.size() - 1;
  Container& container = open_.back();
  if (style_ != JsonStyle::Readable) {
    const bool first = std::exchange(container.layout, Layout::OneLine) == Layout::Empty;
    if (!first) put(style_ == JsonStyle::Compact ? std::string_view(",") : separator);
    return;
  }
  switch (container.layout) {
    case Layout::Empty:
      if (depth > 0 && open_[depth - 1].layout == Layout::OneLine) {
        break_lines(depth - 1);
        container.start = size_ - 1;
      }
      container.layout = Layout::OneLine;
      parts_.clear();
      break;
    case Layout::OneLine: put(separator); break;
    case Layout::Broken:
      put(',');
      new_line(depth + 1);
      return;
  }
  parts_.push_back(size_);
}

// Breaks a container that was written on one line into lines. Moves its parts apart, the last part first, so that no
// part is overwritten.
void JsonWriter::break_lines(std::size_t depth) {
  open_[depth].layout = Layout::Broken;
  const std::size_t indent = indentation * (depth + 1);
  std::size_t end = size_;
  room(1 + indent * parts_.size());  // ",\n" takes as much as ", "
  char* to = text_.data() + size_;
  for (std::size_t i = parts_.size(); i-- > 0;) {
    char* const part = text_.data() + parts_[i];
    to = std::copy_backward(part, text_.data() + end, to) - indent;
    std::fill_n(to, indent, ' ');
    *--to = '\n';
    if (i > 0) *--to = ',';
    end = parts_[i] - separator.size();
  }
}

void JsonWriter::new_line(std::size_t depth) {
  put('\n');
  std::fill_n(room(indentation * depth), indentation * depth, ' ');
}

void JsonWriter::grow() { text_.resize(std::max({size_, 2 * text_.size(), min_capacity})); }

// Writes a string. One loop copies and checks it, because most texts are short, and nearly all need no escape.
void JsonWriter::quoted(std::string_view text) {
  const std::size_t start = size_;
  char* to = room(text.size() + 2);
  bool found = false;
  *to++ = '"';
  for (const char c : text) {
    *to++ = c;
    found |= special[static_cast<unsigned char>(c)];
  }
  *to = '"';
  if (!found) return;
  size_ = start;
  escaped(text);
}

void JsonWriter::escaped(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  put('"');
  while (!text.empty()) {
    const Character character = first_character(text);
    const auto byte = static_cast<unsigned char>(text[0]);
    if (!character.valid) {
      put(replacement_character);
    } else if (const char letter = short_escape(text[0]); letter != '\0') {
      put('\\');
      put(letter);
    } else if (byte < ' ' || byte == 0x7f) {
      put("\\u00");
      put(digits[byte >> 4]);
      put(digits[byte & 0xf]);
    } else {
      put(text.substr(0, character.bytes));
    }
    text.remove_prefix(character.bytes);
  }
  put('"');
}

void JsonWriter::scalar(bool truth) { put(truth ? std::string_view("true") : "false"); }

void JsonWriter::scalar(std::uint64_t number) {
  char digits[20];  // the maximum
  const auto written = std::to_chars(std::begin(digits), std::end(digits), number);
  put(std::string_view(digits, written.ptr));
}

void JsonWriter::scalar(std::int64_t number) {
  if (number < 0) put('-');
  const auto magnitude = static_cast<std::uint64_t>(number);
  scalar(number < 0 ? 0 - magnitude : magnitude);
}

void JsonWriter::scalar(float number) {
  char digits[64];  // more than the maximum
  const auto written = std::to_chars(std::begin(digits), std::end(digits), number, std::chars_format::fixed);
  const std::string_view text(digits, written.ptr);
  put(text);
  if (text.find('.') == text.npos) put(".0");
}

}  // namespace agal::base
