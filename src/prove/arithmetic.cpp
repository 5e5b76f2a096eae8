// The rules for numbers.
#include <algorithm>
#include <cmath>
#include <limits>

#include "prove/terms.hpp"

namespace agal::prove {
namespace {

// Longer sums and products are not taken apart: their lengths would grow with the square of the program.
constexpr std::size_t max_parts = 48;

constexpr std::uint32_t sign_bit = 0x8000'0000;

}  // namespace

Term Store::uniform_lane(std::uint32_t number, std::uint32_t lane) {
  const auto found = assumed_.find(4 * number + lane);
  return found != assumed_.end() ? constant(found->second) : leaf(Op::Uniform, 4 * number + lane);
}

Term Store::negate(Term a) {
  if (is(a, Op::Constant)) return constant_bits(payload(a) ^ sign_bit);
  if (is(a, Op::Neg)) return arg(a, 0);
  if ((is(a, Op::Add) || is(a, Op::Sum)) && apply(Rule::NegatedSum)) {
    if (const auto found = negated_.find(a); found != negated_.end()) return found->second;
    if (too_deep()) return a;
    std::vector<Term> parts(args(a).begin(), args(a).end());
    ++depth_;
    for (Term& part : parts) part = negate(part);
    --depth_;
    const Term result = parts.size() == 2 ? add(parts[0], parts[1]) : sum(parts);
    negated_.emplace(a, result);
    return result;
  }
  return node(Op::Neg, 0, {a});
}

// A sum, or its negation: whichever has the lower number.
Term Store::either_sign(Term sum_term) {
  std::vector<Term> parts(args(sum_term).begin(), args(sum_term).end());
  for (Term& part : parts) part = negate(part);
  const Term first = std::min(sum_term, parts.size() == 2 ? add(parts[0], parts[1]) : sum(parts));
  return is(first, Op::Neg) ? arg(first, 0) : first;
}

Term Store::unary(Op op, Term a) {
  if (op == Op::Neg) return negate(a);
  if (op == Op::Abs && (is(a, Op::Add) || is(a, Op::Sum))) return node(Op::Abs, 0, {either_sign(a)});
  if (op == Op::Abs && (is(a, Op::Neg) || is(a, Op::Abs))) return unary(Op::Abs, arg(a, 0));
  if (!is(a, Op::Constant)) return node(op, 0, {a});
  if (op == Op::Abs) return constant_bits(payload(a) & ~sign_bit);
  if (op == Op::Floor) return constant(std::floor(value(a)));
  if (op == Op::Sign && !std::isnan(value(a))) return constant(value(a) > 0 ? 1.0f : value(a) < 0 ? -1.0f : 0.0f);
  return node(op, 0, {a});
}

Term Store::add(Term a, Term b) {
  if (is(a, Op::Constant) && is(b, Op::Constant)) return constant(value(a) + value(b));
  for (const auto& [x, y] : {std::pair(a, b), std::pair(b, a)}) {
    if (is_constant(y, -0.0f)) return x;
    if (is_zero(y) && apply(Rule::ZeroSum)) return x;
    if (is(y, Op::Neg) && is(arg(y, 0), Op::Floor) && arg(arg(y, 0), 0) == x) return node(Op::Fract, 0, {x});
  }
  if (allows(Rule::Regroup)) {
    const std::array parts{a, b};
    return sum(parts);
  }
  for (const auto& [x, y] : {std::pair(a, b), std::pair(b, a)})
    for (std::uint32_t i = 0; is(y, Op::Add) && i < 2; ++i)
      if (negate(x) == arg(y, i) && apply(Rule::Cancel)) return arg(y, 1 - i);
  if (a == b) return multiply(a, constant(2.0f));
  return commuting(Op::Add, a, b);
}

// The operands of these operations, in order, with those of operands that are such operations too. A list that would
// become too long keeps them as they are.
void Store::flatten(Term t, std::initializer_list<Op> ops, std::vector<Term>& parts) const {
  std::vector<Term> open{t};
  while (!open.empty()) {
    const Term next = open.back();
    open.pop_back();
    const std::span<const Term> operands = args(next);
    const bool taken_apart = std::find(ops.begin(), ops.end(), op(next)) != ops.end() &&
                             parts.size() + open.size() + operands.size() <= max_parts;
    if (taken_apart)
      open.insert(open.end(), operands.rbegin(), operands.rend());
    else
      parts.push_back(next);
  }
}

// In order of the parts, each of which is a factor times something that occurs once.
Term Store::sum(std::span<const Term> given) {
  struct Part {
    Term base;
    float factor;
  };
  std::vector<Term> flat;
  for (const Term t : given) flatten(t, {Op::Add, Op::Sum}, flat);
  std::vector<Part> parts;
  float constant_part = 0;
  for (const Term t : flat) {
    const bool negative = is(t, Op::Neg);
    Term base = negative ? arg(t, 0) : t;
    float factor = negative ? -1.0f : 1.0f;
    if (is(base, Op::Constant)) {
      constant_part += factor * value(base);
      continue;
    }
    if (is(base, Op::Mul))
      for (std::uint32_t i = 0; i < 2; ++i)
        if (is(arg(base, i), Op::Constant)) {
          factor *= value(arg(base, i));
          base = arg(base, 1 - i);
          break;
        }
    const auto same = std::find_if(parts.begin(), parts.end(), [&](const Part& part) { return part.base == base; });
    if (same == parts.end() || (same->factor + factor == 0 && !apply(Rule::Cancel)))
      parts.push_back({base, factor});
    else
      same->factor += factor;
  }
  if (parts.size() + 1 < flat.size() || flat.size() > 2) apply(Rule::Regroup);
  std::erase_if(parts, [](const Part& part) { return part.factor == 0; });
  std::vector<Term> out;
  for (const Part& part : parts) {
    const bool negative = part.factor < 0;
    const float size = std::fabs(part.factor);
    const Term term = size == 1 ? part.base : commuting(Op::Mul, part.base, constant(size));
    out.push_back(negative ? node(Op::Neg, 0, {term}) : term);
  }
  if (constant_part != 0 || out.empty()) out.push_back(constant(constant_part));
  std::sort(out.begin(), out.end());
  if (out.size() == 1) return out[0];
  if (out.size() == 2) return commuting(Op::Add, out[0], out[1]);
  return node(Op::Sum, 0, out);
}

Term Store::multiply(Term a, Term b) {
  if (is(a, Op::Constant) && is(b, Op::Constant)) return constant(value(a) * value(b));
  for (const auto& [x, y] : {std::pair(a, b), std::pair(b, a)}) {
    if (is(y, Op::Neg)) return negate(multiply(x, arg(y, 0)));
    if (!is(y, Op::Constant)) continue;
    if (value(y) == 1) return x;
    if (value(y) < 0) return negate(multiply(x, negate(y)));
    if (is_zero(y) && apply(Rule::ZeroProduct)) return constant(0.0f);
  }
  for (const auto& [x, y] : {std::pair(a, b), std::pair(b, a)}) {
    if (is(y, Op::Select) && is_constant(arg(y, 1), 1.0f) && is_constant(arg(y, 2), 0.0f) && apply(Rule::MaskedProduct))
      return select(arg(y, 0), x, constant(0.0f));
    if (is(y, Op::Select) && is_constant(arg(y, 1), 0.0f) && is_constant(arg(y, 2), 1.0f) && apply(Rule::MaskedProduct))
      return select(arg(y, 0), constant(0.0f), x);
    if (is(y, Op::Rsqrt) && apply(Rule::UnitVector)) return normalized(x, arg(y, 0));
    if (is(y, Op::Div) && is_constant(arg(y, 0), 1.0f) && apply(Rule::Reciprocal)) return divide(x, arg(y, 1));
  }
  return allows(Rule::Regroup) ? product(a, b) : commuting(Op::Mul, a, b);
}

// Factors in order, the constant last.
Term Store::product(Term a, Term b) {
  for (const auto& [x, y] : {std::pair(a, b), std::pair(b, a)}) {
    if ((!is(y, Op::Add) && !is(y, Op::Sum)) || args(y).size() > max_parts || !apply(Rule::Distribute)) continue;
    const std::pair key(std::min(a, b), std::max(a, b));
    if (const auto found = distributed_.find(key); found != distributed_.end()) return found->second;
    if (too_deep()) return a;
    std::vector<Term> parts(args(y).begin(), args(y).end());
    ++depth_;
    for (Term& part : parts) part = multiply(x, part);
    --depth_;
    const Term result = sum(parts);
    distributed_.emplace(key, result);
    return result;
  }
  std::vector<Term> list;
  flatten(a, {Op::Mul}, list);
  flatten(b, {Op::Mul}, list);
  if (list.size() > 2) apply(Rule::Regroup);
  float constant_factor = 1;
  std::erase_if(list, [&](Term t) {
    if (!is(t, Op::Constant)) return false;
    constant_factor *= value(t);
    return true;
  });
  std::sort(list.begin(), list.end());
  if (list.empty()) return constant(constant_factor);
  Term result = list[0];
  for (std::size_t i = 1; i < list.size(); ++i) result = node(Op::Mul, 0, {result, list[i]});
  return constant_factor == 1 ? result : commuting(Op::Mul, result, constant(constant_factor));
}

Term Store::divide(Term a, Term b) {
  if (is_constant(b, 1.0f)) return a;
  if (is(a, Op::Neg)) return negate(divide(arg(a, 0), b));
  if (is(b, Op::Neg)) return negate(divide(a, arg(b, 0)));
  if (is(a, Op::Constant) && value(a) < 0) return negate(divide(negate(a), b));
  if (is(b, Op::Constant) && value(b) < 0) return negate(divide(a, negate(b)));
  if (is(a, Op::Constant) && is(b, Op::Constant) && apply(Rule::Reciprocal)) return constant(value(a) / value(b));
  if (is(b, Op::Div) && is_constant(arg(b, 0), 1.0f) && apply(Rule::Reciprocal)) return multiply(a, arg(b, 1));
  if (is(b, Op::Sqrt)) {
    if (is_constant(a, 1.0f) && apply(Rule::Reciprocal)) return unary(Op::Rsqrt, arg(b, 0));
    if (!is_constant(a, 1.0f) && apply(Rule::UnitVector)) return normalized(a, arg(b, 0));
  }
  if (is(b, Op::Constant) && apply(Rule::Reciprocal)) return multiply(a, constant(1.0f / value(b)));
  return node(Op::Div, 0, {a, b});
}

Term Store::minimum(Term a, Term b) {
  if (is(a, Op::Constant) && is(b, Op::Constant)) return constant(value(b) < value(a) ? value(b) : value(a));
  for (const auto& [x, y] : {std::pair(a, b), std::pair(b, a)}) {
    if (!is(x, Op::Max) || !is(y, Op::Constant)) continue;
    for (std::uint32_t i = 0; i < 2; ++i)
      if (is(arg(x, i), Op::Constant) && value(arg(x, i)) <= value(y) && apply(Rule::ClampOfMinMax))
        return clamp(arg(x, 1 - i), arg(x, i), y);
  }
  if (b < a && apply(Rule::MinMaxOrder)) return node(Op::Min, 0, {b, a});
  return node(Op::Min, 0, {a, b});
}

Term Store::maximum(Term a, Term b) {
  if (is(a, Op::Constant) && is(b, Op::Constant)) return constant(value(a) < value(b) ? value(b) : value(a));
  for (const auto& [x, y] : {std::pair(a, b), std::pair(b, a)}) {
    if (!is(x, Op::Min) || !is(y, Op::Constant)) continue;
    for (std::uint32_t i = 0; i < 2; ++i)
      if (is(arg(x, i), Op::Constant) && value(arg(x, i)) >= value(y) && apply(Rule::ClampOfMinMax))
        return clamp(arg(x, 1 - i), y, arg(x, i));
  }
  if (b < a && apply(Rule::MinMaxOrder)) return node(Op::Max, 0, {b, a});
  return node(Op::Max, 0, {a, b});
}

Term Store::clamp(Term a, Term low, Term high) {
  if (is(a, Op::Constant) && is(low, Op::Constant) && is(high, Op::Constant)) {
    const float v = value(a);
    return v < value(low) ? low : v > value(high) ? high : a;
  }
  const auto ascend = [&](Term x, Term y) {
    return is(x, Op::Constant) && is(y, Op::Constant) && value(x) <= value(y);
  };
  if (is(a, Op::Clamp) && ascend(low, arg(a, 1)) && ascend(arg(a, 1), arg(a, 2)) && ascend(arg(a, 2), high)) return a;
  return node(Op::Clamp, 0, {a, low, high});
}

Term Store::fma(Term a, Term b, Term c) {
  if (apply(Rule::FmaAsSum)) return add(multiply(a, b), c);
  return a < b ? node(Op::Fma, 0, {a, b, c}) : node(Op::Fma, 0, {b, a, c});
}

Term Store::power(Term a, Term b) {
  if (apply(Rule::Power)) return unary(Op::Exp2, multiply(unary(Op::Log2, a), b));
  return node(Op::Pow, 0, {a, b});
}

Term Store::dot(std::span<const Term> a, std::span<const Term> b) {
  std::vector<Term> products;
  for (std::size_t i = 0; i < a.size(); ++i) products.push_back(multiply(a[i], b[i]));
  if (products.size() > 1 && allows(Rule::ZeroSum))
    std::erase_if(products, [&](Term t) { return is_zero(t) && apply(Rule::ZeroSum); });
  if (products.empty()) return constant(0.0f);
  if (products.size() == 1) return products[0];
  if (allows(Rule::Regroup) && apply(Rule::DotAsSum)) return sum(products);
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
  if (is(lane, Op::Neg)) return negate(normalized(arg(lane, 0), square));
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

Term Store::uniform_at(Term number, std::uint32_t lane) {
  if (is(number, Op::Integer)) return uniform_lane(payload(number), lane);
  return node(Op::UniformAt, lane, {number});
}

// ------------------------------------------------------------------------------------------------------ fetches

// Whether `gradient` is this derivative of the coordinate, times a factor.
bool Store::same_derivative(Op derivative, Term coordinate, Term gradient, float& factor) const {
  factor = 1;
  if (is(gradient, Op::Mul))
    for (std::uint32_t i = 0; i < 2; ++i)
      if (is(arg(gradient, i), Op::Constant)) {
        factor = value(arg(gradient, i));
        gradient = arg(gradient, 1 - i);
        break;
      }
  return is(gradient, derivative) && arg(gradient, 0) == coordinate;
}

// The bias of AGAL, which counts eighths, or another one, that is this factor of the gradients.
float bias_of(float factor) {
  const float bias = std::log2(factor), eighths = std::round(bias * 8) / 8;
  return std::exp2(eighths) == factor ? eighths : bias;
}

Term Store::texel(Level level, TextureKind kind, std::span<const Term> given, std::uint32_t lane) {
  std::vector<Term> operands(given.begin(), given.end());
  const std::uint32_t coordinates = SampleForm{level, kind}.coordinates();
  const std::size_t plain = 2 + coordinates;
  if (level == Level::Bias && is_zero(operands[plain])) {
    level = Level::Implicit;
    operands.resize(plain);
  }
  if (level == Level::Gradients && allows(Rule::Gradients)) {
    float factor = 1, first = 0;
    bool all = true;
    for (std::uint32_t i = 0; all && i < 2 * coordinates; ++i) {
      const Op derivative = i < coordinates ? Op::DerivativeX : Op::DerivativeY;
      all = same_derivative(derivative, operands[2 + i % coordinates], operands[plain + i], factor);
      if (i == 0) first = factor;
      all = all && factor == first && first > 0;
    }
    if (all && apply(Rule::Gradients)) {
      operands.resize(plain);
      level = first == 1 ? Level::Implicit : Level::Bias;
      if (first != 1) operands.push_back(constant(bias_of(first)));
    }
  }
  const Term sample = node(Op::Sample, SampleForm{level, kind}.payload(), operands);
  return node(Op::Texel, lane, {sample});
}

}  // namespace agal::prove
