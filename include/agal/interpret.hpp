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
  /// 2d, cube or 3d.
  using Kind = TextureKind;

  /// Texels by row from the top, x first. `depth` is the number of slices of a volume, and 6 for a cube: +x, -x, +y,
  /// -y, +z, -z. The faces of a cube are square.
  struct Level {
    std::uint32_t width = 1;     // in texels
    std::uint32_t height = 1;    // in texels
    std::uint32_t depth = 1;     // slices or faces
    std::vector<Float4> texels;  // width * height * depth
  };

  Kind kind = Kind::Plane;    // 2d, cube or 3d
  std::vector<Level> levels;  // the largest first; at least one
};

/// Adds all smaller levels, down to one texel: each texel is the average of 2 × 2 texels (2 × 2 × 2 in a volume) of the
/// previous level. If a size is odd, the last row or column is ignored.
Texture with_box_filtered_levels(Texture texture);

/// A texture in a sampler register. `state` holds filter, mip filter and wrap mode for fetches with the `ignoresampler`
/// flag; all other fetches, and all fetches if it is unset, use the state in the program.
struct TextureBinding {
  Texture texture;                      // of the kind that the program samples
  std::optional<SamplerOperand> state;  // as set by the host
};

/// Shared by all invocations of a draw.
struct Bindings {
  std::vector<Float4> constants;                        // registers beyond them are zero
  std::vector<std::optional<TextureBinding>> textures;  // by sampler register
};

/// One vertex.
struct VertexInput {
  std::vector<Float4> attributes;  // registers beyond them are (0, 0, 0, 1)
  std::uint32_t instance = 0;      // `iid`, in all components
};

/// The invocations of a fragment program run as a quad of 2 × 2 pixels, in this order: upper left, upper right, lower
/// left, lower right.
inline constexpr std::size_t quad_size = 4;

/// The four pixels of a quad.
struct QuadInput {
  std::array<std::vector<Float4>, quad_size> varyings;  // registers beyond them are zero
};

/// Whose rules for NaN a run follows (agal/tables/nan.def, which docs/execution.md shows as a table).
enum class NanRules : std::uint8_t {
#define AGAL_NAN_RULES(id, ...) id,
#include "agal/tables/nan.def"
};

/// The choices for behavior that AGAL leaves open, and whether to record a trace.
struct InterpretOptions {
  Semantics semantics;  // as for the compiler
  /// The value of unwritten registers with `Unwritten::Undefined`: run twice with two values to see what depends on it.
  float undefined = std::numeric_limits<float>::quiet_NaN();
  /// The rules for min, max, sat and relative addresses. What they leave undefined is `undefined`.
  NanRules nan = NanRules::Agal;
  bool trace = false;  // record every token: `VertexOutput::trace`, `QuadOutput::trace`
};

/// One token as executed. Bit i of a set of invocations is invocation i.
struct TraceStep {
  /// The register that a token wrote.
  struct Change {
    RegisterType type = RegisterType::Temporary;  // of the register
    std::uint32_t number = 0;                     // of the register
    WriteMask mask = 0;                           // the components that were written
    std::array<Float4, quad_size> values{};       // the register afterward, by invocation
  };
  std::uint32_t token = 0;       // 0-based
  std::uint8_t active = 0;       // invocations that are active in the branch that contains the token
  std::uint8_t holds = 0;        // invocations for which the condition of an if or a kil holds
  std::optional<Change> change;  // also for inactive invocations: derivatives read them
};

/// The tokens of a run. Tokens in a branch that no invocation takes may have steps, too: derivatives read them.
struct Trace {
  std::uint8_t invocations = 1;  // 1 for a vertex, 4 for a quad
  std::vector<TraceStep> steps;  // in the order of execution; empty without `InterpretOptions::trace`
};

/// The trace as a debugger would show it.
std::string format_trace(const Program& program, const Trace& trace);

