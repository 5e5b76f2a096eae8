// Writes materials for SDL_GPU in C, in the format of SDL's own code.
#include <fmt/format.h>

#include <algorithm>

#include "port/writers.hpp"

namespace agal::port {
namespace {

constexpr std::string_view sdl_header_head = R"(/*
 * {0}
 *
 * Constants are structures of registers of four floats: pass them to SDL_PushGPUVertexUniformData and
 * SDL_PushGPUFragmentUniformData with slot 0. The comment before each function numbers its attributes: bind attribute n to
 * vertex buffer slot n (SDL_BindGPUVertexBuffers). It lists the textures in the order of their slots
 * (SDL_BindGPUVertexSamplers, SDL_BindGPUFragmentSamplers).
 */
#ifndef MATERIALS_H
#define MATERIALS_H

#include <SDL3/SDL.h>

#ifdef __cplusplus
extern "C" {{
#endif

typedef struct MaterialTarget
{{
    const char *folder; /* the folder of this file, with the shaders */
    SDL_GPUTextureFormat color_format;
    SDL_GPUTextureFormat depth_format; /* SDL_GPU_TEXTUREFORMAT_INVALID: there is no depth texture */
    SDL_GPUSampleCount sample_count;   /* of both textures; SDL_GPU_SAMPLECOUNT_4 with antialiasing */
}} MaterialTarget;

/* A pipeline, and a sampler for each texture. Draws with the same states share it, because constants and textures are bound
 * for each draw. */
typedef struct Material
{{
    SDL_GPUGraphicsPipeline *pipeline;
{1}}} Material;

/* Frees what a function below made. */
extern void DestroyMaterial(SDL_GPUDevice *device, Material *material);

/* The functions return false on failure; SDL_GetError says why. */
)";

constexpr std::string_view sdl_header_end = R"(
#ifdef __cplusplus
}
#endif

#endif /* MATERIALS_H */
)";

constexpr std::string_view sdl_source_head = R"(/* {0} */
#include {2}

/* The path of a shader does not have the suffix, which depends on the device. */
static SDL_GPUShader *LoadShader(SDL_GPUDevice *device, const MaterialTarget *target, const char *path, SDL_GPUShaderStage stage, Uint32 num_samplers, Uint32 num_uniform_buffers)
{{
    static const struct
    {{
        SDL_GPUShaderFormat format;
        const char *suffix;
        const char *entrypoints[2];
    }} products[] = {{
{1}    }};
    const SDL_GPUShaderFormat formats = SDL_GetGPUShaderFormats(device);

    for (size_t i = 0; i < SDL_arraysize(products); ++i) {{
        if (formats & products[i].format) {{
            SDL_GPUShader *shader = NULL;
            SDL_GPUShaderCreateInfo info;
            void *code = NULL;
            char *file = NULL;

            SDL_zero(info);
            if (SDL_asprintf(&file, "%s/%s%s", target->folder, path, products[i].suffix) >= 0) {{
                code = SDL_LoadFile(file, &info.code_size);
                SDL_free(file);
            }}
            if (code) {{
                info.code = code;
                info.entrypoint = products[i].entrypoints[stage == SDL_GPU_SHADERSTAGE_FRAGMENT];
                info.format = products[i].format;
                info.stage = stage;
                info.num_samplers = num_samplers;
                info.num_uniform_buffers = num_uniform_buffers;
                shader = SDL_CreateGPUShader(device, &info);
                SDL_free(code);
            }}
            return shader;
        }}
    }}
    SDL_SetError("The device takes none of the formats of the shaders");
    return NULL;
}}

/* Makes the pipeline, and frees both shaders, even on failure. */
static bool CreatePipeline(SDL_GPUDevice *device, const SDL_GPUGraphicsPipelineCreateInfo *info, Material *material)
{{
    SDL_zerop(material);
    if (info->vertex_shader && info->fragment_shader) {{
        material->pipeline = SDL_CreateGPUGraphicsPipeline(device, info);
    }}
    SDL_ReleaseGPUShader(device, info->vertex_shader);
    SDL_ReleaseGPUShader(device, info->fragment_shader);
    return material->pipeline != NULL;
}}
)";

