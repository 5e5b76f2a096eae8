// Helpers for the tests of the assembler.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"

namespace agal::test {

inline AssembleOptions vertex() { return {Stage::Vertex, {}, false}; }
inline AssembleOptions fragment() { return {Stage::Fragment, {}, false}; }
inline AssembleOptions lenient(Stage stage) { return {stage, {}, true}; }

inline std::vector<std::uint16_t> codes(const Diagnostics& diagnostics) {
  std::vector<std::uint16_t> out;
  for (const Diagnostic& diagnostic : diagnostics) out.push_back(diagnostic.code);
  return out;
}

inline std::vector<std::uint16_t> codes_of(std::string_view text, const AssembleOptions& options = {}) {
  return codes(assemble(text, {}, options).diagnostics());
}

/// Returns the tokens of a text. Fails the test if the text does not assemble.
inline std::vector<Instruction> tokens(std::string_view text, const AssembleOptions& options) {
  const auto program = assemble(text, {}, options);
  EXPECT_TRUE(program) << text << "\n" << render_text(program.diagnostics());
  return program ? program->instructions : std::vector<Instruction>{};
}

/// Returns the only token of a text. Fails the test if the text does not assemble.
inline Instruction token(std::string_view text, const AssembleOptions& options) {
  const std::vector<Instruction> all = tokens(text, options);
  EXPECT_EQ(all.size(), 1u) << text;
  return all.empty() ? Instruction{} : all.front();
}

using Codes = std::vector<std::uint16_t>;

}  // namespace agal::test
