// The interface that the files of rules share: the program, the state of its registers, and functions that report.
//
// The order of the checks is the order of the player: opcode, nesting, source 1, source 2, both sources, destination,
// sampler reuse, token count. Therefore the first error is the error that the player reports. After an error about an
// operand, the check of the operand ends, because further errors would only repeat the first. After a warning, the
// check continues, so that a later error is found.
//
// The functions do not allocate memory before the first finding, except for conditionals that are nested more deeply
// than the player allows.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agal/operands.hpp"
#include "agal/validate.hpp"
#include "diag/rules.hpp"

namespace agal::validation {

using diag::max_findings;
using diag::Rule;

/// The components of each temporary that are written on every path to the current token. Each open conditional saves a
/// state, which is merged when the conditional ends.
class Temporaries {
 public:
  WriteMask written(std::uint32_t index) const {
    return static_cast<WriteMask>(now_.mask(index) | suppressed_.mask(index));
  }
  void write(std::uint32_t index, WriteMask mask);
  /// Suppresses further reports about these components, because they were reported before, or because the instruction
  /// that writes them is invalid.
  void suppress_reports(std::uint32_t index, WriteMask mask);

  void enter_if();
  void enter_else();
  void leave_if();

 private:
  // Masks from the index `used` on are zero, but not stored, because most programs use only a few registers.
  struct State {
    std::uint32_t used = 0;
    std::array<WriteMask, translatable_registers> masks;
    WriteMask mask(std::uint32_t index) const { return index < used ? masks[index] : WriteMask{0}; }
  };
  State& saved(std::size_t level);
  static void extend(State& state, std::uint32_t used);

  State now_, suppressed_;
  std::size_t depth_ = 0;
  std::array<State, 4> shallow_;  // saved states up to the depth that players allow
  std::vector<State> deep_;
};

/// The numbers of registers that operands may name, indexed by register type.
struct RegisterCounts {
  std::array<std::uint32_t, register_table.size()> as_source, as_destination;  // see Context::registers
  std::array<std::uint32_t, 16> readable;                                      // see Context::readable
};

/// An open conditional.
struct OpenConditional {
  std::uint32_t token;   // the index of the `if` token
  std::uint32_t branch;  // the index of the token that begins the current branch, its `if` or `els`
  bool has_else;
};

class Context {
 public:
  Context(const Program& p, const ValidateOptions& o, Diagnostics& found);
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  const Program& program;
  const ValidateOptions& options;
  const Limits limits;  // the limits of the version, which a profile reduces and `ignore_limits` extends

  /// Returns true if checking must stop, because only the first error was requested, or because there were too many.
  bool done() const { return done_; }
  /// Stops checking. The rest of the program cannot be checked, and an error was reported.
  void give_up() { done_ = true; }

  /// The index of the token that is checked.
  std::uint32_t token = 0;
  const Instruction& instruction() const { return program.instructions[token]; }
  bool vertex() const { return program.stage == Stage::Vertex; }
  std::string name(RegisterType type, std::uint32_t index) const { return register_name(type, index, program.stage); }
  /// Returns the name of the register that an operand names, even if its type does not exist.
  template <class Named>
  std::string name(const Named& operand) const {
    return register_name(operand.type_code(), operand.index(), program.stage);
  }
  std::string index_name(Source source) const {
    return register_name(source.index_type_code(), source.index(), program.stage);
  }
  /// Returns the version of the rules: the version of the program, but 1 instead of 0, as in players.
  std::uint32_t version() const { return version_; }
  /// Returns the number of registers of the type that an operand may name. A separate rule checks the stage.
  std::uint32_t registers(RegisterType type, Operand operand) const {
    return (operand == Operand::Destination ? counts_->as_destination
                                            : counts_->as_source)[static_cast<std::size_t>(type)];
  }
  /// Returns the number of registers with this type code that a direct source may name in this stage; 0 for samplers.
  std::uint32_t readable(std::uint32_t type_code) const { return counts_->readable[type_code]; }

