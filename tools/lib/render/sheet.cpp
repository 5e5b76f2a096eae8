#include "render/sheet.hpp"

#include <algorithm>

namespace agal::render {
namespace {

constexpr std::uint32_t gap = 8, tile_gap = 2;
constexpr Pixel paper{28, 30, 36, 255}, ink{225, 228, 235, 255}, faint{140, 145, 158, 255};

// Truncates a label to the available width.
std::string_view fitting(std::string_view text, std::uint32_t width) {
  return text.substr(0, std::min<std::size_t>(text.size(), width / cell_width));
}

}  // namespace

Picture make_sheet(const std::vector<SheetEntry>& entries, const std::vector<std::string>& heads, std::uint32_t tile,
                   std::uint32_t columns) {
  const auto tiles = static_cast<std::uint32_t>(heads.size());
  const std::uint32_t entry_width = tiles * tile + (tiles - 1) * tile_gap;
  const std::uint32_t entry_height = tile + cell_height + 4;
  const auto rows = static_cast<std::uint32_t>((entries.size() + columns - 1) / columns);
  const std::uint32_t top = gap + cell_height;
  Picture sheet(columns * (entry_width + gap) + gap, top + rows * (entry_height + gap) + gap, paper);
  for (std::uint32_t column = 0; column < columns; ++column)
    for (std::uint32_t i = 0; i < tiles; ++i)
      draw_text(sheet, fitting(heads[i], tile), gap + column * (entry_width + gap) + i * (tile + tile_gap), gap / 2,
                faint);
  for (std::uint32_t n = 0; n < entries.size(); ++n) {
    const std::uint32_t x = gap + n % columns * (entry_width + gap), y = top + n / columns * (entry_height + gap);
    for (std::uint32_t i = 0; i < entries[n].tiles.size(); ++i)
      paste(sheet, entries[n].tiles[i], x + i * (tile + tile_gap), y);
    draw_text(sheet, fitting(entries[n].label, entry_width), x, y + tile + 3, ink);
  }
  return sheet;
}

}  // namespace agal::render
