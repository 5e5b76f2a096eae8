// The instruction set of AVM2, ActionScript's virtual machine (instructions.def).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace agal::avm2 {

enum class Operands : std::uint8_t {
  None,
  Byte,
  Index,
  Index2,
  String,
  Name,
  Count,
  NameCount,
  IndexCount,
  Branch,
  Switch,
  Debug
};

enum class Effect : std::uint8_t {
  Use,
  Keep,
  Fresh,
  Drop,
  PushString,
  PushByte,
  PushShort,
  PushInt,
  PushUint,
  PushTrue,
  PushFalse,
  PushNull,
  Add,
  Unary,
  Binary,
  Dup,
  Swap,
  GetLocal,
  SetLocal,
  KillLocal,
  CountLocal,
  NewArray,
  NewObject,
  Find,
  GetLex,
  GetProperty,
  SetProperty,
  Delete,
  GetSlot,
  SetSlot,
  ScopeObject,
  CallProperty,
  CallSuper,
  Call,
  Construct,
  ApplyType,
  Iterate,
  Next,
  Branch,
  Jump,
  Switch,
  Return,
  End
};

enum class Opcode : std::uint8_t {
#define AVM2(code, name, ...) name = code,
#include "avm2/instructions.def"
#undef AVM2
};

struct InstructionInfo {
  std::string_view name;  // "" if the code is not an instruction
  Operands operands = Operands::None;
  std::uint8_t pops = 0, pushes = 0;
  Effect effect = Effect::Use;
};

/// All instructions by code. In instructions.def, names that are keywords of C++ end in an underscore.
inline constexpr std::array<InstructionInfo, 256> instruction_table = [] {
  std::array<InstructionInfo, 256> table{};
#define AVM2(code, name, operands, pops, pushes, effect)                                               \
  table[code] = {std::string_view(#name).substr(0, std::string_view(#name).find_last_not_of('_') + 1), \
                 Operands::operands, pops, pushes, Effect::effect};
#include "avm2/instructions.def"
#undef AVM2
  return table;
}();

/// Returns true if the instruction compares two values by order.
constexpr bool is_order(Opcode code) {
  return code == Opcode::lessthan || code == Opcode::lessequals || code == Opcode::greaterthan ||
         code == Opcode::greaterequals;
}

constexpr const InstructionInfo& info(Opcode code) { return instruction_table[static_cast<std::uint8_t>(code)]; }

}  // namespace agal::avm2
