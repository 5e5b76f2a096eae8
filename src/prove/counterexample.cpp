#include "prove/counterexample.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <tuple>

#include "agal/program.hpp"
#include "prove/evaluate.hpp"

namespace agal::prove {
namespace {

// A difference counts if it exceeds this multiple of the error bound of rounding, and this fraction of the value.
constexpr float rounding_slack = 16;
constexpr float least_part = 1e-5f;

// The maximum number of values to compute: terms times invocations. Computing them takes some seconds.
constexpr std::uint64_t max_evaluations = 1'000'000'000;

// The search ends after this many examples that the program does not confirm.
constexpr std::uint32_t max_refused = 16;

// Returns true if two values differ by more than rounding. `error` is the error bound of rounding.
bool differs(float expected, float found, float error = 0) {
  if (!std::isfinite(expected)) return false;
  if (!std::isfinite(found)) return true;
  const float size = std::max(std::fabs(expected), std::fabs(found));
  return std::fabs(expected - found) > std::max(least_part * size, rounding_slack * error) + smallest;
}

class Search {
 public:
  Search(const Store& store, const std::vector<Pair>& pairs, Term killed, const CounterexampleSearch& search)
      : store_(store), pairs_(pairs), killed_(killed), search_(search), evaluator_(store, terms_of(pairs, killed)) {
    environment_.textures = &search.textures;
    environment_.registers = search.registers;
  }

  std::optional<Counterexample> run() {
    // Each try evaluates all terms a dozen times.
    const std::uint64_t most = 1 + max_evaluations / (12 * lane_count * evaluator_.size());
    const std::uint64_t blocks = std::min<std::uint64_t>((search_.tries + quad_count - 1) / quad_count, most);
    for (std::uint64_t i = 0; i < blocks && refused_ < max_refused; ++i) {
      randomize();
      evaluator_.run(environment_);
      if (auto found = shown()) return found;
      const std::vector<Term>&comparisons = evaluator_.comparisons(), &poles = evaluator_.poles();
      for (std::uint32_t k = 0; k < 2 && !comparisons.empty(); ++k) {
        const Term comparison = comparisons[random_() % comparisons.size()];
        meet(store_.arg(comparison, 0), store_.arg(comparison, 1));
        if (auto found = shown()) return found;
      }
      if (poles.empty()) continue;
      const Term pole = poles[random_() % poles.size()];
      meet(pole, std::nullopt);
      if (auto found = shown()) return found;
      // A sum of squares is zero only if all its parts are.
      for (const Term leaf : evaluator_.leaves_of(pole))
        for (std::size_t q = 0; q < quad_count; ++q) move(leaf, q, 0);
      evaluator_.run(environment_);
      if (auto found = shown()) return found;
    }
    return open_;
  }

 private:
  // Returns a small random number. Many of the numbers are equal.
  float pick() {
    constexpr std::array usual{0.0f, 1.0f, -1.0f, 0.5f, 2.0f, -0.5f, 0.25f, 3.0f};
    if (random_() % 3 == 0) return usual[random_() % usual.size()];
    return std::ldexp(static_cast<float>(static_cast<std::int32_t>(random_())), -29);  // -4 to 4
  }

  // Returns one number for each quad. Every other quad has a number that is not negative.
  Values numbers() {
    Values out;
    for (std::size_t q = 0; q < quad_count; ++q) {
      const float value = q % 2 == 0 ? pick() : std::fabs(pick());
      std::fill_n(out.begin() + static_cast<std::ptrdiff_t>(quad_size * q), quad_size, value);
    }
    return out;
  }

  void randomize() {
    for (const Term leaf : evaluator_.leaves()) {
      Values values = numbers();
      if (store_.is(leaf, Op::Instance))
        for (float& value : values) value = std::floor(std::fabs(value));
      if (store_.is(leaf, Op::Input) && evaluator_.takes_derivatives())
        for (std::size_t q = 0; q < quad_count; q += 1 + random_() % 2) {
          const float x = pick() / 16, y = pick() / 16;
          values[quad_size * q + 1] += x;
          values[quad_size * q + 2] += y;
          values[quad_size * q + 3] += x + y;
        }
      lanes_of(leaf) = values;
    }
    if (!evaluator_.indexed().empty())
      for (std::uint32_t n = 0; n < 4 * 256; ++n) environment_.uniforms.try_emplace(n, numbers());
    environment_.undefined = pick();
  }

  Values& lanes_of(Term leaf) {
    if (store_.is(leaf, Op::Instance)) return environment_.instance;
    auto& map = store_.is(leaf, Op::Uniform) ? environment_.uniforms : environment_.inputs;
    return map[store_.payload(leaf)];
  }

  // Shifts the values of a leaf in one quad so that the first pixel has this value.
  void move(Term leaf, std::size_t quad, float value) {
    float* const pixels = &lanes_of(leaf)[quad_size * quad];
    if (store_.is(leaf, Op::Instance)) value = std::floor(std::fabs(value));
    const float shift = value - pixels[0];
    for (std::size_t i = 1; i < quad_size; ++i) pixels[i] = store_.is(leaf, Op::Input) ? pixels[i] + shift : value;
    pixels[0] = value;
  }

