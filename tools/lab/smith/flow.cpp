// Generates conditionals and kil.
#include <algorithm>

#include "generator.hpp"

namespace agal::smith {
namespace {

constexpr std::uint8_t all_lanes(std::uint32_t component) { return static_cast<std::uint8_t>(component * 0x55); }

}  // namespace

// Returns two scalars for a comparison that depends on the inputs.
std::pair<Source, Source> Generator::comparands(const OpcodeInfo& op) {
  const Wanted scalar{.need = Need::Tame, .lanes = 0x1, .scalar = true};
  Source a, b;
  for (int attempt = 0; attempt < 5; ++attempt) {
    Wanted first = scalar, second = scalar;
    first.constants = false;
    second.constants = dice_.chance(60);
    a = source(first);
    b = source(second);
    if (a != b && overlap(lane_of(a, 0).range, lane_of(b, 0).range)) break;
  }
  const bool equality = opcode_traits(op.opcode).equality && !(lane_of(a, 0).few && lane_of(b, 0).few);
  if (a == b || (equality && room(2) && dice_.chance(70))) {
    // The minimum of two values often equals one of them, which makes equality more likely.
    lock(a);
    const std::uint32_t component = dice_.roll(4);
    if (a == b) b = source({.need = Need::Any, .lanes = 0x1, .scalar = true, .relative = false});
    const Destination lesser = temporary_for(static_cast<WriteMask>(1u << component));
    emit(dice_.chance(50) ? Opcode::Min : Opcode::Max, lesser, a, b);
    b = Source::make(RegisterType::Temporary, lesser.index(), all_lanes(component));
    if (a == b)
      a = Source::make(RegisterType::Constant, inputs(RegisterType::Constant).front(), all_lanes(dice_.roll(4)));
  }
  if (dice_.chance(40)) std::swap(a, b);
  return {a, b};
}

// Chooses the registers that both arms write. Registers that were unwritten before must be written in both arms.
std::vector<Destination> Generator::arm_results(bool has_else) {
  std::vector<Destination> results;
  const std::uint32_t wanted = dice_.chance(35) ? 2 : 1;
  for (std::uint32_t i = 0; i < wanted; ++i) {
    std::uint32_t number = dice_.pick(scratch_);
    for (int attempt = 0; attempt < 5 && !has_else && temporaries_[number].written == 0; ++attempt)
      number = dice_.pick(scratch_);
    const WriteMask before = temporaries_[number].written;
    WriteMask mask = any_mask(DestinationRule::Xyzw);
    if (!has_else && (mask & before) != 0) mask &= before;
    results.push_back(Destination::make(RegisterType::Temporary, number, mask));
  }
  return results;
}

void Generator::conditional(const OpcodeInfo& op) {
  const std::size_t locks = locked_.size();
  const bool has_else = dice_.chance(60);
  const std::vector<Destination> results = arm_results(has_else);
  const std::uint32_t closing = (has_else ? 2 : 1) + static_cast<std::uint32_t>(results.size()) * (has_else ? 2 : 1);
  reserved_ += closing;
  const auto [a, b] = comparands(op);
  emit(op, {}, a, b);
  locked_.resize(locks);

  const std::uint32_t left = room(0) ? size_ - emitted() - reserved_ : 0;
  const std::uint32_t inner = dice_.roll(std::min(left, std::max(8u, left / 3)) + 1);
  const std::uint32_t first = has_else ? dice_.between(0, inner) : inner;
  ++depth_;
  const Knowledge before = temporaries_;
  arm(first, results);
  Knowledge other = before;
  if (has_else) {
    other = temporaries_;
    temporaries_ = before;
    emit(Opcode::Els, {}, {});
    arm(inner - first, results);
  }
  for (std::size_t number = 0; number < temporaries_.size(); ++number)
    temporaries_[number] = merged(temporaries_[number], other[number]);
  emit(Opcode::Eif, {}, {});
  --depth_;
  reserved_ -= closing;
}

void Generator::arm(std::uint32_t tokens, const std::vector<Destination>& results) {
  const std::uint32_t end = emitted() + tokens;
  while (emitted() < end && room(1)) statement();
  for (const Destination& result : results) {
    const OpcodeInfo* const op = choose_opcode(result.mask(), false);
    operation(op == nullptr ? info(Opcode::Mov) : *op, result);
  }
}

void Generator::kill(const OpcodeInfo& op) {
  const std::size_t locks = locked_.size();
  --kills_;
  const Wanted wanted{.need = Need::Tame, .lanes = 0x1, .scalar = true, .constants = false};
  Source condition = source(wanted);
  for (int attempt = 0; attempt < 3 && !spans_zero(lane_of(condition, 0).range); ++attempt) condition = source(wanted);
  // A value that is negative half of the time would kill too often, so the value is changed.
  if (room(1) && (!spans_zero(lane_of(condition, 0).range) || dice_.chance(50))) {
    lock(condition);
    const std::uint32_t component = dice_.roll(4);
    const Destination value = temporary_for(static_cast<WriteMask>(1u << component));
    Wanted other = wanted;
    other.constants = true;
    const Source second = source(other);
    emit(spans_zero(lane_of(condition, 0).range) ? Opcode::Max : Opcode::Sub, value, condition, second);
    condition = Source::make(RegisterType::Temporary, value.index(), all_lanes(component));
  }
  emit(op, {}, condition);
  locked_.resize(locks);
}

}  // namespace agal::smith
