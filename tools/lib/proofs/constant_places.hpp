// Finds the expressions of a text that must be constant, and the names of constants.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "proofs/front_end.hpp"

namespace agal::proofs {

enum class NumberKind : std::uint8_t {
  None,   // the token is not a number
  Other,  // a number of another type, or one that spans lines
  Bool,
  Int,
  Uint,
  Float,
  Double,
};

/// A token outside of directives, or in the body of a macro.
struct CodeToken {
  std::size_t begin = 0, end = 0;  // bytes of the text
  std::string spelling;
  NumberKind kind = NumberKind::None;
  bool in_macro = false;
  bool in_call = false;           // true in the arguments of a function, a constructor or a macro
  bool in_brackets = false;       // true if brackets are the innermost parentheses around the token
  bool begins_statement = false;  // true outside of parentheses, and in the parentheses of `for`
  /// True where the language requires a constant expression: in the length of an array, a label, a layout, a register
  /// or an offset of texels, and in the declaration of a constant that such an expression needs.
  bool is_constant = false;
  /// True in the initial value of a uniform, which must be constant too. The host may set another value, so proofs do
  /// not use it.
  bool is_initial = false;

  bool is(std::string_view text) const { return spelling == text; }
};

/// A declaration of constants: `const float a = 1.0, b = 2.0;`.
struct ConstantDeclaration {
  std::size_t first = 0, last = 0;  // the token `const`, and the token after the last one
  std::string type;
  std::vector<std::string> names;
  bool is_kept = false;  // true if an expression that must be constant needs one of the names
};

struct ConstantPlaces {
  std::vector<CodeToken> tokens;
  std::vector<ConstantDeclaration> declarations;
  std::map<std::string, bool> macros;  // macros without parameters; true if a body is an expression of integers
};

/// Marks the tokens of a text.
ConstantPlaces find_constant_places(const std::string& text, TextRules rules);

/// Returns true for the name of a scalar, vector or matrix of a kind: Float for vec3, float4x4 or half2.
bool is_numeric_type(std::string_view name, NumberKind kind);

/// Returns the first byte of an expression that must be constant, and whose value in floats may differ from its value
/// in doubles; npos if there is none.
std::size_t find_inexact_place(const ConstantPlaces& places);

}  // namespace agal::proofs
