// What lowering must know about a program before it meets the first token: one walk over all of them.
#pragma once

#include <array>
#include <cstdint>

#include "agal/program.hpp"
#include "base/register_set.hpp"

namespace agal::lower {

/// By register type.
using RegisterCounts = std::array<std::uint32_t, register_table.size()>;

struct Survey {
  explicit Survey(const Program& program);

  RegisterCounts registers{};   // one more than the highest number that any operand names
  std::uint32_t constants = 0;  // likewise of constants that are read directly
  base::RegisterSet samplers;   // numbers of those that are fetched from
  bool centroid = false;        // a fetch has the centroid flag
};

/// Calls `fn(source, number)` for each register that the sources of a token read directly.
template <class Fn>
void for_each_direct_source(const Instruction& token, Fn&& fn) {
  const OpcodeInfo& row = *token.info();
  const auto visit = [&](SourceRule rule, const Source& source, std::uint32_t rows) {
    if (rule == SourceRule::None || rule == SourceRule::Sampler || source.indirect()) return;
    for (std::uint32_t i = 0; i < rows; ++i) fn(source, source.index() + i);
  };
  visit(row.src1, token.src1, 1);
  visit(row.src2, token.src2, row.rows > 1 ? row.rows : 1);
}

}  // namespace agal::lower
