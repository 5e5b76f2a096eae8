// The paths through a method: their states, where they meet again, and loops.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "avm2/control_flow.hpp"
#include "avm2/values.hpp"

namespace agal::avm2 {

/// The path condition: all decisions of a path.
class PathCondition {
 public:
  void assume(Value condition, bool truth);
  /// The side that follows from the decisions, if one does.
  std::optional<bool> decided(Value condition, const Values& values) const;
  bool contains(const Decision& decision) const;
  /// Keeps the decisions that the other path has taken too.
  void join(const PathCondition& other);

  std::size_t size() const { return decisions_.size(); }
  auto begin() const { return decisions_.begin(); }
  auto end() const { return decisions_.end(); }

 private:
  static std::optional<bool> follows(const Decision& decision, const Operation& wanted, const Values& values);

  std::vector<Decision> decisions_;
};

struct Field {
  Value key = nothing, value = nothing;
  std::size_t at = 0;   // where it was stored
  bool called = false;  // another method was called since
};

/// The state of one path, or of several that are equal from here on.
struct State {
  std::size_t at = 0;
  std::vector<Value> stack, locals, arrays;  // arrays: the list in each
  std::vector<Field> fields;
  PathCondition condition;
  std::vector<std::pair<std::size_t, std::uint32_t>> turns;  // by the position of a branch backward
  std::uint32_t group = 0;  // of the paths that took as many turns of each loop whose turns are told apart

  Value pop();
  void push(Value value);
  std::vector<Value> pop_arguments(std::size_t count);
  /// The list in an array; nullptr: the value is not an array.
  Value* list_in(Value value, const Values& values);
  bool has_same_values(const State& other) const;
  /// How many turns of a loop the path has taken, since it came to it.
  std::size_t turns_of(const Loop& loop) const;
  std::size_t size() const;
};

/// The paths that are not at their end, by group and position.
class Paths {
 public:
  /// Each step of each path is taken from the budget.
  Paths(const Abc& abc, Values& values, const MethodBody& body, const ControlFlow& flow, std::size_t& budget)
      : abc_(abc), values_(values), body_(body), control_flow_(flow), budget_(budget) {}

  bool empty() const { return pending_.empty(); }
  /// The paths with the lowest position of a group: in this order, paths that meet again are there together.
  std::vector<State> take_lowest();
  /// Continues a path at a position, together with those that have the same values there.
  void add(State state, std::size_t at);
  /// The same for a branch; one backward begins another turn of a loop.
  void branch(State state, std::size_t from, std::size_t to);
  /// Whether no path with these values was at this position of a loop.
  bool is_new(const State& state, std::size_t at);
  /// The loop runs an unknown number of times: the values that it writes are unknown, before each turn and after it.
  void widen(State& state, const Loop& loop);

  bool spend(std::size_t steps);
  void give_up() { complete_ = false; }
  /// False: some paths were not followed.
  bool complete() const { return complete_; }

 private:
  void forget_dead_locals(State& state) const;
  bool begin_turn(State& state, std::size_t from, std::size_t to);
  std::uint32_t name_of(Value key) const;

  const Abc& abc_;
  Values& values_;
  const MethodBody& body_;
  const ControlFlow& control_flow_;
  std::size_t& budget_;
  std::map<std::pair<std::uint32_t, std::size_t>, std::vector<State>> pending_;
  std::map<std::size_t, std::vector<State>> seen_;  // inside loops that run an unknown number of times
  bool complete_ = true;
};

}  // namespace agal::avm2
