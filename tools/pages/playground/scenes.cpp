// The functions of agalc-scenes.wasm: meshes, textures, matrices and guesses of `agalc render` for the page.
//
// Words are zero-terminated. Each result is valid until the next call of a function of this file.
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

#include "agal/bytecode.hpp"
#include "render/mesh.hpp"
#include "render/scene.hpp"
#include "render/textures.hpp"

namespace {

using namespace agal;
using namespace agal::render;

// A mesh as the page reads it.
struct MeshView {
  std::uint32_t vertices, triangles, depth;
  const void* indices;  // three indices for each triangle
};

// A texture as the page reads it.
struct TextureView {
  const void* bytes;  // the texels of all levels: red, green, blue, alpha
  std::uint32_t levels;
  std::uint32_t sizes[3 * 16];  // width, height and layers of each level; a side has at most 1,024 texels
};

// The inputs and results of the last calls.
struct State {
  std::vector<std::byte> input;
  Mesh mesh;
  MeshView mesh_view;
  TextureView texture_view;
  std::vector<Float4> values;
  std::vector<std::uint8_t> bytes;
  std::string text;
};

State& state() {
  static State only;
  return only;
}

const char* joined(const std::vector<std::string_view>& words) {
  std::string& text = state().text;
  text.clear();
  for (const std::string_view word : words) text.append(text.empty() ? "" : " ").append(word.empty() ? "-" : word);
  return text.c_str();
}

const TextureView* view_of(const Texture& texture) {
  State& now = state();
  now.bytes.clear();
  now.texture_view = {};
  for (const Texture::Level& level : texture.levels) {
    std::uint32_t* const size = now.texture_view.sizes + std::size_t{3} * now.texture_view.levels++;
    size[0] = level.width;
    size[1] = level.height;
    size[2] = level.depth;
    for (const Float4& texel : level.texels)
      for (const float lane : texel) now.bytes.push_back(to_byte(lane));
  }
  now.texture_view.bytes = now.bytes.data();
  return &now.texture_view;
}

// Uses the image as each face of a cube.
Texture cube_of_image(const Picture& image) { return cube_of(std::vector<Picture>(6, image)); }

}  // namespace

extern "C" {

/// Allocates memory for the argument of the next call.
void* scene_input(std::uint32_t size) {
  state().input.assign(size, std::byte{0});
  return state().input.data();
}

const char* scene_mesh_words() { return joined(built_in_mesh_words()); }
const char* scene_attribute_words() { return joined(attribute_words()); }
/// Returns the words for a kind of texture (the value of `dim` in a sampler). The first one is the default.
const char* scene_texture_words(std::uint32_t kind) { return joined(texture_words(static_cast<Texture::Kind>(kind))); }
const char* scene_matrix_words() { return joined(matrix_words()); }

/// Chooses the mesh for the next calls.
const MeshView* scene_mesh(const char* word) {
  State& now = state();
  now.mesh = built_in_mesh(word).value_or(Mesh{});
  now.mesh_view = {static_cast<std::uint32_t>(now.mesh.vertices.size()),
                   static_cast<std::uint32_t>(now.mesh.triangles.size()), now.mesh.depth ? 1u : 0u,
                   now.mesh.triangles.data()};
  return &now.mesh_view;
}

/// Returns four floats for each vertex of the mesh; nullptr for an unknown word.
const void* scene_attribute(const char* word) {
  State& now = state();
  const AttributeOf of = find_attribute(word);
  if (of == nullptr) return nullptr;
  now.values.clear();
  for (const MeshVertex& vertex : now.mesh.vertices) now.values.push_back(of(vertex));
  return now.values.data();
}

/// Returns the four rows of a matrix for the mesh; nullptr for an unknown word.
const void* scene_matrix(const char* word, float seconds) {
  const std::optional<Matrix> matrix = matrix_by_word(word, state().mesh, 1, seconds);
  if (!matrix) return nullptr;
  state().values.assign(matrix->begin(), matrix->end());
  return state().values.data();
}

const void* scene_default_constant() { return default_constant.data(); }

/// Returns a texture by its word; for an unknown word, the default texture of the kind (the value of `dim` in a
/// sampler).
const TextureView* scene_texture(std::uint32_t kind, const char* word) {
  const std::optional<Texture> found = texture_by_word(word);
  return view_of(found ? *found : default_texture(static_cast<Texture::Kind>(kind)));
}

/// Returns a texture of the pixels in the input. Each face of a cube has these pixels.
const TextureView* scene_image(std::uint32_t cube, std::uint32_t width, std::uint32_t height) {
  Picture image(width, height, {});
  std::memcpy(image.pixels.data(), state().input.data(), std::min(state().input.size(), 4 * image.pixels.size()));
  return view_of(cube != 0 ? cube_of_image(image) : texture_of(image));
}

/// Returns the words for the attributes of a vertex program by register. The bytecode of the program is at the start of
/// the input, and the bytecode of its fragment program follows. A register that the vertex program does not read has
/// the word "-". Returns "" for programs that are not valid.
const char* scene_guess_attributes(std::uint32_t vertex_size) {
  const std::span<const std::byte> input = state().input;
  const Result<Program> vertex = read_bytecode(input.first(vertex_size), "vertex program");
  const Result<Program> fragment = read_bytecode(input.subspan(vertex_size), "fragment program");
  return joined(vertex && fragment ? guess_attributes(*vertex, *fragment) : std::vector<std::string_view>());
}

/// Returns the mesh for attributes. Their words are separated by spaces.
const char* scene_guess_mesh(const char* attributes) {
  std::vector<std::string_view> words;
  std::string_view rest = attributes;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    words.push_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return joined({guess_mesh(words)});
}

/// Returns "first rows count relative word" for each matrix of the program whose bytecode is in the input; `relative`
/// is 0 or 1. The word "-" means unknown.
const char* scene_guess_matrices() {
  std::string& text = state().text;
  text.clear();
  if (const Result<Program> program = read_bytecode(state().input, "program"))
    for (const auto& [first, rows, count, relative, word] : guess_matrices(*program)) {
      text.append(text.empty() ? "" : " ").append(std::to_string(first)).append(" ").append(std::to_string(rows));
      text.append(" ").append(std::to_string(count)).append(relative ? " 1 " : " 0 ").append(word.empty() ? "-" : word);
    }
  return text.c_str();
}

}  // extern "C"
