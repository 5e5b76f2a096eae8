// What differs between the languages inside a function body. Declarations are in glsl.cpp, hlsl.cpp, msl.cpp and
// wgsl.cpp.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "ir/module.hpp"
#include "writer/spelling.hpp"

namespace agal::writer {

/// How a texel is fetched.
enum class Fetches : std::uint8_t {
  Functions,     // texture(fs0, at): GLSL
  OldFunctions,  // texture2D(fs0, at), one function for each dimension: GLSL ES 1.00
  Separate,      // textureSample(fs0, fs0_sampler, at): WGSL
  Methods,       // fs0.Sample(fs0_sampler, at): HLSL
  Options,       // fs0.sample(fs0_sampler, at, level(l)): MSL
};

struct Dialect {
  const Spellings* spellings = nullptr;
  std::array<std::string_view, 4> float_types, bool_types;  // by width - 1
  std::string_view int_type;
  Fetches fetches = Fetches::Functions;
  bool infers_types = false;         // declarations are `let name = …` and `var name: type`
  bool folds_constants = false;      // an operation on constants is a constant expression, which must be finite
  bool chooses_scalars = true;       // `c ? a : b`, which evaluates one of its operands
  std::string_view chooses_lanes;    // the function that selects lane by lane: mix(no, yes, bvec); "": there is none
  bool repeats_scalars = true;       // a constructor with one scalar repeats it: vec3(x); if not, x.xxx
  bool scalar_arguments = false;     // min, max and clamp take scalars beside a vector
  bool saturates = false;            // saturate(x) is clamp(x, 0.0, 1.0)
  bool joins_samplers = false;       // fetches from `sampler2D(texture, sampler)`
  bool precisions = false;           // variables of reduced precision are declared so
  std::string constants;             // what precedes the number of a constant register: "fc.c["
  std::string_view inputs, outputs;  // what precedes the name of an input or output: "output."
  std::string_view position, depth;
  std::string instance;
  std::string_view discard = "discard;";
  bool color_array = false;  // colors are elements of gl_FragData

  std::string_view type(ir::Type t) const {
    switch (t.scalar) {
      case ir::Scalar::None: break;
      case ir::Scalar::Bool: return bool_types[t.width - 1u];
      case ir::Scalar::Int: return int_type;
      case ir::Scalar::Float: return float_types[t.width - 1u];
    }
    return {};
  }
};

}  // namespace agal::writer
