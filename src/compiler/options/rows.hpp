// Sets and describes one row of a table of options: the compiler, proofs, and the search in games have one each.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "agal/options.hpp"
#include "base/text.hpp"
#include "diag/rules.hpp"
#include "options/values.hpp"

namespace agal::options {

/// Returns what is wrong with a value. If the set of values is not fixed, `choices` is empty.
std::string invalid(std::string_view name, std::string_view value, const std::vector<std::string_view>& choices,
                    std::string_view form);

/// Parses the text and stores the value. Returns what is wrong with the text; "" if the value was stored.
template <class T>
std::string set(T& out, std::string_view name, std::string_view text) {
  if (auto value = Values<T>::parse(text)) {
    out = *std::move(value);
    return {};
  }
  if constexpr (requires { Values<T>::fault(text); }) return Values<T>::fault(text);
  return invalid(name, text, Values<T>::choices(), Values<T>::form());
}

inline std::string range(std::uint64_t least, std::uint64_t greatest) {
  return fmt::format("{} to {}", least, greatest);
}

/// Like `set`, for a whole number between two limits.
template <class T>
std::string set_number(T& out, std::string_view name, std::string_view text, std::uint64_t least,
                       std::uint64_t greatest) {
  const std::optional<std::uint64_t> number = parse_number<std::uint64_t>(text);
  if (!number || *number < least || *number > greatest) return invalid(name, text, {}, range(least, greatest));
  out = static_cast<typename ValueOf<T>::type>(*number);
  return {};
}

/// Returns the name of a value; "" if it does not have one.
template <class T>
std::string_view name_of(const T& value) {
  if constexpr (std::is_enum_v<T> || std::is_same_v<T, bool>)
    return name_in(named_values<T>(), static_cast<int>(value));
  else
    return {};
}

/// Describes the rows of a table. `each` calls this object for each row, with the defaults.
class Descriptions {
 public:
  template <class T>
  void operator()(std::string_view name, std::string_view summary, const T& by_default) {
    all.push_back({name, summary, Values<T>::choices(), Values<T>::form(), name_of(by_default)});
  }
  template <class T>
  void operator()(std::string_view name, std::string_view summary, const T&, std::uint64_t least,
                  std::uint64_t greatest) {
    all.push_back({name, summary, {}, range(least, greatest), {}});
  }
  std::vector<OptionInfo> all{};
};

/// Sets the option with a name. `each` calls this object for each row. `fault` is what is wrong with the value, "" if
/// it was stored, or nullopt if no row has the name.
class Setter {
 public:
  Setter(std::string_view name, std::string_view value) : name_(name), value_(value) {}
  template <class T>
  void operator()(std::string_view name, std::string_view, T& member) {
    if (name == name_) fault = set(member, name_, value_);
  }
  template <class T>
  void operator()(std::string_view name, std::string_view, T& member, std::uint64_t least, std::uint64_t greatest) {
    if (name == name_) fault = set_number(member, name_, value_, least, greatest);
  }
  std::optional<std::string> fault{};

 private:
  std::string_view name_, value_;
};

/// Returns the error AGAL1007 for what is wrong with a value, or for an unknown name if `fault` is nullopt.
inline Diagnostics outcome(const std::optional<std::string>& fault, std::string_view name,
                           const std::vector<OptionInfo>& all) {
  if (fault && fault->empty()) return {};
  if (fault) return diag::failure(diag::Rule::Usage, {*fault});
  std::vector<std::string_view> names;
  for (const OptionInfo& row : all) names.push_back(row.name);
  return diag::failure(diag::Rule::Usage, {base::unknown_name("option", name, names)});
}

}  // namespace agal::options
