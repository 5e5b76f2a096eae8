// The rules that bring terms into normal form.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "agal/prove/prove.hpp"
#include "prove/terms.hpp"

namespace agal::prove {

enum class Rule : std::uint8_t {
#define AGAL_RULE(id, ...) id,
#include "prove/rules.def"
};

/// One row of rules.def.
struct RuleInfo {
  std::string_view name;
  ProofClass rule_class;
  float bound;                 // the error bound of a rule of class Rounding, in units in the last place
  std::string_view algorithm;  // "" if the rule consists only of its identities
  std::string_view reason;
};

inline constexpr auto rule_table = std::to_array<RuleInfo>({
#define AGAL_RULE(id, name, class, bound, algorithm, reason) {name, ProofClass::class, bound, algorithm, reason},
#include "prove/rules.def"
});

/// The rules that may drop an infinity or a NaN.
inline constexpr auto dropping_rules = std::to_array<Rule>({
#define AGAL_DROPPING(id) Rule::id,
#include "prove/rules.def"
});

/// One identity of rules.def, as text.
struct RewriteText {
  Rule rule;
  std::string_view left, condition, right;
};

inline constexpr auto rewrite_texts = std::to_array<RewriteText>({
#define AGAL_REWRITE(id, left, condition, right) {Rule::id, #left, #condition, #right},
#include "prove/rules.def"
});

/// The rules that may be applied.
using RuleSet = std::bitset<rule_table.size()>;

/// Returns all rules of this class and of the classes before it.
RuleSet rules_up_to(ProofClass highest);

class Store;

/// The rules that a store may apply, and how often it has applied them.
class Rules {
 public:
  /// A set of rows of AGAL_REWRITE that have the same operation on the left side. Bit i is row i of that operation.
  using Rows = std::uint32_t;

  /// Replaces the set of rules, and forgets their uses.
  void allow(const RuleSet& rules);
  const RuleSet& allowed() const { return allowed_; }
  bool allows(Rule rule) const { return allowed_[static_cast<std::size_t>(rule)]; }
  /// Returns true if the rule may be applied, and then counts the use.
  bool apply(Rule rule) {
    if (!allows(rule)) return false;
    ++uses_[static_cast<std::size_t>(rule)];
    return true;
  }
  std::uint32_t uses(Rule rule) const { return uses_[static_cast<std::size_t>(rule)]; }

  /// Applies the first row of AGAL_REWRITE that matches an operation of a store with these rules. Returns nullopt if no
  /// row does.
  std::optional<Term> rewritten(Store& store, Op op, std::span<const Term> operands);

 private:
  RuleSet allowed_;
  std::array<Rows, op_table.size()> rows_{};  // the rows of `allowed_` by operation
  std::array<std::uint32_t, rule_table.size()> uses_{};
};

}  // namespace agal::prove