constexpr std::string_view sdl_create_samplers = R"(
static bool CreateSamplers(SDL_GPUDevice *device, const SDL_GPUSamplerCreateInfo *infos, size_t count, SDL_GPUSampler **samplers)
{
    for (size_t i = 0; i < count; ++i) {
        samplers[i] = SDL_CreateGPUSampler(device, &infos[i]);
        if (!samplers[i]) {
            return false;
        }
    }
    return true;
}
)";

/// A language of shaders that SDL_GPU devices accept. The user of the module compiles DXIL from the HLSL of agalc.
struct SdlProduct {
  Target target;
  std::string_view format, suffix;
};

std::string_view without_suffix(const Shader& shader) {
  const std::string_view path = shader.path;
  return path.substr(0, path.size() - info(Target::Spv).suffix.size());
}

class Sdl {
 public:
  explicit Sdl(const std::vector<Material>& materials) : materials_(materials) {}

  Module write() {
    std::string header = fmt::format(sdl_header_head, head_line(Host::Sdl), sampler_members());
    std::string source =
        fmt::format(sdl_source_head, head_line(Host::Sdl), products(), "\"materials.h\"") + shared_functions();
    for (const Material& material : materials_) {
      header += fmt::format("\n/* {}. {} */\n{}{}{};\n", material.title, interface_text(material),
                            structure(material, material.vertex, "Vertex"),
                            structure(material, material.fragment, "Fragment"), "extern " + signature(material));
      source += function(material);
    }
    header += sdl_header_end;
    return {{{"materials.h", std::move(header)}, {"materials.c", std::move(source)}}, gaps_.take()};
  }

 private:
  static std::string signature(const Material& material) {
    return fmt::format("bool {}(SDL_GPUDevice *device, const MaterialTarget *target, Material *material)",
                       sdl_function(material));
  }

  std::size_t max_samplers(Shader Material::*shader) const {
    std::size_t max = 0;
    for (const Material& material : materials_) max = std::max(max, (material.*shader).samplers.size());
    return max;
  }

  std::string sampler_members() const {
    std::string text;
    for (const auto& [stage, shader] : stages)
      if (const std::size_t count = max_samplers(shader); count > 0)
        text += fmt::format("    SDL_GPUSampler *{}_samplers[{}];\n", stage, count);
    return text;
  }

  std::string products() const {
    static constexpr std::array<SdlProduct, 3> rows{{{Target::Spv, "SPIRV", info(Target::Spv).suffix},
                                                     {Target::Msl20, "MSL", info(Target::Msl20).suffix},
                                                     {Target::Hlsl51, "DXIL", ".dxil"}}};
    std::string text;
    for (const SdlProduct& row : rows)
      if (!materials_.front().vertex.entry_point(row.target).empty())
        text += fmt::format("        {{ SDL_GPU_SHADERFORMAT_{}, \"{}\", {{ \"{}\", \"{}\" }} }},\n", row.format,
                            row.suffix, materials_.front().vertex.entry_point(row.target),
                            materials_.front().fragment.entry_point(row.target));
    return text;
  }

  std::string shared_functions() const {
    std::string text, loops;
    for (const auto& [stage, shader] : stages)
      if (max_samplers(shader) > 0)
        loops += fmt::format(
            "    for (size_t i = 0; i < SDL_arraysize(material->{0}_samplers); ++i) {{\n"
            "        SDL_ReleaseGPUSampler(device, material->{0}_samplers[i]);\n"
            "    }}\n",
            stage);
    if (!loops.empty()) text += sdl_create_samplers;
    return text + fmt::format(
                      "\nvoid DestroyMaterial(SDL_GPUDevice *device, Material *material)\n{{\n"
                      "    SDL_ReleaseGPUGraphicsPipeline(device, material->pipeline);\n"
                      "{}    SDL_zerop(material);\n}}\n",
                      loops);
  }

