// The rule about temporaries: every component that is read must be written on every path before.
#include <algorithm>

#include "validate/context.hpp"

namespace agal::validation {

void Temporaries::extend(State& state, std::uint32_t used) {
  if (used <= state.used) return;
  std::fill(state.masks.data() + state.used, state.masks.data() + used, WriteMask{0});
  state.used = used;
}

void Temporaries::write(std::uint32_t index, WriteMask mask) {
  extend(now_, index + 1);
  now_.masks[index] |= mask;
}

void Temporaries::suppress_reports(std::uint32_t index, WriteMask mask) {
  extend(suppressed_, index + 1);
  suppressed_.masks[index] |= mask;
}

Temporaries::State& Temporaries::saved(std::size_t level) {
  if (level < shallow_.size()) return shallow_[level];
  if (level - shallow_.size() == deep_.size()) deep_.emplace_back();
  return deep_[level - shallow_.size()];
}

void Temporaries::enter_if() {
  State& before = saved(depth_++);
  std::copy_n(now_.masks.begin(), now_.used, before.masks.begin());
  before.used = now_.used;
}

// Swaps the current state, the end of the first branch, with the saved state from before the conditional.
void Temporaries::enter_else() {
  State& other = saved(depth_ - 1);
  extend(other, now_.used);  // the current state began as a copy, so it is never shorter
  std::swap_ranges(now_.masks.data(), now_.masks.data() + now_.used, other.masks.data());
}

// Merges the current state with the saved state. Without an else, the saved state is the state from before the
// conditional, which is also the state if the condition is false.
void Temporaries::leave_if() {
  State& other = saved(--depth_);
  extend(other, now_.used);
  for (std::uint32_t i = 0; i < now_.used; ++i) now_.masks[i] &= other.masks[i];
}

void report_unwritten(Context& context, Operand operand, std::uint32_t index, WriteMask missing) {
  const WriteMask written = context.temporaries.written(index);
  const std::string name = context.name(RegisterType::Temporary, index);
  // Each component is reported once, at its first read.
  if (written == 0) {
    context.temporaries.suppress_reports(index, 0xf);
    context.report(Rule::TemporaryUnwritten, operand, {name});
  } else {
    context.temporaries.suppress_reports(index, missing);
    context.report(Rule::ComponentUnwritten, operand, {name, mask_text(missing), mask_text(written)});
  }
}

void record_write(Context& context, const OpcodeInfo& op) {
  const Destination dst = context.instruction().dst;
  if (op.dest == DestinationRule::None || dst.type() != RegisterType::Temporary ||
      dst.index() >= translatable_registers)
    return;
  if (dst.mask() == 0) return suppress_destination_reports(context);
  context.temporaries.write(dst.index(), dst.mask());
}

void suppress_destination_reports(Context& context) {
  const Destination dst = context.instruction().dst;
  if (dst.type() == RegisterType::Temporary && dst.index() < translatable_registers)
    context.temporaries.suppress_reports(dst.index(), 0xf);
}

}  // namespace agal::validation
