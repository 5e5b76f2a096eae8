// The registers that each operand of a token reads or writes, with their components and the kind of address.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "agal/diagnostic.hpp"
#include "agal/program.hpp"

namespace agal {

/// The use of registers by an operand.
enum class AccessKind : std::uint8_t {
  Write,     // the destination
  Read,      // a source with a direct address
  Index,     // the register that holds the index of a relative address
  Relative,  // a source with a relative address: the registers that it reads if the index is zero
  Sample,    // the sampler of a fetch
};

/// One use of registers by a token.
struct Access {
  AccessKind kind = AccessKind::Read;  // the use of the registers
  Operand operand = Operand::None;     // the part of the token
  std::uint32_t type_code = 0;         // the register type, which `find_register` may not know
  std::uint32_t first = 0;             // the number of the first register
  std::uint32_t count = 1;             // the number of consecutive registers; more than 1 for the rows of a matrix
  /// Write: the mask. Read, Relative: the components of each register that the swizzle selects. Index: the component
  /// that holds the index. Sample: the channels of the texel that are kept.
  WriteMask components = 0xf;

  /// Returns true if the registers are of this type.
  constexpr bool is(RegisterType type) const { return type_code == static_cast<std::uint32_t>(type); }
  /// The number of the last register plus one.
  constexpr std::uint32_t end() const { return first + count; }
};

/// Returns the components that the given lanes (a mask of 4 bits) of a swizzle select.
constexpr WriteMask swizzle_reads(std::uint8_t swizzle, WriteMask lanes = 0xf) {
  const auto bit = [=](std::uint32_t lane) { return (lanes >> lane & 1u) << (swizzle >> (2 * lane) & 3u); };
  return static_cast<WriteMask>(bit(0) | bit(1) | bit(2) | bit(3));
}

/// Returns the number of registers that a second source covers: the rows of a matrix, otherwise 1.
constexpr std::uint32_t source2_registers(const OpcodeInfo& row) { return std::max<std::uint32_t>(row.rows, 1); }

/// Calls `visit(const Access&)` for each access of a token that its opcode defines: the destination, then the sources
/// in order. The index register of a relative address comes before the access that it indexes. Does nothing for an
/// unknown opcode. Operands may contain anything; numbers are not checked. Fields that the opcode does not use are
/// ignored.
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
  if (row->samples()) {
    const SamplerOperand sampler = token.sampler();
    visit(Access{AccessKind::Sample, Operand::Source2, sampler.type_code(), sampler.index(), 1, token.dst.mask()});
  } else {
    source(Operand::Source2, row->src2, token.src2, source2_registers(*row));
  }
}

/// Returns the source to which an access refers. Not for Write and Sample.
constexpr const Source& source_of(const Instruction& token, Operand operand) {
  return operand == Operand::Source1 ? token.src1 : token.src2;
}

/// Returns the size of the array of constants to which relative addresses are clamped. It is the number of constants in
/// the AGAL version, or more if the program names higher ones. Linear in the number of tokens.
std::uint32_t constant_array_size(const Program& program);

/// Returns the registers of one type that the program names as sources. Registers that it only reads by relative
/// addresses are not included.
std::vector<std::uint32_t> registers_read(const Program& program, RegisterType type);

}  // namespace agal
