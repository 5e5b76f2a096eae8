// Where texts go in the code of a movie: which fields, arguments and results are only parts of texts.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "avm2/abc.hpp"
#include "avm2/values.hpp"

namespace agal::avm2 {

enum class UseKind : std::uint8_t { Argument, Field, Slot, Returned, Other };

/// An argument, a field or a result that texts go through, the same in all code that names it. Names are those of
/// `MovieFacts::number`.
struct AbstractLocation {
  UseKind kind = UseKind::Other;
  std::uint32_t name = 0;      // of the method or the field
  std::uint32_t number = 0;    // of the argument; of a result, how many arguments the call has, or `Arity::any`
  std::uint32_t in_class = 0;  // the name of the class, if it is a member of the object itself; 0: of any class
  auto operator<=>(const AbstractLocation&) const = default;
};

/// The same in one method, with the strings of its file. Values that reach it on different paths are alternatives.
struct UseSite {
  std::size_t at = 0;
  UseKind kind = UseKind::Other;
  std::uint32_t name = 0;    // the string of the method's or the field's name; of a slot, its number
  std::uint32_t number = 0;  // of the argument
  bool own = false;          // a member of the object itself
  bool whole = false;        // an argument beside the name of a stage, or beside another text: not one line of several
  auto operator<=>(const UseSite&) const = default;
};

/// Facts about the code of a movie. Its texts must outlive it.
class MovieFacts {
 public:
  /// A number for a name, equal in all files; 0 for "".
  std::uint32_t number(std::string_view name);
  /// The classes of the movie.
  void add_names(const Abc& abc);

  /// Code adds assembly to a text of this location.
  void extend(const AbstractLocation& location) { extended_.insert(location); }
  /// Whether a text of this location is only a part. Results are those of a method that takes so many arguments.
  bool is_extended(const AbstractLocation& location, const Arity& arguments = {}) const;

  /// The results of this code are always unknown. Returns whether that is new.
  bool note_unknown_results(Bytes code) { return unknown_results_.insert(code.data()).second; }
  bool has_unknown_results(Bytes code) const { return unknown_results_.contains(code.data()); }

  /// A call gives a method a text as an argument, or something else, or an argument of all methods with a name may be
  /// anything.
  void note_argument(std::uint32_t method, std::uint32_t argument, bool is_text) {
    (is_text ? text_arguments_ : other_arguments_).emplace(method, argument);
  }
  void note_any_arguments(std::uint32_t name) { any_arguments_.insert(name); }
  /// Whether each call gives a text. Known when all code was learned from.
  bool is_always_text(std::uint32_t method, std::uint32_t name, std::uint32_t argument) const {
    return learned_ && text_arguments_.contains({method, argument}) && !other_arguments_.contains({method, argument}) &&
           !any_arguments_.contains(name);
  }
  void end_learning() { learned_ = true; }

  /// A text with assembly goes through a location of this name.
  void pass(std::uint32_t name) { passed_.insert(name); }
  bool is_passed(std::uint32_t name) const { return passed_.contains(name); }
  bool passes() const { return !passed_.empty(); }

 private:
  bool is_related(std::uint32_t one, std::uint32_t other) const;
  bool is_base(std::uint32_t base, std::uint32_t derived) const;

  std::unordered_map<std::string_view, std::uint32_t> numbers_;
  std::unordered_map<std::uint32_t, std::uint32_t> bases_;  // by name of the class
  std::set<AbstractLocation> extended_;
  std::unordered_set<std::uint32_t> passed_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> text_arguments_, other_arguments_;  // method, argument
  std::unordered_set<std::uint32_t> any_arguments_;                                     // strings of names of methods
  bool learned_ = false;
  std::unordered_set<const std::byte*> unknown_results_;
};

/// A method on the way to a use: where its code is, and how many calls of the executor lead to it.
struct Frame {
  std::size_t body = 0;
  unsigned depth = 0;
};

/// Notes in the facts of a movie where the code of one file extends texts.
class TextFlow {
 public:
  TextFlow(const Abc& abc, const Values& values, MovieFacts& facts) : abc_(abc), values_(values), facts_(facts) {}

  /// Forgets the values of the method that ran.
  void clear();
  AbstractLocation location_of(const UseSite& site, std::size_t body);
  bool is_extended(const UseSite& site, std::size_t body);

  void extend(const UseSite& site, const Frame& frame) { facts_.extend(location_of(site, frame.body)); }
  /// The code computes `left + right`, or joins these items.
  void add(Value left, Value right, const Frame& frame);
  void join(const std::vector<Value>& items, const Frame& frame);
  /// A text that a method of this file returns; the result of a call of another.
  void note_returned(Value value, std::uint32_t method) { returned_by_.try_emplace(value, method); }
  void note_call(Value result, const UseSite& method) { called_.insert_or_assign(result, method); }

  /// The site of a property or a slot.
  UseSite site_of(Value key, std::size_t at) const;

 private:
  std::uint32_t number_of(std::uint32_t string);
  bool extends(Value value) const;
  bool are_keys(Value left, Value right) const;
  void extend_parts(Value part, const Frame& frame, unsigned depth = 4);

  const Abc& abc_;
  const Values& values_;
  MovieFacts& facts_;
  std::vector<std::uint32_t> numbers_;          // of strings, as far as they were needed
  std::map<Value, std::uint32_t> returned_by_;  // the method
  std::map<Value, UseSite> called_;             // the method, and how many arguments the call has
};

}  // namespace agal::avm2
