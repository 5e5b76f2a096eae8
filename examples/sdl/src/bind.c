/* Creates materials of SDL_GPU. bind.h documents the functions. */
#include "bind.h"

/* Loads a shader in the first language that the device takes. */
static SDL_GPUShader *LoadShader(SDL_GPUDevice *device, const char *folder, const MaterialLanguage *language, const MaterialShader *shader, SDL_GPUShaderStage stage)
{
    const SDL_GPUShaderFormat formats = SDL_GetGPUShaderFormats(device);
    SDL_GPUShader *result = NULL;
    SDL_GPUShaderCreateInfo info;
    void *code = NULL;
    char *file = NULL;

    while (language->suffix && !(formats & language->format)) {
        ++language;
    }
    if (!language->suffix) {
        SDL_SetError("The device takes none of the formats of the shaders");
        return NULL;
    }
    SDL_zero(info);
    if (SDL_asprintf(&file, "%s/%s%s", folder, shader->path, language->suffix) >= 0) {
        code = SDL_LoadFile(file, &info.code_size);
        SDL_free(file);
    }
    if (code) {
        info.code = code;
        info.entrypoint = stage == SDL_GPU_SHADERSTAGE_VERTEX ? language->vertex_entrypoint : language->fragment_entrypoint;
        info.format = language->format;
        info.stage = stage;
        info.num_samplers = shader->num_samplers;
        info.num_uniform_buffers = shader->has_constants ? 1 : 0;
        result = SDL_CreateGPUShader(device, &info);
        SDL_free(code);
    }
    return result;
}

static SDL_GPUSamplerAddressMode AddressMode(bool repeat)
{
    return repeat ? SDL_GPU_SAMPLERADDRESSMODE_REPEAT : SDL_GPU_SAMPLERADDRESSMODE_CLAMP_TO_EDGE;
}

static bool CreateSamplers(SDL_GPUDevice *device, const MaterialShader *shader, SDL_GPUSampler **samplers, Uint32 *count)
{
    for (*count = 0; *count < shader->num_samplers; ++*count) {
        const MaterialSampler *state = &shader->samplers[*count];
        const SDL_GPUSamplerCreateInfo info = {
            .min_filter = state->linear ? SDL_GPU_FILTER_LINEAR : SDL_GPU_FILTER_NEAREST,
            .mag_filter = state->linear ? SDL_GPU_FILTER_LINEAR : SDL_GPU_FILTER_NEAREST,
            .mipmap_mode = state->mips == MATERIAL_MIPS_LINEAR ? SDL_GPU_SAMPLERMIPMAPMODE_LINEAR : SDL_GPU_SAMPLERMIPMAPMODE_NEAREST,
            .address_mode_u = AddressMode(state->repeat_u),
            .address_mode_v = AddressMode(state->repeat_v),
            .max_anisotropy = state->anisotropy,
            .max_lod = state->mips == MATERIAL_MIPS_NONE ? 0.0f : 1000.0f,
            .enable_anisotropy = state->anisotropy > 1,
        };

        samplers[*count] = SDL_CreateGPUSampler(device, &info);
        if (!samplers[*count]) {
            return false;
        }
    }
    return true;
}

