// The reference interpreter defines what a program computes. docs/interpreter.md describes its choices where Adobe's
// documents are silent.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "agal/program.hpp"
#include "agal/result.hpp"
#include "agal/semantics.hpp"

namespace agal {

/// One register: x, y, z, w.
using Float4 = std::array<float, 4>;

/// A texture with its levels of detail. Each level is half the size of the previous one, rounded down.
struct Texture {
  enum class Kind : std::uint8_t { Plane, Cube, Volume };  // the values of the sampler field `Dim`

  /// Texels by row from the top, x first. `depth` is the number of slices of a volume, and 6 for a cube: +x, -x, +y,
  /// -y, +z, -z. The faces of a cube are square.
  struct Level {
    std::uint32_t width = 1, height = 1, depth = 1;
    std::vector<Float4> texels;
  };

  Kind kind = Kind::Plane;
  std::vector<Level> levels;
};

/// Adds all smaller levels, down to one texel: each texel is the average of 2 × 2 texels (2 × 2 × 2 in a volume) of the
/// previous level. If a size is odd, the last row or column is ignored.
Texture with_box_filtered_levels(Texture texture);

/// A texture in a sampler register. `state` holds filter, mip filter and wrap mode for fetches with the `ignoresampler`
/// flag; all other fetches, and all fetches if it is unset, use the state in the program.
struct TextureBinding {
  Texture texture;
  std::optional<SamplerOperand> state;
};

/// Shared by all invocations of a draw.
struct Bindings {
  std::vector<Float4> constants;                        // registers beyond them are zero
  std::vector<std::optional<TextureBinding>> textures;  // by sampler register
};

struct VertexInput {
  std::vector<Float4> attributes;  // registers beyond them are (0, 0, 0, 1)
  std::uint32_t instance = 0;
};

/// The invocations of a fragment program run as a quad of 2 × 2 pixels, in this order: upper left, upper right, lower
/// left, lower right.
inline constexpr std::size_t quad_size = 4;

struct QuadInput {
  std::array<std::vector<Float4>, quad_size> varyings;  // registers beyond them are zero
};

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

struct InterpretOptions {
  Semantics semantics;
  // The value of unwritten registers with `Unwritten::Undefined`: run twice with two values to see what depends on it.
  float undefined = std::numeric_limits<float>::quiet_NaN();
  bool trace = false;
  DeviceModel* device = nullptr;  // not owned; nullptr: exact
};

/// One token as executed. Bit i of a set of invocations is invocation i.
struct TraceStep {
  struct Change {
    RegisterType type = RegisterType::Temporary;
    std::uint32_t number = 0;
    WriteMask mask = 0;
    std::array<Float4, quad_size> values{};  // the register afterward, by invocation
  };
  std::uint32_t token = 0;       // 0-based
  std::uint8_t active = 0;       // invocations that are active in the branch that contains the token
  std::uint8_t holds = 0;        // invocations for which the condition of an if or a kil holds
  std::optional<Change> change;  // also for inactive invocations: derivatives read them
};

struct Trace {
  std::uint8_t invocations = 1;
  std::vector<TraceStep> steps;
};

/// The trace as a debugger would show it.
std::string format_trace(const Program& program, const Trace& trace);

/// An output is present if some token writes it, even in a branch that is not taken; components that no executed token
/// wrote are as `Semantics::unwritten` says.
struct VertexOutput {
  std::optional<Float4> position;
  std::vector<std::optional<Float4>> varyings;
  Trace trace;
};

struct PixelOutput {
  bool killed = false;
  std::vector<std::optional<Float4>> colors;  // computed for killed pixels too
  std::optional<float> depth;
};

struct QuadOutput {
  std::array<PixelOutput, quad_size> pixels;
  Trace trace;
};

/// Runs a vertex program once, or a fragment program for one quad. Errors: those of `validate` at level Off, a program
/// of the other stage, a texture that is missing, malformed or of a different dimension than the program samples.
Result<VertexOutput> interpret_vertex(const Program& program, const Bindings& bindings, const VertexInput& input,
                                      const InterpretOptions& options = {});
Result<QuadOutput> interpret_quad(const Program& program, const Bindings& bindings, const QuadInput& input,
                                  const InterpretOptions& options = {});

/// A program that was checked once, together with its textures, and can be run many times.
class Interpreter {
 public:
  /// Errors: those of interpret_vertex and interpret_quad, except for the stage, which may be either.
  static Result<Interpreter> prepare(Program program, Bindings bindings, const InterpretOptions& options = {});

  const Program& program() const { return program_; }
  /// Sets the constants of subsequent runs.
  void set_constants(std::vector<Float4> constants) { bindings_.constants = std::move(constants); }

  /// Sets the device of subsequent runs; nullptr: exact.
  void set_device(DeviceModel* device) { options_.device = device; }

  /// As interpret_vertex and interpret_quad. A program of the other stage writes nothing.
  VertexOutput run(const VertexInput& input) const;
  QuadOutput run(const QuadInput& input) const;

 private:
  Interpreter(Program program, Bindings bindings, const InterpretOptions& options);

  Program program_;
  Bindings bindings_;
  InterpretOptions options_;
};

}  // namespace agal
