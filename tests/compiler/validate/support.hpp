// Helpers for tests of the validator.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/validate.hpp"

namespace agal::test {

/// Assembles lines after a magic comment such as "agal 2 fragment".
inline Program assembled(const std::string& magic, const std::string& lines) {
  Result<Program> program = assemble("//! " + magic + "\n" + lines);
  EXPECT_TRUE(program) << render_text(program.diagnostics());
  return program ? *std::move(program) : Program{};
}

/// Returns number and token of each diagnostic in order, such as "3647@2".
inline std::vector<std::string> findings(const Diagnostics& found) {
  std::vector<std::string> out;
  for (const Diagnostic& diagnostic : found)
    out.push_back(std::to_string(diagnostic.code) +
                  (diagnostic.location.token ? "@" + std::to_string(*diagnostic.location.token) : ""));
  return out;
}

inline std::vector<std::string> findings(const std::string& magic, const std::string& lines,
                                         const ValidateOptions& options = {}) {
  return findings(validate(assembled(magic, lines), options));
}

using Findings = std::vector<std::string>;

}  // namespace agal::test
