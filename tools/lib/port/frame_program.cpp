#include "port/frame_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "agal/assembly.hpp"
#include "agal/games/extract.hpp"
#include "agal/options.hpp"
#include "options/writer_choice.hpp"
#include "port/drawn_pairs.hpp"
#include "port/materials.hpp"
#include "port/program_texts.hpp"
#include "port/writers.hpp"
#include "products/products.hpp"

namespace agal::port {
namespace {

// The shaders of a frame. Each program is compiled once to each language.
class Shaders {
 public:
  Shaders(const CompileOptions& options, const std::vector<Target>& more_targets)
      : options_(options), targets_{options.target} {
    options_.reflect = options_.bindings_only = true;
    targets_.insert(targets_.end(), more_targets.begin(), more_targets.end());
  }

  // Compiles a program, unless it is known, and returns its shader. `name` is the beginning of the names of new files.
  Result<DrawnShader> add(const Program& program, const std::string& name) {
    const std::string hash = content_hash(program);
    auto found = known_.find(hash);
    if (found == known_.end()) {
      const std::string stem = new_stem(name, program.stage);
      if (!name.empty()) files_.push_back({stem + ".agal", fmt::format("// {}\n", hash) + disassemble(program)});
      Result<Interface> made = add_files(program, stem, {});
      if (!made) return made.diagnostics();
      found = known_.emplace(hash, Known{&program, stem, *std::move(made)}).first;
    }
    return DrawnShader{hash, found->second.stem + std::string(info(options_.target).suffix),
                       &found->second.program_interface};
  }

  // Adds the variants of vertex shaders that negate y, for materials that use them.
  Diagnostics add_flipped(const Materials& materials) {
    options_.flip_y = true;
    for (const auto& [hash, shader] : known_) {
      const std::string_view suffix = info(options_.target).suffix;
      if (!materials.uses(flipped_path(shader.stem + std::string(suffix), suffix))) continue;
      const Result<Interface> made = add_files(*shader.program, shader.stem, flipped_part);
      if (!made) return made.diagnostics();
    }
    return {};
  }

  std::vector<File> take_files() { return std::move(files_); }

 private:
  struct Known {
    const Program* program;
    std::string stem;
    Interface program_interface;
  };

  // Adds the shaders in all languages. Returns the interface of the first one.
  Result<Interface> add_files(const Program& program, const std::string& stem, std::string_view part) {
    std::optional<Interface> first;
    for (const Target target : targets_) {
      Result<Compilation> compiled = compile(program, options::for_target(options_, target, targets_));
      if (!compiled) return compiled.diagnostics();
      files_.push_back({fmt::format("{}{}{}", stem, part, info(target).suffix), products::bytes_of(*compiled)});
      if (!first) first = std::move(compiled->program_interface);
    }
    return *std::move(first);
  }

  std::string new_stem(const std::string& name, Stage stage) {
    const std::string of_stage = stage == Stage::Vertex ? "vert" : "frag";
    if (name.empty()) return of_stage;
    std::string stem = fmt::format("{}.{}", name, of_stage);
    for (std::uint32_t number = 2; !stems_.insert(stem).second; ++number)
      stem = fmt::format("{}_{}.{}", name, number, of_stage);
    return stem;
  }

  CompileOptions options_;
  std::vector<Target> targets_;
  std::map<std::string, Known> known_;  // keys are hashes
  std::set<std::string> stems_;
  std::vector<File> files_;
};

}  // namespace

std::vector<Host> program_engines() {
  std::vector<Host> engines;
  for (const WriterInfo& row : writers()) engines.push_back(row.host);
  return engines;
}

bool has_layouts(Host engine) { return find_writer(engine)->has_attributes; }

bool flips_textures(Host engine) { return find_writer(engine)->flips_textures; }

Result<FrameProgram> write_frame_program(Host engine, const std::string& log, const std::vector<FramePair>& pairs,
                                         const std::vector<FrameDraw>& draws, std::string_view old) {
  const WriterInfo& writer = *find_writer(engine);
  CompileOptions options;
  set_host(options, engine);
  options.target = info(engine).target;
  Shaders shaders(options, writer.more_targets);
  std::vector<DrawnPair> drawn;
  for (const FramePair& pair : pairs) {
    const std::string name = material_name(pair.name, pair.number), stem = pair.is_written ? "" : name;
    Result<DrawnShader> vertex = shaders.add(*pair.vertex, stem), fragment = shaders.add(*pair.fragment, stem);
    if (!vertex) return vertex.diagnostics();
    if (!fragment) return fragment.diagnostics();
    drawn.push_back({name, title_of("Pair", pair.number, log, vertex->hash, fragment->hash), *vertex, *fragment});
  }
  Materials materials(options, writer, writer.more_targets);
  std::vector<std::size_t> numbers;
  for (const FrameDraw& draw : draws) {
    manifest::Json state = draw.state;
    state["record"] = numbers.size() + 1;
    numbers.push_back(materials.add(drawn[draw.pair], state));
  }
  const std::vector<std::size_t> places = materials.name(old);
  if (Diagnostics failed = shaders.add_flipped(materials); failed.has_errors()) return failed;
  FrameProgram program;
  Diagnostics words = materials.take_diagnostics();
  program.materials = materials.take();
  const std::vector<Material>& list = program.materials;
  program.module = writer.write(writer, list);
  program.module.diagnostics.append(std::move(words));
  program.module.files.push_back(materials_json(writer, list));
  for (const ProgramText& row : program_texts)
    if (row.engine == engine && row.use == TextUse::Frame)
      program.module.files.push_back({std::string(row.name), std::string(row.text)});
  for (File& file : shaders.take_files()) program.module.files.push_back(std::move(file));
  for (const std::size_t number : numbers) program.functions.push_back(writer.function_name(list[places[number]]));
  return program;
}

File frame_file(Host engine, const std::vector<Material>& materials, const manifest::Json& frame) {
  if (engine == Host::Sdl) return {"frame.h", frame_header(materials, frame)};
  return {"frame.json", frame.dump(-1, ' ', false, manifest::Json::error_handler_t::replace) + "\n"};
}

}  // namespace agal::port
