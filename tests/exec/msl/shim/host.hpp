// Between shader code and the program that loaded it. Both sides include this, so it includes nothing.
#pragma once

namespace agal_msl {

/// The kinds of textures, as agal::Texture::Kind counts them.
enum class Kind : unsigned char { Plane, Cube, Volume };

/// One fetch in the text.
struct Fetch {
  Kind kind;
  unsigned texture, sampler;
  int line;
};

/// What shader code asks for.
struct Host {
  /// How `count` numbers change to the right (axis 0) or downwards (1).
  void (*derivative)(int axis, const float* values, int count, float* result, int line);
  void (*sample_implicit)(const Fetch& fetch, const float* at, float bias, float* texel);
  void (*sample_level)(const Fetch& fetch, const float* at, float level, float* texel);
  void (*sample_gradient)(const Fetch& fetch, const float* at, const float* dx, const float* dy, float* texel);
  void (*discard)();
};

inline constexpr unsigned register_limit = 16;    // attributes, varyings and colors of one stage
inline constexpr unsigned constant_limit = 1024;  // constant registers

/// One run of a shader function: what goes in and what comes out.
struct Invocation {
  const void* constants;     // constant_limit registers
  const float (*inputs)[4];  // attributes or varyings, register_limit of them
  unsigned instance;
  float (*outputs)[4];  // varyings or colors, register_limit of them
  float* position;
  float* depth;
};

using Shader = void (*)(const Invocation&);

}  // namespace agal_msl

/// Set by whoever loads the shaders.
extern "C" const agal_msl::Host* agal_host;
