// Helpers of every pass: they walk the old list, append to the new list, and map old values to new values. A pass that
// only removes instructions works in place.
#pragma once

#include <algorithm>
#include <span>
#include <utility>

#include "base/buffer.hpp"
#include "ir/builder.hpp"
#include "opt/passes.hpp"

namespace agal::opt {

using ir::Lane;

/// Maps the values of the old list to the new ones.
class ValueMap {
 public:
  ValueMap() = default;
  explicit ValueMap(std::size_t size) : values_(size) {}

  Value operator[](Value v) const { return values_[ir::index(v)]; }
  void set(std::uint32_t old_index, Value v) { values_[old_index] = v; }

  /// Replaces the operands of `to`, which is a copy of `from` or `from` itself, by the mapped operands. The operands
  /// are read from the original, because reading parts of a fresh copy is slow. All four operands are processed without
  /// a branch: their number is unpredictable, and a misprediction costs more.
  void map_operands(const Inst& from, Inst& to) const {
    const std::uint32_t count = from.arg_count();
    for (std::uint32_t i = 0; i < 4; ++i) {
      const std::uint32_t arg = from.args[i];
      const std::uint32_t now = ir::index(values_[i < count ? arg : 0]);
      to.args[i] = i < count ? now : arg;
    }
  }

 private:
  base::Buffer<Value> values_;
};

class Rewriter {
 public:
  /// Takes the module's list, and leaves the module a list of the first `kept` instructions, to which the new
  /// instructions are appended.
  explicit Rewriter(ir::Module& module, std::uint32_t kept = 0)
      : module_(module), old_(std::exchange(module.body, {})), map_(old_.size()), kept_(kept) {
    module_.distinct = false;
    module_.folded = std::min(module_.folded, kept);
    // Space for instructions that a pass adds, to avoid growing the vector.
    module_.body.reserve(old_.size() + old_.size() / 8 + 16);
    module_.body.insert(module_.body.end(), old_.data(), old_.data() + kept);
    for (std::uint32_t i = 0; i < kept; ++i) map(i, static_cast<Value>(i));
  }

  std::span<const Inst> old() const { return old_; }
  const Inst& old(Value v) const { return old_[ir::index(v)]; }

  /// Calls `replace(i, old)` for each instruction of the old list that is not kept, and maps the instruction to the
  /// returned value.
  template <class Replace>
  void for_each(Replace&& replace) {
    for (std::uint32_t i = kept_; i < old_.size(); ++i) map(i, replace(i, old_[i]));
  }

  Value mapped(Value v) const { return map_[v]; }
  void map(std::uint32_t old_index, Value v) { map_.set(old_index, v); }

  /// Returns a copy of the instruction with mapped operands.
  Inst mapped_copy(const Inst& inst) const {
    Inst copy = inst;
    map_.map_operands(inst, copy);
    return copy;
  }

  /// Appends a copy of the instruction with mapped operands.
  Value append_mapped(const Inst& inst) {
    map_.map_operands(inst, module_.body.emplace_back(inst));
    return last();
  }
  Value last() const { return module_.last(); }

  /// Appends the instruction unchanged.
  Value append(const Inst& inst) {
    module_.body.push_back(inst);
    return last();
  }

  ir::Module& module() { return module_; }
  const ir::Module& module() const { return module_; }

 private:
  ir::Module& module_;
  base::Buffer<Inst> old_;
  ValueMap map_;
  std::uint32_t kept_;
};

/// Removes instructions from a module's list in place. It allocates memory only if an instruction is removed.
class Compactor {
 public:
  explicit Compactor(ir::Module& module) : module_(module), body_(module.body) {}

  std::uint32_t size() const { return static_cast<std::uint32_t>(body_.size()); }
  /// Moves the next instruction to the position that it has if it is kept, and maps its operands.
  Inst& next(std::uint32_t i) {
    Inst& inst = body_[kept_];
    if (kept_ == i) return inst;  // nothing was removed before
    inst = body_[i];
    map_.map_operands(body_[i], inst);
    return inst;
  }
  /// Returns a kept value in its current state.
  const Inst& operator[](Value v) const { return body_[ir::index(v)]; }
  Inst& operator[](Value v) { return body_[ir::index(v)]; }

  void keep(std::uint32_t i) {
    if (kept_ != i) map_.set(i, static_cast<Value>(kept_));
    ++kept_;
  }
  /// Removes the instruction `i`, which no kept instruction reads.
  void remove(std::uint32_t i) {
    if (kept_ != i) return;
    map_ = ValueMap(body_.size());
    for (std::uint32_t before = 0; before < i; ++before) map_.set(before, static_cast<Value>(before));
  }
  /// Removes the instruction `i`. The value `by` replaces it.
  void replace(std::uint32_t i, Value by) {
    remove(i);
    map_.set(i, by);
  }
  std::uint32_t kept() const { return kept_; }
  void finish() {
    if (kept_ != body_.size()) module_.folded = 0;
    body_.resize(kept_);
  }

 private:
  ir::Module& module_;
  base::Buffer<Inst>& body_;
  ValueMap map_;  // empty until an instruction is removed, because each value maps to itself until then
  std::uint32_t kept_ = 0;
};

/// Removes dead instructions. `live` is the result of `ir::live_lanes`; it is 0 for a dead instruction.
void remove_dead(ir::Module& module, std::span<const std::uint8_t> live);

}  // namespace agal::opt
