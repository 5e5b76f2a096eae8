// Reads the bad and good programs in the registry of rules.
#pragma once

#include <optional>
#include <string_view>

#include "agal/compile.hpp"

namespace agal::test {

struct RuleProgram {
  Program program;
  std::optional<Program> fragment;  // set for a pair; `program` is then the vertex program
  CompileOptions options;           // the options in the line "//! options: …"
  bool loads = false;
  Diagnostics load_diagnostics;
};

/// Reads a program in the format of src/compiler/diag/rules/all.def: assembly text or "hex: …", a line "---" between
/// two programs, and options in a second comment line.
RuleProgram load_rule_program(std::string_view text);

/// Returns the options of such a program; nullopt if an option is not valid.
std::optional<CompileOptions> rule_options(std::string_view text);

/// Validates both programs and the pair.
Diagnostics check(const RuleProgram& program);

}  // namespace agal::test
