// The interface between the comparison and the backends, which execute shaders. A backend receives shaders in the
// language of its target and the inputs of each draw, and returns the outputs as floats.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agal/compile.hpp"
#include "agal/interpret.hpp"

namespace agal::exec {

/// A sampler register with its texture. Texels are n / 255 with integers n, so that eight bits represent them exactly,
/// unless `Job::has_float_textures` is true. All levels down to one texel are present, and sizes are powers of two.
struct TextureSlot {
  std::uint32_t sampler = 0;  // the number of the register
  Texture texture;
  SamplerOperand state;  // filter, mip filter and wrap mode (the bias is in the shader)
};

/// The numbers of the registers that a program uses, ascending. Its shader may lack some of them, because the compiler
/// drops unused inputs. The job of a vertex program only has the varyings that the shader still writes.
struct Interface {
  std::vector<std::uint32_t> attributes;  // vertex programs: vaN that are read
  std::vector<std::uint32_t> varyings;    // vN that are written (vertex) or read (fragment)
  std::vector<std::uint32_t> colors;      // fragment programs: ocN that are written
  bool depth = false;                     // fragment programs: true if fd is written
};

/// One draw of one point (vertex programs) or of one quad of 2 × 2 pixels (fragment programs).
struct Draw {
  std::vector<Float4> constants;   // index: register; all registers of the AGAL version
  std::vector<Float4> attributes;  // vertex programs; index: register
  std::uint32_t instance = 0;      // vertex programs: the instance id, less than `instances`

  /// Fragment programs: the varyings (index: register) at the three corners of a triangle that covers the quad. In
  /// pixels from the outer corner of the quad's first pixel in memory, they are at (0, 0), (4, 0) and (0, 4), with
  /// w = 1. cells.hpp has their positions in clip space. Values are chosen so that every interpolation in 32-bit floats
  /// is exact: either they are the same at all corners, or they have few bits, like multiples of 2^-10 below 64.
  std::array<std::vector<Float4>, 3> corners;
};

inline constexpr std::uint32_t instances = 4;
inline constexpr std::uint32_t max_job_draws = 256;

/// A shader and its draws.
struct Job {
  std::string name;  // the name in messages
  Stage stage = Stage::Vertex;
  Compilation shader;   // the shader under test, in the language of the backend
  Compilation partner;  // the shader of the other stage if a pair was linked, otherwise empty (no text, no words)
  /// The shader whose declarations determine the bindings of inputs and the places of outputs; if it is empty, `shader`
  /// determines them itself. A mutant must get its inputs at the places of the unchanged shader, whatever it declares.
  Compilation host;
  Interface interface;
  std::vector<TextureSlot> textures;
  bool has_float_textures = false;  // texels may be any floats; only for Vulkan
  std::vector<Draw> draws;
  // The program of `shader`, which only the interpreter backend uses.
  Program program;
  Semantics semantics;
};

/// The result of a job. A vertex job has an entry in `vertices` for each draw: `position`, and the varyings of
/// `Interface::varyings` (by register; others are nullopt). A fragment job has an entry in `quads` for each draw. Its
/// pixels are in the order of memory: (0, 0), (1, 0), (0, 1), (1, 1), and `colors` are by register. The colors and
/// the depth of killed pixels are ignored.
struct Outcome {
  // The reason why the results are missing: the message of a shader compiler, of a validation layer, …
  std::string fault;
  std::vector<VertexOutput> vertices;
  std::vector<QuadOutput> quads;
};

/// The differences between the shaders of a backend and the default of its target.
struct Variation {
  std::optional<Writer> writer;
  std::optional<Samplers> samplers;
};

class Backend {
 public:
  virtual ~Backend() = default;
  Backend() = default;
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;

  /// Returns the name in tables: "vulkan-spv", "gl-glsl330", "webgl1-essl100", …
  virtual std::string_view name() const = 0;
  /// Returns the target of the jobs.
  virtual Target target() const = 0;
  virtual Variation variation() const { return {}; }
  /// Returns a description of the device: "llvmpipe (LLVM 15.0.6, 256 bits), Mesa 22.3.6".
  virtual std::string device() const = 0;
  /// Returns the step between the depths that the backend can store if they are integers, or 0 if they are 32-bit
  /// floats.
  virtual float depth_step() const { return 0; }
  /// Returns true if the device is known to compute wrong levels of detail for cubes, and to filter their corners
  /// wrongly. docs/execution.md has the evidence.
  virtual bool free_cubes() const { return false; }
  /// Returns the reason why this backend cannot run the job with any shader, for example a kind of texture that the API
  /// does not have; "" if it can.
  virtual std::string cannot(const Job& job) const = 0;
  /// Runs all jobs, and returns their outcomes in the same order. A shader that does not compile is a fault of its job.
  virtual std::vector<Outcome> run(std::span<const Job> jobs) = 0;
};

/// A backend, or the reason why this machine does not have it.
struct Opened {
  std::unique_ptr<Backend> backend;
  std::string missing;
};

/// Returns $AGAL_DEVICE, which is a part of the name of the device that the backends of Vulkan, OpenGL and OpenGL ES
/// use, or "" for a software renderer.
std::string chosen_device();

/// Returns the shader whose declarations determine the bindings (`Job::host`).
inline const Compilation& declarations_of(const Job& job) {
  return job.host.text.empty() && job.host.spirv.empty() ? job.shader : job.host;
}

/// Each function opens one backend. The file of the API defines it, such as gl_backend.cpp.
Opened open_vulkan_spv();
/// Opens Vulkan without the validation layer, for many shaders that are known to be valid and to match their host.
Opened open_vulkan_unvalidated();
Opened open_vulkan_hlsl();
Opened open_vulkan_glsl();
Opened open_gl_glsl120();
Opened open_gl_glsl330();
Opened open_gl_glsl450();
Opened open_gles_essl100();
Opened open_gles_essl300();
Opened open_gles_essl310();
Opened open_webgl1();
Opened open_webgl2();
Opened open_webgpu();
Opened open_msl();
Opened open_direct3d();
/// Returns the backend under another name, for shaders that are compiled with the variation.
Opened with_variation(Opened opened, std::string name, const Variation& variation);

/// Returns the options with the target, the writer and the samplers of a backend.
CompileOptions options_for(const Backend& backend, CompileOptions options);

/// Opens the interpreter as a backend. It is not among the backends that are compared.
Opened open_interpreter();

}  // namespace agal::exec
