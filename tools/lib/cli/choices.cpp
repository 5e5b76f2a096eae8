#include "cli/choices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "base/format.hpp"
#include "base/text.hpp"
#include "named_option.hpp"

namespace agalc {

using agal::base::without_punctuation;

std::size_t find_name(std::span<const std::string_view> names, std::string_view name) {
  if (name.starts_with('-')) return names.size();  // it is not a minus that excludes
  const std::string plain = without_punctuation(name);
  const auto found = std::find_if(names.begin(), names.end(),
                                  [&](std::string_view each) { return without_punctuation(each) == plain; });
  return static_cast<std::size_t>(found - names.begin());
}

void describe_choices(CLI::Option& option, const std::vector<std::string_view>& names) {
  option.check(CLI::Validator([](std::string&) { return std::string(); }, agal::base::joined(names, " "), choices_key)
                   .active(false));
}

std::string unknown_choice(const CLI::App& app, std::string_view option, std::string_view noun, std::string_view name,
                           const std::vector<std::string_view>& names) {
  constexpr std::array<std::string_view, 4> kinds{"--emit", "--host", "--profile", "--target"};
  const bool is_kind = std::find(kinds.begin(), kinds.end(), option) != kinds.end();
  const auto other = is_kind ? option_of(name, option.substr(option.find_first_not_of('-'))) : std::nullopt;
  if (!other) return agal::base::unknown_name(noun, name, names);
  std::string message = fmt::format("unknown {} '{}'; {} is a {}", noun, name, other->value, other->noun);
  const bool has_option = app.get_option_no_throw(fmt::format("--{}", other->option)) != nullptr;
  return has_option ? fmt::format("{}: write --{} {}", message, other->option, other->value) : message;
}

CLI::Option* add_names(CLI::App& app, const std::string& option, std::string_view noun,
                       const std::vector<std::string_view>& names, const std::function<void(std::size_t)>& store,
                       const std::string& help) {
  const auto parse = [&app, option, noun, names, store](const std::string& name) {
    const std::size_t i = find_name(names, name);
    if (i == names.size()) throw CLI::ValidationError(option, unknown_choice(app, option, noun, name, names));
    store(i);
  };
  CLI::Option* const added =
      app.add_option_function<std::string>(option, parse, help)->type_name(agal::base::joined(names, "|"))->take_last();
  describe_choices(*added, names);
  return added;
}

}  // namespace agalc
