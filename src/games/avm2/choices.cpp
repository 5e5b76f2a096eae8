#include "avm2/choices.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace agal::avm2 {
namespace {

constexpr std::size_t max_choices = 16;

class Expander {
 public:
  Expander(Values& values, std::size_t max) : values_(values), max_(max) {}

  Expansion run(const Outcome& outcome);
  Expansion sample(const Outcome& outcome) { return {some(outcome, values_.choices_in(outcome.value)), false}; }

 private:
  const std::vector<Alternative>& alternatives(Value choice) const {
    return values_.alternatives(*values_.get<Choice>(choice));
  }
  std::optional<Outcome> taken(const Outcome& outcome, Value choice, const Alternative& alternative);
  std::vector<Outcome> all(std::vector<Outcome> outcomes);
  std::vector<Outcome> some(const Outcome& outcome, const std::vector<Value>& choices);

  Values& values_;
  std::size_t max_;
};

// Replaces a choice by an alternative. Returns nullopt if its decisions contradict earlier decisions.
std::optional<Outcome> Expander::taken(const Outcome& outcome, Value choice, const Alternative& alternative) {
  Outcome out = outcome;
  for (const Decision& decision : alternative.decisions) {
    const std::optional<bool> before = out.condition.decided(decision.condition, values_);
    if (before && *before != decision.truth) return std::nullopt;
    if (!before) out.condition.assume(decision.condition, decision.truth, values_);
  }
  out.value = values_.substituted(outcome.value, {{choice, alternative.value}});
  return out;
}

std::vector<Outcome> Expander::all(std::vector<Outcome> outcomes) {
  for (;;) {
    bool more = false;
    std::vector<Outcome> next;
    for (const Outcome& outcome : outcomes) {
      const std::vector<Value> choices = values_.choices_in(outcome.value);
      if (choices.empty()) {
        next.push_back(outcome);
        continue;
      }
      more = true;
      for (const Alternative& alternative : alternatives(choices.front()))
        if (std::optional<Outcome> one = taken(outcome, choices.front(), alternative)) next.push_back(std::move(*one));
      if (next.size() > max_) return {};
    }
    outcomes = std::move(next);
    if (!more) return outcomes;
  }
}

// Combines the first alternatives of all choices, then the second ones, and so on. An alternative that contradicts the
// others is replaced by the next one that fits.
std::vector<Outcome> Expander::some(const Outcome& outcome, const std::vector<Value>& choices) {
  std::size_t longest = 0;
  for (const Value choice : choices) longest = std::max(longest, alternatives(choice).size());
  std::vector<Outcome> out;
  for (std::size_t i = 0; i < std::min(longest, max_); ++i) {
    Outcome one = outcome;
    for (const Value choice : choices) {
      const std::vector<Alternative>& list = alternatives(choice);
      std::optional<Outcome> next;
      for (std::size_t k = 0; k < list.size() && !next; ++k) next = taken(one, choice, list[(i + k) % list.size()]);
      if (next) one = std::move(*next);
    }
    if (values_.choices_in(one.value).empty()) out.push_back(std::move(one));
  }
  return out;
}

Expansion Expander::run(const Outcome& outcome) {
  const std::vector<Value> choices = values_.choices_in(outcome.value);
  if (choices.empty()) return {{outcome}, true};
  if (choices.size() > max_choices) return {{}, false};
  std::vector<Outcome> every = all({outcome});
  if (!every.empty()) return {std::move(every), true};
  return {some(outcome, choices), false};
}

}  // namespace

Expansion expand(Values& values, const Outcome& outcome, std::size_t max) { return Expander(values, max).run(outcome); }
Expansion sample(Values& values, const Outcome& outcome, std::size_t max) {
  return Expander(values, max).sample(outcome);
}

}  // namespace agal::avm2