static SDL_GPUGraphicsPipeline *CreatePipeline(SDL_GPUDevice *device, const MaterialTarget *target, const MaterialDescription *description, SDL_GPUShader *vertex, SDL_GPUShader *fragment)
{
    SDL_GPUVertexBufferDescription buffers[MAX_MATERIAL_INPUTS];
    SDL_GPUVertexAttribute attributes[MAX_MATERIAL_INPUTS];
    const SDL_GPUColorTargetDescription color_target = {
        .format = target->color_format,
        .blend_state = {
            .src_color_blendfactor = description->source_factor,
            .dst_color_blendfactor = description->destination_factor,
            .color_blend_op = SDL_GPU_BLENDOP_ADD,
            .src_alpha_blendfactor = description->source_factor,
            .dst_alpha_blendfactor = description->destination_factor,
            .alpha_blend_op = SDL_GPU_BLENDOP_ADD,
            .color_write_mask = description->color_mask,
            .enable_blend = description->source_factor != SDL_GPU_BLENDFACTOR_ONE || description->destination_factor != SDL_GPU_BLENDFACTOR_ZERO,
            .enable_color_write_mask = true,
        },
    };
    const bool has_depth = target->depth_format != SDL_GPU_TEXTUREFORMAT_INVALID;
    const bool has_stencil = target->depth_format == SDL_GPU_TEXTUREFORMAT_D24_UNORM_S8_UINT || target->depth_format == SDL_GPU_TEXTUREFORMAT_D32_FLOAT_S8_UINT;
    const SDL_GPUStencilOpState no_stencil = { SDL_GPU_STENCILOP_KEEP, SDL_GPU_STENCILOP_KEEP, SDL_GPU_STENCILOP_KEEP, SDL_GPU_COMPAREOP_ALWAYS };
    const SDL_GPUStencilOpState *stencil = description->stencil ? description->stencil : &no_stencil;
    const bool uses_depth = description->depth_write || description->depth_compare != SDL_GPU_COMPAREOP_ALWAYS;
    const SDL_GPUGraphicsPipelineCreateInfo info = {
        .vertex_shader = vertex,
        .fragment_shader = fragment,
        .vertex_input_state = {
            .vertex_buffer_descriptions = buffers,
            .num_vertex_buffers = description->num_attributes,
            .vertex_attributes = attributes,
            .num_vertex_attributes = description->num_attributes,
        },
        .primitive_type = SDL_GPU_PRIMITIVETYPE_TRIANGLELIST,
        .rasterizer_state = {
            .cull_mode = description->cull_mode,
            .front_face = SDL_GPU_FRONTFACE_CLOCKWISE,
            .enable_depth_clip = true,
        },
        .multisample_state = {
            .sample_count = target->sample_count,
        },
        .depth_stencil_state = {
            .compare_op = description->depth_compare,
            .back_stencil_state = *stencil,
            .front_stencil_state = *stencil,
            .compare_mask = 0xff,
            .write_mask = 0xff,
            .enable_depth_test = has_depth && uses_depth,
            .enable_depth_write = has_depth && description->depth_write,
            .enable_stencil_test = has_stencil && description->stencil,
        },
        .target_info = {
            .color_target_descriptions = &color_target,
            .num_color_targets = 1,
            .depth_stencil_format = target->depth_format,
            .has_depth_stencil_target = has_depth,
        },
    };

    for (Uint32 slot = 0; slot < description->num_attributes; ++slot) {
        const MaterialAttribute *each = &description->attributes[slot];
        const SDL_GPUVertexBufferDescription buffer = { .slot = slot, .pitch = each->stride, .input_rate = each->input_rate };
        const SDL_GPUVertexAttribute attribute = { .location = each->location, .buffer_slot = slot, .format = each->format, .offset = each->offset };

        buffers[slot] = buffer;
        attributes[slot] = attribute;
    }
    return SDL_CreateGPUGraphicsPipeline(device, &info);
}

bool CreateMaterial(SDL_GPUDevice *device, const MaterialTarget *target, const MaterialDescription *description, Material *material)
{
    SDL_GPUShader *vertex = LoadShader(device, target->folder, description->languages, &description->vertex, SDL_GPU_SHADERSTAGE_VERTEX);
    SDL_GPUShader *fragment = LoadShader(device, target->folder, description->languages, &description->fragment, SDL_GPU_SHADERSTAGE_FRAGMENT);

    SDL_zerop(material);
    if (vertex && fragment) {
        material->pipeline = CreatePipeline(device, target, description, vertex, fragment);
    }
    SDL_ReleaseGPUShader(device, vertex);
    SDL_ReleaseGPUShader(device, fragment);
    if (!material->pipeline ||
        !CreateSamplers(device, &description->vertex, material->vertex_samplers, &material->num_vertex_samplers) ||
        !CreateSamplers(device, &description->fragment, material->fragment_samplers, &material->num_fragment_samplers)) {
        DestroyMaterial(device, material);
        return false;
    }
    return true;
}

void DestroyMaterial(SDL_GPUDevice *device, Material *material)
{
    SDL_ReleaseGPUGraphicsPipeline(device, material->pipeline);
    for (size_t i = 0; i < MAX_MATERIAL_INPUTS; ++i) {
        SDL_ReleaseGPUSampler(device, material->vertex_samplers[i]);
        SDL_ReleaseGPUSampler(device, material->fragment_samplers[i]);
    }
    SDL_zerop(material);
}

void BindMaterial(SDL_GPURenderPass *pass, const Material *material, SDL_GPUTexture *const *textures)
{
    SDL_GPUTextureSamplerBinding bindings[MAX_MATERIAL_INPUTS];

    SDL_BindGPUGraphicsPipeline(pass, material->pipeline);
    for (Uint32 i = 0; i < material->num_vertex_samplers; ++i) {
        bindings[i].texture = *textures++;
        bindings[i].sampler = material->vertex_samplers[i];
    }
    if (material->num_vertex_samplers > 0) {
        SDL_BindGPUVertexSamplers(pass, 0, bindings, material->num_vertex_samplers);
    }
    for (Uint32 i = 0; i < material->num_fragment_samplers; ++i) {
        bindings[i].texture = *textures++;
        bindings[i].sampler = material->fragment_samplers[i];
    }
    if (material->num_fragment_samplers > 0) {
        SDL_BindGPUFragmentSamplers(pass, 0, bindings, material->num_fragment_samplers);
    }
}
