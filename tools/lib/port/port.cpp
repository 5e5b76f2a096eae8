#include "port/port.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "console/console.hpp"
#include "console/files.hpp"
#include "port/drawn_pairs.hpp"
#include "port/writers.hpp"

namespace agal::port {
namespace {

bool has_text(const std::string& path, const std::string& text) {
  std::ifstream file(path, std::ios::binary);
  return file && std::string(std::istreambuf_iterator<char>(file), {}) == text;
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

Diagnostics write_modules(Host host, const std::string& manifest, const std::string& folder,
                          const CompileOptions& options) {
  const WriterInfo* const writer = find_writer(host);
  if (!writer) return {};
  const Result<DrawnMaterials> materials = read_materials(manifest, folder, options, *writer);
  if (!materials) return materials.diagnostics();
  if (materials->list.empty())
    return materials->played ? agalc::only(agalc::make_diagnostic("no-materials", {}, {std::string(info(host).title)}))
                             : Diagnostics();
  Module module = writer->write(materials->list);
  for (const File& file : module.files) {
    const std::string path = folder + "/" + file.name;
    if (has_text(path, file.text)) continue;
    if (Diagnostics failed = agalc::write_output(path, std::string_view(file.text)); failed.has_errors()) return failed;
  }
  return std::move(module.diagnostics);
}

}  // namespace agal::port
