// Makes terms for numbers, and applies the rules for them.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "prove/evaluate.hpp"
#include "prove/store.hpp"

namespace agal::prove {
namespace {

// The maximum length of flattened sums and products. Without a limit, their total length would grow with the square of
// the program.
constexpr std::size_t max_parts = 48;

constexpr std::uint32_t sign_bit = 0x8000'0000;

}  // namespace

// Returns true for operations that give the same result for constants on every device.
constexpr bool folds(Op op) {
  constexpr std::array ops{Op::Neg, Op::Abs, Op::Floor, Op::Ceil, Op::Trunc,
                           Op::Add, Op::Mul, Op::Min,   Op::Max,  Op::Clamp};
  return std::find(ops.begin(), ops.end(), op) != ops.end();
}

Term Store::computed(Op op, std::span<const Term> operands) {
  std::array<float, 3> values{};
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (!is(operands[i], Op::Constant)) return node(op, 0, operands);
    values[i] = value(operands[i]);
  }
  if (op == Op::Neg) return constant_bits(payload(operands[0]) ^ sign_bit);
  return constant(value_of(op, values[0], values[1], values[2]));
}

// Makes an operation by folding constants or by a row of rules.def. In an untouched store, it makes the plain
// operation. Returns nullopt if nothing applies.
std::optional<Term> Store::simplified(Op op, std::initializer_list<Term> operands) {
  const auto is_number = [&](Term t) { return is(t, Op::Constant); };
  const std::span<const Term> list(operands.begin(), operands.size());
  if (folds(op) && std::all_of(list.begin(), list.end(), is_number)) return computed(op, list);
  if (is_untouched()) return node(op, 0, list);
  return rewritten(op, list);
}

Term Store::make(Op op, std::span<const Term> t) {
  if (op == Op::Add) return add(t[0], t[1]);
  if (op == Op::Mul) return multiply(t[0], t[1]);
  if (op == Op::Div) return divide(t[0], t[1]);
  if (op == Op::Min) return minimum(t[0], t[1]);
  if (op == Op::Max) return maximum(t[0], t[1]);
  if (op == Op::Clamp) return clamp(t[0], t[1], t[2]);
  if (op == Op::Pow) return power(t[0], t[1]);
  if (op == Op::Fma) return fma(t[0], t[1], t[2]);
  if (op == Op::Normalize) return normalized(t[0], t[1]);
  if (op == Op::Less) return less(t[0], t[1]);
  if (op == Op::Select) return select(t[0], t[1], t[2]);
  return unary(op, t[0]);
}

Term Store::negate(Term a) {
  if (const auto made = simplified(Op::Neg, {a})) return *made;
  if ((!is(a, Op::Add) && !is(a, Op::Sum)) || too_deep() || !apply(Rule::NegatedSum)) return node(Op::Neg, 0, {a});
  if (const auto found = negated_.find(a); found != negated_.end()) return found->second;
  std::vector<Term> parts(args(a).begin(), args(a).end());
  ++depth_;
  for (Term& part : parts) part = negate(part);
  --depth_;
  const Term result = parts.size() == 2 ? add(parts[0], parts[1]) : sum(parts);
  negated_.emplace(a, result);
  return result;
}

// Returns a sum or its negation, whichever has the lower number, without a sign in front of it.
Term Store::either_sign(Term sum_term) {
  std::vector<Term> parts(args(sum_term).begin(), args(sum_term).end());
  for (Term& part : parts) part = negate(part);
  const Term first = std::min(sum_term, parts.size() == 2 ? add(parts[0], parts[1]) : sum(parts));
  return is(first, Op::Neg) ? arg(first, 0) : first;
}

// Replaces a sum by its negation if the negation has the lower number. Returns true if it did.
bool Store::drop_sign(Term& t) {
  if ((!is(t, Op::Add) && !is(t, Op::Sum)) || is_undefined(t) || !allows(Rule::NegatedSum)) return false;
  const Term opposite = negate(t);
  if (opposite >= t || is(opposite, Op::Neg)) return false;
  t = opposite;
  return true;
}

