// Reads the inputs of a run from JSON. docs/interpreter.md describes the format.
#pragma once

#include <string>
#include <string_view>

#include "agal/interpret.hpp"

namespace agalc {

/// The inputs of a program of either stage.
struct Inputs {
  agal::Bindings bindings;
  agal::VertexInput vertex;
  agal::QuadInput quad;
};

/// Reads the inputs for a program of this stage. All errors are collected. Each error names the place in the file.
agal::Result<Inputs> parse_inputs(std::string_view text, const std::string& file, agal::Stage stage);

}  // namespace agalc
