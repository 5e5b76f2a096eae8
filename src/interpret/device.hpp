// How a device may compute: for the tests, which run the interpreter with it (docs/execution.md).
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "agal/interpret.hpp"

namespace agal::interpret {

/// How a device may deviate from the arithmetic that docs/interpreter.md defines. The interpreter asks the model about
/// each number that it computes. Running a program with several models shows how much its results depend on the device.
/// The functions are called in execution order.
class DeviceModel {
 public:
  virtual ~DeviceModel() = default;
  /// The result of the device, given the exact one: 1 or 0 for a condition, each lane of the texel for a fetch. `a` and
  /// `b` are the source lanes that this component depends on: one lane each, or those of a dot product, a cross product
  /// (two each: the factors of the first term in a[0], b[0], of the second in a[1], b[1]), a normalization (`a`: the
  /// three lanes, then the current one again), a fetch (`a`: the coordinate, then the level, -128 for minus infinity).
  virtual float result(Opcode opcode, float exact, std::span<const float> a, std::span<const float> b) = 0;
  /// The coordinate at which the device samples a texture of this kind with a first level of this size.
  virtual std::array<float, 3> place(const Texture& texture, const std::array<float, 3>& exact) = 0;
  /// The level of detail that the device computes for a fetch by this opcode.
  virtual float level(Opcode opcode, const Texture& texture, float exact) = 0;
  /// The pixel whose row and column provide the derivatives of all pixels, for `ddx`, `ddy` and the level of detail of
  /// a fetch; nullopt: each pixel uses its own.
  virtual std::optional<std::size_t> coarse_derivatives(Opcode opcode) = 0;
};

/// Run a program as VertexInterpreter and FragmentInterpreter do; their `prepare` must accept the program with these
/// textures and options. `device` is nullptr for the exact results.
VertexOutput run_vertex(const Program& program, const Bindings& bindings, const VertexInput& input,
                        const InterpretOptions& options, DeviceModel* device);
QuadOutput run_quad(const Program& program, const Bindings& bindings, const QuadInput& input,
                    const InterpretOptions& options, DeviceModel* device);

}  // namespace agal::interpret
