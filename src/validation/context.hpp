// Shared by all rule families: the program, the state of its registers, and the functions that report.
//
// The order matters. Each family checks in the order of the player (opcode, nesting, source 1, source 2, the pair of
// them, destination, sampler reuse, count), so that the first error found is the one that the player reports. A check
// returns after its first error about an operand, because later ones would only repeat it in other words; it continues
// after findings that are only warnings at this level, so that a later error is not missed.
//
// Nothing here allocates before the first finding, except for conditionals nested deeper than the player allows.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "agal/operands.hpp"
#include "agal/validate.hpp"
#include "diag/rules.hpp"

namespace agal::validation {

using diag::max_findings;
using diag::Rule;

/// The components of each temporary that have been written on every path to the current token. Each open conditional
/// keeps the state that is merged at its end.
class Temporaries {
 public:
  WriteMask written(std::uint32_t index) const {
    return static_cast<WriteMask>(now_.mask(index) | suppressed_.mask(index));
  }
  void write(std::uint32_t index, WriteMask mask);
  /// Suppresses further reports about these components, because they have been reported, or because the instruction
  /// that writes them is invalid.
  void suppress_reports(std::uint32_t index, WriteMask mask);

  void enter_if();
  void enter_else();
  void leave_if();

 private:
  // Entries from `used` on count as zero, and are not initialized: most programs use only a few registers.
  struct State {
    std::uint32_t used = 0;
    std::array<WriteMask, translatable_registers> masks;
    WriteMask mask(std::uint32_t index) const { return index < used ? masks[index] : WriteMask{0}; }
  };
  State& saved(std::size_t level);
  static void extend(State& state, std::uint32_t used);

  State now_, suppressed_;
  std::size_t depth_ = 0;
  std::array<State, 4> shallow_;  // the depth that players allow
  std::vector<State> deep_;
};

/// An open conditional.
struct OpenConditional {
  std::uint32_t token;   // of its if
  std::uint32_t branch;  // of the token that began the branch: its if or els
  bool has_else;
};

class Context {
 public:
  Context(const Program& p, const ValidateOptions& o, Diagnostics& found);

  const Program& program;
  const ValidateOptions& options;
  const Limits limits;  // of the version, reduced by the profile, extended by ignore_limits

  /// Whether to stop reporting: only the first error was requested, or there were too many.
  bool done() const { return done_; }
  /// Stops checking: the rest of the program cannot be checked, and an error has been reported.
  void give_up() { done_ = true; }

  /// The token being checked.
  std::uint32_t token = 0;
  const Instruction& instruction() const { return program.instructions[token]; }
  bool vertex() const { return program.stage == Stage::Vertex; }
  std::string name(RegisterType type, std::uint32_t index) const { return register_name(type, index, program.stage); }
  /// Of the register that an operand names, whether or not its type exists.
  template <class Named>
  std::string name(const Named& operand) const {
    return register_name(operand.type_code(), operand.index(), program.stage);
  }
  std::string index_name(Source source) const {
    return register_name(source.index_type_code(), source.index(), program.stage);
  }
  /// The version whose rules apply: that of the program, or 1 for 0, as in players.
  std::uint32_t version() const { return version_; }
  /// The number of registers of the type that an operand may name; a separate rule checks the stage.
  std::uint32_t registers(RegisterType type, Operand operand) const {
    return (operand == Operand::Destination ? as_destination_ : as_source_)[static_cast<std::size_t>(type)];
  }
  /// The number of registers with this type code that a direct source may name in this stage; 0 for samplers.
  std::uint32_t readable(std::uint32_t type_code) const { return readable_[type_code]; }

  /// Whether the whole byte that holds a register type counts, as in the player's AGAL 1 code: only when the caller
  /// asked for the report of the player (`adobe_order`).
  bool types_are_bytes() const { return types_are_bytes_; }

  /// Reports a breach at the current token. Returns whether it is an error at this level, in which case no more needs
  /// to be reported about the operand. `Downgradable::No` overrides a downgradable rule if this breach of it leaves
  /// nothing to translate.
  bool report(Rule rule, Operand operand, std::initializer_list<std::string_view> arguments = {},
              Downgradable downgradable = Downgradable::Yes);
  /// Reports a breach that players of this version accept: always a warning.
  void warn(Rule rule, Operand operand, std::initializer_list<std::string_view> arguments = {});
  /// Reports a breach by the whole program.
  bool report_program(Rule rule, std::initializer_list<std::string_view> arguments = {},
                      Downgradable downgradable = Downgradable::Yes);

  Temporaries temporaries;
  std::array<OpenConditional, translatable_nesting> open_conditionals;  // the first `nesting` of them
  std::uint32_t nesting = 0;

  // The samplers in use, and the state of the first use (uninitialized until then).
  std::bitset<translatable_registers> samplers_used;
  std::array<std::uint64_t, translatable_registers> sampler_first_use;

  std::uint32_t colors_written = 0;  // one bit per color output

 private:
  std::uint32_t count(RegisterType type) const;
  bool add(Diagnostic diagnostic, Downgradable downgradable);
  bool wanted(Rule rule, Downgradable downgradable) const;