  static std::string structure(const Material& material, const Shader& shader, std::string_view stage) {
    if (!shader.buffer) return "";
    std::string members;
    for (const Constants& each : shader.constants)
      members += each.count == 1 ? fmt::format("    float {}[4];\n", each.name)
                                 : fmt::format("    float {}[{}][4];\n", each.name, each.count);
    return fmt::format("typedef struct {0}{1}Constants\n{{\n{2}}} {0}{1}Constants;\n\n", material.name, stage, members);
  }

  std::string function(const Material& material) {
    std::string text = fmt::format("\n/* {} */\n{}\n{{\n", material.title, signature(material));
    text += vertex_input(material);
    text += color_target(material);
    std::string done = "!CreatePipeline(device, &pipeline, material)";
    for (const auto& [stage, shader] : stages)
      if (const std::vector<Sampler>& samplers = (material.*shader).samplers; !samplers.empty()) {
        text += fmt::format("    const SDL_GPUSamplerCreateInfo {}_samplers[] = {{\n", stage);
        for (const Sampler& sampler : samplers) text += sampler_info(sampler);
        text += "    };\n";
        done += fmt::format(
            " ||\n        !CreateSamplers(device, {0}_samplers, SDL_arraysize({0}_samplers), material->{0}_samplers)",
            stage);
      }
    text += pipeline(material);
    return text + fmt::format(
                      "\n    if ({}) {{\n        DestroyMaterial(device, material);\n        return false;\n    }}\n"
                      "    return true;\n}}\n",
                      done);
  }

  std::string vertex_input(const Material& material) {
    if (material.attributes.empty()) return "";
    std::string buffers, attributes;
    std::size_t slot = 0;
    for (const Attribute& each : material.attributes) {
      if (each.instances > 1)
        gaps_.add(material, fmt::format("{} instances for a value of {}", each.instances, each.name), "one");
      buffers += fmt::format("        {{ .slot = {}, .pitch = {}, .input_rate = SDL_GPU_VERTEXINPUTRATE_{} }},\n", slot,
                             each.stride, each.instances > 0 ? "INSTANCE" : "VERTEX");
      attributes += fmt::format(
          "        {{ .location = {}, .buffer_slot = {}, .format = SDL_GPU_VERTEXELEMENTFORMAT_{}, .offset = {} }},\n",
          each.location, slot++, each.format_info().sdl, each.offset);
    }
    return fmt::format(
        "    const SDL_GPUVertexBufferDescription buffers[] = {{\n{}    }};\n"
        "    const SDL_GPUVertexAttribute attributes[] = {{\n{}    }};\n",
        buffers, attributes);
  }

  static std::string color_target(const Material& material) {
    const State& state = material.state;
    std::string members;
    if (state.blends()) {
      for (const std::string_view channels : {"color", "alpha"})
        members += fmt::format(
            "            .src_{0}_blendfactor = SDL_GPU_BLENDFACTOR_{1},\n"
            "            .dst_{0}_blendfactor = SDL_GPU_BLENDFACTOR_{2},\n"
            "            .{0}_blend_op = SDL_GPU_BLENDOP_ADD,\n",
            channels, info(state.source).sdl, info(state.destination).sdl);
    }
    if (state.color_mask != "rgba") members += fmt::format("            .color_write_mask = {},\n", color_mask(state));
    members += fmt::format("            .enable_blend = {},\n", state.blends());
    if (state.color_mask != "rgba") members += "            .enable_color_write_mask = true,\n";
    return fmt::format(
        "    const SDL_GPUColorTargetDescription color_target = {{\n"
        "        .format = target->color_format,\n"
        "        .blend_state = {{\n{}        }},\n"
        "    }};\n",
        members);
  }

  static std::string color_mask(const State& state) {
    std::vector<std::string> channels;
    for (const char channel : state.color_mask)
      channels.push_back(fmt::format("SDL_GPU_COLORCOMPONENT_{}", static_cast<char>(channel - 'a' + 'A')));
    return channels.empty() ? "0" : joined(channels, " | ");
  }

