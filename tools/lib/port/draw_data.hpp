// Writes source files with the data of a draw, for the programs of SDL_GPU and wgpu (draw_program.hpp).
#pragma once

#include <cstdint>
#include <string>

#include "port/draw_program.hpp"
#include "port/material.hpp"

namespace agal::port {

/// Returns scene.h in C: the vertices, constants and settings of a draw, and the file names of its textures.
std::string scene_header(const Material& material, const DrawnScene& scene);

/// Returns draw.rs: the names of the attributes and textures of a draw, and a function that creates its material. The
/// program reads the data itself from scene.json. `number` is the number of the draw.
std::string scene_names(const Material& material, std::uint32_t number);

}  // namespace agal::port
