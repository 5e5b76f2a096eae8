// Facts about the registers of a program that lowering needs in advance, from one walk over all tokens.
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
  base::RegisterSet samplers;  // numbers of the samplers that are used
  bool centroid = false;       // a fetch has the centroid flag
};

}  // namespace agal::lower
