#include "avm2/use_recorder.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace agal::avm2 {
namespace {

constexpr std::size_t max_outcomes = 256;  // docs/extract.md states this limit

}  // namespace

void UseRecorder::note_returned(Value value, const PathCondition& condition) {
  for (Outcome& outcome : returned_)
    if (outcome.value == value) return outcome.condition.join(condition);
  if (returned_.size() < max_outcomes)
    returned_.push_back({value, condition, nothing});
  else
    paths_.give_up();
}

void UseRecorder::use_operands(State& state, const Instruction& t, std::size_t count) {
  for (; count > 0 && !state.stack.empty(); --count) {
    const Value value = state.pop();
    state.share(value, values_);
    record_use(state, {t.begin, UseKind::Other, 0, static_cast<std::uint32_t>(count)}, value);
  }
}

void Outcome::join(const PathCondition& other, const std::vector<LoopValue>& values) {
  condition.join(other);
  std::erase_if(loop_values, [&](const LoopValue& turn) {  // both lists are sorted by local
    const auto at = std::lower_bound(values.begin(), values.end(), turn,
                                     [](const LoopValue& a, const LoopValue& b) { return a.local < b.local; });
    return at == values.end() || !(*at == turn);
  });
}

// Returns the values of locals that the loops around a position write: numbers, truth values and words, but not texts
// that are made from them.
std::vector<LoopValue> UseRecorder::loop_values(const State& state, std::size_t at) {
  std::vector<LoopValue> found;
  std::array<bool, max_locals> is_written{};
  std::size_t written = 0;
  for (const Loop& loop : control_flow_.loops) {
    if (!loop.repeats || !loop.contains(at)) continue;
    for (const std::uint32_t local : loop.locals)
      if (local < max_locals) is_written[local] = true;
    written += loop.locals.size();
  }
  constexpr std::size_t locals_in_a_step = 16;
  if (written == 0 || !paths_.spend(1 + written / locals_in_a_step)) return found;
  const auto is_word = [&](Value value) {
    const auto* const string = values_.get<String>(value);
    return string != nullptr && string->index < abc_.strings.size() && !values_[value].tracked;
  };
  for (std::uint32_t local = 0; local < std::min<std::size_t>(state.locals.size(), max_locals); ++local) {
    const Value value = state.locals[local];
    const std::vector<std::uint32_t>& names = control_flow_.local_names;
    const std::uint32_t name = local < names.size() && names[local] != several_names ? names[local] : 0;
    // A local without a name may be a temporary of the compiler, such as the index of an item.
    const bool is_number = values_.is<Integer>(value) && name != 0;
    if (is_written[local] && (is_number || values_.is<Boolean>(value) || is_word(value)))
      found.push_back({local, name, value});
  }
  return found;
}

void UseRecorder::record_use(const State& state, const UseSite& site, Value value, Value version) {
  if (uses_ == nullptr) {
    // The caller must record the use, so the call is not followed.
    stores_ = stores_ || (site.kind != UseKind::Returned && values_[value].tracked);
    return;
  }
  if (const auto* const array = values_.get<Array>(value)) {
    value = array->number < state.arrays.size() ? state.arrays[array->number] : nothing;
    if (value == nothing) return;
  }
  std::vector<LoopValue> turn;
  if (values_[value].tracked) turn = loop_values(state, site.at);
  std::vector<Outcome>& outcomes = (*uses_)[site];
  for (Outcome& outcome : outcomes)
    if (outcome.value == value && outcome.version == version) return outcome.join(state.condition, turn);
  if (outcomes.size() < max_outcomes && paths_.spend(1 + outcomes.size() / 16))
    outcomes.push_back({value, state.condition, version, std::move(turn)});
  else
    paths_.give_up();
}

}  // namespace agal::avm2
