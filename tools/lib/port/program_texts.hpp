// The files of programs that draw a frame (frame_program.hpp): the files that are always the same, which CMakeLists.txt
// makes from frame/ and embeds, and the data of a frame for an engine that does not read JSON.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agal/host.hpp"
#include "manifest/json.hpp"
#include "port/material.hpp"

namespace agal::port {

/// The folders that have a file: each module of an engine, or each program of a frame.
enum class TextUse : std::uint8_t { Module, Frame };

struct ProgramText {
  Host engine;
  TextUse use;
  std::string_view name, text;
};

/// All embedded files.
extern const std::span<const ProgramText> program_texts;

/// Returns frame.h in C: what frame.json has, with numbers in place of names. frame/sdl.c declares the types.
std::string frame_header(const std::vector<Material>& materials, const manifest::Json& frame);

}  // namespace agal::port
