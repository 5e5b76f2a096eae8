// Writes materials for SDL_GPU in C, in the format of SDL's own code: descriptions, from which bind.c creates
// pipelines.
#include <fmt/format.h>

#include "port/writers.hpp"

namespace agal::port {
namespace {

constexpr std::string_view sdl_header_head = R"(/*
 * {}
 *
 * Each function creates a material, whose description is in materials.c. DestroyMaterial frees it. The functions return false on
 * failure; SDL_GetError says why.
 *
 * Constants are structures of registers of four floats: pass them to SDL_PushGPUVertexUniformData and
 * SDL_PushGPUFragmentUniformData with slot 0. The comment before each function numbers its attributes: bind attribute n to
 * vertex buffer slot n (SDL_BindGPUVertexBuffers). It lists the textures in the order of BindMaterial.
 */
#ifndef MATERIALS_H
#define MATERIALS_H

#include {}

#ifdef __cplusplus
extern "C" {{
#endif
)";

constexpr std::string_view sdl_header_end = R"(
#ifdef __cplusplus
}
#endif

#endif /* MATERIALS_H */
)";

/// A language of shaders that SDL_GPU devices accept. The user of the module compiles DXIL from the HLSL of agalc.
struct SdlProduct {
  Target target;
  std::string_view format, suffix;
};

std::string sdl_signature(const Material& material) {
  return fmt::format("bool {}(SDL_GPUDevice *device, const MaterialTarget *target, Material *material)",
                     sdl_function(material));
}

// Returns the languages that all materials have.
std::string sdl_languages(const Material& material) {
  static constexpr std::array<SdlProduct, 3> rows{{{Target::Spv, "SPIRV", info(Target::Spv).suffix},
                                                   {Target::Msl20, "MSL", info(Target::Msl20).suffix},
                                                   {Target::Hlsl51, "DXIL", ".dxil"}}};
  std::string text;
  for (const SdlProduct& row : rows)
    if (const std::string entry_point = material.vertex.entry_point(row.target); !entry_point.empty())
      text += fmt::format("    {{ SDL_GPU_SHADERFORMAT_{}, \"{}\", \"{}\", \"{}\" }},\n", row.format, row.suffix,
                          entry_point, material.fragment.entry_point(row.target));
  return fmt::format(
      "\nstatic const MaterialLanguage languages[] = {{\n{}"
      "    {{ SDL_GPU_SHADERFORMAT_INVALID, NULL, NULL, NULL }},\n}};\n",
      text);
}

std::string sdl_structure(const Material& material, const Shader& shader, std::string_view stage) {
  if (!shader.buffer) return "";
  std::string members;
  for (const Constants& each : shader.constants)
    members += each.count == 1 ? fmt::format("    float {}[4];\n", each.name)
                               : fmt::format("    float {}[{}][4];\n", each.name, each.count);
  return fmt::format("typedef struct {0}{1}Constants\n{{\n{2}}} {0}{1}Constants;\n\n", material.name, stage, members);
}

// Returns a list as a variable of a function, or "" if it is empty.
std::string sdl_list(std::string_view type, std::string_view name, const std::string& rows) {
  return rows.empty() ? "" : fmt::format("    static const {} {}[] = {{\n{}    }};\n", type, name, rows);
}

std::string sdl_samplers(std::string_view stage, const Shader& shader) {
  std::string rows;
  for (const Sampler& sampler : shader.samplers) {
    std::vector<std::string> members;
    if (repeats_u(sampler)) members.emplace_back(".repeat_u = true");
    if (repeats_v(sampler)) members.emplace_back(".repeat_v = true");
    if (sampler.filter != "nearest") members.emplace_back(".linear = true");
    members.push_back(fmt::format(".mips = MATERIAL_MIPS_{}", mip_name(sampler)));
    if (sampler.anisotropy > 1) members.push_back(fmt::format(".anisotropy = {}", sampler.anisotropy));
    rows += fmt::format("        {{ {} }},\n", joined(members, ", "));
  }
  return sdl_list("MaterialSampler", fmt::format("{}_samplers", stage), rows);
}

std::string sdl_shader(std::string_view stage, const Shader& shader) {
  const std::string path = shader.path.substr(0, shader.path.size() - info(Target::Spv).suffix.size());
  std::string members = ".path = " + quoted_c(path);
  if (shader.buffer) members += ", .has_constants = true";
  if (!shader.samplers.empty())
    members += fmt::format(", .samplers = {0}_samplers, .num_samplers = SDL_arraysize({0}_samplers)", stage);
  return fmt::format("        .{} = {{ {} }},\n", stage, members);
}

std::string sdl_color_mask(const State& state) {
  std::vector<std::string> channels;
  for (const char channel : state.color_mask)
    channels.push_back(fmt::format("SDL_GPU_COLORCOMPONENT_{}", static_cast<char>(channel - 'a' + 'A')));
  return channels.empty() ? "0" : joined(channels, " | ");
}

std::string sdl_stencil(const State& state) {
  if (!state.stencil) return {};
  const Stencil& test = *state.stencil;
  return fmt::format(
      "    static const SDL_GPUStencilOpState stencil = {{ SDL_GPU_STENCILOP_{}, SDL_GPU_STENCILOP_{}, "
      "SDL_GPU_STENCILOP_{}, "
      "SDL_GPU_COMPAREOP_{} }};\n",
      info(test.fail).sdl, info(test.pass).sdl, info(test.depth_fail).sdl, info(test.compare).sdl);
}

class Sdl {
 public:
  Module write(const std::vector<Material>& materials) {
    const std::string head = head_line(Host::Sdl);
    std::string header = fmt::format(sdl_header_head, head, "\"bind.h\"");
    std::string source =
        fmt::format("/* {} */\n#include {}\n", head, "\"materials.h\"") + sdl_languages(materials.front());
    for (const Material& material : materials) {
      header += fmt::format("\n/* {}. {} */\n{}{}extern {};\n", material.title, interface_text(material),
                            sdl_structure(material, material.vertex, "Vertex"),
                            sdl_structure(material, material.fragment, "Fragment"), sdl_signature(material));
      source += function(material);
    }
    header += sdl_header_end;
    Module module{bind_files(Host::Sdl), gaps_.take()};
    module.files.push_back({"materials.h", std::move(header)});
    module.files.push_back({"materials.c", std::move(source)});
    return module;
  }

