#include "frame_page.hpp"

#include <nlohmann/json.hpp>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"
#include "agal/games/extract.hpp"
#include "cli/console.hpp"
#include "cli/streamed_file.hpp"
#include "page.hpp"
#include "report/data_element.hpp"

namespace agal::frames {
namespace {

using Json = nlohmann::json;

// Row 0 of every target is on top, as in Stage3D.
CompileOptions page_options() {
  CompileOptions options;
  options.target = Target::Essl300;
  options.clip_z = ClipZ::NegativeOneToOne;
  options.flip_y = true;
  return options;
}

// Returns the shaders of a pair and their reflection, or the reason why the pair cannot be drawn.
Json compile(const Pair& pair, const CompileOptions& options) {
  if (!pair.problem.empty()) return {{"problem", pair.problem}};
  const Result<LinkedCompilation> linked = link(pair.vertex, pair.fragment, options);
  if (!linked || linked.diagnostics().has_errors()) return {{"problem", linked.diagnostics().begin()->message}};
  const auto program = [](const Program& agal, const std::string& glsl) {
    return Json{{"hash", content_hash(agal)}, {"agal", disassemble(agal)}, {"glsl", glsl}};
  };
  return {{"vertex", program(pair.vertex, linked->vertex.text)},
          {"fragment", program(pair.fragment, linked->fragment.text)},
          {"reflection", Json::parse(std::string_view(linked->reflection), nullptr, false)}};
}

// Adds the name of a program, if it has one.
void add_name(Json& program, const ProgramNames& names) {
  const auto found = names.find(program["hash"].get<std::string>());
  if (found == names.end()) return;
  program["name"] = found->second.name;
  if (!found->second.link.empty()) program["link"] = found->second.link;
}

void write_parts(agalc::StreamedFile& output, std::span<const std::string_view> parts) {
  for (const std::string_view part : parts) output.write(part);
}

}  // namespace

Diagnostics write_page(const std::string& name, const FrameFile& frames, const std::string& page,
                       const ProgramNames& names) {
  Diagnostics found;
  const Pairs pairs = read_pairs(frames, name, found);
  const CompileOptions options = page_options();
  Json programs = Json::object();
  for (const auto& [hashes, pair] : pairs) {
    const std::string key = hashes.first + " " + hashes.second;
    programs[key] = compile(pair, options);
    if (programs[key].contains("reflection"))
      for (const char* const stage : {"vertex", "fragment"}) add_name(programs[key][stage], names);
    if (pair.problem.empty() && programs[key].contains("problem"))
      found.add(agalc::make_diagnostic("frames-program", name, {key, programs[key]["problem"].get<std::string>()}));
  }
  agalc::StreamedFile output(page);
  write_parts(output, page::head);
  report::DataElement index(output, "id=\"programs\"");
  index.write(programs.dump(-1, ' ', false, Json::error_handler_t::replace));
  index.finish();
  found.append(write_page_data(output, name, frames, pairs));
  if (found.has_errors()) return found;
  write_parts(output, page::script);
  write_parts(output, page::tail);
  found.append(output.commit());
  return found;
}

}  // namespace agal::frames
