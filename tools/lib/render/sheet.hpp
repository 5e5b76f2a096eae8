// The contact sheet: pictures beside pictures.
#pragma once

#include <string>
#include <vector>

#include "render/picture.hpp"

namespace agal::render {

struct SheetEntry {
  std::string label;
  std::vector<Picture> tiles;  // of one size; an empty picture leaves its place empty
};

/// All entries in rows of `columns`, each with its label under it. `heads` stand above the tiles of each column.
Picture make_sheet(const std::vector<SheetEntry>& entries, const std::vector<std::string>& heads, std::uint32_t tile,
                   std::uint32_t columns);

}  // namespace agal::render
