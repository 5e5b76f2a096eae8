// Compares random pairs of expressions. If the prover answers "equal", the values must agree within the bound of the
// proof class. The evaluation shares no code with the prover.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "agal/prove/prove.hpp"
#include "agal/translate.hpp"
#include "support/lowering.hpp"

namespace agal {
namespace {

enum class Kind : std::uint8_t { Input, Constant, Add, Sub, Mul, Div, Min, Max, Neg, Abs, Less };

struct Node;
using Expression = std::shared_ptr<const Node>;

struct Node {
  Kind kind = Kind::Input;
  /// The number of an input, 0 to 3.
  std::uint32_t number = 0;
  /// The value of a constant.
  float value = 0;
  /// The operands. Less has four: a, b, the value if a < b, and the value otherwise.
  std::vector<Expression> parts;
};

Expression made(Kind kind, std::vector<Expression> parts) {
  return std::make_shared<const Node>(Node{kind, 0, 0, std::move(parts)});
}
Expression constant(float value) { return std::make_shared<const Node>(Node{Kind::Constant, 0, value, {}}); }
Expression input(std::uint32_t number) { return std::make_shared<const Node>(Node{Kind::Input, number, 0, {}}); }

/// A value and a bound on its rounding error.
struct Bounded {
  float value = 0;
  double error = 0;
  /// False if a value overflows or is subnormal, or if rounding decides a comparison.
  bool counts = true;
};

Bounded evaluated(const Expression& e, const std::array<float, 4>& inputs) {
  if (e->kind == Kind::Input) return {inputs[e->number], 0, true};
  if (e->kind == Kind::Constant) return {e->value, 0, true};
  std::array<Bounded, 4> p;
  Bounded out;
  for (std::size_t i = 0; i < e->parts.size(); ++i) {
    p[i] = evaluated(e->parts[i], inputs);
    out.counts = out.counts && p[i].counts;
  }
  const double a = p[0].value, b = p[1].value;
  double step = 1;
  switch (e->kind) {
    case Kind::Add:
      out.value = p[0].value + p[1].value;
      out.error = p[0].error + p[1].error;
      break;
    case Kind::Sub:
      out.value = p[0].value - p[1].value;
      out.error = p[0].error + p[1].error;
      break;
    case Kind::Mul:
      out.value = p[0].value * p[1].value;
      out.error = std::fabs(b) * p[0].error + std::fabs(a) * p[1].error;
      break;
    case Kind::Div:
      out.value = p[0].value / p[1].value;
      out.error = (p[0].error + std::fabs(static_cast<double>(out.value)) * p[1].error) / std::fabs(b);
      step = 3;
      break;
    case Kind::Min: out.value = p[1].value < p[0].value ? p[1].value : p[0].value; break;
    case Kind::Max: out.value = p[0].value < p[1].value ? p[1].value : p[0].value; break;
    case Kind::Neg: out.value = -p[0].value; break;
    case Kind::Abs: out.value = std::fabs(p[0].value); break;
    default: out.value = p[0].value < p[1].value ? p[2].value : p[3].value; break;
  }
  if (e->kind == Kind::Min || e->kind == Kind::Max) out.error = std::max(p[0].error, p[1].error);
  if (e->kind == Kind::Neg || e->kind == Kind::Abs) out.error = p[0].error;
  if (e->kind == Kind::Less) {
    out.error = std::max(p[2].error, p[3].error);
    const double error = p[0].error + p[1].error;
    if (error > 0 && std::fabs(a - b) <= 2 * error) out.counts = false;
  }
  const bool is_exact = e->kind >= Kind::Min;
  const bool was_lost = out.value == 0 && e->kind == Kind::Mul && a != 0 && b != 0;
  if (!is_exact) out.error += step * std::ldexp(std::fabs(static_cast<double>(out.value)), -24);
  if (!std::isfinite(out.value) || !std::isfinite(out.error) || std::fpclassify(out.value) == FP_SUBNORMAL || was_lost)
    out.counts = false;
  return out;
}

class Generator {
 public:
  explicit Generator(std::uint32_t seed) : random_(seed) {}

  Expression expression(std::uint32_t depth) {
    if (depth == 0 || pick(6) == 0) return pick(3) == 0 ? constant(number()) : input(pick(4));
    const auto part = [&] { return expression(depth - 1); };
    switch (pick(12)) {
      case 0:
      case 1:
      case 2: return made(Kind::Add, {part(), part()});
      case 3: return made(Kind::Sub, {part(), part()});
      case 4:
      case 5:
      case 6: return made(Kind::Mul, {part(), part()});
      case 7: return made(Kind::Min, {part(), part()});
      case 8: return made(Kind::Max, {part(), part()});
      case 9: return made(pick(2) == 0 ? Kind::Neg : Kind::Abs, {part()});
      case 10: return made(Kind::Div, {part(), part()});
      default: return made(Kind::Less, {part(), part(), part(), part()});
    }
  }

