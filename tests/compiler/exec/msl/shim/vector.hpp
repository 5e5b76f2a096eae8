// The vector types of Metal. C++ does not have a syntax for swizzles: `a.zx` is translated to `a.lanes<2, 0>()`, or to
// `a.slots<2, 0>()` on the left side of an assignment (see translation.hpp). Like in Metal, missing lanes, writing a
// lane twice, and implicit conversions between vectors are errors. Implicit conversions from a scalar are errors here,
// but not in Metal.
#pragma once

namespace metal {

using uint = unsigned;

namespace shim {

template <class T, int N>
struct Storage;

template <class T>
struct alignas(2 * sizeof(T)) Storage<T, 2> {
  union {
    struct {
      T x, y;
    };
    T lane[2];
  };
};

template <class T>
struct alignas(4 * sizeof(T)) Storage<T, 3> {
  union {
    struct {
      T x, y, z;
    };
    T lane[3];
  };
};

template <class T>
struct alignas(4 * sizeof(T)) Storage<T, 4> {
  union {
    struct {
      T x, y, z, w;
    };
    T lane[4];
  };
};

}  // namespace shim

template <class T, int N>
struct vec;

namespace shim {

/// The number of lanes of a constructor's argument.
template <class T>
inline constexpr int width = 1;
template <class T, int N>
inline constexpr int width<vec<T, N>> = N;

template <class T, class U>
void append(T*& to, U scalar) {
  *to++ = T(scalar);
}
template <class T, class U, int N>
void append(T*& to, const vec<U, N>& vector) {
  for (int i = 0; i < N; ++i) *to++ = T(vector.lane[i]);
}

/// Lanes of a vector on the left side of an assignment.
template <class T, int N, int... I>
struct Slots {
  static constexpr int count = sizeof...(I);
  static_assert(((I < N) && ...), "no such lane");
  static_assert(__builtin_popcount(((1u << I) | ...)) == count, "a lane is written twice");

  vec<T, N>& target;

  void operator=(const vec<T, count>& value) {
    int from = 0;
    ((target.lane[I] = value.lane[from++]), ...);
  }
  template <class V>
  void operator+=(const V& value) {
    *this = target.template lanes<I...>() + value;
  }
  template <class V>
  void operator-=(const V& value) {
    *this = target.template lanes<I...>() - value;
  }
  template <class V>
  void operator*=(const V& value) {
    *this = target.template lanes<I...>() * value;
  }
  template <class V>
  void operator/=(const V& value) {
    *this = target.template lanes<I...>() / value;
  }
};

}  // namespace shim

#define AGAL_MSL_ARITHMETIC(op)                                     \
  friend vec operator op(const vec& a, const vec& b) {              \
    vec r;                                                          \
    for (int i = 0; i < N; ++i) r.lane[i] = a.lane[i] op b.lane[i]; \
    return r;                                                       \
  }                                                                 \
  friend vec operator op(const vec& a, T b) { return a op vec(b); } \
  friend vec operator op(T a, const vec& b) { return vec(a) op b; } \
  vec& operator op##=(const vec& b) { return *this = *this op b; }  \
  vec& operator op##=(T b) { return *this = *this op b; }

#define AGAL_MSL_RELATION(op)                                                \
  friend vec<bool, N> operator op(const vec& a, const vec& b) {              \
    vec<bool, N> r;                                                          \
    for (int i = 0; i < N; ++i) r.lane[i] = a.lane[i] op b.lane[i];          \
    return r;                                                                \
  }                                                                          \
  friend vec<bool, N> operator op(const vec& a, T b) { return a op vec(b); } \
  friend vec<bool, N> operator op(T a, const vec& b) { return vec(a) op b; }

template <class T, int N>
struct vec : shim::Storage<T, N> {
  vec() = default;
  explicit vec(T all) {
    for (int i = 0; i < N; ++i) this->lane[i] = all;
  }
  template <class... Parts>
  requires((shim::width<Parts> + ...) == N) explicit vec(const Parts&... parts) {
    T* to = this->lane;
    (shim::append(to, parts), ...);
  }

  T& operator[](int i) { return this->lane[i]; }
  const T& operator[](int i) const { return this->lane[i]; }

  template <int... I>
  vec<T, sizeof...(I)> lanes() const {
    static_assert(((I < N) && ...), "no such lane");
    return vec<T, sizeof...(I)>(this->lane[I]...);
  }
  template <int... I>
  shim::Slots<T, N, I...> slots() {
    return {*this};
  }

  AGAL_MSL_ARITHMETIC(+)
  AGAL_MSL_ARITHMETIC(-)
  AGAL_MSL_ARITHMETIC(*)
  AGAL_MSL_ARITHMETIC(/)
  AGAL_MSL_RELATION(<)
  AGAL_MSL_RELATION(>)
  AGAL_MSL_RELATION(<=)
  AGAL_MSL_RELATION(>=)
  AGAL_MSL_RELATION(==)
  AGAL_MSL_RELATION(!=)
  AGAL_MSL_RELATION(&&)
  AGAL_MSL_RELATION(||)

  friend vec operator-(const vec& a) {
    vec r;
    for (int i = 0; i < N; ++i) r.lane[i] = -a.lane[i];
    return r;
  }
  friend vec<bool, N> operator!(const vec& a) {
    vec<bool, N> r;
    for (int i = 0; i < N; ++i) r.lane[i] = !a.lane[i];
    return r;
  }
};

#undef AGAL_MSL_ARITHMETIC
#undef AGAL_MSL_RELATION

using float2 = vec<float, 2>;
using float3 = vec<float, 3>;
using float4 = vec<float, 4>;
using int2 = vec<int, 2>;
using int3 = vec<int, 3>;
using int4 = vec<int, 4>;
using uint2 = vec<uint, 2>;
using uint3 = vec<uint, 3>;
using uint4 = vec<uint, 4>;
using bool2 = vec<bool, 2>;
using bool3 = vec<bool, 3>;
using bool4 = vec<bool, 4>;

static_assert(sizeof(float2) == 8 && sizeof(float3) == 16 && sizeof(float4) == 16, "the sizes of Metal");

}  // namespace metal
