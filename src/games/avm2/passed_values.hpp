// Follows arguments back to the values that the code of a movie passes for them.
#pragma once

#include <functional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "avm2/executor.hpp"

namespace agal::avm2 {

class PassedValues {
 public:
  /// Receives a value; `nothing` if it is unknown. The value is valid only during the call.
  using Visit = std::function<void(Values&, Value)>;

  explicit PassedValues(Executor& executor);

  /// Visits values in the method of a body, which ran last. For an argument of the method, visits all values that other
  /// code passes for it.
  void visit_all(std::size_t body, const std::vector<Value>& found, const Visit& visit);
  /// Visits all values that code passes for an argument of any method or constructor with this name. A call that omits
  /// the argument passes its default. Returns true if there is such a call, and the default is not known.
  bool visit_argument(std::uint32_t name, std::uint32_t number, const Visit& visit);
  /// Visits the defaults of an argument of all methods with this name. Returns true if there is one.
  bool visit_defaults(std::uint32_t name, std::uint32_t number, const Visit& visit) {
    return visit_default({name, number}, visit);
  }
  /// Returns the bodies that call a method with this name.
  const std::vector<std::size_t>& callers(std::uint32_t name) const;

 private:
  using Argument = std::pair<std::uint32_t, std::uint32_t>;  // the name of a method, and the number of an argument

  void note(std::size_t body, Value value, const Visit& visit);
  void run_caller(std::size_t body, const Argument& argument, bool& omitted, const Visit& visit);
  bool visit_default(const Argument& argument, const Visit& visit);
  void visit_waiting(const Visit& visit);

  Executor& executor_;
  std::unordered_map<std::uint32_t, std::vector<std::size_t>> callers_;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> methods_;  // the numbers of methods by name
  std::unordered_map<std::uint32_t, std::uint32_t> class_of_constructor_;  // the name of the class of a constructor
  std::set<Argument> seen_;
  std::vector<Argument> waiting_;
};

}  // namespace agal::avm2
