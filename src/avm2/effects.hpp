// Finds the fields that a call may change.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "avm2/control_flow.hpp"

namespace agal::avm2 {

/// The fields that an instruction may change, by the strings of their names.
struct Changes {
  /// The name of the items of all lists, which are treated as one field.
  static constexpr std::uint32_t items = 0;
  std::vector<std::uint32_t> names{};  // sorted
  bool everything = false;             // true if any field may change
  bool contains(std::uint32_t name) const;
  bool empty() const { return names.empty() && !everything; }
};

/// Fields are identified by name, in all classes and objects. The results are cached; references to them stay valid.
class Effects {
 public:
  /// `control_flow` has an element for each body, and must outlive this object.
  Effects(const Abc& abc, const std::vector<ControlFlow>& control_flow);

  /// Returns the changes by any method with this name, or by constructing a class with this name, and by everything
  /// that these call.
  const Changes& of_call(std::uint32_t name);
  /// Returns the changes by the call of a function that is a value, which may be any such function.
  const Changes& of_unknown_call();
  /// Returns the changes by a store to a property, which may have a setter.
  const Changes& of_store(std::uint32_t name);
  /// Returns true if reading a property with this name may run a getter.
  bool has_getter(std::uint32_t name) const { return name < is_getter_.size() && is_getter_[name]; }

 private:
  using Names = std::vector<std::uint32_t>;

  void find_callbacks(const Abc& abc);
  Changes changes_by(const std::vector<std::size_t>& bodies);
  void note_change(Changes& changes, std::uint32_t name);
  void add_getters(Changes& changes);
  const std::vector<std::size_t>& bodies_of(std::uint32_t name) const;

  const std::vector<ControlFlow>& control_flow_;
  std::unordered_map<std::uint32_t, std::vector<std::size_t>>
      bodies_;                                        // the bodies of methods and constructors, by name
  std::vector<std::uint32_t> base_of_body_;           // for constructors, the name of the base class; otherwise 0
  std::vector<std::size_t> callbacks_;                // the bodies of functions that are used as values
  std::unordered_set<std::uint32_t> calling_back_;    // names of the player's methods that call functions
  std::unordered_set<std::uint32_t> changing_lists_;  // names of the player's methods that change a list
  std::vector<bool> is_getter_;                       // indexed by string
  // The last query that visited a method with this name, or noted the change of a field with this name. Indexed by
  // string.
  std::vector<std::uint32_t> called_in_, changed_in_;
  std::uint32_t query_ = 0;
  std::unordered_map<std::uint32_t, Names> getters_reading_;  // the names of getters, by the names that they read
  std::uint32_t length_ = 0;                                  // the string "length"; 0 if there is none
  std::uint32_t unknown_call_ = 0;                            // see Abc::unknown_call
  std::unordered_map<std::uint32_t, Changes> by_call_, by_store_;
  Changes by_callbacks_;
  bool has_callbacks_ = false;  // true if `by_callbacks_` is known
  std::size_t budget_ = 0;      // the number of names that may still be visited
};

}  // namespace agal::avm2
