#include "last_draws.hpp"

#include <algorithm>
#include <map>

namespace agal::frames {

std::vector<DrawnPixels> last_draws(const FrameFile& frames, const Pairs& pairs, const std::string& name, Mode mode,
                                    const Call& end, const std::vector<std::size_t>& which) {
  const auto is_shown = [&](const Call& call) {
    return call.frame == end.frame && (call.draw > 0 || call.method == "clear");
  };
  const auto draws = std::count_if(frames.calls.begin(), frames.calls.end(), is_shown);
  if (draws > max_draws) return {};
  const auto replayer = make_vulkan_replayer(frames, pairs, name, {mode, false});
  if (!replayer) return {};
  std::vector<std::uint32_t> draw(which.size());
  render::Picture before;
  std::uint32_t target = 0;
  for (const Call& call : frames.calls) {
    if ((*replayer)->make(call).has_errors()) return {};
    if (&call == &end) break;
    if (!is_shown(call)) continue;
    target = (*replayer)->stage().settings().target.object;
    if (target != 0 && end.method == "present") continue;  // the picture of a frame is the back buffer
    Result<render::Picture> after = (*replayer)->picture();
    if (!after) return {};
    for (std::size_t i = 0; i < which.size(); ++i) {
      if (which[i] >= after->pixels.size()) return {};
      const bool is_changed =
          before.pixels.size() != after->pixels.size() || before.pixels[which[i]] != after->pixels[which[i]];
      if (is_changed) draw[i] = call.draw;
    }
    before = *std::move(after);
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
