#include "reflect/json_writer.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>

namespace agal::reflect {
namespace {

constexpr std::size_t line_width = 100;
constexpr std::size_t indentation = 2;
constexpr std::size_t min_capacity = 4096;    // bytes: what most reflections take
constexpr std::string_view separator = ", ";  // on one line

// By byte, whether it may not stand in JSON text as it is, or is UTF-8 beyond ASCII, which may be bad.
constexpr auto special = [] {
  std::array<bool, 256> out{};
  for (std::size_t c = 0; c < out.size(); ++c) out[c] = c < ' ' || c > '~' || c == '"' || c == '\\';
  return out;
}();

std::string_view between(const char* begin, const char* end) { return {begin, static_cast<std::size_t>(end - begin)}; }

}  // namespace

void JsonWriter::value(const Scalar& value) {
  begin_value();
  std::visit([this](auto plain) { scalar(plain); }, value.value_);
}

JsonWriter& JsonWriter::key(std::string_view name) {
  begin_part();
  quoted(name);
  put(": ");
  return *this;
}

std::string JsonWriter::take() {
  put('\n');
  return {text_.data(), size_};
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
  if (container.layout == Layout::OneLine && width > line_width) break_lines(depth);
  if (container.layout == Layout::Broken) new_line(depth);
  put(container.closing);
  open_.pop_back();
}

// A member begins with its key.
void JsonWriter::begin_value() {
  if (!open_.empty() && open_.back().closing == ']') begin_part();
}

// A container is written on one line until it proves too long or has a part with parts.
void JsonWriter::begin_part() {
  const std::size_t depth = open_.size() - 1;
  Container& container = open_.back();
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

// Moves the parts apart, the last one first, so that none is overwritten.
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

// Copies and looks in one go: most texts are short, and all but a few are plain.
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
  using Json = nlohmann::json;  // it escapes, and mends what is bad
  put(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace));
}

void JsonWriter::scalar(bool truth) { put(truth ? std::string_view("true") : "false"); }

void JsonWriter::scalar(std::uint64_t number) {
  char digits[20];  // as many as the greatest number has
  const auto written = std::to_chars(std::begin(digits), std::end(digits), number);
  put(between(digits, written.ptr));
}

void JsonWriter::scalar(std::int64_t number) {
  if (number < 0) put('-');
  const auto magnitude = static_cast<std::uint64_t>(number);
  scalar(number < 0 ? 0 - magnitude : magnitude);
}

void JsonWriter::scalar(double number) {
  char digits[384];  // more than any number has
  const auto written = std::to_chars(std::begin(digits), std::end(digits), number, std::chars_format::fixed);
  const std::string_view text = between(digits, written.ptr);
  put(text);
  if (text.find('.') == text.npos) put(".0");
}

}  // namespace agal::reflect
