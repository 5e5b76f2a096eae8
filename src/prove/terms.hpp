// Terms: expressions over the inputs of a program. Each term is kept once (docs/proof.md).
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agal/isa.hpp"

namespace agal::prove {

enum class Op : std::uint8_t {
#define AGAL_TERM(id, ...) id,
#include "prove/terms.def"
};

enum class Sort : std::uint8_t { Float, Int, Bool, Handle };

/// One row of terms.def.
struct OpInfo {
  std::string_view text;
  Sort sort;
};

inline constexpr auto op_table = std::to_array<OpInfo>({
#define AGAL_TERM(id, text, sort, value) {text, Sort::sort},
#include "prove/terms.def"
});
constexpr const OpInfo& info(Op op) { return op_table[static_cast<std::size_t>(op)]; }

enum class Pole : std::uint8_t { Zero, Negative, NotPositive, Base };

/// A row of AGAL_POLE.
struct PoleInfo {
  Op op;
  std::uint32_t operand;
  Pole kind;
};

inline constexpr auto pole_table = std::to_array<PoleInfo>({
#define AGAL_POLE(id, operand, kind) {Op::id, operand, Pole::kind},
#include "prove/terms.def"
});
/// Returns the operand for which an operation may not be defined; nullptr if the operation is always defined.
constexpr const PoleInfo* pole_of(Op op) {
  for (const PoleInfo& pole : pole_table)
    if (pole.op == op) return &pole;
  return nullptr;
}
/// Returns true if operands cause a pole. `next` is the operand after the operand that the pole belongs to.
constexpr bool is_pole(Pole kind, float operand, float next = 0) {
  if (operand != 0) return operand < 0 && kind != Pole::Zero;
  return kind == Pole::Zero || kind == Pole::NotPositive || (kind == Pole::Base && !(next > 0));
}

/// Neighbors of a pixel in its quad. The payload of a comparison about a neighbor has these bits.
inline constexpr std::uint32_t neighbor_x = 1u << 30, neighbor_y = 1u << 31;

/// The number of a node. The operands of a node have lower numbers than the node.
enum class Term : std::uint32_t {};
constexpr std::uint32_t index(Term t) { return static_cast<std::uint32_t>(t); }

/// The maximum depth of recursive functions, because the stack of a thread may be small.
inline constexpr std::uint32_t max_recursion = 200;

/// The payload of Op::Undefined for a temporary that the program reads although it did not write it.
inline constexpr std::uint32_t unwritten_leaf = 0xffff'ffff;

/// The payload of Op::Undefined for the first variable that a module reads although AGAL does not have it. Further
/// variables have the next payloads.
inline constexpr std::uint32_t foreign_leaf = 2;

/// The operands of a fetch that select the level of detail.
enum class Level : std::uint8_t { Implicit, Bias, Lod, Gradients };

/// The payload of Op::Sample.
struct SampleForm {
  Level level;
  TextureKind kind;

  static constexpr SampleForm of(std::uint32_t payload) {
    return {static_cast<Level>(payload & 0xff), static_cast<TextureKind>(payload >> 8)};
  }
  constexpr std::uint32_t payload() const {
    return static_cast<std::uint32_t>(level) | static_cast<std::uint32_t>(kind) << 8;
  }
  constexpr std::uint32_t coordinates() const { return kind == TextureKind::Plane ? 2 : 3; }
};

/// Returns true for a constant that rules may merge with others. The product of two such constants neither overflows
/// nor becomes subnormal.
constexpr bool moderate(float value) {
  constexpr float limit = 1 << 24;
  const float size = value < 0 ? -value : value;
  return size >= 1 / limit && size <= limit;
}

/// Adds a number to a hash.
constexpr std::size_t mixed(std::size_t hash, std::uint32_t value) {
  std::uint64_t wide = (hash ^ value) * std::uint64_t{0x9e37'79b9'7f4a'7c15};
  wide ^= wide >> 29;
  return static_cast<std::size_t>(wide);
}

/// A table of terms. When the budget is spent, `exhausted` returns true, and terms that are made afterwards are
/// meaningless.
class Terms {
 public:
  Term leaf(Op op, std::uint32_t payload = 0) { return node(op, payload, {}); }
  Term always() const { return true_; }
  Term never() const { return false_; }

  Op op(Term t) const { return nodes_[index(t)].op; }
  std::uint32_t payload(Term t) const { return nodes_[index(t)].payload; }
  std::span<const Term> args(Term t) const {
    const Node& n = nodes_[index(t)];
    return {pool_.data() + n.first, n.count};
  }
  Term arg(Term t, std::uint32_t i) const { return pool_[nodes_[index(t)].first + i]; }
  bool is(Term t, Op op) const { return nodes_[index(t)].op == op; }
  /// Returns the value of a constant.
  float value(Term t) const { return std::bit_cast<float>(payload(t)); }
  bool is_constant(Term t, float value) const {
    return is(t, Op::Constant) && payload(t) == std::bit_cast<std::uint32_t>(value);
  }
  bool is_zero(Term t) const { return is(t, Op::Constant) && value(t) == 0; }
  /// Returns true if the term contains a value that AGAL or the target leaves open.
  bool is_undefined(Term t) const { return nodes_[index(t)].undefined; }
  /// Returns the comparison of a condition that consists of one comparison, and any other term unchanged.
  Term comparison_of(Term t) const {
    return is(t, Op::Choose) && arg(t, 1) == true_ && arg(t, 2) == false_ ? arg(t, 0) : t;
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }

  /// The bounds of an integer. They are derived from at most six nested operations. If they are unknown, the range is
  /// all integers.
  struct Range {
    std::int64_t low, high;
  };
  Range range(Term integer) const { return range(integer, 6); }

  /// Returns true if a term has the same value in all invocations of a draw call.
  bool uniform(Term t);

  bool exhausted() const { return exhausted_; }

  /// Returns the term as text. Operands that are nested more deeply than `depth` are replaced by "…".
  std::string text(Term t, Stage stage, std::uint32_t depth = 6) const;

 protected:
  explicit Terms(std::uint32_t budget);

  /// Returns the term with this operation and these operands.
  Term node(Op op, std::uint32_t payload, std::span<const Term> args);
  Term node(Op op, std::uint32_t payload, std::initializer_list<Term> args) {
    return node(op, payload, std::span<const Term>(args.begin(), args.size()));
  }
  std::uint32_t budget() const { return budget_; }
  /// Behaves as if the budget was spent.
  void exhaust() { exhausted_ = true; }

 private:
  struct Node {
    Op op;
    std::uint8_t count;
    bool undefined;  // see `is_undefined`
    std::uint32_t payload;
    std::uint32_t first;  // the position of the first operand in `pool_`
  };
  struct Slot {
    std::uint32_t number = 0;  // the number of the node + 1; 0 if the slot is empty
    std::uint32_t hash = 0;
  };

  void rehash();
  Range range(Term integer, std::uint32_t depth) const;

  std::vector<Node> nodes_;
  std::vector<Term> pool_;
  std::vector<Slot> table_;            // a hash table with open addressing
  std::vector<std::uint8_t> uniform_;  // results of `uniform` by node; 0: unknown, 1: no, 2: yes
  std::uint32_t budget_;
  bool exhausted_ = false;
  Term true_{}, false_{};
};

}  // namespace agal::prove