  // Changes a leaf until two terms are equal in each quad. Without the second term, the first becomes 0. The secant
  // method is exact for linear terms.
  void meet(Term a, std::optional<Term> b) {
    std::vector<Term> leaves = evaluator_.leaves_of(a);
    if (b) {
      const std::vector<Term> more = evaluator_.leaves_of(*b);
      leaves.insert(leaves.end(), more.begin(), more.end());
    }
    if (leaves.empty()) return;
    const Term leaf = leaves[random_() % leaves.size()];
    const auto gap = [&](std::size_t q) {
      return evaluator_.value(a)[quad_size * q] - (b ? evaluator_.value(*b)[quad_size * q] : 0);
    };
    std::array<float, quad_count> at{}, gaps{}, next{};
    for (std::size_t q = 0; q < quad_count; ++q) {
      at[q] = lanes_of(leaf)[quad_size * q];
      gaps[q] = gap(q);
      next[q] = at[q] + 1;
    }
    for (std::uint32_t i = 0; i < 6; ++i) {
      for (std::size_t q = 0; q < quad_count; ++q)
        if (gaps[q] != 0 && std::isfinite(next[q])) move(leaf, q, next[q]);
      evaluator_.run(environment_);
      for (std::size_t q = 0; q < quad_count; ++q) {
        if (gaps[q] == 0 || !std::isfinite(next[q])) continue;
        const float slope = (gap(q) - gaps[q]) / (next[q] - at[q]);
        at[q] = next[q];
        gaps[q] = gap(q);
        next[q] = at[q] - gaps[q] / slope;
      }
    }
  }

  struct Difference {
    const Pair* pair = nullptr;
    float expected = 0;
  };

  // Returns a difference that does not depend on values that AGAL leaves open, and that running the program confirms.
  std::optional<Counterexample> shown() {
    if (!evaluator_.knows_integers()) return std::nullopt;
    std::array<Difference, lane_count> found = differences();
    if (evaluator_.has_undefined()) {
      environment_.undefined += 1;
      evaluator_.run(environment_);
      const std::array<Difference, lane_count> again = differences();
      for (std::size_t i = 0; i < lane_count; ++i)
        if (again[i].pair != found[i].pair || again[i].expected != found[i].expected) found[i] = {};
    }
    if (std::ranges::all_of(found, [](const Difference& each) { return each.pair == nullptr; })) return std::nullopt;
    evaluator_.find_origins();
    for (std::size_t i = 0; i < lane_count && refused_ < max_refused; ++i) {
      if (found[i].pair == nullptr || !is_beyond_rounding(*found[i].pair, i)) continue;
      Counterexample made = example(*found[i].pair, i);
      made.open = evaluator_.has_partial() && is_same_in_whole_quads(*found[i].pair, i);
      if (!search_.confirm(made)) {
        ++refused_;
      } else if (!made.open) {
        return made;
      } else if (!open_) {
        open_ = made;
      }
      i |= quad_size - 1;  // the next quad
    }
    return std::nullopt;
  }

  // Returns true if neither rounding nor overflow can explain the difference in an invocation: all values of the
  // program are finite, rounding does not decide a comparison or a whole number, and the values are far enough apart.
  bool is_beyond_rounding(const Pair& pair, std::size_t i) {
    const std::size_t pixel = i % quad_size;
    // AGAL leaves computations with NaN and infinity open.
    if (evaluator_.origin(pair.expected, i) != Origin::Finite) return false;
    const bool overflows = evaluator_.origin(pair.found, i) == Origin::Overflow;
    if (overflows && !std::isfinite(evaluator_.value(pair.found)[i])) return false;
    evaluator_.bound_errors(i / quad_size);
    if (evaluator_.is_undecided(pixel)) return false;
    const float error = evaluator_.error(pair.expected, pixel) + evaluator_.error(pair.found, pixel);
    return differs(evaluator_.value(pair.expected)[i], evaluator_.value(pair.found)[i], error);
  }

  // Returns true if the sides differ only because a derivative is undefined where pixels of the quad take different
  // paths.
  bool is_same_in_whole_quads(const Pair& pair, std::size_t i) {
    environment_.whole_quads = true;
    evaluator_.run(environment_);
    const bool same = !differs(evaluator_.value(pair.expected)[i], evaluator_.value(pair.found)[i]);
    environment_.whole_quads = false;
    evaluator_.run(environment_);
    return same;
  }

  // Returns the first pair that differs in each invocation.
  std::array<Difference, lane_count> differences() const {
    std::array<Difference, lane_count> out{};
    for (const Pair& pair : pairs_) {
      const Values &expected = evaluator_.value(pair.expected), &found = evaluator_.value(pair.found);
      const bool discards = pair.name == "discard";
      for (std::size_t i = 0; i < lane_count; ++i)
        if (out[i].pair == nullptr && (discards || evaluator_.value(killed_)[i] == 0) && differs(expected[i], found[i]))
          out[i] = {&pair, expected[i]};
    }
    return out;
  }

