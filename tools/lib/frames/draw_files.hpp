// A draw as a folder that `agalc render` draws: programs, a scene, a mesh, and textures.
#pragma once

#include "frames/stage.hpp"

namespace agal::frames {

struct NamedFile {
  std::string name;
  base::ByteVector bytes;
};

struct DrawFiles {
  std::vector<NamedFile> files;
  Program vertex, fragment;           // with the sampler states of the draw
  std::vector<std::string> left_out;  // parts of the draw that a scene cannot have
};

/// The data of a scene that the state of Stage3D does not contain.
struct DrawSource {
  /// The title of the draw, for comments in the files.
  std::string title;
  Float4 background{};
  /// Pixels of textures that the game drew, by number and side.
  std::map<std::pair<std::uint32_t, std::uint32_t>, Level> drawn;
};

/// Textures that a draw samples, by number.
std::vector<std::uint32_t> textures_of_draw(const Stage& stage);

DrawFiles files_of_draw(const Stage& stage, const DrawCall& draw, const DrawSource& source);

}  // namespace agal::frames