Term Store::unary(Op op, Term a) {
  if (op == Op::Neg) return negate(a);
  if (const auto made = simplified(op, {a})) return *made;
  if (op == Op::Abs && (is(a, Op::Add) || is(a, Op::Sum))) return node(Op::Abs, 0, {either_sign(a)});
  if (op == Op::Sign && is(a, Op::Constant) && !std::isnan(value(a))) return constant(value_of(op, value(a)));
  return node(op, 0, {a});
}

Term Store::add(Term a, Term b) {
  if (const auto made = simplified(Op::Add, {a, b})) return *made;
  const Term plain = commuting(Op::Add, a, b);
  return allows(Rule::Regroup) ? counted(Rule::Regroup, plain, sum(std::array{a, b})) : plain;
}

// Appends the operands of a term, in order. An operand whose operation is in `ops` is replaced by its own operands,
// unless it is an extreme product or the list would become too long.
void Store::flatten(Term t, std::initializer_list<Op> ops, std::vector<Term>& parts) const {
  std::vector<Term> open{t};
  while (!open.empty()) {
    const Term next = open.back();
    open.pop_back();
    const std::span<const Term> operands = args(next);
    const bool taken_apart = std::find(ops.begin(), ops.end(), op(next)) != ops.end() && !is_extreme(next) &&
                             parts.size() + open.size() + operands.size() <= max_parts;
    if (taken_apart)
      open.insert(open.end(), operands.rbegin(), operands.rend());
    else
      parts.push_back(next);
  }
}

// Adds `more` to `total`. Returns false if the sum overflows, or if more than half of the larger number would cancel
// and the rules do not permit that.
bool Store::merge(float& total, float more) {
  const float merged = total + more;
  if (!std::isfinite(merged)) return false;
  const bool is_kept = 2 * std::fabs(merged) >= std::max(std::fabs(total), std::fabs(more));
  if (!is_kept && !apply(Rule::Cancel)) return false;
  total = merged;
  return true;
}

// Makes a sorted sum. Equal parts are merged into one part with a constant factor.
Term Store::sum(std::span<const Term> given) {
  struct Part {
    Term base;
    float factor;
  };
  std::vector<Term> flat;
  for (const Term t : given) flatten(t, {Op::Add, Op::Sum}, flat);
  std::vector<Part> parts;
  std::vector<float> constants;
  for (const Term t : flat) {
    const bool negative = is(t, Op::Neg);
    Term base = negative ? arg(t, 0) : t;
    float factor = negative ? -1.0f : 1.0f;
    if (is(base, Op::Constant)) {
      if (constants.empty() || !merge(constants.back(), factor * value(base)))
        constants.push_back(factor * value(base));
      continue;
    }
    if (is(base, Op::Mul))
      for (std::uint32_t i = 0; i < 2; ++i)
        if (is(arg(base, i), Op::Constant) && value(arg(base, i)) != 0) {
          factor *= value(arg(base, i));
          base = arg(base, 1 - i);
          break;
        }
    const auto same = std::find_if(parts.begin(), parts.end(), [&](const Part& part) { return part.base == base; });
    const bool may_merge = same != parts.end() && (source_side_ || !is_undefined(base));
    if (!may_merge || !merge(same->factor, factor)) parts.push_back({base, factor});
  }
  std::erase_if(parts, [](const Part& part) { return part.factor == 0; });
  std::vector<Term> out;
  for (const Part& part : parts) {
    const bool negative = part.factor < 0;
    const float size = std::fabs(part.factor);
    const Term term = size == 1 ? part.base : commuting(Op::Mul, part.base, constant(size));
    out.push_back(negative ? node(Op::Neg, 0, {term}) : term);
  }
  for (const float each : constants)
    if (each != 0 || (out.empty() && constants.size() == 1)) out.push_back(constant(each));
  if (out.empty()) return constant(0.0f);
  std::sort(out.begin(), out.end());
  if (out.size() == 1) return out[0];
  if (out.size() == 2) return commuting(Op::Add, out[0], out[1]);
  return node(Op::Sum, 0, out);
}

