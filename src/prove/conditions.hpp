// Conditions as decision diagrams over comparisons.
#pragma once

#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "prove/terms.hpp"

namespace agal::prove {

/// A table of terms whose conditions are in normal form: equal conditions are the same node. Untouched conditions are
/// not brought into normal form.
class Conditions : public Terms {
 public:
  /// Returns `then` where `condition` holds and `other` elsewhere. All three are conditions.
  Term choose(Term condition, Term then, Term other);
  Term both(Term a, Term b) { return choose(a, b, never()); }
  Term either(Term a, Term b) { return choose(a, always(), b); }
  Term negation(Term a) { return choose(a, never(), always()); }
  bool implies(Term a, Term b) { return choose(a, b, always()) == always(); }
  /// Returns a condition about another pixel of the quad: the next one in the row, in the column, or in both
  /// (`neighbor_x`, `neighbor_y`).
  Term elsewhere(Term condition, std::uint32_t neighbor);
  /// Returns a simpler condition that equals `condition` where `care` holds.
  Term restrict(Term condition, Term care);
  bool is_untouched() const { return untouched_; }

 protected:
  Conditions(std::uint32_t budget, bool untouched) : Terms(budget), untouched_(untouched) {}

 private:
  struct Triple {
    Term a, b, c;
    bool operator==(const Triple&) const = default;
  };
  struct TripleHash {
    std::size_t operator()(const Triple& t) const;
  };

  bool spent();
  Term diagram(Term first, Term high, Term low);
  std::optional<Term> chosen(const Triple& t) const;
  std::optional<Term> restricted(Term condition, Term care) const;
  bool is_condition(Term t) const { return is(t, Op::Choose) || t == always() || t == never(); }
  Term top(Term condition) const { return is(condition, Op::Choose) ? arg(condition, 0) : Term{}; }
  Term branch(Term condition, Term atom, bool holds) const;

  std::unordered_map<Triple, Term, TripleHash> chosen_;
  std::unordered_map<Triple, Term, TripleHash> restricted_;
  std::map<std::pair<Term, std::uint32_t>, Term> elsewhere_;  // results of `elsewhere`
  std::uint32_t depth_ = 0;                                   // the depth of the recursion in `elsewhere`
  bool untouched_;
};

}  // namespace agal::prove
