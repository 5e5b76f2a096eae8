/* Draws a scene with a material of a module of `agalc batch --host sdl`, and writes a picture of it. The test writes scene.h, and
 * defines CREATE, VERTEX_CONSTANTS and FRAGMENT_CONSTANTS: a function of the module, and its structures, if it has them. The
 * arguments are the folder of the module, the picture, and the number of samples of a pixel. */
#include <SDL3/SDL.h>
#include <stdlib.h>

#include "materials.h"
#include "scene.h"

#define SIDE 256

static SDL_GPUDevice *device;

static void fail(void)
{
    SDL_Log("%s", SDL_GetError());
    SDL_Quit();
    exit(1);
}

static void *made(void *object)
{
    if (!object) {
        fail();
    }
    return object;
}

static SDL_GPUTransferBuffer *transfer(const void *bytes, Uint32 size)
{
    const SDL_GPUTransferBufferCreateInfo info = { .usage = SDL_GPU_TRANSFERBUFFERUSAGE_UPLOAD, .size = size };
    SDL_GPUTransferBuffer *buffer = made(SDL_CreateGPUTransferBuffer(device, &info));

    SDL_memcpy(made(SDL_MapGPUTransferBuffer(device, buffer, false)), bytes, size);
    SDL_UnmapGPUTransferBuffer(device, buffer);
    return buffer;
}

static SDL_GPUBuffer *upload(SDL_GPUCopyPass *pass, SDL_GPUBufferUsageFlags usage, const void *bytes, Uint32 size)
{
    const SDL_GPUBufferCreateInfo info = { .usage = usage, .size = size };
    SDL_GPUBuffer *buffer = made(SDL_CreateGPUBuffer(device, &info));
    const SDL_GPUTransferBufferLocation from = { .transfer_buffer = transfer(bytes, size) };
    const SDL_GPUBufferRegion to = { .buffer = buffer, .size = size };

    SDL_UploadToGPUBuffer(pass, &from, &to, false);
    return buffer;
}

static SDL_GPUTexture *create_texture(SDL_GPUTextureFormat format, SDL_GPUTextureUsageFlags usage, Uint32 side, Uint32 levels, SDL_GPUSampleCount samples)
{
    const SDL_GPUTextureCreateInfo info = {
        .format = format,
        .usage = usage,
        .width = side,
        .height = side,
        .layer_count_or_depth = 1,
        .num_levels = levels,
        .sample_count = samples,
    };

    return made(SDL_CreateGPUTexture(device, &info));
}

static SDL_GPUTexture *load_texture(SDL_GPUCopyPass *pass)
{
    SDL_Surface *surface = made(SDL_ConvertSurface(made(SDL_LoadPNG(scene_texture)), SDL_PIXELFORMAT_RGBA32));
    const Uint32 side = (Uint32)surface->w;
    const SDL_GPUTextureTransferInfo from = { .transfer_buffer = transfer(surface->pixels, (Uint32)surface->pitch * side) };
    SDL_GPUTextureRegion to = { .w = side, .h = side, .d = 1 };
    Uint32 levels = 1;

    while (side >> levels) {
        ++levels;
    }
    to.texture = create_texture(SDL_GPU_TEXTUREFORMAT_R8G8B8A8_UNORM, SDL_GPU_TEXTUREUSAGE_SAMPLER | SDL_GPU_TEXTUREUSAGE_COLOR_TARGET, side, levels, SDL_GPU_SAMPLECOUNT_1);
    SDL_UploadToGPUTexture(pass, &from, &to, false);
    return to.texture;
}

static void draw(SDL_GPUCommandBuffer *commands, SDL_GPURenderPass *pass, const Material *material, SDL_GPUBufferBinding *vertices, SDL_GPUBuffer *indices, SDL_GPUTexture *texture)
{
    const SDL_GPUBufferBinding index_binding = { .buffer = indices };
    const SDL_GPUTextureSamplerBinding sampler = { .texture = texture, .sampler = material->fragment_samplers[0] };

    SDL_BindGPUGraphicsPipeline(pass, material->pipeline);
    SDL_BindGPUVertexBuffers(pass, 0, vertices, SDL_arraysize(scene_attributes));
    SDL_BindGPUIndexBuffer(pass, &index_binding, SDL_GPU_INDEXELEMENTSIZE_16BIT);
    SDL_BindGPUFragmentSamplers(pass, 0, &sampler, 1);
#ifdef VERTEX_CONSTANTS
    VERTEX_CONSTANTS vertex_constants;
    SDL_memcpy(&vertex_constants, scene_vc, sizeof(vertex_constants));
    SDL_PushGPUVertexUniformData(commands, 0, &vertex_constants, sizeof(vertex_constants));
#endif
#ifdef FRAGMENT_CONSTANTS
    FRAGMENT_CONSTANTS fragment_constants;
    SDL_memcpy(&fragment_constants, scene_fc, sizeof(fragment_constants));
    SDL_PushGPUFragmentUniformData(commands, 0, &fragment_constants, sizeof(fragment_constants));
#endif
    SDL_DrawGPUIndexedPrimitives(pass, SDL_arraysize(scene_indices), 1, 0, 0, 0);
}