Term Store::multiply(Term a, Term b) {
  if (const auto made = simplified(Op::Mul, {a, b})) return *made;
  if (a == b && (is(a, Op::Add) || is(a, Op::Sum)) && !is_undefined(a)) a = b = either_sign(a);
  if (const bool first = drop_sign(a), second = drop_sign(b); first != second) return negate(multiply(a, b));
  const Term plain = commuting(Op::Mul, a, b);
  return allows(Rule::Regroup) ? counted(Rule::Regroup, plain, product(a, b)) : plain;
}

// Returns true for a selection that has an arm of zero.
bool Store::is_masked(Term t) const { return is(t, Op::Select) && (is_zero(arg(t, 1)) || is_zero(arg(t, 2))); }

// Returns true if a product has a constant that must not be regrouped with other factors, because an intermediate
// result could overflow or lose bits where the product does not.
bool Store::is_extreme(Term product) const {
  if (!is(product, Op::Mul) || allows(Rule::Cancel)) return false;
  return std::ranges::any_of(args(product), [&](Term t) { return is(t, Op::Constant) && !moderate(value(t)); });
}

// Makes a product with sorted factors and the constant last, or distributes it over a sum.
Term Store::product(Term a, Term b) {
  for (const auto& [x, y] : {std::pair(a, b), std::pair(b, a)}) {
    if ((!is(y, Op::Add) && !is(y, Op::Sum)) || args(y).size() > max_parts || too_deep()) continue;
    if (!apply(Rule::Distribute)) continue;
    const std::pair key(std::min(a, b), std::max(a, b));
    if (const auto found = distributed_.find(key); found != distributed_.end()) return found->second;
    std::vector<Term> parts(args(y).begin(), args(y).end());
    ++depth_;
    for (Term& part : parts) part = multiply(x, part);
    --depth_;
    const Term result = sum(parts);
    distributed_.emplace(key, result);
    return result;
  }
  const Term plain = commuting(Op::Mul, a, b);
  if (is_extreme(plain)) return plain;
  std::vector<Term> list;
  flatten(plain, {Op::Mul}, list);
  float constant_factor = 1;
  std::erase_if(list, [&](Term t) {
    const float merged = is(t, Op::Constant) ? constant_factor * value(t) : 0;
    const bool may_merge = merged != 0 && std::isnormal(merged) && (moderate(merged) || apply(Rule::Cancel));
    if (may_merge) constant_factor = merged;
    return may_merge;
  });
  std::sort(list.begin(), list.end());
  if (list.empty()) return constant(constant_factor);
  Term result = list[0];
  for (std::size_t i = 1; i < list.size(); ++i) result = node(Op::Mul, 0, {result, list[i]});
  return constant_factor == 1 ? result : commuting(Op::Mul, result, constant(constant_factor));
}

Term Store::divide(Term a, Term b) {
  if (const auto made = simplified(Op::Div, {a, b})) return *made;
  if (const bool first = drop_sign(a), second = drop_sign(b); first != second) return negate(divide(a, b));
  return node(Op::Div, 0, {a, b});
}

Term Store::minimum(Term a, Term b) {
  if (const auto made = simplified(Op::Min, {a, b})) return *made;
  return b < a && apply(Rule::MinMaxOrder) ? node(Op::Min, 0, {b, a}) : node(Op::Min, 0, {a, b});
}

Term Store::maximum(Term a, Term b) {
  if (const auto made = simplified(Op::Max, {a, b})) return *made;
  return b < a && apply(Rule::MinMaxOrder) ? node(Op::Max, 0, {b, a}) : node(Op::Max, 0, {a, b});
}

Term Store::clamp(Term a, Term low, Term high) {
  const auto made = simplified(Op::Clamp, {a, low, high});
  return made ? *made : node(Op::Clamp, 0, {a, low, high});
}

Term Store::fma(Term a, Term b, Term c) {
  if (const auto made = simplified(Op::Fma, {a, b, c})) return *made;
  return a < b ? node(Op::Fma, 0, {a, b, c}) : node(Op::Fma, 0, {b, a, c});
}

