// The values of a finished module and their uses, for readability.cpp and value_names.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "khronos/words.hpp"

namespace agal::khronos {

using Id = std::uint32_t;

struct ValueNode {
  spv::Op op = spv::OpNop;
  std::uint32_t first = 0, count = 0;  // its operands, in ValueGraph::operands
  Id type = 0;
  std::uint32_t block = 0;  // the number of labels before it
  bool in_function = false;
  std::string_view name;  // points into the words
};

/// A phi, a store, or a conditional branch.
struct Effect {
  std::uint32_t first, count;  // its operands
  Id result;                   // the value of a phi, the variable of a store, otherwise 0
  bool is_phi;
  std::uint32_t block;
};

class ValueGraph {
 public:
  /// Values and effects in module order: definitions come before uses, except for phis.
  struct Step {
    bool is_value;
    std::uint32_t index;  // an id, or an index of `effects`
  };

  /// `words` must outlive this. Stops at the first truncated instruction.
  explicit ValueGraph(std::span<const std::uint32_t> words);

  /// nullptr for an id that is out of bounds.
  const ValueNode* find(Id id) const { return id < values_.size() ? &values_[id] : nullptr; }
  /// One more than the highest id.
  std::size_t bound() const { return values_.size(); }
  const std::vector<Effect>& effects() const { return effects_; }
  const std::vector<Step>& steps() const { return steps_; }
  std::span<const Id> operands(std::uint32_t first, std::uint32_t count) const {
    return std::span(operands_).subspan(first, count);
  }
  std::span<const Id> operands(const ValueNode& value) const { return operands(value.first, value.count); }
  std::span<const Id> operands(const Effect& effect) const { return operands(effect.first, effect.count); }
  /// 1 for a scalar, and for a value without a type.
  std::uint32_t lanes_of(Id id) const;

 private:
  void read_name(std::span<const std::uint32_t> instruction);
  void read_instruction(spv::Op op, std::span<const std::uint32_t> instruction, bool in_function);
  void read_effect(spv::Op op, std::span<const std::uint32_t> instruction);
  void add(const Effect& effect);

  std::vector<ValueNode> values_;
  std::vector<Id> operands_;
  std::vector<Effect> effects_;
  std::vector<Step> steps_;
  std::vector<std::pair<Id, std::uint32_t>> lanes_of_type_;
  std::uint32_t block_ = 0;
};

}  // namespace agal::khronos
