// The font of the contact sheet. Characters have five by nine pixels, and the last two rows are below the baseline.
// Each row is a number, with the leftmost pixel in the highest bit.
#include <array>

#include "render/picture.hpp"

namespace agal::render {
namespace {

constexpr std::uint32_t glyph_width = 5, glyph_height = 9;
using Glyph = std::array<std::uint8_t, glyph_height>;

constexpr std::string_view characters = "abcdefghijklmnopqrstuvwxyz0123456789.,:-_+/=()%*";
constexpr std::array<Glyph, characters.size()> glyphs{{
    {0, 0, 14, 1, 15, 17, 15, 0, 0},     // a
    {16, 16, 30, 17, 17, 17, 30, 0, 0},  // b
    {0, 0, 15, 16, 16, 16, 15, 0, 0},    // c
    {1, 1, 15, 17, 17, 17, 15, 0, 0},    // d
    {0, 0, 14, 17, 31, 16, 14, 0, 0},    // e
    {6, 8, 30, 8, 8, 8, 8, 0, 0},        // f
    {0, 0, 15, 17, 17, 17, 15, 1, 14},   // g
    {16, 16, 30, 17, 17, 17, 17, 0, 0},  // h
    {4, 0, 12, 4, 4, 4, 14, 0, 0},       // i
    {2, 0, 6, 2, 2, 2, 2, 2, 12},        // j
    {16, 16, 18, 20, 24, 20, 18, 0, 0},  // k
    {12, 4, 4, 4, 4, 4, 14, 0, 0},       // l
    {0, 0, 26, 21, 21, 21, 21, 0, 0},    // m
    {0, 0, 30, 17, 17, 17, 17, 0, 0},    // n
    {0, 0, 14, 17, 17, 17, 14, 0, 0},    // o
    {0, 0, 30, 17, 17, 17, 30, 16, 16},  // p
    {0, 0, 15, 17, 17, 17, 15, 1, 1},    // q
    {0, 0, 22, 24, 16, 16, 16, 0, 0},    // r
    {0, 0, 15, 16, 14, 1, 30, 0, 0},     // s
    {8, 8, 30, 8, 8, 8, 6, 0, 0},        // t
    {0, 0, 17, 17, 17, 17, 15, 0, 0},    // u
    {0, 0, 17, 17, 17, 10, 4, 0, 0},     // v
    {0, 0, 21, 21, 21, 21, 10, 0, 0},    // w
    {0, 0, 17, 10, 4, 10, 17, 0, 0},     // x
    {0, 0, 17, 17, 17, 17, 15, 1, 14},   // y
    {0, 0, 31, 2, 4, 8, 31, 0, 0},       // z
    {14, 19, 21, 21, 21, 25, 14, 0, 0},  // 0
    {4, 12, 4, 4, 4, 4, 14, 0, 0},       // 1
    {14, 17, 1, 6, 8, 16, 31, 0, 0},     // 2
    {30, 1, 1, 14, 1, 1, 30, 0, 0},      // 3
    {2, 6, 10, 18, 31, 2, 2, 0, 0},      // 4
    {31, 16, 30, 1, 1, 17, 14, 0, 0},    // 5
    {14, 16, 16, 30, 17, 17, 14, 0, 0},  // 6
    {31, 1, 2, 4, 4, 8, 8, 0, 0},        // 7
    {14, 17, 17, 14, 17, 17, 14, 0, 0},  // 8
    {14, 17, 17, 15, 1, 1, 14, 0, 0},    // 9
    {0, 0, 0, 0, 0, 12, 12, 0, 0},       // .
    {0, 0, 0, 0, 4, 4, 8, 0, 0},         // ,
    {0, 12, 12, 0, 12, 12, 0, 0, 0},     // :
    {0, 0, 0, 31, 0, 0, 0, 0, 0},        // -
    {0, 0, 0, 0, 0, 0, 0, 31, 0},        // _
    {0, 4, 4, 31, 4, 4, 0, 0, 0},        // +
    {1, 1, 2, 4, 8, 16, 16, 0, 0},       // /
    {0, 0, 31, 0, 31, 0, 0, 0, 0},       // =
    {2, 4, 8, 8, 8, 4, 2, 0, 0},         // (
    {8, 4, 2, 2, 2, 4, 8, 0, 0},         // )
    {25, 25, 2, 4, 8, 19, 19, 0, 0},     // %
    {0, 21, 14, 31, 14, 21, 0, 0, 0},    // *
}};
constexpr Glyph missing{31, 17, 17, 17, 17, 17, 31, 0, 0};

}  // namespace

std::string_view font_characters() { return characters; }

void draw_text(Picture& into, std::string_view text, std::uint32_t x, std::uint32_t y, const Pixel& color) {
  for (const char c : text) {
    const std::size_t place = characters.find(c);
    const Glyph& glyph = place == std::string_view::npos ? missing : glyphs[place];
    for (std::uint32_t row = 0; row < glyph_height && c != ' '; ++row)
      for (std::uint32_t column = 0; column < glyph_width; ++column) {
        const bool set = (glyph[row] >> (glyph_width - 1 - column) & 1) != 0;
        if (set && x + column < into.width && y + row < into.height) into.at(x + column, y + row) = color;
      }
    x += cell_width;
  }
}

}  // namespace agal::render
