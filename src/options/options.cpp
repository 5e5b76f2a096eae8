#include "agal/options.hpp"

#include <fmt/format.h>

#include "base/suggest.hpp"
#include "diag/rules.hpp"
#include "options/values.hpp"

namespace agal {
namespace {

using options::Values;

template <class Number>
void store(Number& out, std::uint64_t number) {
  out = static_cast<Number>(number);
}
template <class Number>
void store(std::optional<Number>& out, std::uint64_t number) {
  out = static_cast<Number>(number);
}

// False: not a value of this option.
template <class T>
bool set(T& out, std::string_view text) {
  auto value = Values<T>::parse(text);
  if (value) out = *std::move(value);
  return value.has_value();
}

template <class T>
bool set_number(T& out, std::string_view text, std::uint64_t least, std::uint64_t greatest) {
  const std::optional<std::uint64_t> number = options::parse_number<std::uint64_t>(text);
  if (!number || *number < least || *number > greatest) return false;
  store(out, *number);
  return true;
}

// Unset: there is no such option.
std::optional<bool> assign(Options& options, std::string_view name, std::string_view value) {
#define AGAL_OPTION(owner, text, member, summary) \
  if (name == text) return set(options.owner.member, value);
#define AGAL_NUMBER(owner, text, member, least, greatest, summary) \
  if (name == text) return set_number(options.owner.member, value, least, greatest);
#include "agal/tables/options.def"
  return std::nullopt;
}

template <class T>
OptionInfo describe(std::string_view name, std::string_view summary, const T&) {
  return {name, summary, Values<T>::choices(), Values<T>::form()};
}

std::string unknown(std::string_view noun, std::string_view name, const std::vector<std::string_view>& names) {
  const std::string_view near = base::nearest(name, names);
  if (!near.empty()) return fmt::format("unknown {} '{}'; did you mean '{}'?", noun, name, near);
  return fmt::format("unknown {} '{}'; expected one of {}", noun, name, fmt::join(names, ", "));
}

std::string unknown_value(const OptionInfo& option, std::string_view value) {
  if (!option.choices.empty()) return unknown(fmt::format("value of {}", option.name), value, option.choices);
  return fmt::format("invalid value '{}' of {}; expected {}", value, option.name, option.form);
}

Diagnostics usage_error(const std::string& message) {
  Diagnostics found;
  found.add(diag::make(diag::Rule::Usage, {}, {message}));
  return found;
}

}  // namespace

std::vector<OptionInfo> all_options() {
  const Options defaults;
  return {
#define AGAL_OPTION(owner, name, member, summary) describe(name, summary, defaults.owner.member),
#define AGAL_NUMBER(owner, name, member, least, greatest, summary) \
  OptionInfo{name, summary, {}, fmt::format("{} to {}", std::uint64_t{least}, std::uint64_t{greatest})},
#include "agal/tables/options.def"
  };
}

Diagnostics set_option(Options& options, std::string_view name, std::string_view value) {
  const std::optional<bool> known = assign(options, name, value);
  if (known.value_or(false)) return {};
  std::vector<std::string_view> names;
  const std::vector<OptionInfo> all = all_options();
  for (const OptionInfo& option : all) {
    if (option.name == name) return usage_error(unknown_value(option, value));
    names.push_back(option.name);
  }
  return usage_error(unknown("option", name, names));
}

}  // namespace agal
