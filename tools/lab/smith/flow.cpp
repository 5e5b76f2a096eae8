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
    a = sources_.source(first);
    b = sources_.source(second);
    if (a != b && overlap(draft_.lane_of(a, 0).range, draft_.lane_of(b, 0).range)) break;
  }
  const bool equality = opcode_traits(op.opcode).equality && !(draft_.lane_of(a, 0).few && draft_.lane_of(b, 0).few);
  if (a == b || (equality && draft_.room(2) && dice_.chance(70))) {
    // The minimum of two values often equals one of them, which makes equality more likely.
    draft_.lock(a);
    const std::uint32_t component = dice_.roll(4);
    if (a == b) b = sources_.source({.need = Need::Any, .lanes = 0x1, .scalar = true, .relative = false});
    const Destination lesser = draft_.temporary_for(static_cast<WriteMask>(1u << component));
    draft_.emit(dice_.chance(50) ? Opcode::Min : Opcode::Max, lesser, a, b);
    b = Source::make(RegisterType::Temporary, lesser.index(), all_lanes(component));
    if (a == b)
      a = Source::make(RegisterType::Constant, draft_.inputs(RegisterType::Constant).front(), all_lanes(dice_.roll(4)));
  }
  if (dice_.chance(40)) std::swap(a, b);
  return {a, b};
}

// Chooses the registers that both arms write. Registers that were unwritten before must be written in both arms.
std::vector<Destination> Generator::arm_results(bool has_else) {
  std::vector<Destination> results;
  const std::uint32_t wanted = dice_.chance(35) ? 2 : 1;
  for (std::uint32_t i = 0; i < wanted; ++i) {
    std::uint32_t number = dice_.pick(draft_.scratch());
    for (int attempt = 0; attempt < 5 && !has_else && draft_.temporaries()[number].written == 0; ++attempt)
      number = dice_.pick(draft_.scratch());
    const WriteMask before = draft_.temporaries()[number].written;
    WriteMask mask = draft_.any_mask(DestinationRule::Xyzw);
    if (!has_else && (mask & before) != 0) mask &= before;
    results.push_back(Destination::make(RegisterType::Temporary, number, mask));
  }
  return results;
}

void Generator::conditional(const OpcodeInfo& op) {
  const std::size_t locks = draft_.locks();
  const bool has_else = dice_.chance(60);
  const std::vector<Destination> results = arm_results(has_else);
  const std::uint32_t closing = (has_else ? 2 : 1) + static_cast<std::uint32_t>(results.size()) * (has_else ? 2 : 1);
  draft_.reserve(closing);
  const auto [a, b] = comparands(op);
  draft_.emit(op, {}, a, b);
  draft_.unlock(locks);

  const std::uint32_t left = draft_.left();
  const std::uint32_t inner = dice_.roll(std::min(left, std::max(8u, left / 3)) + 1);
  const std::uint32_t first = has_else ? dice_.between(0, inner) : inner;
  draft_.open_conditional();
  const Knowledge before = draft_.temporaries();
  arm(first, results);
  Knowledge other = before;
  if (has_else) {
    other = draft_.temporaries();
    draft_.set_temporaries(before);
    draft_.emit(Opcode::Els, {}, {});
    arm(inner - first, results);
  }
  draft_.merge_temporaries(other);
  draft_.emit(Opcode::Eif, {}, {});
  draft_.close_conditional();
  draft_.release(closing);
}

void Generator::arm(std::uint32_t tokens, const std::vector<Destination>& results) {
  const std::uint32_t end = draft_.emitted() + tokens;
  while (draft_.emitted() < end && draft_.room(1)) statement();
  for (const Destination& result : results) {
    const OpcodeInfo* const op = choose_opcode(result.mask(), false);
    operation(op == nullptr ? info(Opcode::Mov) : *op, result);
  }
}

void Generator::kill(const OpcodeInfo& op) {
  const std::size_t locks = draft_.locks();
  --kills_;
  const Wanted wanted{.need = Need::Tame, .lanes = 0x1, .scalar = true, .constants = false};
  Source condition = sources_.source(wanted);
  for (int attempt = 0; attempt < 3 && !spans_zero(draft_.lane_of(condition, 0).range); ++attempt)
    condition = sources_.source(wanted);
  // A value that is negative half of the time would kill too often, so the value is changed.
  if (draft_.room(1) && (!spans_zero(draft_.lane_of(condition, 0).range) || dice_.chance(50))) {
    draft_.lock(condition);
    const std::uint32_t component = dice_.roll(4);
    const Destination value = draft_.temporary_for(static_cast<WriteMask>(1u << component));
    Wanted other = wanted;
    other.constants = true;
    const Source second = sources_.source(other);
    draft_.emit(spans_zero(draft_.lane_of(condition, 0).range) ? Opcode::Max : Opcode::Sub, value, condition, second);
    condition = Source::make(RegisterType::Temporary, value.index(), all_lanes(component));
  }
  draft_.emit(op, {}, condition);
  draft_.unlock(locks);
}

}  // namespace agal::smith
