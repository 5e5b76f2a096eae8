// The reference interpreter defines the results of a program. docs/interpreter.md describes its choices where Adobe's
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

/// The value of one register: x, y, z, w.
using Float4 = std::array<float, 4>;

/// A texture with its levels of detail. Each level is half the size of the previous one, rounded down.
struct Texture {
  /// The kind of a texture: 2d, cube or 3d.
  using Kind = TextureKind;

  /// One level of detail. Texels are stored by row from the top, x first. `depth` is the number of slices of a volume.
  /// For a cube it is 6: +x, -x, +y, -y, +z, -z. The faces of a cube are square.
  struct Level {
    std::uint32_t width = 1;     // the width in texels
    std::uint32_t height = 1;    // the height in texels
    std::uint32_t depth = 1;     // the number of slices or faces
    std::vector<Float4> texels;  // width * height * depth
  };

  Kind kind = Kind::Plane;    // 2d, cube or 3d
  std::vector<Level> levels;  // at least one level, the largest first
};

/// Adds all smaller levels, down to one texel. Each texel is the average of 2 × 2 texels (2 × 2 × 2 in a volume) of the
/// previous level. If a size is odd, the last row or column is ignored.
Texture with_box_filtered_levels(Texture texture);

/// A texture in a sampler register. Fetches with the `ignoresampler` flag use the filter, mip filter and wrap mode
/// of `state`. All other fetches use the state in the program. If `state` is unset, all fetches use it.
struct TextureBinding {
  Texture texture;                      // a texture of the kind that the program samples
  std::optional<SamplerOperand> state;  // the state that the host sets
};

/// The constants and textures that all invocations of a draw share.
struct Bindings {
  std::vector<Float4> constants;                        // registers that are not in the list are zero
  std::vector<std::optional<TextureBinding>> textures;  // textures by sampler register
};

/// The input of one vertex.
struct VertexInput {
  std::vector<Float4> attributes;  // registers that are not in the list are (0, 0, 0, 1)
  std::uint32_t instance = 0;      // `iid`, in all components
};

/// The number of invocations in a quad. A fragment program runs for 2 × 2 pixels in this order: upper left, upper
/// right, lower left, lower right.
inline constexpr std::size_t quad_size = 4;

/// The input of the four pixels of a quad.
struct QuadInput {
  std::array<std::vector<Float4>, quad_size> varyings;  // registers that are not in the list are zero
};

/// The rules for NaN that a run follows (agal/tables/nan.def; docs/execution.md shows them as a table).
enum class NanRules : std::uint8_t {
#define AGAL_NAN_RULES(id, ...) id,
#include "agal/tables/nan.def"
};

/// The choices for behavior that AGAL leaves open, and the option to record a trace.
struct InterpretOptions {
  Semantics semantics;  // the choices of the compiler
  /// The value of unwritten registers with `Unwritten::Undefined`. Two runs with different values show which results
  /// depend on it.
  float undefined = std::numeric_limits<float>::quiet_NaN();
  /// The rules for min, max, sat and relative addresses. Results that the rules leave undefined have the value
  /// `undefined`.
  NanRules nan = NanRules::Agal;
  bool trace = false;  // records every token in `VertexOutput::trace` and `QuadOutput::trace`
};

/// One executed token. Bit i of a set of invocations is invocation i.
struct TraceStep {
  /// The register that a token wrote.
  struct Change {
    RegisterType type = RegisterType::Temporary;  // the type of the register
    std::uint32_t number = 0;                     // the number of the register
    WriteMask mask = 0;                           // the components that the token wrote
    std::array<Float4, quad_size> values{};       // the register's value after the token, by invocation
  };
  std::uint32_t token = 0;       // 0-based
  std::uint8_t active = 0;       // invocations that are active in the branch with the token
  std::uint8_t holds = 0;        // invocations that satisfy the condition of an if or a kil
  std::optional<Change> change;  // the written register, also of inactive invocations, because derivatives read it
};

/// The tokens of a run. Tokens in a branch that no invocation takes may have steps too, because derivatives read them.
struct Trace {
  std::uint8_t invocations = 1;  // 1 for a vertex, 4 for a quad
  std::vector<TraceStep> steps;  // executed tokens in order; empty without `InterpretOptions::trace`
};