  /// Returns the expression in another form, which may be equal, equal up to rounding, or wrong.
  Expression variant(const Expression& e) {
    if (e->parts.empty()) return pick(12) == 0 ? padded(e) : e;
    std::vector<Expression> parts;
    for (const Expression& part : e->parts) parts.push_back(pick(3) == 0 ? part : variant(part));
    const Expression& a = parts[0];
    if (parts.size() == 1) return made(e->kind, parts);
    const Expression& b = parts[1];
    switch (pick(9)) {
      case 0:
        if (e->kind == Kind::Add || e->kind == Kind::Mul || e->kind == Kind::Min || e->kind == Kind::Max)
          return made(e->kind, {b, a});
        break;
      case 1:
        if ((e->kind == Kind::Add || e->kind == Kind::Mul) && a->kind == e->kind)
          return made(e->kind, {a->parts[0], made(e->kind, {a->parts[1], b})});
        break;
      case 2:
        if (e->kind == Kind::Mul && b->kind == Kind::Add)
          return made(Kind::Add, {made(Kind::Mul, {a, b->parts[0]}), made(Kind::Mul, {a, b->parts[1]})});
        break;
      case 3:
        if (e->kind == Kind::Max) return made(Kind::Less, {a, b, b, a});
        if (e->kind == Kind::Sub) return made(Kind::Add, {a, made(Kind::Neg, {b})});
        break;
      case 4:
        if (e->kind == Kind::Div) return made(Kind::Mul, {a, made(Kind::Div, {constant(1), b})});
        break;
      case 5:
        if (e->kind == Kind::Less && pick(2) == 0) return made(Kind::Less, {b, a, parts[3], parts[2]});
        break;
      case 6: return pick(8) == 0 ? made(Kind::Add, {a, b}) : made(e->kind, parts);
      case 7: return pick(4) == 0 ? padded(made(e->kind, parts)) : made(e->kind, parts);
      default: break;
    }
    return made(e->kind, parts);
  }

  std::uint32_t pick(std::uint32_t count) { return static_cast<std::uint32_t>(random_() % count); }

  // Returns a value from -4 to 4. If `wide` is true, it has any magnitude.
  float value(bool wide) {
    const float small = std::ldexp(static_cast<float>(static_cast<std::int32_t>(random_())), -29);
    return wide ? std::ldexp(small, static_cast<int>(pick(61)) - 30) : small;
  }

 private:
  // Adds and subtracts a constant, or multiplies and divides by a constant.
  Expression padded(const Expression& e) {
    const float by = number();
    if (pick(2) == 0) return made(Kind::Sub, {made(Kind::Add, {e, constant(by)}), constant(by)});
    return made(Kind::Mul, {made(Kind::Mul, {e, constant(by)}), constant(1 / by)});
  }

  float number() {
    constexpr std::array usual{0.0f, 1.0f, -1.0f, 2.0f, 0.5f, 3.0f, 12582912.0f, 1e10f, 1e-30f, 1e30f, 2e38f, 1e-38f};
    if (pick(2) == 0) return usual[pick(usual.size())];
    return std::pow(10.0f, static_cast<float>(pick(77)) - 38.0f) * (pick(2) == 0 ? 1.0f : -1.0f);
  }

  std::mt19937 random_;
};

// Writes tokens that compute an expression into the x lane of a register. Constants are lanes of constant registers
// with assumed values.
class Tokens {
 public:
  explicit Tokens(ProofOptions& options) : options_(options) {}

  std::string program(const Expression& e) {
    const std::uint32_t result = write(e, 0);
    return fmt::format("//! agal 3 fragment\n{}mov oc, ft{}.x\n", text_, result);
  }

