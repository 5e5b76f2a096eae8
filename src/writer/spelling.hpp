// How each operation of the IR is spelled in a language: its column in ir/ops.def.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "ir/module.hpp"

namespace agal::writer {

/// How tightly an expression binds, the loosest first.
enum class Precedence : std::uint8_t { Ternary, Or, Equality, Relation, Sum, Product, Unary, Primary };

struct Spelling {
  enum class Form : std::uint8_t {
    Special,  // the printer has a function for it
    Call,     // text(a, b)
    Convert,  // type(text(a)), as the function returns another type
    Infix,    // a text b
    Prefix,   // text a
    Compare,  // a text b for scalars, vectors(a, b) for vectors
  };
  Form form = Form::Special;
  Precedence precedence = Precedence::Primary;
  std::string_view text;
  std::string_view vectors;
};

/// One language's spelling of every operation, by ir::Op.
using Spellings = std::array<Spelling, ir::op_table.size()>;

namespace spellings {

using enum Precedence;
constexpr Spelling special() { return {}; }
constexpr Spelling call(std::string_view name) { return {Spelling::Form::Call, Primary, name, {}}; }
constexpr Spelling convert(std::string_view name) { return {Spelling::Form::Convert, Primary, name, {}}; }
constexpr Spelling infix(Precedence p, std::string_view text) { return {Spelling::Form::Infix, p, text, {}}; }
constexpr Spelling prefix(std::string_view text) { return {Spelling::Form::Prefix, Unary, text, {}}; }
constexpr Spelling compare(Precedence p, std::string_view text, std::string_view vectors) {
  return {Spelling::Form::Compare, p, text, vectors};
}

inline constexpr Spellings glsl{{
#define AGAL_IR_OP(id, text, args, kind, traits, spirv, glsl, wgsl, msl, hlsl, meaning) glsl,
#include "ir/ops.def"
#undef AGAL_IR_OP
}};

inline constexpr Spellings wgsl{{
#define AGAL_IR_OP(id, text, args, kind, traits, spirv, glsl, wgsl, msl, hlsl, meaning) wgsl,
#include "ir/ops.def"
#undef AGAL_IR_OP
}};

inline constexpr Spellings msl{{
#define AGAL_IR_OP(id, text, args, kind, traits, spirv, glsl, wgsl, msl, hlsl, meaning) msl,
#include "ir/ops.def"
#undef AGAL_IR_OP
}};

inline constexpr Spellings hlsl{{
#define AGAL_IR_OP(id, text, args, kind, traits, spirv, glsl, wgsl, msl, hlsl, meaning) hlsl,
#include "ir/ops.def"
#undef AGAL_IR_OP
}};

}  // namespace spellings
}  // namespace agal::writer