  static std::string sampler_info(const Sampler& sampler) {
    const auto wrap = [](bool repeats) { return repeats ? "REPEAT" : "CLAMP_TO_EDGE"; };
    const std::string_view filter = sampler.filter == "nearest" ? "NEAREST" : "LINEAR";
    return fmt::format(
        "        {{\n"
        "            .min_filter = SDL_GPU_FILTER_{0},\n"
        "            .mag_filter = SDL_GPU_FILTER_{0},\n"
        "            .mipmap_mode = SDL_GPU_SAMPLERMIPMAPMODE_{1},\n"
        "            .address_mode_u = SDL_GPU_SAMPLERADDRESSMODE_{2},\n"
        "            .address_mode_v = SDL_GPU_SAMPLERADDRESSMODE_{3},\n"
        "            .max_anisotropy = {4}.0f,\n"
        "            .max_lod = {5}.0f,\n"
        "            .enable_anisotropy = {6},\n"
        "        }},\n",
        filter, sampler.mip == "miplinear" ? "LINEAR" : "NEAREST", wrap(repeats_u(sampler)), wrap(repeats_v(sampler)),
        sampler.anisotropy, sampler.has_mips() ? 1000 : 0, sampler.anisotropy > 1);
  }

  static std::string load_shader(const Shader& shader, std::string_view stage) {
    return fmt::format("LoadShader(device, target, {}, SDL_GPU_SHADERSTAGE_{}, {}, {})",
                       quoted_c(without_suffix(shader)), stage, shader.samplers.size(), shader.buffer ? 1 : 0);
  }

  std::string pipeline(const Material& material) {
    const State& state = material.state;
    std::string_view culling = info(material.drawn_culling()).sdl;
    if (culling.empty()) culling = info(Culling::Back).sdl;
    gaps_.add_culling(material, "back");
    gaps_.add_stencil(material);
    const std::string_view input = material.attributes.empty()
                                       ? ""
                                       : "        .vertex_input_state = {\n"
                                         "            .vertex_buffer_descriptions = buffers,\n"
                                         "            .num_vertex_buffers = SDL_arraysize(buffers),\n"
                                         "            .vertex_attributes = attributes,\n"
                                         "            .num_vertex_attributes = SDL_arraysize(attributes),\n"
                                         "        },\n";
    return fmt::format(
        "    const SDL_GPUGraphicsPipelineCreateInfo pipeline = {{\n"
        "        .vertex_shader = {0},\n"
        "        .fragment_shader = {1},\n"
        "{2}"
        "        .primitive_type = SDL_GPU_PRIMITIVETYPE_TRIANGLELIST,\n"
        "        .rasterizer_state = {{\n"
        "            .cull_mode = SDL_GPU_CULLMODE_{3},\n"
        "            .front_face = SDL_GPU_FRONTFACE_CLOCKWISE,\n"
        "            .enable_depth_clip = true,\n"
        "        }},\n"
        "        .multisample_state = {{\n"
        "            .sample_count = target->sample_count,\n"
        "        }},\n"
        "        .depth_stencil_state = {{\n"
        "            .compare_op = SDL_GPU_COMPAREOP_{4},\n"
        "            .enable_depth_test = {5},\n"
        "            .enable_depth_write = {6},\n"
        "        }},\n"
        "        .target_info = {{\n"
        "            .color_target_descriptions = &color_target,\n"
        "            .num_color_targets = 1,\n"
        "            .depth_stencil_format = target->depth_format,\n"
        "            .has_depth_stencil_target = target->depth_format != SDL_GPU_TEXTUREFORMAT_INVALID,\n"
        "        }},\n"
        "    }};\n",
        load_shader(material.vertex, "VERTEX"), load_shader(material.fragment, "FRAGMENT"), input, culling,
        info(state.depth_compare).sdl, state.uses_depth(), state.depth_write);
  }

  static constexpr std::array<std::pair<std::string_view, Shader Material::*>, 2> stages{
      {{"vertex", &Material::vertex}, {"fragment", &Material::fragment}}};

  const std::vector<Material>& materials_;
  Gaps gaps_{Host::Sdl, sdl_function};
};

}  // namespace

std::string sdl_function(const Material& material) { return "Create" + material.name; }

Module write_sdl(const WriterInfo&, const std::vector<Material>& materials) { return Sdl(materials).write(); }

}  // namespace agal::port
