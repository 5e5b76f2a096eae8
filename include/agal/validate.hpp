// The player's own rules, under the player's own numbers.
#pragma once

#include <optional>

#include "agal/program.hpp"
#include "agal/result.hpp"

namespace agal {

/// What no program may exceed whatever the level, so that whoever translates it can count on that.
inline constexpr std::uint32_t translatable_registers = 1024;  // of each type; one fewer is the highest index
inline constexpr std::uint32_t translatable_nesting = 64;      // conditionals inside each other

/// Strict: every rule is an error. Warn: rules without which a program still has a meaning (`Firmness::Soft`) are
/// warnings. Off: only `Firmness::Firm` rules are checked.
enum class ValidationLevel : std::uint8_t { Strict, Warn, Off };

struct ValidateOptions {
  ValidationLevel level = ValidationLevel::Strict;
  bool adobe_order = false;                 // report the first error only, the one that the player stops at
  std::optional<Profile> profile;           // check this profile's limits too
  bool ignore_limits = false;               // register and token limits do not hold (ATF-era `ignorelimits`)
  bool allow_reserved = false;              // `sgn` and `ted` are accepted
  std::optional<std::uint32_t> max_tokens;  // a limit of the caller's own, at every level (AGAL4030)
};

/// Checks one program. What passes without an error, at any level, can be translated without further checks:
///
/// - Every opcode is in the table, is none of its tombstones, belongs to the stage, and is neither `sgn` nor `ted`
///   unless `allow_reserved` is set.
/// - Conditionals are balanced, each has one `els` at most, and they nest at most `translatable_nesting` deep.
/// - Every register type that an opcode uses is known; sources are readable and destinations writable in the stage.
///   Indices, those of all matrix rows included, are below `translatable_registers`; those of the position, the depth
///   output and the instance id are 0, those of colour outputs below the newest version's count.
/// - The second source of a texture opcode is a sampler whose dimension is 2d, cube or 3d; no other operand is one.
/// - Only constants are addressed indirectly, by a register that is an attribute, constant, temporary or instance id
///   readable in the stage.
///
/// What `Warn` and `Off` let through, or AGAL 1 with a warning, is still there, and has this meaning: bits of unused operands, reserved bits, and
/// the index fields of direct operands say nothing; scalar operands are their first lane; a matrix's swizzle holds for
/// each row; w of a three-component opcode is not written, nor is anything but x of the depth output; an empty mask
/// writes nothing; the last write to an output wins, inside conditionals too; temporaries may be read unwritten
/// (`Semantics::unwritten`); samplers may be used with several states, values beyond the known ones among them.
///
/// Returns what was found; errors mean that the player would refuse the program. Never fails,
/// whatever the tokens hold; time is linear in their number.
Diagnostics validate(const Program& program, const ValidateOptions& options = {});

/// Checks what only a pair can break: stages, equal versions, varyings read but not written or written in part,
/// outputs left incomplete. Does not repeat `validate` of either, and relies on neither having passed it.
Diagnostics validate_pair(const Program& vertex, const Program& fragment, const ValidateOptions& options = {});

}  // namespace agal
