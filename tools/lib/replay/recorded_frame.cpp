#include "replay/recorded_frame.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "agal/assembly.hpp"
#include "agal/games/extract.hpp"
#include "cli/console.hpp"
#include "replay/frame_steps.hpp"
#include "replay/recorded_draw.hpp"

namespace agal::frames {
namespace {

// Returns the pairs of a frame with the names that the log in the file gives them.
std::vector<port::FramePair> named_pairs(const Recording& recording, const std::vector<ProgramKey>& keys) {
  std::map<std::pair<std::string, std::string>, port::FramePair> logged;  // keys are hashes
  const Result<Extraction> log = extract(recording.file.log, log_name);
  if (log)
    for (const FoundPair& pair : log->pairs) {
      const FoundProgram &vertex = log->programs[pair.vertex], &fragment = log->programs[pair.fragment];
      const std::size_t number = pair.captures.empty() ? 0 : pair.captures.front().pair;
      logged[{content_hash(vertex.program), content_hash(fragment.program)}] = {nullptr, nullptr,
                                                                                fragment.origins.front().name, number};
    }
  std::vector<port::FramePair> pairs;
  for (const ProgramKey& key : keys) {
    const Pair& pair = recording.pairs.at(key);
    const auto found = logged.find({content_hash(pair.vertex), content_hash(pair.fragment)});
    port::FramePair& named = pairs.emplace_back();
    // A file without a log has the pairs in the order of their first draws.
    if (found != logged.end())
      named = found->second;
    else
      named.number = pairs.size();
    if (named.name.empty()) named.name = fmt::format("pair-{}", named.number);
    named.vertex = &pair.vertex;
    named.fragment = &pair.fragment;
  }
  return pairs;
}

// Writes the program that draws the steps. `unused` are further states for which the module has functions.
Result<DrawFiles> write_program(FrameSteps& steps, Host engine, const Recording& recording,
                                const std::vector<port::FramePair>& pairs, std::vector<port::FrameDraw> unused,
                                const std::string& what, const std::string& names) {
  const std::string log = std::filesystem::path(recording.name).filename().string();
  std::vector<port::FrameDraw> draws;
  for (const Step& step : steps.steps)
    for (const StepDraw& draw : step.draws) draws.push_back(draw.material);
  for (port::FrameDraw& each : unused) draws.push_back(std::move(each));
  Result<port::FrameProgram> program = port::write_frame_program(engine, log, pairs, draws, names);
  if (!program) return program.diagnostics();
  std::size_t number = 0;
  for (Step& step : steps.steps)
    for (StepDraw& draw : step.draws) draw.json["create"] = program->functions[number++];
  const manifest::Json json = steps.json(fmt::format("{} of {}. agalc wrote this file.", what, log));
  DrawFiles out;
  for (const port::File& file : program->module.files) out.add(file.name, file.text);
  for (NamedFile& file : steps.files)
    if (json["textures"].contains(file.name.substr(0, file.name.find('.')))) out.files.push_back(std::move(file));
  const port::File data = port::frame_file(engine, program->materials, json);
  out.add(data.name, data.text);
  out.files.push_back({"frame.bin", steps.data.take()});
  return {std::move(out), std::move(program->module.diagnostics)};
}

}  // namespace

Result<std::vector<NamedFile>> program_of_recorded_frame(const Recording& recording, std::uint32_t frame, Host engine,
                                                         const ReplayOptions& options, const std::string& names) {
  Stage stage(recording.pairs, stage_options(recording.file, options.mode));
  FrameSteps steps(stage, port::has_layouts(engine));
  if (Diagnostics failed = steps.add_frame(recording, frame); failed.has_errors()) return failed;
  if (std::all_of(steps.steps.begin(), steps.steps.end(), [](const Step& step) { return step.draws.empty(); }))
    return agalc::only(agalc::make_diagnostic("frames-no-draw", recording.name,
                                              {fmt::format("a draw in frame {}", frame), "only empty steps in it"}));
  Result<DrawFiles> program = write_program(steps, engine, recording, named_pairs(recording, steps.pairs), {},
                                            fmt::format("Frame {}", frame), names);
  if (!program) return program.diagnostics();
  if (const auto picture = recording.file.pictures.find(frame); picture != recording.file.pictures.end())
    program->files.push_back({"frame.png", picture->second});
  Diagnostics found = program.diagnostics();
  std::set<std::string> missing = stage.warnings();
  for (const std::string& each : steps.left_out) missing.insert("the program leaves out " + each);
  found.append(warnings_about(recording.name, missing));
  return {std::move(program->files), std::move(found)};
}

Result<std::vector<NamedFile>> program_of_recorded_draw(const Recording& recording, Stage& stage, const Call& call,
                                                        const DrawCall& draw, const Float4& background, Host engine,
                                                        const std::string& names) {
  FrameSteps steps(stage, port::has_layouts(engine));
  steps.add_draw(call, draw, background);
  std::vector<port::FramePair> pairs = named_pairs(recording, steps.pairs);
  pairs.front().is_written = true;
  std::vector<port::FrameDraw> into_texture;
  manifest::Json& state = steps.steps.front().draws.front().material.state;
  // The program draws upright. A game that draws into the texture needs a flipped shader.
  if (port::flips_textures(engine) && state.contains("target")) {
    into_texture.push_back({0, state});
    state["backBuffer"] = std::move(state["target"]);
    state.erase("target");
  }
  Result<DrawFiles> program =
      write_program(steps, engine, recording, pairs, std::move(into_texture), fmt::format("Draw {}", call.draw), names);
  if (!program) return program.diagnostics();
  return {std::move(program->files), program.diagnostics()};
}

}  // namespace agal::frames
