#include "diag/rules.hpp"

#include <fmt/args.h>
#include <fmt/format.h>

#include <algorithm>

namespace agal {

const RuleInfo* find_rule(std::uint16_t code) {
  const std::span<const RuleInfo> rows = all_rules();
  const auto row =
      std::lower_bound(rows.begin(), rows.end(), code, [](const RuleInfo& a, std::uint16_t c) { return a.code < c; });
  return row != rows.end() && row->code == code ? &*row : nullptr;
}

const RuleInfo* find_rule(std::string_view text) {
  for (const RuleInfo& row : all_rules()) {
    const std::string number = code_name(row.code);
    if (text == number || text == std::string_view(number).substr(4) || text == row.slug) return &row;
  }
  return nullptr;
}

namespace diag {

const RuleInfo& info(Rule rule) { return *find_rule(static_cast<std::uint16_t>(rule)); }

Diagnostic make(Rule rule, Location location, std::initializer_list<std::string_view> arguments) {
  const RuleInfo& row = info(rule);
  fmt::dynamic_format_arg_store<fmt::format_context> store;
  for (std::string_view argument : arguments) store.push_back(argument);
  Diagnostic diagnostic;
  diagnostic.code = row.code;
  diagnostic.severity = row.severity;
  diagnostic.message = fmt::vformat(row.message, store);
  diagnostic.location = std::move(location);
  diagnostic.help = row.help;
  return diagnostic;
}

}  // namespace diag
}  // namespace agal
