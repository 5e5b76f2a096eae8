// The files of programs that repeat a draw (draw_program.hpp) or a frame (frame_program.hpp): the files that are always
// the same, which CMakeLists.txt makes from draw/ and frame/ and embeds, and the source files with the data of a draw.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "agal/host.hpp"
#include "port/draw_program.hpp"
#include "port/material.hpp"

namespace agal::port {

/// The folders that have a file: each module of an engine and its programs, or a program of one draw, of a whole frame,
/// or both.
enum class TextUse : std::uint8_t { Module, Draw, Frame, Programs };

struct DrawText {
  Host engine;
  TextUse use;
  std::string_view name, text;
};

/// All embedded files.
extern const std::span<const DrawText> draw_texts;

/// Returns scene.h in C: the vertices, constants and settings of a draw, and the file names of its textures.
std::string scene_header(const Material& material, const DrawnScene& scene);

/// Returns draw.rs: the names of the attributes and textures of a draw, and a function that creates its material. The
/// program reads the data itself from scene.json. `number` is the number of the draw.
std::string scene_names(const Material& material, std::uint32_t number);

}  // namespace agal::port
