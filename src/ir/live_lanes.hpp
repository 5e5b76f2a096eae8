// Liveness of the lanes of each value.
#pragma once

#include <cstdint>
#include <span>

#include "base/buffer.hpp"
#include "ir/module.hpp"

namespace agal::ir {

constexpr std::uint8_t all_lanes(std::uint32_t width) { return static_cast<std::uint8_t>((1u << width) - 1); }

/// Returns one number for each instruction. For a value: a mask of the lanes that affect an effect. For an effect: 1.
/// For a marker: 1 if its `if` has a live instruction in an arm, or a live phi after it. 0: dead. One backward walk,
/// linear.
base::Buffer<std::uint8_t> live_lanes(std::span<const Inst> body);

/// The components of a register that a load reads, if these lanes of its value are used. A load of width one reads the
/// component that it names.
inline std::uint8_t components_read(const Inst& load, std::uint8_t used) {
  return load.type.width == 1 ? static_cast<std::uint8_t>(1u << lane_at(load.lanes, 0)) : used;
}

}  // namespace agal::ir
