// Describes a scene by words, colors and file names. docs/render.md describes the files of scenes.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "render/scene.hpp"

namespace agal::render {

/// The content of an attribute: a word of `attribute_words`, or values. There is either one value or one for each
/// vertex.
struct AttributeSource {
  std::string word;
  std::vector<Float4> values;
};

/// The content of a texture: a word of `texture_words`, a color, a PNG file, or six PNG files: +x, -x, +y, -y, +z, -z.
struct TextureSource {
  std::string word;
  std::optional<Float4> color;
  std::vector<std::string> files;
  std::vector<std::string> levels;  // PNG files with the levels after the first, instead of computed ones
  std::optional<SamplerOperand> state;
};

/// A scene. Every member is optional. Keys of maps are register numbers.
struct Description {
  std::string vertex, fragment;  // the files of the programs
  std::optional<std::array<std::uint32_t, 2>> size;
  std::string mesh;  // a word of `built_in_mesh_words`, or an OBJ file
  std::optional<std::uint32_t> instances;
  std::map<std::uint32_t, AttributeSource> attributes;
  std::map<std::uint32_t, Float4> vertex_constants, fragment_constants;
  // True if constants that are not in the maps are zero; false if they have the defaults.
  bool complete_vertex_constants = false;
  bool complete_fragment_constants = false;
  std::map<std::uint32_t, TextureSource> vertex_textures, fragment_textures;
  std::optional<Float4> background;
  std::optional<bool> depth, depth_write;
  std::optional<stage3d::Compare> depth_compare;
  std::optional<stage3d::Blend> blend;
  std::optional<stage3d::Culling> culling;
  std::optional<stage3d::ColorMask> color_mask;
  std::optional<stage3d::PixelRectangle> scissor;
  std::optional<std::uint32_t> color_output;
};

/// Returns `base` with each value that `over` has, register by register. The files of the programs in `over` are
/// ignored.
Description merged(Description base, const Description& over);

/// Creates textures by word, each once.
class TextureCache {
 public:
  /// Returns nullptr for an unknown word.
  std::shared_ptr<const Texture> by_word(const std::string& word);
  std::shared_ptr<const Texture> by_default(Texture::Kind kind);

 private:
  std::map<std::string, std::shared_ptr<const Texture>> words_;
  std::map<Texture::Kind, std::shared_ptr<const Texture>> defaults_;
};

/// Builds a scene, with defaults for everything that the description omits. Reads the files that it names.
Result<Scene> build_scene(Program vertex, Program fragment, const Description& description, std::uint32_t width,
                          std::uint32_t height, TextureCache& texture_cache);

}  // namespace agal::render
