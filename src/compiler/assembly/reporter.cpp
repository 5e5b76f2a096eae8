#include "assembly/reporter.hpp"

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
  list_.add(diag::make_in_line(rule, file_, line.number, line.whole, part, arguments, std::move(help)));
}

void Reporter::report(Rule rule, std::initializer_list<std::string_view> arguments) {
  if (count(rule)) list_.add(diag::make(rule, diag::in_file(file_), arguments));
}

Diagnostics Reporter::take() && {
  const auto note = [&](Rule rule, std::size_t number) {
    list_.add(diag::make(rule, diag::in_file(file_), {std::to_string(number)}));
  };
  if (warnings_ > diag::max_findings) note(Rule::MoreWarnings, warnings_ - diag::max_findings);
  if (full()) note(Rule::TooManyErrors, diag::max_findings);
  return std::move(list_);
}

}  // namespace agal::assembly
