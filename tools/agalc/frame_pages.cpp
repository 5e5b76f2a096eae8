#include "frame_pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "agal/games/extract.hpp"
#include "cli/files.hpp"
#include "extract/hash.hpp"
#include "manifest/reader.hpp"
#include "os/filesystem.hpp"
#include "recorded_pictures.hpp"
#include "replay/frame_page.hpp"

namespace agalc {
namespace {

namespace fs = os::fs;

bool is_swf(const fs::path& file) {
  std::string ending = file.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
  return ending == ".swf";
}

// The contents of a manifest that the pages need: the SWF files among the inputs, in its order, and its programs.
struct Contents {
  std::vector<fs::path> games;
  agal::frames::ProgramNames names;
};

// Returns the last part of a stem, without the stage.
std::string own_name(const agal::manifest::Entry& entry) {
  const std::string own = entry.stem.substr(entry.stem.rfind('/') + 1);
  return own.ends_with(".vert") || own.ends_with(".frag") ? own.substr(0, own.size() - 5) : own;
}

// Returns a file name as a part of an address.
std::string address_of(const std::string& name) {
  std::string out = "./";
  for (const char c : name)
    if (const bool is_plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '.' || c == '_';
        is_plain)
      out += c;
    else
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return out;
}

Contents read_manifest(const std::string& manifest, const std::string& report) {
  Contents out;
  std::set<std::string> known;
  agal::manifest::Reader reader(manifest);
  while (const std::optional<agal::manifest::Entry> entry = reader.next()) {
    if (entry->stage)
      out.names.try_emplace(entry->hash,
                            agal::frames::ProgramName{own_name(*entry), fmt::format("{}#{}", report, entry->hash)});
    for (const agal::manifest::Json& origin : entry->origins) {
      const auto found = origin.find("container");
      if (found == origin.end() || !found->is_string()) continue;
      const std::string container = found->get<std::string>(), file = container.substr(0, container.find('!'));
      if (known.insert(file).second && is_swf(file)) out.games.emplace_back(file);
    }
  }
  return out;
}

// Returns true if a file of frames is of this game. Files of older versions of agalc do not have the hash of the game.
bool is_of_game(const agal::frames::FrameFile& file, const fs::path& game) {
  if (file.game.empty()) return true;
  const agal::Result<std::vector<std::byte>> bytes = read_input(game.string(), max_container_file_bytes);
  if (!bytes || agal::extraction::hash128(*bytes).hex() == file.game) return true;
  // A tapped game has the hash of the original file.
  const agal::Result<agal::Extraction> found = agal::extract(*bytes, game.string());
  return found && std::any_of(found->movies.begin(), found->movies.end(),
                              [&](const agal::FoundMovie& movie) { return movie.hash == file.game; });
}

// Returns the name of a page: "NAME.frames.html", or "NAME~2.frames.html" for the second game NAME.
std::string page_name(const fs::path& game, std::set<std::string>& names) {
  const std::string stem = game.stem().string();
  std::string name = stem + ".frames.html";
  for (int number = 2; !names.insert(name).second; ++number) name = fmt::format("{}~{}.frames.html", stem, number);
  return name;
}

agal::report::RecordedDraws draws_of(const std::string& name, agal::frames::FrameFile file) {
  agal::Diagnostics reported;  // the page reports them
  agal::frames::Recording recording{name, std::move(file), {}};
  recording.pairs = agal::frames::read_pairs(recording.file, name, reported);
  return recorded_draws(recording, agal::report::ReportOptions().picture_side);
}

}  // namespace

agal::Diagnostics write_frame_pages(const Console& console, const std::string& manifest, const std::string& report,
                                    std::vector<agal::report::FramePage>& pages) {
  agal::Diagnostics found;
  if (report == "-") return found;
  std::set<std::string> names;
  const Contents contents = read_manifest(manifest, address_of(fs::path(report).filename().string()));
  for (const fs::path& game : contents.games) {
    const std::string frames = fs::path(game).replace_extension(".frames").string();
    std::error_code ignored;
    if (!fs::is_regular_file(frames, ignored)) continue;
    const agal::Result<std::vector<std::byte>> bytes = read_input(frames, max_container_file_bytes);
    agal::Result<agal::frames::FrameFile> file =
        bytes ? agal::frames::read_frames(*bytes, frames) : agal::Result<agal::frames::FrameFile>(bytes.diagnostics());
    if (!file) {
      found.append(file.diagnostics());
      continue;
    }
    if (!is_of_game(*file, game)) {
      found.append(only(make_diagnostic("frames-of-other-game", frames, {game.filename().string()})));
      continue;
    }
    const std::string name = page_name(game, names);
    const std::string page = (fs::path(report).parent_path() / name).string();
    agal::Diagnostics problems = console.outputs.check_planned({{page, Writes::Other}}, {frames, manifest, report});
    if (!problems.has_errors()) problems.append(agal::frames::write_page(frames, *file, page, contents.names));
    if (!problems.has_errors()) pages.push_back({game.filename().string(), name, draws_of(frames, *std::move(file))});
    found.append(std::move(problems));
  }
  return found;
}

}  // namespace agalc
