#include "prove/lost_numbers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace agal::prove {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

// The maximum depth of an expression whose bounds are derived.
constexpr std::uint32_t max_depth = 32;

// The maximum number of steps of the search for a path through a diagram.
constexpr std::uint32_t max_steps = 1024;

/// The numbers that a term may have.
struct Bounds {
  float low = -infinity, high = infinity;

  bool is_empty() const { return !(low <= high); }
};

/// Derives the bounds of terms. Terms share their operands, so each bound is kept.
class BoundsFinder {
 public:
  explicit BoundsFinder(const Store& store) : store_(store) {}

  Bounds of(Term t, std::uint32_t depth = 0) {
    if (depth == max_depth) return {};
    if (const auto found = known_.find(t); found != known_.end()) return found->second;
    return known_[t] = find(t, depth + 1);
  }

 private:
  Bounds find(Term t, std::uint32_t depth) {
    const bool is_number = store_.is(t, Op::Constant) && std::isfinite(store_.value(t));
    if (is_number) return {store_.value(t), store_.value(t)};
    const auto operand = [&](std::uint32_t i) { return of(store_.arg(t, i), depth); };
    const Op op = store_.op(t);
    if (op == Op::Abs || op == Op::Sqrt || op == Op::Rsqrt || op == Op::Exp2) return {0, infinity};
    if (op == Op::Sin || op == Op::Cos || op == Op::Sign) return {-1, 1};
    if (op == Op::Fract) return {0, 1};
    if (op == Op::Neg) return {-operand(0).high, -operand(0).low};
    if (op == Op::Mul) return product(t, depth);
    if (op == Op::Clamp) return {std::min(operand(1).low, operand(2).low), operand(2).high};
    if (op == Op::Fma) return {product(t, depth).low + operand(2).low, product(t, depth).high + operand(2).high};
    if (op == Op::Add || op == Op::Sum || op == Op::Dot) return total(t, depth);
    if (op != Op::Min && op != Op::Max && op != Op::Select) return {};
    const Bounds a = operand(op == Op::Select ? 1 : 0), b = operand(op == Op::Select ? 2 : 1);
    if (op == Op::Min) return {std::min(a.low, b.low), std::min(a.high, b.high)};
    if (op == Op::Max) return {std::max(a.low, b.low), std::max(a.high, b.high)};
    return {std::min(a.low, b.low), std::max(a.high, b.high)};
  }

  // Returns the bounds of the product of the first two operands: of a square, or of two numbers that are not negative.
  Bounds product(Term t, std::uint32_t depth) {
    const Term a = store_.arg(t, 0), b = store_.arg(t, 1);
    return a == b || (of(a, depth).low >= 0 && of(b, depth).low >= 0) ? Bounds{0, infinity} : Bounds{};
  }

  Bounds total(Term t, std::uint32_t depth) {
    Bounds out{0, 0};
    for (const Term part : store_.args(t)) {
      const Bounds bounds = of(part, depth);
      out.low += bounds.low;
      out.high += bounds.high;
    }
    return out;
  }

  const Store& store_;
  std::map<Term, Bounds> known_;
};

/// Searches for a path through a diagram to `true` on which the comparisons with constants do not contradict each
/// other.
class PathSearch {
 public:
  explicit PathSearch(const Store& store) : store_(store), bounds_(store) {}

  // Returns true if there may be such a path.
  bool found(Term condition) {
    if (condition == store_.never()) return false;
    if (condition == store_.always() || ++steps_ > max_steps) return true;
    return follow(condition, true) || follow(condition, false);
  }

 private:
  // A term, or the difference of two terms, of one pixel. In a comparison with a constant, `minus` is the term 0, which
  // is not a number.
  struct Subject {
    Term term, minus;
    std::uint32_t pixel;

    auto operator<=>(const Subject&) const = default;
  };
  // The numbers that the comparisons of the path leave for a term.
  struct Known {
    Bounds bounds;
    std::vector<float> others;  // numbers that the term is not
  };