  Diagnostics& found_;
  bool done_ = false;
  const std::uint32_t version_;
  const bool types_are_bytes_;
  std::array<std::uint32_t, register_table.size()> as_source_, as_destination_;  // see `registers`
  std::array<std::uint32_t, 16> readable_{};                                     // by the four bits of a type
};

// ---- control_flow.cpp
/// Opens, switches and closes conditionals.
void check_flow(Context& context, const OpcodeInfo& op);
/// Operations that are not allowed inside conditionals, and constant conditions: an if is inside of itself.
void check_inside_if(Context& context, const OpcodeInfo& op);
void check_open_conditionals(Context& context);

// ---- registers.cpp
// What most tokens pass is inline. Each `check` returns whether to continue checking the operand: false after an error.

/// Checks the index, and those of the rows after it. `usable` tells whether the register type is allowed there at all:
/// an index that is merely beyond the limit of the version can still be translated.
bool report_beyond(Context& context, Operand operand, RegisterType type, std::uint32_t last, bool usable);
inline bool check_range(Context& context, Operand operand, RegisterType type, std::uint32_t index, std::uint32_t rows,
                        bool usable) {
  const std::uint32_t last = index + rows - 1;
  return last < context.registers(type, operand) || report_beyond(context, operand, type, last, usable);
}
bool report_unknown(Context& context, Operand operand, std::uint32_t type_code);
inline bool check_known(Context& context, Operand operand, std::uint32_t type_code) {
  return find_register(type_code) != nullptr || report_unknown(context, operand, type_code);
}
/// Reports a register that the stage cannot read or write.
void report_unreadable(Context& context, Operand operand, RegisterType type, std::uint32_t index);
void report_unwritable(Context& context, RegisterType type, std::uint32_t index);
/// Reports that there are only `limit` registers of this type.
bool report_range(Context& context, Operand operand, RegisterType type, std::uint32_t index, std::uint32_t limit,
                  Downgradable downgradable);

// ---- samplers.cpp
void check_sampler_operand(Context& context, Operand operand, SourceRule rule, const OpcodeInfo& op,
                           SamplerOperand sampler);
void check_sampler_reuse(Context& context);

// ---- dataflow.cpp
void report_unwritten(Context& context, Operand operand, std::uint32_t index, WriteMask missing);
/// Checks a read of a temporary that needs these components.
inline void check_temporary_read(Context& context, Operand operand, std::uint32_t index, WriteMask needed) {
  const auto missing = static_cast<WriteMask>(needed & ~context.temporaries.written(index) & 0xf);
  if (missing != 0) report_unwritten(context, operand, index, missing);
}
/// After an instruction: records its destination as written.
void record_write(Context& context, const OpcodeInfo& op);
/// The same for an invalid instruction: further reports about its destination are suppressed.
void suppress_destination_reports(Context& context);

// ---- operands.cpp
/// The number, the swizzle and the type: all that a direct operand has.
inline constexpr std::uint64_t direct_fields = 0xf'ff00'ffff;
void check_any_source(Context& context, Operand operand, SourceRule rule, const OpcodeInfo& op, Source source);
/// The same. Of nearly all operands, only what a temporary holds is left to check.
inline void check_source(Context& context, Operand operand, SourceRule rule, const OpcodeInfo& op, Source source) {
  if (rule == SourceRule::None && source.bits == 0) return;
  const bool direct = rule != SourceRule::None && rule != SourceRule::Sampler && (source.bits & ~direct_fields) == 0;
  const std::uint32_t rows = rule == SourceRule::Matrix ? op.rows : 1;
  if (!direct || source.index() + rows > context.readable(source.type_code()) ||
      (rule == SourceRule::Scalar && !source.scalar()))
    return check_any_source(context, operand, rule, op, source);
  if (source.type() == RegisterType::Temporary)
    check_temporary_read(context, operand, source.index(), swizzle_reads(source.swizzle()));
}
void check_source_pair(Context& context, const OpcodeInfo& op);

// ---- outputs.cpp
void check_any_destination(Context& context, const OpcodeInfo& op);
/// The same. Nearly all are temporaries, of which only the number and the mask are left to check.
inline void check_destination(Context& context, const OpcodeInfo& op) {
  const Destination dst = context.instruction().dst;
  const bool temporary =
      op.dest != DestinationRule::None && dst.type() == RegisterType::Temporary && dst.reserved() == 0;
  const WriteMask forbidden = op.dest == DestinationRule::Xyz ? 0x8 : 0;
  if (!temporary || dst.index() >= context.registers(RegisterType::Temporary, Operand::Destination) ||
      dst.mask() == 0 || (dst.mask() & forbidden) != 0)
    check_any_destination(context, op);
}
void check_outputs(Context& context);

// ---- limits.cpp
Limits effective_limits(const Program& program, const ValidateOptions& options);
/// "AGAL 1", or the profile if that is the limit.
std::string limits_name(const Context& context);
void check_profile(Context& context);
void check_token_count(Context& context);

}  // namespace agal::validation
