// Changes the text of shaders in GLSL, GLSL ES and HLSL: each mutant differs from its text in one place.
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

/// Returns a mutant, or nullopt if the text does not have a place for the random change. The same random numbers give
/// the same mutant.
std::optional<TextMutant> text_mutant(const std::string& text, exec::Random& random);

}  // namespace agal::mutants
