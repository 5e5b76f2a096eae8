// What the rule families share: the program, what is known about its registers so far, and the one way to report.
//
// Order matters. Each family checks in the order in which the player does (opcode, nesting, source 1, source 2, the
// pair of them, destination, sampler reuse, count), so that the first error found is the one that the player
// reports. A check returns after its first error about an operand, because what follows would only repeat it in
// other words; it goes on after what is only a warning at this level, so that an error behind it is not missed.
//
// Nothing here allocates before the first finding, other than conditionals nested deeper than the player allows.
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

using diag::Rule;

/// More findings than anybody reads; keeps the memory that hostile input costs in proportion.
inline constexpr std::size_t max_findings = 1000;

/// Which components of each temporary are certainly written where the check stands. Conditionals that are open keep
/// the state that has to be merged at their end.
class Temporaries {
 public:
  WriteMask written(std::uint32_t index) const {
    return static_cast<WriteMask>(now_.mask(index) | excused_.mask(index));
  }
  void write(std::uint32_t index, WriteMask mask);
  /// Never complain about these components again: they have been complained about, or what wrote them is broken.
  void excuse(std::uint32_t index, WriteMask mask);

  void enter_if();
  void enter_else();
  void leave_if();

 private:
  // Entries from `used` on are zero in meaning, and not initialised: most programs use a handful of registers.
  struct State {
    std::uint32_t used = 0;
    std::array<WriteMask, translatable_registers> masks;
    WriteMask mask(std::uint32_t index) const { return index < used ? masks[index] : WriteMask{0}; }
  };
  State& saved(std::size_t level);
  static void extend(State& state, std::uint32_t used);

  State now_, excused_;
  std::size_t depth_ = 0;
  std::array<State, 4> shallow_;  // as deep as players allow
  std::vector<State> deep_;
};

/// One conditional that is open.
struct OpenIf {
  std::uint32_t token = 0;   // of its ifX
  std::uint32_t branch = 0;  // of what began the branch: its ifX or els
  bool has_else = false;
};

class Context;

/// What `is_plain` asks for.
struct Plain {
  explicit Plain(const Context& context);

  std::array<std::uint32_t, 16> readable{};  // by type code: the registers that a source may name
  std::array<std::uint32_t, 16>
      writable{};  // those that a destination may name, but for what a fragment program stores

  // Fetches that were checked, and nothing was said about them; by the lowest bits of the sampler's number.
  struct Fetch {
    std::uint32_t opcode = 0;
    std::uint64_t sampler = 0;
  };
  std::array<Fetch, 16> fetches{};

  bool knows(const Instruction& fetch) const {
    const Fetch& known = fetches[fetch.sampler().index() % fetches.size()];
    return known.opcode == fetch.opcode && known.sampler == fetch.sampler().bits;
  }
  void learn(const Instruction& fetch) {
    fetches[fetch.sampler().index() % fetches.size()] = {fetch.opcode, fetch.sampler().bits};
  }
};

class Context {
 public:
  Context(const Program& p, const ValidateOptions& o, Diagnostics& found);

  const Program& program;
  const ValidateOptions& options;
  const Limits limits;  // of the version, narrowed by the profile, widened by ignore_limits

  /// Whether there is nothing more to report: the first error was wanted alone, or there were too many.
  bool done() const { return done_; }
  /// The rest of the program cannot be made sense of; an error has said so.
  void give_up() { done_ = true; }

  /// The token that is being checked.
  std::uint32_t token = 0;
  const Instruction& instruction() const { return program.instructions[token]; }
  bool vertex() const { return program.stage == Stage::Vertex; }
  /// The version whose rules hold: that of the program, 1 for 0 as players take it.
  std::uint32_t version() const { return version_limits(program.version).agal_version; }

  /// Whether the type of a register is the whole byte that holds it, as the player's AGAL 1 code reads it: only where
  /// what that code says is what was asked for.
  bool types_are_bytes() const {
    return options.adobe_order && options.level == ValidationLevel::Strict && version() == 1;
  }

