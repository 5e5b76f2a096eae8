// The values of ids while a SPIR-V module is executed symbolically.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "prove/spirv_reader.hpp"
#include "prove/store.hpp"

namespace agal::prove {

/// The lanes of a value. Matrices are stored by column, structs by member.
struct LaneRange {
  std::uint32_t first = 0, count = 0;  // a range of `SpirvValues::all_`
  Id type = 0;
};

/// The maximum number of lanes of a value.
inline constexpr std::size_t max_lanes = 1 << 16;

/// The cost of storing a lane, as a multiple of the cost of copying a lane at a branch.
inline constexpr std::size_t lane_cost = 8;

/// The values of ids, and what all instructions of an execution share: its cost, and its first fault.
class SpirvValues {
 public:
  SpirvValues(Store& store, const SpirvModule& module)
      : store_(store), module_(module), undefined_(store.leaf(Op::Undefined)), lanes_(module.bound) {}

  Store& store() const { return store_; }
  const SpirvModule& module() const { return module_; }
  const SpirvType& type(Id id) const { return module_.type(id); }
  /// Returns a value that the target leaves open.
  Term undefined() const { return undefined_; }

  // ---- values
  /// Returns a lane of a value. It is a fault if the id does not have a value.
  Term lane(Id id, std::uint32_t c) {
    const LaneRange& value = of(id);
    if (value.count == 0) need(id);
    return lane(value, c);
  }
  Term lane(const LaneRange& value, std::uint32_t c) const {
    return c < value.count ? all_[value.first + c] : undefined_;
  }
  const LaneRange& of(Id id) const {
    static const LaneRange none{};
    return id < lanes_.size() ? lanes_[id] : none;
  }
  std::uint32_t count(Id id) const { return of(id).count; }
  std::span<const Term> lanes_of(Id id);  // until the next `set`
  std::vector<Term> copy(Id id);
  void set(Id id, Id type, std::span<const Term> lanes);
  /// Sets the result of an instruction.
  void set(const SpirvInstruction& inst, std::span<const Term> lanes) {
    if (type(inst[1]).op == spv::OpNop) return unknown(inst, "has a type that AGAL does not have");
    set(inst[2], inst[1], lanes);
  }

  // ---- loops
  void begin_loop() { ++loops_; }
  void end_loop() {
    if (--loops_ == 0) made_in_loop_.clear();
  }
  /// Records that an id got a value or a target.
  void note_made(Id id) {
    if (loops_ != 0) made_in_loop_.push_back(id);
  }
  /// The ids that were recorded since the outermost open loop began.
  const std::vector<Id>& made_in_loop() const { return made_in_loop_; }

  // ---- unsigned integers
  /// Converts to an unsigned integer. The result is undefined where the integer is negative.
  Term as_unsigned(Term a);
  /// Returns the integer, which must have the same value as a signed and as an unsigned integer.
  Term not_negative(Term a);
  /// Returns the integer from which `as_unsigned` made this one; nullopt for other integers.
  std::optional<Term> before_unsigned(Term a) const;

  // ---- the execution
  /// Returns `a` where the condition holds and `b` elsewhere. The operands are numbers or conditions.
  Term join(Term condition, Term a, Term b);
  /// Reports a fault if the rule may not be applied. Untouched terms do not need the rule, because they are only
  /// evaluated.
  void allow(Rule rule, std::string_view otherwise);
  /// Reports a fault, unless there is one. `differs`: the fault is a difference from the program.
  void fault(std::string what, bool differs = false) {
    if (!problem_.empty()) return;
    problem_ = std::move(what);
    differs_ = differs;
  }
  void unknown(const SpirvInstruction& inst, std::string_view what);
  /// Adds to the cost. Returns false, with a fault, if the execution is too long.
  bool may_run(std::size_t cost);
  /// Returns the first fault, or "".
  const std::string& problem() const { return problem_; }
  bool differs() const { return differs_; }
  /// Returns true if there is a fault, or the budget of terms is spent.
  bool has_ended() const { return !problem_.empty() || store_.exhausted(); }

 private:
  void need(Id id);

  Store& store_;
  const SpirvModule& module_;
  Term undefined_;
  std::vector<LaneRange> lanes_;  // the values of ids, as ranges of `all_`
  std::vector<Term> all_;
  std::string problem_;
  bool differs_ = false;     // true if `problem_` is a difference from the program
  std::uint32_t loops_ = 0;  // the number of open loops
  std::vector<Id> made_in_loop_;
  std::size_t cost_ = 0;  // the cost so far, in the unit of `lane_cost`
  /// Maps the results of `as_unsigned` to their operands, unless they are equal.
  std::unordered_map<Term, Term> unsigned_;
};

}  // namespace agal::prove
