// Draws the contact sheet: pictures side by side.
#pragma once

#include <string>
#include <vector>

#include "render/picture.hpp"

namespace agal::render {

struct SheetEntry {
  std::string label;
  std::vector<Picture> tiles;  // tiles of the same size; an empty picture leaves its place empty
};

/// Draws all entries in rows of `columns`, each with its label below. `heads` are the headings of the tiles in each
/// column.
Picture make_sheet(const std::vector<SheetEntry>& entries, const std::vector<std::string>& heads, std::uint32_t tile,
                   std::uint32_t columns);

}  // namespace agal::render
