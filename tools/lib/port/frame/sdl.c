/*
 * Draws a frame of a game with SDL_GPU, and writes a picture: draw PICTURE.png
 * It reads the shaders, the textures and frame.bin from the current folder. A port can begin here: frame.h has the function of
 * materials.h for each draw.
 */
#include <SDL3/SDL.h>
#include <stdlib.h>

#include "materials.h"

/* A part of frame.bin, in bytes. */
typedef struct Range
{
    Uint32 at;
    Uint32 size;
} Range;

typedef struct Constants
{
    const float *values;
    Uint32 size; /* in bytes; 0 if the shader does not have constants */
} Constants;

typedef bool (*CreateFunction)(SDL_GPUDevice *device, const MaterialTarget *target, Material *material);

/* A texture in files: its levels, or the sides of a cube: +x, -x, +y, -y, +z, -z. */
typedef struct Texture
{
    const char *const *files;
    Uint32 num_files;
    bool is_cube;
    bool generates_levels; /* SDL computes all levels after the first */
} Texture;

typedef struct Target
{
    Uint32 width;
    Uint32 height;
    bool has_depth;
    SDL_GPUSampleCount samples;
    bool is_drawn;           /* false before the first step that draws into the target */
    SDL_GPUTexture *picture; /* what draws sample */
    SDL_GPUTexture *sampled; /* NULL without antialiasing */
    SDL_GPUTexture *depth;
} Target;

typedef struct Draw
{
    Uint32 function;
    const Range *attributes; /* in the order of the slots */
    Uint32 num_attributes;
    Range indices;
    Uint32 num_instances;
    const Uint32 *textures; /* in the order of BindMaterial; targets follow the textures in files */
    SDL_Rect scissor;
    Uint8 stencil_reference;
    Constants vertex_constants;
    Constants fragment_constants;
} Draw;

/* What the game drew after it cleared a target, or chose another one. */
typedef struct Step
{
    Uint32 target;
    bool clears_color;
    SDL_FColor color;
    bool clears_depth;
    bool clears_stencil;
    Uint32 num_draws;
    const Draw *draws;
} Step;

#include "frame.h"

#define NUM_FUNCTIONS SDL_arraysize(functions)
#define NUM_TEXTURES  (SDL_arraysize(textures) - 1)
#define NUM_TARGETS   SDL_arraysize(targets)

static SDL_GPUDevice *device;
static SDL_GPUBuffer *data;
static SDL_GPUTexture *sampled_textures[NUM_TEXTURES + NUM_TARGETS];
static Material materials[NUM_FUNCTIONS][NUM_TARGETS];
static SDL_GPUTextureFormat depth_format = SDL_GPU_TEXTUREFORMAT_D24_UNORM_S8_UINT;

static void Fail(void)
{
    SDL_Log("%s", SDL_GetError());
    SDL_Quit();
    exit(1);
}

/* Ends the program if a function of SDL returned NULL. */
static void *Checked(void *object)
{
    if (!object) {
        Fail();
    }
    return object;
}

static SDL_GPUTransferBuffer *Transfer(const void *bytes, Uint32 size)
{
    const SDL_GPUTransferBufferCreateInfo info = { .usage = SDL_GPU_TRANSFERBUFFERUSAGE_UPLOAD, .size = size };
    SDL_GPUTransferBuffer *buffer = Checked(SDL_CreateGPUTransferBuffer(device, &info));

    SDL_memcpy(Checked(SDL_MapGPUTransferBuffer(device, buffer, false)), bytes, size);
    SDL_UnmapGPUTransferBuffer(device, buffer);
    return buffer;
}

