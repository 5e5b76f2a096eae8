// Adds options of the command that are also options of the library. Their values and summaries are in options.def.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <optional>
#include <string_view>

#include "cli/choices.hpp"
#include "options/values.hpp"

namespace agalc {

template <class T>
Choices<T> library_choices() {
  using Values = agal::options::Values<T>;
  Choices<T> choices;
  for (const std::string_view name : Values::choices()) choices.emplace_back(name, *Values::parse(name));
  return choices;
}

/// Returns the summary of an option, followed by additional text of the command.
inline std::string library_help(std::string_view name, std::string_view more = {}) {
  return fmt::format("{}{}", agal::option_summary(name), more);
}

/// Adds --NAME, with one of a few names as its value. `noun` is the name of the value in messages.
template <class Out>
CLI::Option* add_library_choice(CLI::App& app, std::string_view name, std::string_view noun, Out& out,
                                std::string_view more = {}) {
  return add_choice(app, fmt::format("--{}", name), noun, library_choices<typename agal::options::ValueOf<Out>::type>(),
                    out, library_help(name, more));
}

/// Adds the flag --NAME.
inline CLI::Option* add_library_flag(CLI::App& app, std::string_view name, bool& out) {
  return app.add_flag(fmt::format("--{}", name), out, library_help(name));
}

}  // namespace agalc
