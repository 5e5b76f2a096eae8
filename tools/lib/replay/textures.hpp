// Decodes textures in Adobe's Texture Format, and makes pictures of levels.
#pragma once

#include <string_view>

#include "render/picture.hpp"
#include "stage/levels.hpp"

namespace agal::frames {

/// The decoder of files in Adobe's Texture Format (AtfDecoder).
AtfImage decode_atf(base::Bytes file, const TextureShape& shape);

/// Converts a level to eight bits for each channel. Half floats are clamped.
render::Picture picture_of(const Level& level, std::string_view format);

}  // namespace agal::frames