/* Loads the vertices and indices of all draws into one buffer. */
static SDL_GPUBuffer *LoadBuffer(SDL_GPUCommandBuffer *commands, const char *file)
{
    size_t size = 0;
    void *bytes = Checked(SDL_LoadFile(file, &size));
    const SDL_GPUBufferCreateInfo info = { .usage = SDL_GPU_BUFFERUSAGE_VERTEX | SDL_GPU_BUFFERUSAGE_INDEX, .size = (Uint32)size };
    SDL_GPUBuffer *buffer = Checked(SDL_CreateGPUBuffer(device, &info));
    const SDL_GPUTransferBufferLocation from = { .transfer_buffer = Transfer(bytes, info.size) };
    const SDL_GPUBufferRegion to = { .buffer = buffer, .size = info.size };
    SDL_GPUCopyPass *pass = SDL_BeginGPUCopyPass(commands);

    SDL_UploadToGPUBuffer(pass, &from, &to, false);
    SDL_EndGPUCopyPass(pass);
    SDL_ReleaseGPUTransferBuffer(device, from.transfer_buffer);
    SDL_free(bytes);
    return buffer;
}

static SDL_Surface *LoadPicture(const char *file)
{
    SDL_Surface *picture = Checked(SDL_LoadPNG(file));
    SDL_Surface *converted = Checked(SDL_ConvertSurface(picture, SDL_PIXELFORMAT_RGBA32));

    SDL_DestroySurface(picture);
    return converted;
}

/* Loads a picture into a level of a texture, or into a side of a cube. */
static void UploadPicture(SDL_GPUCopyPass *pass, const char *file, SDL_GPUTexture *texture, Uint32 level, Uint32 layer)
{
    SDL_Surface *picture = LoadPicture(file);
    const SDL_GPUTextureTransferInfo from = {
        .transfer_buffer = Transfer(picture->pixels, (Uint32)(picture->pitch * picture->h)),
        .pixels_per_row = (Uint32)picture->pitch / 4,
    };
    const SDL_GPUTextureRegion to = {
        .texture = texture,
        .mip_level = level,
        .layer = layer,
        .w = (Uint32)picture->w,
        .h = (Uint32)picture->h,
        .d = 1,
    };

    SDL_UploadToGPUTexture(pass, &from, &to, false);
    SDL_ReleaseGPUTransferBuffer(device, from.transfer_buffer);
    SDL_DestroySurface(picture);
}

static SDL_GPUTexture *LoadTexture(SDL_GPUCommandBuffer *commands, const Texture *texture)
{
    SDL_Surface *first = LoadPicture(texture->files[0]);
    SDL_GPUTextureCreateInfo info = {
        .type = texture->is_cube ? SDL_GPU_TEXTURETYPE_CUBE : SDL_GPU_TEXTURETYPE_2D,
        .format = SDL_GPU_TEXTUREFORMAT_R8G8B8A8_UNORM,
        .usage = SDL_GPU_TEXTUREUSAGE_SAMPLER | (texture->generates_levels ? SDL_GPU_TEXTUREUSAGE_COLOR_TARGET : 0),
        .width = (Uint32)first->w,
        .height = (Uint32)first->h,
        .layer_count_or_depth = texture->is_cube ? 6 : 1,
        .num_levels = texture->generates_levels ? 0 : texture->num_files,
    };
    SDL_GPUTexture *result;
    SDL_GPUCopyPass *pass;

    while (texture->generates_levels && SDL_max(info.width, info.height) >> info.num_levels) {
        ++info.num_levels;
    }
    SDL_DestroySurface(first);
    result = Checked(SDL_CreateGPUTexture(device, &info));
    pass = SDL_BeginGPUCopyPass(commands);
    for (Uint32 i = 0; i < texture->num_files; ++i) {
        UploadPicture(pass, texture->files[i], result, texture->is_cube ? 0 : i, texture->is_cube ? i : 0);
    }
    SDL_EndGPUCopyPass(pass);
    if (texture->generates_levels && info.num_levels > 1) {
        SDL_GenerateMipmapsForGPUTexture(commands, result);
    }
    return result;
}

static SDL_GPUTexture *CreateTexture(const Target *target, SDL_GPUTextureFormat format, SDL_GPUTextureUsageFlags usage, SDL_GPUSampleCount samples)
{
    const SDL_GPUTextureCreateInfo info = {
        .format = format,
        .usage = usage,
        .width = target->width,
        .height = target->height,
        .layer_count_or_depth = 1,
        .num_levels = 1,
        .sample_count = samples,
    };

    return Checked(SDL_CreateGPUTexture(device, &info));
}

