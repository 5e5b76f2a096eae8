// SPIR-V modules for tests of the bridges to the libraries of Khronos.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "agal/translate.hpp"
#include "support/lowering.hpp"

namespace agal::test {

inline constexpr std::string_view vertex_text = "m44 op, va0, vc0\nmov v0, va1\n";
inline constexpr std::string_view fragment_text = "tex ft0, v0, fs3 <2d, linear>\nmul oc, ft0, fc3\n";

/// Returns the SPIR-V of a program for the target of the options.
inline std::vector<std::uint32_t> words_of(std::string_view text, TranslateOptions options = {}) {
  options.validation.level = ValidationLevel::Off;  // allows volume textures
  Result<std::vector<std::uint32_t>> words = translate(assembled(text), options);
  EXPECT_TRUE(words) << render_text(words.diagnostics());
  return words ? *std::move(words) : std::vector<std::uint32_t>{};
}

}  // namespace agal::test
