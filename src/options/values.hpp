// How the value of an option is read from text, by the type of the member that holds it.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agal/options.hpp"

namespace agal::options {

template <class T>
inline constexpr char tag_of = 0;

/// One AGAL_CHOICE; `type` is the address of its enumeration's tag.
struct Choice {
  const char* type;
  int value;
  std::string_view name;
};

inline constexpr Choice choice_table[] = {
#define AGAL_CHOICE(type, value, name) {&tag_of<type>, static_cast<int>(type::value), name},
#include "agal/tables/options.def"
};

/// What a type of member takes: `choices` are all its values, or `form` says what they look like; `parse` gives nothing
/// for any other text, and `fault`, which few types have, says what is wrong with it. This is the one for enumerations
/// in options.def.
template <class T>
struct Values {
  static std::vector<std::string_view> choices() {
    std::vector<std::string_view> names;
    for (const Choice& row : choice_table)
      if (row.type == &tag_of<T>) names.push_back(row.name);
    return names;
  }
  static std::string form() { return {}; }
  static std::optional<T> parse(std::string_view text) {
    for (const Choice& row : choice_table)
      if (row.type == &tag_of<T> && row.name == text) return static_cast<T>(row.value);
    return std::nullopt;
  }
};

template <class T>
struct Values<std::optional<T>> : Values<T> {};

/// Base of those without a fixed set of values.
struct Free {
  static std::vector<std::string_view> choices() { return {}; }
};

template <>
struct Values<bool> {
  static std::vector<std::string_view> choices() { return {"true", "false"}; }
  static std::string form() { return {}; }
  static std::optional<bool> parse(std::string_view text) {
    if (text == "true") return true;
    if (text == "false") return false;
    return std::nullopt;
  }
};

template <>
struct Values<Target> {
  static std::vector<std::string_view> choices();
  static std::string form() { return {}; }
  static std::optional<Target> parse(std::string_view text);
};

template <>
struct Values<Environment> {
  static std::vector<std::string_view> choices();
  static std::string form() { return {}; }
  static std::optional<Environment> parse(std::string_view text);
};

template <>
struct Values<Profile> {
  static std::vector<std::string_view> choices();
  static std::string form() { return {}; }
  static std::optional<Profile> parse(std::string_view text);
};

template <>
struct Values<Stage> {
  static std::vector<std::string_view> choices() { return {"vertex", "fragment"}; }
  static std::string form() { return {}; }
  static std::optional<Stage> parse(std::string_view text);
};

/// The only text is the name of an entry point.
template <>
struct Values<std::string> : Free {
  static std::string form() { return "NAME"; }
  static std::optional<std::string> parse(std::string_view text);
};

/// "fs0=1:5", or "fs0=5" in set 0.
template <>
struct Values<Binding> : Free {
  static std::string form() { return "RESOURCE=SET:BINDING"; }
  static std::optional<Binding> parse(std::string_view text);
  static std::string fault(std::string_view text);
};

/// Some of these, separated by commas.
template <>
struct Values<std::vector<Binding>> : Free {
  static std::string form() { return "RESOURCE=SET:BINDING,..."; }
  static std::optional<std::vector<Binding>> parse(std::string_view text);
  static std::string fault(std::string_view text);
};

/// "usual", or a hole and its text; several are separated by line feeds, which they cannot contain.
template <>
struct Values<Fills> : Free {
  static std::string form() { return "HOLE=TEXT or usual"; }
  static std::optional<Fills> parse(std::string_view text);
  static std::string fault(std::string_view text);
};

/// As parse_lints.
template <>
struct Values<std::vector<std::uint16_t>> : Free {
  static std::string form() { return "LINT,..."; }
  static std::optional<std::vector<std::uint16_t>> parse(std::string_view text);
};

/// A decimal number without a sign.
template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace agal::options
