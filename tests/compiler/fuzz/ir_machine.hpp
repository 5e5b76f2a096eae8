// Executes the IR, to compare its results before and after the passes, and with the interpreter.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <utility>

#include "agal/interpret.hpp"
#include "ir/module.hpp"

namespace agal::fuzz {

/// The results of a module for a quad. A vertex program runs for the same vertex four times.
struct IrOutputs {
  using Output = std::pair<ir::Op, std::uint16_t>;  // a store, and the number of its register
  std::map<Output, std::array<Float4, quad_size>> stored;
  std::array<bool, quad_size> killed{};
  bool undefined = false;  // true if a float was converted that does not fit an int, which the IR does not define
};

/// Executes a valid module with the arithmetic of docs/interpreter.md; fma is rounded twice. `program` has the states
/// of the samplers, which the IR does not have. All tokens of one sampler must have the same state.
IrOutputs execute(const ir::Module& module, const Program& program, const Bindings& bindings, const VertexInput& vertex,
                  const QuadInput& quad);

}  // namespace agal::fuzz
