#include "frame_pages.hpp"

#include <algorithm>
#include <set>

#include "console/files.hpp"
#include "frames/frame_page.hpp"
#include "manifest/reader.hpp"
#include "os/filesystem.hpp"

namespace agalc {
namespace {

namespace fs = os::fs;

bool is_swf(const fs::path& file) {
  std::string ending = file.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
  return ending == ".swf";
}

// Returns the SWF files among the inputs, in the order of the manifest.
std::vector<fs::path> games_of(const std::string& manifest) {
  std::vector<fs::path> games;
  std::set<std::string> known;
  agal::manifest::Reader reader(manifest);
  while (const std::optional<agal::manifest::Entry> entry = reader.next())
    for (const agal::manifest::Json& origin : entry->origins) {
      const auto found = origin.find("container");
      if (found == origin.end() || !found->is_string()) continue;
      const std::string container = found->get<std::string>(), file = container.substr(0, container.find('!'));
      if (known.insert(file).second && is_swf(file)) games.emplace_back(file);
    }
  return games;
}

}  // namespace

agal::Diagnostics write_frame_pages(const Console& console, const std::string& manifest, const std::string& report,
                                    std::vector<agal::report::FramePage>& pages) {
  agal::Diagnostics found;
  if (report == "-") return found;
  std::set<std::string> written;
  for (const fs::path& game : games_of(manifest)) {
    const std::string frames = fs::path(game).replace_extension(".frames").string();
    const std::string name = game.stem().string() + ".frames.html";
    std::error_code ignored;
    if (!fs::is_regular_file(frames, ignored) || !written.insert(name).second) continue;
    const std::string page = (fs::path(report).parent_path() / name).string();
    agal::Diagnostics problems = console.outputs.check_planned({{page, Writes::Other}}, {frames, manifest, report});
    const agal::Result<std::vector<std::byte>> bytes = read_input(frames, max_container_file_bytes);
    if (!bytes) problems.append(bytes.diagnostics());
    if (!problems.has_errors()) {
      const agal::Result<agal::frames::FrameFile> file = agal::frames::read_frames(*bytes, frames);
      problems.append(file ? agal::frames::write_page(frames, *file, page) : file.diagnostics());
    }
    if (!problems.has_errors()) pages.push_back({game.filename().string(), name});
    found.append(std::move(problems));
  }
  return found;
}

}  // namespace agalc