  Counterexample example(const Pair& pair, std::size_t lane) const {
    const std::size_t first = lane & ~(quad_size - 1);
    Counterexample out;
    out.output = pair.name;
    out.expected = evaluator_.value(pair.expected)[lane];
    out.found = evaluator_.value(pair.found)[lane];
    out.samples = evaluator_.samples();
    out.pixel = static_cast<std::uint32_t>(search_.stage == Stage::Vertex ? 0 : lane - first);
    if (search_.stage == Stage::Vertex && lane != first) return example(pair, first);
    const auto add = [&](RegisterType type, std::uint32_t payload, const Values& value) {
      const std::uint32_t number = payload / 4;
      const auto same = [&](const Counterexample::Input& input) {
        return input.type == type && input.number == number;
      };
      auto at = std::find_if(out.inputs.begin(), out.inputs.end(), same);
      if (at == out.inputs.end()) at = out.inputs.insert(at, {type, number, {quad_size, {0, 0, 0, 0}}});
      for (std::size_t i = 0; i < quad_size; ++i) at->values[i][payload % 4] = value[first + i];
    };
    const RegisterType input = search_.stage == Stage::Vertex ? RegisterType::Attribute : RegisterType::Varying;
    for (const Term leaf : evaluator_.leaves()) {
      const RegisterType type = store_.is(leaf, Op::Input)     ? input
                                : store_.is(leaf, Op::Uniform) ? RegisterType::Constant
                                                               : RegisterType::InstanceId;
      add(type, type == RegisterType::InstanceId ? 0 : store_.payload(leaf), evaluator_.value(leaf));
    }
    // Add the registers that computed indexes select.
    for (const Term at : evaluator_.indexed())
      for (std::size_t i = first; i < first + quad_size; ++i) {
        const float index = evaluator_.value(store_.arg(at, 0))[i];
        const std::uint32_t payload =
            4 * static_cast<std::uint32_t>(std::clamp(index, 0.0f, 255.0f)) + store_.payload(at);
        add(RegisterType::Constant, payload, environment_.uniform(payload));
      }
    for (Counterexample::Input& each : out.inputs)
      if (search_.stage == Stage::Vertex ||
          std::all_of(each.values.begin(), each.values.end(), [&](const auto& v) { return v == each.values[0]; }))
        each.values.resize(1);
    return out;
  }

  const Store& store_;
  const std::vector<Pair>& pairs_;
  Term killed_;
  const CounterexampleSearch& search_;
  Evaluator evaluator_;
  Environment environment_;
  std::uint32_t refused_ = 0;
  std::optional<Counterexample> open_;  // the first example that differs only by an undefined derivative
  std::mt19937 random_{1};
};

}  // namespace

std::vector<Term> terms_of(const std::vector<Pair>& pairs, Term killed) {
  std::vector<Term> out{killed};
  for (const Pair& pair : pairs) {
    out.push_back(pair.expected);
    out.push_back(pair.found);
  }
  return out;
}

std::optional<Counterexample> find_counterexample(const Store& store, const std::vector<Pair>& pairs, Term killed,
                                                  const CounterexampleSearch& search) {
  return Search(store, pairs, killed, search).run();
}

namespace {

// Returns true if the order of the operands does not matter.
bool commutes(Op op) { return op == Op::Add || op == Op::Mul || op == Op::Sum || op == Op::Dot || op == Op::Equal; }

// Returns the two operands that differ, if all other operands are the same.
std::optional<std::pair<Term, Term>> only_difference(std::span<const Term> left, std::span<const Term> right,
                                                     bool any_order) {
  std::vector<Term> only_left, only_right;
  if (any_order) {
    only_right.assign(right.begin(), right.end());
    for (const Term t : left)
      if (const auto same = std::ranges::find(only_right, t); same != only_right.end())
        only_right.erase(same);
      else
        only_left.push_back(t);
  } else {
    for (std::size_t i = 0; i < left.size(); ++i)
      if (left[i] != right[i]) {
        only_left.push_back(left[i]);
        only_right.push_back(right[i]);
      }
  }
  if (only_left.size() != 1) return std::nullopt;
  return std::pair(only_left[0], only_right[0]);
}

}  // namespace

std::pair<Term, Term> smallest_difference(const Store& store, Term a, Term b) {
  for (;;) {
    const auto left = store.args(a), right = store.args(b);
    if (store.op(a) != store.op(b) || store.payload(a) != store.payload(b) || left.size() != right.size())
      return {a, b};
    const std::optional<std::pair<Term, Term>> next = only_difference(left, right, commutes(store.op(a)));
    if (!next) return {a, b};
    std::tie(a, b) = *next;
  }
}

}  // namespace agal::prove
