// Textures by word, as corpus/README.md describes them.
#pragma once

#include <string_view>
#include <vector>

#include "agal/interpret.hpp"
#include "render/picture.hpp"

namespace agal::render {

/// With all levels; every channel is n / 255. nullopt: unknown word.
std::optional<Texture> texture_by_word(std::string_view word);
std::vector<std::string_view> texture_words();
/// The words of one kind of texture, the default first. Volumes do not have words.
std::vector<std::string_view> texture_words(Texture::Kind kind);

/// The default texture.
Texture default_texture(Texture::Kind kind);

/// A texture with one texel of this color; a cube has one on each face.
Texture plain_texture(Texture::Kind kind, const Float4& color);

/// A picture as a texture with all levels; six square pictures of the same size as a cube.
Texture texture_of(const Picture& picture);
Texture cube_of(std::span<const Picture> faces);

/// The level with each channel rounded to n / 255, the precision of eight bits.
void round_to_bytes(Texture& texture);

// cube_maps.cpp
Texture cube_sky();
Texture color_volume();

}  // namespace agal::render
