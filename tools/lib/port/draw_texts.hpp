// The files of the programs, which CMakeLists.txt makes from draw/ and embeds.
#pragma once

#include <span>
#include <string_view>

#include "agal/host.hpp"

namespace agal::port {

struct DrawText {
  Host engine;
  std::string_view name, text;
};

/// All files. The files of one engine are consecutive.
extern const std::span<const DrawText> draw_texts;

}  // namespace agal::port
