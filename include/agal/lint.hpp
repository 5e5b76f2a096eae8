// Lints: code that players accept, but that is probably unintended or fragile. Numbers 6xxx.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "agal/program.hpp"
#include "agal/result.hpp"
#include "agal/validate.hpp"

namespace agal {

/// The numbers of all lints, ascending.
std::vector<std::uint16_t> all_lints();

/// Parses a list of lints, separated by commas and read from left to right: "all", "none", numbers and slugs (`6001`,
/// `AGAL6001`, `result-never-used`), and any of these after a '-' to remove it: "all,-limits-near". An unknown name is
/// an error (AGAL1007).
Result<std::vector<std::uint16_t>> parse_lints(std::string_view list);

/// Which lints are checked, and against which limits.
struct LintOptions {
  std::vector<std::uint16_t> rules = all_lints();  // the lints to check
  std::optional<Profile> profile;  // the limits for `limits-near`; unset: those of the program's AGAL version
  bool ignore_limits = false;      // ignore register and token limits
  /// How the program was validated: diagnostics that `validate` reports at this level are not repeated.
  ValidationLevel validated = ValidationLevel::Strict;
};

/// Checks one program for lints. Intended for programs that `validate` accepts; never fails whatever the tokens
/// contain. Messages are in token order, those about the whole program last. Linear in the number of tokens.
Diagnostics lint(const Program& program, const LintOptions& options = {});

}  // namespace agal