static void CreateTarget(Target *target)
{
    const SDL_GPUTextureFormat color = SDL_GPU_TEXTUREFORMAT_R8G8B8A8_UNORM;

    target->picture = CreateTexture(target, color, SDL_GPU_TEXTUREUSAGE_COLOR_TARGET | SDL_GPU_TEXTUREUSAGE_SAMPLER, SDL_GPU_SAMPLECOUNT_1);
    if (target->samples != SDL_GPU_SAMPLECOUNT_1) {
        target->sampled = CreateTexture(target, color, SDL_GPU_TEXTUREUSAGE_COLOR_TARGET, target->samples);
    }
    if (target->has_depth) {
        target->depth = CreateTexture(target, depth_format, SDL_GPU_TEXTUREUSAGE_DEPTH_STENCIL_TARGET, target->samples);
    }
}

/* Returns the material of a draw. Each function creates a material for each target that it draws into. */
static const Material *FindMaterial(Uint32 function, Uint32 target)
{
    Material *material = &materials[function][target];

    if (!material->pipeline) {
        const MaterialTarget formats = {
            .folder = ".",
            .color_format = SDL_GPU_TEXTUREFORMAT_R8G8B8A8_UNORM,
            .depth_format = targets[target].has_depth ? depth_format : SDL_GPU_TEXTUREFORMAT_INVALID,
            .sample_count = targets[target].samples,
        };
        if (!functions[function](device, &formats, material)) {
            Fail();
        }
    }
    return material;
}

static void DrawTriangles(SDL_GPUCommandBuffer *commands, SDL_GPURenderPass *pass, const Draw *draw, const Material *material)
{
    const SDL_GPUBufferBinding indices = { data, draw->indices.at };
    SDL_GPUBufferBinding vertices[MAX_MATERIAL_INPUTS] = { 0 };
    SDL_GPUTexture *bound[2 * MAX_MATERIAL_INPUTS] = { NULL };

    for (Uint32 i = 0; i < material->num_vertex_samplers + material->num_fragment_samplers; ++i) {
        bound[i] = sampled_textures[draw->textures[i]];
    }
    for (Uint32 i = 0; i < draw->num_attributes; ++i) {
        vertices[i].buffer = data;
        vertices[i].offset = draw->attributes[i].at;
    }
    BindMaterial(pass, material, bound);
    SDL_SetGPUScissor(pass, &draw->scissor);
    SDL_SetGPUStencilReference(pass, draw->stencil_reference);
    if (draw->num_attributes > 0) {
        SDL_BindGPUVertexBuffers(pass, 0, vertices, draw->num_attributes);
    }
    SDL_BindGPUIndexBuffer(pass, &indices, SDL_GPU_INDEXELEMENTSIZE_32BIT);
    if (draw->vertex_constants.size > 0) {
        SDL_PushGPUVertexUniformData(commands, 0, draw->vertex_constants.values, draw->vertex_constants.size);
    }
    if (draw->fragment_constants.size > 0) {
        SDL_PushGPUFragmentUniformData(commands, 0, draw->fragment_constants.values, draw->fragment_constants.size);
    }
    SDL_DrawGPUIndexedPrimitives(pass, draw->indices.size / sizeof(Uint32), draw->num_instances, 0, 0, 0);
}

static void DrawStep(SDL_GPUCommandBuffer *commands, const Step *step)
{
    Target *target = &targets[step->target];
    const bool clears_color = step->clears_color || !target->is_drawn;
    const bool clears_depth = step->clears_depth || !target->is_drawn;
    const bool clears_stencil = step->clears_stencil || !target->is_drawn;
    const SDL_GPUColorTargetInfo color = {
        .texture = target->sampled ? target->sampled : target->picture,
        .clear_color = step->color,
        .load_op = clears_color ? SDL_GPU_LOADOP_CLEAR : SDL_GPU_LOADOP_LOAD,
        .store_op = target->sampled ? SDL_GPU_STOREOP_RESOLVE_AND_STORE : SDL_GPU_STOREOP_STORE,
        .resolve_texture = target->sampled ? target->picture : NULL,
    };
    const SDL_GPUDepthStencilTargetInfo depth = {
        .texture = target->depth,
        .clear_depth = 1,
        .load_op = clears_depth ? SDL_GPU_LOADOP_CLEAR : SDL_GPU_LOADOP_LOAD,
        .store_op = SDL_GPU_STOREOP_STORE,
        .stencil_load_op = clears_stencil ? SDL_GPU_LOADOP_CLEAR : SDL_GPU_LOADOP_LOAD,
        .stencil_store_op = SDL_GPU_STOREOP_STORE,
    };
    SDL_GPURenderPass *pass = SDL_BeginGPURenderPass(commands, &color, 1, target->has_depth ? &depth : NULL);

    for (Uint32 i = 0; i < step->num_draws; ++i) {
        DrawTriangles(commands, pass, &step->draws[i], FindMaterial(step->draws[i].function, step->target));
    }
    SDL_EndGPURenderPass(pass);
    target->is_drawn = true;
}

