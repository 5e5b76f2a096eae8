// Decodes textures in blocks of four by four pixels.
#pragma once

#include <cstddef>
#include <string>

#include "base/bytes.hpp"
#include "stage/levels.hpp"

namespace agal::frames {

inline constexpr std::size_t color_block_bytes = 8;  // the size of a block of DXT1 or ETC1; DXT5 has 8 more for alpha

/// Returns the number of blocks of a level.
std::size_t blocks_of(const Level& level);

/// Decodes DXT5 if `has_alpha`, otherwise DXT1. Each block of DXT5 has alpha before color.
void decode_dxt(base::Bytes blocks, bool has_alpha, Level& level);

/// Decodes ETC1. With `has_alpha`, the blocks of the colors are followed by as many blocks with alpha in their red
/// channel. Returns the reason for a failure, or "" on success.
std::string decode_etc1(base::Bytes blocks, bool has_alpha, Level& level);

}  // namespace agal::frames
