// The rules for each operation that the verifier checks: its types, and the stage of programs that may contain it.
// op_semantics.def has a row for each operation.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "ir/module.hpp"

namespace agal::ir {

/// The rule for the number of lanes of a type. The enumerators None to Four are exact numbers.
enum class Width : std::uint8_t { None, One, Two, Three, Four, Shared, SharedVector, OneOrFour, Coordinate };

/// The rule for one type. All types of a signature with the width Shared or SharedVector have the same number of lanes.
struct TypeRule {
  Scalar scalar = Scalar::None;  // None stands for the scalar type of the result
  Width width = Width::None;
};

/// The types of the result and of the operands. An operation may have fewer operands.
struct Signature {
  std::string_view mismatch;  // the message if the types differ from these
  TypeRule result;
  std::array<TypeRule, 3> operands{};
};

inline constexpr TypeRule any_type{Scalar::None, Width::Shared}, floats{Scalar::Float, Width::Shared},
    bools{Scalar::Bool, Width::Shared}, float_vector{Scalar::Float, Width::SharedVector},
    one_float{Scalar::Float, Width::One}, three_floats{Scalar::Float, Width::Three},
    four_floats{Scalar::Float, Width::Four}, one_or_four_floats{Scalar::Float, Width::OneOrFour},
    coordinate{Scalar::Float, Width::Coordinate}, one_int{Scalar::Int, Width::One}, one_bool{Scalar::Bool, Width::One},
    no_type{};

/// The names in the column `signature`.
namespace signatures {
inline constexpr Signature value{"", any_type};
inline constexpr Signature load{"expected the result to be one float or four", one_or_four_floats};
inline constexpr Signature instance{"expected the result to be an int", one_int};
inline constexpr Signature indexed{"expected an int operand and a result of four floats", four_floats, {one_int}};
inline constexpr Signature arithmetic{
    "expected float operands and a float result of the same width", floats, {floats, floats, floats}};
inline constexpr Signature comparison{
    "expected float operands and one bool per lane as the result", bools, {floats, floats}};
inline constexpr Signature to_int{"expected a float operand and an int result", one_int, {one_float}};
inline constexpr Signature to_float{"expected an int operand and a float result", one_float, {one_int}};
inline constexpr Signature integers{"expected int operands and an int result", one_int, {one_int, one_int}};
inline constexpr Signature logic{
    "expected scalar bool operands and a scalar bool result", one_bool, {one_bool, one_bool}};
inline constexpr Signature selection{
    "expected one bool per lane and two operands of the type of the result", any_type, {bools, any_type, any_type}};
inline constexpr Signature scaling{
    "expected a vector, a scalar and a vector result", float_vector, {float_vector, one_float}};
inline constexpr Signature dot_product{
    "expected two vectors of the same width and a scalar result", one_float, {float_vector, float_vector}};
inline constexpr Signature three_lanes{
    "expected operands and a result of three lanes", three_floats, {three_floats, three_floats}};
inline constexpr Signature fetch{
    "the coordinate does not fit the texture's dimension, or the result is not four floats", four_floats, {coordinate}};
inline constexpr Signature level_fetch{
    "expected a scalar float as the level or bias, a coordinate that fits the texture, and a result of four floats",
    four_floats,
    {coordinate, one_float}};
inline constexpr Signature grad_fetch{
    "expected gradients of the width of the coordinate, which fits the texture, and a result of four floats",
    four_floats,
    {coordinate, coordinate, coordinate}};
inline constexpr Signature condition{"expected a scalar bool as the condition", no_type, {one_bool}};
inline constexpr Signature marker{"", no_type};
inline constexpr Signature store{"it stores the wrong number of lanes", no_type, {four_floats}};
inline constexpr Signature store_depth{"it stores the wrong number of lanes", no_type, {one_float}};
}  // namespace signatures

/// The kind of number in `Inst::aux`.
enum class Number : std::uint8_t { None, Register, Sampler };

/// One row of op_semantics.def.
struct OpSemantics {
  Op op;
  Stage stage;
  Number number;
  const Signature* signature;
};

inline constexpr auto op_semantics = std::to_array<OpSemantics>({
#define AGAL_IR_SEMANTICS(id, stage, number, signature, folding, lane) \
  {Op::id, Stage::stage, Number::number, &signatures::signature},
#include "ir/op_semantics.def"
#undef AGAL_IR_SEMANTICS
});
static_assert(
    [] {
      for (std::size_t i = 0; i < op_semantics.size(); ++i)
        if (op_semantics[i].op != static_cast<Op>(i)) return false;
      return op_semantics.size() == op_table.size();
    }(),
    "ops.def and op_semantics.def have the same rows");

constexpr const OpSemantics& semantics(Op op) { return op_semantics[static_cast<std::size_t>(op)]; }

}  // namespace agal::ir
