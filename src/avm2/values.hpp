// The values that the interpreter of ActionScript code follows: texts, whole numbers, truth values and lists. Equal
// values have equal numbers. docs/adr/0020 describes the interpreter.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "avm2/abc.hpp"
#include "avm2/instructions.hpp"

namespace agal::extraction {

using Value = std::uint32_t;

enum class ValueKind : std::uint8_t {
  Unknown,   // a is the reason (a number), b tells values with the same reason apart
  Argument,  // the argument a of the method; 0 is the object itself
  Property,  // of the object a, with the name b; known by its name alone
  Slot,      // of the object a, with the number b
  Result,    // of a call at a, of the method with the name b
  Changed,  // the value c, changed by a loop that begins at a and runs an unknown number of times; b tells locals apart
  Operation,  // the instruction a on the values b and c
  Null,
  Boolean,
  Integer,
  String,  // a is an index of the pool, or beyond it a text of `made`
  Joined,  // the texts or unknown values a and b
  Filled,  // the template a, whose hole b (a text) is replaced by something unknown
  List,    // the items of the list a, then b; a is `nothing` at the beginning
  Array    // a is its number in the state
};

inline constexpr Value nothing = 0;  // unknown and of no interest; as a list: the empty one

class Values {
 public:
  Values(const Abc& abc, const std::vector<bool>& wanted) : abc_(abc), wanted_(wanted) { clear(); }
  void clear();

  struct Node {
    ValueKind kind = ValueKind::Unknown;
    bool wanted = false;  // it contains a string that looks like assembly
    bool open = false;    // it contains something unknown
    bool other = false;   // it contains a text that is neither assembly nor blank
    std::uint32_t length = 0;
    std::uint32_t a = 0, b = 0, c = 0;
    bool operator==(const Node&) const = default;
  };
  const Node& operator[](Value value) const { return nodes_[value]; }
  ValueKind kind(Value value) const { return nodes_[value].kind; }
  std::size_t size() const { return nodes_.size(); }

  Value make(ValueKind kind, std::uint32_t a, std::uint32_t b = 0, std::uint32_t c = 0);
  Value integer(std::int32_t number) { return make(ValueKind::Integer, static_cast<std::uint32_t>(number)); }
  Value boolean(bool truth) { return make(ValueKind::Boolean, truth ? 1 : 0); }
  Value string(std::uint32_t index);
  Value text(std::string text);
  Value joined(Value left, Value right);
  /// The result of an instruction with one or two operands.
  Value unary(Avm2Opcode code, Value value);
  Value binary(Avm2Opcode code, Value left, Value right);
  Value add(Value left, Value right);
  Value replaced(Value text, Value pattern, Value by);
  Value joined_items(Value list, std::string_view separator);

  bool is_text(Value value) const;
  bool is_known(Value value) const;
  std::optional<std::int32_t> number(Value value) const;
  std::optional<bool> truth(Value value) const;
  /// The items of a list, in order.
  std::vector<Value> items(Value list) const;
  /// The strings of a text, in order, with `nothing` of the pool for its unknown parts.
  struct Flat {
    std::string text;                    // unknown parts in ‹ ›
    std::vector<std::uint32_t> strings;  // of the pool
    std::string unknown, hole;           // the first of each, "" if there is none
  };
  std::optional<Flat> flat(Value value) const;
  /// A name for a reader: `tinted`, `argument 1`, `a < b`.
  std::string describe(Value value, unsigned depth = 3) const;

 private:
  /// Names of damaged code may be beyond the pool: they are "".
  std::string_view string_at(std::uint32_t index) const {
    if (index < abc_.strings.size()) return abc_.strings[index].text;
    const std::size_t made = index - abc_.strings.size();
    return made < made_.size() ? std::string_view(made_[made]) : std::string_view();
  }
  void flatten(Value top, Flat& out, std::vector<Value>& rest) const;
  std::string describe_operation(const Node& node, unsigned depth) const;

  struct Hash {
    std::size_t operator()(const Node& node) const {
      std::uint64_t h = static_cast<std::uint64_t>(node.kind) + 1;
      for (const std::uint32_t part : {node.a, node.b, node.c}) h = (h ^ part) * 0x9e37'79b9'7f4a'7c15u + (h >> 29);
      return static_cast<std::size_t>(h);
    }
  };

  const Abc& abc_;
  const std::vector<bool>& wanted_;
  std::vector<Node> nodes_;
  std::unordered_map<Node, Value, Hash> numbers_;
  std::vector<std::string> made_;
  std::unordered_map<std::string, std::uint32_t> made_numbers_;
  std::size_t made_bytes_ = 0;
};

}  // namespace agal::extraction
