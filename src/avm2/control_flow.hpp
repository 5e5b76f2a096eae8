// The instructions of a method, and its control flow: branch targets, loops, and where locals are read last.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "avm2/abc.hpp"
#include "avm2/instructions.hpp"

namespace agal::avm2 {

/// Locals beyond these are not followed.
inline constexpr std::size_t max_locals = 256;
/// The name of a local that has several.
inline constexpr std::uint32_t several_names = 0xffff'ffffu;

struct Instruction {
  Opcode code = Opcode::nop;
  std::size_t begin = 0, end = 0;
  std::uint32_t index = 0, count = 0,
                second = 0;  // operands; for `hasnext2`, two locals; for `debug`, kind, local, name
  std::uint8_t name_pops = 0;
  std::vector<std::size_t> targets;  // of branches; of a switch: the default, then the cases

  const InstructionInfo& info() const { return avm2::info(code); }
  /// The local that it reads or writes; the first four have instructions of their own.
  std::uint32_t local() const {
    return info().operands == Operands::Index ? index : static_cast<std::uint32_t>(code) & 3u;
  }
};

/// The instruction at a position of the code of a file; nullopt if there is none. Its operands are common indices.
std::optional<Instruction> read_instruction(const Abc& abc, Bytes code, std::size_t at, std::uint32_t file = 0);
inline std::optional<Instruction> read_instruction(const Abc& abc, const MethodBody& body, std::size_t at) {
  return read_instruction(abc, body.code, at, body.file);
}

/// From the target of a branch backward to the end of the branch: code that may be run again, or cases of a `switch`
/// whose conditions follow them.
struct Loop {
  std::size_t begin = 0, end = 0;
  std::vector<std::uint32_t> locals;    // that it writes
  std::vector<std::uint32_t> names;     // strings: of properties that it stores, and of methods that it calls
  std::size_t last = 0;                 // the branch backward
  bool repeats = false;                 // the branch can be reached from its target
  std::vector<std::uint32_t> in_texts;  // locals that it writes and that are more than an index or a condition, if it
                                        // has texts
  bool contains(std::size_t at) const { return at >= begin && at < end; }
};

struct ControlFlow {
  std::vector<bool> is_target;             // by position
  std::vector<Loop> loops;                 // by end
  std::vector<std::size_t> last_read;      // by local: it is not read at or after this position
  bool has_tracked = false;                // it pushes a string that is tracked
  std::vector<std::uint32_t> pushed;       // strings of the pool
  std::vector<std::uint32_t> read;         // strings: names of properties
  std::vector<std::uint32_t> stored;       // the same of those that it stores
  std::vector<std::uint32_t> hidden;       // the same of all that it names and that may be private or protected
  std::vector<std::uint32_t> called;       // strings: names of methods, and of classes that it constructs
  std::vector<std::uint32_t> local_names;  // by local: strings, 0 if unknown; of code that was compiled for debugging
};

ControlFlow read_control_flow(const Abc& abc, const MethodBody& body, const std::vector<bool>& tracked);

}  // namespace agal::avm2
