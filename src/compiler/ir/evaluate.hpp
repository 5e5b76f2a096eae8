// Evaluates one lane of an operation, by the columns `folding` and `lane` of op_semantics.def.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>

#include "ir/semantics.hpp"

namespace agal::ir {

/// The column `folding`: Exact if the folder may evaluate an operation.
enum class Folding : std::uint8_t { Kept, Exact };

/// The entry in the column `lane` of an operation that cannot be evaluated lane by lane.
struct NoLane {};

namespace lanes {

// The C++ type of a lane. For Scalar::None, it is the unsigned integer that holds the bits of the lane.
template <Scalar scalar>
using Number = std::conditional_t<scalar == Scalar::Float, float,
                                  std::conditional_t<scalar == Scalar::Int, std::int32_t,
                                                     std::conditional_t<scalar == Scalar::Bool, bool, std::uint32_t>>>;

template <Scalar scalar>
constexpr Number<scalar> decoded(std::uint32_t bits) {
  if constexpr (scalar == Scalar::Bool)
    return bits != 0;
  else
    return std::bit_cast<Number<scalar>>(bits);
}

template <Scalar scalar, class Lane>
constexpr std::optional<std::uint32_t> encoded(Lane lane) {
  if constexpr (std::is_same_v<Lane, NoLane>) {
    return std::nullopt;
  } else if constexpr (std::is_same_v<Lane, std::optional<Number<scalar>>>) {
    return lane ? encoded<scalar>(*lane) : std::nullopt;
  } else {
    static_assert(std::is_same_v<Lane, Number<scalar>>, "the expression has the type of the result");
    if constexpr (scalar == Scalar::Bool)
      return lane ? 1u : 0u;
    else
      return std::bit_cast<std::uint32_t>(lane);
  }
}

// ---- the functions in the column `lane`

inline constexpr NoLane none;

// Returns a to the power b. A power is defined by the logarithm of its base, so a negative base gives NaN for every
// exponent.
inline float power(float a, float b) { return a < 0 ? std::numeric_limits<float>::quiet_NaN() : std::pow(a, b); }

// Converts a number to an int; nullopt near and beyond the limits of int, where targets differ.
inline std::optional<std::int32_t> truncated(float a) {
  constexpr float limit = 1 << 30;
  if (!(std::fabs(a) <= limit)) return std::nullopt;
  return static_cast<std::int32_t>(a);
}

constexpr std::int32_t wrapped_sum(std::int32_t a, std::int32_t b) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
}

}  // namespace lanes

/// Computes the bits of a lane of the result from the bits of the same lane of the operands; a bool is 0 or 1. Returns
/// nullopt if the result depends on other lanes or is undefined. With `Folding::Exact`, also returns nullopt for all
/// operations that are not `Exact`, so that their functions are not linked.
template <Folding wanted>
std::optional<std::uint32_t> evaluate(Op op, const std::array<std::uint32_t, 3>& operands) {
  using namespace lanes;
  switch (op) {
#define AGAL_IR_SEMANTICS(id, stage, number, signature, folding, lane)                \
  case Op::id:                                                                        \
    if constexpr (wanted == Folding::Kept || Folding::folding == Folding::Exact) {    \
      constexpr const Signature& types = signatures::signature;                       \
      [[maybe_unused]] const auto a = decoded<types.operands[0].scalar>(operands[0]); \
      [[maybe_unused]] const auto b = decoded<types.operands[1].scalar>(operands[1]); \
      [[maybe_unused]] const auto c = decoded<types.operands[2].scalar>(operands[2]); \
      return encoded<types.result.scalar>(lane);                                      \
    }                                                                                 \
    break;
#include "ir/op_semantics.def"
#undef AGAL_IR_SEMANTICS
  }
  return std::nullopt;
}

}  // namespace agal::ir
