// Options that take a number, or one of several names. The names are parsed, listed in --help, and suggested for
// misspelled names.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agalc {

template <class T>
using Choices = std::vector<std::pair<std::string_view, T>>;

/// Returns the position of a name, or `names.size()`. Case and punctuation do not matter, except at the beginning:
/// baseline_extended is baselineExtended.
std::size_t find_name(std::span<const std::string_view> names, std::string_view name);

template <class T>
std::vector<std::string_view> choice_names(const Choices<T>& choices) {
  std::vector<std::string_view> names;
  for (const auto& choice : choices) names.push_back(choice.first);
  return names;
}

/// Returns the value of a name, or null.
template <class T>
const T* find_choice(const Choices<T>& choices, std::string_view name) {
  const std::size_t i = find_name(choice_names(choices), name);
  return i < choices.size() ? &choices[i].second : nullptr;
}

/// The group of options that help, completions and manual do not list: former names of other options. Without a group,
/// the parser would not name them in its messages.
inline constexpr char former_names[] = "Former names";

/// The name of the validator that stores the choices of an option. Completions and manuals read it.
inline constexpr char choices_key[] = "choices";

/// Stores the choices in an option, as a validator that is never active. It can be found by name, and does not appear
/// in the output of --help.
void describe_choices(CLI::Option& option, const std::vector<std::string_view>& names);

/// Returns the message about a name that `option` does not take. If another option takes the name, says so.
std::string unknown_choice(const CLI::App& app, std::string_view option, std::string_view noun, std::string_view name,
                           const std::vector<std::string_view>& names);

/// Adds `option`, which takes one of the names and gives the position of the name to `store`.
CLI::Option* add_names(CLI::App& app, const std::string& option, std::string_view noun,
                       const std::vector<std::string_view>& names, const std::function<void(std::size_t)>& store,
                       const std::string& help);

/// Adds `option`, which takes one of the choices and stores it in `out` (a T or an optional<T>).
template <class T, class Out>
CLI::Option* add_choice(CLI::App& app, const std::string& option, std::string_view noun, const Choices<T>& choices,
                        Out& out, const std::string& help) {
  return add_names(
      app, option, noun, choice_names(choices), [choices, &out](std::size_t i) { out = choices[i].second; }, help);
}

/// Adds an option that takes a number from `min` to `max`. `unit` is the placeholder for the number in --help.
template <class Value, class Number>
CLI::Option* add_number(CLI::App& app, const std::string& names, Value& value, Number min, Number max,
                        const std::string& help, const std::string& unit = "NUMBER") {
  return app.add_option(names, value, help)->check(CLI::Range(min, max))->type_name(unit)->take_last();
}

}  // namespace agalc
