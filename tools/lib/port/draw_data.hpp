// Writes the data of a draw for the programs of SDL_GPU and wgpu.
#pragma once

#include <cstdint>
#include <string>

#include "port/draw_program.hpp"
#include "port/material.hpp"

namespace agal::port {

/// Returns scene.h: the vertices, constants, textures and settings of a draw in C.
std::string scene_header(const Material& material, const DrawnScene& scene);

/// Returns draw.rs: the names of the attributes and textures of a draw, and its material. The program reads the data
/// from scene.json. `number` is the number of the draw.
std::string scene_names(const Material& material, std::uint32_t number);

}  // namespace agal::port
