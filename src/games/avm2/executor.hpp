// Symbolic execution of ActionScript code: runs methods on all their paths and follows texts (docs/adr/0020).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <unordered_set>
#include <utility>
#include <vector>

#include "avm2/control_flow.hpp"
#include "avm2/effects.hpp"
#include "avm2/paths.hpp"
#include "avm2/text_flow.hpp"
#include "avm2/values.hpp"

namespace agal::avm2 {

/// A local that a loop writes, and its constant value in one iteration.
struct LoopValue {
  std::uint32_t local = 0, name = 0;  // `name` is the index of a string; 0: unknown
  Value value = nothing;
  bool operator==(const LoopValue&) const = default;
};

/// A value at the end of a path.
struct Outcome {
  Value value = nothing;
  PathCondition condition{};
  Value version = nothing;               // the AGAL version that is passed with a text
  std::vector<LoopValue> loop_values{};  // the values of locals of the loops around the use

  /// Keeps only decisions and loop values that another path shares.
  void join(const PathCondition& other, const std::vector<LoopValue>& values);
};

using Uses = std::map<UseSite, std::vector<Outcome>>;

/// The maximum depth of calls that are followed.
inline constexpr unsigned max_call_depth = 5;
/// The maximum number of parameters that are followed. The values of further parameters are unknown.
inline constexpr std::uint32_t max_parameters = 64;

/// The value of a member of a class after its initialization. It is unknown if it is neither a text nor a number.
struct ClassValue {
  Value text = nothing;  // consists of strings of the pool; see Values::keep
  std::optional<std::int32_t> number{};
  bool is_known() const { return text != nothing || number; }
};
/// The names of a class and of its member, as indices of strings.
using MemberName = std::pair<std::uint32_t, std::uint32_t>;

/// The state that the runs of all methods of a file share.
struct FileRun {
  const Abc& abc;
  MovieFacts& facts;
  Values values;
  TextFlow flow;
  const std::vector<ControlFlow>& control_flow;
  std::vector<std::uint32_t> body_of_method;  // the index of each method's body + 1; 0 if it has none
  std::map<MemberName, ClassValue> class_values;
  std::vector<MemberName> noted{};    // the class values that the current body sets
  std::optional<Effects> effects;     // the changes by calls
  std::set<MemberName> fixed_fields;  // variables that keep the value of their declaration, because no code sets them
  bool initializes = false;           // true while the code that sets class values runs
  /// Methods with a call that was followed, and methods with a call that was not. A method can be in both sets.
  std::unordered_set<std::uint32_t> followed{}, not_followed{};
  /// Pairs of a method's name and a class's name, as strings: a derived class of the class overrides the method.
  std::set<std::pair<std::uint32_t, std::uint32_t>> overridden{};
  /// Pairs of a body and a tracked string: on a path that was run, the body pushes the string.
  std::set<std::pair<std::size_t, std::uint32_t>> pushed{};
  std::vector<Value> patterns{};  // the patterns that the current body replaces, or at which it splits texts
  std::vector<Value> joined{};    // the values that the current body joins with other text, or of which it uses a part
  std::size_t budget = 0;         // the steps that are left for all bodies
  std::size_t body_budget = 0;    // the steps that are left for the current body
};

class Executor {
 public:
  /// The code must outlive the executor.
  Executor(const MovieCode& code, MovieFacts& facts);
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  /// All uses in one body. Their values are valid until the next call of `run`.
  struct Result {
    Uses uses;
    bool complete = true;  // true if all paths were followed
  };
  Result run(std::size_t body);

  const Abc& abc() const { return file_.abc; }
  Values& values() { return file_.values; }
  /// Return the patterns of edits by the last run, and the values that it joined. Valid like its uses.
  const std::vector<Value>& patterns() const { return file_.patterns; }
  const std::vector<Value>& joined() const { return file_.joined; }
  TextFlow& flow() { return file_.flow; }
  const ControlFlow& control_flow(std::size_t body) const { return file_.control_flow[body]; }
  /// Returns true if the runs followed every call of the method that they reached.
  bool is_always_followed(std::uint32_t method) const {
    return file_.followed.contains(method) && !file_.not_followed.contains(method);
  }
  /// Returns true if a path that was run pushes this tracked string.
  bool is_reached(std::size_t body, std::uint32_t string) const { return file_.pushed.contains({body, string}); }
  /// Returns true if a member keeps the value of its declaration.
  bool is_fixed(const Class& of, std::uint32_t name, const Member& member) const {
    return member.kind == Member::Kind::Constant || file_.fixed_fields.contains({of.name, name});
  }
  /// Returns true if the movie is an application and does not call the method.
  bool is_uncalled(std::uint32_t method) const;
  /// Returns the bodies that read a member with this name.
  const std::vector<std::size_t>& readers(std::uint32_t name) const;
  /// Returns true if the code of a body pushes or reads a tracked string, or calls a method that does.
  bool has_tracked(std::size_t body) const { return has_tracked_[body]; }

 private:
  void find_open_classes();
  void find_fixed_fields();
  void read_class_values();
  void keep_class_values();
  void find_tracked();
  void find_callers();
  void find_names();

  bool is_tracked(std::uint32_t string) const { return string < tracked_.size() && tracked_[string]; }

  const std::vector<bool>& tracked_;
  FileRun file_;
  std::unordered_set<std::uint32_t> open_;    // the names of classes whose code may set any field
  std::vector<bool> has_tracked_;             // the result of `has_tracked` for each body
  std::unordered_set<std::uint32_t> hidden_;  // names in the code that may be private or protected, as strings
  std::unordered_map<std::uint32_t, std::vector<std::size_t>> readers_;
};

}  // namespace agal::avm2
