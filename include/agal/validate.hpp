// The player's validation rules, with the player's own numbers.
#pragma once

#include <optional>

#include "agal/limits.hpp"
#include "agal/program.hpp"
#include "agal/result.hpp"

namespace agal {

/// Strict: every rule is an error. Warn: rules that are `Downgradable::Yes` are warnings, because a program that breaks
/// them can still be translated. Off: only rules that are `Downgradable::No` are checked.
enum class ValidationLevel : std::uint8_t { Strict, Warn, Off };

/// The rules that are checked.
struct ValidateOptions {
  ValidationLevel level = ValidationLevel::Strict;  // how strictly
  bool adobe_order = false;                         // report only the first error, the one at which the player stops
  std::optional<Profile> profile;                   // check this profile's limits too
  bool ignore_limits = false;                       // ignore register and token limits (ATF-era `ignorelimits`)
  bool allow_reserved = false;                      // accept `sgn` and `ted`, which players reject (AGAL3621)
  std::optional<std::uint32_t> max_tokens;          // a limit set by the caller, at every level (AGAL4030)
};

/// Checks one program. A program that passes without an error, at any level, can be translated without further checks:
///
/// - Every opcode is in the table, is not a tombstone, belongs to the stage, and is neither `sgn` nor `ted` unless
///   `allow_reserved` is set.
/// - Conditionals are balanced, each has at most one `els`, and they nest at most `translatable_nesting` deep.
/// - Every register type that an opcode uses is known; sources are readable and destinations writable in the stage.
///   Indices, including those of all matrix rows, are below `translatable_registers`; those of the position, the depth
///   output and the instance id are 0, those of color outputs below the newest version's count.
/// - The second source of a texture opcode is a sampler whose dimension is 2d, cube or 3d; no other operand is one.
/// - Only constants are addressed indirectly, by a register that is an attribute, constant, temporary or instance id
///   readable in the stage.
///
/// Breaches that `Warn` and `Off` accept, or AGAL 1 with a warning, have this meaning: bits of unused operands,
/// reserved bits, and the index fields of direct operands are ignored; scalar operands are their first lane; a matrix's
/// swizzle applies to each row; w of a three-component opcode is not written, nor is any component of the depth output
/// except x; an empty mask writes nothing; the last write to an output wins, inside conditionals too; temporaries may
/// be read unwritten (`Semantics::unwritten`); samplers may be used with several states, including unknown values.
///
/// Errors mean that the player would reject the program. Never fails, whatever the tokens contain. Linear in the number
/// of tokens.
Diagnostics validate(const Program& program, const ValidateOptions& options = {});

/// Checks the rules that involve both programs of a pair: stages, equal versions (`Program::version_beside`), varyings
/// that are read but not written or written in part, incomplete outputs. Does not repeat `validate`, and does not
/// require that either program has passed it.
Diagnostics validate_pair(const Program& vertex, const Program& fragment, const ValidateOptions& options = {});

/// Checks that a program writes its whole output, without which no pair with it can be linked: AGAL3634 for a fragment
/// program, AGAL3635 for a vertex program. `validate_pair` checks this too.
Diagnostics validate_outputs(const Program& program, const ValidateOptions& options = {});

}  // namespace agal
