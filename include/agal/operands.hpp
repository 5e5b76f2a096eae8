// What the operands of tokens do to registers: the one answer to "which registers does this token read or write, which
// of their components, and is the register named or addressed?".
#pragma once

#include <algorithm>
#include <cstdint>

#include "agal/diagnostic.hpp"
#include "agal/program.hpp"

namespace agal {

enum class AccessKind : std::uint8_t {
  Write,     // the destination
  Read,      // a source that names its registers
  Index,     // the register that holds the index of a relative address
  Relative,  // a source with a relative address: the registers from its offset on, were the index zero
  Sample,    // the sampler of a fetch
};

struct Access {
  AccessKind kind = AccessKind::Read;
  Operand operand = Operand::None;
  std::uint32_t type_code = 0;  // `find_register` may not know it
  std::uint32_t first = 0;      // the number of the register
  std::uint32_t count = 1;      // this many registers from there on: the rows of a matrix
  /// Write: the mask. Read, Relative: the components that the swizzle names, of each register. Index: the one
  /// component. Sample: the channels of the texel that are kept.
  WriteMask components = 0xf;

  constexpr bool is(RegisterType type) const { return type_code == static_cast<std::uint32_t>(type); }
  constexpr std::uint32_t end() const { return first + count; }
};

/// The components that the lanes (a mask of 4) of a swizzle name.
constexpr WriteMask swizzle_reads(std::uint8_t swizzle, WriteMask lanes = 0xf) {
  std::uint32_t mask = 0;
  for (std::uint32_t lane = 0; lane < 4; ++lane)
    if ((lanes >> lane & 1) != 0) mask |= 1u << (swizzle >> (2 * lane) & 3);
  return static_cast<WriteMask>(mask);
}

/// The registers that a second source covers: the rows of a matrix, else 1.
constexpr std::uint32_t source2_registers(const OpcodeInfo& row) { return std::max<std::uint32_t>(row.rows, 1); }

/// Calls `visit(const Access&)` for what a token does, as its opcode has it: the destination, then the sources in
/// order, the index register of a relative address before what it addresses. Nothing for an unknown opcode. The
/// operands may hold anything; no number is checked. Fields that the opcode does not use are not looked at.
template <class Visit>
constexpr void for_each_access(const Instruction& token, Visit&& visit) {
  const OpcodeInfo* const row = token.info();
  if (row == nullptr) return;
  const auto source = [&](Operand operand, SourceRule rule, const Source& s, std::uint32_t count) {
    if (rule == SourceRule::None) return;
    const WriteMask named = swizzle_reads(s.swizzle());
    if (!s.indirect()) return visit(Access{AccessKind::Read, operand, s.type_code(), s.index(), count, named});
    const auto component = static_cast<WriteMask>(1u << s.index_component());
    visit(Access{AccessKind::Index, operand, s.index_type_code(), s.index(), 1, component});
    visit(Access{AccessKind::Relative, operand, s.type_code(), s.offset(), count, named});
  };
  if (row->dest != DestinationRule::None) {
    const Destination& d = token.dst;
    visit(Access{AccessKind::Write, Operand::Destination, d.type_code(), d.index(), 1, d.mask()});
  }
  source(Operand::Source1, row->src1, token.src1, 1);
  if (row->src2 == SourceRule::Sampler) {
    const SamplerOperand sampler = token.sampler();
    visit(Access{AccessKind::Sample, Operand::Source2, sampler.type_code(), sampler.index(), 1, token.dst.mask()});
  } else {
    source(Operand::Source2, row->src2, token.src2, source2_registers(*row));
  }
}

/// The source that an access of a token is about; not for Write and Sample.
constexpr const Source& source_of(const Instruction& token, Operand operand) {
  return operand == Operand::Source1 ? token.src1 : token.src2;
}

/// The size of the array of constants that relative addresses are kept inside: as many as the AGAL version has, or as
/// the program names beyond them. Linear in the number of tokens.
std::uint32_t constant_array_size(const Program& program);

}  // namespace agal
