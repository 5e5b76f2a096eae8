// The bad and good programs of the registry of rules, as programs.
#pragma once

#include <optional>
#include <string_view>

#include "agal/compile.hpp"

namespace agal::test {

struct RuleProgram {
  Program program;
  std::optional<Program> fragment;  // of a pair, whose vertex program is `program`
  CompileOptions options;           // from the line "//! options: …"
  bool loads = false;
  Diagnostics load_diagnostics;
};

/// Reads a program as src/diag/rules/all.def describes it: assembly text or "hex: …", two of them around a line
/// "---", options in a second comment line.
RuleProgram load_rule_program(std::string_view text);

/// The options of such a program; nullopt: one of them is unknown.
std::optional<CompileOptions> rule_options(std::string_view text);

/// Validates both programs and the pair.
Diagnostics check(const RuleProgram& program);

}  // namespace agal::test
