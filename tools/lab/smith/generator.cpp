#include "generator.hpp"

#include <algorithm>
#include <array>

#include "samplers.hpp"

namespace agal::smith {
namespace {

// Plans writes of all four components: at once, in parts, or with some components written twice.
void plan_whole_or_in_parts(Dice& dice, Draft& draft, RegisterType type, std::uint32_t number,
                            std::vector<Destination>& outputs) {
  const auto add = [&](WriteMask mask) { outputs.push_back(Destination::make(type, number, mask)); };
  if (dice.chance(65)) {
    add(0xf);
    if (dice.chance(20)) add(draft.any_mask(DestinationRule::Xyzw));
    return;
  }
  const WriteMask part = dice.chance(50) ? WriteMask{0x7} : static_cast<WriteMask>(dice.between(1, 14));
  add(part);
  add(static_cast<WriteMask>(0xf & ~part));
}

// Plans the writes of all outputs. Most of them are emitted at the end.
std::vector<Destination> planned_outputs(Dice& dice, Draft& draft, const Interface& shared) {
  std::vector<Destination> outputs;
  if (draft.stage() == Stage::Vertex) {
    plan_whole_or_in_parts(dice, draft, RegisterType::Output, 0, outputs);
    for (const std::uint32_t number : shared.varyings)
      plan_whole_or_in_parts(dice, draft, RegisterType::Varying, number, outputs);
  } else {
    const std::uint32_t max = draft.count(RegisterType::Output);
    const std::uint32_t colors = max > 1 && dice.chance(35) ? dice.between(2, max) : 1;
    for (std::uint32_t i = 0; i < colors; ++i) outputs.push_back(Destination::make(RegisterType::Output, i));
    if (draft.count(RegisterType::Depth) > 0 && dice.chance(20))
      outputs.push_back(Destination::make(RegisterType::Depth, 0, 0x1));
  }
  for (std::size_t i = outputs.size(); i > 1; --i)
    std::swap(outputs[i - 1], outputs[dice.roll(static_cast<std::uint32_t>(i))]);
  return outputs;
}

}  // namespace

Generator::Generator(Dice& dice, Stage stage, const Interface& shared, const Options& options)
    : dice_(dice),
      shared_(shared),
      options_(options),
      draft_(dice, stage, shared_, options.size),
      sources_(dice, draft_),
      samplers_(make_samplers(dice, draft_, options)),
      kills_(stage == Stage::Fragment && dice.chance(35) ? dice.between(1, 2) : 0) {}

Program Generator::run() {
  outputs_ = planned_outputs(dice_, draft_, shared_);
  draft_.reserve(static_cast<std::uint32_t>(outputs_.size()));
  while (draft_.room(1 + draft_.unread_registers() / 2)) {
    statement();
    if (outputs_.size() > 1 && dice_.chance(4) && draft_.unread_registers() > 1) write_output();
  }
  draft_.finish();
  use_up();
  while (!outputs_.empty()) write_output();
  return draft_.take();
}

bool Generator::allowed(const OpcodeInfo& op) const {
  const bool known =
      op.status == OpcodeStatus::Shipped || (op.status == OpcodeStatus::Reserved && options_.allow_reserved);
  if (!known || !covers(op.stage, draft_.stage()) || op.min_version > draft_.version()) return false;
  switch (op.flow) {
    case Flow::None: break;
    case Flow::If: return draft_.depth() < draft_.limits().nesting && draft_.room(5);
    case Flow::Else:
    case Flow::EndIf: return false;  // `conditional` emits them
    case Flow::Kill: return kills_ > 0;
  }
  if (op.samples() && samplers_.empty()) return false;
  if (draft_.depth() == 0 || op.derivative == Derivative::None) return true;
  // In conditionals, only fetches with a varying as coordinate use derivatives.
  return op.shape == Shape::Texel &&
         (op.status == OpcodeStatus::Reserved || !draft_.inputs(RegisterType::Varying).empty());
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
  const std::size_t locks = draft_.locks();
  if (op.shape == Shape::Texel) {
    texel(op, to);
  } else {
    const WriteMask mask = to ? to->mask() : draft_.any_mask(op.dest);
    const WriteMask lanes = op.cols == 0 ? mask : low_lanes(op.cols);
    const auto [src1, src2] = sources_.two_sources(op, lanes);
    const Destination dst = to ? *to : draft_.temporary_for(mask, src1, src2);
    draft_.emit(op, dst, src1, src2);
    if (dst.type() == RegisterType::Temporary) bring_back(dst);
  }
  draft_.unlock(locks);
}

// Reduces large values, because random operations rarely make them small again.
void Generator::bring_back(Destination dst) {
  bool wild = false;
  for (std::uint32_t i = 0; i < 4; ++i)
    if ((dst.mask() >> i & 1) != 0) wild = wild || !meets(Need::Tame, draft_.temporaries()[dst.index()].lanes[i]);
  if (!wild || !draft_.room(1) || dice_.chance(8)) return;
  constexpr std::array limiting{Opcode::Sat, Opcode::Frc, Opcode::Sat, Opcode::Sin, Opcode::Cos};
  // A swizzle may only read written components: the first lane replaces the others.
  std::uint32_t first = 0;
  while ((dst.mask() >> first & 1) == 0) ++first;
  std::uint32_t swizzle = 0;
  for (std::uint32_t i = 0; i < 4; ++i) swizzle |= ((dst.mask() >> i & 1) != 0 ? i : first) << (2 * i);
  draft_.emit(dice_.pick(limiting), dst,
              Source::make(RegisterType::Temporary, dst.index(), static_cast<std::uint8_t>(swizzle)));
}

SamplerOperand Generator::sampler_for(const OpcodeInfo& op) {
  return op.status == OpcodeStatus::Reserved ? samplers_.front() : dice_.pick(samplers_);
}

void Generator::texel(const OpcodeInfo& op, std::optional<Destination> to) {
  const SamplerOperand sampler = sampler_for(op);
  Wanted wanted{.need = opcode_traits(op.opcode).first, .lanes = 0x7, .relative = false};
  wanted.constants = dice_.chance(5);
  if (sampler.has(SamplerOption::Plane)) wanted.lanes = 0x3;
  const bool varying_only =
      draft_.depth() > 0 && op.derivative == Derivative::Implicit && op.status == OpcodeStatus::Shipped;
  Source coordinates;
  if (varying_only) {
    const std::uint32_t number = dice_.pick(draft_.inputs(RegisterType::Varying));
    coordinates = Source::make(RegisterType::Varying, number, sources_.swizzle(0xf, 0, wanted));
  } else {
    coordinates = sources_.source(wanted);
  }
  const WriteMask mask = to ? to->mask() : draft_.any_mask(op.dest);
  const Destination dst = to ? *to : draft_.temporary_for(mask, coordinates);
  draft_.emit(op, dst, coordinates, Source{sampler.bits});
}

void Generator::write_output() {
  const Destination dst = outputs_.back();
  outputs_.pop_back();
  draft_.release(1);
  const bool two = dice_.chance(50) && draft_.unread_registers() > 1;
  const OpcodeInfo* op = choose_opcode(dst.mask(), two);
  // Devices clamp depth to 0..1.
  if (dst.type() == RegisterType::Depth && dice_.chance(75)) op = &info(Opcode::Sat);
  operation(op == nullptr ? info(Opcode::Mov) : *op, dst);
}

// Combines values that have not been read yet, so that most of the program affects its outputs.
void Generator::use_up() {
  const std::uint32_t kept = 2 * static_cast<std::uint32_t>(outputs_.size());
  for (std::uint32_t left = std::min(draft_.size() / 2, 16u); left > 0 && draft_.unread_registers() > kept; --left)
    if (const OpcodeInfo* const op = choose_opcode(WriteMask{0xf}, true)) operation(*op, {});
}

}  // namespace agal::smith
