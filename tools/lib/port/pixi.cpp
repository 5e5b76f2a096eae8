// Writes materials for PixiJS, in the format of its own samples.
#include <fmt/format.h>

#include <algorithm>

#include "port/writers.hpp"

namespace agal::port {
namespace {

constexpr std::string_view pixi_head =
    "//\n"
    "// const { shader, state, blendMode } = await createWater(textures);\n"
    "// const mesh = new Mesh({ geometry, shader, state });\n"
    "// mesh.blendMode = blendMode;\n"
    "//\n"
    "// Constants are registers of four floats, in `shader.resources.constants.uniforms`.\n"
    "import { ";

constexpr std::string_view pixi_parts =
    " } from 'pixi.js';\n\n"
    "export interface Material {\n"
    "  shader: Shader;\n"
    "  state: State;\n"
    "  blendMode: BLEND_MODES;\n"
    "}\n\n"
    "async function load(path: string): Promise<string> {\n"
    "  const response = await fetch(new URL(path, import.meta.url));\n"
    "  if (!response.ok) throw new Error(`${path}: ${response.status} ${response.statusText}`);\n"
    "  return response.text();\n"
    "}\n";

class Pixi {
 public:
  Module write(const std::vector<Material>& materials) {
    const auto any = [&](auto condition) { return std::any_of(materials.begin(), materials.end(), condition); };
    std::vector<std::string> imports{"type BLEND_MODES", "Shader", "State"};
    if (any([](const Material& each) { return !each.samplers().empty(); })) imports.emplace_back("type TextureSource");
    if (any([](const Material& each) { return !each.constants().empty(); })) imports.emplace_back("UniformGroup");
    std::string text =
        fmt::format("// {}\n{}{}{}", head_line(Host::Pixi), pixi_head, joined(imports, ", "), pixi_parts);
    for (const Material& material : materials) text += function(material);
    return {{{"materials.ts", std::move(text)}}, gaps_.take()};
  }

 private:
  std::string function(const Material& material) {
    const std::string members =
        texture_members(material, [](TextureKind) -> std::string_view { return "TextureSource"; });
    std::string text = fmt::format("\n/** {}. {} */\nexport async function {}({}): Promise<Material> {{\n",
                                   material.title, interface_text(material), create_function(material),
                                   members.empty() ? "" : fmt::format("textures: {{ {} }}", members));
    for (const Sampler& sampler : material.samplers()) text += texture_states(sampler);
    text += resources(material);
    const std::string blend_mode = add_states(material, text);
    return text + fmt::format("  return {{ shader, state, blendMode: '{}' }};\n}}\n", blend_mode);
  }

  // In PixiJS, the states of a sampler are properties of its texture.
  static std::string texture_states(const Sampler& sampler) {
    const auto wrap = [](bool repeats) { return repeats ? "repeat" : "clamp-to-edge"; };
    std::string text = fmt::format(
        "  textures.{0}.autoGenerateMipmaps = {1};\n"
        "  Object.assign(textures.{0}.style, {{\n"
        "    addressModeU: '{2}',\n"
        "    addressModeV: '{3}',\n"
        "    magFilter: '{4}',\n"
        "    minFilter: '{4}',\n"
        "    mipmapFilter: '{5}',\n"
        "    maxAnisotropy: {6},\n"
        "  }});\n"
        "  textures.{0}.style.update();\n",
        sampler.name, sampler.has_mips(), wrap(repeats_u(sampler)), wrap(repeats_v(sampler)), sampler.filter,
        sampler.mip == "miplinear" ? "linear" : "nearest", sampler.anisotropy);
    return text;
  }

  static std::string resources(const Material& material) {
    std::string text = fmt::format(
        "  const shader = Shader.from({{\n"
        "    gl: {{\n"
        "      vertex: await load({}),\n"
        "      fragment: await load({}),\n"
        "    }},\n"
        "    resources: {{\n",
        quoted_url(material.vertex.path, '\''), quoted_url(material.fragment.path, '\''));
    if (!material.constants().empty()) {
      text += "      constants: new UniformGroup({\n";
      for (const Constants& each : material.constants())
        text += fmt::format("        {}: {{ value: new Float32Array({}), type: 'vec4<f32>', size: {} }},\n", each.name,
                            4 * each.count, each.count);
      text += "      }),\n";
    }
    for (const Sampler& sampler : material.samplers()) text += fmt::format("      {0}: textures.{0},\n", sampler.name);
    return text + "    },\n  });\n";
  }

  // Appends the states, and returns the blend mode.
  std::string add_states(const Material& material, std::string& text) {
    const State& state = material.state;
    text += "  const state = new State();\n";
    text += fmt::format("  state.blend = {};\n", state.blends());
    text += fmt::format("  state.depthTest = {};\n  state.depthMask = {};\n", state.uses_depth(), state.depth_write);
    if (state.uses_depth() && state.depth_compare != Compare::Less)
      gaps_.add(material, fmt::format("the depth test {}", info(state.depth_compare).word), "less");
    text += fmt::format("  state.culling = {};\n", state.culling != Culling::None);
    // PixiJS always culls back faces. In Stage3D, back faces are counterclockwise.
    if (state.culling != Culling::None)
      text += fmt::format("  state.clockwiseFrontFace = {};\n", state.culling == Culling::Back);
    gaps_.add_culling(material, "front");
    gaps_.add_color_mask(material);
    gaps_.add_stencil(material);
    if (!state.blends()) return "none";
    return std::string(gaps_.blend_mode(material, &BlendModeInfo::pixi, "normal"));
  }

  Gaps gaps_{Host::Pixi, create_function};
};

}  // namespace

Module write_pixi(const std::vector<Material>& materials) { return Pixi().write(materials); }

}  // namespace agal::port
