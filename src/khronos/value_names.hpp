// Names for values that have none, and unique ones for those that have.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "khronos/value_graph.hpp"

namespace agal::khronos {

class ValueNames {
 public:
  explicit ValueNames(const ValueGraph& graph);

  /// The name of a value: its own, or that of what it ends up in, with the lane (`op_z`); "" if it has none. Each is
  /// given once: a number is appended to later ones. SPIRV-Cross numbers equal names too, but in an order of its own.
  std::string take(Id id);

 private:
  // What a value ends up in.
  struct Sink {
    Id into = 0;                // a named value or variable
    std::uint32_t lane = none;  // of it
    bool settled = false;
  };
  static constexpr std::uint32_t none = 0xffff'ffff;

  void sink_operands(const ValueNode& user, Id id);
  void sink(Id operand, Id into, std::uint32_t lane, bool settled);
  std::string given_name(Id id) const;

  const ValueGraph& graph_;
  std::vector<Sink> sinks_;
  std::unordered_map<std::string, std::uint32_t> used_;
};

}  // namespace agal::khronos
