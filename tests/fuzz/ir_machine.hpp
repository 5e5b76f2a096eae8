// Executes the IR, to compare its results before and after the passes, and with those of the interpreter.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <utility>

#include "agal/interpret.hpp"
#include "ir/module.hpp"

namespace agal::fuzz {

/// What a module computes for a quad; a vertex program for four times the same vertex.
struct IrOutputs {
  using Output = std::pair<ir::Op, std::uint16_t>;  // a store, and the number of its register
  std::map<Output, std::array<Float4, quad_size>> stored;
  std::array<bool, quad_size> killed{};
  bool undefined = false;  // some value is not defined by the IR: the conversion of a float that does not fit an int
};

/// The arithmetic is that of docs/interpreter.md, and fma is rounded twice. The module is valid. `program` has the
/// states of the samplers, which the IR does not have: all tokens of one sampler have the same.
IrOutputs execute(const ir::Module& module, const Program& program, const Bindings& bindings, const VertexInput& vertex,
                  const QuadInput& quad);

}  // namespace agal::fuzz