  bool follow(Term condition, bool holds) {
    const Term atom = store_.arg(condition, 0), next = store_.arg(condition, holds ? 1 : 2);
    const Op op = store_.op(atom);
    if (op != Op::Equal && op != Op::Less && op != Op::LessEqual) return found(next);
    const Term a = store_.arg(atom, 0), b = store_.arg(atom, 1);
    const bool is_first = store_.is(a, Op::Constant), is_second = store_.is(b, Op::Constant);
    // Other comparisons compare the difference of two terms with 0.
    const bool turned = is_first || (!is_second && b < a);
    const Subject subject{turned ? b : a, is_first || is_second ? Term{} : turned ? a : b, store_.payload(atom)};
    const float constant = is_first ? store_.value(a) : is_second ? store_.value(b) : 0;
    const Bounds all = is_first || is_second ? bounds_.of(subject.term) : Bounds{};
    const auto known = known_.try_emplace(subject, Known{all, {}}).first;
    const Known before = known->second;
    note(known->second, op, constant, turned, holds);
    const bool is_possible = !contradicts(known->second) && found(next);
    known_[subject] = before;
    return is_possible;
  }

  // Notes the result of a comparison with a constant. `first`: the constant is the first operand.
  static void note(Known& known, Op op, float constant, bool first, bool holds) {
    Bounds& bounds = known.bounds;
    if (op == Op::Equal) {
      if (!holds) known.others.push_back(constant);
      if (holds) bounds = {std::max(bounds.low, constant), std::min(bounds.high, constant)};
      return;
    }
    // A comparison that does not hold is the opposite one: not (t < c) is c <= t, for finite numbers.
    const bool is_strict = (op == Op::Less) == holds, is_above = first == holds;
    if (is_above)
      bounds.low = std::max(bounds.low, is_strict ? std::nextafter(constant, infinity) : constant);
    else
      bounds.high = std::min(bounds.high, is_strict ? std::nextafter(constant, -infinity) : constant);
  }

  static bool contradicts(const Known& known) {
    const Bounds& bounds = known.bounds;
    if (bounds.is_empty()) return true;
    return bounds.low == bounds.high && std::ranges::find(known.others, bounds.low) != known.others.end();
  }

  const Store& store_;
  BoundsFinder bounds_;
  std::map<Subject, Known> known_;
  std::uint32_t steps_ = 0;
};

/// Makes the normal forms of the terms of one side, and the conditions under which they are infinite or NaN.
class Side {
 public:
  Side(const Store& plain, Store& store, bool is_source, bool with_overflow)
      : plain_(plain),
        store_(store),
        bounds_(store),
        is_source_(is_source),
        with_overflow_(with_overflow),
        made_(plain.size()),
        lost_(plain.size()) {}

  // Makes all terms that the roots consist of. Operands have lower numbers than their terms.
  void run(std::span<const Term> roots) {
    std::vector<bool> reached(plain_.size(), false);
    for (const Term t : roots) reached[index(t)] = true;
    for (std::uint32_t i = plain_.size(); i-- > 0;)
      if (reached[i])
        for (const Term a : plain_.args(static_cast<Term>(i))) reached[index(a)] = true;
    store_.set_source_side(is_source_);
    for (std::uint32_t i = 0; i < plain_.size(); ++i) {
      if (!reached[i]) continue;
      const auto t = static_cast<Term>(i);
      made_[i] = make(t);
      lost_[i] = condition_of(t);
    }
    store_.set_source_side(false);
  }

  Term made(Term t) const { return made_[index(t)]; }
  // Returns the condition under which a term is infinite or NaN, or depends on such a term.
  Term lost(Term t) const { return lost_[index(t)]; }

 private:
  Term make(Term t) {
    std::vector<Term> a;
    for (const Term each : plain_.args(t)) a.push_back(made(each));
    const Op op = plain_.op(t);
    const std::uint32_t payload = plain_.payload(t);
    switch (op) {
      case Op::True: return store_.always();
      case Op::False: return store_.never();
      case Op::Constant: return store_.constant_bits(payload);
      case Op::Undefined: return payload == unwritten_leaf ? store_.unwritten() : store_.leaf(op, payload);
      case Op::Integer:
      case Op::Input:
      case Op::Uniform:
      case Op::Instance:
      case Op::Texture:
      case Op::Sampler: return store_.leaf(op, payload);
      case Op::UniformAt: return store_.uniform_at(a[0], payload);
      case Op::Neg:
      case Op::Abs:
      case Op::Sign:
      case Op::Floor:
      case Op::Ceil:
      case Op::Trunc:
      case Op::Round:
      case Op::Fract:
      case Op::Sqrt:
      case Op::Rsqrt:
      case Op::Exp2:
      case Op::Log2:
      case Op::Sin:
      case Op::Cos:
      case Op::DerivativeX:
      case Op::DerivativeY:
      case Op::Add:
      case Op::Mul:
      case Op::Div:
      case Op::Min:
      case Op::Max:
      case Op::Pow:
      case Op::Normalize:
      case Op::Clamp:
      case Op::Fma:
      case Op::Less:
      case Op::Select: return store_.make(op, a);
      case Op::ToFloat: return store_.to_float(a[0]);
      case Op::ToInt: return store_.to_int(a[0]);
      case Op::IntAdd: return store_.int_add(a[0], a[1]);
      case Op::IntMul: return store_.int_multiply(a[0], a[1]);
      case Op::IntMin: return store_.int_minimum(a[0], a[1]);
      case Op::IntMax: return store_.int_maximum(a[0], a[1]);
      case Op::Dot:
      case Op::Sum: return store_.dot(std::move(a));
      case Op::Sample: return {};  // Texel makes it
      case Op::Partial: return store_.partial(a[0], a[1]);
      case Op::Texel: return texel(plain_.arg(t, 0), payload);
      case Op::Equal: return store_.equal(a[0], a[1]);
      case Op::LessEqual: return store_.less_equal(a[0], a[1]);
      case Op::IntEqual: return store_.int_equal(a[0], a[1]);
      case Op::IntLess: return store_.int_less(a[0], a[1]);
      case Op::Choose: return store_.choose(a[0], a[1], a[2]);
    }
    return {};
  }

