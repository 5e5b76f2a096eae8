// The bad and good programs of the registry of messages, as programs.
#pragma once

#include <optional>
#include <string_view>

#include "agal/compile.hpp"

namespace agal::test {

struct RuleProgram {
  Program program;
  std::optional<Program> fragment;  // of a pair; `program` is what stands for its vertex program then
  CompileOptions options;           // from the line "//! options: …"
  bool loads = false;
  Diagnostics load_diagnostics;
};

/// Reads a program as src/diag/rules/all.def describes it: assembly text or "hex: …", two of them around a line
/// "---", options in a second comment line.
RuleProgram load_rule_program(std::string_view text);

/// The options of such a program; nullopt: one of them is not known, and a test would not test what it says.
std::optional<CompileOptions> rule_options(std::string_view text);

/// Validates it: both programs and the pair of them.
Diagnostics check(const RuleProgram& program);

}  // namespace agal::test
