#include "port/frame_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "agal/assembly.hpp"
#include "agal/games/extract.hpp"
#include "agal/options.hpp"
#include "cli/console.hpp"
#include "port/draw_texts.hpp"
#include "port/drawn_pairs.hpp"
#include "port/materials.hpp"

namespace agal::port {
namespace {

// The shaders of a frame. Each program is compiled once.
class Shaders {
 public:
  explicit Shaders(const CompileOptions& options) : options_(options) {
    options_.reflect = options_.bindings_only = true;
  }

  // Compiles a program, unless it is known, and returns its shader. `name` is the beginning of the name of a new file.
  Result<DrawnShader> add(const Program& program, const std::string& name) {
    const std::string hash = content_hash(program);
    auto found = known_.find(hash);
    if (found == known_.end()) {
      Result<Compilation> compiled = compile(program, options_);
      if (!compiled) return compiled.diagnostics();
      const std::string stem = new_stem(name, program.stage), suffix(info(options_.target).suffix);
      files_.push_back({stem + ".agal", fmt::format("// {}\n", hash) + disassemble(program)});
      files_.push_back({stem + suffix, compiled->text});
      found = known_.emplace(hash, Known{&program, stem + suffix, *compiled->program_interface}).first;
    }
    return DrawnShader{hash, found->second.path, &found->second.program_interface};
  }

  // Adds the variants of vertex shaders that negate y, for materials that use them.
  Diagnostics add_flipped(const Materials& materials) {
    CompileOptions options = options_;
    options.flip_y = true;
    for (const auto& [hash, shader] : known_) {
      const std::string path = flipped_path(shader.path, info(options.target).suffix);
      if (!materials.uses(path)) continue;
      Result<Compilation> compiled = compile(*shader.program, options);
      if (!compiled) return compiled.diagnostics();
      files_.push_back({path, std::move(compiled->text)});
    }
    return {};
  }

  std::vector<File> take_files() { return std::move(files_); }

 private:
  struct Known {
    const Program* program;
    std::string path;
    Interface program_interface;
  };

  std::string new_stem(const std::string& name, Stage stage) {
    const std::string_view of_stage = stage == Stage::Vertex ? "vert" : "frag";
    std::string stem = fmt::format("{}.{}", name, of_stage);
    for (std::uint32_t number = 2; !stems_.insert(stem).second; ++number)
      stem = fmt::format("{}_{}.{}", name, number, of_stage);
    return stem;
  }

  CompileOptions options_;
  std::map<std::string, Known> known_;  // keys are hashes
  std::set<std::string> stems_;
  std::vector<File> files_;
};

}  // namespace

std::vector<Host> frame_engines() {
  std::vector<Host> engines;
  for (const DrawText& row : draw_texts)
    if (row.use == TextUse::Frame && (engines.empty() || engines.back() != row.engine)) engines.push_back(row.engine);
  return engines;
}

Result<FrameProgram> write_frame_program(Host engine, const std::string& log, const std::vector<FramePair>& pairs,
                                         const std::vector<FrameDraw>& draws, std::string_view old) {
  const WriterInfo& writer = *find_writer(engine);
  CompileOptions options;
  set_host(options, engine);
  options.target = info(engine).target;
  Shaders shaders(options);
  std::vector<DrawnPair> drawn;
  for (const FramePair& pair : pairs) {
    const std::string name = material_name(pair.name, pair.number);
    Result<DrawnShader> vertex = shaders.add(*pair.vertex, name), fragment = shaders.add(*pair.fragment, name);
    if (!vertex) return vertex.diagnostics();
    if (!fragment) return fragment.diagnostics();
    drawn.push_back({name, title_of("Pair", pair.number, log, vertex->hash, fragment->hash), *vertex, *fragment});
  }
  Materials materials(options, writer, writer.more_targets);
  std::vector<std::size_t> numbers;
  for (const FrameDraw& draw : draws) {
    manifest::Json state = manifest::Json::parse(draw.state);
    state["record"] = numbers.size() + 1;
    numbers.push_back(materials.add(drawn[draw.pair], state));
  }
  const std::vector<std::size_t> places = materials.name(old);
  if (Diagnostics failed = shaders.add_flipped(materials); failed.has_errors()) return failed;
  FrameProgram program;
  Diagnostics words = materials.take_diagnostics();
  const std::vector<Material> list = materials.take();
  program.module = writer.write(writer, list);
  program.module.diagnostics.append(std::move(words));
  program.module.files.push_back(materials_json(writer, list));
  for (const DrawText& row : draw_texts)
    if (row.engine == engine && (row.use == TextUse::Frame || row.use == TextUse::Programs))
      program.module.files.push_back({std::string(row.name), std::string(row.text)});
  for (File& file : shaders.take_files()) program.module.files.push_back(std::move(file));
  for (const std::size_t number : numbers) program.functions.push_back(writer.function_name(list[places[number]]));
  return program;
}

}  // namespace agal::port
