// Changes of the text of shaders in GLSL, GLSL ES and HLSL: each mutant differs from its text in one place.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "exec/random.hpp"

namespace agal::mutants {

/// A changed text. A compiler may reject it.
struct TextMutant {
  std::string_view kind;  // the name of the change
  std::string text;
};

/// nullopt: the text does not have a place for the change that was drawn. The same numbers give the same mutant.
std::optional<TextMutant> text_mutant(const std::string& text, exec::Random& random);

}  // namespace agal::mutants
