// Lints find code that players accept, but that is probably unintended or fragile. Their numbers are 6xxx.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "agal/program.hpp"
#include "agal/result.hpp"
#include "agal/validate.hpp"

namespace agal {

/// Returns the numbers of all lints, ascending.
std::vector<std::uint16_t> all_lints();

/// Parses a comma-separated list of lints from left to right. Returns their numbers, ascending. An item is "all",
/// "none", a number or a slug (`6001`, `AGAL6001`, `result-never-used`). A '-' before an item removes it:
/// "all,-limits-near". An unknown name is an error (AGAL1007).
Result<std::vector<std::uint16_t>> parse_lints(std::string_view list);

/// The lints to check, and the limits for them.
struct LintOptions {
  std::vector<std::uint16_t> rules = all_lints();  // the lints to check
  std::optional<Profile> profile;  // the limits for `limits-near`; unset: the limits of the program's AGAL version
  bool ignore_limits = false;      // true to ignore register and token limits
  /// The level of the preceding validation. Diagnostics that `validate` reports at this level are not repeated.
  ValidationLevel validated = ValidationLevel::Strict;
};

/// Checks one program for lints. Intended for programs that `validate` accepts, but never fails for other tokens.
/// Messages are in token order; messages about the whole program are last. Linear in the number of tokens.
Diagnostics lint(const Program& program, const LintOptions& options = {});

}  // namespace agal