  Term texel(Term sample, std::uint32_t lane) {
    std::vector<Term> operands;
    for (const Term each : plain_.args(sample)) operands.push_back(made(each));
    const SampleForm form = SampleForm::of(plain_.payload(sample));
    return store_.texel(form.level, form.kind, operands, lane);
  }

  Term condition_of(Term t) {
    const Op op = plain_.op(t);
    const std::span<const Term> args = plain_.args(t);
    if (op == Op::Select || op == Op::Choose) {
      const Term chosen = store_.choose(made(args[0]), lost(args[1]), lost(args[2]));
      return store_.either(lost(args[0]), chosen);
    }
    if (const std::optional<Term> power = condition_of_power(t)) return *power;
    Term out = store_.never();
    for (const Term a : args) out = store_.either(out, lost(a));
    out = with_neighbors(t, out);
    if (const PoleInfo* const pole = pole_of(op)) {
      const Term operand = made(args[pole->operand]);
      const bool is_power = pole->kind == Pole::Base;
      out = store_.either(out, is_power ? undefined_power(operand, made(args[1])) : holds(pole->kind, operand));
    }
    if (op == Op::Constant && !std::isfinite(plain_.value(t))) out = store_.always();
    return with_overflow_ && info(op).sort == Sort::Float && op != Op::Texel ? store_.either(out, overflow(made(t)))
                                                                             : out;
  }

  // Returns the condition of exp2(log2(a) * b), which is how modules write the power of a by b: it is defined where the
  // power is. Returns nullopt for other terms.
  std::optional<Term> condition_of_power(Term t) {
    if (plain_.op(t) != Op::Exp2 || plain_.op(plain_.arg(t, 0)) != Op::Mul) return std::nullopt;
    const std::span<const Term> factors = plain_.args(plain_.arg(t, 0));
    const auto log = std::ranges::find_if(factors, [&](Term factor) { return plain_.is(factor, Op::Log2); });
    if (log == factors.end()) return std::nullopt;
    const Term base = plain_.arg(*log, 0), exponent = factors[log == factors.begin() ? 1 : 0];
    Term out = store_.either(store_.either(lost(base), lost(exponent)), undefined_power(made(base), made(exponent)));
    return with_overflow_ ? store_.either(out, overflow(made(t))) : out;
  }

  // Returns the condition under which the operands of a term are lost, in this pixel or in a neighbor that the term
  // uses.
  Term with_neighbors(Term t, Term here) {
    const Op op = plain_.op(t);
    const Level level = op == Op::Sample ? SampleForm::of(plain_.payload(t)).level : Level::Lod;
    const bool both = level == Level::Implicit || level == Level::Bias;
    Term out = here;
    if (both || op == Op::DerivativeX) out = store_.either(out, store_.elsewhere(here, neighbor_x));
    if (both || op == Op::DerivativeY) out = store_.either(out, store_.elsewhere(here, neighbor_y));
    return out;
  }

  // Returns the condition under which a power is not defined.
  Term undefined_power(Term base, Term exponent) {
    const Term not_positive = store_.negation(store_.less(store_.constant(0.0f), exponent));
    return store_.either(holds(Pole::Negative, base), store_.both(holds(Pole::Zero, base), not_positive));
  }