/// An output is present if some token writes it, even in a branch that is not taken; components that no executed token
/// wrote are as `Semantics::unwritten` says.
struct VertexOutput {
  std::optional<Float4> position;               // in clip space: z from 0 to w
  std::vector<std::optional<Float4>> varyings;  // by register
  Trace trace;                                  // empty without `InterpretOptions::trace`
};

/// One pixel of a quad. An output is present as in a VertexOutput.
struct PixelOutput {
  bool killed = false;                        // whether a kil discarded it
  std::vector<std::optional<Float4>> colors;  // computed for killed pixels too
  std::optional<float> depth;                 // `fd.x`
};

/// The outputs of a fragment program.
struct QuadOutput {
  std::array<PixelOutput, quad_size> pixels;  // in the order of `quad_size`
  Trace trace;                                // empty without `InterpretOptions::trace`
};

/// How outputs are printed.
enum class OutputFormat : std::uint8_t {
  Text,  // a line for each register, and one before those of each pixel
  Json,  // a line for each invocation: an object with the registers as keys (docs/interpreter.md)
};

/// The outputs by the names of their registers.
std::string format_outputs(const VertexOutput& output, OutputFormat format);
/// The outputs by the names of their registers.
std::string format_outputs(const QuadOutput& output, OutputFormat format);

/// A number in JSON, or "nan", "inf", "-inf" as strings, as everywhere in the JSON of agalc.
std::string float_as_json(float value);

/// Runs a vertex program once. Errors: those of `validate` at level Off, a program of the other stage (AGAL1010), a
/// texture that is missing, malformed or of a different dimension than the program samples. Linear in the number of
/// tokens.
Result<VertexOutput> interpret_vertex(const Program& program, const Bindings& bindings, const VertexInput& input,
                                      const InterpretOptions& options = {});
/// Runs a fragment program for one quad. Errors: as `interpret_vertex`.
Result<QuadOutput> interpret_quad(const Program& program, const Bindings& bindings, const QuadInput& input,
                                  const InterpretOptions& options = {});

/// A program that was checked once, together with its textures, and can be run many times: a VertexInterpreter or a
/// FragmentInterpreter.
class Interpreter {
 public:
  /// The program that was checked.
  const Program& program() const { return program_; }
  /// Sets the constants of subsequent runs.
  void set_constants(std::vector<Float4> constants) { bindings_.constants = std::move(constants); }

 protected:
  /// The arguments are those that `prepare` has checked.
  Interpreter(Program program, Bindings bindings, const InterpretOptions& options)
      : program_(std::move(program)), bindings_(std::move(bindings)), options_(options) {}

  Program program_;           // accepted by `validate` at level Off
  Bindings bindings_;         // with all textures that the program samples
  InterpretOptions options_;  // as given to `prepare`
};

/// Runs one vertex program many times.
class VertexInterpreter : public Interpreter {
 public:
  /// Checks the program and its textures. Errors: those of `interpret_vertex`.
  static Result<VertexInterpreter> prepare(Program program, Bindings bindings, const InterpretOptions& options = {});

  /// Runs it for one vertex, as `interpret_vertex`. Several threads may call this at the same time.
  VertexOutput run(const VertexInput& input) const;

 private:
  VertexInterpreter(Program program, Bindings bindings, const InterpretOptions& options)
      : Interpreter(std::move(program), std::move(bindings), options) {}
};

/// Runs one fragment program many times.
class FragmentInterpreter : public Interpreter {
 public:
  /// Checks the program and its textures. Errors: those of `interpret_quad`.
  static Result<FragmentInterpreter> prepare(Program program, Bindings bindings, const InterpretOptions& options = {});

  /// Runs it for one quad, as `interpret_quad`. Several threads may call this at the same time.
  QuadOutput run(const QuadInput& input) const;

 private:
  FragmentInterpreter(Program program, Bindings bindings, const InterpretOptions& options)
      : Interpreter(std::move(program), std::move(bindings), options) {}
};

}  // namespace agal
