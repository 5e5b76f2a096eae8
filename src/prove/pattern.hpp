// Patterns for rewriting rules. Both sides of a row in rules.def are C++ expressions whose types describe terms.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "prove/store.hpp"

namespace agal::prove::pattern {

inline constexpr std::size_t variable_count = 9;

/// A set of operations. Bit i is row i of terms.def. The member `ops` of a pattern has the operations of all terms that
/// the pattern can match.
using Ops = std::uint64_t;
static_assert(op_table.size() <= 64);
constexpr Ops only(Op op) { return Ops{1} << static_cast<unsigned>(op); }
inline constexpr Ops any_op = ~Ops{0};

/// The terms that the variables of a pattern are bound to.
struct Bindings {
  std::array<Term, variable_count> terms{};
  std::uint32_t bound = 0;  // a mask of the variables that are bound
};

/// The kinds of terms that a variable matches.
enum class Kind : std::uint8_t {
  Any,
  Constant,
  Uniform,  // terms that have the same value in all invocations of a draw call
  Condition,
};

template <class T>
concept Pattern = T::is_pattern;

/// A variable. All its occurrences in a row match the same term.
template <std::size_t number, Kind kind>
struct Variable {
  static constexpr bool is_pattern = true;
  static constexpr Ops ops = kind == Kind::Constant ? only(Op::Constant) : any_op;

  static bool match(Store& store, Term t, Bindings& bindings) {
    if (kind == Kind::Constant && !store.is(t, Op::Constant)) return false;
    if (kind == Kind::Uniform && !store.uniform(t)) return false;
    if ((bindings.bound >> number & 1) != 0) return bindings.terms[number] == t;
    bindings.terms[number] = t;
    bindings.bound |= 1u << number;
    return true;
  }
  static Term build(Store&, const Bindings& bindings) { return bindings.terms[number]; }
};

/// A constant with these bits.
template <std::uint32_t bits>
struct Literal {
  static constexpr bool is_pattern = true;
  static constexpr Ops ops = only(Op::Constant);
  constexpr Literal<bits ^ 0x8000'0000> operator-() const { return {}; }

  static bool match(Store& store, Term t, Bindings&) { return store.is(t, Op::Constant) && store.payload(t) == bits; }
  static Term build(Store& store, const Bindings&) { return store.constant_bits(bits); }
};

/// An operation. The operands of a commutative operation are matched in both orders. Rows with `min` and `max` are not
/// of class Exact, because the order of their operands decides the sign of zero and the result for NaN.
template <Op operation, Pattern... Operands>
struct Apply {
  static constexpr bool is_pattern = true;
  static constexpr Op op = operation;
  static constexpr bool commutative = operation == Op::Add || operation == Op::Mul || operation == Op::Equal ||
                                      operation == Op::Min || operation == Op::Max;
  // A condition that consists of one comparison is a diagram (Terms::comparison_of).
  static constexpr Ops ops = only(operation) | (info(operation).sort == Sort::Bool ? only(Op::Choose) : 0);
  static constexpr std::array<Ops, sizeof...(Operands)> operand_ops{Operands::ops...};

  static bool match(Store& store, Term t, Bindings& bindings) {
    t = store.comparison_of(t);
    return store.is(t, operation) && match_operands(store, store.args(t), bindings);
  }
  static bool match_operands(Store& store, std::span<const Term> args, Bindings& bindings) {
    if (args.size() != sizeof...(Operands)) return false;
    const Bindings before = bindings;
    if (in_order(store, args, bindings)) return true;
    bindings = before;
    if (!commutative || args.size() != 2) return false;
    const std::array turned{args[1], args[0]};
    return in_order(store, turned, bindings);
  }
  static Term build(Store& store, const Bindings& bindings) {
    if constexpr (operation == Op::Select) return select_of<Operands...>(store, bindings);
    const std::array<Term, sizeof...(Operands)> built{Operands::build(store, bindings)...};
    return store.make(operation, built);
  }
  static Term compute(Store& store, const Bindings& bindings) {
    const std::array<Term, sizeof...(Operands)> built{Operands::build(store, bindings)...};
    return store.computed(operation, built);
  }

