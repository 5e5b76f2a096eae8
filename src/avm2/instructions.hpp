// The instruction set of ActionScript's virtual machine, with the effects on strings (avm2.def).
#pragma once

#include <array>
#include <cstdint>

namespace agal::extraction {

enum class Avm2Operands : std::uint8_t {
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

enum class Avm2Effect : std::uint8_t {
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
  GetSlot,
  SetSlot,
  ScopeObject,
  CallProperty,
  Call,
  Iterate,
  Branch,
  Jump,
  Switch,
  Return,
  End
};

enum class Avm2Opcode : std::uint8_t {
#define AVM2(code, name, ...) name = code,
#include "avm2/instructions.def"
#undef AVM2
};

struct Avm2Info {
  bool known = false;
  Avm2Operands operands = Avm2Operands::None;
  std::uint8_t pops = 0, pushes = 0;
  Avm2Effect effect = Avm2Effect::Use;
};

/// By code.
inline constexpr std::array<Avm2Info, 256> avm2_table = [] {
  std::array<Avm2Info, 256> table{};
#define AVM2(code, name, operands, pops, pushes, effect) \
  table[code] = {true, Avm2Operands::operands, pops, pushes, Avm2Effect::effect};
#include "avm2/instructions.def"
#undef AVM2
  return table;
}();

}  // namespace agal::extraction
