// Liveness of the lanes of each value.
#pragma once

#include <cstdint>
#include <span>

#include "base/buffer.hpp"
#include "ir/module.hpp"

namespace agal::ir {

constexpr std::uint8_t all_lanes(std::uint32_t width) { return static_cast<std::uint8_t>((1u << width) - 1); }

/// By instruction. For a value: a mask of the lanes that some effect depends on. For an effect: 1. For a marker: 1 if
/// its if has a live instruction in an arm, or a live phi after it. 0: dead. One backward walk, linear.
base::Buffer<std::uint8_t> live_lanes(std::span<const Inst> body);

}  // namespace agal::ir
