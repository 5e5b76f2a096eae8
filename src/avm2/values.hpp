// The values of symbolic execution: texts, whole numbers, truth values and lists, as far as they are known. Equal
// values have equal numbers. docs/adr/0020 describes the executor.
#pragma once

#include <compare>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "avm2/abc.hpp"
#include "avm2/instructions.hpp"

namespace agal::avm2 {

/// A value by its number.
using Value = std::uint32_t;
inline constexpr Value nothing = 0;  // unknown and of no interest; as a list: the empty one

// Symbolic values. Names are strings of the pool.

enum class Source : std::uint8_t { Anywhere, ChangedList, Scope, Instruction, Parameter };

/// A value without structure. Two are equal if they have one source.
struct Unknown {
  Source source = Source::Anywhere;
  std::uint32_t where = 0, parameter = 0;  // which one of these sources
  auto operator<=>(const Unknown&) const = default;
};
/// An argument of the method that runs; 0 is the object itself.
struct Argument {
  std::uint32_t number = 0;
  std::uint32_t name = 0;  // a string; 0: it is unknown
  auto operator<=>(const Argument&) const = default;
};
struct Property {
  Value object = nothing;
  std::uint32_t name = 0;
  auto operator<=>(const Property&) const = default;
};
struct Slot {
  Value object = nothing;
  std::uint32_t number = 0;
  auto operator<=>(const Slot&) const = default;
};
struct CallResult {
  std::uint32_t at = 0, name = 0, method = 0;  // of the call; of the method that is called; that calls
  Value object = nothing;                      // whose method it is
  auto operator<=>(const CallResult&) const = default;
};
/// A local or a field that a loop writes, whose number of turns is unknown.
struct Widened {
  std::uint32_t loop = 0, variable = 0;
  Value before = nothing;  // the loop, if that is a text
  auto operator<=>(const Widened&) const = default;
};
struct Operation {
  Opcode code = Opcode::nop;
  Value left = nothing, right = nothing;
  auto operator<=>(const Operation&) const = default;
};
// Concrete values, whose parts may be symbolic.

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
/// A string of the pool, or beyond it a text that was made.
struct String {
  std::uint32_t index = 0;
  auto operator<=>(const String&) const = default;
};
struct Concatenation {
  Value left = nothing, right = nothing;
  auto operator<=>(const Concatenation&) const = default;
};
/// A text in which something unknown takes the place of a hole, which is a text too.
struct Template {
  Value text = nothing, hole = nothing;
  auto operator<=>(const Template&) const = default;
};
struct List {
  Value front = nothing, last = nothing;  // the list of all other items
  auto operator<=>(const List&) const = default;
};
/// One of several texts, as a method returns them: Values::alternatives.
struct Choice {
  std::uint32_t number = 0;
  auto operator<=>(const Choice&) const = default;
};
/// A regular expression that matches one text, which it replaces once or everywhere.
struct Pattern {
  Value text = nothing;
  bool everywhere = false;
  auto operator<=>(const Pattern&) const = default;
};
/// The object of a class, which has its static members.
struct ClassObject {
  std::uint32_t name = 0;  // its string
  auto operator<=>(const ClassObject&) const = default;
};
/// A reference to a list, which can change: State::arrays.
struct Array {
  std::uint32_t number = 0;
  auto operator<=>(const Array&) const = default;
};

using Term = std::variant<Unknown, Argument, Property, Slot, CallResult, Widened, Operation, Null, Boolean, Integer,
                          String, Concatenation, Template, Choice, Pattern, ClassObject, List, Array>;

/// A condition that is unknown, and the side that a path takes.
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
  /// `tracked`: by string of the pool, whether it looks like assembly.
  Values(const Abc& abc, const std::vector<bool>& tracked) : abc_(abc), tracked_(tracked) { clear(); }
  void clear();

  struct Node {
    Term term;
    bool tracked = false;   // it contains a string that is tracked
    bool symbolic = false;  // it contains something unknown
    bool other = false;     // it contains a text that is neither tracked nor blank
    std::uint32_t length = 0;
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
    return is<String>(value) || is<Concatenation>(value) || is<Template>(value) || is<Choice>(value);
  }
  bool is_known(Value value) const { return !nodes_[value].symbolic; }
  bool is_self(Value value) const { return nodes_[value].term == Term(Argument{0}); }
  /// An empty list, or one whose items are known.
  bool is_list(Value value) const { return value == nothing || is<List>(value); }
  /// The number of items of a list that is unknown.
  bool is_length(Value value) const {
    const auto* const property = get<Property>(value);
    return property != nullptr && string_at(property->name) == "length";
  }
  std::optional<std::int32_t> number(Value value) const;
  std::optional<bool> truth(Value value) const;

