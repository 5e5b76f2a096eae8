// The shape of a method's code: its instructions, branch targets and loops.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "avm2/abc.hpp"
#include "avm2/instructions.hpp"

namespace agal::extraction {

/// Locals beyond these are not followed.
inline constexpr std::size_t max_locals = 256;

struct Avm2Instruction {
  std::uint8_t code = 0;
  std::size_t begin = 0, end = 0;
  std::uint32_t index = 0, count = 0, second = 0;  // operands; for `hasnext2`, two locals
  std::uint8_t name_pops = 0;
  std::vector<std::size_t> targets;  // of branches; of a switch: the default, then the cases

  const Avm2Info& info() const { return avm2_table[code]; }
};

/// The instruction at a position; nullopt if there is none.
std::optional<Avm2Instruction> read_instruction(const Abc& abc, Bytes code, std::size_t at);

/// Code that is run again: from the target of a branch backward to the end of the branch.
struct Loop {
  std::size_t begin = 0, end = 0;
  std::vector<std::uint32_t> locals;  // that it writes
  std::vector<std::uint32_t> names;   // strings: of properties that it stores, and of methods that it calls
  bool contains(std::size_t at) const { return at >= begin && at < end; }
};

struct CodeShape {
  std::vector<bool> is_target;         // by position
  std::vector<Loop> loops;             // by end
  std::vector<std::size_t> last_read;  // by local: it is not read at or after this position
  bool has_wanted = false;             // it pushes a string that looks like assembly
  std::vector<std::uint32_t> pushed;   // strings of the pool
};

CodeShape read_shape(const Abc& abc, Bytes code, const std::vector<bool>& wanted);

}  // namespace agal::extraction
