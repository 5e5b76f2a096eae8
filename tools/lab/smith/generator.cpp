#include "generator.hpp"

#include <algorithm>
#include <bit>

#include "agal/operands.hpp"

namespace agal::smith {
namespace {

constexpr WriteMask low_lanes(std::uint32_t count) { return static_cast<WriteMask>((1u << count) - 1); }

// Chooses the number of registers of a type. It is small, so that registers are used more than once.
std::uint32_t choice_of(Dice& dice, RegisterType type, std::uint32_t limit) {
  const bool constants = type == RegisterType::Constant;
  if (dice.chance(5)) return limit;
  return std::min(limit, constants ? dice.between(4, 12) : dice.between(1, 4));
}

}  // namespace

Generator::Generator(Dice& dice, Stage stage, Interface shared, const Options& options)
    : dice_(dice), shared_(std::move(shared)), options_(options), limits_(version_limits(shared_.version)) {
  program_.stage = stage;
  program_.version = shared_.version;
  // Tokens that complete a statement may exceed the size.
  constexpr std::uint32_t margin = 24;
  size_ = std::min<std::uint32_t>(options.size, limits_.tokens - margin);

  const std::uint32_t temporaries = count(RegisterType::Temporary);
  temporaries_.resize(temporaries);
  scratch_ = distinct_numbers(dice_, dice_.chance(10) ? temporaries : dice_.between(3, 4 + size_ / 6), temporaries);
  for (const RegisterInfo& row : register_table)
    if (row.readable(stage) && row.type != RegisterType::Temporary)
      inputs(row.type) = distinct_numbers(dice_, choice_of(dice_, row.type, count(row.type)), count(row.type));
  if (stage == Stage::Fragment) inputs(RegisterType::Varying) = shared_.varyings;
  // Most programs do not use the instance id, because not all languages have it.
  if (!dice_.chance(30)) inputs(RegisterType::InstanceId).clear();
  make_samplers();
  kills_ = stage == Stage::Fragment && dice_.chance(35) ? dice_.between(1, 2) : 0;
}

Program Generator::run() {
  plan_outputs();
  while (room(1 + unread_registers() / 2)) {
    statement();
    if (outputs_.size() > 1 && dice_.chance(4) && unread_registers() > 1) write_output();
  }
  finishing_ = true;
  use_up();
  while (!outputs_.empty()) write_output();
  return std::move(program_);
}

bool Generator::allowed(const OpcodeInfo& op) const {
  const bool known =
      op.status == OpcodeStatus::Shipped || (op.status == OpcodeStatus::Reserved && options_.allow_reserved);
  if (!known || !covers(op.stage, program_.stage) || op.min_version > shared_.version) return false;
  switch (op.flow) {
    case Flow::None: break;
    case Flow::If: return depth_ < limits_.nesting && room(5);
    case Flow::Else:
    case Flow::EndIf: return false;  // `conditional` emits them
    case Flow::Kill: return kills_ > 0;
  }
  if (op.samples() && samplers_.empty()) return false;
  if (depth_ == 0 || op.derivative == Derivative::None) return true;
  // In conditionals, only fetches with a varying as coordinate use derivatives.
  return op.shape == Shape::Texel && (op.status == OpcodeStatus::Reserved || !inputs(RegisterType::Varying).empty());
}

// Chooses an opcode. With a mask, the opcode must be able to write it. Returns nullptr if there is none.
const OpcodeInfo* Generator::choose_opcode(std::optional<WriteMask> mask, bool two_sources) {
  const auto weight = [&](const OpcodeInfo& op) -> std::uint32_t {
    if (!allowed(op)) return 0;
    if (mask && (op.dest == DestinationRule::None || (op.dest == DestinationRule::Xyz && (*mask & 8) != 0))) return 0;
    if (two_sources && op.src2 != SourceRule::Vector) return 0;
    return opcode_traits(op.opcode).weight;
  };
  std::uint32_t total = 0;
  for (const OpcodeInfo& op : opcode_table) total += weight(op);
  std::uint32_t at = dice_.roll(total);
  for (const OpcodeInfo& op : opcode_table) {
    const std::uint32_t own = weight(op);
    if (at < own) return &op;
    at -= own;
  }
  return nullptr;
}

void Generator::statement() {
  const OpcodeInfo* const op = choose_opcode({}, false);
  if (op == nullptr) return operation(info(Opcode::Mov), {});
  switch (op->flow) {
    case Flow::If: return conditional(*op);
    case Flow::Kill: return kill(*op);
    case Flow::None:
    case Flow::Else:
    case Flow::EndIf: break;
  }
  operation(*op, {});
}

// Emits a token that computes a value. Without a destination, it writes to a temporary.
void Generator::operation(const OpcodeInfo& op, std::optional<Destination> to) {
  const std::size_t locks = locked_.size();
  if (op.shape == Shape::Texel) {
    texel(op, to);
  } else {
    const WriteMask mask = to ? to->mask() : any_mask(op.dest);
    const WriteMask lanes = op.cols == 0 ? mask : low_lanes(op.cols);
    const auto [src1, src2] = two_sources(op, lanes);
    const Destination dst = to ? *to : temporary_for(mask, src1, src2);
    emit(op, dst, src1, src2);
    if (dst.type() == RegisterType::Temporary) bring_back(dst);
  }
  locked_.resize(locks);
}

// Reduces large values, because random operations rarely make them small again.
void Generator::bring_back(Destination dst) {
  bool wild = false;
  for (std::uint32_t i = 0; i < 4; ++i)
    if ((dst.mask() >> i & 1) != 0) wild = wild || !meets(Need::Tame, temporaries_[dst.index()].lanes[i]);
  if (!wild || !room(1) || dice_.chance(8)) return;
  constexpr std::array limiting{Opcode::Sat, Opcode::Frc, Opcode::Sat, Opcode::Sin, Opcode::Cos};
  // A swizzle may only read written components: the first lane replaces the others.
  std::uint32_t first = 0;
  while ((dst.mask() >> first & 1) == 0) ++first;
  std::uint32_t swizzle = 0;
  for (std::uint32_t i = 0; i < 4; ++i) swizzle |= ((dst.mask() >> i & 1) != 0 ? i : first) << (2 * i);
  emit(dice_.pick(limiting), dst,
       Source::make(RegisterType::Temporary, dst.index(), static_cast<std::uint8_t>(swizzle)));
}

void Generator::emit(const OpcodeInfo& op, Destination dst, Source src1, Source src2) {
  program_.instructions.push_back({static_cast<std::uint32_t>(op.opcode), dst, src1, src2});
  const WriteMask lanes = op.cols == 0 ? dst.mask() : low_lanes(op.cols);
  mark_reads(program_.instructions.back(), lanes);
  if (op.dest != DestinationRule::None && dst.type() == RegisterType::Temporary) learn(op, dst, src1, src2);
}

void Generator::mark_reads(const Instruction& token, WriteMask lanes) {
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
void Generator::mark_read(std::uint32_t temporary, std::uint32_t component) {
  Known& known = temporaries_[temporary];
  for (std::uint32_t i = 0; i < 4; ++i)
    if (known.lanes[i].token == known.lanes[component].token) known.unread &= static_cast<WriteMask>(~(1u << i));
}

void Generator::learn(const OpcodeInfo& op, Destination dst, Source src1, Source src2) {
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

WriteMask Generator::any_mask(DestinationRule rule) {
  const std::uint32_t lanes = rule == DestinationRule::Xyz ? 3 : 4;
  const WriteMask all = low_lanes(lanes);
  if (dice_.chance(50)) return all;
  if (dice_.chance(30)) return static_cast<WriteMask>(1u << dice_.roll(lanes));
  if (dice_.chance(30)) return 0x7;
  return static_cast<WriteMask>(dice_.between(1, all));
}

// Chooses a destination: often one of the sources, otherwise a temporary with a value that was read before.
Destination Generator::temporary_for(WriteMask mask, Source src1, Source src2) {
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
