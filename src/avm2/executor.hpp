// Symbolic execution of ActionScript code: methods run on all their paths, as far as texts are concerned. docs/adr/0020
// says how and why.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <unordered_set>
#include <utility>
#include <vector>

#include "avm2/control_flow.hpp"
#include "avm2/paths.hpp"
#include "avm2/text_flow.hpp"
#include "avm2/values.hpp"

namespace agal::avm2 {

/// A local that a loop writes, and the constant that it has in this turn.
struct LoopValue {
  std::uint32_t local = 0, name = 0;  // name: a string; 0: it is unknown
  Value value = nothing;
  bool operator==(const LoopValue&) const = default;
};

/// A value at the end of a path.
struct Outcome {
  Value value = nothing;
  PathCondition condition{};
  Value version = nothing;               // of AGAL, that goes with a text
  std::vector<LoopValue> loop_values{};  // of the loops around its use

  /// Keeps what is true for another path as well.
  void join(const PathCondition& other, const std::vector<LoopValue>& values);
};

using Uses = std::map<UseSite, std::vector<Outcome>>;

/// How many calls that are followed lead from one method to another.
inline constexpr unsigned max_call_depth = 5;
/// Of a method; what others are is not known.
inline constexpr std::uint32_t max_parameters = 64;

/// The value that a member of a class has from its initialization on: the strings of a text, or a number. Neither: it
/// is unknown.
struct ClassValue {
  std::vector<std::uint32_t> strings{};
  std::optional<std::int32_t> number{};
  bool is_known() const { return !strings.empty() || number; }
  bool operator==(const ClassValue&) const = default;
};
/// The strings of the names of a class and of its member.
using MemberName = std::pair<std::uint32_t, std::uint32_t>;

/// What the runs of all methods of a file share.
struct FileRun {
  const Abc& abc;
  MovieFacts& facts;
  Values values;
  TextFlow flow;
  std::vector<ControlFlow> control_flow;      // by body
  std::vector<std::uint32_t> body_of_method;  // 0: none, else 1 more than the index
  std::map<MemberName, ClassValue> class_values;
  std::set<MemberName> fixed_fields;  // variables that no code sets after the value of their declaration
  bool initializes = false;           // the code that sets class values runs
  /// Methods whose results are known in each call that was run, and those of which there was another call.
  std::unordered_set<std::uint32_t> followed{}, not_followed{};
  /// The strings of the names of methods, and of classes whose derived classes have a method of this name.
  std::set<std::pair<std::uint32_t, std::uint32_t>> overridden{};
  /// Bodies, and the tracked strings that they push on a path that was run.
  std::set<std::pair<std::size_t, std::uint32_t>> pushed{};
  std::size_t budget = 0;       // of steps, for all bodies
  std::size_t body_budget = 0;  // for the current one
};

class Executor {
 public:
  /// `tracked`: by string of the pool, whether it looks like assembly.
  Executor(const Abc& abc, const std::vector<bool>& tracked, MovieFacts& facts);
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  /// All uses in one body; the values are valid until the next call.
  struct Result {
    Uses uses;
    bool complete = true;  // all paths were followed
  };
  Result run(std::size_t body);

  Values& values() { return file_.values; }
  TextFlow& flow() { return file_.flow; }
  const ControlFlow& control_flow(std::size_t body) const { return file_.control_flow[body]; }
  /// Whether all calls of a method that were run gave its results to their callers.
  bool is_always_followed(std::uint32_t method) const {
    return file_.followed.contains(method) && !file_.not_followed.contains(method);
  }
  /// Whether a path that was run comes to a string that is tracked.
  bool is_reached(std::size_t body, std::uint32_t string) const { return file_.pushed.contains({body, string}); }
  /// Whether a member keeps the value of its declaration.
  bool is_fixed(const Class& of, std::uint32_t name, const Member& member) const {
    return member.kind == Member::Kind::Constant || file_.fixed_fields.contains({of.name, name});
  }
  /// Whether no code of an application calls a method.
  bool is_uncalled(std::uint32_t method) const;
  /// The bodies that read a member with this name.
  const std::vector<std::size_t>& readers(std::uint32_t name) const;
  /// Whether the code of a body pushes or reads a string that is tracked, or calls a method that does.
  bool has_tracked(std::size_t body) const { return has_tracked_[body]; }

 private:
  void find_fixed_fields();
  void read_class_values();
  void find_tracked(const std::vector<bool>& tracked);
  void find_callers();
  void find_names();

  FileRun file_;
  std::vector<bool> has_tracked_;             // by body
  std::unordered_set<std::uint32_t> hidden_;  // the strings of names of private and protected members that code uses
  std::unordered_map<std::uint32_t, std::vector<std::size_t>> readers_;
};

}  // namespace agal::avm2
