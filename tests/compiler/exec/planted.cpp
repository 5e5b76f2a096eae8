#include "exec/planted.hpp"

#include <algorithm>
#include <utility>

namespace agal::exec {
namespace {

// Applies `change` to every token.
template <class Change>
auto everywhere(Change change) {
  return [=](const Program& program) {
    Program changed = program;
    for (Instruction& token : changed.instructions) change(token);
    return changed;
  };
}

Source with_swizzle(Source source, std::uint8_t swizzle) {
  return {(source.bits & ~(std::uint64_t{0xff} << 24)) | std::uint64_t{swizzle} << 24};
}

void swap_lanes(Instruction& token) {
  const OpcodeInfo& row = *token.info();
  if (row.src1 != SourceRule::Vector) return;
  const Source source = token.src1;
  const auto swizzle = static_cast<std::uint8_t>(source.lane(1) | source.lane(0) << 2 | (source.swizzle() & 0xf0));
  token.src1 = with_swizzle(source, swizzle);
}

void drop_bias(Instruction& token) {
  if (token.info()->src2 == SourceRule::Sampler) token.src2.bits = token.sampler().with_bias(0).bits;
}

// Inverts each comparison.
void flip_comparison(Instruction& token) {
  constexpr std::array<std::pair<Opcode, Opcode>, 4> opposites{
      {{Opcode::Sge, Opcode::Slt}, {Opcode::Seq, Opcode::Sne}, {Opcode::Ifg, Opcode::Ifl}, {Opcode::Ife, Opcode::Ine}}};
  for (const auto& [a, b] : opposites) {
    if (token.is(a)) {
      token.opcode = static_cast<std::uint32_t>(b);
      return;
    }
    if (token.is(b)) {
      token.opcode = static_cast<std::uint32_t>(a);
      return;
    }
  }
}

void swap_operands(Instruction& token) {
  if (token.is(Opcode::Sub) || token.is(Opcode::Slt) || token.is(Opcode::Sge) || token.is(Opcode::Div) ||
      token.is(Opcode::Crs) || token.is(Opcode::Pow))
    std::swap(token.src1, token.src2);
}

void ignore_mask(Instruction& token) {
  const DestinationRule rule = token.info()->dest;
  if (rule == DestinationRule::None || token.dst.type() == RegisterType::Depth) return;
  token.dst = Destination::make(token.dst.type(), token.dst.index(), rule == DestinationRule::Xyz ? 0x7 : 0xf);
}

void swap_derivatives(Instruction& token) {
  if (token.is(Opcode::Ddx))
    token.opcode = static_cast<std::uint32_t>(Opcode::Ddy);
  else if (token.is(Opcode::Ddy))
    token.opcode = static_cast<std::uint32_t>(Opcode::Ddx);
}

// Reads the matrix from the next register.
void shift_matrix(Instruction& token) {
  // Only constants are changed, because they always have a next register.
  if (token.info()->src2 != SourceRule::Matrix || token.src2.indirect()) return;
  if (token.src2.type() != RegisterType::Constant) return;
  token.src2 = Source::make(token.src2.type(), token.src2.index() + 1, token.src2.swizzle());
}

// Ignores the constant offset of a relative address.
void forget_offset(Instruction& token) {
  const auto without = [](Source source) {
    return source.indirect() ? Source{source.bits & ~(std::uint64_t{0xff} << 16)} : source;
  };
  if (token.info()->src1 != SourceRule::None) token.src1 = without(token.src1);
  if (token.info()->src2 != SourceRule::None && token.info()->src2 != SourceRule::Sampler)
    token.src2 = without(token.src2);
}

Program without_kil(const Program& program) {
  Program changed = program;
  std::erase_if(changed.instructions, [](const Instruction& token) { return token.is(Opcode::Kil); });
  changed.positions.clear();
  return changed;
}

// Executes the tokens after els together with the tokens before it.
Program without_els(const Program& program) {
  Program changed = program;
  std::erase_if(changed.instructions, [](const Instruction& token) { return token.is(Opcode::Els); });
  changed.positions.clear();
  return changed;
}

Semantics greater_or_equal() {
  Semantics semantics;
  semantics.ifg = IfgMode::GreaterEqual;
  return semantics;
}

Program unchanged(const Program& program) { return program; }

}  // namespace

const std::vector<PlantedBug>& planted_bugs() {
  static const std::vector<PlantedBug> bugs{
      {"swapped-lanes", "the first two lanes of source 1 change places", everywhere(swap_lanes), {}},
      {"dropped-bias", "fetches forget their bias", everywhere(drop_bias), {}},
      {"flipped-comparison", "each comparison is its opposite", everywhere(flip_comparison), {}},
      {"ifg-or-equal", "ifg is >= instead of >", unchanged, greater_or_equal()},
      {"swapped-operands", "sources of operations that do not commute change places", everywhere(swap_operands), {}},
      {"ignored-mask", "all components are written", everywhere(ignore_mask), {}},
      {"swapped-derivatives", "ddx and ddy are mixed up", everywhere(swap_derivatives), {}},
      {"shifted-matrix", "matrices are read from one register further down", everywhere(shift_matrix), {}},
      {"forgotten-offset", "relative addresses forget their constant part", everywhere(forget_offset), {}},
      {"no-kil", "nothing is discarded", without_kil, {}},
      {"no-els", "the second arm runs with the first", without_els, {}},
  };
  return bugs;
}

}  // namespace agal::exec