static void write_picture(SDL_GPUTexture *image, const char *path)
{
    const SDL_GPUTransferBufferCreateInfo info = { .usage = SDL_GPU_TRANSFERBUFFERUSAGE_DOWNLOAD, .size = 4 * SIDE * SIDE };
    const SDL_GPUTextureTransferInfo to = { .transfer_buffer = made(SDL_CreateGPUTransferBuffer(device, &info)) };
    const SDL_GPUTextureRegion from = { .texture = image, .w = SIDE, .h = SIDE, .d = 1 };
    SDL_GPUCommandBuffer *commands = made(SDL_AcquireGPUCommandBuffer(device));
    SDL_GPUCopyPass *pass = SDL_BeginGPUCopyPass(commands);

    SDL_DownloadFromGPUTexture(pass, &from, &to);
    SDL_EndGPUCopyPass(pass);
    SDL_SubmitGPUCommandBuffer(commands);
    SDL_WaitForGPUIdle(device);
    void *pixels = made(SDL_MapGPUTransferBuffer(device, to.transfer_buffer, false));
    if (!SDL_SavePNG(made(SDL_CreateSurfaceFrom(SIDE, SIDE, SDL_PIXELFORMAT_RGBA32, pixels, 4 * SIDE)), path)) {
        fail();
    }
}

int main(int argc, char **argv)
{
    SDL_GPUBufferBinding vertices[SDL_arraysize(scene_attributes)];
    Material material;

    SDL_SetHint(SDL_HINT_VIDEO_DRIVER, "offscreen");
    if (argc != 4 || !SDL_Init(SDL_INIT_VIDEO)) {
        fail();
    }
    device = made(SDL_CreateGPUDevice(SDL_GPU_SHADERFORMAT_SPIRV, true, NULL));
    const SDL_GPUSampleCount samples = argv[3][0] == '4' ? SDL_GPU_SAMPLECOUNT_4 : SDL_GPU_SAMPLECOUNT_1;
    const MaterialTarget target = { argv[1], SDL_GPU_TEXTUREFORMAT_R8G8B8A8_UNORM, SDL_GPU_TEXTUREFORMAT_D32_FLOAT, samples };
    if (!CREATE(device, &target, &material)) {
        fail();
    }

    SDL_GPUCommandBuffer *commands = made(SDL_AcquireGPUCommandBuffer(device));
    SDL_GPUCopyPass *copies = SDL_BeginGPUCopyPass(commands);
    for (size_t i = 0; i < SDL_arraysize(scene_attributes); ++i) {
        vertices[i].buffer = upload(copies, SDL_GPU_BUFFERUSAGE_VERTEX, scene_attributes[i].values, scene_attributes[i].size);
        vertices[i].offset = 0;
    }
    SDL_GPUBuffer *indices = upload(copies, SDL_GPU_BUFFERUSAGE_INDEX, scene_indices, sizeof(scene_indices));
    SDL_GPUTexture *texture = load_texture(copies);
    SDL_EndGPUCopyPass(copies);
    SDL_GenerateMipmapsForGPUTexture(commands, texture);

    SDL_GPUTexture *image = create_texture(target.color_format, SDL_GPU_TEXTUREUSAGE_COLOR_TARGET, SIDE, 1, SDL_GPU_SAMPLECOUNT_1);
    SDL_GPUColorTargetInfo color_target = {
        .texture = image,
        .clear_color = scene_background,
        .load_op = SDL_GPU_LOADOP_CLEAR,
        .store_op = SDL_GPU_STOREOP_STORE,
    };
    if (samples != SDL_GPU_SAMPLECOUNT_1) {
        color_target.texture = create_texture(target.color_format, SDL_GPU_TEXTUREUSAGE_COLOR_TARGET, SIDE, 1, samples);
        color_target.store_op = SDL_GPU_STOREOP_RESOLVE;
        color_target.resolve_texture = image;
    }
    const SDL_GPUDepthStencilTargetInfo depth_target = {
        .texture = create_texture(target.depth_format, SDL_GPU_TEXTUREUSAGE_DEPTH_STENCIL_TARGET, SIDE, 1, samples),
        .clear_depth = 1,
        .load_op = SDL_GPU_LOADOP_CLEAR,
        .store_op = SDL_GPU_STOREOP_DONT_CARE,
    };
    SDL_GPURenderPass *pass = SDL_BeginGPURenderPass(commands, &color_target, 1, &depth_target);
    draw(commands, pass, &material, vertices, indices, texture);
    SDL_EndGPURenderPass(pass);
    SDL_SubmitGPUCommandBuffer(commands);
    write_picture(image, argv[2]);
    DestroyMaterial(device, &material);
    /* The end of the process frees everything else. */
    return 0;
}
