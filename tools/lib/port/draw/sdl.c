/*
 * Draws one draw of a game with SDL_GPU, and writes a picture: draw PICTURE.png
 * It reads the shaders and the textures from the current folder.
 */
#include <SDL3/SDL.h>
#include <stdlib.h>

#include "materials.h"
#include "scene.h"

static SDL_GPUDevice *device;

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

static SDL_GPUBuffer *LoadBuffer(SDL_GPUCopyPass *pass, SDL_GPUBufferUsageFlags usage, SceneData data)
{
    const SDL_GPUBufferCreateInfo info = { .usage = usage, .size = data.size };
    SDL_GPUBuffer *buffer = Checked(SDL_CreateGPUBuffer(device, &info));
    const SDL_GPUTransferBufferLocation from = { .transfer_buffer = Transfer(data.values, data.size) };
    const SDL_GPUBufferRegion to = { .buffer = buffer, .size = data.size };

    SDL_UploadToGPUBuffer(pass, &from, &to, false);
    SDL_ReleaseGPUTransferBuffer(device, from.transfer_buffer);
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

/* Loads a texture. A cube has six files, and SDL generates its levels. Other textures have a file for each level. */
static SDL_GPUTexture *LoadTexture(SDL_GPUCommandBuffer *commands, const SceneTexture *texture)
{
    SDL_Surface *first = LoadPicture(texture->files[0]);
    SDL_GPUTextureCreateInfo info = {
        .type = texture->is_cube ? SDL_GPU_TEXTURETYPE_CUBE : SDL_GPU_TEXTURETYPE_2D,
        .format = SDL_GPU_TEXTUREFORMAT_R8G8B8A8_UNORM,
        .usage = SDL_GPU_TEXTUREUSAGE_SAMPLER | (texture->is_cube ? SDL_GPU_TEXTUREUSAGE_COLOR_TARGET : 0),
        .width = (Uint32)first->w,
        .height = (Uint32)first->h,
        .layer_count_or_depth = texture->is_cube ? 6 : 1,
        .num_levels = texture->is_cube ? 0 : texture->count,
    };
    SDL_GPUTexture *result;
    SDL_GPUCopyPass *pass;

    while (texture->is_cube && info.width >> info.num_levels) {
        ++info.num_levels;
    }
    SDL_DestroySurface(first);
    result = Checked(SDL_CreateGPUTexture(device, &info));
    pass = SDL_BeginGPUCopyPass(commands);
    for (Uint32 i = 0; i < texture->count; ++i) {
        UploadPicture(pass, texture->files[i], result, texture->is_cube ? 0 : i, texture->is_cube ? i : 0);
    }
    SDL_EndGPUCopyPass(pass);
    if (texture->is_cube && info.num_levels > 1) {
        SDL_GenerateMipmapsForGPUTexture(commands, result);
    }
    return result;
}

static SDL_GPUTexture *CreateTarget(SDL_GPUTextureFormat format, SDL_GPUTextureUsageFlags usage, SDL_GPUSampleCount samples)
{
    const SDL_GPUTextureCreateInfo info = {
        .format = format,
        .usage = usage,
        .width = SCENE_WIDTH,
        .height = SCENE_HEIGHT,
        .layer_count_or_depth = 1,
        .num_levels = 1,
        .sample_count = samples,
    };

    return Checked(SDL_CreateGPUTexture(device, &info));
}

static void WritePicture(SDL_GPUTexture *image, const char *file)
{
    const SDL_GPUTransferBufferCreateInfo info = { .usage = SDL_GPU_TRANSFERBUFFERUSAGE_DOWNLOAD, .size = 4 * SCENE_WIDTH * SCENE_HEIGHT };
    const SDL_GPUTextureTransferInfo to = { .transfer_buffer = Checked(SDL_CreateGPUTransferBuffer(device, &info)) };
    const SDL_GPUTextureRegion from = { .texture = image, .w = SCENE_WIDTH, .h = SCENE_HEIGHT, .d = 1 };
    SDL_GPUCommandBuffer *commands = Checked(SDL_AcquireGPUCommandBuffer(device));
    SDL_GPUCopyPass *pass = SDL_BeginGPUCopyPass(commands);
    void *pixels;

    SDL_DownloadFromGPUTexture(pass, &from, &to);
    SDL_EndGPUCopyPass(pass);
    SDL_SubmitGPUCommandBuffer(commands);
    SDL_WaitForGPUIdle(device);
    pixels = Checked(SDL_MapGPUTransferBuffer(device, to.transfer_buffer, false));
    if (!SDL_SavePNG(Checked(SDL_CreateSurfaceFrom(SCENE_WIDTH, SCENE_HEIGHT, SDL_PIXELFORMAT_RGBA32, pixels, 4 * SCENE_WIDTH)), file)) {
        Fail();
    }
}

int main(int argc, char **argv)
{
    const Uint32 attribute_count = SDL_arraysize(scene_attributes) - 1;
    SDL_GPUBufferBinding vertices[SDL_arraysize(scene_attributes)] = { 0 };
    SDL_GPUTexture *textures[SDL_arraysize(scene_textures)] = { NULL };
    MaterialTarget target = { ".", SDL_GPU_TEXTUREFORMAT_R8G8B8A8_UNORM, SDL_GPU_TEXTUREFORMAT_D32_FLOAT, SCENE_SAMPLES };
    SDL_GPUColorTargetInfo color = { .clear_color = scene_background, .load_op = SDL_GPU_LOADOP_CLEAR, .store_op = SDL_GPU_STOREOP_STORE };
    SDL_GPUDepthStencilTargetInfo depth = { .clear_depth = 1, .load_op = SDL_GPU_LOADOP_CLEAR, .store_op = SDL_GPU_STOREOP_DONT_CARE };
    SDL_GPUBufferBinding indices = { 0 };
    SDL_GPUTexture *picture;
    SDL_GPUCommandBuffer *commands;
    SDL_GPUCopyPass *copies;
    SDL_GPURenderPass *pass;
    Material material;

    if (argc != 2) {
        SDL_Log("usage: draw PICTURE.png");
        return 2;
    }
    if (!SDL_Init(SDL_INIT_VIDEO)) {
        Fail();
    }
    device = Checked(SDL_CreateGPUDevice(SDL_GPU_SHADERFORMAT_SPIRV | SDL_GPU_SHADERFORMAT_MSL | SDL_GPU_SHADERFORMAT_DXIL, true, NULL));
    if (!SDL_GPUTextureSupportsFormat(device, target.depth_format, SDL_GPU_TEXTURETYPE_2D, SDL_GPU_TEXTUREUSAGE_DEPTH_STENCIL_TARGET)) {
        target.depth_format = SDL_GPU_TEXTUREFORMAT_D24_UNORM;
    }
    if (!SCENE_CREATE(device, &target, &material)) {
        Fail();
    }

    commands = Checked(SDL_AcquireGPUCommandBuffer(device));
    for (Uint32 i = 0; scene_textures[i].count > 0; ++i) {
        textures[i] = LoadTexture(commands, &scene_textures[i]);
    }
    copies = SDL_BeginGPUCopyPass(commands);
    for (Uint32 i = 0; i < attribute_count; ++i) {
        vertices[i].buffer = LoadBuffer(copies, SDL_GPU_BUFFERUSAGE_VERTEX, scene_attributes[i]);
    }
    indices.buffer = LoadBuffer(copies, SDL_GPU_BUFFERUSAGE_INDEX, scene_indices);
    SDL_EndGPUCopyPass(copies);

    picture = CreateTarget(target.color_format, SDL_GPU_TEXTUREUSAGE_COLOR_TARGET, SDL_GPU_SAMPLECOUNT_1);
    color.texture = picture;
    if (target.sample_count != SDL_GPU_SAMPLECOUNT_1) {
        color.texture = CreateTarget(target.color_format, SDL_GPU_TEXTUREUSAGE_COLOR_TARGET, target.sample_count);
        color.store_op = SDL_GPU_STOREOP_RESOLVE;
        color.resolve_texture = picture;
    }
    depth.texture = CreateTarget(target.depth_format, SDL_GPU_TEXTUREUSAGE_DEPTH_STENCIL_TARGET, target.sample_count);
    pass = SDL_BeginGPURenderPass(commands, &color, 1, &depth);
    BindMaterial(pass, &material, textures);
    SDL_SetGPUScissor(pass, &scene_scissor);
    SDL_BindGPUVertexBuffers(pass, 0, vertices, attribute_count);
    SDL_BindGPUIndexBuffer(pass, &indices, SDL_GPU_INDEXELEMENTSIZE_32BIT);
    if (scene_vertex_constants.size > 0) {
        SDL_PushGPUVertexUniformData(commands, 0, scene_vertex_constants.values, scene_vertex_constants.size);
    }
    if (scene_fragment_constants.size > 0) {
        SDL_PushGPUFragmentUniformData(commands, 0, scene_fragment_constants.values, scene_fragment_constants.size);
    }
    SDL_DrawGPUIndexedPrimitives(pass, scene_indices.size / 4, 1, 0, 0, 0);
    SDL_EndGPURenderPass(pass);
    SDL_SubmitGPUCommandBuffer(commands);
    WritePicture(picture, argv[1]);
    DestroyMaterial(device, &material);
    SDL_Quit(); /* The end of the process frees everything else. */
    return 0;
}
