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
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "avm2/abc.hpp"
#include "avm2/terms.hpp"

namespace agal::avm2 {

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
  Values(const Abc& abc, const std::vector<bool>& tracked) : abc_(abc), tracked_(tracked) { make(Unknown{}); }
  /// Forgets all values except the kept ones.
  void clear();
  /// Clears the values, and keeps texts that `pooled` returned. Replaces the texts by their new handles.
  void keep(std::vector<Value>& texts);

  struct Node {
    Term term;
    bool tracked = false;      // true if it contains a tracked string
    bool symbolic = false;     // true if it contains an unknown value
    bool other = false;        // true if it contains a text that is neither tracked nor blank
    std::uint32_t length = 0;  // the maximum length of the known parts of a text, plus 1 for each concatenation or item
    std::uint32_t parts = 1;   // the number of values that a concatenated text consists of
  };
  /// References stay valid until `clear`, or as long as the values if the value is kept.
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
  /// Returns a known text without choices as a text of strings of the pool; nullopt if the text has other parts.
  std::optional<Value> pooled(Value text);
  /// Returns true if two texts consist of the same strings.
  bool have_same_strings(Value left, Value right) const;
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
  std::size_t kept_ = 1;  // the number of nodes that `clear` keeps: strings of the pool, and their concatenations
  std::unordered_map<Term, Value, TermHash> numbers_;
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
