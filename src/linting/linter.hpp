// Shared by all lints: the program, the options, and the functions that report. One file per kind of lint.
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
  /// The same about the whole program.
  void report_program(Rule rule, std::initializer_list<std::string_view> arguments);

  /// All findings, in token order. If there are too many, the rest are left out, and a note says so.
  Diagnostics take() &&;

 private:
  Diagnostics found_;
};

/// Whether every token is known, and conditionals are balanced and nest no deeper than can be translated: the control
/// flow of other programs cannot be analyzed.
bool has_structure(const Program& program);

void check_results(Linter& linter);       // results.cpp
void check_moves(Linter& linter);         // results.cpp
void check_indexed(Linter& linter);       // indexed.cpp
void check_conditionals(Linter& linter);  // conditionals.cpp
void check_samplers(Linter& linter);      // samplers.cpp
void check_varyings(Linter& linter);      // varyings.cpp
void check_limits_near(Linter& linter);   // limits_near.cpp
void check_matrices(Linter& linter);      // matrices.cpp
void check_values(Linter& linter);        // domains.cpp
void check_budgets(Linter& linter);       // budgets.cpp

}  // namespace agal::linting
