#include "recorded_pictures.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>

#include "agal/games/extract.hpp"
#include "cli/files.hpp"
#include "os/temporary_folder.hpp"
#include "render/scene.hpp"
#include "replay/recorded_draw.hpp"
#include "scene_file.hpp"

namespace agalc {
namespace {

namespace frames = agal::frames;
namespace render = agal::render;
using agal::stage3d::PixelRectangle;

// A draw is first drawn with this many pixels, to find the part that it changes.
constexpr std::uint32_t first_side = 192;
// The draws of a pair that are tried until one shows something.
constexpr std::size_t max_tries = 3;

using Draws = std::map<frames::ProgramKey, std::vector<std::uint32_t>>;

Draws draws_by_pair(const frames::Recording& recording) {
  Draws draws;
  frames::Stage stage(recording.pairs, frames::stage_options(recording.file, frames::Mode::Flash));
  for (const frames::Call& call : recording.file.calls) {
    if (call.draw > 0)
      if (const frames::Object* const program = stage.find(stage.settings().program);
          program != nullptr && program->pair != nullptr && program->pair->problem.empty())
        draws[program->key].push_back(call.draw);
    stage.apply(call);
  }
  return draws;
}

// Returns the smallest rectangle that has all pixels other than the background; nullopt if there are none.
std::optional<PixelRectangle> changed_part(const render::Picture& picture, const render::Pixel& background) {
  std::uint32_t left = picture.width, top = picture.height, right = 0, bottom = 0;
  for (std::uint32_t y = 0; y < picture.height; ++y)
    for (std::uint32_t x = 0; x < picture.width; ++x) {
      if (picture.at(x, y) == background) continue;
      left = std::min(left, x);
      right = std::max(right, x + 1);
      top = std::min(top, y);
      bottom = y + 1;
    }
  if (right == 0) return std::nullopt;
  return PixelRectangle{left, top, right - left, bottom - top};
}

// Returns a part without transparency, because the target is shown without.
render::Picture part_of(const render::Picture& picture, const PixelRectangle& part) {
  render::Picture out(part[2], part[3], {});
  for (std::uint32_t y = 0; y < part[3]; ++y)
    for (std::uint32_t x = 0; x < part[2]; ++x) {
      out.at(x, y) = picture.at(part[0] + x, part[1] + y);
      out.at(x, y)[3] = 255;
    }
  return out;
}

// The scene of one draw, which is drawn in several sizes.
class DrawnScene {
 public:
  // `folder` is for its files.
  DrawnScene(frames::DrawFiles files, const std::string& folder) : files_(std::move(files)), folder_(folder) {}

  // Returns the part of the picture that the draw changes, as a PNG file; empty if it changes nothing or cannot be
  // drawn.
  std::vector<std::byte> picture(std::uint32_t side) {
    for (const frames::NamedFile& file : files_.files)
      if (write_output(folder_ + "/" + file.name, file.bytes).has_errors()) return {};
    agal::Result<render::Description> description = read_scene(folder_ + "/scene.json");
    if (!description || !description->size) return {};
    description_ = *std::move(description);
    const auto [width, height] = *description_.size;
    if (width == 0 || height == 0) return {};
    double scale = std::min(1.0, double{first_side} / std::max(width, height));
    std::optional<render::Picture> drawn = draw(scale, std::nullopt);
    std::optional<PixelRectangle> part = drawn ? changed_part(*drawn, background_) : std::nullopt;
    if (!part) return {};
    const double side_of_part = std::max((*part)[2], (*part)[3]), side_of_all = std::max(drawn->width, drawn->height);
    const double larger = std::min(side / side_of_part, render::max_side / side_of_all);
    for (std::uint32_t& each : *part) each = static_cast<std::uint32_t>(std::lround(each * larger));
    drawn = draw(scale * larger, part);
    if (!drawn) return {};
    (*part)[2] = std::min((*part)[2], drawn->width - std::min((*part)[0], drawn->width));
    (*part)[3] = std::min((*part)[3], drawn->height - std::min((*part)[1], drawn->height));
    if ((*part)[2] == 0 || (*part)[3] == 0) return {};
    return write_png(part_of(*drawn, *part));
  }

 private:
  // Draws the scene in another size, or only a part of it.
  std::optional<render::Picture> draw(double scale, const std::optional<PixelRectangle>& part) {
    render::Description description = description_;
    const auto scaled = [&](std::uint32_t value) { return static_cast<std::uint32_t>(std::lround(value * scale)); };
    if (description.scissor)
      for (std::uint32_t& each : *description.scissor) each = scaled(each);
    if (part) description.scissor = part;
    agal::Result<render::Scene> scene =
        build_scene(files_.vertex, files_.fragment, description, std::max(scaled((*description_.size)[0]), 1u),
                    std::max(scaled((*description_.size)[1]), 1u), textures_);
    if (!scene) return std::nullopt;
    background_ = render::store(scene->background);
    agal::Result<render::Picture> picture = renderer_->draw(*scene, {});
    return picture ? std::optional(*std::move(picture)) : std::nullopt;
  }

  frames::DrawFiles files_;
  std::string folder_;
  render::Description description_;
  render::Pixel background_{};
  render::TextureCache textures_;
  std::unique_ptr<render::Renderer> renderer_ = render::make_interpreting_renderer();
};

}  // namespace

agal::report::RecordedDraws recorded_draws(const frames::Recording& recording, std::uint32_t side) {
  agal::report::RecordedDraws out;
  for (const auto& [key, draws] : draws_by_pair(recording)) {
    const frames::Pair& pair = recording.pairs.at(key);
    agal::report::RecordedDraw& drawn = out[{agal::content_hash(pair.vertex), agal::content_hash(pair.fragment)}];
    drawn.draw = draws.front();
    drawn.count = static_cast<std::uint32_t>(draws.size());
    for (std::size_t i = 0; i < std::min(draws.size(), max_tries) && drawn.picture.empty(); ++i) {
      const os::TemporaryFolder folder("agalc-draw");  // an output may be written only once
      agal::Result<frames::DrawFiles> files = frames::files_of_recorded_draw(recording, draws[i], {});
      if (files && !folder.path().empty()) drawn.picture = DrawnScene(*std::move(files), folder.path()).picture(side);
      if (!drawn.picture.empty()) drawn.draw = draws[i];
    }
  }
  return out;
}

}  // namespace agalc
