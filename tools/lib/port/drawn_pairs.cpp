#include "port/drawn_pairs.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "agal/assembly.hpp"
#include "cli/files.hpp"
#include "manifest/json_values.hpp"
#include "manifest/reader.hpp"
#include "port/materials.hpp"

namespace agal::port {
namespace {

using manifest::count_at;
using manifest::Entry;
using manifest::Json;
using manifest::member;
using manifest::objects_in;
using manifest::text_at;

// A program with which the game drew. `path` is its shader in the language of the target. `stem` is the common
// beginning of both paths.
struct DrawnProgram {
  std::string stem, path, disassembly;
};

// A pair: the hashes of its programs, and an object for each run of the game that uploaded it.
struct Pair {
  std::string vertex, fragment;
  Json captures;
};

struct Drawn {
  std::map<std::string, DrawnProgram> programs;  // the key is the hash
  std::vector<Pair> pairs;                       // sorted like their vertex programs in the manifest
  bool played = false;                           // true if a log of a game has uploads
  std::vector<Target> languages;                 // further languages to which all these programs were compiled
  bool is_emitted = true;                        // see DrawnMaterials
};

Diagnostics note(Drawn& drawn, const Entry& entry, std::string_view target) {
  drawn.played = drawn.played || entry.use.has_value();
  if (!entry.stage || entry.status != manifest::Status::Accepted || entry.use != manifest::Use::Drawn) return {};
  const auto product = [&](std::string_view name) {
    return std::find_if(entry.outputs.begin(), entry.outputs.end(), [&](const auto& row) { return row.first == name; });
  };
  if (const auto found = product(target); found != entry.outputs.end()) {
    drawn.programs.try_emplace(entry.hash, DrawnProgram{entry.stem, found->second, entry.disassembly});
    std::erase_if(drawn.languages, [&](Target each) { return product(info(each).name) == entry.outputs.end(); });
  } else if (!entry.not_expressible.contains(target)) {
    drawn.is_emitted = false;
  }
  if (*entry.stage != Stage::Vertex) return {};
  for (const manifest::Partner& partner : entry.partners)
    if (partner.use == manifest::Use::Drawn)
      drawn.pairs.push_back({entry.hash, partner.hash, manifest::captures_of(partner)});
  return {};
}

// The interfaces of programs. Each program is compiled once, from its disassembly.
class Interfaces {
 public:
  Interfaces(const std::string& folder, const CompileOptions& options) : folder_(folder), options_(options) {
    options_.reflect = options_.bindings_only = true;
    options_.emit = TextForm::Text;
  }

  Result<const Interface*> of(const DrawnProgram& shader) {
    if (const auto known = known_.find(shader.path); known != known_.end()) return &known->second;
    const Result<Compilation> compiled = compile(shader, options_);
    if (!compiled) return compiled.diagnostics();
    return &known_.emplace(shader.path, *compiled->program_interface).first->second;
  }

  // Returns the text of a vertex shader that negates y.
  Result<std::string> flipped(const DrawnProgram& shader) const {
    CompileOptions options = options_;
    options.reflect = options.bindings_only = false;
    options.flip_y = true;
    Result<Compilation> compiled = compile(shader, options);
    if (!compiled) return compiled.diagnostics();
    return std::move(compiled->text);
  }

 private:
  Result<Compilation> compile(const DrawnProgram& shader, const CompileOptions& options) const {
    const std::string path = folder_ + "/" + shader.disassembly;
    const Result<std::vector<std::byte>> bytes = agalc::read_input(path);
    if (!bytes) return bytes.diagnostics();
    const Result<Program> program = load_program(*bytes, path);
    if (!program) return program.diagnostics();
    return agal::compile(*program, options);
  }

  const std::string& folder_;
  CompileOptions options_;
  std::map<std::string, Interface> known_;  // keys are paths
};

// Returns the file name in a stem without the stage, and without the digits of the hash that distinguish it.
std::string_view name_of(std::string_view stem, std::string_view hash) {
  constexpr std::size_t hash_digits = 8;
  std::string_view name = stem.substr(stem.rfind('/') + 1);
  name = name.substr(0, name.rfind('.'));
  const std::size_t end = name.rfind("-" + std::string(hash.substr(0, hash_digits)));
  return end == 0 ? name : name.substr(0, end);
}

// Adds a draw of each material of a pair.
void add_draws(Materials& materials, const Pair& pair, const std::string& fragment_stem, DrawnPair drawn) {
  for (const Json& capture : pair.captures) {
    const std::uint64_t number = count_at(capture, "pair");
    drawn.name = material_name(name_of(fragment_stem, pair.fragment), number);
    drawn.title = title_of("Pair", number, text_at(capture, "log"), pair.vertex, pair.fragment);
    for (const Json& draw : objects_in(member(capture, "draws"))) materials.add(drawn, draw);
  }
}

}  // namespace

std::string flipped_path(const std::string& path, std::string_view suffix) {
  return path.substr(0, path.size() - suffix.size()) + std::string(flipped_part) + std::string(suffix);
}

Result<DrawnMaterials> read_materials(const std::string& manifest, const std::string& folder,
                                      const CompileOptions& options, const WriterInfo& writer, std::string_view old) {
  Drawn drawn;
  drawn.languages = writer.more_targets;
  const std::string_view target = info(options.target).name;
  Diagnostics found = manifest::for_each_entry(
      manifest, [&](const Entry& entry, std::string_view) { return note(drawn, entry, target); });
  if (found.has_errors()) return found;
  if (!drawn.is_emitted) return DrawnMaterials{drawn.played, !drawn.pairs.empty(), false, {}, {}, {}};
  Materials materials(options, writer, drawn.languages);
  Interfaces interfaces(folder, options);
  std::map<std::string, std::string> flipped;  // texts by paths
  for (const Pair& pair : drawn.pairs) {
    const auto vertex = drawn.programs.find(pair.vertex), fragment = drawn.programs.find(pair.fragment);
    if (vertex == drawn.programs.end() || fragment == drawn.programs.end()) continue;
    const Result<const Interface*> of_vertex = interfaces.of(vertex->second),
                                   of_fragment = interfaces.of(fragment->second);
    if (!of_vertex) return of_vertex.diagnostics();
    if (!of_fragment) return of_fragment.diagnostics();
    add_draws(
        materials, pair, fragment->second.stem,
        {{}, {}, {pair.vertex, vertex->second.path, *of_vertex}, {pair.fragment, fragment->second.path, *of_fragment}});
    const std::string path = flipped_path(vertex->second.path, info(options.target).suffix);
    if (!materials.uses(path) || flipped.contains(path)) continue;
    Result<std::string> text = interfaces.flipped(vertex->second);
    if (!text) return text.diagnostics();
    flipped.emplace(path, *std::move(text));
  }
  materials.name(old);
  DrawnMaterials result{drawn.played, !drawn.pairs.empty(), true, materials.take(), {}, materials.take_diagnostics()};
  for (auto& [path, text] : flipped) result.shaders.push_back({path, std::move(text)});
  return result;
}

}  // namespace agal::port
