// Makes files from which `agalc render` repeats a draw: programs, a scene, a mesh, and textures.
#pragma once

#include "stage/stage.hpp"

namespace agal::frames {

struct NamedFile {
  std::string name;
  base::ByteVector bytes;
};

struct DrawFiles {
  std::vector<NamedFile> files;
  Program vertex, fragment;           // the programs, with the sampler states of the draw
  std::vector<std::string> left_out;  // features of the draw that the files cannot express

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

DrawFiles files_of_draw(const Stage& stage, const DrawCall& draw, const DrawSource& source);

}  // namespace agal::frames