  /// Reports a breach at the current token. Returns whether it is an error at this level, in which case nothing
  /// more need be said about the operand. `Downgradable::No` overrules a soft rule where this breach of it leaves
  /// nothing to translate.
  bool report(Rule rule, Operand operand, std::initializer_list<std::string_view> arguments = {},
              Downgradable downgradable = Downgradable::Yes);
  /// Reports a breach that players of this version let pass: a warning whatever the rule is otherwise.
  void warn(Rule rule, Operand operand, std::initializer_list<std::string_view> arguments = {});
  /// Reports a breach by the whole program.
  bool report_program(Rule rule, std::initializer_list<std::string_view> arguments = {},
                      Downgradable downgradable = Downgradable::Yes);

  Temporaries temporaries;
  std::array<OpenIf, translatable_nesting> open_ifs;  // the first `nesting` of them
  std::uint32_t nesting = 0;

  // Which samplers were used, and how at first (uninitialised until then).
  std::bitset<translatable_registers> samplers_used;
  std::array<std::uint64_t, translatable_registers> sampler_first_use;

  std::uint32_t colors_written = 0;  // one bit a colour output
  Plain plain;

  std::size_t findings() const { return found_.size(); }

 private:
  bool add(Diagnostic diagnostic, Downgradable downgradable);
  bool wanted(Rule rule, Downgradable downgradable) const;

  Diagnostics& found_;
  bool done_ = false;
};

// ---- plain.cpp
/// Whether no rule has anything to say about the token where it stands.
bool is_plain(const Context& context, const Instruction& token);

/// Every rule about the current token alone, plain or not.
void check_by_rules(Context& context);

// ---- opcodes.cpp
/// Whether the operands of the current token can be looked at.
bool check_opcode(Context& context);

// ---- control_flow.cpp
/// Opens, switches and closes conditionals.
void check_flow(Context& context, const OpcodeInfo& op);
/// What is not allowed inside conditionals, and conditions that are constant.
void check_inside_if(Context& context, const OpcodeInfo& op);
void check_open_ifs(Context& context);

// ---- operands.cpp
void check_source(Context& context, Operand operand, SourceRule rule, const OpcodeInfo& op, Source source);
void check_source_pair(Context& context, const OpcodeInfo& op);

// ---- registers.cpp
// Each returns whether the operand is worth a further look: false after an error.

/// The index, and those of the rows after it. `usable` says whether the register may stand there at all: an index that
/// is only beyond the version's limit can still be translated.
bool check_range(Context& context, Operand operand, RegisterType type, std::uint32_t index, std::uint32_t rows,
                 bool usable);
bool check_known(Context& context, Operand operand, std::uint32_t type_code);
bool check_readable(Context& context, Operand operand, RegisterType type, std::uint32_t index);
bool check_writable(Context& context, RegisterType type, std::uint32_t index);
/// Says that there are only `limit` registers of this type.
bool report_range(Context& context, Operand operand, RegisterType type, std::uint32_t index, std::uint32_t limit,
                  Downgradable downgradable);

/// How many registers of the type an operand may name; the stage in which it may be used is another rule.
std::uint32_t limit_of(const Context& context, RegisterType type, bool destination);

// ---- samplers.cpp
void check_sampler_operand(Context& context, Operand operand, SourceRule rule, const OpcodeInfo& op,
                           SamplerOperand sampler);
void check_sampler_reuse(Context& context, const OpcodeInfo& op);

// ---- dataflow.cpp
/// A read of a temporary that needs these components.
void check_temporary_read(Context& context, Operand operand, std::uint32_t index, WriteMask needed);
/// After an instruction: what it wrote is written.
void record_write(Context& context, const OpcodeInfo& op);
/// The same where the instruction could not be made sense of: whatever it names as its destination is excused.
void excuse_write(Context& context);

// ---- outputs.cpp
void check_destination(Context& context, const OpcodeInfo& op);
void check_outputs(Context& context);

// ---- limits.cpp
Limits effective_limits(const Program& program, const ValidateOptions& options);
/// "AGAL 1", or the profile where that is what limits.
std::string limiting_edition(const Context& context);
void check_profile(Context& context);
void check_token_count(Context& context);

}  // namespace agal::validation
