// Makes files from which `agalc render` repeats a draw: programs, a scene, a mesh, and textures.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "render/picture.hpp"
#include "stage/stage.hpp"

namespace agal::frames {

struct NamedFile {
  std::string name;
  base::ByteVector bytes;
};

struct DrawFiles {
  std::vector<NamedFile> files;
  Program vertex, fragment;                    // the programs, with the sampler states of the draw
  std::pair<std::string, std::string> hashes;  // XXH3-128 of the game's programs
  std::vector<std::string> left_out;           // features of the draw that the files cannot express

  void add(const std::string& name, std::string_view text);
};

/// The data of a scene that the state of Stage3D does not contain.
struct DrawSource {
  /// The title of the draw, for comments in the files.
  std::string title;
  Float4 background{};
  /// The pixels of textures into which the game drew. The key is the number of the texture, and the side.
  std::map<std::pair<std::uint32_t, std::uint32_t>, Level> drawn;
};

/// Returns the numbers of the textures that the next draw samples; 0 for a sampler without a texture.
std::vector<std::uint32_t> textures_of_draw(const Stage& stage);

/// The vertices of a draw, numbered in the order of their first use, like the reader of OBJ files numbers them.
struct DrawnVertices {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> vertices;  // the number in the buffers, and the instance
  std::vector<std::uint32_t> indices;                             // instances become copies of the triangles
  std::uint32_t instances = 0;                                    // the instances that fit
};
DrawnVertices vertices_of(const Stage& stage, const DrawCall& draw);

/// Returns the value of an attribute. If there is no buffer, it is 0, 0, 0, 1; outside of a buffer, it is 0.
Float4 vertex_value(const Stage& stage, const VertexStream& stream, std::uint32_t vertex, std::uint32_t instance);

/// Returns a level of a texture with eight bits for each channel: `drawn`, unless it is nullptr, or the uploaded level.
/// A level without an upload is transparent. `object` may be nullptr.
render::Picture picture_of_level(const Object* object, std::uint32_t side, std::uint32_t level,
                                 const Level* drawn = nullptr);

DrawFiles files_of_draw(const Stage& stage, const DrawCall& draw, const DrawSource& source);

}  // namespace agal::frames
