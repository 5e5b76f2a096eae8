// The values of symbolic execution: texts, whole numbers, truth values and lists. Values can be unknown or partly
// known. Equal values have equal handles. docs/adr/0020 describes the executor.
#pragma once

#include <compare>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "avm2/abc.hpp"
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

/// An unknown condition, and the side that a path takes.
struct Decision {
  Value condition = nothing;
  bool truth = false;
  auto operator<=>(const Decision&) const = default;
};
/// A text, and the decisions that lead to it.
struct Alternative {
  Value value = nothing;
  std::vector<Decision> decisions{};
  auto operator<=>(const Alternative&) const = default;
};

class Values {
 public:
  /// `tracked` is true for each string of the pool that looks like assembly.
  Values(const Abc& abc, const std::vector<bool>& tracked) : abc_(abc), tracked_(tracked) { clear(); }
  void clear();

  struct Node {
    Term term;
    bool tracked = false;      // true if it contains a tracked string
    bool symbolic = false;     // true if it contains an unknown value
    bool other = false;        // true if it contains a text that is neither tracked nor blank
    std::uint32_t length = 0;  // the maximum length of the known parts of a text, plus 1 for each concatenation or item
    auto operator<=>(const Node&) const = default;
  };
  /// References stay valid until `clear`.
  const Node& operator[](Value value) const { return nodes_[value]; }
  template <class T>
  const T* get(Value value) const {
    return std::get_if<T>(&nodes_[value].term);
  }
  template <class T>
  bool is(Value value) const {
    return get<T>(value) != nullptr;
  }
  bool is_text(Value value) const {
    return is<String>(value) || is<Concatenation>(value) || is<Template>(value) || is<Altered>(value) ||
           is<Choice>(value);
  }
  bool is_known(Value value) const { return !nodes_[value].symbolic; }
  bool is_self(Value value) const { return nodes_[value].term == Term(Argument{0}); }
  /// Returns true for an empty list, and for a list with a known number of items.
  bool is_list(Value value) const { return value == nothing || is<List>(value); }
  /// Returns true for the length of an unknown list.
  bool is_length(Value value) const {
    const auto* const property = get<Property>(value);
    return property != nullptr && string_at(property->name) == "length";
  }
  std::optional<std::int32_t> number(Value value) const;
  std::optional<bool> truth(Value value) const;

  Value make(const Term& term);
  /// Notes that code reads a property. `describe` tells its first value from later ones.
  void note_read(Value value);
  Value unknown(Source source, std::size_t where = 0, std::uint32_t parameter = 0) {
    return make(Unknown{source, static_cast<std::uint32_t>(where), parameter});
  }
  Value integer(std::int32_t number) { return make(Integer{number}); }
  Value boolean(bool truth) { return make(Boolean{truth}); }
  Value string(std::uint32_t index);
  Value text(std::string text);
  /// Makes a text from a known text, as a part or a variant of it.
  Value derived(Value from, std::string text);
  Value concatenated(Value left, Value right);
  /// Return the result of an instruction with one or two operands.
  Value unary(Opcode code, Value value);
  Value binary(Opcode code, Value left, Value right);
  Value add(Value left, Value right);
  /// Computes `text.replace(pattern, by)`. If `by` is unknown, the text becomes a template.
  Value replaced(Value text, Value pattern, Value by);
  Value joined_items(Value list, Value separator);
  /// Computes `text.split(separator)`. Returns nullopt if a part of the text or the separator is unknown.
  std::optional<Value> split(Value text, Value separator);
  /// Makes a regular expression. Returns nullopt if a part of it is unknown.
  std::optional<Value> pattern(Value expression, Value flags);
  /// Converts a number or a truth value to a text. Other values are returned unchanged.
  Value as_text(Value value);
  /// Makes a choice between texts.
  Value choice(std::vector<Alternative> alternatives);
  const std::vector<Alternative>& alternatives(Choice choice) const { return choices_[choice.number]; }
  /// Returns the choices in a text or a list, in order.
  std::vector<Value> choices_in(Value value) const;
  /// Replaces choices in a text or a list. `taken` has an alternative for each choice.
  Value substituted(Value value, const std::map<Value, Value>& taken);
  /// Returns the text of a known text without choices; nullopt for other values.
  std::optional<std::string> known_text(Value value) const;
  /// Returns the text of a string constant; nullopt for other values.
  std::optional<std::string_view> constant(Value value) const {
    const String* const string = get<String>(value);
    return string != nullptr ? std::optional(string_at(string->index)) : std::nullopt;
  }

  /// Returns the items of a list, in order.
  std::vector<Value> items(Value list) const;
  /// Returns the first part of a concatenated text, or `stop` if the text begins with it.
  Value first_part(Value text, std::size_t max_depth, Value stop = nothing) const;
  /// A text, joined from its parts.
  struct FlatText {
    std::string text;                    // the text, with unknown parts in ‹ ›
    std::vector<std::uint32_t> strings;  // the strings of the pool that it comes from
    std::string unknown, hole;           // the first unknown part and the first hole; "" if there is none
  };
  std::optional<FlatText> flatten(Value value) const;
  /// Returns how messages show a value: `tinted`, `argument 1`, `a < b`.
  std::string describe(Value value, unsigned depth = 3) const;
  /// Returns how messages show a decision: `not tinted`, `a != b`.
  std::string describe(const Decision& decision) const;

 private:
  /// Returns a string, or "" for an invalid index, which damaged code may have.
  std::string_view string_at(std::uint32_t index) const {
    if (index < abc_.strings.size()) return abc_.strings[index].text;
    const std::size_t made = index - abc_.strings.size();
    return made < made_.size() ? std::string_view(made_[made].text) : std::string_view();
  }
  Value text(std::string text, bool tracked, std::vector<std::uint32_t> strings);
  std::vector<Value> leaves(Value text) const;
  bool ends_in_letter(Value text) const;
  std::optional<bool> are_same_texts(Value left, Value right) const;
  Value replaced_in(Value leaf, std::string_view hole, Value by, bool& more, bool everywhere);
  void set_facts(Node& node) const;
  void flatten_first(Value top, FlatText& out, std::vector<Value>& rest) const;
  std::string describe(const Operation& operation, unsigned depth) const;

  const Abc& abc_;
  const std::vector<bool>& tracked_;
  std::deque<Node> nodes_;
  std::map<Node, Value> numbers_;
  std::map<std::pair<Value, std::uint32_t>, Value> first_read_;  // the first value of a property, by object and name
  struct MadeText {
    std::string text;
    bool tracked = false;                // see Node::tracked
    std::vector<std::uint32_t> strings;  // the strings of the pool that it comes from
  };
  std::deque<MadeText> made_;  // a deque keeps the addresses of texts, to which `made_numbers_` refers
  std::map<std::string_view, std::uint32_t> made_numbers_;
  std::vector<std::vector<Alternative>> choices_;
  std::map<std::vector<Alternative>, std::uint32_t> choice_numbers_;
  std::size_t made_bytes_ = 0;
};

}  // namespace agal::avm2
