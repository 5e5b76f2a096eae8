// Determines the live lanes of each value.
#pragma once

#include <cstdint>
#include <span>

#include "base/buffer.hpp"
#include "ir/module.hpp"

namespace agal::ir {

constexpr std::uint8_t all_lanes(std::uint32_t width) { return static_cast<std::uint8_t>((1u << width) - 1); }

/// Returns one number for each instruction; 0 if the instruction is dead. For a value, the number is a mask of the
/// lanes that stores and kills depend on. For an effect, it is 1. For a marker, it is 1 if its `if` has a live
/// instruction in an arm, or a live phi after it. Linear: one backward walk.
base::Buffer<std::uint8_t> live_lanes(std::span<const Inst> body);

/// Returns the components of a register that a load reads if the lanes `used` of its value are used. A load of width
/// one reads the component that it names.
inline std::uint8_t components_read(const Inst& load, std::uint8_t used) {
  return load.type.width == 1 ? static_cast<std::uint8_t>(1u << lane_at(load.lanes, 0)) : used;
}

}  // namespace agal::ir
