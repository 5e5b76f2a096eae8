// Writes materials for three.js, in the format of its own samples.
#include <fmt/format.h>

#include <set>

#include "port/writers.hpp"

namespace agal::port {
namespace {

std::string_view texture_type(TextureKind kind) {
  switch (kind) {
    case TextureKind::Plane: return "Texture";
    case TextureKind::Cube: return "CubeTexture";
    case TextureKind::Volume: return "Data3DTexture";
  }
  return {};
}

class Three {
 public:
  explicit Three(const std::vector<Material>& materials) : materials_(materials) {}

  Module write() {
    std::string functions, declarations;
    std::vector<std::string> names;
    for (const Material& material : materials_) {
      functions += function(material);
      declarations += declaration(material);
      names.push_back(create_function(material));
    }
    const std::string imports = joined(constants_, ",\n\t");
    std::string script = fmt::format(
        "// {}\n"
        "// Constants are registers of four floats, in `material.uniforms`. A mesh needs `frustumCulled = false`.\n\n"
        "import {{\n\t{}\n}} from 'three';\n\n{}{}export {{ {} }};\n",
        head_line(Host::Three), imports, loader, functions, joined(names, ", "));
    std::set<std::string_view> types{"RawShaderMaterial"};
    for (const Material& material : materials_)
      for (const Sampler& sampler : material.samplers()) types.insert(texture_type(sampler.kind));
    return {{{"materials.js", std::move(script)},
             {"materials.d.ts", fmt::format("// {}\nimport {{ {} }} from 'three';\n\n{}", head_line(Host::Three),
                                            joined(types, ", "), declarations)}},
            gaps_.take()};
  }

 private:
  static constexpr std::string_view loader =
      "async function load( path ) {\n\n"
      "\tconst response = await fetch( new URL( path, import.meta.url ) );\n"
      "\tif ( ! response.ok ) throw new Error( `${ path }: ${ response.status } ${ response.statusText }` );\n"
      "\treturn response.text();\n\n"
      "}\n\n";

  std::string use(std::string_view constant) { return *constants_.emplace(constant).first; }

  static std::string declaration(const Material& material) {
    const std::string members = texture_members(material, texture_type);
    return fmt::format("/** {}. {} */\nexport function {}({}): Promise<RawShaderMaterial>;\n", material.title,
                       interface_text(material), create_function(material),
                       members.empty() ? "" : fmt::format(" textures: {{ {} }} ", members));
  }

  std::string function(const Material& material) {
    std::string text = fmt::format("// {}. {}\nasync function {}({}) {{\n\n", material.title, interface_text(material),
                                   create_function(material), material.samplers().empty() ? "" : " textures ");
    for (const Sampler& sampler : material.samplers()) text += texture_states(sampler);
    text += fmt::format("\treturn new {}( {{\n", use("RawShaderMaterial"));
    const std::vector<std::string> lines = parameters(material);
    text += fmt::format("\t\t{}\n\t}} );\n\n}}\n\n", joined(lines, ",\n\t\t"));
    return text;
  }

  // In three.js, the states of a sampler are properties of its texture. Like Stage3D, the texture has its first row on
  // top, and its colors are not converted. If it already has mip levels, three.js does not generate them.
  std::string texture_states(const Sampler& sampler) {
    const bool linear = sampler.filter == "linear", mips = sampler.has_mips();
    const auto wrap = [&](bool repeats) { return use(repeats ? "RepeatWrapping" : "ClampToEdgeWrapping"); };
    const std::string filter = linear ? "LinearFilter" : "NearestFilter";
    std::string min_filter = filter;
    if (mips)
      min_filter = fmt::format("{}Mipmap{}Filter", linear ? "Linear" : "Nearest",
                               sampler.mip == "miplinear" ? "Linear" : "Nearest");
    const std::vector<std::string> lines{
        fmt::format("wrapS: {}", wrap(repeats_u(sampler))),
        fmt::format("wrapT: {}", wrap(repeats_v(sampler))),
        fmt::format("magFilter: {}", use(filter)),
        fmt::format("minFilter: {}", use(min_filter)),
        fmt::format("anisotropy: {}", sampler.anisotropy),
        mips ? fmt::format("generateMipmaps: textures.{}.mipmaps.length === 0", sampler.name)
             : "generateMipmaps: false",
        "flipY: false",
        fmt::format("colorSpace: {}", use("NoColorSpace")),
        "needsUpdate: true"};
    return fmt::format("\tObject.assign( textures.{}, {{\n\t\t{}\n\t}} );\n\n", sampler.name, joined(lines, ",\n\t\t"));
  }

  std::vector<std::string> parameters(const Material& material) {
    std::vector<std::string> lines{
        fmt::format("name: '{}'", material.name), fmt::format("glslVersion: {}", use("GLSL3")),
        fmt::format("vertexShader: await load( {} )", quoted_url(material.vertex.path, '\'')),
        fmt::format("fragmentShader: await load( {} )", quoted_url(material.fragment.path, '\''))};
    std::vector<std::string> uniforms;
    for (const Constants& each : material.constants())
      uniforms.push_back(fmt::format("{}: {{ value: new Float32Array( {} ) }}", each.name, 4 * each.count));
    for (const Sampler& sampler : material.samplers())
      uniforms.push_back(fmt::format("{0}: {{ value: textures.{0} }}", sampler.name));
    if (!uniforms.empty())
      lines.push_back(fmt::format("uniforms: {{\n\t\t\t{}\n\t\t}}", joined(uniforms, ",\n\t\t\t")));
    add_states(material, lines);
    return lines;
  }

  void add_states(const Material& material, std::vector<std::string>& lines) {
    const State& state = material.state;
    if (state.blends()) {
      lines.push_back(fmt::format("blending: {}", use("CustomBlending")));
      lines.push_back(fmt::format("blendSrc: {}", use(info(state.source).three)));
      lines.push_back(fmt::format("blendDst: {}", use(info(state.destination).three)));
    } else {
      lines.push_back(fmt::format("blending: {}", use("NoBlending")));
    }
    lines.push_back(fmt::format("depthTest: {}", state.uses_depth()));
    if (state.uses_depth()) {
      lines.push_back(fmt::format("depthFunc: {}", use(info(state.depth_compare).three)));
      lines.push_back(fmt::format("depthWrite: {}", state.depth_write));
    }
    // Front faces are clockwise in Stage3D, and counterclockwise in three.js.
    switch (state.culling) {
      case Culling::None: lines.push_back(fmt::format("side: {}", use("DoubleSide"))); break;
      case Culling::Back: lines.push_back(fmt::format("side: {}", use("BackSide"))); break;
      case Culling::Front: lines.push_back(fmt::format("side: {}", use("FrontSide"))); break;
      case Culling::FrontAndBack: lines.push_back("visible: false"); break;
    }
    if (state.color_mask.empty()) {
      lines.push_back("colorWrite: false");
    } else {
      gaps_.add_color_mask(material);
    }
    gaps_.add_stencil(material);
  }

  const std::vector<Material>& materials_;
  std::set<std::string, std::less<>> constants_;
  Gaps gaps_{Host::Three, create_function};
};

}  // namespace

Module write_three(const std::vector<Material>& materials) { return Three(materials).write(); }

}  // namespace agal::port
