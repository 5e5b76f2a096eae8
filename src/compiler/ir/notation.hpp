// The words of the IR's text form, which its printer and its parser share.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "ir/module.hpp"

namespace agal::ir {

inline constexpr std::string_view lane_letters = "xyzw";

/// Names of the scalar types, indexed by Scalar.
inline constexpr std::array<std::string_view, 4> scalar_names{"none", "bool", "int", "float"};

/// Returns the name of a type: `float3`. The name of a scalar does not include a width.
inline std::string type_name(Type type) {
  const std::string scalar(scalar_names[static_cast<std::size_t>(type.scalar)]);
  return type.width == 1 ? scalar : scalar + std::to_string(type.width);
}

/// The words of the lines before the first instruction.
namespace header {
inline constexpr std::string_view stage = "stage";
inline constexpr std::string_view sampler = "sampler";
inline constexpr std::string_view centroid = "centroid";
inline constexpr std::string_view constant_array = "constant-array";
inline constexpr std::array words{stage, sampler, centroid, constant_array};
}  // namespace header

/// Returns the type of the register that an operation names with `aux`. For fetches, `aux` is the slot of the sampler.
constexpr std::optional<RegisterType> register_of(Op op) {
  if (op == Op::LoadAttribute) return RegisterType::Attribute;
  if (op == Op::LoadVarying || op == Op::StoreVarying) return RegisterType::Varying;
  if (op == Op::LoadUniform) return RegisterType::Constant;
  if (op == Op::StoreColor) return RegisterType::Output;
  if (is_sample(op)) return RegisterType::Sampler;
  return std::nullopt;
}

}  // namespace agal::ir
