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

// Returns true for the same values, and for two infinities, whose signs may depend on the sign of a zero.
bool is_same_at_pole(float a, float b) { return same_bits(a, b) || a == b || (std::isinf(a) && std::isinf(b)); }

// The maximum number of further evaluations if an output could not be compared in any invocation.
constexpr std::uint32_t max_retries = 16;

// Invocations of an output, by what they show.
struct Invocations {
  std::uint32_t compared = 0;
  std::uint32_t same = 0;   // an operation of the program has a pole, and both values are the same
  std::uint32_t other = 0;  // an operation of the program has a pole, and the values differ

  // Returns true if the output was compared, or if it is never finite, and both sides always agree.
  bool decide() const { return compared != 0 || (same != 0 && other == 0); }
};

class Look {
 public:
  Look(const Store& store, const std::vector<Pair>& pairs, Term killed, const Permission& permission)
      : pairs_(pairs),
        killed_(killed),
        permission_(permission),
        invocations_(pairs.size()),
        evaluator_(store, terms_of(pairs, killed)) {}

  std::string run() {
    for (const Numbers numbers : {Numbers::Small, Numbers::Few, Numbers::Wide, Numbers::Special})
      if (std::string found = look(numbers); !found.empty()) return found;
    for (std::uint32_t i = 0; i < max_retries && first_undecided() != nullptr; ++i) {
      environment_.seed = 1 + i;
      if (std::string found = look(i % 2 == 0 ? Numbers::Positive : Numbers::Few); !found.empty()) return found;
    }
    const Pair* const undecided = first_undecided();
    return undecided ? fmt::format("no inputs were found for which {} can be compared", undecided->name) : "";
  }

 private:
  const Pair* first_undecided() const {
    const auto found = std::ranges::find_if_not(invocations_, &Invocations::decide);
    return found == invocations_.end() ? nullptr : &pairs_[static_cast<std::size_t>(found - invocations_.begin())];
  }

  std::string look(Numbers numbers) {
    environment_.numbers = numbers;
    for (std::size_t i = 0; i < lane_count; ++i) environment_.instance[i] = static_cast<float>(i / quad_size % 5);
    environment_.undefined = 0.25f;
    evaluator_.run(environment_);
    if (!evaluator_.knows_integers()) return {};
    if (permission_.proof_class != ProofClass::Exact) evaluator_.find_origins();
    for (std::size_t p = 0; p < pairs_.size(); ++p)
      if (std::string found = look_at(pairs_[p], invocations_[p]); !found.empty()) return found;
    return {};
  }

  std::string look_at(const Pair& pair, Invocations& invocations) {
    // Copies, because `is_open` evaluates the terms again.
    const Values expected = evaluator_.value(pair.expected), found = evaluator_.value(pair.found);
    const bool is_exact = permission_.proof_class == ProofClass::Exact;
    std::size_t lossy = 0;
    for (std::size_t i = 0; i < lane_count; ++i) {
      if (!is_exact && evaluator_.origin(pair.expected, i) != Origin::Finite) {
        if (evaluator_.origin(pair.expected, i) == Origin::Overflow) continue;
        if (is_same_at_pole(expected[i], found[i]))
          ++invocations.same;
        else if (!is_open(pair, i) && !is_undecided(i))
          ++invocations.other;
        continue;
      }
      if (same_bits(expected[i], found[i]) || (!is_exact && expected[i] == found[i])) {
        ++invocations.compared;
        continue;
      }
      if (is_open(pair, i)) continue;
      if (!is_exact && permission_.overflow && evaluator_.origin(pair.found, i) == Origin::Overflow) continue;
      if (permission_.proof_class < ProofClass::Rounding) return refuted(pair, expected[i], found[i]);
      if (is_undecided(i)) continue;
      const std::size_t pixel = i % quad_size;
      const float first = evaluator_.error(pair.expected, pixel), second = evaluator_.error(pair.found, pixel);
      if (!std::isfinite(first)) continue;
      if (!std::isfinite(second) && evaluator_.origin(pair.found, i) != Origin::Pole) continue;
      ++invocations.compared;
      const float distance = std::fabs(expected[i] - found[i]), last_place = 0x1p-23f * std::fabs(expected[i]);
      if (!(distance <= slack * (first + second) + smallest)) return refuted(pair, expected[i], found[i]);
      if (distance > tight_slack * (std::min(first, second) + last_place) + smallest) ++lossy;
    }
    if (3 * lossy > lane_count)
      return fmt::format("{} has lost digits in {} of {} invocations", pair.name, lossy, lane_count);
    return {};
  }

  // Returns true if rounding can decide a comparison or a whole number. Computes the error bounds of the invocation.
  bool is_undecided(std::size_t i) {
    evaluator_.bound_errors(i / quad_size);
    return evaluator_.is_undecided(i % quad_size);
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
  Permission permission_;
  std::vector<Invocations> invocations_;  // indexed by pair
  Evaluator evaluator_;
  Environment environment_;
};

}  // namespace

std::string refutation(const Store& store, const std::vector<Pair>& pairs, Term killed, const Permission& permission) {
  // Class ValueChanging does not have a bound to check.
  const bool has_bound = permission.proof_class != ProofClass::ValueChanging;
  return pairs.empty() || !has_bound ? "" : Look(store, pairs, killed, permission).run();
}

}  // namespace agal::prove
