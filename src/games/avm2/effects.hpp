// Finds the fields that a call may change.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "avm2/control_flow.hpp"

namespace agal::avm2 {

/// Names of methods of the player, separated by blanks, and whether they call functions of the movie
/// (player_methods.def).
struct PlayerMethods {
  bool calls = false;
  std::string_view names;
};
inline constexpr PlayerMethods player_methods[] = {
#define AVM2_METHODS(kind, class, names) {std::string_view(#kind) == "Calls", names},
#include "avm2/player_methods.def"
#undef AVM2_METHODS
};

/// The fields that an instruction may change, by the strings of their names.
struct Changes {
  /// The name of the items of all lists, which are treated as one field.
  static constexpr std::uint32_t items = 0;
  std::vector<std::uint32_t> names{};  // sorted
  bool of_player = false;              // true if any property of the player's objects may change
  bool undeclared = false;             // true if any field may change that no class of the movie declares
  bool pushed = false;                 // true if any field may change whose name code has as a text
  bool everything = false;             // true if any field may change
  bool by_missing = false;             // true if missing code may change any field, except for fields of one value
  bool empty() const { return names.empty() && !of_player && !undeclared && !pushed && !everything && !by_missing; }
  /// Adds the changes of a store to a property with a computed name, in code that is called.
  void add(KeyKind store);
  void add(const Changes& other);
};

/// Fields are identified by name, in all classes and objects. Variables that functions share are fields. The results
/// are cached; references to them stay valid.
class Effects {
 public:
  /// `control_flow` has an element for each body, and must outlive this object, like `abc`.
  Effects(const Abc& abc, const std::vector<ControlFlow>& control_flow);

  /// Returns the changes by any method with this name, or by constructing a class with this name, and by everything
  /// that these call. The method may be a function in a field, or belong to the player (player_methods.def).
  const Changes& of_call(std::uint32_t name);
  /// Returns the changes by the call of a function that is a value, which may be any such function.
  const Changes& of_unknown_call();
  /// Returns the changes by the constructor of a base class, also to the object that is constructed.
  const Changes& of_super(std::uint32_t class_name);
  /// Returns the changes by constructing an object of a class that is a value.
  const Changes& of_unknown_construct();
  /// Returns the changes by a store to a property, and by its setter if it has one.
  const Changes& of_store(std::uint32_t name);
  /// Returns the changes by the getter and the setter of a property.
  const Changes& of_accessor(std::uint32_t name);
  /// Return the changes by a store to a property with a computed name, and by reading one, which may have a getter. A
  /// call of a method with a computed name may change as much as a store to anything.
  const Changes& of_store_by_key(KeyKind kind);
  const Changes& of_read_by_key();
  /// Returns the changes by the conversion of an object to a text or a number.
  const Changes& of_conversion();
  /// Returns the changes by an iteration over the properties of an object, which may be a proxy, and by accesses to
  /// properties of a proxy.
  const Changes& of_proxy();

  /// Returns true if the changes may include a field with this name.
  bool may_change(const Changes& changes, std::uint32_t name) const;
  /// Returns true if reading a property with this name may run a getter.
  bool has_getter(std::uint32_t name) const { return name < is_getter_.size() && is_getter_[name]; }
  /// Returns true if a class or a function of the movie declares a field or a method with this name.
  bool is_declared(std::uint32_t name) const { return name < is_declared_.size() && is_declared_[name]; }
  /// Returns true if only constants have this name. They keep their first value.
  bool is_constant(std::uint32_t name) const { return name < is_constant_.size() && is_constant_[name]; }

 private:
  using Names = std::vector<std::uint32_t>;
  enum class Kind : std::uint8_t { Pure, Fresh, Own, List, Calls };
  // The sum of the changes that a query has found.
  struct Query {
    Changes changes{};
    std::vector<std::size_t> bodies{};  // bodies that were not visited
    bool calls_values = false;
    bool keeps_object = true;  // false if constructors change an object that code already has
  };

  void find_names();
  void find_fields();
  void find_callbacks();
  void find_player_methods();
  void find_getters();
  // The number of visited names reduces the budget.
  bool find_reads(std::size_t getter, Names& read, std::size_t& budget) const;
  Changes changes_by(Query query);
  Changes changes_by_methods(const Names& names);
  Changes changes_by_call(std::uint32_t name, bool keeps_object);
  bool run(Query& query, std::uint32_t name);
  void call(Query& query, std::uint32_t name);
  void visit(Query& query, std::size_t body);
  void note_change(Changes& changes, std::uint32_t name);
  void note_items(Changes& changes);
  void add_getters(Changes& changes);
  Kind kind_of(std::uint32_t name) const;
  std::uint32_t string_of(std::string_view text) const;
  const std::vector<std::size_t>& bodies_of(std::uint32_t name) const;

  const Abc& abc_;
  const std::vector<ControlFlow>& control_flow_;
  std::unordered_map<std::uint32_t, std::vector<std::size_t>>
      bodies_;                               // the bodies of methods and constructors, by name
  std::vector<std::uint32_t> base_of_body_;  // the base class of a constructor, by name; otherwise 0
  std::vector<bool> is_constructor_;         // indexed by body
  std::vector<bool> by_value_;               // indexed by body: true if functions that are values may call it
  std::unordered_map<std::uint32_t, Names> variables_;  // the names of variables that functions share, by slot
  std::vector<std::size_t> callbacks_;                  // the bodies of functions that are used as values
  Names classes_;                                       // the names of classes that are used as values
  std::unordered_map<std::uint32_t, Kind> player_;      // the kinds of the methods of the player, by name
  // Indexed by string: names of getters, of fields and methods that the movie declares, of properties that may belong
  // to the player, and of fields that may have a function as their value.
  std::vector<bool> is_getter_, is_declared_, is_of_player_, may_be_function_;
  std::vector<bool> is_constant_,
      is_pushed_;  // indexed by string: names that only constants have, and texts of the code
  // The last query that visited a method with this name, or noted the change of a field with this name. Indexed by
  // string.
  std::vector<std::uint32_t> run_in_, called_in_, changed_in_;
  std::uint32_t query_ = 0;
  std::unordered_map<std::uint32_t, Names> getters_reading_;  // the names of getters, by the names that they read
  Names getters_;                                             // the names of all getters
  std::unordered_set<std::uint32_t> volatile_;  // the names of getters that may return another value each time
  Names conversions_, proxies_;                 // the names of methods that the player calls
  std::uint32_t length_ = 0, replace_ = 0;      // the strings "length" and "replace"; 0 if there are none
  std::unordered_map<std::uint32_t, Changes> by_call_, by_accessor_, by_store_, by_super_;
  Changes by_undeclared_key_;
  std::optional<Changes> by_callbacks_, by_construct_, by_reading_, by_conversion_, by_proxy_;
  std::size_t budget_ = 0;  // the number of names that may still be visited
};

}  // namespace agal::avm2
