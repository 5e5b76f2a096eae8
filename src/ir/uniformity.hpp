// Values that are the same for all pixels, or vertices, of a draw call.
#pragma once

#include <cstdint>
#include <span>

#include "base/buffer.hpp"
#include "ir/structure.hpp"

namespace agal::ir {

/// By instruction: 1 if the value depends only on constants and uniforms; for a phi, including its condition. Linear.
base::Buffer<std::uint8_t> find_uniform(std::span<const Inst> body, const Structure& structure);

}  // namespace agal::ir
