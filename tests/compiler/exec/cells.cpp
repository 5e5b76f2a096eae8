#include "exec/cells.hpp"

#include <cstdlib>
#include <cstring>

namespace agal::exec {
namespace {

bool same_bits(float a, float b) { return std::memcmp(&a, &b, sizeof a) == 0; }

}  // namespace

std::string chosen_device() {
  const char* const name = std::getenv("AGAL_DEVICE");
  return name != nullptr ? name : "";
}

Outcome fragment_outcome(const Job& job, std::span<const std::span<const float>> colors, std::span<const float> depth) {
  Outcome outcome;
  const std::size_t registers = job.interface.colors.empty() ? 0 : job.interface.colors.back() + 1;
  for (std::size_t draw = 0; draw < job.draws.size(); ++draw) {
    QuadOutput quad;
    for (std::size_t i = 0; i < quad_size; ++i) {
      PixelOutput& pixel = quad.pixels[i];
      const std::size_t x = cell_of(draw).x + i % cell_size, y = cell_of(draw).y + i / cell_size;
      const std::size_t at = y * surface_size + x;
      pixel.colors.resize(registers);
      pixel.killed = !colors.empty();
      for (std::size_t c = 0; c < colors.size(); ++c) {
        const float* const rgba = colors[c].data() + at * 4;
        pixel.colors[job.interface.colors[c]] = Float4{rgba[0], rgba[1], rgba[2], rgba[3]};
        for (std::size_t lane = 0; lane < 4; ++lane)
          if (!same_bits(rgba[lane], untouched)) pixel.killed = false;
      }
      if (job.interface.depth) pixel.depth = depth[at];
    }
    outcome.quads.push_back(std::move(quad));
  }
  return outcome;
}

}  // namespace agal::exec
