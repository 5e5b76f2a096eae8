#include "replay/pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/bytes.hpp"
#include "replay/last_draws.hpp"

namespace agal::frames {
namespace {

using render::Picture;

// Says how many pixels differ, and which draws drew most of them.
std::string describe_difference(const Recording& recording, Mode mode, const Call& call, const Picture& picture,
                                const Picture& reference) {
  constexpr std::size_t max_shown = 3;
  const std::vector<std::size_t> pixels = render::different_pixels(picture, reference, 1);
  std::string text = fmt::format("{:.3f} % of its pixels differ by more than one step in 255",
                                 100 * static_cast<double>(pixels.size()) / static_cast<double>(picture.pixels.size()));
  std::string shown;
  std::size_t count = 0;
  for (const auto& [number, drawn] : last_draws(recording.file, recording.pairs, recording.name, mode, call, pixels))
    if (++count <= max_shown)
      shown += fmt::format("{}{} ({})", shown.empty() ? "" : ", ",
                           number > 0 ? fmt::format("draw {}", number) : "no draw of this frame", drawn);
  if (!shown.empty()) text += fmt::format("; most of the {} pixels were last drawn by {}", pixels.size(), shown);
  return text;
}

}  // namespace

std::string ShownPictures::name_after(const Call& call) const {
  if (call.draw > 0) return each_draw || is_last(call) ? fmt::format("draw-{}", call.draw) : "";
  return call.frame > 0 && call.method == "present" ? fmt::format("frame-{}", call.frame) : "";
}

std::vector<std::string> ShownPictures::names(const FrameFile& file) const {
  std::set<std::string> names;
  for (const Call& call : file.calls) {
    if (std::string name = name_after(call); !name.empty()) names.insert(std::move(name));
    if (is_last(call)) break;
  }
  return {names.begin(), names.end()};
}

std::map<std::string, std::string> draw_pictures(const Recording& recording, const ReplayOptions& options,
                                                 const ShownPictures& shown,
                                                 const std::function<bool(const std::string& name)>& is_wanted) {
  std::map<std::string, std::string> pictures;
  ReplayOptions quiet = options;
  quiet.renderdoc = false;
  const auto replayer = make_vulkan_replayer(recording.file, recording.pairs, recording.name, quiet);
  for (const Call& call : recording.file.calls) {
    if (!replayer || (*replayer)->make(call).has_errors()) break;
    if (const std::string name = shown.name_after(call); !name.empty() && is_wanted(name))
      if (const Result<Picture> picture = (*replayer)->picture(); picture && !picture->pixels.empty())
        pictures[name] = base::as_text(write_png(*picture));
    if (shown.is_last(call)) break;
  }
  return pictures;
}

PictureComparison compare_picture(const Recording& recording, Mode mode, const Call& call, const Picture& picture,
                                  const Picture& reference, double tolerance) {
  const bool same_size = reference.width == picture.width && reference.height == picture.height;
  const auto differ = [&](std::uint32_t step) {
    return same_size ? render::compare(picture, reference, step) : render::Difference{255, picture.pixels.size()};
  };
  const double all = std::max(static_cast<double>(picture.pixels.size()), 1.0);
  const auto percent = [&](std::uint32_t step) { return 100 - 100 * static_cast<double>(differ(step).pixels) / all; };
  PictureComparison out;
  out.summary = fmt::format("{:.3f} % equal, {:.3f} % within one step in 255, greatest difference {}", percent(0),
                            percent(1), differ(0).max);
  constexpr std::uint32_t gain = 16;
  if (same_size && differ(0).pixels > 0) out.difference = difference_picture(picture, reference, gain);
  if (!same_size)
    out.fault = fmt::format("it has {} × {} pixels, not {} × {}", picture.width, picture.height, reference.width,
                            reference.height);
  else if (100 - percent(1) > tolerance)
    out.fault = describe_difference(recording, mode, call, picture, reference);
  return out;
}

}  // namespace agal::frames
