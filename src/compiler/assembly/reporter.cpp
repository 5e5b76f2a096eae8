#include "assembly/reporter.hpp"

#include "assembly/expansion.hpp"

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
                      std::initializer_list<std::string_view> arguments, std::string help, std::string_view where) {
  if (!count(rule)) return;
  Line shown = line;
  std::string place(where);
  if (expansion_ != nullptr) {
    const Origin origin = expansion_->origin_of(part);
    shown = expansion_->line_at(origin.begin);
    part = expansion_->source().substr(origin.begin, origin.length);
    place = expansion_->describe_use(origin.use);
  }
  Diagnostic found = diag::make_in_line(rule, file_, shown.number, shown.whole, part, arguments, std::move(help));
  found.message += place;
  list_.add(std::move(found));
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
