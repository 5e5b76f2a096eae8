// The interface between shader code and the program that loads it. Both include this file, so it does not include
// others.
#pragma once

namespace agal_msl {

/// The kinds of textures, with the values of agal::Texture::Kind.
enum class Kind : unsigned char { Plane, Cube, Volume };

/// A texture fetch in a shader.
struct Fetch {
  Kind kind;
  unsigned texture, sampler;
  int line;
};

/// The functions that shader code calls.
struct Host {
  /// Computes the differences of `count` numbers to the right (axis 0) or downward (1).
  void (*derivative)(int axis, const float* values, int count, float* result, int line);
  void (*sample_implicit)(const Fetch& fetch, const float* at, float bias, float* texel);
  void (*sample_level)(const Fetch& fetch, const float* at, float level, float* texel);
  void (*sample_gradient)(const Fetch& fetch, const float* at, const float* dx, const float* dy, float* texel);
  void (*discard)();
};

inline constexpr unsigned register_limit = 16;    // attributes, varyings and colors of one stage
inline constexpr unsigned constant_limit = 1024;  // constant registers

/// The inputs and outputs of one call of a shader function.
struct Invocation {
  const void* constants;     // constant_limit registers
  const float (*inputs)[4];  // register_limit attributes or varyings
  unsigned instance;
  float (*outputs)[4];  // register_limit varyings or colors
  float* position;
  float* depth;
};

using Shader = void (*)(const Invocation&);

}  // namespace agal_msl

/// The program that loads the shaders sets this variable.
extern "C" const agal_msl::Host* agal_host;
