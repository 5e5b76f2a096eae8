// Lints: what a player accepts, but what is hardly meant, or will not last. Numbers 6xxx.
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

/// The lints that a list names: "all", "none", numbers and slugs (`6001`, `AGAL6001`, `result-never-used`), and any of
/// these after a '-' to leave it out again; "all,-limits-near". Read from left to right, separated by commas. A name that is
/// no lint is an error (AGAL1007).
Result<std::vector<std::uint16_t>> parse_lints(std::string_view list);

struct LintOptions {
  std::vector<std::uint16_t> rules = all_lints();  // those to look for
  std::optional<Profile> profile;  // whose limits count as near; unset: those of the program's AGAL version
  bool ignore_limits = false;      // none do
  /// How the program was validated: what `validate` says at this level is not said again.
  ValidationLevel validated = ValidationLevel::Strict;
};

/// Looks for lints in one program. Meant for programs that `validate` accepts; never fails whatever the tokens hold.
/// Messages come in the order of the tokens, what is about the whole program last; time is linear in the number of
/// tokens.
Diagnostics lint(const Program& program, const LintOptions& options = {});

}  // namespace agal
