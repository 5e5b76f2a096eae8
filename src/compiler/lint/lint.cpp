// Runs the lints, and parses lists of lints.
#include "agal/lint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/sort.hpp"
#include "base/text.hpp"
#include "lint/linter.hpp"
#include "program/locate.hpp"

namespace agal {
namespace {

std::string unknown_lint(std::string_view word) {
  std::vector<std::string_view> names{"all", "none"};
  for (const std::uint16_t code : all_lints()) names.push_back(find_rule(code)->slug);
  const std::string suggestion = base::did_you_mean(base::nearest(word, names));
  return fmt::format("unknown lint '{}'; {}", word,
                     suggestion.empty() ? "agalc explain --list lists all lints" : suggestion);
}

}  // namespace

namespace linting {

bool Linter::wants(Rule rule) const {
  return std::find(options.rules.begin(), options.rules.end(), static_cast<std::uint16_t>(rule)) != options.rules.end();
}

void Linter::report(Rule rule, std::size_t token, Operand operand, std::initializer_list<std::string_view> arguments) {
  if (!wants(rule)) return;
  found_.add(program::diagnose(program, token, operand, rule, arguments));
}

void Linter::report_program(Rule rule, std::initializer_list<std::string_view> arguments) {
  if (!wants(rule)) return;
  found_.add(program::diagnose(program, rule, arguments));
}

Diagnostics Linter::take() && {
  std::vector<std::pair<std::uint32_t, Diagnostic*>> order;  // sorted by token, then by order of the reports
  for (Diagnostic& d : found_) order.emplace_back(d.location.token.value_or(UINT32_MAX), &d);
  base::sort(order);
  const bool cut = order.size() > diag::max_findings;
  if (cut) order.resize(diag::max_findings);
  Diagnostics sorted;
  for (const auto& [token, d] : order) sorted.add(std::move(*d));
  if (cut) sorted.add(diag::make(Rule::FindingsCut, {}, {fmt::format("{}", diag::max_findings)}));
  return sorted;
}

bool has_structure(const Program& program) {
  std::vector<bool> has_else;  // one entry for each open conditional
  for (const Instruction& token : program.instructions) {
    const OpcodeInfo* const op = token.info();
    if (op == nullptr || op->status == OpcodeStatus::Tombstone) return false;
    switch (op->flow) {
      case Flow::None:
      case Flow::Kill: break;
      case Flow::If:
        if (has_else.size() == translatable_nesting) return false;
        has_else.push_back(false);
        break;
      case Flow::Else:
        if (has_else.empty() || has_else.back()) return false;
        has_else.back() = true;
        break;
      case Flow::EndIf:
        if (has_else.empty()) return false;
        has_else.pop_back();
        break;
    }
  }
  return has_else.empty();
}

}  // namespace linting

std::vector<std::uint16_t> all_lints() {
  std::vector<std::uint16_t> rules;
  for (const RuleInfo& rule : all_rules())
    if (rule.phase == Phase::Lint) rules.push_back(rule.code);
  return rules;
}

Result<std::vector<std::uint16_t>> parse_lints(std::string_view list) {
  std::vector<std::uint16_t> rules;
  while (!list.empty()) {
    const std::string_view item = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), item.size() + 1));
    const bool without = !item.empty() && item[0] == '-';
    const std::string_view word = without ? item.substr(1) : item;
    std::vector<std::uint16_t> named;
    const RuleInfo* const rule = find_rule(word);
    if (word == "all") {
      named = all_lints();
    } else if (word == "none") {
      rules.clear();
    } else if (rule != nullptr && rule->phase == Phase::Lint) {
      named.push_back(rule->code);
    } else {
      return diag::failure(diag::Rule::Usage, {unknown_lint(word)});
    }
    for (const std::uint16_t code : named) {
      rules.erase(std::remove(rules.begin(), rules.end(), code), rules.end());
      if (!without) rules.push_back(code);
    }
  }
  base::sort(rules);
  return rules;
}

Diagnostics lint(const Program& program, const LintOptions& options) {
  using namespace linting;
  Linter linter(program, options);
  check_results(linter);
  check_moves(linter);
  check_indexed(linter);
  check_conditionals(linter);
  check_samplers(linter);
  check_varyings(linter);
  check_near_limits(linter);
  check_matrices(linter);
  check_values(linter);
  check_budgets(linter);
  return std::move(linter).take();
}

}  // namespace agal
