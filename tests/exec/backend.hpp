// The interface between the comparison and the backends, which execute shaders. A backend takes shaders in the language
// of its target with their inputs, and returns their outputs as floats.
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

/// A sampler register with its texture. Texels are n / 255 with integers n, so that eight bits represent them exactly;
/// all levels down to one texel are present; sizes are powers of two.
struct TextureSlot {
  std::uint32_t sampler = 0;  // number of the register
  Texture texture;
  SamplerOperand state;  // filter, mip filter and wrap mode (the bias is in the shader)
};

/// The registers that a program names, ascending. The shader may lack some of them; for a vertex shader, `varyings` are
/// those that it still writes.
struct Interface {
  std::vector<std::uint32_t> attributes;  // vertex programs: vaN that it reads
  std::vector<std::uint32_t> varyings;    // vN that it writes (vertex) or reads (fragment)
  std::vector<std::uint32_t> colors;      // fragment programs: ocN that it writes
  bool depth = false;                     // fragment programs: whether it writes fd
};

/// One draw of one point (vertex programs) or of one quad of 2 × 2 pixels (fragment programs).
struct Draw {
  std::vector<Float4> constants;   // by register, all of the AGAL version
  std::vector<Float4> attributes;  // vertex programs, by register
  std::uint32_t instance = 0;      // vertex programs: the instance id, less than `instances`

  /// Fragment programs, by register: values at the three corners of a triangle that covers the quad. In pixels from
  /// the corner of the quad that is first in memory, the corners are (0, 0), (4, 0) and (0, 4), with w = 1; cells.hpp
  /// has the positions in clip space. Values are chosen so that every interpolation in 32-bit floats is exact: either
  /// the same at all corners, or multiples of 2^-10 less than 64.
  std::array<std::vector<Float4>, 3> corners;
};

inline constexpr std::uint32_t instances = 4;
inline constexpr std::uint32_t max_job_draws = 256;

/// A shader and its draws.
struct Job {
  std::string name;  // for messages
  Stage stage = Stage::Vertex;
  Compilation shader;   // the shader under test, in the language of the backend
  Compilation partner;  // the other half of the linked pair; empty (no text, no words) if there is none
  /// The shader whose declarations say where inputs are bound and outputs are read; empty: the shader under test. A
  /// mutant must get its inputs where the program has them, whatever it declares.
  Compilation host;
  Interface interface;
  std::vector<TextureSlot> textures;
  bool has_float_textures = false;  // texels may be any floats; for Vulkan
  std::vector<Draw> draws;
  // The program of `shader`. Only the interpreter, as a backend, uses these.
  Program program;
  Semantics semantics;
};

/// The result of a job. For a vertex job, one entry of `vertices` for each draw: `position`, and those varyings of
/// `Interface::varyings` that the shader still writes (by register; others nullopt). For a fragment job, one entry of
/// `quads` for each draw, pixels in the order of memory: (0, 0), (1, 0), (0, 1), (1, 1); `colors` by register. The
/// other members of killed pixels are ignored.
struct Outcome {
  std::string fault;  // the reason why there are no results: the message of a shader compiler, of a validation layer, …
  std::vector<VertexOutput> vertices;
  std::vector<QuadOutput> quads;
};

/// How the shaders of a backend differ from the default of its target.
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

  /// For tables: "vulkan-spv", "gl-glsl330", "webgl1-essl100", …
  virtual std::string_view name() const = 0;
  /// The target of the jobs.
  virtual Target target() const = 0;
  virtual Variation variation() const { return {}; }
  /// The device in words: "llvmpipe (LLVM 15.0.6, 256 bits), Mesa 22.3.6".
  virtual std::string device() const = 0;
  /// The step between the depths that it can store, if it is larger than that of a 32-bit float.
  virtual float depth_step() const { return 0; }
  /// Whether the device is known to compute wrong levels of detail for cubes, and to filter their corners wrongly.
  /// docs/execution.md has the evidence.
  virtual bool free_cubes() const { return false; }
  /// The reason why this backend cannot run this job, whatever the shader: a kind of texture that the API does not
  /// have.
  /// "" if it can.
  virtual std::string cannot(const Job& job) const = 0;
  /// Runs all jobs; one outcome for each, in the same order. A shader that does not compile is a fault of its job.
  virtual std::vector<Outcome> run(std::span<const Job> jobs) = 0;
};

/// A backend, or the reason why this machine does not have it.
struct Opened {
  std::unique_ptr<Backend> backend;
  std::string missing;
};

/// A part of the name of the device that the backends of Vulkan, OpenGL and OpenGL ES use, from $AGAL_DEVICE; "": a
/// software renderer.
std::string chosen_device();

/// Returns the shader whose declarations count.
inline const Compilation& declarations_of(const Job& job) {
  return job.host.text.empty() && job.host.spirv.empty() ? job.shader : job.host;
}

/// One for each backend, each in the file of that name.
Opened open_vulkan_spv();
/// The same without the validation layer, for many shaders that are known to be valid and to fit their host.
Opened open_vulkan_unvalidated();
Opened open_vulkan_hlsl();
Opened open_vulkan_glsl();
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
/// The same backend under another name, running other shaders.
Opened with_variation(Opened opened, std::string name, const Variation& variation);

/// The options with which the jobs of a backend are compiled; all others are those given.
CompileOptions options_for(const Backend& backend, CompileOptions options);

/// The interpreter as a backend; not among those that are compared.
Opened open_interpreter();

}  // namespace agal::exec
