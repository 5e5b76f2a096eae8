// Which lanes of each value something reads, in the end: liveness.
#pragma once

#include <cstdint>
#include <span>

#include "base/buffer.hpp"
#include "ir/module.hpp"

namespace agal::ir {

constexpr std::uint8_t all_lanes(std::uint32_t width) { return static_cast<std::uint8_t>((1u << width) - 1); }

/// By instruction. Of a value: the lanes that an effect depends on, as a mask; of an effect 1; of a marker 1 if its if
/// has something live in an arm, or a live phi behind it. 0: dead. One walk backwards, linear.
base::Buffer<std::uint8_t> live_lanes(std::span<const Inst> body);

}  // namespace agal::ir
