// What differs between the languages inside a function body. Declarations are in glsl.cpp and wgsl.cpp.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "ir/module.hpp"
#include "writer/spelling.hpp"

namespace agal::writer {

struct Dialect {
  const Spellings* spellings = nullptr;
  std::array<std::string_view, 4> float_types, bool_types;  // by width - 1
  std::string_view int_type;
  bool wgsl = false;            // declarations as `let name = …`, types after names, fetches with texture and sampler
  bool lazy_select = false;     // a selection evaluates one of its operands (`c ? a : b`)
  bool mixes_bools = false;     // mix(no, yes, bvec) selects lane by lane
  bool old_fetches = false;     // texture2D and its like, one function for each dimension
  bool joins_samplers = false;  // fetches from `sampler2D(texture, sampler)`
  bool scalar_arguments = false;  // min, max and clamp take scalars beside a vector
  bool precisions = false;        // variables of reduced precision are declared so
  std::string constants;          // what precedes the number of a constant register: "fc.c["
  std::string outputs;            // what precedes the name of an output: "output."
  std::string_view position, depth, instance;
  bool color_array = false;  // colors are elements of gl_FragData

  /// The type of a texture together with its sampler.
  static constexpr std::string_view sampler_type(ir::Dimension dimension) {
    switch (dimension) {
      case ir::Dimension::Plane: return "sampler2D";
      case ir::Dimension::Cube: return "samplerCube";
      case ir::Dimension::Volume: return "sampler3D";
    }
    return {};
  }

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
