#include "port/port.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <utility>

#include "cli/console.hpp"
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
    for (const std::string_view name : writer->files) paths.push_back(folder + "/" + std::string(name));
  return paths;
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
  Result<DrawnMaterials> drawn = read_materials(manifest, folder, compile, *writer);
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
  Module module = writer->write(drawn->materials);
  module.diagnostics.append(std::move(drawn->diagnostics));
  return module;
}

std::vector<std::string> old_modules(const std::string& folder, const Module& module) {
  std::vector<std::string> names;
  for (const WriterInfo& row : writers())
    for (const std::string_view name : row.files) {
      const bool is_new =
          std::any_of(module.files.begin(), module.files.end(), [&](const File& file) { return file.name == name; });
      const bool is_known = std::find(names.begin(), names.end(), name) != names.end();
      if (!is_new && !is_known && is_module(folder + "/" + std::string(name))) names.emplace_back(name);
    }
  return names;
}

}  // namespace agal::port
