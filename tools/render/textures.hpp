// Textures by word, as corpus/README.md describes them.
#pragma once

#include <string_view>
#include <vector>

#include "agal/interpret.hpp"
#include "render/picture.hpp"

namespace agal::render {

/// With all levels; every lane is n / 255. nullopt: no such word.
std::optional<Texture> texture_by_word(std::string_view word);
std::vector<std::string_view> texture_words();

/// What stands for a texture that nobody names.
Texture default_texture(Texture::Kind kind);

/// One texel of this color; of a cube, on each face.
Texture plain_texture(Texture::Kind kind, const Float4& color);

/// A picture as a texture with all its levels; six of one size, square, as a cube.
Texture texture_of(const Picture& picture);
Texture cube_of(std::span<const Picture> faces);

/// The level with each lane rounded to n / 255: what eight bits hold.
void round_to_bytes(Texture& texture);

// cube_maps.cpp
Texture cube_sky();
Texture color_volume();

}  // namespace agal::render
