// Compiles assembly text and parses its reflection, for tests.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string_view>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"

namespace agal::test {

using nlohmann::json;

/// Returns docs/reflection.schema.json.
inline const json& schema() {
  static const json parsed = [] {
    std::ifstream file(AGAL_SOURCE_DIR "/docs/reflection.schema.json");
    return json::parse(file);
  }();
  return parsed;
}

/// Assembles a text for the given stage. Fails the test if it does not assemble.
inline Program program_of(std::string_view text, std::uint32_t version = 1, Stage stage = Stage::Vertex) {
  AssembleOptions options;
  options.stage = stage;
  options.version = version;
  Result<Program> program = assemble(text, "test.agal", options);
  EXPECT_TRUE(program) << render_text(program.diagnostics());
  return program ? *std::move(program) : Program{};
}

inline Program vertex(std::string_view text, std::uint32_t version = 1) {
  return program_of(text, version, Stage::Vertex);
}
inline Program fragment(std::string_view text, std::uint32_t version = 1) {
  return program_of(text, version, Stage::Fragment);
}

inline Compilation compiled(const Program& program, const CompileOptions& options = {}) {
  Result<Compilation> compilation = compile(program, options);
  EXPECT_TRUE(compilation) << render_text(compilation.diagnostics());
  return compilation ? *std::move(compilation) : Compilation{};
}

inline json reflected(const Program& program, const CompileOptions& options = {}) {
  return json::parse(compiled(program, options).reflection);
}

inline json agal_of(const Program& program, const CompileOptions& options = {}) {
  return reflected(program, options).at("agal");
}

inline json linked(const Program& first, const Program& second, const CompileOptions& options = {}) {
  Result<LinkedCompilation> pair = link(first, second, options);
  EXPECT_TRUE(pair) << render_text(pair.diagnostics());
  return pair ? json::parse(pair->reflection) : json();
}

/// Returns the entry of a list with this name, or null.
inline json named(const json& list, std::string_view name) {
  for (const json& entry : list)
    if (entry.at("name") == name) return entry;
  return nullptr;
}

inline CompileOptions for_target(Target target) {
  CompileOptions options;
  options.target = target;
  return options;
}

}  // namespace agal::test
