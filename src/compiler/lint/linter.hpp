// The interface that all lints share: the program, the options, and functions that report. Each kind of lint has a
// file.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string_view>

#include "agal/lint.hpp"
#include "diag/rules.hpp"

namespace agal::linting {

using diag::Rule;

class Linter {
 public:
  Linter(const Program& p, const LintOptions& o) : program(p), options(o) {}

  const Program& program;
  const LintOptions& options;

  bool wants(Rule rule) const;
  /// Reports a finding about a token (0-based), unless this lint is disabled.
  void report(Rule rule, std::size_t token, Operand operand, std::initializer_list<std::string_view> arguments);
  /// Reports a finding about the whole program, unless this lint is disabled.
  void report_program(Rule rule, std::initializer_list<std::string_view> arguments);

  /// Returns the findings, in token order. Findings beyond `max_findings` are replaced by one message.
  Diagnostics take() &&;

 private:
  Diagnostics found_;
};

/// Returns true if the control flow of a program can be analyzed: all opcodes are known, and conditionals are balanced
/// and not nested too deeply for a translation.
bool has_structure(const Program& program);

void check_results(Linter& linter);       // dead_results.cpp
void check_moves(Linter& linter);         // dead_results.cpp
void check_indexed(Linter& linter);       // indexed.cpp
void check_conditionals(Linter& linter);  // conditionals.cpp
void check_samplers(Linter& linter);      // samplers.cpp
void check_varyings(Linter& linter);      // varyings.cpp
void check_near_limits(Linter& linter);   // near_limits.cpp
void check_matrices(Linter& linter);      // matrices.cpp
void check_values(Linter& linter);        // domains.cpp
void check_budgets(Linter& linter);       // budgets.cpp

}  // namespace agal::linting