  Value make(const Term& term);
  Value unknown(Source source, std::size_t where = 0, std::uint32_t parameter = 0) {
    return make(Unknown{source, static_cast<std::uint32_t>(where), parameter});
  }
  Value integer(std::int32_t number) { return make(Integer{number}); }
  Value boolean(bool truth) { return make(Boolean{truth}); }
  Value string(std::uint32_t index);
  Value text(std::string text);
  Value concatenated(Value left, Value right);
  /// The result of an instruction with one or two operands.
  Value unary(Opcode code, Value value);
  Value binary(Opcode code, Value left, Value right);
  Value add(Value left, Value right);
  /// `text.replace(pattern, by)`; with something unknown, the text becomes a template.
  Value replaced(Value text, Value pattern, Value by);
  Value joined_items(Value list, Value separator);
  /// `text.split(separator)`; `nothing` if a part of the text is unknown.
  std::optional<Value> split(Value text, Value separator);
  /// A regular expression, if it matches one text only.
  std::optional<Value> pattern(Value expression, Value flags);
  /// A number or a truth value as a text; another value as it is.
  Value as_text(Value value);
  /// One of these texts.
  Value choice(std::vector<Alternative> alternatives);
  const std::vector<Alternative>& alternatives(Choice choice) const { return choices_[choice.number]; }
  /// The choices in a text or a list, in order.
  std::vector<Value> choices_in(Value value) const;
  /// The same text or list with an alternative in place of each choice: pairs of both.
  Value substituted(Value value, const std::map<Value, Value>& taken);
  /// A string constant with this text.
  std::optional<std::string_view> constant(Value value) const {
    const String* const string = get<String>(value);
    return string != nullptr ? std::optional(string_at(string->index)) : std::nullopt;
  }

  /// The items of a list, in order.
  std::vector<Value> items(Value list) const;
  /// The first part of a text that is concatenated, or `stop`, if that is met before.
  Value first_part(Value text, std::size_t max_depth, Value stop = nothing) const;
  /// The strings of a text, in order.
  struct FlatText {
    std::string text;                    // unknown parts in ‹ ›
    std::vector<std::uint32_t> strings;  // of the pool
    std::string unknown, hole;           // the first of each, "" if there is none
  };
  std::optional<FlatText> flatten(Value value) const;
  /// A name for a reader: `tinted`, `argument 1`, `a < b`.
  std::string describe(Value value, unsigned depth = 3) const;

 private:
  /// Names of damaged code may be beyond the pool: they are "".
  std::string_view string_at(std::uint32_t index) const {
    if (index < abc_.strings.size()) return abc_.strings[index].text;
    const std::size_t made = index - abc_.strings.size();
    return made < made_.size() ? std::string_view(made_[made].text) : std::string_view();
  }
  Value text(std::string text, bool tracked, std::vector<std::uint32_t> strings);
  std::vector<Value> leaves(Value text) const;
  std::optional<bool> are_same_texts(Value left, Value right) const;
  Value replaced_in(Value leaf, std::string_view hole, Value by, bool& more, bool everywhere);
  void set_facts(Node& node) const;
  void flatten_first(Value top, FlatText& out, std::vector<Value>& rest) const;
  std::string describe(const Operation& operation, unsigned depth) const;

  const Abc& abc_;
  const std::vector<bool>& tracked_;
  std::deque<Node> nodes_;
  std::map<Node, Value> numbers_;
  struct MadeText {
    std::string text;
    bool tracked = false;                // as Node::tracked
    std::vector<std::uint32_t> strings;  // of the pool, that it comes from
  };
  std::deque<MadeText> made_;  // texts stay in their places
  std::map<std::string_view, std::uint32_t> made_numbers_;
  std::vector<std::vector<Alternative>> choices_;
  std::map<std::vector<Alternative>, std::uint32_t> choice_numbers_;
  std::size_t made_bytes_ = 0;
};

}  // namespace agal::avm2
