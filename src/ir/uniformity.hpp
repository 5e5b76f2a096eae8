// Which values are the same for all pixels, or vertices, of a draw call.
#pragma once

#include <cstdint>
#include <span>

#include "base/buffer.hpp"
#include "ir/structure.hpp"

namespace agal::ir {

/// By instruction: 1 where the value is made of constants and uniforms alone, a phi by such a condition. Linear.
base::Buffer<std::uint8_t> find_uniform(std::span<const Inst> body, const Structure& structure);

}  // namespace agal::ir
