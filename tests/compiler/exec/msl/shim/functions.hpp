// The functions of Metal that agalc emits.
#pragma once

#include "host.hpp"
#include "vector.hpp"

namespace metal {

// Defines `name` for vectors from the function with one, two or three scalars, lane by lane.
#define AGAL_MSL_LANEWISE_1(name)                            \
  template <int N>                                           \
  vec<float, N> name(const vec<float, N>& a) {               \
    vec<float, N> r;                                         \
    for (int i = 0; i < N; ++i) r.lane[i] = name(a.lane[i]); \
    return r;                                                \
  }
#define AGAL_MSL_LANEWISE_2(name)                                       \
  template <int N>                                                      \
  vec<float, N> name(const vec<float, N>& a, const vec<float, N>& b) {  \
    vec<float, N> r;                                                    \
    for (int i = 0; i < N; ++i) r.lane[i] = name(a.lane[i], b.lane[i]); \
    return r;                                                           \
  }
#define AGAL_MSL_LANEWISE_3(name)                                                              \
  template <int N>                                                                             \
  vec<float, N> name(const vec<float, N>& a, const vec<float, N>& b, const vec<float, N>& c) { \
    vec<float, N> r;                                                                           \
    for (int i = 0; i < N; ++i) r.lane[i] = name(a.lane[i], b.lane[i], c.lane[i]);             \
    return r;                                                                                  \
  }

inline float abs(float a) { return __builtin_fabsf(a); }
inline float floor(float a) { return __builtin_floorf(a); }
/// Always less than one, even if `a` is a tiny negative number and the difference rounds to one.
inline float fract(float a) {
  const float rest = a - floor(a);
  return rest < 1 || rest != rest ? rest : 0x1.fffffep-1f;
}
inline float sqrt(float a) { return __builtin_sqrtf(a); }
inline float rsqrt(float a) { return 1 / __builtin_sqrtf(a); }
inline float exp2(float a) { return __builtin_exp2f(a); }
inline float log2(float a) { return __builtin_log2f(a); }
inline float sin(float a) { return __builtin_sinf(a); }
inline float cos(float a) { return __builtin_cosf(a); }
inline float sign(float a) { return a > 0 ? 1.0f : a < 0 ? -1.0f : a == 0 ? a : 0.0f; }
inline float pow(float a, float b) { return __builtin_powf(a, b); }
inline float select(float no, float yes, bool which) { return which ? yes : no; }

AGAL_MSL_LANEWISE_1(abs)
AGAL_MSL_LANEWISE_1(floor)
AGAL_MSL_LANEWISE_1(fract)
AGAL_MSL_LANEWISE_1(sqrt)
AGAL_MSL_LANEWISE_1(rsqrt)
AGAL_MSL_LANEWISE_1(exp2)
AGAL_MSL_LANEWISE_1(log2)
AGAL_MSL_LANEWISE_1(sin)
AGAL_MSL_LANEWISE_1(cos)
AGAL_MSL_LANEWISE_1(sign)
AGAL_MSL_LANEWISE_2(pow)

template <class T, int N>
vec<T, N> select(const vec<T, N>& no, const vec<T, N>& yes, const vec<bool, N>& which) {
  vec<T, N> r;
  for (int i = 0; i < N; ++i) r.lane[i] = which.lane[i] ? yes.lane[i] : no.lane[i];
  return r;
}

template <int N>
float dot(const vec<float, N>& a, const vec<float, N>& b) {
  float sum = a.lane[0] * b.lane[0];
  for (int i = 1; i < N; ++i) sum += a.lane[i] * b.lane[i];
  return sum;
}

inline float3 cross(const float3& a, const float3& b) {
  return float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

inline float min(float a, float b) { return b < a ? b : a; }
inline float max(float a, float b) { return a < b ? b : a; }
/// Not NaN even if `a` is NaN, like fmin(fmax(a, low), high) in the specification of Metal.
inline float clamp(float a, float low, float high) { return a != a ? low : min(max(a, low), high); }

inline float saturate(float a) { return clamp(a, 0, 1); }

AGAL_MSL_LANEWISE_1(saturate)
AGAL_MSL_LANEWISE_2(min)
AGAL_MSL_LANEWISE_2(max)
AGAL_MSL_LANEWISE_3(clamp)

template <int N>
vec<float, N> normalize(const vec<float, N>& a) {
  return a * rsqrt(dot(a, a));
}

// With fast math, which is the default of Metal's compiler, these functions are the same.
namespace fast {
using metal::clamp;
using metal::max;
using metal::min;
using metal::normalize;
}  // namespace fast

#undef AGAL_MSL_LANEWISE_1
#undef AGAL_MSL_LANEWISE_2
#undef AGAL_MSL_LANEWISE_3

// The line of the call identifies it, to check that all pixels of a quad execute the same call.
inline float dfdx(float a, int line = __builtin_LINE()) {
  agal_host->derivative(0, &a, 1, &a, line);
  return a;
}
inline float dfdy(float a, int line = __builtin_LINE()) {
  agal_host->derivative(1, &a, 1, &a, line);
  return a;
}
template <int N>
vec<float, N> dfdx(vec<float, N> a, int line = __builtin_LINE()) {
  agal_host->derivative(0, a.lane, N, a.lane, line);
  return a;
}
template <int N>
vec<float, N> dfdy(vec<float, N> a, int line = __builtin_LINE()) {
  agal_host->derivative(1, a.lane, N, a.lane, line);
  return a;
}

/// The function continues after this call: Metal only ignores its outputs.
inline void discard_fragment() { agal_host->discard(); }

}  // namespace metal
