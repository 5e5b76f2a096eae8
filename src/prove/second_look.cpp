#include "prove/second_look.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "prove/evaluate.hpp"

namespace agal::prove {
namespace {

// Both sides of an equality up to rounding may differ by this multiple of the sum of their error bounds.
constexpr float slack = 4;
// In two thirds of the invocations, they may differ only by this multiple of the smaller of the two error bounds.
constexpr float tight_slack = 64;

bool same_bits(float a, float b) {
  return (std::isnan(a) && std::isnan(b)) || std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

class Look {
 public:
  Look(const Store& store, const std::vector<Pair>& pairs, Term killed, ProofClass proof_class)
      : pairs_(pairs), killed_(killed), class_(proof_class), evaluator_(store, terms_of(pairs, killed)) {}

  std::string run() {
    for (const Numbers numbers : {Numbers::Small, Numbers::Few, Numbers::Wide, Numbers::Special}) {
      environment_.numbers = numbers;
      for (std::size_t i = 0; i < lane_count; ++i) environment_.instance[i] = static_cast<float>(i / quad_size % 5);
      if (std::string found = look(); !found.empty()) return found;
    }
    return {};
  }

 private:
  std::string look() {
    environment_.undefined = 0.25f;
    evaluator_.run(environment_);
    if (!evaluator_.knows_integers()) return {};
    for (const Pair& pair : pairs_)
      if (std::string found = look_at(pair); !found.empty()) return found;
    return {};
  }

  std::string look_at(const Pair& pair) {
    // Copies, because `is_open` evaluates the terms again.
    const Values expected = evaluator_.value(pair.expected), found = evaluator_.value(pair.found);
    std::size_t lossy = 0;
    for (std::size_t i = 0; i < lane_count; ++i) {
      if (same_bits(expected[i], found[i]) || is_open(pair, i)) continue;
      if (class_ > ProofClass::Exact && (expected[i] == found[i] || !evaluator_.is_finite(i))) continue;
      if (class_ < ProofClass::Rounding) return refuted(pair, expected[i], found[i]);
      evaluator_.bound_errors(i / quad_size);
      const std::size_t pixel = i % quad_size;
      if (evaluator_.is_undecided(pixel)) continue;
      const float first = evaluator_.error(pair.expected, pixel), second = evaluator_.error(pair.found, pixel);
      if (!std::isfinite(first + second)) continue;
      const float distance = std::fabs(expected[i] - found[i]), last_place = 0x1p-23f * std::fabs(expected[i]);
      if (!(distance <= slack * (first + second) + smallest)) return refuted(pair, expected[i], found[i]);
      if (distance > tight_slack * (std::min(first, second) + last_place) + smallest) ++lossy;
    }
    if (3 * lossy > lane_count)
      return fmt::format("{} has lost digits in {} of {} invocations", pair.name, lossy, lane_count);
    return {};
  }

  // Returns true if an invocation is discarded, or if its result in the program depends on values that AGAL leaves
  // open.
  bool is_open(const Pair& pair, std::size_t i) {
    if (pair.name != "discard" && evaluator_.value(killed_)[i] != 0) return true;
    if (!evaluator_.has_undefined()) return false;
    const float before = evaluator_.value(pair.expected)[i];
    environment_.undefined = 7.5f;
    evaluator_.run(environment_);
    const bool depends = !same_bits(before, evaluator_.value(pair.expected)[i]);
    environment_.undefined = 0.25f;
    evaluator_.run(environment_);
    return depends;
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
  // Class ValueChanging does not have a bound to check.
  return pairs.empty() || proof_class == ProofClass::ValueChanging ? "" : Look(store, pairs, killed, proof_class).run();
}

}  // namespace agal::prove
