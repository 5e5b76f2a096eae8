#include "prove/second_look.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "prove/evaluate.hpp"

namespace agal::prove {
namespace {

// An equality up to rounding may move a value by this many times the error that rounding explains.
constexpr float slack = 4;
// The same, where the less exact of two sides may not be the measure: for most invocations.
constexpr float tight_slack = 64;
constexpr float smallest = 1e-30f;  // below, rounding is that of subnormal numbers

bool same_bits(float a, float b) {
  return (std::isnan(a) && std::isnan(b)) || std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

class Look {
 public:
  Look(const Store& store, const std::vector<Pair>& pairs, Term killed, ProofClass proof_class)
      : pairs_(pairs), killed_(killed), class_(proof_class), evaluator_(store, roots(pairs, killed)) {}

  std::string run() {
    for (const Numbers numbers : {Numbers::Small, Numbers::Few, Numbers::Wide, Numbers::Special}) {
      environment_.numbers = numbers;
      for (std::size_t i = 0; i < lane_count; ++i) environment_.instance[i] = static_cast<float>(i / quad_size % 5);
      if (std::string found = look(); !found.empty()) return found;
    }
    return {};
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

  std::string look() {
    environment_.undefined = 0.25f;
    evaluator_.run(environment_);
    if (!evaluator_.knows_integers()) return {};
    std::array<bool, lane_count> ignored{};
    if (evaluator_.has_undefined()) ignored = open_in_program();
    if (class_ == ProofClass::Undefined) merge(ignored, evaluator_.not_finite());
    if (class_ >= ProofClass::Rounding) {
      evaluator_.bound_errors();
      merge(ignored, evaluator_.undecided());
    }
    for (const Pair& pair : pairs_)
      if (std::string found = look_at(pair, ignored); !found.empty()) return found;
    return {};
  }

  static void merge(std::array<bool, lane_count>& into, const std::array<bool, lane_count>& from) {
    for (std::size_t i = 0; i < lane_count; ++i) into[i] = into[i] || from[i];
  }

  // Invocations whose results in the program depend on what AGAL leaves open.
  std::array<bool, lane_count> open_in_program() {
    std::vector<Values> before;
    for (const Pair& pair : pairs_) before.push_back(evaluator_.value(pair.expected));
    environment_.undefined = 7.5f;
    evaluator_.run(environment_);
    std::array<bool, lane_count> out{};
    for (std::size_t k = 0; k < pairs_.size(); ++k)
      for (std::size_t i = 0; i < lane_count; ++i)
        out[i] = out[i] || !same_bits(before[k][i], evaluator_.value(pairs_[k].expected)[i]);
    return out;
  }

  std::string look_at(const Pair& pair, const std::array<bool, lane_count>& ignored) const {
    const Values &expected = evaluator_.value(pair.expected), &found = evaluator_.value(pair.found);
    const Values& killed = evaluator_.value(killed_);
    const bool discards = pair.name == "discard";
    std::size_t compared = 0, lossy = 0;
    for (std::size_t i = 0; i < lane_count; ++i) {
      if (ignored[i] || (!discards && killed[i] != 0)) continue;
      ++compared;
      if (same_bits(expected[i], found[i])) continue;
      if (class_ > ProofClass::Exact && expected[i] == found[i]) continue;  // zeros
      if (class_ < ProofClass::Rounding || discards) return refuted(pair, expected[i], found[i]);
      const float first = evaluator_.error(pair.expected)[i], second = evaluator_.error(pair.found)[i];
      const float distance = std::fabs(expected[i] - found[i]);
      if (!(distance <= slack * (first + second) + smallest)) return refuted(pair, expected[i], found[i]);
      const float last_place = 0x1p-23f * std::fabs(expected[i]);
      if (distance > tight_slack * (std::min(first, second) + last_place) + smallest) ++lossy;
    }
    if (3 * lossy > compared)
      return fmt::format("{} has lost digits in {} of {} invocations", pair.name, lossy, compared);
    return {};
  }

  static std::string refuted(const Pair& pair, float expected, float found) {
    return fmt::format("{} is {} in the program and {} in the module", pair.name, expected, found);
  }

  const std::vector<Pair>& pairs_;
  Term killed_;
  ProofClass class_;
  Evaluator evaluator_;
  Environment environment_;
};

}  // namespace

std::string refutation(const Store& store, const std::vector<Pair>& pairs, Term killed, ProofClass proof_class) {
  // Without a bound, there is nothing to compare with.
  return proof_class == ProofClass::ValueChanging ? "" : Look(store, pairs, killed, proof_class).run();
}

}  // namespace agal::prove
