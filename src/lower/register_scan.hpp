// What lowering must know about a program before it meets the first token: one walk over all of them.
#pragma once

#include <array>
#include <cstdint>

#include "agal/program.hpp"
#include "base/register_set.hpp"

namespace agal::lower {

/// By register type.
using RegisterCounts = std::array<std::uint32_t, register_table.size()>;

struct RegisterScan {
  explicit RegisterScan(const Program& program);

  RegisterCounts registers{};  // one more than the highest number that any operand names
  base::RegisterSet samplers;  // numbers of those that are fetched from
  bool centroid = false;       // a fetch has the centroid flag
};

}  // namespace agal::lower
