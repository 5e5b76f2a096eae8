// Measures how simple a program is.
#pragma once

#include <cstdint>

#include "agal/program.hpp"

namespace agal::reduce {

/// The cost of a program. Fewer tokens are always simpler; with the same number of tokens, simpler operands are.
struct Cost {
  std::uint64_t tokens = 0;
  std::uint64_t details = 0;
  friend bool operator<(const Cost& a, const Cost& b) {
    return a.tokens != b.tokens ? a.tokens < b.tokens : a.details < b.details;
  }
};

Cost cost(const Program& program);

}  // namespace agal::reduce