static void WritePicture(const Target *target, const char *file)
{
    const SDL_GPUTransferBufferCreateInfo info = { .usage = SDL_GPU_TRANSFERBUFFERUSAGE_DOWNLOAD, .size = 4 * target->width * target->height };
    const SDL_GPUTextureTransferInfo to = { .transfer_buffer = Checked(SDL_CreateGPUTransferBuffer(device, &info)) };
    const SDL_GPUTextureRegion from = { .texture = target->picture, .w = target->width, .h = target->height, .d = 1 };
    const int width = (int)target->width;
    SDL_GPUCommandBuffer *commands = Checked(SDL_AcquireGPUCommandBuffer(device));
    SDL_GPUCopyPass *pass = SDL_BeginGPUCopyPass(commands);
    void *pixels;

    SDL_DownloadFromGPUTexture(pass, &from, &to);
    SDL_EndGPUCopyPass(pass);
    SDL_SubmitGPUCommandBuffer(commands);
    SDL_WaitForGPUIdle(device);
    pixels = Checked(SDL_MapGPUTransferBuffer(device, to.transfer_buffer, false));
    if (!SDL_SavePNG(Checked(SDL_CreateSurfaceFrom(width, (int)target->height, SDL_PIXELFORMAT_RGBA32, pixels, 4 * width)), file)) {
        Fail();
    }
}

int main(int argc, char **argv)
{
    SDL_GPUCommandBuffer *commands;

    if (argc != 2) {
        SDL_Log("usage: draw PICTURE.png");
        return 2;
    }
    if (!SDL_Init(SDL_INIT_VIDEO)) {
        Fail();
    }
    device = Checked(SDL_CreateGPUDevice(SDL_GPU_SHADERFORMAT_SPIRV | SDL_GPU_SHADERFORMAT_MSL | SDL_GPU_SHADERFORMAT_DXIL, true, NULL));
    if (!SDL_GPUTextureSupportsFormat(device, depth_format, SDL_GPU_TEXTURETYPE_2D, SDL_GPU_TEXTUREUSAGE_DEPTH_STENCIL_TARGET)) {
        depth_format = SDL_GPU_TEXTUREFORMAT_D32_FLOAT_S8_UINT;
    }
    commands = Checked(SDL_AcquireGPUCommandBuffer(device));
    data = LoadBuffer(commands, "frame.bin");
    for (Uint32 i = 0; textures[i].num_files > 0; ++i) {
        sampled_textures[i] = LoadTexture(commands, &textures[i]);
    }
    for (Uint32 i = 0; i < NUM_TARGETS; ++i) {
        CreateTarget(&targets[i]);
        sampled_textures[NUM_TEXTURES + i] = targets[i].picture;
    }
    for (Uint32 i = 0; i < SDL_arraysize(steps); ++i) {
        DrawStep(commands, &steps[i]);
    }
    SDL_SubmitGPUCommandBuffer(commands);
    WritePicture(&targets[NUM_TARGETS - 1], argv[1]);
    for (Uint32 i = 0; i < NUM_FUNCTIONS * NUM_TARGETS; ++i) {
        DestroyMaterial(device, &materials[i / NUM_TARGETS][i % NUM_TARGETS]);
    }
    SDL_Quit(); /* The end of the process frees everything else. */
    return 0;
}
