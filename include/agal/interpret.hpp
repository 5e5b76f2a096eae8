// The reference interpreter: what a program computes, by definition. docs/interpreter.md says how each thing that
// Adobe's documents leave open is settled.
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

/// A texture with its levels of detail, each level half the size of the one before, rounded down.
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

/// The texture with all levels below its first, down to one texel: each the average of 2 × 2 texels (2 × 2 × 2 in a
/// volume) of the one before. Where a size is odd, its last row or column is left out.
Texture with_box_filtered_levels(Texture texture);

/// A texture in a sampler register. `state` holds filter, mip filter and wrap mode of fetches with the
/// `ignoresampler` flag; without it, and for all other fetches, the program's own count.
struct TextureBinding {
  Texture texture;
  std::optional<SamplerOperand> state;
};

/// What all invocations of a draw share.
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

/// How a device may depart from the arithmetic that docs/interpreter.md defines. The interpreter asks it about each
/// number that it computes, so that one program can be run as many devices would run it, and what comes out tells how
/// much the results depend on them. Its functions are called in the order of execution.
class DeviceModel {
 public:
  virtual ~DeviceModel() = default;
  /// What the device computes where `exact` is defined: of a condition 1 if it holds and 0 if not, of a fetch each lane
  /// of the texel. `a` and `b` are the lanes of the sources that this component depends on: one lane each, or those of
  /// a dot product, a cross product (two each: the factors of the first term in a[0], b[0], of the second in a[1],
  /// b[1]), a normalization (`a`: the three lanes, then the one in question again), a fetch (`a`: the place, then the
  /// level, -128 for minus infinity).
  virtual float result(Opcode opcode, float exact, std::span<const float> a, std::span<const float> b) = 0;
  /// Where the device looks, in a texture of this kind whose first level has this size.
  virtual std::array<float, 3> place(const Texture& texture, const std::array<float, 3>& exact) = 0;
  /// The level of detail that it arrives at in a fetch by this opcode.
  virtual float level(Opcode opcode, const Texture& texture, float exact) = 0;
  /// The pixel in whose row and column `ddx` and `ddy`, or a fetch for its level of detail, take the derivatives of all
  /// pixels; none: each takes its own.
  virtual std::optional<std::size_t> coarse_derivatives(Opcode opcode) = 0;
};

struct InterpretOptions {
  Semantics semantics;
  // What unwritten registers hold with `Unwritten::Undefined`: run twice with two values to see what depends on it.
  float undefined = std::numeric_limits<float>::quiet_NaN();
  bool trace = false;
  DeviceModel* device = nullptr;  // not owned; none: exact
};

/// One token as it was executed. Bit i of a set of invocations is invocation i.
struct TraceStep {
  struct Change {
    RegisterType type = RegisterType::Temporary;
    std::uint32_t number = 0;
    WriteMask mask = 0;
    std::array<Float4, quad_size> values{};  // the register afterwards, by invocation
  };
  std::uint32_t token = 0;       // 0-based
  std::uint8_t active = 0;       // invocations that are in the branch where the token stands
  std::uint8_t holds = 0;        // those for which the condition of an if, or of a kil, holds
  std::optional<Change> change;  // of invocations that are not active too: derivatives see them
};

struct Trace {
  std::uint8_t invocations = 1;
  std::vector<TraceStep> steps;
};

/// The trace as a debugger would print it.
std::string format_trace(const Program& program, const Trace& trace);

/// Outputs are there where some token writes them, taken branch or not; components that no executed token wrote are
/// as `Semantics::unwritten` says.
struct VertexOutput {
  std::optional<Float4> position;
  std::vector<std::optional<Float4>> varyings;
  Trace trace;
};

struct PixelOutput {
  bool killed = false;
  std::vector<std::optional<Float4>> colours;  // computed for killed pixels too
  std::optional<float> depth;
};

struct QuadOutput {
  std::array<PixelOutput, quad_size> pixels;
  Trace trace;
};

/// Runs a vertex program once, or a fragment program for one quad. Errors: those of `validate` at level Off, a program
/// of the other stage, a texture that is missing, malformed or of another dimension than the program samples.
Result<VertexOutput> interpret_vertex(const Program& program, const Bindings& bindings, const VertexInput& input,
                                      const InterpretOptions& options = {});
Result<QuadOutput> interpret_quad(const Program& program, const Bindings& bindings, const QuadInput& input,
                                  const InterpretOptions& options = {});

/// A program that was checked once, together with its textures, and is run many times.
class Interpreter {
 public:
  /// Errors: those of interpret_vertex and interpret_quad, but for the stage, which is the program's own.
  static Result<Interpreter> prepare(Program program, Bindings bindings, const InterpretOptions& options = {});

  const Program& program() const { return program_; }
  /// Other constants for the runs to come.
  void set_constants(std::vector<Float4> constants) { bindings_.constants = std::move(constants); }

  /// Another device, or none, likewise.
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
