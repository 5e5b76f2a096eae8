// What code says about texts in other code: which fields, arguments and results it extends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "avm2/abc.hpp"

namespace agal::extraction {

enum class UseKind : std::uint8_t { Argument, Field, Slot, Returned, Other, Lines };

/// A place that texts go through, the same in all code that names it. Names are those of `CodeFacts::number`.
struct Place {
  UseKind kind = UseKind::Other;
  std::uint32_t name = 0;      // of the method or the field
  std::uint32_t number = 0;    // of the argument; of a result, how many arguments the call has, or `Arity::any`
  std::uint32_t in_class = 0;  // the name of the class, if it is a member of the object itself; 0: of any class
  auto operator<=>(const Place&) const = default;
};

/// Facts about all ABC files of a movie, as classes of one file extend texts of another. The texts of these files must
/// outlive it.
class CodeFacts {
 public:
  /// A number for a name, equal in all files; 0 for "".
  std::uint32_t number(std::string_view name);
  /// The classes and methods of a file.
  void add_names(const Abc& abc);
  /// Whether several methods have this name.
  bool has_several(std::uint32_t name) const;

  /// Code adds assembly to a text of this place.
  void extend(const Place& place) { extended_.insert(place); }
  /// Whether a text of this place is only a part. Results are those of a method that takes so many arguments.
  bool is_extended(const Place& place, const Arity& arguments = {}) const;

  /// The results of this code are always unknown. Returns whether that is new.
  bool note_useless(Bytes code) { return useless_.insert(code.data()).second; }
  bool is_useless(Bytes code) const { return useless_.contains(code.data()); }

  /// A text with assembly goes through a place of this name.
  void pass(std::uint32_t name) { passed_.insert(name); }
  bool is_passed(std::uint32_t name) const { return passed_.contains(name); }
  bool passes() const { return !passed_.empty(); }

 private:
  bool is_related(std::uint32_t one, std::uint32_t other) const;
  bool is_base(std::uint32_t base, std::uint32_t derived) const;

  std::unordered_map<std::string_view, std::uint32_t> numbers_;
  std::unordered_map<std::uint32_t, std::uint32_t> bases_;  // by name of the class
  std::unordered_map<std::uint32_t, bool> methods_;         // by name: whether there are several
  std::set<Place> extended_;
  std::unordered_set<std::uint32_t> passed_;
  std::unordered_set<const std::byte*> useless_;
};

}  // namespace agal::extraction
