// The player's own rules, under the player's own numbers.
#pragma once

#include <optional>

#include "agal/program.hpp"
#include "agal/result.hpp"

namespace agal {

/// Strict: every rule is an error. Warn: rules without which a program still has a meaning (`Firmness::Soft`) are
/// warnings. Off: only `Firmness::Firm` rules are checked.
enum class ValidationLevel : std::uint8_t { Strict, Warn, Off };

struct ValidateOptions {
  ValidationLevel level = ValidationLevel::Strict;
  bool adobe_order = false;        // report the first error only, found in the player's order of checks
  std::optional<Profile> profile;  // check this profile's limits too
  bool ignore_limits = false;      // register and token limits do not hold (ATF-era `ignorelimits`)
  bool allow_reserved = false;     // `sgn` and `ted` are accepted
};

/// Checks one program. Returns what was found; errors mean that the player would refuse the program. Never fails,
/// whatever the tokens hold; time is linear in their number.
Diagnostics validate(const Program& program, const ValidateOptions& options = {});

/// Checks what only a pair can break: stages, equal versions, varyings read but not written or written in part.
/// Does not repeat `validate` of either.
Diagnostics validate_pair(const Program& vertex, const Program& fragment, const ValidateOptions& options = {});

}  // namespace agal
