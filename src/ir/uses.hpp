// Number of uses of each value.
#pragma once

#include <cstdint>
#include <span>

#include "base/buffer.hpp"
#include "ir/module.hpp"

namespace agal::ir {

/// By instruction: the number of operands that refer to its value. Linear.
inline base::Buffer<std::uint32_t> count_uses(std::span<const Inst> body) {
  base::Buffer<std::uint32_t> uses(body.size(), 0);
  for (const Inst& inst : body) for_each_arg(inst, [&](Value v) { ++uses[index(v)]; });
  return uses;
}

}  // namespace agal::ir
