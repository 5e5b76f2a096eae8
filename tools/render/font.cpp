// The letters of the contact sheet: drawn for it, five by seven pixels, one number a row, the leftmost pixel highest.
#include <array>

#include "render/picture.hpp"

namespace agal::render {
namespace {

constexpr std::uint32_t glyph_width = 5, glyph_height = 7;
using Glyph = std::array<std::uint8_t, glyph_height>;

constexpr std::string_view characters = "abcdefghijklmnopqrstuvwxyz0123456789.,:-_+/=()%*";
constexpr std::array<Glyph, characters.size()> glyphs{{
    {0, 0, 14, 1, 15, 17, 15},  // a
    {16, 16, 30, 17, 17, 17, 30},  // b
    {0, 0, 15, 16, 16, 16, 15},  // c
    {1, 1, 15, 17, 17, 17, 15},  // d
    {0, 0, 14, 17, 31, 16, 14},  // e
    {6, 8, 30, 8, 8, 8, 8},  // f
    {0, 15, 17, 17, 15, 1, 14},  // g
    {16, 16, 30, 17, 17, 17, 17},  // h
    {4, 0, 12, 4, 4, 4, 14},  // i
    {2, 0, 6, 2, 2, 2, 12},  // j
    {16, 18, 20, 24, 20, 18, 17},  // k
    {12, 4, 4, 4, 4, 4, 14},  // l
    {0, 0, 26, 21, 21, 21, 21},  // m
    {0, 0, 30, 17, 17, 17, 17},  // n
    {0, 0, 14, 17, 17, 17, 14},  // o
    {0, 0, 30, 17, 30, 16, 16},  // p
    {0, 0, 15, 17, 15, 1, 1},  // q
    {0, 0, 22, 24, 16, 16, 16},  // r
    {0, 0, 15, 16, 14, 1, 30},  // s
    {8, 8, 30, 8, 8, 8, 6},  // t
    {0, 0, 17, 17, 17, 17, 15},  // u
    {0, 0, 17, 17, 17, 10, 4},  // v
    {0, 0, 21, 21, 21, 21, 10},  // w
    {0, 0, 17, 10, 4, 10, 17},  // x
    {0, 17, 17, 10, 4, 8, 16},  // y
    {0, 0, 31, 2, 4, 8, 31},  // z
    {14, 19, 21, 21, 21, 25, 14},  // 0
    {4, 12, 4, 4, 4, 4, 14},  // 1
    {14, 17, 1, 6, 8, 16, 31},  // 2
    {30, 1, 1, 14, 1, 1, 30},  // 3
    {2, 6, 10, 18, 31, 2, 2},  // 4
    {31, 16, 30, 1, 1, 17, 14},  // 5
    {14, 16, 16, 30, 17, 17, 14},  // 6
    {31, 1, 2, 4, 4, 8, 8},  // 7
    {14, 17, 17, 14, 17, 17, 14},  // 8
    {14, 17, 17, 15, 1, 1, 14},  // 9
    {0, 0, 0, 0, 0, 12, 12},  // .
    {0, 0, 0, 0, 4, 4, 8},  // ,
    {0, 12, 12, 0, 12, 12, 0},  // :
    {0, 0, 0, 31, 0, 0, 0},  // -
    {0, 0, 0, 0, 0, 0, 31},  // _
    {0, 4, 4, 31, 4, 4, 0},  // +
    {1, 1, 2, 4, 8, 16, 16},  // /
    {0, 0, 31, 0, 31, 0, 0},  // =
    {2, 4, 8, 8, 8, 4, 2},  // (
    {8, 4, 2, 2, 2, 4, 8},  // )
    {25, 25, 2, 4, 8, 19, 19},  // %
    {0, 21, 14, 31, 14, 21, 0},  // *
}};
constexpr Glyph missing{31, 17, 17, 17, 17, 17, 31};

}  // namespace

std::string_view font_characters() { return characters; }

void draw_text(Picture& into, std::string_view text, std::uint32_t x, std::uint32_t y, const Pixel& colour) {
  for (const char c : text) {
    const std::size_t place = characters.find(c);
    const Glyph& glyph = place == std::string_view::npos ? missing : glyphs[place];
    for (std::uint32_t row = 0; row < glyph_height && c != ' '; ++row)
      for (std::uint32_t column = 0; column < glyph_width; ++column) {
        const bool set = (glyph[row] >> (glyph_width - 1 - column) & 1) != 0;
        if (set && x + column < into.width && y + row < into.height) into.at(x + column, y + row) = colour;
      }
    x += cell_width;
  }
}

}  // namespace agal::render
