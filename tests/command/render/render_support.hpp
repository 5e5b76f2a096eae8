// Common functions of the tests of pictures.
#pragma once

#include <gtest/gtest.h>

#include <string_view>

#include "agal/assembly.hpp"

namespace agal::render {

/// Assembles a text. Fails the test if the text does not assemble.
inline Program assembled(std::string_view text, Stage stage) {
  AssembleOptions options;
  options.stage = stage;
  Result<Program> program = assemble(text, "test", options);
  EXPECT_TRUE(program) << render_text(program.diagnostics());
  return *program;
}

}  // namespace agal::render
