// JSON as text, written part by part: no tree is built, nothing is kept but the text.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/buffer.hpp"

namespace agal::reflect {

/// Bytes that are written before they are read need no value before that.
template <class T>
struct Uninitialized : base::Recycled<T> {
  template <class Other>
  void construct(Other* place) {
    ::new (static_cast<void*>(place)) Other;
  }
};

/// A value without parts. Text is referred to, not copied.
class Scalar {
 public:
  template <std::convertible_to<std::string_view> Text>
  Scalar(const Text& text) : value_(std::string_view(text)) {}
  template <std::same_as<bool> Bool>
  Scalar(Bool truth) : value_(truth) {}
  template <std::unsigned_integral Number>
  requires(!std::same_as<Number, bool>) Scalar(Number number) : value_(std::uint64_t{number}) {}
  template <std::signed_integral Number>
  Scalar(Number number) : value_(std::int64_t{number}) {}
  /// Finite. All digits are written, without an exponent.
  template <std::floating_point Number>
  Scalar(Number number) : value_(double{number}) {}

 private:
  friend class JsonWriter;
  std::variant<std::string_view, bool, std::uint64_t, std::int64_t, double> value_;
};

struct Member {
  std::string_view key;
  Scalar value;
};

/// Keys keep the order in which they are written, so that equal subjects give equal text. An object or a list whose
/// parts are scalars and empty ones stands on one line where it fits; otherwise each part has its own, indented by two
/// blanks. Text that is not UTF-8 has its bad bytes replaced.
///
/// By convention, what is named `write_…` writes one value, and `add_…` adds members to the object that is open.
class JsonWriter {
 public:
  void value(const Scalar& value);
  /// `parts` writes the members, each a key and a value.
  template <std::invocable Parts>
  void object(Parts&& parts) {
    begin('{', '}');
    parts();
    end();
  }
  void object(std::initializer_list<Member> all) {
    object([&] { members(all); });
  }
  /// `parts` writes the values.
  template <std::invocable Parts>
  void list(Parts&& parts) {
    begin('[', ']');
    parts();
    end();
  }

  /// The value that is written next stands under this key. Returns itself: `write_target(json.key("target"), …)`.
  JsonWriter& key(std::string_view name);
  void member(std::string_view name, const Scalar& scalar) { key(name).value(scalar); }
  void members(std::initializer_list<Member> all) {
    for (const Member& each : all) member(each.key, each.value);
  }

  /// What was written, and a line feed.
  std::string take();

 private:
  enum class Layout : std::uint8_t { Empty, OneLine, Broken };
  struct Container {
    std::size_t start;  // of its text
    char closing;
    Layout layout = Layout::Empty;
  };

  void begin(char opening, char closing);
  void end();
  void begin_part();
  void begin_value();
  void break_lines(std::size_t depth);
  void new_line(std::size_t depth);
  // The next bytes of the text, for the caller to fill. A string would do more for each of the few that a part has.
  char* room(std::size_t bytes) {
    const std::size_t start = std::exchange(size_, size_ + bytes);
    if (size_ > text_.size()) grow();
    return text_.data() + start;
  }
  void grow();
  void put(char c) { *room(1) = c; }
  void put(std::string_view text) { std::copy(text.begin(), text.end(), room(text.size())); }
  void quoted(std::string_view text);
  void scalar(std::string_view text) { quoted(text); }
  void scalar(bool truth);
  void scalar(std::uint64_t number);
  void scalar(std::int64_t number);
  void scalar(double number);

  std::vector<char, Uninitialized<char>> text_;  // and room for more
  std::size_t size_ = 0;                         // of the text
  base::Buffer<Container> open_;                 // from the outermost in
  // Where the parts of the container that is on one line begin. There is one such at most: those around it are broken.
  base::Buffer<std::size_t> parts_;
};

}  // namespace agal::reflect
