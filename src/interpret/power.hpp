// The power of two numbers, as AGAL defines it. The compiler folds constants by a copy of its own (ir/evaluate.hpp), so
// that the interpreter, which shares nothing with it, can find its mistakes.
#pragma once

#include <cmath>
#include <limits>

namespace agal::interpret {

/// `a` to the power `b`. A power is defined by the logarithm of its base: the power of a negative base is NaN, whatever
/// the exponent.
inline float power(float a, float b) { return a < 0 ? std::numeric_limits<float>::quiet_NaN() : std::pow(a, b); }

}  // namespace agal::interpret
