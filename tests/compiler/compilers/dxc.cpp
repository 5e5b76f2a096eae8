#include "compilers/dxc.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "compilers/over_files.hpp"

namespace agal::compilers {
namespace {

using Json = nlohmann::json;

std::string driver() { return dxc_folder() + "/dxc_driver"; }

std::vector<SignatureElement> elements_in(const Json& signature) {
  std::vector<SignatureElement> elements;
  for (const Json& element : signature)
    elements.push_back({fmt::format("{}{}", element["name"].get<std::string>(), element["index"].get<unsigned>()),
                        element["system_value"] != 0, element["register"], element["mask"]});
  return elements;
}

DxcShader shader_in(const std::string& line) {
  const Json shader = Json::parse(line);
  return {shader["messages"],
          {elements_in(shader.value("inputs", Json::array())), elements_in(shader.value("outputs", Json::array()))}};
}

void expect_complete(const std::vector<std::string>& lines, const std::vector<Module>& modules) {
  if (lines.size() != modules.size())
    throw std::runtime_error("dxc_driver failed: " + (lines.empty() ? "it printed nothing" : lines.back()));
}

std::vector<DxcShader> run_driver(const std::vector<Module>& modules) {
  const std::vector<std::string> lines = run_over(modules, ".hlsl", "'" + driver() + "'");
  expect_complete(lines, modules);
  std::vector<DxcShader> shaders;
  std::transform(lines.begin(), lines.end(), std::back_inserter(shaders), shader_in);
  return shaders;
}

}  // namespace

std::string dxc_folder() {
  const char* const folder = std::getenv("AGAL_DXC");
  return folder != nullptr ? folder : AGAL_SOURCE_DIR "/build/dxc";
}

std::string missing_dxc() {
  return std::filesystem::exists(dxc_folder() + "/dxc") ? "" : "DXC is not installed: run ./tools/lab/dxc";
}

std::vector<DxcShader> compile_with_dxc(const std::vector<Module>& modules) {
  static std::map<std::pair<Stage, std::string>, DxcShader> known;
  std::vector<Module> added;
  for (const Module& module : modules)
    if (known.try_emplace({module.stage, module.bytes}).second) added.push_back(module);
  std::vector<DxcShader> shaders = run_driver(added);
  for (std::size_t i = 0; i < added.size(); ++i) known[{added[i].stage, added[i].bytes}] = std::move(shaders[i]);
  shaders.clear();
  for (const Module& module : modules) shaders.push_back(known.at({module.stage, module.bytes}));
  return shaders;
}

std::vector<std::string> refused_by_dxc(const std::vector<Module>& modules) {
  const std::vector<DxcShader> shaders = compile_with_dxc(modules);
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < modules.size(); ++i)
    if (!shaders[i].messages.empty()) lines.push_back(modules[i].name + ": " + shaders[i].messages);
  return lines;
}

}  // namespace agal::compilers
