// Everything that a picture is made from, ready to be drawn by either backend.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "agal/compile.hpp"
#include "agal/interpret.hpp"
#include "render/mesh.hpp"
#include "render/picture.hpp"

namespace agal::render {

enum class Blend : std::uint8_t {
  Premultiplied,  // color + (1 - alpha) background
  None,
};

/// Textures are shared: a contact sheet shows some of them a hundred times.
struct SceneTexture {
  std::shared_ptr<const Texture> texture;
  std::optional<SamplerOperand> state;  // of fetches with `ignoresampler`
};

struct StageInputs {
  std::vector<Float4> constants;       // registers beyond them are zero
  std::vector<SceneTexture> textures;  // by sampler register; null: none
};

struct Scene {
  Program vertex, fragment;
  Mesh mesh;
  std::vector<std::vector<Float4>> attributes;  // by register, then by vertex; an empty one: the program reads none
  std::uint32_t instances = 1;
  StageInputs vertex_inputs, fragment_inputs;
  std::uint32_t width = 256, height = 256;
  Float4 background{0.08f, 0.09f, 0.12f, 1};
  bool depth = true;  // test and write depth: nearer fragments, and equally near later ones, are seen
  Blend blend = Blend::Premultiplied;
  std::uint32_t color_output = 0;  // which color output is shown
};

inline constexpr std::uint32_t max_side = 4096;               // of a picture that is drawn
inline constexpr std::uint32_t max_instances = 4096;          // in a call
inline constexpr std::size_t max_draw_triangles = 4'000'000;  // triangles times instances

/// Registers of one type that the program names as sources; what a relative address leads to is not among them.
std::vector<std::uint32_t> registers_read(const Program& program, RegisterType type);
/// One more than the number of the last color that the program writes.
std::uint32_t color_count(const Program& fragment);

/// The first fetch of each sampler register that the program samples.
std::vector<SamplerOperand> samplers_of(const Program& program);

// ------------------------------------------------------------------------------------------------------ defaults

/// What each attribute of a program probably holds, by register ("" where the program does not read it): the first one
/// is the position; what goes through a 3 × 3 matrix, `nrm` or `dp3` is a normal, then a tangent; matrix rows are rows;
/// the others are texture coordinates, a color, and texture coordinates again.
std::vector<std::string_view> guess_attributes(const Program& vertex);

/// The constants where nobody gives any. Vertex: rows of the model-view-projection matrix, then of the model matrix,
/// then (1, 0.5, 0.25, 1); fragment: (1, 0.5, 0.25, 1).
std::vector<Float4> default_constants(const Program& program, const Mesh& mesh, float aspect);

/// Sets `attributes` to what these words mean for the mesh. Words must be known, "" is skipped.
void bind_attributes(Scene& scene, const std::vector<std::string_view>& words);

// ------------------------------------------------------------------------------------------------------ drawing

/// What the shader of a GPU is compiled with. The interpreter looks at the semantics alone.
struct DrawOptions {
  Semantics semantics;
  ValidateOptions validation;
  std::optional<ClipZ> clip_z;
  bool flip_y = false;
};

class Renderer {
 public:
  virtual ~Renderer() = default;
  /// "llvmpipe (LLVM 15.0.6, 256 bits), Vulkan 1.3.230".
  virtual std::string device() const = 0;
  virtual Result<Picture> draw(const Scene& scene, const DrawOptions& options) = 0;
};

std::unique_ptr<Renderer> make_interpreting_renderer();
/// Errors: AGAL1020 where there is no device, or where agalc was built without Vulkan.
Result<std::unique_ptr<Renderer>> make_vulkan_renderer(bool validation_layer = false);

/// The two programs with what they are bound to, as the interpreter runs them.
struct PreparedPair {
  Interpreter vertex, fragment;
};
/// What both backends do first. Errors: those of the interpreter, and sizes beyond the limits.
Result<PreparedPair> prepare(const Scene& scene, const DrawOptions& options);

}  // namespace agal::render
