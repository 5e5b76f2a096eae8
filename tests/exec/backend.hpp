// The interface between the comparison and what executes shaders. A backend takes shaders in its target's language
// with inputs for them, and gives back what they wrote, as floats.
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

/// A sampler register with the texture in it. Texels are n / 255 with whole n, so that eight bits hold them exactly;
/// all levels down to one texel are there; sizes are powers of two.
struct TextureSlot {
  std::uint32_t sampler = 0;  // number of the register
  Texture texture;
  SamplerOperand state;  // filter, mip filter and wrap mode; the bias is part of the shader
};

/// Which registers a program names, ascending. The shader may have dropped some of them; of a vertex shader `varyings`
/// are those that it still writes.
struct Interface {
  std::vector<std::uint32_t> attributes;  // vertex programs: vaN that it reads
  std::vector<std::uint32_t> varyings;    // vN that it writes (vertex) or reads (fragment)
  std::vector<std::uint32_t> colors;      // fragment programs: ocN that it writes
  bool depth = false;                     // fragment programs: whether it writes fd
};

/// One draw of one point (vertex programs) or of one quad of 2 × 2 pixels (fragment programs).
struct Draw {
  std::vector<Float4> constants;   // by register, all that the AGAL version has
  std::vector<Float4> attributes;  // vertex programs, by register
  std::uint32_t instance = 0;      // vertex programs: the instance id, less than `instances`

  /// Fragment programs, by register: values at the three corners of a triangle that covers the quad. In pixels from
  /// the corner of the quad that is first in memory the corners are (0, 0), (4, 0) and (0, 4), with w = 1; cells.hpp
  /// says where that is in clip space. Values are chosen so that every interpolation in 32-bit floats is exact: either
  /// the same at all corners, or multiples of 2^-10 less than 64.
  std::array<std::vector<Float4>, 3> corners;
};

inline constexpr std::uint32_t instances = 4;
inline constexpr std::uint32_t max_job_draws = 256;

/// A shader and its draws.
struct Job {
  std::string name;  // for messages
  Stage stage = Stage::Vertex;
  Compilation shader;   // what is tested, in the backend's target language
  Compilation partner;  // the other half of the pair as it was linked; empty (no text, no words) if there is none
  Interface interface;
  std::vector<TextureSlot> textures;
  std::vector<Draw> draws;
  // What `shader` was made from. A backend has no use for them, but the one that is the interpreter itself.
  Program program;
  Semantics semantics;
};

/// What one job gave. For a vertex job one entry of `vertices` for each draw, `position` and all varyings of
/// `Interface::varyings` that the shader still writes set (by register; others nullopt). For a fragment job one entry
/// of `quads` for each draw, pixels in the order of memory: (0, 0), (1, 0), (0, 1), (1, 1); `colors` by register.
/// Of killed pixels nothing else is looked at.
struct Outcome {
  std::string fault;  // why there are no results: the message of a shader compiler, of a validation layer, …
  std::vector<VertexOutput> vertices;
  std::vector<QuadOutput> quads;
};

class Backend {
 public:
  virtual ~Backend() = default;
  Backend() = default;
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;

  /// For tables: "vulkan-spv", "gl-glsl330", "webgl1-essl100", …
  virtual std::string_view name() const = 0;
  /// What jobs are compiled to.
  virtual Target target() const = 0;
  /// The device in words: "llvmpipe (LLVM 15.0.6, 256 bits), Mesa 22.3.6".
  virtual std::string device() const = 0;
  /// How far apart the depths are that it can store, where that is more than a 32-bit float's.
  virtual float depth_step() const { return 0; }
  /// Whether the device is known to get the levels of detail of cubes wrong, and what is filtered in their corners.
  /// docs/execution.md has the evidence.
  virtual bool free_cubes() const { return false; }
  /// Why this backend cannot run this job whatever the shader, "" if it can: a texture kind that the API has not.
  virtual std::string cannot(const Job& job) const = 0;
  /// Runs all jobs; one outcome for each, in the same order. Shaders that do not compile are faults of their job.
  virtual std::vector<Outcome> run(std::span<const Job> jobs) = 0;
};

/// A backend, or why this machine does not have it.
struct Opened {
  std::unique_ptr<Backend> backend;
  std::string missing;
};

/// One for each way of executing: see the file of that name.
Opened open_vulkan_spv();
Opened open_vulkan_hlsl();
Opened open_gl_glsl330();
Opened open_gl_glsl450();
Opened open_gles_essl100();
Opened open_gles_essl300();
Opened open_webgl1();
Opened open_webgl2();
Opened open_msl();
/// The interpreter as a backend; not among those that are compared.
Opened open_interpreter();

}  // namespace agal::exec
