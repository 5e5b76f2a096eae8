#include "last_draws.hpp"

#include <algorithm>
#include <map>

namespace agal::frames {

std::vector<DrawnPixels> last_draws(const FrameFile& frames, const Pairs& pairs, const std::string& name, Mode mode,
                                    const Call& end, const std::vector<std::size_t>& which) {
  const auto is_shown = [&](const Call& call) {
    return call.frame == end.frame && (call.draw > 0 || call.method == "clear");
  };
  const auto draws = static_cast<std::size_t>(std::ranges::count_if(frames.calls, is_shown));
  if (draws > max_draws) return {};
  const auto replayer = make_vulkan_replayer(frames, pairs, name, {mode, false});
  if (!replayer) return {};
  std::vector<std::uint32_t> draw(which.size());
  render::Picture before;
  for (const Call& call : frames.calls) {
    if ((*replayer)->make(call).has_errors()) return {};
    const bool is_end = &call == &end;
    // The picture of a frame is the back buffer, in which the draws into textures are not.
    const bool is_elsewhere = end.draw == 0 && (*replayer)->stage().settings().target.object != 0;
    if (is_shown(call) && !is_elsewhere) {
      Result<render::Picture> after = (*replayer)->picture();
      if (!after) return {};
      for (std::size_t i = 0; i < which.size(); ++i) {
        const std::size_t at = which[i];
        if (at >= after->pixels.size()) return {};
        if (before.pixels.size() != after->pixels.size() || before.pixels[at] != after->pixels[at]) draw[i] = call.draw;
      }
      before = *std::move(after);
    }
    if (is_end) break;
  }
  std::map<std::uint32_t, std::size_t> counts;
  for (const std::uint32_t number : draw) ++counts[number];
  std::vector<DrawnPixels> list;
  for (const auto& [number, pixels] : counts) list.push_back({number, pixels});
  std::stable_sort(list.begin(), list.end(),
                   [](const DrawnPixels& a, const DrawnPixels& b) { return a.pixels > b.pixels; });
  return list;
}

}  // namespace agal::frames
