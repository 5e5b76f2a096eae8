// Reads the value of an option from text, according to the type of the member that holds it.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "agal/options.hpp"

namespace agal::options {

template <class T>
inline constexpr char tag_of = 0;

/// One row of AGAL_CHOICE. `type` is the address of `tag_of` for the enumeration.
struct Choice {
  const char* type;
  int value;
  std::string_view name;
};

inline constexpr Choice choice_table[] = {
#define AGAL_CHOICE(type, value, name) {&tag_of<type>, static_cast<int>(type::value), name},
#include "agal/tables/options.def"
};

/// A value of a type with a fixed set of values, as a number, and the value's name. The functions about all types are
/// not templates, because the size of WebAssembly matters.
struct NamedValue {
  std::string_view name;
  int value;
};
using NamedValues = std::vector<NamedValue>;

/// Returns the values of an enumeration in options.def.
NamedValues table_values(const char* type);
/// Returns the names of all values.
std::vector<std::string_view> names_in(const NamedValues& values);
/// Returns the value with a name; nullopt if there is none.
std::optional<int> value_in(const NamedValues& values, std::string_view name);
/// Returns the name of a value; "" if it does not have one.
std::string_view name_in(const NamedValues& values, int value);

/// Returns all values of a type. This is the function for enumerations in options.def.
template <class T>
NamedValues named_values() {
  return table_values(&tag_of<T>);
}
template <>
NamedValues named_values<bool>();
template <>
NamedValues named_values<Stage>();
template <>
NamedValues named_values<Profile>();
template <>
NamedValues named_values<Host>();
template <>
NamedValues named_values<Environment>();

/// Describes the values that an option of this type can have. `choices` returns the names of all values. If the set of
/// values is not fixed, `choices` returns an empty list, and `form` shows what a value looks like. `parse` returns
/// nullopt for a text that is not a value. `fault`, which few types have, says what is wrong with such a text.
template <class T>
struct Values {
  static std::vector<std::string_view> choices() { return names_in(named_values<T>()); }
  static std::string form() { return {}; }
  static std::optional<T> parse(std::string_view text) {
    const std::optional<int> value = value_in(named_values<T>(), text);
    return value ? std::optional(static_cast<T>(*value)) : std::nullopt;
  }
};

template <class T>
struct Values<std::optional<T>> : Values<T> {};

/// `parse` also accepts aliases and other spellings of targets (named_target.hpp).
template <>
struct Values<Target> {
  static std::vector<std::string_view> choices();
  static std::string form() { return {}; }
  static std::optional<Target> parse(std::string_view text);
};

/// The type of a value without the optional around it.
template <class T>
struct ValueOf : std::type_identity<T> {};
template <class T>
struct ValueOf<std::optional<T>> : std::type_identity<T> {};

/// The base of the types without a fixed set of values. `read` stores a value, or returns what is wrong with the text.
template <class T>
struct Free {
  static std::vector<std::string_view> choices() { return {}; }
  static std::optional<T> parse(std::string_view text) {
    T out;
    return Values<T>::read(text, out).empty() ? std::optional<T>(std::move(out)) : std::nullopt;
  }
  static std::string fault(std::string_view text) {
    T out;
    return Values<T>::read(text, out);
  }
};

/// Calls `read` for each part of a list. Returns the first fault that `read` returns; "" if there is none.
template <class Read>
std::string read_list(std::string_view list, char separator, Read read) {
  std::string fault;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(separator), list.size());
    std::string found = read(list.substr(0, end));
    if (fault.empty()) fault = std::move(found);
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return fault;
}

/// Names of entry points: "shade" for both stages, "vertex=transform,fragment=shade", or "fragment=shade" for one
/// stage. Whether a target accepts the names is checked together with the target (AGAL4005, AGAL4006).
template <>
struct Values<EntryPoints> : Free<EntryPoints> {
  static std::string form() { return "NAME or vertex=NAME,fragment=NAME"; }
  static std::string read(std::string_view text, EntryPoints& out);
};

/// A resource, its set and its binding: "fs0=1:5", or "fs0=5" in set 0.
template <>
struct Values<Binding> : Free<Binding> {
  static std::string form() { return "RESOURCE=SET:BINDING"; }
  static std::string read(std::string_view text, Binding& out);
};

/// Registers and their name: "va0=position", "vc0..3=mvp". Whether the name is free is checked together with the target
/// (AGAL4017).
template <>
struct Values<Rename> : Free<Rename> {
  static std::string form() { return "REGISTERS=NAME"; }
  static std::string read(std::string_view text, Rename& out);
};

/// A register and its semantic: "va0=POSITION". Whether HLSL accepts the semantic is checked together with the target
/// (AGAL4018).
template <>
struct Values<RegisterSemantic> : Free<RegisterSemantic> {
  static std::string form() { return "REGISTER=SEMANTIC"; }
  static std::string read(std::string_view text, RegisterSemantic& out);
};

/// A name and its value, or a name with the value 1: "FOG=1", "FOG".
template <>
struct Values<Definition> : Free<Definition> {
  static std::string form() { return "NAME=NUMBER"; }
  static std::string read(std::string_view text, Definition& out);
};

/// The text before '=' of a value that may occur once in a list: the registers of a name or of a semantic, the resource
/// of a binding. Other values do not have a key: "".
template <class T>
std::string_view key_of(const T&) {
  return {};
}
template <>
inline std::string_view key_of(const Binding& binding) {
  return binding.resource;
}
template <>
inline std::string_view key_of(const Rename& rename) {
  return rename.registers;
}
template <>
inline std::string_view key_of(const RegisterSemantic& semantic) {
  return semantic.resource;
}

template <>
inline std::string_view key_of(const Definition& definition) {
  return definition.name;
}

/// A list of values, separated by commas. A list with two values for one key is a fault, unless they are equal.
template <class T>
struct Values<std::vector<T>> : Free<std::vector<T>> {
  static std::string form() { return Values<T>::form() + ",..."; }
  static std::string read(std::string_view text, std::vector<T>& out) {
    std::vector<std::string_view> texts;  // the text of each value in `out`
    return read_list(text, ',', [&](std::string_view each) {
      T value;
      std::string fault = Values<T>::read(each, value);
      if (!fault.empty()) return fault;
      for (std::size_t i = 0; i < texts.size(); ++i) {
        if (key_of(value).empty() || key_of(out[i]) != key_of(value)) continue;
        return texts[i] == each ? std::string() : twice(texts[i], each);
      }
      texts.push_back(each);
      out.push_back(std::move(value));
      return std::string();
    });
  }

 private:
  static std::string twice(std::string_view first, std::string_view second) {
    return "'" + std::string(first) + "' and '" + std::string(second) + "' contradict each other";
  }
};

/// Returns the bindings of a host (hosts.def) that differ from the default.
std::vector<Binding> bindings_of(Host host);

/// Returns the entry points of a host; "main" for both stages without a host.
EntryPoints entry_points_of(std::optional<Host> host);

/// Sets options of `compile` from a list such as "layout=sdl version=false". Returns what is wrong with the list; "" if
/// all options were set.
std::string set_all(CompileOptions& options, std::string_view list);

/// The numbers of lints, as `parse_lints` reads them.
template <>
struct Values<std::vector<std::uint16_t>> {
  static std::vector<std::string_view> choices() { return {}; }
  static std::string form() { return "LINT,..."; }
  static std::optional<std::vector<std::uint16_t>> parse(std::string_view text);
};

/// Reads a decimal number; nullopt if the text is something else.
template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace agal::options
