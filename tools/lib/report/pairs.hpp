// Draws the pairs of a manifest.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "game_draw.hpp"
#include "manifest/entry.hpp"
#include "render/description.hpp"
#include "report.hpp"

namespace agal::report {

using manifest::Entry;
using manifest::Json;
using manifest::Partner;

/// A pair to draw: the paths of its two assembly texts ("" if the manifest does not have them), and its first draw by a
/// game, if a log has one.
struct DrawnPair {
  std::string vertex, fragment;
  std::string vertex_hash, fragment_hash;
  std::string vertex_family, fragment_family;  // equal for programs that differ only in the options of their samplers
  std::optional<GameDraw> draw;
};

/// Assigns numbers to the first `max` pairs of a manifest, in the manifest's order.
class PairList {
 public:
  explicit PairList(std::size_t max) : max_(max) {}

  /// Returns the number of the pair that consists of `entry` and `partner`; nullopt: the pair is not drawn. `captures`
  /// are the captures of the pair.
  std::optional<std::size_t> number(const Entry& entry, const Partner& partner, const Json& captures);

  const std::vector<DrawnPair>& pairs() const { return pairs_; }
  /// Returns, for each pair, the number of the pair whose picture is shown. Among pairs that differ only in the options
  /// of samplers, this is the first pair that a game drew, or else the first pair.
  std::vector<std::size_t> shown() const;

 private:
  std::size_t max_;
  std::map<std::pair<std::string, std::string>, std::size_t> numbers_;
  std::vector<DrawnPair> pairs_;
};

/// The source of a picture's constants.
enum class Constants : std::uint8_t {
  MadeUp,
  Game,     // the constants of the game's first draw
  Instead,  // made-up constants, because the game's constants give an empty picture
};
std::string_view name(Constants constants);

/// A picture as a PNG file, or the reason why it is missing.
struct DrawnPicture {
  std::vector<std::byte> png;
  std::string fault;
  Constants constants = Constants::MadeUp;
};

/// The scenes to try for a pair, in this order. The first `of_game` scenes have the constants of the game.
struct SceneList {
  std::vector<render::Scene> scenes;
  std::size_t of_game = 0;
};

/// Draws pairs on all cores, or on one Vulkan device.
class PairRenderer {
 public:
  /// Creates a renderer. Errors: AGAL1020 if Vulkan was requested and is missing.
  static Result<std::unique_ptr<PairRenderer>> create(const ReportOptions& options, std::string folder);

  std::string device() const { return renderers_.front()->device(); }
  /// Returns the pictures, in the order of the pairs.
  std::vector<DrawnPicture> draw(std::span<const DrawnPair* const> pairs);

 private:
  Result<SceneList> scenes_of(const DrawnPair& pair);
  Result<Program> program_at(const std::string& path) const;

  std::string folder_;
  std::uint32_t side_ = 0;
  std::vector<std::unique_ptr<render::Renderer>> renderers_;
  render::TextureCache texture_cache_;
};

}  // namespace agal::report
