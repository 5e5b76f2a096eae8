// Follows texts through fields, arguments and results, and finds the texts that are only parts of longer texts.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "avm2/abc.hpp"
#include "avm2/edits.hpp"
#include "avm2/values.hpp"
#include "avm2/versions.hpp"

namespace agal::avm2 {

enum class UseKind : std::uint8_t { Argument, Field, Slot, Returned, Other };

/// An argument, a field or a result that texts pass through. It is identified by name, in all code of the movie. Names
/// are numbers from `MovieFacts::number`.
struct AbstractLocation {
  UseKind kind = UseKind::Other;
  std::uint32_t name = 0;      // the name of the method or the field
  std::uint32_t number = 0;    // the position of an argument; for a result, the number of arguments, or `Arity::any`
  std::uint32_t in_class = 0;  // for a member of `this`, the name of the class; otherwise 0, which is any class
  auto operator<=>(const AbstractLocation&) const = default;
};

/// A use of a value in one method. Its names are strings of the pool. Values that reach it on different paths are
/// alternatives.
struct UseSite {
  std::size_t at = 0;
  UseKind kind = UseKind::Other;
  std::uint32_t name = 0;    // the string of the method's or field's name, or the number of the slot
  std::uint32_t number = 0;  // the position of the argument
  bool own = false;          // true for a member of `this`
  bool whole = false;  // true if the call also passes a stage or another text, so the argument is not a single line
  auto operator<=>(const UseSite&) const = default;
};

/// Facts about the code of a movie. The texts of the movie must outlive this object.
class MovieFacts {
 public:
  /// Returns the number of a name. A name has the same number in all files; "" has 0.
  std::uint32_t number(std::string_view name);
  /// Returns a number for a name that only some members with this name have: members of one class or of its derived
  /// classes, which have a string of their own. Code that does not know the class of an object uses the number of the
  /// name.
  std::uint32_t own_number(std::uint32_t string, std::string_view name);
  /// Adds the classes of a file.
  void add_names(const Abc& abc);

  /// Records that the code adds assembly to a text at this location.
  void extend(const AbstractLocation& location) {
    extended_.insert(location);
    if (const auto own = own_numbers_.find(location.name); own != own_numbers_.end())
      extended_.insert(with_name(location, own->second.any_own));
  }
  /// Returns true if a text at this location is only a part of a longer text. For a result, `arguments` is the number
  /// of arguments that the method takes.
  bool is_extended(const AbstractLocation& location, const Arity& arguments = {}) const;

  /// Records that the code edits a text at this location.
  void edit(const AbstractLocation& location, const Edit& edit) {
    edited_[location].insert(edit);
    if (const auto own = own_numbers_.find(location.name); own != own_numbers_.end())
      edited_[with_name(location, own->second.any_own)].insert(edit);
  }
  /// Returns an edit that may change a text at this location; nullopt if there is none.
  std::optional<Edit> edit_of(const AbstractLocation& location, const Arity& arguments, std::string_view text) const;

  /// The versions of AGAL in the code, and the edits of texts that the executor does not follow.
  Versions versions;
  std::vector<Edit> edits;

  /// Notes that the results of this code are always unknown. Returns true if that is new.
  bool note_unknown_results(Bytes code) { return unknown_results_.insert(code.data()).second; }
  bool has_unknown_results(Bytes code) const { return unknown_results_.contains(code.data()); }

  /// Records whether a call passes text for this argument.
  void note_argument(std::uint32_t method, std::uint32_t argument, bool is_text) {
    (is_text ? text_arguments_ : other_arguments_).emplace(method, argument);
  }
  /// Records that a call may pass anything to each method with this name.
  void note_any_arguments(std::uint32_t name) { any_arguments_.insert(name); }
  /// Returns true if every call passes text for this argument. False before `end_learning`.
  bool is_always_text(std::uint32_t method, std::uint32_t name, std::uint32_t argument) const {
    return learned_ && text_arguments_.contains({method, argument}) && !other_arguments_.contains({method, argument}) &&
           !any_arguments_.contains(name);
  }
  void end_learning() { learned_ = true; }