 private:
  std::string function(const Material& material) {
    const State& state = material.state;
    gaps_.add_formats(material);
    gaps_.add_culling(material, "back");
    gaps_.add_parts_of_stencil(material, find_writer(Host::Sdl)->stencil_advice);
    const std::string_view culling = info(material.drawn_culling()).sdl;
    std::string text = fmt::format("\n/* {} */\n{}\n{{\n", material.title, sdl_signature(material));
    text += sdl_list("MaterialAttribute", "attributes", attributes(material));
    text += sdl_samplers("vertex", material.vertex) + sdl_samplers("fragment", material.fragment);
    text += sdl_stencil(state);
    text += "    static const MaterialDescription description = {\n        .languages = languages,\n";
    text += sdl_shader("vertex", material.vertex) + sdl_shader("fragment", material.fragment);
    if (!material.attributes.empty())
      text += "        .attributes = attributes,\n        .num_attributes = SDL_arraysize(attributes),\n";
    return text + fmt::format(
                      "        .source_factor = SDL_GPU_BLENDFACTOR_{},\n"
                      "        .destination_factor = SDL_GPU_BLENDFACTOR_{},\n"
                      "        .color_mask = {},\n"
                      "        .cull_mode = SDL_GPU_CULLMODE_{},\n"
                      "        .depth_write = {},\n"
                      "        .depth_compare = SDL_GPU_COMPAREOP_{},\n"
                      "{}    }};\n\n"
                      "    return CreateMaterial(device, target, &description, material);\n}}\n",
                      info(state.source).sdl, info(state.destination).sdl, sdl_color_mask(state),
                      culling.empty() ? info(Culling::Back).sdl : culling, state.depth_write,
                      info(state.depth_compare).sdl, state.stencil ? "        .stencil = &stencil,\n" : "");
  }

  std::string attributes(const Material& material) {
    std::string rows;
    for (const Attribute& each : material.attributes) {
      if (each.instances > 1)
        gaps_.add(material, fmt::format("{} instances for a value of {}", each.instances, each.name), "one");
      rows += fmt::format("        {{ {}, SDL_GPU_VERTEXELEMENTFORMAT_{}, {}, {}, SDL_GPU_VERTEXINPUTRATE_{} }},\n",
                          each.location, each.format_info().sdl, each.offset, each.stride,
                          each.instances > 0 ? "INSTANCE" : "VERTEX");
    }
    return rows;
  }

  Gaps gaps_{Host::Sdl, sdl_function};
};

}  // namespace

std::string sdl_function(const Material& material) { return "Create" + material.name; }

Module write_sdl(const WriterInfo&, const std::vector<Material>& materials) { return Sdl().write(materials); }

}  // namespace agal::port
