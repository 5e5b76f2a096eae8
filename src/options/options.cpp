#include "agal/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>
#include <utility>

#include "agal/host.hpp"
#include "base/text.hpp"
#include "diag/rules.hpp"
#include "options/values.hpp"

namespace agal {
namespace {

using options::ValueOf;
using options::Values;

std::string invalid(std::string_view name, std::string_view value, std::string_view form) {
  return fmt::format("invalid value '{}' of {}; expected {}", value, name, form);
}

// Parses the text and stores the value. Returns what is wrong with the text; "" if the value was stored.
template <class T>
std::string set(T& out, std::string_view name, std::string_view text) {
  if (auto value = Values<T>::parse(text)) {
    out = *std::move(value);
    return {};
  }
  if constexpr (requires { Values<T>::fault(text); }) return Values<T>::fault(text);
  if (const auto choices = Values<T>::choices(); !choices.empty())
    return base::unknown_name(fmt::format("value of {}", name), text, choices);
  return invalid(name, text, Values<T>::form());
}

std::string range(std::uint64_t least, std::uint64_t greatest) { return fmt::format("{} to {}", least, greatest); }

template <class T>
std::string set_number(T& out, std::string_view name, std::string_view text, std::uint64_t least,
                       std::uint64_t greatest) {
  const std::optional<std::uint64_t> number = options::parse_number<std::uint64_t>(text);
  if (!number || *number < least || *number > greatest) return invalid(name, text, range(least, greatest));
  out = static_cast<typename ValueOf<T>::type>(*number);
  return {};
}

// Sets an option. Returns what is wrong with the value, "" if it was stored, or nullopt if the option does not exist.
std::optional<std::string> assign(Options& options, std::string_view name, std::string_view value) {
#define AGAL_OPTION(owner, text, member, summary) \
  if (name == text) return set(options.owner.member, name, value);
#define AGAL_NUMBER(owner, text, member, least, greatest, summary) \
  if (name == text) return set_number(options.owner.member, name, value, least, greatest);
#include "agal/tables/options.def"
  return std::nullopt;
}

// Returns the name of a value; "" if it does not have one.
template <class T>
std::string_view name_of(const T& value) {
  if constexpr (std::is_enum_v<T> || std::is_same_v<T, bool>)
    for (const options::NamedValue<T>& row : options::named_values<T>())
      if (row.value == value) return row.name;
  return {};
}

template <class T>
OptionInfo describe(std::string_view name, std::string_view summary, const T& by_default) {
  return {name, summary, Values<T>::choices(), Values<T>::form(), name_of(by_default)};
}

Diagnostics usage_error(const std::string& message) { return diag::failure(diag::Rule::Usage, {message}); }

}  // namespace

std::string options::set_all(CompileOptions& options, std::string_view list) {
  if (list.empty()) return {};
  Options all;
  all.compile = std::move(options);
  std::string fault = read_list(list, ' ', [&](std::string_view each) {
    const std::size_t equals = std::min(each.find('='), each.size());
    const std::string_view value = each.substr(std::min(equals + 1, each.size()));
    return assign(all, each.substr(0, equals), value).value_or(std::string(each));
  });
  options = std::move(all.compile);
  return fault;
}

std::vector<OptionInfo> all_options() {
  const Options defaults;
  return {
#define AGAL_OPTION(owner, name, member, summary) describe(name, summary, defaults.owner.member),
#define AGAL_NUMBER(owner, name, member, least, greatest, summary) \
  OptionInfo{name, summary, {}, range(least, greatest), {}},
#include "agal/tables/options.def"
  };
}

std::string_view option_summary(std::string_view name) {
  for (const OptionInfo& row : all_options())
    if (row.name == name) return row.summary;
  return {};
}

Diagnostics set_option(Options& options, std::string_view name, std::string_view value) {
  const std::optional<std::string> fault = assign(options, name, value);
  if (fault && fault->empty() && name == "host") set_host(options.compile, *options.compile.host);
  // A stage that the text does not name has the entry point of the host.
  if (fault && fault->empty() && name == "entry-point") {
    options.compile.entry_points = options::entry_points_of(options.compile.host);
    Values<EntryPoints>::read(value, options.compile.entry_points);
  }
  // The bindings of the host are added at the end, because the first binding of a resource applies.
  if (fault && fault->empty() && name == "bind" && options.compile.host) {
    const std::vector<Binding> usual = options::bindings_of(*options.compile.host);
    options.compile.bindings.insert(options.compile.bindings.end(), usual.begin(), usual.end());
  }
  if (fault) return fault->empty() ? Diagnostics() : usage_error(*fault);
  std::vector<std::string_view> names;
  for (const OptionInfo& row : all_options()) names.push_back(row.name);
  return usage_error(base::unknown_name("option", name, names));
}

}  // namespace agal
