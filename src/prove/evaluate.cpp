#include "prove/evaluate.hpp"

#include <algorithm>
#include <cmath>

namespace agal::prove {
namespace {

// The terms that the roots consist of.
std::vector<std::uint8_t> reached_from(const Store& store, std::span<const Term> roots) {
  std::vector<std::uint8_t> reached(store.size(), 0);
  for (const Term t : roots) reached[index(t)] = 1;
  for (std::uint32_t i = store.size(); i-- > 0;)
    if (reached[i] != 0)
      for (const Term a : store.args(static_cast<Term>(i))) reached[index(a)] = 1;
  return reached;
}

bool is_leaf(Op op) { return op == Op::Input || op == Op::Uniform || op == Op::Instance; }
bool is_comparison(Op op) {
  return op == Op::Equal || op == Op::Less || op == Op::LessEqual || op == Op::IntEqual || op == Op::IntLess;
}

// A negative base does not have a logarithm, and so no power, whatever the exponent.
float power(float a, float b) { return a < 0 ? std::numeric_limits<float>::quiet_NaN() : std::pow(a, b); }

// What one lane of the operands does not determine, or is not a number: `compute` has it.
struct Special {};
constexpr Special special;
float number(float value) { return value; }
float number(Special) { return 0; }

using Function = float (*)(float, float, float);
constexpr auto functions = std::to_array<Function>({
#define AGAL_TERM(id, text, sort, value) \
  []([[maybe_unused]] float a, [[maybe_unused]] float b, [[maybe_unused]] float c) { return number(value); },
#include "prove/terms.def"
#undef AGAL_TERM
});

constexpr Quad all(float value) { return {value, value, value, value}; }

}  // namespace

Evaluator::Evaluator(const Store& store, std::span<const Term> roots) : store_(store), values_(store.size()) {
  const std::vector<std::uint8_t> reached = reached_from(store, roots);
  for (std::uint32_t i = 0; i < store.size(); ++i) {
    if (reached[i] == 0) continue;
    const auto t = static_cast<Term>(i);
    const Op op = store.op(t);
    order_.push_back(t);
    if (is_leaf(op)) leaves_.push_back(t);
    if (is_comparison(op)) comparisons_.push_back(t);
    if (op == Op::UniformAt) indexed_.push_back(t);
    samples_ = samples_ || op == Op::Sample;
    derivatives_ = derivatives_ || op == Op::DerivativeX || op == Op::DerivativeY;
    undefined_ = undefined_ || op == Op::Undefined;
  }
}

std::vector<Term> Evaluator::leaves_of(Term t) const {
  const std::vector<std::uint8_t> reached = reached_from(store_, {&t, 1});
  std::vector<Term> out;
  for (const Term leaf : leaves_)
    if (reached[index(leaf)] != 0) out.push_back(leaf);
  return out;
}

void Evaluator::run(const Environment& environment) {
  constexpr float exact = 1 << 24;  // integers up to here are floats
  knows_integers_ = true;
  for (const Term t : order_) {
    const Quad& value = values_[index(t)] = compute(t, environment);
    if (info(store_.op(t)).sort == Sort::Int)
      knows_integers_ &= std::ranges::all_of(value, [](float x) { return std::abs(x) <= exact; });
  }
}

namespace {

template <class Fn>
Quad by_pixel(Fn&& fn) {
  Quad out{};
  for (std::size_t i = 0; i < quad_size; ++i) out[i] = fn(i);
  return out;
}

template <class Map, class Value>
Value found_in(const Map& map, std::uint32_t payload, Value missing) {
  const auto found = map.find(payload);
  return found != map.end() ? found->second : missing;
}

}  // namespace

Quad Evaluator::compute(Term t, const Environment& environment) const {
  const Op op = store_.op(t);
  const std::span<const Term> args = store_.args(t);
  if (args.empty()) return leaf(t, environment);
  const auto arg = [&](std::size_t i) -> const Quad& { return values_[index(args[i])]; };
  if (op == Op::UniformAt)
    return by_pixel([&](std::size_t i) {
      const float number = arg(0)[i];
      if (!(number >= 0 && number < 65536)) return 0.0f;
      return found_in(environment.uniforms, 4 * static_cast<std::uint32_t>(number) + store_.payload(t), 0.0f);
    });
  if (op == Op::DerivativeX) return by_pixel([&](std::size_t i) { return arg(0)[i | 1] - arg(0)[i & 2]; });
  if (op == Op::DerivativeY) return by_pixel([&](std::size_t i) { return arg(0)[i | 2] - arg(0)[i & 1]; });
  if (op == Op::Dot || op == Op::Sum)
    return by_pixel([&](std::size_t i) {
      float sum = arg(0)[i];
      for (std::size_t k = 1; k < args.size(); ++k) sum += arg(k)[i];
      return sum;
    });
  if (op == Op::Sample) return all(0);
  if (op == Op::Texel) return texel(t);
  const Function fn = functions[static_cast<std::size_t>(op)];
  return by_pixel(
      [&](std::size_t i) { return fn(arg(0)[i], args.size() > 1 ? arg(1)[i] : 0, args.size() > 2 ? arg(2)[i] : 0); });
}

Quad Evaluator::leaf(Term t, const Environment& environment) const {
  const Op op = store_.op(t);
  const std::uint32_t payload = store_.payload(t);
  if (op == Op::Constant) return all(store_.value(t));
  if (op == Op::Integer) return all(static_cast<float>(static_cast<std::int32_t>(payload)));
  if (op == Op::Undefined) return all(environment.undefined);
  if (op == Op::Instance) return all(environment.instance);
  if (op == Op::Input) return found_in(environment.inputs, payload, all(0));
  if (op == Op::Uniform) return all(found_in(environment.uniforms, payload, 0.0f));
  return all(op == Op::True ? 1 : 0);
}

// Smooth in the coordinates and in what selects the level, so that rounding stays small.
Quad Evaluator::texel(Term t) const {
  const Term sample = store_.arg(t, 0);
  const SampleForm form = SampleForm::of(store_.payload(sample));
  const std::span<const Term> args = store_.args(sample);
  const std::uint32_t coordinates = form.coordinates();
  const auto at = [&](std::size_t i) -> const Quad& { return values_[index(args[i])]; };
  const auto seed =
      static_cast<float>(1 + store_.payload(args[0]) + 16 * store_.payload(args[1]) + 3 * store_.payload(t));
  Quad out{};
  for (std::size_t i = 0; i < quad_size; ++i) {
    float footprint = 0, phase = seed;
    for (std::uint32_t c = 0; c < coordinates; ++c) {
      phase += at(2 + c)[i] * (1 + 0.7f * static_cast<float>(c));
      float x = at(2 + c)[i | 1] - at(2 + c)[i & 2], y = at(2 + c)[i | 2] - at(2 + c)[i & 1];
      if (form.level == Level::Gradients) {
        x = at(2 + coordinates + c)[i];
        y = at(2 + 2 * coordinates + c)[i];
      }
      footprint += x * x + y * y;
    }
    const float selected = args.size() > 2 + coordinates ? at(2 + coordinates)[i] : 0;
    if (form.level == Level::Bias) footprint *= std::exp2(2 * selected);
    const float level = form.level == Level::Lod ? selected : std::tanh(footprint);
    out[i] = 0.5f + 0.5f * std::sin(phase + 0.4f * level);
  }
  return out;
}

}  // namespace agal::prove
