#include "prove/spirv_values.hpp"

#include <fmt/format.h>

namespace agal::prove {
namespace {

constexpr std::size_t max_cost = 1 << 26;  // the maximum cost of an execution; a function counts each time it is called

}  // namespace

void SpirvValues::need(Id id) {
  // Id 0 means that the instruction does not have the operand.
  if (id != 0 && count(id) == 0) fault(fmt::format("the value %{} is not understood", id));
}

std::span<const Term> SpirvValues::lanes_of(Id id) {
  need(id);
  return std::span(all_).subspan(of(id).first, of(id).count);
}

std::vector<Term> SpirvValues::copy(Id id) {
  const std::span<const Term> lanes = lanes_of(id);
  return {lanes.begin(), lanes.end()};
}

void SpirvValues::set(Id id, Id type_id, std::span<const Term> lanes) {
  if (id >= lanes_.size()) return fault("an id is beyond the bound");
  if (lanes.size() > max_lanes) return fault("a value is too large");
  if (!may_run(lane_cost * lanes.size())) return;
  lanes_[id] = {static_cast<std::uint32_t>(all_.size()), static_cast<std::uint32_t>(lanes.size()), type_id};
  note_made(id);
  all_.insert(all_.end(), lanes.begin(), lanes.end());
}

Term SpirvValues::as_unsigned(Term a) {
  if (store_.range(a).low >= 0) return a;
  const Term guarded = store_.select(store_.int_less(a, store_.integer(0)), undefined_, a);
  unsigned_.emplace(guarded, a);
  return guarded;
}

Term SpirvValues::not_negative(Term a) {
  if (store_.range(a).low < 0 && !unsigned_.contains(a) && !store_.is_untouched())
    fault("a number that may be negative is unsigned");
  return a;
}

std::optional<Term> SpirvValues::before_unsigned(Term a) const {
  const auto found = unsigned_.find(a);
  return found != unsigned_.end() ? std::optional(found->second) : std::nullopt;
}

Term SpirvValues::join(Term condition, Term a, Term b) {
  if (a == b) return a;
  const auto boolean = [&](Term t) { return info(store_.op(t)).sort == Sort::Bool; };
  // An undefined condition is a condition that equals no other one.
  const auto as_boolean = [&](Term t) { return boolean(t) ? t : store_.equal(t, store_.constant(0.0f)); };
  if (boolean(a) || boolean(b)) return store_.choose(condition, as_boolean(a), as_boolean(b));
  return store_.select(condition, a, b);
}

void SpirvValues::allow(Rule rule, std::string_view otherwise) {
  if (!store_.apply(rule) && !store_.is_untouched()) fault(std::string(otherwise));
}

void SpirvValues::unknown(const SpirvInstruction& inst, std::string_view what) {
  if (inst.op == spv::OpExtInst)
    return fault(fmt::format("the extended instruction {} at word {} {}", inst[4], inst.at, what));
  fault(fmt::format("the instruction with opcode {} at word {} {}", static_cast<unsigned>(inst.op), inst.at, what));
}

bool SpirvValues::may_run(std::size_t cost) {
  cost_ += cost;
  if (cost_ > max_cost) fault("it runs too many instructions, or branches have too many variables");
  return cost_ <= max_cost;
}

}  // namespace agal::prove
