// Checks the player's validation rules, which keep the player's error numbers.
#pragma once

#include <optional>

#include "agal/limits.hpp"
#include "agal/program.hpp"
#include "agal/result.hpp"

namespace agal {

/// The strictness of validation. Strict: every rule is an error. Warn: rules that are `Downgradable::Yes` are warnings,
/// because a program that breaks them can still be translated. Off: only rules that are `Downgradable::No` are checked.
enum class ValidationLevel : std::uint8_t { Strict, Warn, Off };

/// The rules that are checked.
struct ValidateOptions {
  ValidationLevel level = ValidationLevel::Strict;  // the strictness
  bool adobe_order = false;                         // true to report only the first error, at which the player stops
  std::optional<Profile> profile;                   // a profile with limits that are checked too
  bool ignore_limits = false;                       // true to ignore register and token limits (ATF-era `ignorelimits`)
  bool allow_reserved = false;                      // true to accept `sgn` and `ted`, which players reject (AGAL3621)
  std::optional<std::uint32_t> max_tokens;          // the caller's limit, checked at every level (AGAL4030)
};

/// Checks one program. A program that passes without an error, at any level, can be translated without further checks:
///
/// - Every opcode is in the table, is not a tombstone, and belongs to the stage. `sgn` and `ted` require
///   `allow_reserved`.
/// - Conditionals are balanced, each has at most one `els`, and they nest at most `translatable_nesting` deep.
/// - Every register type that an opcode uses is known. Sources are readable and destinations writable in the stage.
/// - Indices, including the indices of all matrix rows, are below `translatable_registers`. The index of the position,
///   the depth output and the instance id is 0. Indices of color outputs are below the newest version's count.
/// - The second source of a texture opcode is a sampler, and its dimension is 2d, cube or 3d. No other operand is a
///   sampler.
/// - Only constants are addressed indirectly. The index register is an attribute, constant, temporary or instance id
///   that is readable in the stage.
///
/// `Warn` and `Off` accept some invalid programs, and a few rules are only warnings even with `Strict`. Invalid
/// programs that are accepted have this meaning:
///
/// - Bits of unused operands, reserved bits, and the index fields of direct operands are ignored.
/// - A scalar operand reads its first lane. A matrix's swizzle applies to each row.
/// - A three-component opcode does not write w. Only x of the depth output is written. An empty mask writes nothing.
/// - The last write to an output wins, also inside conditionals.
/// - A temporary may be read before it is written (`Semantics::unwritten`).
/// - A sampler may be used with several states, including unknown values.
///
/// An error means that the player would reject the program, except for the caller's limit (AGAL4030). Accepts any
/// tokens and never fails. Linear in the number of tokens.
Diagnostics validate(const Program& program, const ValidateOptions& options = {});

/// Checks the rules that involve both programs of a pair: stages, equal versions (`Program::version_beside`), varyings
/// that are read but not written or only partly written, and incomplete outputs. Does not repeat `validate`, and does
/// not require that the programs passed it.
Diagnostics validate_pair(const Program& vertex, const Program& fragment, const ValidateOptions& options = {});

/// Checks that a program writes its whole output, which linking requires: AGAL3634 for a fragment program, AGAL3635 for
/// a vertex program. `validate_pair` checks this too.
Diagnostics validate_outputs(const Program& program, const ValidateOptions& options = {});

}  // namespace agal
