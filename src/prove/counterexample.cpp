#include "prove/counterexample.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "agal/program.hpp"
#include "prove/evaluate.hpp"

namespace agal::prove {
namespace {

// Rounding stays below this, in parts of the greater of 1 and the value.
constexpr float tolerance = 2e-3f;

// Of single terms: some seconds.
constexpr std::uint32_t max_evaluations = 100'000'000;

bool differs(float expected, float found) {
  if (!std::isfinite(expected)) return false;
  if (!std::isfinite(found)) return true;
  const float scale = std::max({1.0f, std::fabs(expected), std::fabs(found)});
  return std::fabs(expected - found) > tolerance * scale;
}

class Search {
 public:
  Search(const Store& store, const std::vector<Pair>& pairs, Term killed, Stage stage)
      : store_(store), pairs_(pairs), killed_(killed), stage_(stage), evaluator_(store, roots(pairs, killed)) {}

  std::optional<Counterexample> run(std::uint32_t tries) {
    // Each try evaluates all terms a dozen times.
    tries = std::min(tries, 1 + max_evaluations / (12 * evaluator_.size()));
    for (std::uint32_t i = 0; i < tries; ++i) {
      randomize();
      evaluator_.run(environment_);
      if (auto found = shown()) return found;
      const std::vector<Term>& comparisons = evaluator_.comparisons();
      for (std::uint32_t k = 0; k < 2 && !comparisons.empty(); ++k) {
        meet(comparisons[random_() % comparisons.size()]);
        if (auto found = shown()) return found;
      }
    }
    return std::nullopt;
  }

 private:
  static std::vector<Term> roots(const std::vector<Pair>& pairs, Term killed) {
    std::vector<Term> out{killed};
    for (const Pair& pair : pairs) {
      out.push_back(pair.expected);
      out.push_back(pair.found);
    }
    return out;
  }

  // Small numbers, of which many are equal.
  float pick() {
    constexpr std::array usual{0.0f, 1.0f, -1.0f, 0.5f, 2.0f, -0.5f, 0.25f, 3.0f};
    if (random_() % 3 == 0) return usual[random_() % usual.size()];
    return std::ldexp(static_cast<float>(static_cast<std::int32_t>(random_())), -29);  // -4 to 4
  }

  void randomize() {
    const bool positive = random_() % 2 == 0;
    for (const Term leaf : evaluator_.leaves()) {
      float value = pick();
      if (positive) value = std::fabs(value);
      if (!store_.is(leaf, Op::Input)) {
        set(leaf, value);
        continue;
      }
      const auto slope = [&] { return evaluator_.takes_derivatives() && random_() % 2 == 0 ? pick() / 16 : 0; };
      const float x = slope(), y = slope();
      environment_.inputs[store_.payload(leaf)] = {value, value + x, value + y, value + x + y};
    }
    if (!evaluator_.indexed().empty())
      for (std::uint32_t n = 0; n < 4 * 256; ++n) environment_.uniforms.try_emplace(n, pick());
    environment_.undefined = pick();
  }

  void set(Term leaf, float value) {
    if (store_.is(leaf, Op::Instance)) {
      environment_.instance = std::floor(std::fabs(value));
    } else if (store_.is(leaf, Op::Uniform)) {
      environment_.uniforms[store_.payload(leaf)] = value;
    } else {
      Quad& quad = environment_.inputs[store_.payload(leaf)];
      const float shift = value - quad[0];
      for (float& pixel : quad) pixel += shift;
      quad[0] = value;
    }
  }

  // Moves a leaf until both operands of a comparison are equal: the secant method, exact where they are linear.
  void meet(Term comparison) {
    const std::vector<Term> leaves = evaluator_.leaves_of(comparison);
    if (leaves.empty()) return;
    const Term leaf = leaves[random_() % leaves.size()];
    const Term a = store_.arg(comparison, 0), b = store_.arg(comparison, 1);
    const auto gap = [&] { return evaluator_.value(a)[0] - evaluator_.value(b)[0]; };
    float x = evaluator_.value(leaf)[0];
    float g = gap();
    float next = x + 1;
    for (std::uint32_t i = 0; i < 6 && g != 0; ++i) {
      set(leaf, next);
      evaluator_.run(environment_);
      const float h = gap();
      const float slope = (h - g) / (next - x);
      x = next;
      g = h;
      next = x - h / slope;
      if (!std::isfinite(next)) return;
    }
  }

