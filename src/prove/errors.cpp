// Bounds the rounding errors of terms, to first order.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "prove/evaluate.hpp"

namespace agal::prove {
namespace {

constexpr float half_unit = 0x1p-24f;         // half a unit in the last place of 1
constexpr float smallest_normal = 0x1p-126f;  // smaller results may be flushed to zero

// The maximum error of an operation, in half units in the last place. The numbers follow the precision requirements of
// Vulkan. Operations that are not in the table have a maximum error of one.
struct Steps {
  Op op;
  float count;
};
constexpr auto step_table = std::to_array<Steps>({
    {Op::Div, 6},
    {Op::Rsqrt, 6},
    {Op::Sqrt, 6},
    {Op::Exp2, 8},
    {Op::Log2, 8},
    {Op::Normalize, 8},
    {Op::Sin, 8},
    {Op::Cos, 8},
    {Op::Pow, 32},
    {Op::Neg, 0},
    {Op::Abs, 0},
    {Op::Min, 0},
    {Op::Max, 0},
    {Op::Clamp, 0},
    {Op::Select, 0},
    {Op::ToFloat, 0},
});
float steps_of(Op op) {
  const auto row = std::ranges::find(step_table, op, &Steps::op);
  return row != step_table.end() ? row->count : 1;
}

// Returns the error of a result that the errors of its operands cause.
float propagated(Op op, float result, float a, float b, float error_a, float error_b, float error_c) {
  const float size = std::fabs(result);
  if (op == Op::Mul) return std::fabs(b) * error_a + std::fabs(a) * error_b;
  if (op == Op::Fma) return std::fabs(b) * error_a + std::fabs(a) * error_b + error_c;
  if (op == Op::Div) return (error_a + size * error_b) / std::fabs(b);
  if (op == Op::Sqrt) return error_a / (2 * result);
  if (op == Op::Rsqrt) return size * error_a / (2 * std::fabs(a));
  if (op == Op::Exp2) return size * error_a;
  if (op == Op::Log2) return 1.5f * error_a / std::fabs(a);
  if (op == Op::Pow)
    return size * (std::fabs(b / a) * error_a + std::fabs(std::log2(a)) * (error_b + 8 * half_unit * std::fabs(b)));
  if (op == Op::Normalize) return error_a / std::sqrt(b) + size * error_b / (2 * b);
  if (op == Op::Min || op == Op::Max || op == Op::Clamp) return std::max({error_a, error_b, error_c});
  return error_a + error_b + error_c;
}

// Returns true if a rounded sum equals the exact sum.
bool is_exact_sum(float a, float b, float result) {
  const double x = a, y = b, sum = x + y, back = sum - x;
  return sum == static_cast<double>(result) && (x - (sum - back)) + (y - back) == 0;
}

bool is_exact_product(float a, float b, float result) {
  return static_cast<double>(a) * static_cast<double>(b) == static_cast<double>(result) && std::isnormal(result);
}

// Returns the value of the lowest set bit of a number.
float lowest_bit(float value) {
  int exponent = 0;
  const auto digits = static_cast<std::int32_t>(std::ldexp(std::frexp(value, &exponent), 24));
  return std::ldexp(1.0f, exponent - 24 + std::countr_zero(static_cast<std::uint32_t>(digits)));
}

bool is_step(Op op) {
  return op == Op::Floor || op == Op::Ceil || op == Op::Trunc || op == Op::Round || op == Op::Fract ||
         op == Op::ToInt || op == Op::Sign;
}

}  // namespace

void Evaluator::bound_errors(std::size_t quad) {
  errors_.resize(order_.size());
  for (std::size_t i = 0; i < quad_size; ++i) undecided_[i] = blurred_[quad_size * quad + i];
  for (std::size_t i = 0; i < order_.size(); ++i) bound(order_[i], quad, errors_[i]);
}

void Evaluator::bound(Term t, std::size_t quad, Quad& out) {
  const Op op = store_.op(t);
  const std::span<const Term> args = store_.args(t);
  const auto arg = [&](std::size_t k, std::size_t i) { return value(args[k])[quad_size * quad + i]; };
  const auto error_of = [&](std::size_t k, std::size_t i) { return k < args.size() ? error(args[k], i) : 0; };
  out.fill(0);
  if (args.empty() || op == Op::Sample) return;
  if (op == Op::Texel) return bound_texel(t, quad, out);
  for (std::size_t i = 0; i < quad_size; ++i) {
    if (info(op).sort == Sort::Bool) {
      const float distance = std::fabs(arg(0, i) - arg(1, i)), error = error_of(0, i) + error_of(1, i);
      if (op != Op::Choose && error > 0 && !(distance > 2 * error)) undecided_[i] = true;
      continue;
    }
    if (is_step(op)) {
      const float error = error_of(0, i), a = arg(0, i);
      if (error > 0 && std::floor(a - 2 * error) != std::floor(a + 2 * error)) undecided_[i] = true;
      out[i] = op == Op::Fract ? error : 0;
      continue;
    }
    const float result = value(t)[quad_size * quad + i];
    const PoleInfo* const pole = pole_of(op);
    if (pole != nullptr && error_of(pole->operand, i) > 0 &&
        !(std::fabs(arg(pole->operand, i)) > 2 * error_of(pole->operand, i)))
      undecided_[i] = true;
    const bool is_exact =
        (op == Op::Add && is_exact_sum(arg(0, i), arg(1, i), result)) ||
        (op == Op::Mul && (arg(0, i) == 0 || arg(1, i) == 0 || is_exact_product(arg(0, i), arg(1, i), result)));
    float sum = is_exact ? 0 : steps_of(op) * half_unit * std::fabs(result);
    if (op == Op::Mul && !is_exact && !std::isnormal(result)) sum += smallest_normal;
    if (op == Op::Dot || op == Op::Sum) {
      sum = is_exact_total(args, quad_size * quad + i) ? 0 : sum;
      const float of_parts = sum == 0 ? 0 : 2 * half_unit;
      for (std::size_t k = 0; k < args.size(); ++k) sum += error_of(k, i) + of_parts * std::fabs(arg(k, i));
    } else if (op == Op::Select || op == Op::Partial) {
      const std::size_t taken = op == Op::Partial ? 0 : arg(0, i) != 0 ? 1 : 2;
      sum += error_of(taken, i);
    } else if (op == Op::DerivativeX || op == Op::DerivativeY) {
      const std::size_t other = op == Op::DerivativeX ? i ^ 1 : i ^ 2;
      sum += error_of(0, i) + error_of(0, other) + 4 * half_unit * std::fabs(arg(0, i));
    } else {
      const float b = args.size() > 1 ? arg(1, i) : 0;
      sum += propagated(op, result, arg(0, i), b, error_of(0, i), error_of(1, i), error_of(2, i));
      if (op == Op::Fma) sum += half_unit * std::fabs(arg(0, i) * b);
    }
    out[i] = sum;
  }
}

// Returns true if a sum is exact in any order: all parts are multiples of one power of two, and the multiples add up to
// at most 2^24.
bool Evaluator::is_exact_total(std::span<const Term> parts, std::size_t invocation) const {
  float unit = std::numeric_limits<float>::infinity(), total = 0;
  for (const Term part : parts) {
    const float size = std::fabs(value(part)[invocation]);
    if (size == 0) continue;
    if (!std::isnormal(size)) return false;
    unit = std::min(unit, lowest_bit(size));
    total += size;
  }
  return total == 0 || total <= 0x1p24f * unit;
}

// Bounds the error of a texel. A texel changes at most `steepness` times as fast as its coordinates and its level.
void Evaluator::bound_texel(Term t, std::size_t quad, Quad& out) const {
  constexpr float steepness = 4;
  const Term sample = store_.arg(t, 0);
  const bool is_cube = SampleForm::of(store_.payload(sample)).kind == TextureKind::Cube;
  const std::span<const Term> args = store_.args(sample);
  const auto size_of = [&](Term a, std::size_t i) { return std::fabs(value(a)[quad_size * quad + i]); };
  for (std::size_t i = 0; i < quad_size; ++i) {
    float sum = 8 * half_unit, size = is_cube ? 1e-30f : 1;
    for (std::size_t k = 2; is_cube && k < 5; ++k) size = std::max(size, size_of(args[k], i));
    for (std::size_t k = 2; k < args.size(); ++k)
      for (const std::size_t pixel : {i, i ^ 1, i ^ 2})
        sum += steepness * (error(args[k], pixel) + half_unit * size_of(args[k], pixel)) / size;
    out[i] = sum;
  }
}

}  // namespace agal::prove
