#include "assembly/reporter.hpp"

#include <fmt/format.h>

namespace agal::assembly {

using diag::Rule;

bool Reporter::wants(Rule rule) const {
  return (diag::info(rule).severity == Severity::Error ? errors_ : warnings_) < diag::max_findings;
}

bool Reporter::count(Rule rule) {
  const bool wanted = wants(rule);
  ++(diag::info(rule).severity == Severity::Error ? errors_ : warnings_);
  return wanted;
}

void Reporter::report(Rule rule, const Line& line, std::string_view part,
                      std::initializer_list<std::string_view> arguments, std::string help) {
  if (!count(rule)) return;
  const auto begin = static_cast<std::size_t>(part.data() - line.whole.data());
  Location location;
  location.file = file_;
  location.line = line.number;
  location.column = static_cast<std::uint32_t>(begin + 1);
  Diagnostic diagnostic = diag::make(rule, std::move(location), arguments);
  diag::show_line(diagnostic, line.whole, begin, part.size());
  if (!help.empty()) diagnostic.help = std::move(help);
  list_.add(std::move(diagnostic));
}

void Reporter::report(Rule rule, std::initializer_list<std::string_view> arguments) {
  if (!count(rule)) return;
  Location location;
  location.file = file_;
  list_.add(diag::make(rule, std::move(location), arguments));
}

Diagnostics Reporter::take() && {
  Location location;
  location.file = file_;
  if (warnings_ > diag::max_findings)
    list_.add(diag::make(Rule::MoreWarnings, location, {std::to_string(warnings_ - diag::max_findings)}));
  if (full()) list_.add(diag::make(Rule::TooManyErrors, location, {std::to_string(diag::max_findings)}));
  return std::move(list_);
}

std::string did_you_mean(std::string_view suggestion) {
  return suggestion.empty() ? std::string() : fmt::format("did you mean '{}'?", suggestion);
}

}  // namespace agal::assembly
