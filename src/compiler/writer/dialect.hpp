// Describes the differences between the languages inside a function body, such as the spelling of each operation.
// Declarations are in glsl.cpp, hlsl.cpp, msl.cpp and wgsl.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "ir/module.hpp"
#include "target/naming.hpp"

namespace agal::writer {

using ir::Inst;
using ir::Op;
using ir::Value;

/// Operator precedences, from the loosest to the tightest.
enum class Precedence : std::uint8_t { Ternary, Or, Equality, Relation, Sum, Product, Unary, Primary };

struct Spelling {
  enum class Form : std::uint8_t {
    Special,  // a special function of the writer writes it
    Call,     // text(a, b)
    Convert,  // type(text(a)), because the function returns another type
    Infix,    // a text b
    Prefix,   // text a
    Compare,  // a text b for scalars, vectors(a, b) for vectors
  };
  Form form = Form::Special;
  Precedence precedence = Precedence::Primary;
  std::string_view text;
  std::string_view vectors;
};

/// One operation in each language: its row in writer/ops.def.
struct OpSpelling {
  Spelling glsl, wgsl, msl, hlsl;
};

namespace spellings {

using enum Precedence;
constexpr Spelling special() { return {}; }
constexpr Spelling call(std::string_view name) { return {Spelling::Form::Call, Primary, name, {}}; }
constexpr Spelling convert(std::string_view name) { return {Spelling::Form::Convert, Primary, name, {}}; }
constexpr Spelling infix(Precedence p, std::string_view text) { return {Spelling::Form::Infix, p, text, {}}; }
constexpr Spelling prefix(std::string_view text) { return {Spelling::Form::Prefix, Unary, text, {}}; }
constexpr Spelling compare(Precedence p, std::string_view text, std::string_view vectors) {
  return {Spelling::Form::Compare, p, text, vectors};
}

inline constexpr auto table = std::to_array<OpSpelling>({
#define AGAL_SPELLING(id, glsl, wgsl, msl, hlsl) {glsl, wgsl, msl, hlsl},
#include "writer/ops.def"
#undef AGAL_SPELLING
});
inline constexpr auto spelled_ops = std::to_array<ir::Op>({
#define AGAL_SPELLING(id, glsl, wgsl, msl, hlsl) ir::Op::id,
#include "writer/ops.def"
#undef AGAL_SPELLING
});
static_assert(ir::are_all_ops(spelled_ops));

}  // namespace spellings

/// The syntax of a texture fetch.
enum class Fetches : std::uint8_t {
  Functions,     // texture(fs0, at): GLSL
  OldFunctions,  // texture2D(fs0, at), one function for each dimension: GLSL 1.20, GLSL ES 1.00
  Separate,      // textureSample(fs0, fs0_sampler, at): WGSL
  Methods,       // fs0.Sample(fs0_sampler, at): HLSL
  Options,       // fs0.sample(fs0_sampler, at, level(l)): MSL
};

struct Dialect {
  Spelling OpSpelling::*language = nullptr;
  std::array<std::string_view, 4> float_types, bool_types;  // the index is width - 1
  std::string_view int_type;
  Fetches fetches = Fetches::Functions;
  bool infers_types = false;         // true if declarations are `let name = …` and `var name: type`
  bool folds_constants = false;      // true if operations on constants are constant expressions, which must be finite
  bool chooses_scalars = true;       // true if the language has `c ? a : b`, which evaluates only a or b
  std::string_view chooses_lanes;    // the function that selects lane by lane: mix(no, yes, bvec); "" if there is none
  bool repeats_scalars = true;       // true if a constructor repeats a scalar: vec3(x); otherwise x.xxx is written
  bool scalar_arguments = false;     // true if min, max and clamp accept a vector with scalars
  bool saturates = false;            // true if saturate(x) exists
  bool joins_samplers = false;       // true if fetches use `sampler2D(texture, sampler)`
  bool precisions = false;           // true if variables of reduced precision are declared with their precision
  std::string_view constants;        // the array of the constant registers: "fc"; "" if the program reads none
  std::string_view constants_block;  // the name of the array if `constants` is a block ("c"); otherwise ""
  const target::Naming* naming = nullptr;       // the names that the caller chose; nullptr if there are none
  std::span<const target::ConstantPart> parts;  // the constants' separate variables; empty if they are one array
  bool parts_are_members = false;               // true if these variables are members of `constants`
  std::string_view inputs, outputs;             // the prefix of the names of inputs or outputs: "output."
  std::string_view position, depth;
  std::string_view instance;
  bool unsigned_instance = false;  // true if the type of the instance number is not int_type
  std::string_view discard = "discard;";
  std::string_view samplers;   // the prefix of sampler names; "" if it is the register's prefix
  bool color_array = false;    // true if colors are elements of gl_FragData
  std::string_view gradients;  // the suffix of old functions with gradients: "ARB" for texture2DGradARB

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