 private:
  // Returns the register of the result. `free` is the first unused register.
  std::uint32_t write(const Expression& e, std::uint32_t free) {
    std::array<std::string, 4> operands;
    std::uint32_t next = free;
    for (std::size_t i = 0; i < e->parts.size(); ++i) operands[i] = fmt::format("ft{}.x", write(e->parts[i], next++));
    const auto simple = [&](std::string_view name) {
      text_ +=
          fmt::format("{} ft{}.x, {}{}{}\n", name, free, operands[0], e->parts.size() > 1 ? ", " : "", operands[1]);
    };
    switch (e->kind) {
      case Kind::Input: text_ += fmt::format("mov ft{}.x, v0.{}\n", free, "xyzw"[e->number]); break;
      case Kind::Constant: text_ += fmt::format("mov ft{}.x, {}\n", free, lane_of(e->value)); break;
      case Kind::Add: simple("add"); break;
      case Kind::Sub: simple("sub"); break;
      case Kind::Mul: simple("mul"); break;
      case Kind::Div: simple("div"); break;
      case Kind::Min: simple("min"); break;
      case Kind::Max: simple("max"); break;
      case Kind::Neg: simple("neg"); break;
      case Kind::Abs: simple("abs"); break;
      case Kind::Less:
        text_ += fmt::format("ifl {}, {}\nmov ft{}.x, {}\nels\nmov ft{}.x, {}\neif\n", operands[0], operands[1], next,
                             operands[2], next, operands[3]);
        text_ += fmt::format("mov ft{}.x, ft{}.x\n", free, next);
        break;
    }
    return free;
  }

  std::string lane_of(float value) {
    for (const Assumption& known : options_.assumptions)
      if (known.value == value && std::signbit(known.value) == std::signbit(value))
        return fmt::format("fc{}.{}", known.number, "xyzw"[known.lane]);
    const auto count = static_cast<std::uint32_t>(options_.assumptions.size());
    options_.assumptions.push_back({count / 4, count % 4, value, {}});
    return fmt::format("fc{}.{}", count / 4, "xyzw"[count % 4]);
  }

  ProofOptions& options_;
  std::string text_;
};

// The environment variable AGAL_ALGEBRA sets the number of pairs.
std::uint32_t wanted_pairs() {
  const char* const text = std::getenv("AGAL_ALGEBRA");
  return text != nullptr ? static_cast<std::uint32_t>(std::strtoul(text, nullptr, 10)) : 400;
}

// Returns inputs that make the two sides differ by more than the class allows, or "".
std::string broken_claim(ProofClass proof_class, const Expression& left, const Expression& right, Generator& random) {
  constexpr std::uint32_t tries = 64;
  std::uint32_t lossy = 0;
  for (std::uint32_t i = 0; i < tries; ++i) {
    std::array<float, 4> inputs{};
    for (float& one : inputs) one = random.value(i % 2 != 0);
    const Bounded a = evaluated(left, inputs), b = evaluated(right, inputs);
    const std::string shown =
        fmt::format("{} and {} at {}, {}, {}, {}", a.value, b.value, inputs[0], inputs[1], inputs[2], inputs[3]);
    if (proof_class == ProofClass::Exact && a.value != b.value && !(std::isnan(a.value) && std::isnan(b.value)))
      return shown;
    if (proof_class == ProofClass::ValueChanging || !a.counts || !b.counts) continue;
    if (proof_class == ProofClass::Undefined && a.value != b.value) return shown;
    const double distance = std::fabs(static_cast<double>(a.value) - static_cast<double>(b.value));
    if (distance > 8 * (a.error + b.error)) return shown;
    const double last_place = std::ldexp(std::fabs(static_cast<double>(a.value)), -23);
    if (distance > 64 * (std::min(a.error, b.error) + last_place)) ++lossy;
  }
  return 2 * lossy > tries ? "most values have lost digits" : "";
}

TEST(Algebra, EqualExpressionsKeepBoundOfClass) {
  std::array<std::uint32_t, 3> verdicts{};
  std::array<std::uint32_t, 4> classes{};
  for (std::uint32_t seed = 0; seed < wanted_pairs(); ++seed) {
    Generator random(seed);
    const Expression left = random.expression(1 + seed % 4);
    Expression right = left;
    for (std::uint32_t i = 0; i <= seed % 3; ++i) right = random.variant(right);
    ProofOptions options;
    options.tries = 64;
    const Program program = test::assembled(Tokens(options).program(left));
    TranslateOptions translation;
    translation.optimization = Optimization::None;
    translation.validation.level = ValidationLevel::Off;
    const Result<std::vector<std::uint32_t>> words =
        translate(test::assembled(Tokens(options).program(right)), translation);
    ASSERT_TRUE(words) << seed;
    const Result<Proof> proof = prove_equal(program, *words, options);
    ASSERT_TRUE(proof) << seed;
    ++verdicts[static_cast<std::size_t>(proof->verdict)];
    if (proof->verdict != Verdict::Equal) continue;
    ++classes[static_cast<std::size_t>(proof->proof_class)];
    EXPECT_EQ(broken_claim(proof->proof_class, left, right, random), "") << "seed " << seed;
  }
  std::printf("%u equal (%u exact, %u undefined, %u rounding, %u value-changing), %u different, %u not decided\n",
              verdicts[0], classes[0], classes[1], classes[2], classes[3], verdicts[1], verdicts[2]);
}

}  // namespace
}  // namespace agal
