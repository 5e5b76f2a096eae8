// Runs programs in assembly text with a few inputs.
#pragma once

#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/interpret.hpp"

namespace agal::test {

inline constexpr float infinity = std::numeric_limits<float>::infinity();
inline constexpr float nan = std::numeric_limits<float>::quiet_NaN();

inline Program assembled(std::string_view text, Stage stage, std::uint32_t version = 4) {
  AssembleOptions options;
  options.stage = stage;
  options.version = version;
  Result<Program> program = assemble(text, "test", options);
  EXPECT_TRUE(program) << render_text(program.diagnostics());
  return program ? *program : Program{};
}

/// A vertex program with these attributes and constants.
struct VertexRun {
  std::vector<Float4> attributes, constants;
  std::uint32_t instance = 0;
  InterpretOptions options;
  std::uint32_t version = 4;
  Bindings bindings;

  VertexOutput operator()(std::string_view text) {
    bindings.constants = constants;
    const Result<VertexOutput> result =
        interpret_vertex(assembled(text, Stage::Vertex, version), bindings, {attributes, instance}, options);
    EXPECT_TRUE(result) << render_text(result.diagnostics());
    return result ? *result : VertexOutput{};
  }
};

/// A fragment program with one varying for each pixel, and these constants.
struct QuadRun {
  std::array<std::vector<Float4>, quad_size> varyings;
  std::vector<Float4> constants;
  InterpretOptions options;
  Bindings bindings;

  QuadOutput operator()(std::string_view text) {
    bindings.constants = constants;
    const Result<QuadOutput> result = interpret_quad(assembled(text, Stage::Fragment), bindings, {varyings}, options);
    EXPECT_TRUE(result) << render_text(result.diagnostics());
    return result ? *result : QuadOutput{};
  }
};

/// Returns the result of "OP vt0, va0" or "OP vt0, va0, va1".
inline Float4 apply(std::string_view opcode, const Float4& a, const InterpretOptions& options = {}) {
  VertexRun run;
  run.attributes = {a};
  run.options = options;
  return run("mov vt0, va0\n" + std::string(opcode) + " vt0, vt0\nmov op, vt0\n").position.value_or(Float4{});
}
inline Float4 apply(std::string_view opcode, const Float4& a, const Float4& b, const InterpretOptions& options = {}) {
  VertexRun run;
  run.attributes = {a, b};
  run.options = options;
  return run(std::string(opcode) + " vt0, va0, va1\nmov op, vt0\n").position.value_or(Float4{});
}

MATCHER_P(IsFloat4, wanted, "is these four floats (NaN equals NaN)") {
  for (std::size_t c = 0; c < 4; ++c) {
    const bool same = std::isnan(wanted[c]) ? std::isnan(arg[c]) : arg[c] == wanted[c];
    if (!same) return false;
  }
  return true;
}
inline auto is(float x, float y, float z, float w) { return IsFloat4(Float4{x, y, z, w}); }

MATCHER_P(NearFloat4, wanted, "is nearly these four floats") {
  for (std::size_t c = 0; c < 4; ++c)
    if (!(std::fabs(arg[c] - wanted[c]) <= 1e-6f * std::max(1.0f, std::fabs(wanted[c])))) return false;
  return true;
}
inline auto nearly(float x, float y, float z, float w) { return NearFloat4(Float4{x, y, z, w}); }

}  // namespace agal::test