Term Store::power(Term a, Term b) {
  const auto made = simplified(Op::Pow, {a, b});
  return made ? *made : node(Op::Pow, 0, {a, b});
}

Term Store::dot(std::span<const Term> a, std::span<const Term> b) {
  std::vector<Term> products;
  for (std::size_t i = 0; i < a.size(); ++i) products.push_back(multiply(a[i], b[i]));
  return dot(std::move(products));
}

Term Store::dot(std::vector<Term> products) {
  if (products.size() > 1 && allows(Rule::ZeroSum))
    std::erase_if(products, [&](Term t) { return is_zero(t) && apply(Rule::ZeroSum); });
  if (products.empty()) return constant(0.0f);
  if (products.size() == 1) return products[0];
  if (is_untouched()) return node(Op::Dot, 0, products);
  if (allows(Rule::Regroup) && apply(Rule::DotAsSum)) {
    if (!std::ranges::any_of(products, [&](Term t) { return is_masked(t); })) return sum(products);
    Term total = products[0];
    for (std::size_t i = 1; i < products.size(); ++i) total = add(total, products[i]);
    return total;
  }
  const bool negative = std::all_of(products.begin(), products.end(), [&](Term t) { return is(t, Op::Neg); });
  if (!negative || !apply(Rule::NegatedSum)) return node(Op::Dot, 0, products);
  for (Term& t : products) t = arg(t, 0);
  return negate(node(Op::Dot, 0, products));
}

Term Store::cross(std::span<const Term> a, std::span<const Term> b, std::uint32_t c) {
  const std::uint32_t next = (c + 1) % 3, last = (c + 2) % 3;
  const Term left = multiply(a[next], b[last]);
  return subtract(left, multiply(a[last], b[next]));
}

Term Store::normalized(Term lane, Term square) {
  if (const auto made = simplified(Op::Normalize, {lane, square})) return *made;
  if (drop_sign(lane)) return negate(normalized(lane, square));
  return node(Op::Normalize, 0, {lane, square});
}

// ------------------------------------------------------------------------------------------------------ integers

Term Store::to_int(Term a) {
  constexpr float limit = 1 << 24;
  if (is(a, Op::Constant) && std::fabs(value(a)) < limit) return integer(static_cast<std::int32_t>(value(a)));
  return node(Op::ToInt, 0, {a});
}

Term Store::to_float(Term a) {
  if (is(a, Op::Integer)) return constant(static_cast<float>(static_cast<std::int32_t>(payload(a))));
  if (is(a, Op::Select) && apply(Rule::SelectedNumber)) {
    const Term then = to_float(arg(a, 1));
    return select(arg(a, 0), then, to_float(arg(a, 2)));
  }
  return node(Op::ToFloat, 0, {a});
}

Term Store::int_add(Term a, Term b) {
  if (is(a, Op::Integer)) std::swap(a, b);
  if (!is(b, Op::Integer)) return commuting(Op::IntAdd, a, b);
  if (payload(b) == 0) return a;
  if (is(a, Op::Integer)) return leaf(Op::Integer, payload(a) + payload(b));
  if (is(a, Op::IntAdd) && is(arg(a, 1), Op::Integer))
    return int_add(arg(a, 0), leaf(Op::Integer, payload(arg(a, 1)) + payload(b)));
  return node(Op::IntAdd, 0, {a, b});
}

Term Store::int_multiply(Term a, Term b) {
  if (is(a, Op::Integer)) std::swap(a, b);
  if (!is(b, Op::Integer)) return commuting(Op::IntMul, a, b);
  if (is(a, Op::Integer)) return leaf(Op::Integer, payload(a) * payload(b));
  return payload(b) == 1 ? a : node(Op::IntMul, 0, {a, b});
}

Term Store::int_minimum(Term a, Term b) {
  if (range(a).high <= range(b).low) return a;
  if (range(b).high <= range(a).low) return b;
  return commuting(Op::IntMin, a, b);
}

Term Store::int_maximum(Term a, Term b) {
  if (range(a).low >= range(b).high) return a;
  if (range(b).low >= range(a).high) return b;
  return commuting(Op::IntMax, a, b);
}

}  // namespace agal::prove
