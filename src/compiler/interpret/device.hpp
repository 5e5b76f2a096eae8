// Models of devices. Tests run the interpreter with them (docs/execution.md).
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "agal/interpret.hpp"

namespace agal::interpret {

/// A device that deviates from the arithmetic in docs/interpreter.md. The interpreter asks the model about each number
/// that it computes, in execution order. Running a program with several models shows how much its results depend on the
/// device.
class DeviceModel {
 public:
  virtual ~DeviceModel() = default;
  /// Returns the result of the device, given the exact result. Conditions are 1 or 0. Fetches call this function for
  /// each lane of the texel. `a` and `b` are the source lanes that the result depends on:
  /// - usually one lane each;
  /// - dot products: all lanes;
  /// - cross products: the factors of the first term in a[0] and b[0], and of the second term in a[1] and b[1];
  /// - normalization: `a` has the three lanes, and then the current lane again;
  /// - fetches: `a` has the coordinate, and then the level, with -128 instead of minus infinity.
  virtual float result(Opcode opcode, float exact, std::span<const float> a, std::span<const float> b) = 0;
  /// Returns the coordinate at which the device samples this texture. The coordinate may depend on the kind and the
  /// size of the texture.
  virtual std::array<float, 3> place(const Texture& texture, const std::array<float, 3>& exact) = 0;
  /// Returns the level of detail that the device computes for a fetch by this opcode.
  virtual float level(Opcode opcode, const Texture& texture, float exact) = 0;
  /// Returns the pixel whose row and column provide the derivatives of all pixels; nullopt if each pixel uses its own
  /// row and column. The choice applies to `ddx`, `ddy` and the level of detail of fetches.
  virtual std::optional<std::size_t> coarse_derivatives(Opcode opcode) = 0;
};

/// Run a program like VertexInterpreter and FragmentInterpreter. `prepare` of these classes must accept the program
/// with the same textures and options. `device` is nullptr for exact results.
VertexOutput run_vertex(const Program& program, const Bindings& bindings, const VertexInput& input,
                        const InterpretOptions& options, DeviceModel* device);
QuadOutput run_quad(const Program& program, const Bindings& bindings, const QuadInput& input,
                    const InterpretOptions& options, DeviceModel* device);

}  // namespace agal::interpret
