// The kinds of values of symbolic execution, as terms whose parts are other values.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <variant>

#include "avm2/instructions.hpp"

namespace agal::avm2 {

/// The handle of a value.
using Value = std::uint32_t;
inline constexpr Value nothing = 0;  // a value that is not followed; as a list, the empty list

// Symbolic values. Names are indices of strings of the pool.

enum class Source : std::uint8_t { Anywhere, ChangedList, Scope, Instruction, Parameter, Change, Joined };

/// A value without structure. Values from the same source are equal.
struct Unknown {
  Source source = Source::Anywhere;
  std::uint32_t where = 0, parameter = 0;  // identify the source
  auto operator<=>(const Unknown&) const = default;
};
/// An argument of the method that runs. Number 0 is `this`.
struct Argument {
  std::uint32_t number = 0;
  std::uint32_t name = 0;  // the index of a string; 0 if it is unknown
  auto operator<=>(const Argument&) const = default;
};
struct Property {
  Value object = nothing;
  std::uint32_t name = 0;  // 0: the items of a list
  Value since = nothing;   // the last instruction that may have changed the property; `nothing` if none did
  auto operator<=>(const Property&) const = default;
};
struct Slot {
  Value object = nothing;
  std::uint32_t number = 0;
  auto operator<=>(const Slot&) const = default;
};
struct CallResult {
  std::uint32_t at = 0, name = 0, method = 0;  // the position of the call, the called name, and the calling method
  Value object = nothing;                      // the object on which the method is called
  std::uint32_t turn = 0;                      // the iteration of the loops around the call
  auto operator<=>(const CallResult&) const = default;
};
/// A local or a field that a loop writes. The number of iterations of the loop is unknown.
struct Widened {
  std::uint32_t loop = 0, variable = 0;
  Value before = nothing;  // the value before the loop, if it is a text
  auto operator<=>(const Widened&) const = default;
};
struct Operation {
  Opcode code = Opcode::nop;
  Value left = nothing, right = nothing;
  auto operator<=>(const Operation&) const = default;
};
// Concrete values. Their parts may be symbolic.

struct Null {
  auto operator<=>(const Null&) const = default;
};
struct Boolean {
  bool truth = false;
  auto operator<=>(const Boolean&) const = default;
};
struct Integer {
  std::int32_t number = 0;
  auto operator<=>(const Integer&) const = default;
};
/// A string of the pool. Indices beyond the pool are texts that the executor made.
struct String {
  std::uint32_t index = 0;
  auto operator<=>(const String&) const = default;
};
struct Concatenation {
  Value left = nothing, right = nothing;
  auto operator<=>(const Concatenation&) const = default;
};
/// A text in which an unknown value replaces the text `hole`.
struct Template {
  Value text = nothing, hole = nothing;
  auto operator<=>(const Template&) const = default;
};
/// A text that other code may change, or that code changes in a way that is not followed.
struct Altered {
  Value text = nothing;
  Value by = nothing;  // identifies the change
  auto operator<=>(const Altered&) const = default;
};
struct List {
  Value front = nothing, last = nothing;  // the list of all items except the last, and the last item
  auto operator<=>(const List&) const = default;
};
/// One of several texts that a method returns: Values::alternatives.
struct Choice {
  std::uint32_t number = 0;
  auto operator<=>(const Choice&) const = default;
};
/// A regular expression. It replaces the first match or all matches.
struct Pattern {
  /// The beginning of the text of an expression that ignores the case of letters.
  static constexpr std::string_view ignoring_case = "(?i)";
  Value text = nothing;  // the only text that it matches; the expression if it may match several texts
  bool everywhere = false;
  bool is_literal = true;  // true if it matches only one text
  auto operator<=>(const Pattern&) const = default;
};
/// The object that represents a class and has its static members.
struct ClassObject {
  std::uint32_t name = 0;  // the index of a string
  auto operator<=>(const ClassObject&) const = default;
};
/// A reference to a mutable list: State::arrays.
struct Array {
  std::uint32_t number = 0;
  auto operator<=>(const Array&) const = default;
};

using Term = std::variant<Unknown, Argument, Property, Slot, CallResult, Widened, Operation, Null, Boolean, Integer,
                          String, Concatenation, Template, Altered, Choice, Pattern, ClassObject, List, Array>;

struct TermHash {
  std::size_t operator()(const Term& term) const;
};

}  // namespace agal::avm2
