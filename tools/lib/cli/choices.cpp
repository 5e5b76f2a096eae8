#include "cli/choices.hpp"

#include <algorithm>

#include "base/format.hpp"
#include "base/text.hpp"

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

CLI::Option* add_names(CLI::App& app, const std::string& option, std::string_view noun,
                       const std::vector<std::string_view>& names, const std::function<void(std::size_t)>& store,
                       const std::string& help) {
  const auto parse = [option, noun, names, store](const std::string& name) {
    const std::size_t i = find_name(names, name);
    if (i == names.size()) throw CLI::ValidationError(option, agal::base::unknown_name(noun, name, names));
    store(i);
  };
  CLI::Option* const added =
      app.add_option_function<std::string>(option, parse, help)->type_name(agal::base::joined(names, "|"))->take_last();
  describe_choices(*added, names);
  return added;
}

}  // namespace agalc
