// The only writer of JSON in the library. It writes text part by part and does not build a tree.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "base/buffer.hpp"

namespace agal::base {

/// Text, a number, or a truth value. Text is referred to, not copied.
class JsonScalar {
 public:
  template <std::convertible_to<std::string_view> Text>
  JsonScalar(const Text& text) : value_(std::string_view(text)) {}
  template <std::same_as<bool> Bool>
  JsonScalar(Bool truth) : value_(truth) {}
  template <std::unsigned_integral Number>
  requires(!std::same_as<Number, bool>) JsonScalar(Number number) : value_(std::uint64_t{number}) {}
  template <std::signed_integral Number>
  JsonScalar(Number number) : value_(std::int64_t{number}) {}
  /// The number must be finite. All digits are written, without an exponent.
  template <std::same_as<float> Float>
  JsonScalar(Float number) : value_(number) {}

 private:
  friend class JsonWriter;
  std::variant<std::string_view, bool, std::uint64_t, std::int64_t, float> value_;
};

/// A member of an object, with a scalar as its value.
struct JsonMember {
  std::string_view key;
  JsonScalar value;
};

/// The rules for line breaks in the text.
enum class JsonStyle : std::uint8_t {
  Readable,  // an object or a list whose parts are scalars or empty containers is on one line if it fits; otherwise
             // each part has its own line, indented by two blanks
  OneLine,   // everything is on one line, with a blank after each comma and colon
  Compact,   // everything is on one line, without blanks
};

/// Writes JSON. Keys keep the order in which they are written, which makes equal input give equal text. In strings,
/// control characters and DEL are escaped, UTF-8 is unchanged, and each byte that is not valid UTF-8 becomes U+FFFD.
///
/// By convention, a function named `write_…` writes one value, and `add_…` adds members to the object that is open.
class JsonWriter {
 public:
  explicit JsonWriter(JsonStyle style = JsonStyle::Readable) : style_(style) {}

  void value(const JsonScalar& value);
  /// Writes an object. `parts` writes the members, each a key and a value.
  template <std::invocable Parts>
  void object(Parts&& parts) {
    begin('{', '}');
    parts();
    end();
  }
  void object(std::initializer_list<JsonMember> all) {
    object([&] { members(all); });
  }
  /// Writes a list. `parts` writes the values.
  template <std::invocable Parts>
  void list(Parts&& parts) {
    begin('[', ']');
    parts();
    end();
  }
  /// Writes a list. `write` writes the value for each element.
  template <class Range, class Write>
  void list(const Range& elements, Write&& write) {
    list([&] {
      for (const auto& each : elements) write(each);
    });
  }
  /// Writes a list of scalars.
  template <class Range>
  requires(!std::invocable<const Range&>) void list(const Range& scalars) {
    list(scalars, [&](const auto& scalar) { value(scalar); });
  }

  /// Writes the key of the next value. Returns the writer itself: `write_target(json.key("target"), …)`.
  JsonWriter& key(std::string_view name);
  void member(std::string_view name, const JsonScalar& scalar) { key(name).value(scalar); }
  void members(std::initializer_list<JsonMember> all) {
    for (const JsonMember& each : all) member(each.key, each.value);
  }

  /// Writes `json` without changes. It must be a JSON value without line breaks.
  void raw(std::string_view json);

  /// Ends the line after a top-level value. The next value begins on a new line.
  void end_line() { put('\n'); }
  /// Returns the text written so far, which is valid until the next call.
  std::string_view text() const { return {text_.data(), size_}; }
  /// Returns the text written so far, and a line feed.
  std::string line();

 private:
  enum class Layout : std::uint8_t { Empty, OneLine, Broken };  // Broken: on several lines, in readable style
  struct Container {
    std::size_t start;  // the position of the opening bracket in the text
    char closing;
    Layout layout = Layout::Empty;
  };

  void begin(char opening, char closing);
  void end();
  void begin_part();
  void begin_value();
  void break_lines(std::size_t depth);
  void new_line(std::size_t depth);
  // Returns the next bytes of the text, for the caller to fill. Appending to a string would cost more for short parts.
  char* room(std::size_t bytes) {
    const std::size_t start = std::exchange(size_, size_ + bytes);
    if (size_ > text_.size()) grow();
    return text_.data() + start;
  }
  void grow();
  void put(char c) { *room(1) = c; }
  void put(std::string_view text) { std::copy(text.begin(), text.end(), room(text.size())); }
  void quoted(std::string_view text);
  void escaped(std::string_view text);
  void scalar(std::string_view text) { quoted(text); }
  void scalar(bool truth);
  void scalar(std::uint64_t number);
  void scalar(std::int64_t number);
  void scalar(float number);

  JsonStyle style_;
  Buffer<char> text_;       // the text, and room for more
  std::size_t size_ = 0;    // the size of the text
  Buffer<Container> open_;  // the open containers, the outermost first
  // The positions of the parts of the container that is on one line (readable style). Only the innermost container can
  // be on one line, because the containers around it are broken into lines.
  Buffer<std::size_t> parts_;
};

}  // namespace agal::base
