// Generates textures by word. corpus/README.md describes the words.
#pragma once

#include <string_view>
#include <vector>

#include "agal/interpret.hpp"
#include "render/picture.hpp"

namespace agal::render {

/// Returns a texture with all levels, or nullopt for an unknown word. Every channel is n / 255.
std::optional<Texture> texture_by_word(std::string_view word);
std::vector<std::string_view> texture_words();
/// Returns the words of one kind of texture, the default first. Volumes do not have words.
std::vector<std::string_view> texture_words(Texture::Kind kind);

/// Returns the default texture.
Texture default_texture(Texture::Kind kind);

/// Returns a texture with one texel of this color. A cube has such a texel on each face.
Texture plain_texture(Texture::Kind kind, const Float4& color);

/// Converts a picture to a texture with all levels, or six square pictures of the same size to a cube.
Texture texture_of(const Picture& picture);
Texture cube_of(std::span<const Picture> faces);

/// Rounds each channel of all levels to n / 255, the precision of eight bits.
void round_to_bytes(Texture& texture);

// cube_maps.cpp
Texture cube_sky();
Texture color_volume();

}  // namespace agal::render
