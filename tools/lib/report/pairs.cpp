#include "pairs.hpp"

#include <algorithm>
#include <atomic>
#include <tuple>

#include "agal/assembly.hpp"
#include "candidate_scenes.hpp"
#include "files.hpp"
#include "os/threads.hpp"

namespace agal::report {
namespace {

// Returns the text of the first error. The page shows it instead of the picture.
std::string fault_of(const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics)
    if (diagnostic.severity == Severity::Error) return code_name(diagnostic.code) + ": " + diagnostic.message;
  return "one of the two programs was not accepted, or is not in the manifest";
}

// Returns the picture of the first scene that is not empty.
DrawnPicture draw_first(render::Renderer& renderer, const SceneList& list) {
  for (std::size_t i = 0; i < list.scenes.size(); ++i) {
    const Result<render::Picture> picture = renderer.draw(list.scenes[i], {});
    if (!picture) return {{}, fault_of(picture.diagnostics()), {}};
    if (!shows_something(*picture)) continue;
    const Constants made_up = list.of_game > 0 ? Constants::Instead : Constants::MadeUp;
    return {write_png(*picture), {}, i < list.of_game ? Constants::Game : made_up};
  }
  const bool game = list.of_game > 0;
  return {{},
          game ? "the constants of the game, and made-up ones, give an empty picture"
               : "made-up constants give an empty picture",
          {}};
}

}  // namespace

std::string_view name(Constants constants) {
  switch (constants) {
    case Constants::MadeUp: return "made-up";
    case Constants::Game: return "game";
    case Constants::Instead: return "instead";
  }
  return {};
}

std::optional<std::size_t> PairList::number(const Entry& entry, const Partner& partner, const Json& captures) {
  if (entry.status != manifest::Status::Accepted || !entry.stage) return std::nullopt;
  const bool vertex = *entry.stage == Stage::Vertex;
  const auto key = vertex ? std::pair(entry.hash, partner.hash) : std::pair(partner.hash, entry.hash);
  auto place = numbers_.find(key);
  if (place == numbers_.end()) {
    if (pairs_.size() >= max_) return std::nullopt;
    place = numbers_.emplace(key, pairs_.size()).first;
    pairs_.emplace_back();
    std::tie(pairs_.back().vertex_hash, pairs_.back().fragment_hash) = key;
  }
  DrawnPair& pair = pairs_[place->second];
  std::string& path = vertex ? pair.vertex : pair.fragment;
  if (path.empty()) path = entry.disassembly;
  (vertex ? pair.vertex_family : pair.fragment_family) = entry.family.empty() ? entry.hash : entry.family;
  if (!pair.draw) pair.draw = game_draw_of(captures);
  return place->second;
}

std::vector<std::size_t> PairList::shown() const {
  std::map<std::pair<std::string, std::string>, std::size_t> first;
  std::vector<std::size_t> shown(pairs_.size());
  const auto key = [](const DrawnPair& pair) { return std::pair(pair.vertex_family, pair.fragment_family); };
  const auto is_whole = [](const DrawnPair& pair) { return !pair.vertex.empty() && !pair.fragment.empty(); };
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    if (!is_whole(pairs_[i])) continue;
    const auto row = first.emplace(key(pairs_[i]), i).first;
    if (pairs_[i].draw && !pairs_[row->second].draw) row->second = i;
  }
  for (std::size_t i = 0; i < pairs_.size(); ++i) shown[i] = is_whole(pairs_[i]) ? first.at(key(pairs_[i])) : i;
  return shown;
}

Result<std::unique_ptr<PairRenderer>> PairRenderer::create(const ReportOptions& options, std::string folder) {
  auto pair_renderer = std::make_unique<PairRenderer>();
  pair_renderer->folder_ = std::move(folder);
  pair_renderer->side_ = options.picture_side;
  if (options.pictures == Pictures::Vulkan) {
    Result<std::unique_ptr<render::Renderer>> vulkan = render::make_vulkan_renderer();
    if (!vulkan) return std::move(vulkan.diagnostics());
    pair_renderer->renderers_.push_back(*std::move(vulkan));
    return pair_renderer;
  }
  for (unsigned i = 0; i < agalc::os::core_count(); ++i)
    pair_renderer->renderers_.push_back(render::make_interpreting_renderer());
  return pair_renderer;
}

Result<Program> PairRenderer::program_at(const std::string& path) const {
  const FileText file = read_text(folder_, path);
  if (!file.problem.empty()) return file.diagnostics;
  return assemble(file.text, path);
}

Result<SceneList> PairRenderer::scenes_of(const DrawnPair& pair) {
  if (pair.vertex.empty() || pair.fragment.empty()) return Diagnostics();
  const Result<Program> vertex = program_at(pair.vertex);
  if (!vertex) return vertex.diagnostics();
  const Result<Program> fragment = program_at(pair.fragment);
  if (!fragment) return fragment.diagnostics();
  SceneList list;
  std::vector<render::Description> descriptions;
  if (pair.draw) descriptions = game_candidate_scenes(*vertex, *fragment, *pair.draw);
  list.of_game = descriptions.size();
  for (render::Description& description : candidate_scenes(*vertex, *fragment))
    descriptions.push_back(std::move(description));
  for (const render::Description& description : descriptions) {
    Result<render::Scene> scene = build_scene(*vertex, *fragment, description, side_, side_, texture_cache_);
    if (!scene) return std::move(scene.diagnostics());
    list.scenes.push_back(*std::move(scene));
  }
  return list;
}

std::vector<DrawnPicture> PairRenderer::draw(std::span<const DrawnPair* const> pairs) {
  std::vector<DrawnPicture> pictures(pairs.size());
  std::vector<Result<SceneList>> scenes;
  // The scenes are created on one thread, because textures are shared.
  for (const DrawnPair* const pair : pairs) scenes.push_back(scenes_of(*pair));
  std::atomic<std::size_t> next{0}, threads{0};
  agalc::os::run_on_threads(static_cast<unsigned>(renderers_.size()), [&] {
    render::Renderer& renderer = *renderers_[threads++];
    for (std::size_t i = next++; i < pairs.size(); i = next++)
      pictures[i] =
          scenes[i] ? draw_first(renderer, *scenes[i]) : DrawnPicture{{}, fault_of(scenes[i].diagnostics()), {}};
  });
  return pictures;
}

}  // namespace agal::report
