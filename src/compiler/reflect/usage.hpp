// The registers that a program uses: the registers that its tokens name, and the inputs that it still reads after all
// passes.
#pragma once

#include <array>
#include <cstdint>

#include "agal/interface.hpp"
#include "agal/program.hpp"
#include "base/buffer.hpp"
#include "base/register_set.hpp"
#include "ir/module.hpp"

namespace agal::reflect {

struct RegisterUsage {
  WriteMask read = 0;
  WriteMask written = 0;
};

/// An operand with a relative address, which reads `rows` consecutive constants, the first of them at `source`.
struct IndirectAccess {
  std::uint32_t token = 0;  // 0-based
  Operand operand = Operand::None;
  Source source;
  std::uint32_t rows = 1;
};

/// A sampler state, and the tokens (0-based) that request it.
struct SamplerState {
  SamplerOperand operand;
  base::Buffer<std::uint32_t> tokens;
};

struct SamplerUsage {
  std::uint32_t index = 0;
  base::Buffer<SamplerState> states;  // all states, by first use; players accept only one
};

/// The registers and opcodes that the tokens use.
struct Usage {
  /// Indexed by type, then by number. Registers that no token names have empty masks. Relative addresses are not
  /// included.
  std::array<base::Buffer<RegisterUsage>, register_table.size()> registers;
  base::Buffer<IndirectAccess> indirect;
  base::Buffer<SamplerUsage> samplers;                       // ascending by index
  std::array<std::uint32_t, opcode_table.size()> opcodes{};  // the number of tokens with each opcode

  const base::Buffer<RegisterUsage>& of(RegisterType type) const { return registers[static_cast<std::size_t>(type)]; }
  std::uint32_t count(Opcode opcode) const { return opcodes[static_cast<std::size_t>(opcode)]; }
  base::RegisterSet read(RegisterType type) const;
};

/// Returns the registers and opcodes that the tokens use. A component counts as read if some component of the result
/// depends on it. All rows of a matrix count as read.
Usage usage_of(const Program& program);

/// Returns only the written components of varyings, and the sampler states.
Usage usage_for_bindings(const Program& program);

/// The inputs that are still read after all passes.
struct Live {
  base::Buffer<WriteMask> attributes, varyings;  // indexed by number: components that are read
  base::RegisterSet constants;                   // constants that are read by number
};

Live live_of(const ir::Module& module);

/// Returns the numbers of a set as ranges, each as long as possible.
std::vector<RegisterRange> ranges_of(const base::RegisterSet& set);

}  // namespace agal::reflect