  // Returns the condition under which a term in normal form has a number that causes a pole.
  Term holds(Pole kind, Term t) {
    if (const auto found = holding_.find({kind, t}); found != holding_.end()) return found->second;
    const Term condition = condition_of_pole(kind, t);
    return holding_[{kind, t}] = condition;
  }

  Term condition_of_pole(Pole kind, Term t) {
    const Bounds bounds = bounds_.of(t);
    if (bounds.low > 0 || (bounds.high < 0 && kind == Pole::Zero) || (bounds.low == 0 && kind == Pole::Negative))
      return store_.never();
    const Op op = store_.op(t);
    if (op == Op::Constant) return is_pole(kind, store_.value(t)) ? store_.always() : store_.never();
    if (op == Op::Select) {
      const Term then = holds(kind, store_.arg(t, 1)), other = holds(kind, store_.arg(t, 2));
      return store_.choose(store_.arg(t, 0), then, other);
    }
    if (kind == Pole::NotPositive && bounds.low == 0) return holds(Pole::Zero, t);
    const Term zero = store_.constant(0.0f);
    if (kind == Pole::Negative) return store_.less(t, zero);
    if (kind == Pole::NotPositive) return store_.negation(store_.less(zero, t));
    if (op == Op::Neg || op == Op::Abs || op == Op::Sqrt || op == Op::Div) return holds(kind, store_.arg(t, 0));
    if (op == Op::Mul) {
      const Term first = holds(kind, store_.arg(t, 0));
      return store_.either(first, holds(kind, store_.arg(t, 1)));
    }
    return is_zero(t);
  }

  // Compares a term with 0. Of a sum, both signs give the same comparison: a - b is zero where b - a is.
  Term is_zero(Term t) {
    if (store_.is(t, Op::Add)) return store_.equal(store_.arg(t, 0), store_.negate(store_.arg(t, 1)));
    const Term size = store_.unary(Op::Abs, t);
    return store_.equal(store_.is(size, Op::Abs) ? store_.arg(size, 0) : size, store_.constant(0.0f));
  }

  // Returns a condition that stands for an infinite value of a term in normal form: the comparison of its magnitude
  // with infinity.
  Term overflow(Term t) {
    if (const auto found = overflows_.find(t); found != overflows_.end()) return found->second;
    const Term condition = condition_of_overflow(t);
    return overflows_[t] = condition;
  }

  Term condition_of_overflow(Term t) {
    const Op op = store_.op(t);
    if (op == Op::Constant || store_.is_undefined(t)) return store_.never();
    if (op == Op::Neg || op == Op::Abs || op == Op::Texel) return store_.never();  // the operands have conditions
    if (op == Op::Select) {
      const Term then = overflow(store_.arg(t, 1)), other = overflow(store_.arg(t, 2));
      return store_.choose(store_.arg(t, 0), then, other);
    }
    const Bounds bounds = bounds_.of(t);
    if (std::isfinite(bounds.low) && std::isfinite(bounds.high)) return store_.never();
    const Term size = store_.unary(Op::Abs, t);
    return store_.equal(size, store_.constant(infinity));
  }

  const Store& plain_;
  Store& store_;
  BoundsFinder bounds_;
  std::map<std::pair<Pole, Term>, Term> holding_;  // results of `holds`
  std::map<Term, Term> overflows_;                 // results of `overflow`
  bool is_source_, with_overflow_;
  std::vector<Term> made_, lost_;
};

// Returns true if a value of the module may be infinite or NaN where the value of the program is finite.
bool loses(const Store& plain, Store& store, const std::vector<Pair>& pairs, Term killed, bool with_overflow) {
  Side program(plain, store, true, with_overflow), module(plain, store, false, with_overflow);
  std::vector<Term> expected{killed}, found;
  for (const Pair& pair : pairs) {
    expected.push_back(pair.expected);
    found.push_back(pair.found);
  }
  program.run(expected);
  module.run(found);
  return std::ranges::any_of(pairs, [&](const Pair& pair) {
    Term open = program.lost(pair.expected);
    if (pair.name != "discard") open = store.either(open, program.made(killed));
    const Term lost = store.both(module.lost(pair.found), store.negation(open));
    return store.exhausted() || PathSearch(store).found(lost);
  });
}

}  // namespace

Lost lost_numbers(const Store& plain, Store& store, const std::vector<Pair>& pairs, Term killed, bool with_overflow) {
  if (loses(plain, store, pairs, killed, false)) return Lost::Pole;
  return with_overflow && loses(plain, store, pairs, killed, true) ? Lost::Overflow : Lost::Nothing;
}

}  // namespace agal::prove