  /// Returns true if all eight bits of the byte with a register type are checked, as in the player's AGAL 1 code. They
  /// are checked only if the caller wants the player's report (`adobe_order`).
  bool types_are_bytes() const { return types_are_bytes_; }

  /// Reports a violation at the current token. Returns true if the violation is an error at the chosen level. The
  /// caller then skips the other checks of the operand. `Downgradable::No` makes the violation an error even if the
  /// rule is downgradable, because this program cannot be translated. A `help` that is not empty replaces the rule's
  /// help.
  bool report(Rule rule, Operand operand, std::initializer_list<std::string_view> arguments = {},
              Downgradable downgradable = Downgradable::Yes, std::string help = {});
  /// Reports a violation that players of this version accept. It is always a warning.
  void warn(Rule rule, Operand operand, std::initializer_list<std::string_view> arguments = {});
  /// Reports a violation of the whole program, like `report`.
  bool report_program(Rule rule, std::initializer_list<std::string_view> arguments = {},
                      Downgradable downgradable = Downgradable::Yes);

  Temporaries temporaries;
  std::array<OpenConditional, translatable_nesting> open_conditionals;  // only the first `nesting` entries are valid
  std::uint32_t nesting = 0;

  // The samplers used so far, and for each sampler, the operand bits of its first use. The entries of unused samplers
  // are uninitialized.
  std::bitset<translatable_registers> samplers_used;
  std::array<std::uint64_t, translatable_registers> sampler_first_use;

  std::uint32_t colors_written = 0;  // a mask of color outputs

 private:
  bool add(Diagnostic diagnostic, Downgradable downgradable);
  bool wanted(Rule rule, Downgradable downgradable) const;

  Diagnostics& found_;
  bool done_ = false;
  const std::uint32_t version_;
  const bool types_are_bytes_;
  const RegisterCounts* counts_;
  std::optional<RegisterCounts> own_counts_;  // set if a profile or `ignore_limits` changes the limits
};

// ---- control_flow.cpp
/// Opens, switches and closes conditionals.
void check_flow(Context& context, const OpcodeInfo& op);
/// Checks for operations that are not allowed inside conditionals, and for constant conditions. An `if` counts as a
/// token inside its own conditional.
void check_inside_if(Context& context, const OpcodeInfo& op);
void check_open_conditionals(Context& context);

// ---- registers.cpp
// The checks that most tokens pass are inline. Each `check` returns false after an error, which ends the checks of the
// operand.

/// Checks the index of a register and of the following `rows` - 1 registers. `usable` is true if the operand may name
/// this register type. If so, an index beyond the limit of the version can still be translated.
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
/// Reports that only `limit` registers of this type exist.
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
/// Records the destination of an instruction as written.
void record_write(Context& context, const OpcodeInfo& op);
/// Suppresses further reports about the destination of an invalid instruction.
void suppress_destination_reports(Context& context);

// ---- operands.cpp
/// The bits of a direct operand: the number, the swizzle and the type.
inline constexpr std::uint64_t direct_fields = 0xf'ff00'ffff;
void check_any_source(Context& context, Operand operand, SourceRule rule, const OpcodeInfo& op, Source source);
/// Checks a source operand. The fast path covers nearly all operands: only reads of temporaries need further checks.
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
/// Checks the destination of the current token. The fast path covers nearly all destinations: temporaries with a valid
/// number and mask.
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
/// Returns the owner of the limits for messages: "AGAL 1", or the profile if one is set.
std::string limits_name(const Context& context);
void check_profile(Context& context);
void report_token_count(Context& context);
/// Checks the current token against the maximum number of tokens.
inline void check_token_count(Context& context) {
  if (context.token == context.limits.tokens || context.token == context.options.max_tokens)
    report_token_count(context);
}

}  // namespace agal::validation
