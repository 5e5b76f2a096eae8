// Writes materials for engines in JavaScript and TypeScript: a typed function for each material, over the engine's
// bind.js, which creates what materials.json describes.
#include <fmt/format.h>

#include <algorithm>

#include "port/writers.hpp"

namespace agal::port {
namespace {

// {0}: the first line; {1}: the types that the module imports; {6}: the results; the others: parts of TypeScript
constexpr std::string_view script_head = R"(// {0}
//
// Each function resolves to {6}, which bind.js creates from a material of materials.json. Constants are
// registers of four floats.
import {{ createMaterial }} from "./bind.js";
{1}{5}
async function load(url{2}) {{
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${{url}}: ${{response.status}} ${{response.statusText}}`);
  return response;
}}

let described{3};
const texts = new Map{9}();

function loadText(url{2}) {{
  const text = texts.get(url.href) ?? load(url).then((response) => response.text());
  texts.set(url.href, text);
  return text;
}}

async function create(name{7}, shaders{8}, ...rest{4}) {{
  described ??= load(new URL("./materials.json", import.meta.url)).then((response) => response.json());
  const description = (await described).materials.find((each{3}) => each.create === name);
  const [vertex, fragment] = await Promise.all(shaders.map(loadText));
  return createMaterial(description, {{ vertex, fragment }}, ...rest);
}}
)";

std::string_view kind_name(TextureKind kind) {
  switch (kind) {
    case TextureKind::Plane: return "plane";
    case TextureKind::Cube: return "cube";
    case TextureKind::Volume: return "volume";
  }
  return {};
}

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-._~/!$()*+,;=@").find(c) != std::string_view::npos;
}

// Returns a path as a relative URL between quotation marks.
std::string quoted_url(const std::string& path) {
  std::string result = "\"./";
  for (const char c : path)
    if (is_plain(c))
      result += c;
    else
      base::append(result, "%{:02X}", static_cast<unsigned char>(c));
  return result + '"';
}

class Script {
 public:
  Script(const WriterInfo& engine, const std::vector<Material>& materials)
      : engine_(engine), materials_(materials), gaps_(engine.host, create_function) {}

  Module write() {
    Module module;
    const std::string head = head_line(engine_.host);
    std::string text = engine_.has_types_apart
                           ? fmt::format(script_head, head, "", "", "", "", "", engine_.creates, "", "", "")
                           : fmt::format(script_head, head, imported_types(), ": URL", ": any", ": Arguments",
                                         "export type { Material };\n", engine_.creates, ": string", ": URL[]",
                                         "<string, Promise<string>>");
    std::string types = fmt::format("// {}\n{}", head, imported_types());
    for (const Material& material : materials_) {
      gaps_.add_parts_of_stencil(material, engine_.stencil_advice);
      text += function(material, !engine_.has_types_apart);
      types += fmt::format("\n{}export function {};\n", comment(material), signature(material, true));
    }
    module.files.push_back({std::string(engine_.files[0]), std::move(text)});
    if (engine_.has_types_apart) module.files.push_back({std::string(engine_.files[1]), std::move(types)});
    for (File& file : bind_files(engine_.host)) module.files.push_back(std::move(file));
    module.diagnostics = gaps_.take();
    return module;
  }

 private:
  std::string imported_types() const {
    std::vector<std::string> names{"Material"};
    if (!engine_.has_types_apart) names.insert(names.begin(), "Arguments");
    if (!engine_.parameter.empty()) names.emplace_back(engine_.parameter);
    if (std::any_of(materials_.begin(), materials_.end(),
                    [](const Material& each) { return !each.samplers().empty(); }))
      names.emplace_back("Textures");
    return fmt::format("import type {{ {} }} from \"./bind.js\";\n", joined(names, ", "));
  }

  std::string comment(const Material& material) const {
    return fmt::format("/** {}, drawn {}. {}{} */\n", material.title, places(material), interface_text(material),
                       gaps_.advice(material));
  }

  static std::string places(const Material& material) {
    std::vector<std::string> names;
    for (const Surface& surface : material.targets)
      names.emplace_back(surface.is_texture ? "into a texture" : "into the back buffer");
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return joined(names, " and ");
  }

  // Returns the names of the parameters, with their types if they are in the same file.
  std::vector<std::string> parameters(const Material& material, bool typed) const {
    std::vector<std::string> list, members;
    if (!engine_.parameter.empty()) {
      std::string name(engine_.parameter);
      name[0] = static_cast<char>(name[0] - 'A' + 'a');
      list.push_back(typed ? fmt::format("{}: {}", name, engine_.parameter) : name);
    }
    for (const Sampler& sampler : material.samplers())
      members.push_back(fmt::format("{}: Textures[\"{}\"]", sampler.name, kind_name(sampler.kind)));
    if (!members.empty()) list.push_back(typed ? fmt::format("textures: {{ {} }}", joined(members, "; ")) : "textures");
    return list;
  }

  std::string signature(const Material& material, bool typed) const {
    return fmt::format("{}({}){}", create_function(material), joined(parameters(material, typed), ", "),
                       typed ? ": Promise<Material>" : "");
  }

  std::string function(const Material& material, bool typed) const {
    std::vector<std::string> arguments = parameters(material, false);
    arguments.insert(arguments.begin(), {fmt::format("\"{}\"", create_function(material)), "shaders"});
    // Bundlers find files by this form of a URL.
    return fmt::format(
        "\n{}export function {} {{\n"
        "  const shaders = [new URL({}, import.meta.url), new URL({}, import.meta.url)];\n"
        "  return create({});\n}}\n",
        comment(material), signature(material, typed), quoted_url(material.vertex.path),
        quoted_url(material.fragment.path), joined(arguments, ", "));
  }

  const WriterInfo& engine_;
  const std::vector<Material>& materials_;
  Gaps gaps_;
};

}  // namespace

Module write_script(const WriterInfo& engine, const std::vector<Material>& materials) {
  return Script(engine, materials).write();
}

}  // namespace agal::port
