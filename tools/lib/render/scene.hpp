// A complete scene for both backends, the interpreter and Vulkan.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "agal/compile.hpp"
#include "agal/interpret.hpp"
#include "render/mesh.hpp"
#include "render/picture.hpp"
#include "stage3d/draw_state.hpp"

namespace agal::render {

/// A texture of a scene. It is shared, because a contact sheet uses some textures a hundred times.
struct SceneTexture {
  std::shared_ptr<const Texture> texture;
  std::optional<SamplerOperand> state;  // the state for fetches with `ignoresampler`
};

struct StageInputs {
  std::vector<Float4> constants;       // further registers are zero
  std::vector<SceneTexture> textures;  // indexed by sampler register; null if there is no texture
};

struct Scene {
  Program vertex, fragment;
  Mesh mesh;
  // Values by register, then by vertex. Empty if the program does not read the register.
  std::vector<std::vector<Float4>> attributes;
  std::uint32_t instances = 1;
  StageInputs vertex_inputs, fragment_inputs;
  std::uint32_t width = 256, height = 256;
  Float4 background{0.08f, 0.09f, 0.12f, 1};
  bool depth = true;  // true if depth is tested
  bool depth_write = true;
  stage3d::Compare depth_compare = stage3d::Compare::LessEqual;
  stage3d::Blend blend = stage3d::Blend::Premultiplied;
  stage3d::Culling culling = stage3d::Culling::None;
  stage3d::ColorMask color_mask{true, true, true, true};
  std::optional<stage3d::PixelRectangle> scissor;  // the pixels that are drawn; if unset, all pixels
  std::uint32_t color_output = 0;                  // the index of the color output that is shown
};

inline constexpr std::uint32_t max_side = 4096;               // the maximum side of a drawn picture
inline constexpr std::uint32_t max_instances = 4096;          // the maximum number of instances in a draw call
using stage3d::max_draw_triangles;

/// Returns one more than the number of the last color that the program writes.
std::uint32_t color_count(const Program& fragment);

/// Returns the first fetch of each sampler register that the program samples.
std::vector<SamplerOperand> samplers_of(const Program& program);

// ------------------------------------------------------------------------------------------------------ defaults

/// Guesses the content of each attribute of a program, by register ("" if the program does not read it). Attributes
/// that only hold indices of relative addresses are zero. Of the others, the first one is the position. Attributes that
/// are read as rows of a matrix are rows. Attributes that `m33`, `nrm`, `dp3` or `crs` read, also from a copy, are a
/// normal, then a tangent. The rest are texture coordinates, then a color, then a second set of texture coordinates.
std::vector<std::string_view> guess_attributes(const Program& vertex);
/// The same for a pair: if the fragment program samples at a varying that is computed from the color instead of the
/// texture coordinates, the two attributes exchange their contents.
std::vector<std::string_view> guess_attributes(const Program& vertex, const Program& fragment);

/// Returns the mesh for attributes with these words: sprites for a corner or an index, a sphere for a normal, otherwise
/// a square.
std::string_view guess_mesh(std::span<const std::string_view> attributes);

/// The value of a constant that is not set otherwise.
inline constexpr Float4 default_constant{1, 0.5f, 0.25f, 1};

using Matrix = std::array<Float4, 4>;  // rows

/// Returns "model-view-projection", "view-projection", "model" and "identity".
std::vector<std::string_view> matrix_words();
/// Returns the matrix with this word for a mesh, or nullopt for other words. The model matrix rotates with `seconds`.
std::optional<Matrix> matrix_by_word(std::string_view word, const Mesh& mesh, float aspect, float seconds = 0);

/// A matrix whose rows are consecutive constants, or the matrices that a relative address reaches: each has the same
/// rows, and the next one follows.
struct MatrixGuess {
  std::uint32_t first, rows;  // the first register, and the number of rows
  std::uint32_t count;        // the number of registers: `rows` for one matrix
  bool relative;              // true if a relative address reaches the registers
  std::string_view word;      // "model-view-projection", "view-projection" or "model"; "" in a fragment program
};

/// Returns the matrices that a program multiplies vectors by, in the order of the products. A product is `m44`, `m34`
/// or `m33`, or a `dp4` or `dp3` for each row. The matrix that computes the position projects, and includes the model
/// matrix unless another matrix computes the vector of this product; all other matrices are model matrices. Matrices
/// that a relative address reaches end before the next constant that the program names.
std::vector<MatrixGuess> guess_matrices(const Program& program);

/// Returns the default constants: the rows of the guessed matrices; all other registers are (1, 0.5, 0.25, 1).
std::vector<Float4> default_constants(const Program& program, const Mesh& mesh, float aspect);

/// Sets `attributes` to the contents of these words for the mesh. Words must be known; "" is skipped.
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
  /// Returns the device: "llvmpipe (LLVM 15.0.6, 256 bits), Vulkan 1.3.230".
  virtual std::string device() const = 0;
  virtual Result<Picture> draw(const Scene& scene, const DrawOptions& options) = 0;
};

std::unique_ptr<Renderer> make_interpreting_renderer();
/// Returns true if agalc was built with Vulkan.
bool has_vulkan();
/// Opens a Vulkan device. Errors: AGAL1020 if there is none, AGAL1135 if agalc was built without Vulkan.
Result<std::unique_ptr<Renderer>> make_vulkan_renderer(bool validation_layer = false);

/// The two programs with their bindings, for the interpreter.
struct PreparedPair {
  VertexInterpreter vertex;
  FragmentInterpreter fragment;
};
/// Checks the scene, and prepares its programs, as the first step of both backends. Errors: the interpreter's errors,
/// wrong stages, missing color outputs, and sizes beyond the limits.
Result<PreparedPair> prepare(const Scene& scene, const DrawOptions& options);

}  // namespace agal::render
