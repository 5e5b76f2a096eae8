// A complete scene for either backend.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "agal/compile.hpp"
#include "agal/interpret.hpp"
#include "render/draw_state.hpp"
#include "render/mesh.hpp"
#include "render/picture.hpp"

namespace agal::render {

/// Textures are shared, because a contact sheet uses some of them a hundred times.
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
  std::vector<std::vector<Float4>> attributes;  // by register, then by vertex; empty: the program does not read it
  std::uint32_t instances = 1;
  StageInputs vertex_inputs, fragment_inputs;
  std::uint32_t width = 256, height = 256;
  Float4 background{0.08f, 0.09f, 0.12f, 1};
  bool depth = true;  // whether depth is tested
  bool depth_write = true;
  Compare depth_compare = Compare::LessEqual;
  Blend blend = Blend::Premultiplied;
  Culling culling = Culling::None;
  ColorMask color_mask{true, true, true, true};
  std::optional<PixelRectangle> scissor;  // the pixels that are drawn
  std::uint32_t color_output = 0;         // which color output is shown
};

inline constexpr std::uint32_t max_side = 4096;               // of a picture that is drawn
inline constexpr std::uint32_t max_instances = 4096;          // in a call
inline constexpr std::size_t max_draw_triangles = 4'000'000;  // triangles times instances

/// Registers of one type that the program names as sources, without those that it only reads by relative addresses.
std::vector<std::uint32_t> registers_read(const Program& program, RegisterType type);
/// One more than the number of the last color that the program writes.
std::uint32_t color_count(const Program& fragment);

/// The first fetch of each sampler register that the program samples.
std::vector<SamplerOperand> samplers_of(const Program& program);

// ------------------------------------------------------------------------------------------------------ defaults

/// The probable content of each attribute of a program, by register ("" if the program does not read it): the first one
/// is the position; inputs of 3 × 3 matrices, `nrm` or `dp3` are a normal, then a tangent; matrix rows are rows; the
/// others are texture coordinates, a color, and texture coordinates again.
std::vector<std::string_view> guess_attributes(const Program& vertex);

/// The mesh for attributes with these words: sprites if a program places them itself, a sphere if it reads a normal,
/// else a square.
std::string_view guess_mesh(std::span<const std::string_view> attributes);

/// What a constant has that nothing sets.
inline constexpr Float4 default_constant{1, 0.5f, 0.25f, 1};

using Matrix = std::array<Float4, 4>;  // by row

/// "model-view-projection", "view-projection", "model" and "identity".
std::vector<std::string_view> matrix_words();
/// The matrix with this word for a mesh, which turns with the seconds. nullopt: unknown word.
std::optional<Matrix> matrix_by_word(std::string_view word, const Mesh& mesh, float aspect, float seconds = 0);

/// The default constants. Vertex: rows of the model-view-projection matrix, then of the model matrix, then (1, 0.5,
/// 0.25, 1); fragment: (1, 0.5, 0.25, 1).
std::vector<Float4> default_constants(const Program& program, const Mesh& mesh, float aspect);

/// Sets `attributes` to the contents that these words have for the mesh. Words must be known, "" is skipped.
void bind_attributes(Scene& scene, const std::vector<std::string_view>& words);

// ------------------------------------------------------------------------------------------------------ drawing

/// The options for the compilation. The interpreter only uses the semantics.
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
/// Whether agalc was built with Vulkan.
bool has_vulkan();
/// Errors: AGAL1020 if there is no device, AGAL1135 if agalc was built without Vulkan.
Result<std::unique_ptr<Renderer>> make_vulkan_renderer(bool validation_layer = false);

/// The two programs with their bindings, for the interpreter.
struct PreparedPair {
  VertexInterpreter vertex;
  FragmentInterpreter fragment;
};
/// The first step of both backends. Errors: those of the interpreter, and sizes beyond the limits.
Result<PreparedPair> prepare(const Scene& scene, const DrawOptions& options);

}  // namespace agal::render