  // A difference that does not hang on what AGAL leaves open.
  std::optional<Counterexample> shown() {
    const std::optional<Counterexample> found = difference();
    if (!found || !evaluator_.has_undefined()) return found;
    environment_.undefined += 1;
    evaluator_.run(environment_);
    const std::optional<Counterexample> again = difference();
    const bool same = again && again->output == found->output && again->expected == found->expected;
    return same ? found : std::nullopt;
  }

  std::optional<Counterexample> difference() const {
    if (!evaluator_.knows_integers()) return std::nullopt;
    const std::size_t pixels = stage_ == Stage::Vertex ? 1 : quad_size;
    for (std::size_t i = 0; i < pixels; ++i)
      for (const Pair& pair : pairs_) {
        const bool discards = pair.name == "discard";
        if (!discards && evaluator_.value(killed_)[i] != 0) continue;
        const float expected = evaluator_.value(pair.expected)[i], found = evaluator_.value(pair.found)[i];
        if (differs(expected, found)) return example(pair, i);
      }
    return std::nullopt;
  }

  Counterexample example(const Pair& pair, std::size_t pixel) const {
    Counterexample out;
    out.output = pair.name;
    out.expected = evaluator_.value(pair.expected)[pixel];
    out.found = evaluator_.value(pair.found)[pixel];
    out.samples = evaluator_.samples();
    out.pixel = static_cast<std::uint32_t>(pixel);
    const auto add = [&](RegisterType type, std::uint32_t payload, const Quad& value) {
      const std::uint32_t number = payload / 4;
      const auto same = [&](const Counterexample::Input& input) {
        return input.type == type && input.number == number;
      };
      auto at = std::find_if(out.inputs.begin(), out.inputs.end(), same);
      if (at == out.inputs.end()) at = out.inputs.insert(at, {type, number, {quad_size, {0, 0, 0, 0}}});
      for (std::size_t i = 0; i < quad_size; ++i) at->values[i][payload % 4] = value[i];
    };
    const RegisterType input = stage_ == Stage::Vertex ? RegisterType::Attribute : RegisterType::Varying;
    for (const Term leaf : evaluator_.leaves()) {
      const RegisterType type = store_.is(leaf, Op::Input)     ? input
                                : store_.is(leaf, Op::Uniform) ? RegisterType::Constant
                                                               : RegisterType::InstanceId;
      add(type, type == RegisterType::InstanceId ? 0 : store_.payload(leaf), evaluator_.value(leaf));
    }
    // Registers that computed indexes reach.
    for (const Term at : evaluator_.indexed())
      for (const float index : evaluator_.value(store_.arg(at, 0))) {
        const std::uint32_t payload =
            4 * static_cast<std::uint32_t>(std::clamp(index, 0.0f, 255.0f)) + store_.payload(at);
        const float value = environment_.uniforms.at(payload);
        add(RegisterType::Constant, payload, {value, value, value, value});
      }
    for (Counterexample::Input& each : out.inputs)
      if (std::all_of(each.values.begin(), each.values.end(), [&](const auto& v) { return v == each.values[0]; }))
        each.values.resize(1);
    return out;
  }

  const Store& store_;
  const std::vector<Pair>& pairs_;
  Term killed_;
  Stage stage_;
  Evaluator evaluator_;
  Environment environment_;
  std::mt19937 random_{1};
};

}  // namespace

std::optional<Counterexample> find_counterexample(const Store& store, const std::vector<Pair>& pairs, Term killed,
                                                  Stage stage, std::uint32_t tries) {
  return Search(store, pairs, killed, stage).run(tries);
}

std::pair<Term, Term> smallest_difference(const Store& store, Term a, Term b) {
  for (;;) {
    const auto left = store.args(a), right = store.args(b);
    if (store.op(a) != store.op(b) || store.payload(a) != store.payload(b) || left.size() != right.size())
      return {a, b};
    std::size_t differ = left.size();
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (left[i] == right[i]) continue;
      if (differ != left.size()) return {a, b};
      differ = i;
    }
    if (differ == left.size()) return {a, b};
    const Term next = left[differ];
    b = right[differ];
    a = next;
  }
}

}  // namespace agal::prove
