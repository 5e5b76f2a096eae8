// Options that take a number, or one of several names. The names are parsed, listed in --help, and suggested for
// misspelled names.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.hpp"

namespace agalc {

template <class T>
using Choices = std::vector<std::pair<std::string_view, T>>;

/// Returns the value of a name, or null. Case and punctuation do not matter: baseline_extended is baselineExtended.
template <class T>
const T* find_choice(const Choices<T>& choices, std::string_view name) {
  const std::string plain = agal::base::without_punctuation(name);
  for (const auto& [text, value] : choices)
    if (agal::base::without_punctuation(text) == plain) return &value;
  return nullptr;
}

template <class T>
std::vector<std::string_view> choice_names(const Choices<T>& choices) {
  std::vector<std::string_view> names;
  for (const auto& choice : choices) names.push_back(choice.first);
  return names;
}

template <class T>
const T& parse_choice(const std::string& option, std::string_view noun, const Choices<T>& choices,
                      std::string_view name) {
  if (const T* const value = find_choice(choices, name)) return *value;
  throw CLI::ValidationError(option, agal::base::unknown_name(noun, name, choice_names(choices)));
}

/// The name of the validator that stores the choices of an option. Completions and manuals read it.
inline constexpr char choices_key[] = "choices";

/// Stores the choices in an option, as a validator that is never active. It can be found by name, and does not appear
/// in the output of --help.
template <class Names>
void describe_choices(CLI::Option& option, const Names& names) {
  option.check(
      CLI::Validator([](std::string&) { return std::string(); }, fmt::format("{}", fmt::join(names, " ")), choices_key)
          .active(false));
}

/// Adds `option`, which takes one of the choices and stores it in `out` (a T or an optional<T>).
template <class T, class Out>
CLI::Option* add_choice(CLI::App& app, const std::string& option, std::string_view noun, const Choices<T>& choices,
                        Out& out, const std::string& help) {
  const auto store = [option, noun, choices, &out](const std::string& name) {
    out = parse_choice(option, noun, choices, name);
  };
  CLI::Option* const added = app.add_option_function<std::string>(option, store, help)
                                 ->type_name(fmt::format("{}", fmt::join(choice_names(choices), "|")))
                                 ->take_last();
  describe_choices(*added, choice_names(choices));
  return added;
}

/// Adds an option that takes a number from `min` to `max`. `unit` is the placeholder for the number in --help.
template <class Value, class Number>
CLI::Option* add_number(CLI::App& app, const std::string& names, Value& value, Number min, Number max,
                        const std::string& help, const std::string& unit = "NUMBER") {
  return app.add_option(names, value, help)->check(CLI::Range(min, max))->type_name(unit)->take_last();
}

}  // namespace agalc
