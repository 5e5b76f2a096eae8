/*
 * Creates materials of SDL_GPU: pipelines with samplers. `agalc batch --host sdl` writes this file next to materials.c, whose
 * functions describe the materials of a game.
 */
#ifndef BIND_H
#define BIND_H

#include <SDL3/SDL.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The maximum number of samplers of a shader, and of attributes. */
#define MAX_MATERIAL_INPUTS 16

/* The textures that a pipeline draws to. Textures of different formats need a material each. */
typedef struct MaterialTarget
{
    const char *folder; /* the folder of the shaders */
    SDL_GPUTextureFormat color_format;
    SDL_GPUTextureFormat depth_format; /* SDL_GPU_TEXTUREFORMAT_INVALID: there is no depth texture; tests of stencil values need S8 */
    SDL_GPUSampleCount sample_count;   /* of both textures; SDL_GPU_SAMPLECOUNT_4 with antialiasing */
} MaterialTarget;

/* A pipeline, and the samplers of its textures in the order of their slots. It does not have constants or textures, which are
 * set for each draw: all draws with the same states share a material. */
typedef struct Material
{
    SDL_GPUGraphicsPipeline *pipeline;
    SDL_GPUSampler *vertex_samplers[MAX_MATERIAL_INPUTS];
    SDL_GPUSampler *fragment_samplers[MAX_MATERIAL_INPUTS];
    Uint32 num_vertex_samplers;
    Uint32 num_fragment_samplers;
} Material;

/* Frees what CreateMaterial made. */
extern void DestroyMaterial(SDL_GPUDevice *device, Material *material);

/* Sets the pipeline, and the textures of a draw with the samplers of the material. The textures of the vertex shader precede the
 * textures of the fragment shader; NULL if there are none. SDL_SetGPUStencilReference sets the value for a stencil test. */
extern void BindMaterial(SDL_GPURenderPass *pass, const Material *material, SDL_GPUTexture *const *textures);

/* The rest of the file describes a material. */

typedef enum MaterialMips
{
    MATERIAL_MIPS_NONE,
    MATERIAL_MIPS_NEAREST,
    MATERIAL_MIPS_LINEAR
} MaterialMips;

/* The state of a sampler. The default is nearest and clamp, without mip levels. */
typedef struct MaterialSampler
{
    bool repeat_u;
    bool repeat_v;
    bool linear;
    MaterialMips mips;
    float anisotropy; /* above 1 with anisotropic filtering */
} MaterialSampler;

/* A language of the shaders. */
typedef struct MaterialLanguage
{
    SDL_GPUShaderFormat format;
    const char *suffix; /* of the files */
    const char *vertex_entrypoint;
    const char *fragment_entrypoint;
} MaterialLanguage;

typedef struct MaterialShader
{
    const char *path; /* in the folder, without the suffix of the language */
    bool has_constants;
    const MaterialSampler *samplers;
    Uint32 num_samplers;
} MaterialShader;

/* An attribute, which has its own slot. The offset and the stride of the buffer are in bytes. */
typedef struct MaterialAttribute
{
    Uint32 location;
    SDL_GPUVertexElementFormat format;
    Uint32 offset;
    Uint32 stride;
    SDL_GPUVertexInputRate input_rate;
} MaterialAttribute;

typedef struct MaterialDescription
{
    const MaterialLanguage *languages; /* the last element does not have a suffix */
    MaterialShader vertex;
    MaterialShader fragment;
    const MaterialAttribute *attributes;
    Uint32 num_attributes;
    SDL_GPUBlendFactor source_factor;
    SDL_GPUBlendFactor destination_factor;
    SDL_GPUColorComponentFlags color_mask;
    SDL_GPUCullMode cull_mode;
    bool depth_write;
    SDL_GPUCompareOp depth_compare;
    const SDL_GPUStencilOpState *stencil; /* of both faces; NULL: there is no test */
} MaterialDescription;

/* Returns false on failure; SDL_GetError says why. */
extern bool CreateMaterial(SDL_GPUDevice *device, const MaterialTarget *target, const MaterialDescription *description, Material *material);

#ifdef __cplusplus
}
#endif

#endif /* BIND_H */
