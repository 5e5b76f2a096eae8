// The first draw of a captured pair, as far as pictures use it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "agal/interpret.hpp"
#include "json_values.hpp"
#include "render/description.hpp"

namespace agal::report {

struct GameDraw {
  std::map<std::uint32_t, std::string> formats;      // of attributes, in the words of Stage3D
  std::map<std::uint32_t, SamplerOperand> samplers;  // that setSamplerStateAt set
  std::vector<Float4> vertex_constants, fragment_constants;
  bool blends = false;  // the color is blended with that of the target
};

/// The first draw of which the constants are known; nullopt: there is none. `captures` are those of a pair.
std::optional<GameDraw> game_draw_of(const Json& captures);

/// A value as a vertex buffer with this format gives it to the program: components that it does not have are 0, 0
/// and 1.
Float4 in_format(const Float4& value, const std::string& format);

/// Descriptions of scenes with the constants, formats, sampler states and blending of the draw, the most promising
/// first. The content of the buffers is not known. Therefore a made-up mesh is placed where it is visible with the
/// matrices of the game, if the position depends on its attribute as an affine function; else it is drawn as it is.
std::vector<render::Description> game_stagings(const Program& vertex, const GameDraw& draw);

}  // namespace agal::report
