// Writes materials for Babylon.js, in the format of its own samples.
#include <fmt/format.h>

#include <algorithm>

#include "port/writers.hpp"

namespace agal::port {
namespace {

constexpr std::string_view babylon_head =
    "// {}\n"
    "//\n"
    "// Constants are registers of four floats: material.setArray4(\"vc\", numbers). Create textures with invertY: "
    "false. A mesh\n"
    "// needs alwaysSelectAsActiveMesh = true.\n"
    "import {{ Constants }} from \"@babylonjs/core/Engines/constants.js\";\n"
    "{}import {{ ShaderMaterial }} from \"@babylonjs/core/Materials/shaderMaterial.js\";\n"
    "{}import type {{ Scene }} from \"@babylonjs/core/scene.js\";\n\n"
    "async function load(path: string): Promise<string> {{\n"
    "    const response = await fetch(new URL(path, import.meta.url));\n"
    "    if (!response.ok) {{\n"
    "        throw new Error(`${{path}}: ${{response.status}} ${{response.statusText}}`);\n"
    "    }}\n"
    "    return await response.text();\n"
    "}}\n";

template <class Items>
std::string names_of(const Items& items) {
  std::vector<std::string> names;
  for (const auto& item : items) names.push_back(fmt::format("\"{}\"", item.name));
  return joined(names, ", ");
}

class Babylon {
 public:
  Module write(const std::vector<Material>& materials) {
    const bool culls = std::any_of(materials.begin(), materials.end(),
                                   [](const Material& each) { return each.state.culling != Culling::None; });
    const bool samples =
        std::any_of(materials.begin(), materials.end(), [](const Material& each) { return !each.samplers().empty(); });
    constexpr std::string_view culling = "import { Material } from \"@babylonjs/core/Materials/material.js\";\n";
    constexpr std::string_view sampling =
        "import type { BaseTexture } from \"@babylonjs/core/Materials/Textures/baseTexture.js\";\n";
    std::string text =
        fmt::format(babylon_head, head_line(Host::Babylon), culls ? culling : "", samples ? sampling : "");
    for (const Material& material : materials) text += function(material);
    return {{{"materials.ts", std::move(text)}}, gaps_.take()};
  }

 private:
  std::string function(const Material& material) {
    const std::string members =
        texture_members(material, [](TextureKind) -> std::string_view { return "BaseTexture"; });
    std::string text =
        fmt::format("\n/** {}. {} */\nexport async function {}(scene: Scene{}): Promise<ShaderMaterial> {{\n",
                    material.title, interface_text(material), create_function(material),
                    members.empty() ? "" : fmt::format(", textures: {{ {} }}", members));
    text += fmt::format(
        "    const material = new ShaderMaterial(\n"
        "        \"{}\",\n"
        "        scene,\n"
        "        {{\n"
        "            vertexSource: await load({}),\n"
        "            fragmentSource: await load({}),\n"
        "        }},\n"
        "        {{\n"
        "            attributes: [{}],\n"
        "            uniforms: [{}],\n"
        "            samplers: [{}],\n"
        "            needAlphaBlending: {},\n"
        "        }}\n"
        "    );\n",
        material.name, quoted_url(material.vertex.path, '"'), quoted_url(material.fragment.path, '"'),
        names_of(material.attributes), names_of(material.constants()), names_of(material.samplers()),
        material.state.blends());
    for (const Sampler& sampler : material.samplers()) text += texture_states(sampler);
    add_states(material, text);
    return text + "    return material;\n}\n";
  }

  // In Babylon.js, the states of a sampler are properties of its texture.
  static std::string texture_states(const Sampler& sampler) {
    const auto wrap = [](bool repeats) { return repeats ? "WRAP" : "CLAMP"; };
    const std::string_view filter = sampler.filter == "nearest" ? "NEAREST" : "LINEAR";
    const bool mips = sampler.has_mips();
    // The name of a mode consists of the filters for magnification, for minification, and, if there are mip levels,
    // between levels.
    const std::string mode =
        mips ? fmt::format("{0}_{0}_{1}", filter, sampler.mip == "miplinear" ? "MIPLINEAR" : "MIPNEAREST")
             : fmt::format("{0}_{0}", filter);
    return fmt::format(
        "    textures.{0}.wrapU = Constants.TEXTURE_{1}_ADDRESSMODE;\n"
        "    textures.{0}.wrapV = Constants.TEXTURE_{2}_ADDRESSMODE;\n"
        "    textures.{0}.anisotropicFilteringLevel = {3};\n"
        "    textures.{0}.updateSamplingMode(Constants.TEXTURE_{4}, {5});\n"
        "    material.setTexture(\"{0}\", textures.{0});\n",
        sampler.name, wrap(repeats_u(sampler)), wrap(repeats_v(sampler)), sampler.anisotropy, mode, mips);
  }

  void add_states(const Material& material, std::string& text) {
    const State& state = material.state;
    if (state.blends())
      text += fmt::format("    material.alphaMode = Constants.{};\n",
                          gaps_.blend_mode(material, &BlendModeInfo::babylon, "ALPHA_PREMULTIPLIED_PORTERDUFF"));
    text += fmt::format("    material.depthFunction = Constants.{};\n", info(state.depth_compare).babylon);
    if (state.depth_write && state.blends()) text += "    material.forceDepthWrite = true;\n";
    if (!state.depth_write) text += "    material.disableDepthWrite = true;\n";
    text += fmt::format("    material.backFaceCulling = {};\n", state.culling != Culling::None);
    if (state.culling != Culling::None) {
      // Front faces are clockwise in Stage3D.
      text += "    material.sideOrientation = Material.ClockWiseSideOrientation;\n";
      text += fmt::format("    material.cullBackFaces = {};\n", state.culling != Culling::Front);
    }
    gaps_.add_culling(material, "back");
    if (state.color_mask.empty())
      text += "    material.disableColorWrite = true;\n";
    else
      gaps_.add_color_mask(material);
    gaps_.add_stencil(material);
  }

  Gaps gaps_{Host::Babylon, create_function};
};

}  // namespace

Module write_babylon(const std::vector<Material>& materials) { return Babylon().write(materials); }

}  // namespace agal::port
