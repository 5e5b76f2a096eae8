// The values of expressions in sources: texts with unknown parts, numbers and lists, each with its alternatives.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agal::source_code {

using NodeNumber = std::uint32_t;

/// One side of a choice: of an `if`, a `?:` or a `switch`.
struct Decision {
  std::uint32_t choice = 0, side = 0;
  /// The expression that the choice compares with a constant, and its values on this side. Sides that do not have a
  /// common value exclude each other. 0: the choice does not compare with a constant.
  std::uint32_t subject = 0;
  std::int64_t min = 0, max = 0;
  auto operator<=>(const Decision&) const = default;
};

/// Decisions that all hold: sorted by choice, with one side for each.
using Decisions = std::vector<Decision>;

/// Adds decisions. Returns false if they contradict each other.
bool join(Decisions& into, const Decisions& more);

/// The ways to reach a place, of which one holds. There is no way if it is empty.
using Paths = std::vector<Decisions>;

/// Returns the ways on which both hold.
Paths both(const Paths& a, const Paths& b);
/// Returns true if the decisions do not contradict all of the ways.
bool is_possible(const Decisions& decisions, const Paths& paths);

/// The ways on which a condition is true, and the ways on which it is false.
struct Condition {
  Paths yes, no;
};

/// One possible value of an expression, and the decisions that lead to it.
struct Alternative {
  NodeNumber node = 0;
  Decisions decisions;
  bool is_sample = false;  // true if the value also has alternatives that are not listed
  bool operator==(const Alternative&) const = default;
};

using Value = std::vector<Alternative>;  // not empty

struct Node {
  enum class Kind : std::uint8_t {
    Unknown,  // `text` describes it
    Text,     // `text`, of the token `left` (0: a made-up text); `number` is 1 for a regular expression with the flag g
    Number,   // `number`
    Boolean,  // `number`
    Concat,   // the nodes `left` and `right`, concatenated
    Hole,     // the node `left`, where the code replaces `text`
    Empty,    // a list without items
    Item,     // the list `left`, followed by the value with the index `right`
    Split,    // the node `left`, split at each `text`
  };
  Kind kind = Kind::Unknown;
  NodeNumber left = 0, right = 0;
  std::int64_t number = 0;
  std::string_view text;
};

/// The text of a node.
struct FlatText {
  std::string text;                   // unknown parts are between ‹ and ›
  std::vector<std::uint32_t> tokens;  // the tokens of the strings in the text, in order
  std::string unknown;                // the first unknown part; "" if all is known
  std::string hole;                   // the first hole
};

/// Owns the nodes. Steps are counted, so that the work is linear in the size of the source.
class Values {
 public:
  explicit Values(std::size_t max_steps) : steps_(max_steps) {
    values_.emplace_back();
    nodes_.emplace_back();
  }

  NodeNumber add(Node node) {
    constexpr std::size_t steps_of_node = 8;  // so that memory is limited too
    spend(steps_of_node);
    nodes_.push_back(node);
    return static_cast<NodeNumber>(nodes_.size() - 1);
  }
  const Node& operator[](NodeNumber node) const { return nodes_[node]; }

  Value unknown(std::string description) { return of({Node::Kind::Unknown, 0, 0, 0, own(std::move(description))}); }
  Value number(std::int64_t number) { return of({Node::Kind::Number, 0, 0, number, {}}); }
  Value boolean(bool truth) { return of({Node::Kind::Boolean, 0, 0, truth ? 1 : 0, {}}); }
  Value text(std::string_view text, std::uint32_t token) { return of({Node::Kind::Text, token, 0, 0, text}); }
  Value of(Node node) { return {{add(node), {}, false}}; }
  std::string_view own(std::string text) { return texts_.emplace_back(std::move(text)); }

  /// Returns the value of `a + b`.
  Value sum(const Value& a, const Value& b);
  /// Returns a list with one more item.
  Value with_item(const Value& list, const Value& item);
  /// Returns the joined items of a list, or of a text that was split.
  Value joined(const Value& list, std::string_view separator);
  /// Returns a text in which a part is replaced, everywhere if `all`. If `by` is unknown, the part becomes a hole.
  Value replaced(const Value& text, std::string_view part, const Value& by, bool all);
  /// Returns the text in which the arguments replace `{0}`, `{1}` and so on.
  Value formatted(const Value& text, const std::vector<Value>& arguments);
  /// Returns the result of an operator for numbers, and of comparisons for other constants. Returns nullopt if an
  /// operand may be something else.
  std::optional<Value> operated(std::string_view op, const Value& a, const Value& b);
  /// Returns the alternatives that are possible on these ways, each with the ways that lead to it. May be empty.
  static Value restricted(const Value& value, const Paths& paths);
  /// Returns the alternatives of both values, each with the ways that lead to it.
  static Value either(const Value& a, const Paths& of_a, const Value& b, const Paths& of_b);

  bool is(const Value& value, Node::Kind kind) const { return nodes_[value.front().node].kind == kind; }
  bool is_list(const Value& value) const { return is(value, Node::Kind::Empty) || is(value, Node::Kind::Item); }
  /// Returns true if the node contains a string of the source.
  bool has_text(NodeNumber node) const;
  bool has_text(const Value& value) const;
  /// Stores in `out` the only text or number that a value can be. Returns false if there are several possibilities, or
  /// unknown parts.
  bool constant(const Value& value, std::string& out);
  /// Returns the values of the items of a list.
  std::vector<const Value*> items(NodeNumber list) const;
  FlatText flatten(NodeNumber node);

  /// Counts steps. Returns false if none are left.
  bool spend(std::size_t steps) {
    steps_ -= steps < steps_ ? steps : steps_;
    return steps_ > 0;
  }
  bool exhausted() const { return steps_ == 0; }

 private:
  template <class Combine>
  Value combine(const Value& a, const Value& b, const Combine& combine);
  NodeNumber sum(NodeNumber a, NodeNumber b);
  NodeNumber replaced(NodeNumber text, std::string_view part, NodeNumber by, bool all);
  NodeNumber part_of(const FlatText& flat, std::string text);
  std::optional<Node> operated(std::string_view op, const Node& a, const Node& b) const;

  std::deque<Node> nodes_;
  std::deque<Value> values_;  // the items of lists
  std::deque<std::string> texts_;
  mutable std::size_t steps_;
};

}  // namespace agal::source_code