/// Formats a trace as text: each token, and the values that it wrote.
std::string format_trace(const Program& program, const Trace& trace);

/// The outputs of a vertex program. An output is present if a token writes it, even in a branch that is not taken.
/// Components that no executed token wrote have the value that `Semantics::unwritten` gives.
struct VertexOutput {
  std::optional<Float4> position;               // the position in clip space: z from 0 to w
  std::vector<std::optional<Float4>> varyings;  // varyings by register
  Trace trace;                                  // empty without `InterpretOptions::trace`
};

/// The outputs of one pixel of a quad. The rules for present outputs are the same as in VertexOutput.
struct PixelOutput {
  bool killed = false;                        // true if a kil discarded the pixel
  std::vector<std::optional<Float4>> colors;  // the colors by register, computed for discarded pixels too
  std::optional<float> depth;                 // `fd.x`
};

/// The outputs of a fragment program.
struct QuadOutput {
  std::array<PixelOutput, quad_size> pixels;  // the pixels, in the order of `quad_size`
  Trace trace;                                // empty without `InterpretOptions::trace`
};

/// The format of printed outputs.
enum class OutputFormat : std::uint8_t {
  Text,  // a line for each register; a line before the registers of each pixel
  Json,  // a line for each invocation: an object with the registers as keys (docs/interpreter.md)
};

/// Formats the outputs with the names of their registers.
std::string format_outputs(const VertexOutput& output, OutputFormat format);
/// Formats the outputs with the names of their registers.
std::string format_outputs(const QuadOutput& output, OutputFormat format);

/// Returns the value as a JSON number, or "nan", "inf" or "-inf" as a string, like all JSON of agalc.
std::string float_as_json(float value);

/// Runs a vertex program once. Errors: the errors of `validate` at level Off, a program of the other stage (AGAL1010),
/// and a texture that is missing, malformed or of another dimension than the program samples. Linear in the number of
/// tokens.
Result<VertexOutput> interpret_vertex(const Program& program, const Bindings& bindings, const VertexInput& input,
                                      const InterpretOptions& options = {});
/// Runs a fragment program for one quad. Errors: the same as for `interpret_vertex`.
Result<QuadOutput> interpret_quad(const Program& program, const Bindings& bindings, const QuadInput& input,
                                  const InterpretOptions& options = {});

/// A program that is checked once, together with its textures, and can be run many times. Use the derived classes
/// VertexInterpreter and FragmentInterpreter.
class Interpreter {
 public:
  /// The program that was checked.
  const Program& program() const { return program_; }
  /// Sets the constants for the next runs.
  void set_constants(std::vector<Float4> constants) { bindings_.constants = std::move(constants); }

 protected:
  /// Takes arguments that `prepare` has checked.
  Interpreter(Program program, Bindings bindings, const InterpretOptions& options)
      : program_(std::move(program)), bindings_(std::move(bindings)), options_(options) {}

  Program program_;           // accepted by `validate` at level Off
  Bindings bindings_;         // includes all textures that the program samples
  InterpretOptions options_;  // the options given to `prepare`
};

/// Runs one vertex program many times.
class VertexInterpreter : public Interpreter {
 public:
  /// Checks the program and its textures. Errors: the same as for `interpret_vertex`.
  static Result<VertexInterpreter> prepare(Program program, Bindings bindings, const InterpretOptions& options = {});

  /// Runs the program for one vertex, like `interpret_vertex`. Several threads may call this at the same time.
  VertexOutput run(const VertexInput& input) const;

 private:
  VertexInterpreter(Program program, Bindings bindings, const InterpretOptions& options)
      : Interpreter(std::move(program), std::move(bindings), options) {}
};

/// Runs one fragment program many times.
class FragmentInterpreter : public Interpreter {
 public:
  /// Checks the program and its textures. Errors: the same as for `interpret_quad`.
  static Result<FragmentInterpreter> prepare(Program program, Bindings bindings, const InterpretOptions& options = {});

  /// Runs the program for one quad, like `interpret_quad`. Several threads may call this at the same time.
  QuadOutput run(const QuadInput& input) const;

 private:
  FragmentInterpreter(Program program, Bindings bindings, const InterpretOptions& options)
      : Interpreter(std::move(program), std::move(bindings), options) {}
};

}  // namespace agal