 private:
  // Builds a selection. In each arm, the condition of the arm simplifies selections in the bound terms.
  template <Pattern Condition, Pattern Then, Pattern Else>
  static Term select_of(Store& store, const Bindings& bindings) {
    const Term condition = Condition::build(store, bindings);
    const auto under = [&](Term arm_condition) {
      Bindings out = bindings;
      for (std::size_t i = 0; i < out.terms.size(); ++i)
        if ((out.bound >> i & 1) != 0) out.terms[i] = store.under(arm_condition, out.terms[i]);
      return out;
    };
    const Term then = Then::build(store, under(condition)),
               other = Else::build(store, under(store.negation(condition)));
    return store.select(condition, then, other);
  }
  static bool in_order(Store& store, std::span<const Term> args, Bindings& bindings) {
    std::size_t i = 0;
    return (Operands::match(store, args[i++], bindings) && ...);
  }
};

/// An operation on constants that is computed when the rule is applied.
template <Pattern Operation>
struct Fold {
  static constexpr bool is_pattern = true;
  static Term build(Store& store, const Bindings& bindings) { return Operation::compute(store, bindings); }
};

// ---- the vocabulary of rules.def: variables, literals such as 2_n, operators and functions

inline constexpr Variable<0, Kind::Any> a{};
inline constexpr Variable<1, Kind::Any> b{};
inline constexpr Variable<2, Kind::Any> g{};
inline constexpr Variable<3, Kind::Constant> c{};
inline constexpr Variable<4, Kind::Constant> d{};
inline constexpr Variable<5, Kind::Constant> e{};
inline constexpr Variable<6, Kind::Constant> f{};
inline constexpr Variable<7, Kind::Uniform> u{};
inline constexpr Variable<8, Kind::Condition> k{};
inline constexpr std::size_t first_constant = 3;  // the number of `c`

template <char... digits>
constexpr auto operator""_n() {
  static_assert(sizeof...(digits) == 1);
  return Literal<std::bit_cast<std::uint32_t>(static_cast<float>(((digits - '0') + ...)))>{};
}

template <Pattern A>
constexpr Apply<Op::Neg, A> operator-(A) {
  return {};
}
template <Pattern A, Pattern B>
constexpr Apply<Op::Add, A, B> operator+(A, B) {
  return {};
}
template <Pattern A, Pattern B>
constexpr Apply<Op::Mul, A, B> operator*(A, B) {
  return {};
}
template <Pattern A, Pattern B>
constexpr Apply<Op::Div, A, B> operator/(A, B) {
  return {};
}
template <Pattern A>
constexpr Fold<A> fold(A) {
  return {};
}

#define AGAL_FUNCTION(name, op)              \
  template <Pattern... A>                    \
  constexpr Apply<Op::op, A...> name(A...) { \
    return {};                               \
  }
AGAL_FUNCTION(abs, Abs)
AGAL_FUNCTION(floor, Floor)
AGAL_FUNCTION(ceil, Ceil)
AGAL_FUNCTION(fract, Fract)
AGAL_FUNCTION(sqrt, Sqrt)
AGAL_FUNCTION(rsqrt, Rsqrt)
AGAL_FUNCTION(exp2, Exp2)
AGAL_FUNCTION(log2, Log2)
AGAL_FUNCTION(ddx, DerivativeX)
AGAL_FUNCTION(ddy, DerivativeY)
AGAL_FUNCTION(min, Min)
AGAL_FUNCTION(max, Max)
AGAL_FUNCTION(clamp, Clamp)
AGAL_FUNCTION(pow, Pow)
AGAL_FUNCTION(fma, Fma)
AGAL_FUNCTION(normalize, Normalize)
AGAL_FUNCTION(less, Less)
AGAL_FUNCTION(select, Select)
#undef AGAL_FUNCTION

}  // namespace agal::prove::pattern
