#include "diag/rules.hpp"

#include <fmt/args.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "base/utf8.hpp"

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
namespace {

constexpr std::size_t max_snippet = 160;

// Replaces each byte of an unprintable character, so that positions do not change.
std::string printable(std::string_view text) {
  return base::with_printable(
      text, [](const base::Character& character) { return std::string(character.bytes, character.valid ? ' ' : '?'); });
}

}  // namespace

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

Location in_file(std::string file) {
  Location location;
  location.file = std::move(file);
  return location;
}

Diagnostic make_in_line(Rule rule, std::string file, std::uint32_t number, std::string_view line, std::string_view part,
                        std::initializer_list<std::string_view> arguments, std::string help) {
  const auto begin = static_cast<std::size_t>(part.data() - line.data());
  Location location = in_file(std::move(file));
  location.line = number;
  location.column = static_cast<std::uint32_t>(begin + 1);
  Diagnostic diagnostic = make(rule, std::move(location), arguments);
  show_line(diagnostic, line, begin, part.size());
  if (!help.empty()) diagnostic.help = std::move(help);
  return diagnostic;
}

void show_line(Diagnostic& diagnostic, std::string_view line, std::size_t begin, std::size_t length) {
  begin = std::min(begin, line.size());
  std::size_t from = 0;
  if (line.size() > max_snippet) from = base::next_boundary(line, begin - std::min(begin, max_snippet / 2));
  const std::size_t to = base::next_boundary(line, std::min(line.size(), from + max_snippet));
  diagnostic.snippet = printable(line.substr(from, to - from));
  diagnostic.caret = static_cast<std::uint32_t>(begin - from);
  diagnostic.caret_length = static_cast<std::uint32_t>(std::max<std::size_t>(1, std::min(length, to - begin)));
}

// Each argument becomes an ellipsis.
std::string general_message(const RuleInfo& rule) {
  std::string out;
  for (std::size_t i = 0; i < rule.message.size(); ++i) {
    const bool placeholder = rule.message[i] == '{' && i + 2 < rule.message.size() && rule.message[i + 2] == '}';
    out += placeholder ? std::string_view("…") : rule.message.substr(i, 1);
    if (placeholder) i += 2;
  }
  return out;
}

}  // namespace diag
}  // namespace agal
