// Names for unnamed values, and unique names for all.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "khronos/value_graph.hpp"

namespace agal::khronos {

class ValueNames {
 public:
  explicit ValueNames(const ValueGraph& graph);

  /// The name of a value: its own, or that of the value or output that it becomes part of, with the lane (`op_z`); ""
  /// if it has none. Each name is used once: later ones get a number. SPIRV-Cross numbers equal names too, but in a
  /// different order.
  std::string take(Id id);

 private:
  // The value or variable that a value becomes part of.
  struct Sink {
    Id into = 0;                // a named value or variable
    std::uint32_t lane = none;  // its lane
    bool direct = false;
  };
  static constexpr std::uint32_t none = 0xffff'ffff;

  void sink_operands(const ValueNode& user, Id id);
  void sink(Id operand, Id into, std::uint32_t lane, bool direct);
  std::string base_name(Id id) const;

  const ValueGraph& graph_;
  std::vector<Sink> sinks_;
  std::unordered_map<std::string, std::uint32_t> used_;
};

}  // namespace agal::khronos
