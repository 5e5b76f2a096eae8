// The paths through a method: their states, and merging of paths that meet.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "avm2/control_flow.hpp"
#include "avm2/effects.hpp"
#include "avm2/values.hpp"

namespace agal::avm2 {

/// The path condition: the decisions of a path. If paths have met, it has the decisions of each, as ways to the place.
class PathCondition {
 public:
  void assume(Value condition, bool truth, const Values& values);
  /// Returns the truth of a condition if it follows from the decisions.
  std::optional<bool> decided(Value condition, const Values& values) const;
  /// Returns true if all ways have this decision.
  bool contains(const Decision& decision) const;
  /// Adds the ways of another path. If there are too many, only decisions remain that all ways share.
  void join(const PathCondition& other);
  /// Returns the decisions that all ways share.
  std::vector<Decision> decisions() const;

  std::size_t size() const;

 private:
  using Way = std::vector<Decision>;
  // A comparison of a value with a constant.
  struct Comparison {
    Value subject = nothing;
    Opcode code = Opcode::equals;
    Value constant = nothing;
  };
  // The numbers that a value can be.
  struct Numbers {
    static constexpr std::int64_t limit = std::int64_t{1} << 40;
    std::int64_t low = -limit, high = limit;  // doubled
    bool may_be_other = true;                 // true if it may not be a number
    void restrict(Opcode code, std::int64_t number, bool truth);
    std::optional<bool> decided(Opcode code, std::int64_t number) const;
  };
  static std::optional<Comparison> comparison_of(Value condition, const Values& values);
  static std::optional<bool> decided_on(const Way& way, Value condition, const Values& values);
  static bool unite(Way& way, const Way& other);

  std::vector<Way> ways_{1};
};

struct Field {
  Value key = nothing, value = nothing;
  std::size_t at = 0;   // the position of the store
  bool called = false;  // true if another method was called after the store
};

/// Fields that an instruction of a path may have changed.
struct Change {
  const Changes* fields = nullptr;
  Value since = nothing;  // identifies the instruction
  bool operator==(const Change&) const = default;
};

/// The state of one path, or of several paths that are equal from here on.
struct State {
  std::size_t at = 0;
  std::vector<Value> stack, locals, arrays;  // `arrays` has the list in each array
  std::vector<Field> fields;
  std::vector<Change> changes;        // in order; only the last one of equal `Change::fields`
  std::vector<std::uint32_t> shared;  // the numbers of arrays that other code may change, sorted
  PathCondition condition;
  std::vector<std::pair<std::size_t, std::uint32_t>> turns;  // the iterations of loops, by position of backward branch
  std::uint32_t group = 0;  // in loops that number registers, paths with equal iteration counts have the same group

  Value pop();
  void push(Value value);
  std::vector<Value> pop_arguments(std::size_t count);
  /// Returns the list in an array; nullptr if the value is not an array.
  Value* list_in(Value value, const Values& values);
  /// Notes that other code may change a list, if the value is an array.
  void share(Value value, const Values& values);
  bool has_same_values(const State& other) const;
  /// Returns the number of iterations that the path has completed since it entered a loop.
  std::size_t turns_of(const Loop& loop) const;
  /// Identifies the current iteration of all loops around the position.
  std::uint32_t turn_at(std::size_t position, const ControlFlow& flow) const;
  /// Notes that an instruction may have changed fields.
  void change(const Changes& changed, Value since);
  /// Notes the changes on a path that meets this one. `since` identifies the position where they meet.
  void join_changes(const std::vector<Change>& other, Value since);
  std::size_t size() const;
};

/// The unfinished paths, by group and position.
class Paths {
 public:
  /// Each step of each path reduces the budget.
  Paths(const Abc& abc, Values& values, const MethodBody& body, const ControlFlow& flow, std::size_t& budget)
      : abc_(abc), values_(values), body_(body), control_flow_(flow), budget_(budget) {}

  bool empty() const { return pending_.empty(); }
  /// Removes and returns the paths at the lowest position of the first group. In this order, paths that can meet wait
  /// for each other.
  std::vector<State> take_lowest();
  /// Continues a path at a position. Paths with the same values there become one path.
  void add(State state, std::size_t at);
  /// Continues a path after a branch. A backward branch begins another iteration of a loop.
  void branch(State state, std::size_t from, std::size_t to);
  /// Records a path at a position of a loop. Returns true if no earlier path had the same values there.
  bool is_new(const State& state, std::size_t at);
  /// Makes the values that a loop writes unknown, because it runs an unknown number of times.
  void widen(State& state, const Loop& loop);

  bool spend(std::size_t steps);
  void give_up() { complete_ = false; }
  /// Returns true if all paths were followed.
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
  std::map<std::size_t, std::vector<State>> seen_;  // the paths that `is_new` noted, by position
  bool complete_ = true;
};

}  // namespace agal::avm2
