#include "port/port.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <utility>

#include "cli/console.hpp"
#include "manifest/json_values.hpp"
#include "os/filesystem.hpp"
#include "port/drawn_pairs.hpp"
#include "port/writers.hpp"

namespace agal::port {
namespace {

namespace fs = agalc::os::fs;

// Returns the first option that the module cannot follow, or "" if there is none.
std::string_view wrong_option(Host host, const CompileOptions& options) {
  const HostInfo& row = info(host);
  if (options.constants.value_or(row.constants) != row.constants) return "--constants";
  if (host == Host::Pixi && !options.version_line) return "--no-version";
  if (host != Host::Sdl) return {};
  if (options.layout != BindingLayout::Sdl) return "--layout";
  if (options.samplers == Samplers::Separate) return "--samplers";
  return options.bindings.empty() ? "" : "--bind";
}

std::vector<std::string_view> file_names(const WriterInfo& writer) {
  std::vector<std::string_view> names = writer.files;
  names.push_back(materials_file);
  return names;
}

// Returns the flipped vertex shaders that the materials.json of an earlier run names. The file is not trusted: paths
// that lead out of the folder are left out.
std::vector<std::string> flipped_shaders(const std::string& folder) {
  std::vector<std::string> paths;
  std::ifstream file(folder + "/" + std::string(materials_file), std::ios::binary);
  const manifest::Json json = manifest::Json::parse(file, nullptr, false);
  for (const manifest::Json& material : manifest::objects_in(manifest::member(json, "materials"))) {
    const std::string path = manifest::text_at(manifest::member(material, "vertex"), "shader");
    const fs::path parts(path);
    const bool is_inside = parts.is_relative() && std::find(parts.begin(), parts.end(), "..") == parts.end();
    if (is_inside && path.find(flipped_part) != std::string::npos) paths.push_back(path);
  }
  return paths;
}

// Returns true if a file begins like a module that agalc wrote. Links are not followed.
bool is_module(const std::string& path) {
  std::error_code failed;
  if (!fs::is_regular_file(fs::symlink_status(path, failed))) return false;
  constexpr std::size_t max_head = 200;
  std::ifstream file(path, std::ios::binary);
  std::string head(max_head, ' ');
  file.read(head.data(), max_head);
  return std::any_of(writers().begin(), writers().end(),
                     [&](const WriterInfo& row) { return head.find(head_line(row.host)) != std::string::npos; });
}

}  // namespace

std::vector<std::string> module_paths(Host host, const std::string& folder) {
  std::vector<std::string> paths;
  if (const WriterInfo* const writer = find_writer(host))
    for (const std::string_view name : file_names(*writer)) paths.push_back(folder + "/" + std::string(name));
  return paths;
}

std::string old_materials(const std::string& folder) {
  const std::string path = folder + "/" + std::string(materials_file);
  if (!is_module(path)) return {};
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

std::vector<Target> module_targets(Host host) {
  const WriterInfo* const writer = find_writer(host);
  return writer ? writer->more_targets : std::vector<Target>();
}

Diagnostics check_options(Host host, const CompileOptions& options, const std::vector<Target>& targets) {
  if (find_writer(host) == nullptr) return {};
  const HostInfo& row = info(host);
  if (std::count(targets.begin(), targets.end(), row.target) == 0)
    return agalc::usage_error(
        fmt::format("the materials of {} need {}, and --emit does not name it", row.title, info(row.target).name),
        fmt::format("add {} to --emit, or omit --emit", info(row.target).name));
  const std::string_view option = wrong_option(host, options);
  if (option.empty()) return {};
  return agalc::usage_error(fmt::format("the materials of {} cannot follow {}", row.title, option),
                            fmt::format("omit {}, or convert the programs without the log of the game", option));
}

Result<Module> make_module(Host host, const std::string& manifest, const std::string& folder,
                           const CompileOptions& options) {
  const WriterInfo* const writer = find_writer(host);
  if (!writer) return Module();
  CompileOptions compile = options;
  compile.target = info(host).target;
  Result<DrawnMaterials> drawn = read_materials(manifest, folder, compile, *writer, old_materials(folder));
  if (!drawn) return drawn.diagnostics();
  if (!drawn->has_pairs) {
    Module none;
    if (drawn->played)
      none.diagnostics = agalc::only(agalc::make_diagnostic("no-materials", {}, {std::string(info(host).title)}));
    return none;
  }
  const std::vector<Target> emitted(drawn->is_emitted ? 1 : 0, compile.target);
  if (Diagnostics wrong = check_options(host, options, emitted); wrong.has_errors()) return wrong;
  if (drawn->materials.empty()) return Module();
  Module module = writer->write(*writer, drawn->materials);
  module.files.push_back(materials_json(*writer, drawn->materials));
  for (File& shader : drawn->shaders) module.files.push_back(std::move(shader));
  module.diagnostics.append(std::move(drawn->diagnostics));
  return module;
}

std::vector<std::string> old_modules(const std::string& folder, const Module& module) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    const bool is_new =
        std::any_of(module.files.begin(), module.files.end(), [&](const File& file) { return file.name == name; });
    if (!is_new && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const WriterInfo& row : writers())
    for (const std::string_view name : file_names(row))
      if (is_module(folder + "/" + std::string(name))) add(std::string(name));
  if (is_module(folder + "/" + std::string(materials_file)))
    for (const std::string& path : flipped_shaders(folder)) add(path);
  return names;
}

}  // namespace agal::port