  /// Notes that assembly passes through a location with this name.
  void pass(std::uint32_t name) {
    const auto own = own_numbers_.find(name);
    passed_.insert(own != own_numbers_.end() ? own->second.general : name);
  }
  bool is_passed(std::uint32_t name) const { return passed_.contains(name); }
  bool passes() const { return !passed_.empty(); }

 private:
  template <class Row, class Visit>
  bool any_at(Row row, Row end, const AbstractLocation& location, const Arity& arguments, const Visit& visit) const;
  // The number of a name, and a number that stands for all numbers of members with this name.
  struct General {
    std::uint32_t general = 0, any_own = 0;
  };
  static AbstractLocation with_name(AbstractLocation location, std::uint32_t name) {
    location.name = name;
    return location;
  }
  /// Returns the locations that may be the same as one, because the class of an object is not known.
  std::vector<AbstractLocation> possible(const AbstractLocation& location) const;
  bool is_related(std::uint32_t one, std::uint32_t other) const;
  bool is_base(std::uint32_t base, std::uint32_t derived) const;

  std::unordered_map<std::string_view, std::uint32_t> numbers_;
  std::unordered_map<std::uint32_t, std::uint32_t> bases_;  // the base class of each class, by name
  std::uint32_t last_number_ = 0;
  std::unordered_map<std::uint32_t, std::uint32_t> own_number_of_;  // the results of `own_number`
  std::unordered_map<std::uint32_t, General> own_numbers_;
  std::unordered_map<std::uint32_t, std::uint32_t> any_own_;  // General::any_own by General::general
  std::set<AbstractLocation> extended_;
  std::map<AbstractLocation, std::set<Edit>> edited_;
  std::unordered_set<std::uint32_t> passed_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> text_arguments_, other_arguments_;  // pairs of method and argument
  std::unordered_set<std::uint32_t> any_arguments_;  // the names of methods, as strings
  bool learned_ = false;
  std::unordered_set<const std::byte*> unknown_results_;
};

/// A method that runs: its body, and the number of followed calls that led to it.
struct Frame {
  std::size_t body = 0;
  unsigned depth = 0;
};

/// Finds locations at which the code of one file extends texts, and records them in the facts about the movie.
class TextFlow {
 public:
  TextFlow(const Abc& abc, const Values& values, MovieFacts& facts) : abc_(abc), values_(values), facts_(facts) {}

  /// Forgets the values of the method that ran.
  void clear();
  AbstractLocation location_of(const UseSite& site, std::size_t body);
  bool is_extended(const UseSite& site, std::size_t body);

  void extend(const UseSite& site, const Frame& frame) { facts_.extend(location_of(site, frame.body)); }
  /// Notes that the code computes `left + right`.
  void add(Value left, Value right, const Frame& frame);
  /// Notes that the code edits a text, which may come from other locations.
  void edit(Value text, const Edit& edit, const Frame& frame, unsigned depth = 4);
  /// Returns an edit by other code that may change a text at this site; nullopt if there is none.
  std::optional<Edit> edit_of(const UseSite& site, std::size_t body, std::string_view text);
  /// Notes that the code joins these items.
  void join(const std::vector<Value>& items, const Frame& frame);
  /// Notes a text that a followed method returned.
  void note_returned(Value value, std::uint32_t method) { returned_by_.try_emplace(value, method); }
  /// Notes the result of a call that was not followed.
  void note_call(Value result, const UseSite& method) { called_.insert_or_assign(result, method); }

  /// Returns the site of a property or a slot.
  UseSite site_of(Value key, std::size_t at) const;

 private:
  std::uint32_t number_of(std::uint32_t string);
  std::uint32_t class_number(std::uint32_t string) { return facts_.number(abc_.string(string)); }
  bool extends(Value value) const;
  bool are_keys(Value left, Value right) const;
  template <class Visit>
  void visit_locations(Value text, const Frame& frame, const Visit& visit);
  void extend_parts(Value part, const Frame& frame, unsigned depth = 4);

  const Abc& abc_;
  const Values& values_;
  MovieFacts& facts_;
  std::vector<std::uint32_t> numbers_;          // cached results of `number_of`
  std::map<Value, std::uint32_t> returned_by_;  // the method that returned a text
  std::map<Value, UseSite> called_;             // the method and the number of arguments of a call, by its result
};

}  // namespace agal::avm2
