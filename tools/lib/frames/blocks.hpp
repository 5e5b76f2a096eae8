// Decodes textures in blocks of four by four pixels.
#pragma once

#include <cstddef>
#include <string>

#include "base/bytes.hpp"
#include "frames/pixels.hpp"

namespace agal::frames {

inline constexpr std::size_t color_block_bytes = 8;  // DXT1 and ETC1; DXT5 has as many for alpha

/// The number of blocks of a level.
std::size_t blocks_of(const Level& level);

/// Decodes DXT5 if `has_alpha`, otherwise DXT1. Each block of DXT5 has alpha before color.
void decode_dxt(base::Bytes blocks, bool has_alpha, Level& level);

/// Decodes ETC1. With `has_alpha`, as many blocks follow, whose red is the alpha of the level. Returns why this is
/// impossible; "" if it is not.
std::string decode_etc1(base::Bytes blocks, bool has_alpha, Level& level);

}  // namespace agal::frames
