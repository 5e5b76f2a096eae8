// The texture types of Metal. Textures and samplers only contain the number of their slot; the host has the content.
#pragma once

#include "host.hpp"
#include "vector.hpp"

namespace metal {

struct sampler {
  unsigned slot;
};

struct bias {
  explicit bias(float v) : value(v) {}
  float value;
};

struct level {
  explicit level(float v) : value(v) {}
  float value;
};

namespace shim {

// There is a type for each kind of texture, like in Metal: gradient2d cannot be used for a cube.
template <agal_msl::Kind kind, class Coordinate>
struct Gradient {
  Gradient(const Coordinate& x, const Coordinate& y) : dx(x), dy(y) {}
  Coordinate dx, dy;
};

template <class T, agal_msl::Kind kind, class Coordinate>
struct Texture;

template <agal_msl::Kind kind, class Coordinate>
struct Texture<float, kind, Coordinate> {
  unsigned slot;

  float4 sample(sampler s, const Coordinate& at, int line = __builtin_LINE()) const {
    return sample(s, at, bias(0), line);
  }
  float4 sample(sampler s, const Coordinate& at, bias b, int line = __builtin_LINE()) const {
    float4 texel;
    agal_host->sample_implicit({kind, slot, s.slot, line}, at.lane, b.value, texel.lane);
    return texel;
  }
  float4 sample(sampler s, const Coordinate& at, level l, int line = __builtin_LINE()) const {
    float4 texel;
    agal_host->sample_level({kind, slot, s.slot, line}, at.lane, l.value, texel.lane);
    return texel;
  }
  float4 sample(sampler s, const Coordinate& at, const Gradient<kind, Coordinate>& g,
                int line = __builtin_LINE()) const {
    float4 texel;
    agal_host->sample_gradient({kind, slot, s.slot, line}, at.lane, g.dx.lane, g.dy.lane, texel.lane);
    return texel;
  }
};

}  // namespace shim

using gradient2d = shim::Gradient<agal_msl::Kind::Plane, float2>;
using gradientcube = shim::Gradient<agal_msl::Kind::Cube, float3>;
using gradient3d = shim::Gradient<agal_msl::Kind::Volume, float3>;

template <class T>
using texture2d = shim::Texture<T, agal_msl::Kind::Plane, float2>;
template <class T>
using texturecube = shim::Texture<T, agal_msl::Kind::Cube, float3>;
template <class T>
using texture3d = shim::Texture<T, agal_msl::Kind::Volume, float3>;

}  // namespace metal
