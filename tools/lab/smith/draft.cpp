#include "draft.hpp"

#include <algorithm>
#include <bit>

#include "agal/operands.hpp"

namespace agal::smith {
namespace {

// Chooses the number of registers of a type. It is small, so that registers are used more than once.
std::uint32_t choice_of(Dice& dice, RegisterType type, std::uint32_t limit) {
  const bool constants = type == RegisterType::Constant;
  if (dice.chance(5)) return limit;
  return std::min(limit, constants ? dice.between(4, 12) : dice.between(1, 4));
}

}  // namespace

Draft::Draft(Dice& dice, Stage stage, const Interface& shared, std::uint32_t size)
    : dice_(dice), limits_(version_limits(shared.version)) {
  program_.stage = stage;
  program_.version = shared.version;
  // Tokens that complete a statement may exceed the size.
  constexpr std::uint32_t margin = 24;
  size_ = std::min<std::uint32_t>(size, limits_.tokens - margin);

  const std::uint32_t temporaries = count(RegisterType::Temporary);
  temporaries_.resize(temporaries);
  scratch_ = distinct_numbers(dice_, dice_.chance(10) ? temporaries : dice_.between(3, 4 + size_ / 6), temporaries);
  const auto registers = [&](RegisterType type) -> std::vector<std::uint32_t>& {
    return inputs_[static_cast<std::size_t>(type)];
  };
  for (const RegisterInfo& row : register_table)
    if (row.readable(stage) && row.type != RegisterType::Temporary)
      registers(row.type) = distinct_numbers(dice_, choice_of(dice_, row.type, count(row.type)), count(row.type));
  if (stage == Stage::Fragment) registers(RegisterType::Varying) = shared.varyings;
  // Most programs do not use the instance id, because not all languages have it.
  if (!dice_.chance(30)) registers(RegisterType::InstanceId).clear();
}

void Draft::emit(const OpcodeInfo& op, Destination dst, Source src1, Source src2) {
  program_.instructions.push_back({static_cast<std::uint32_t>(op.opcode), dst, src1, src2});
  const WriteMask lanes = op.cols == 0 ? dst.mask() : low_lanes(op.cols);
  mark_reads(program_.instructions.back(), lanes);
  if (op.dest != DestinationRule::None && dst.type() == RegisterType::Temporary) learn(op, dst, src1, src2);
}

void Draft::mark_reads(const Instruction& token, WriteMask lanes) {
  for_each_access(token, [&](const Access& access) {
    const bool read = access.kind == AccessKind::Read, index = access.kind == AccessKind::Index;
    if (!(read || index) || !access.is(RegisterType::Temporary)) return;
    const WriteMask components =
        index ? access.components : swizzle_reads(source_of(token, access.operand).swizzle(), lanes);
    for (std::uint32_t number = access.first; number < access.end(); ++number)
      for (std::uint32_t c = 0; c < 4; ++c)
        if ((components >> c & 1) != 0) mark_read(number, c);
  });
}

// Marks a component as read, including the other components that the same token wrote.
void Draft::mark_read(std::uint32_t temporary, std::uint32_t component) {
  Known& known = temporaries_[temporary];
  for (std::uint32_t i = 0; i < 4; ++i)
    if (known.lanes[i].token == known.lanes[component].token) known.unread &= static_cast<WriteMask>(~(1u << i));
}

void Draft::learn(const OpcodeInfo& op, Destination dst, Source src1, Source src2) {
  const OpcodeTraits& usual = opcode_traits(op.opcode);
  const bool second = op.src2 != SourceRule::None && !op.samples();
  std::array<Lane, 4> result{};
  for (std::uint32_t i = 0; i < 4; ++i) {
    Lane a = lane_of(src1, i), b = second ? lane_of(src2, i) : a;
    for (std::uint32_t k = 0; k < op.cols; ++k) {  // the lanes that the opcode reads together
      a = merged(a, lane_of(src1, k));
      if (second) b = merged(b, lane_of(src2, k));
    }
    result[i] = {usual.result(a.range, b.range), usual.few || (usual.few_stay_few && a.few && b.few), false, emitted()};
  }
  Known& known = temporaries_[dst.index()];
  for (std::uint32_t i = 0; i < 4; ++i)
    if ((dst.mask() >> i & 1) != 0) known.lanes[i] = result[i];
  known.written |= dst.mask();
  known.unread |= dst.mask();
}

void Draft::merge_temporaries(const Knowledge& other) {
  for (std::size_t number = 0; number < temporaries_.size(); ++number)
    temporaries_[number] = merged(temporaries_[number], other[number]);
}

std::uint32_t Draft::unread_registers() const {
  std::uint32_t found = 0;
  for (const Known& known : temporaries_) found += known.unread != 0 ? 1u : 0u;
  return found;
}

Lane Draft::lane_of(Source source, std::uint32_t i) const {
  if (source.indirect() || source.type() != RegisterType::Temporary) {
    const bool number = source.type() == RegisterType::InstanceId;
    return {.range = number ? instance : input, .few = number};
  }
  return temporaries_[source.index()].lanes[source.lane(i)];
}

void Draft::lock(Source source) {
  const RegisterType type = source.indirect() ? source.index_type() : source.type();
  if (type == RegisterType::Temporary) locked_.push_back(source.index());
}

WriteMask Draft::any_mask(DestinationRule rule) {
  const std::uint32_t lanes = rule == DestinationRule::Xyz ? 3 : 4;
  const WriteMask all = low_lanes(lanes);
  if (dice_.chance(50)) return all;
  if (dice_.chance(30)) return static_cast<WriteMask>(1u << dice_.roll(lanes));
  if (dice_.chance(30)) return 0x7;
  return static_cast<WriteMask>(dice_.between(1, all));
}

Destination Draft::temporary_for(WriteMask mask, Source src1, Source src2) {
  for (const Source source : {src1, src2}) {
    const bool same = source.bits != 0 && !source.indirect() && source.type() == RegisterType::Temporary &&
                      source.index() < temporaries_.size();
    if (same && dice_.chance(finishing_ ? 60 : 18))
      return Destination::make(RegisterType::Temporary, source.index(), mask);
  }
  std::uint32_t best = scratch_.front(), lowest = ~0u;
  for (const std::uint32_t number : scratch_) {
    if (std::find(locked_.begin(), locked_.end(), number) != locked_.end()) continue;
    std::uint32_t cost = dice_.roll(6);
    cost += 12 * static_cast<std::uint32_t>(std::popcount(static_cast<unsigned>(mask & temporaries_[number].unread)));
    // Components that are first written in a conditional are undefined after it.
    if (depth_ > 0 && (mask & ~temporaries_[number].written) != 0) cost += 4;
    if (cost < lowest) best = number, lowest = cost;
  }
  return Destination::make(RegisterType::Temporary, best, mask);
}

}  // namespace agal::smith
