// The power of two numbers, as AGAL defines it. The compiler has a separate copy for folding constants
// (ir/evaluate.hpp), so that comparing it with the interpreter finds mistakes in either.
#pragma once

#include <cmath>
#include <limits>

namespace agal::interpret {

/// Returns `a` to the power `b`. A power is defined by the logarithm of its base, so the power of a negative base is
/// NaN for every exponent.
inline float power(float a, float b) { return a < 0 ? std::numeric_limits<float>::quiet_NaN() : std::pow(a, b); }

}  // namespace agal::interpret
