/* Draws steps (scenes.js) with the materials of a module of `agalc batch --host sdl`, and writes the picture of the back buffer. The
 * arguments are the folder of the module and the picture. Each function creates one material for each target. The materials are
 * created in the reverse order of the draws. */
#include <SDL3/SDL.h>
#include <stdlib.h>

#include "materials.h"

typedef struct Data
{
    const void *values;
    Uint32 size;
} Data;

#define DATA(type, ...)      { (const type[]){ __VA_ARGS__ }, sizeof((const type[]){ __VA_ARGS__ }) }
#define CONSTANTS(type, ...) { (const float[]){ __VA_ARGS__ }, sizeof(type) }

typedef struct Draw
{
    Uint32 create; /* the number of a function */
    const Data *attributes;
    Uint32 num_attributes;
    Data indices;
    Data vertex_constants;
    Data fragment_constants;
    const Uint32 *textures; /* numbers: images precede targets */
    Uint32 num_textures;
} Draw;

/* A picture from a file with mip levels, or from texels. */
typedef struct Image
{
    const char *file;
    Data texels;
    Uint32 width;
    Uint32 height;
} Image;

typedef struct Step
{
    Uint32 target; /* the back buffer is the last target */
    bool clears;
    SDL_FColor color;
    const Draw *draws;
    Uint32 num_draws;
} Step;

typedef struct Target
{
    bool has_depth;
    SDL_GPUSampleCount samples;
    SDL_GPUTexture *picture, *sampled, *depth;
} Target;

/* The test writes the data: SIZE, functions, images, targets, steps. */
#include "steps.h"

#define TARGETS SDL_arraysize(targets)
#define IMAGES  (SDL_arraysize(images) - 1)

static SDL_GPUDevice *device;
static SDL_GPUTexture *textures[IMAGES + TARGETS];
static Material materials[SDL_arraysize(functions)][TARGETS];

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

static SDL_GPUBuffer *upload(SDL_GPUCopyPass *pass, SDL_GPUBufferUsageFlags usage, Data data)
{
    const SDL_GPUBufferCreateInfo info = { .usage = usage, .size = data.size };
    SDL_GPUBuffer *buffer = made(SDL_CreateGPUBuffer(device, &info));
    const SDL_GPUTransferBufferLocation from = { .transfer_buffer = transfer(data.values, data.size) };
    const SDL_GPUBufferRegion to = { .buffer = buffer, .size = data.size };

    SDL_UploadToGPUBuffer(pass, &from, &to, false);
    return buffer;
}

static SDL_GPUTexture *create_texture(SDL_GPUTextureFormat format, SDL_GPUTextureUsageFlags usage, Uint32 width, Uint32 height, Uint32 levels, SDL_GPUSampleCount samples)
{
    const SDL_GPUTextureCreateInfo info = {
        .format = format,
        .usage = usage,
        .width = width,
        .height = height,
        .layer_count_or_depth = 1,
        .num_levels = levels,
        .sample_count = samples,
    };

    return made(SDL_CreateGPUTexture(device, &info));
}

static SDL_GPUTexture *load_texture(SDL_GPUCommandBuffer *commands, Image image)
{
    const SDL_GPUTextureUsageFlags usage = SDL_GPU_TEXTUREUSAGE_SAMPLER | SDL_GPU_TEXTUREUSAGE_COLOR_TARGET;
    Uint32 levels = 1;

    if (image.file) {
        SDL_Surface *surface = made(SDL_ConvertSurface(made(SDL_LoadPNG(image.file)), SDL_PIXELFORMAT_RGBA32));
        image.width = (Uint32)surface->w;
        image.height = (Uint32)surface->h;
        image.texels.values = surface->pixels;
        image.texels.size = (Uint32)(surface->pitch * surface->h);
        while (image.width >> levels) {
            ++levels;
        }
    }
    const SDL_GPUTextureTransferInfo from = { .transfer_buffer = transfer(image.texels.values, image.texels.size) };
    const SDL_GPUTextureRegion to = {
        .texture = create_texture(SDL_GPU_TEXTUREFORMAT_R8G8B8A8_UNORM, usage, image.width, image.height, levels, SDL_GPU_SAMPLECOUNT_1),
        .w = image.width,
        .h = image.height,
        .d = 1,
    };
    SDL_GPUCopyPass *pass = SDL_BeginGPUCopyPass(commands);
    SDL_UploadToGPUTexture(pass, &from, &to, false);
    SDL_EndGPUCopyPass(pass);
    if (levels > 1) {
        SDL_GenerateMipmapsForGPUTexture(commands, to.texture);
    }
    return to.texture;
}

static void create_target(Target *target)
{
    const SDL_GPUTextureFormat color = SDL_GPU_TEXTUREFORMAT_R8G8B8A8_UNORM;

    target->picture = create_texture(color, SDL_GPU_TEXTUREUSAGE_COLOR_TARGET | SDL_GPU_TEXTUREUSAGE_SAMPLER, SIZE, SIZE, 1, SDL_GPU_SAMPLECOUNT_1);
    if (target->samples != SDL_GPU_SAMPLECOUNT_1) {
        target->sampled = create_texture(color, SDL_GPU_TEXTUREUSAGE_COLOR_TARGET, SIZE, SIZE, 1, target->samples);
    }
    if (target->has_depth) {
        target->depth = create_texture(SDL_GPU_TEXTUREFORMAT_D32_FLOAT, SDL_GPU_TEXTUREUSAGE_DEPTH_STENCIL_TARGET, SIZE, SIZE, 1, target->samples);
    }
}

static void create_materials(const char *folder)
{
    for (size_t i = SDL_arraysize(steps); i-- > 0;) {
        const Target *target = &targets[steps[i].target];
        const SDL_GPUTextureFormat depth_format = target->has_depth ? SDL_GPU_TEXTUREFORMAT_D32_FLOAT : SDL_GPU_TEXTUREFORMAT_INVALID;
        const MaterialTarget formats = { folder, SDL_GPU_TEXTUREFORMAT_R8G8B8A8_UNORM, depth_format, target->samples };

        for (Uint32 draw = steps[i].num_draws; draw-- > 0;) {
            const Uint32 create = steps[i].draws[draw].create;
            Material *material = &materials[create][steps[i].target];

            if (!material->pipeline && !functions[create](device, &formats, material)) {
                fail();
            }
        }
    }
}

static void draw(SDL_GPUCommandBuffer *commands, SDL_GPURenderPass *pass, const Draw *draw, const Material *material, const SDL_GPUBufferBinding *buffers)
{
    SDL_GPUTexture *bound[MAX_MATERIAL_INPUTS] = { NULL };

    for (Uint32 i = 0; i < draw->num_textures; ++i) {
        bound[i] = textures[draw->textures[i]];
    }
    BindMaterial(pass, material, bound);
    SDL_BindGPUVertexBuffers(pass, 0, buffers, draw->num_attributes);
    SDL_BindGPUIndexBuffer(pass, &buffers[draw->num_attributes], SDL_GPU_INDEXELEMENTSIZE_16BIT);
    if (draw->vertex_constants.size > 0) {
        SDL_PushGPUVertexUniformData(commands, 0, draw->vertex_constants.values, draw->vertex_constants.size);
    }
    if (draw->fragment_constants.size > 0) {
        SDL_PushGPUFragmentUniformData(commands, 0, draw->fragment_constants.values, draw->fragment_constants.size);
    }
    SDL_DrawGPUIndexedPrimitives(pass, draw->indices.size / sizeof(Uint16), 1, 0, 0, 0);
}

static void draw_step(SDL_GPUCommandBuffer *commands, const Step *step)
{
    const Target *target = &targets[step->target];
    const SDL_GPULoadOp load = step->clears ? SDL_GPU_LOADOP_CLEAR : SDL_GPU_LOADOP_LOAD;
    const SDL_GPUColorTargetInfo color = {
        .texture = target->sampled ? target->sampled : target->picture,
        .clear_color = step->color,
        .load_op = load,
        .store_op = target->sampled ? SDL_GPU_STOREOP_RESOLVE_AND_STORE : SDL_GPU_STOREOP_STORE,
        .resolve_texture = target->sampled ? target->picture : NULL,
    };
    const SDL_GPUDepthStencilTargetInfo depth = { .texture = target->depth, .clear_depth = 1, .load_op = load, .store_op = SDL_GPU_STOREOP_STORE };
    SDL_GPUBufferBinding(*buffers)[MAX_MATERIAL_INPUTS + 1] = made(SDL_calloc(step->num_draws, sizeof(*buffers)));
    SDL_GPUCopyPass *copies = SDL_BeginGPUCopyPass(commands);

    for (Uint32 i = 0; i < step->num_draws; ++i) {
        const Draw *each = &step->draws[i];
        for (Uint32 slot = 0; slot < each->num_attributes; ++slot) {
            buffers[i][slot].buffer = upload(copies, SDL_GPU_BUFFERUSAGE_VERTEX, each->attributes[slot]);
        }
        buffers[i][each->num_attributes].buffer = upload(copies, SDL_GPU_BUFFERUSAGE_INDEX, each->indices);
    }
    SDL_EndGPUCopyPass(copies);
    SDL_GPURenderPass *pass = SDL_BeginGPURenderPass(commands, &color, 1, target->has_depth ? &depth : NULL);
    for (Uint32 i = 0; i < step->num_draws; ++i) {
        draw(commands, pass, &step->draws[i], &materials[step->draws[i].create][step->target], buffers[i]);
    }
    SDL_EndGPURenderPass(pass);
    SDL_free(buffers);
}

static void write_picture(SDL_GPUTexture *image, const char *path)
{
    const SDL_GPUTransferBufferCreateInfo info = { .usage = SDL_GPU_TRANSFERBUFFERUSAGE_DOWNLOAD, .size = 4 * SIZE * SIZE };
    const SDL_GPUTextureTransferInfo to = { .transfer_buffer = made(SDL_CreateGPUTransferBuffer(device, &info)) };
    const SDL_GPUTextureRegion from = { .texture = image, .w = SIZE, .h = SIZE, .d = 1 };
    SDL_GPUCommandBuffer *commands = made(SDL_AcquireGPUCommandBuffer(device));
    SDL_GPUCopyPass *pass = SDL_BeginGPUCopyPass(commands);

    SDL_DownloadFromGPUTexture(pass, &from, &to);
    SDL_EndGPUCopyPass(pass);
    SDL_SubmitGPUCommandBuffer(commands);
    SDL_WaitForGPUIdle(device);
    void *pixels = made(SDL_MapGPUTransferBuffer(device, to.transfer_buffer, false));
    if (!SDL_SavePNG(made(SDL_CreateSurfaceFrom(SIZE, SIZE, SDL_PIXELFORMAT_RGBA32, pixels, 4 * SIZE)), path)) {
        fail();
    }
}

int main(int argc, char **argv)
{
    SDL_SetHint(SDL_HINT_VIDEO_DRIVER, "offscreen");
    if (argc != 3 || !SDL_Init(SDL_INIT_VIDEO)) {
        fail();
    }
    device = made(SDL_CreateGPUDevice(SDL_GPU_SHADERFORMAT_SPIRV, true, NULL));
    create_materials(argv[1]);

    SDL_GPUCommandBuffer *commands = made(SDL_AcquireGPUCommandBuffer(device));
    for (size_t i = 0; i + 1 < SDL_arraysize(images); ++i) {
        textures[i] = load_texture(commands, images[i]);
    }
    for (size_t i = 0; i < TARGETS; ++i) {
        create_target(&targets[i]);
        textures[IMAGES + i] = targets[i].picture;
    }
    for (size_t i = 0; i < SDL_arraysize(steps); ++i) {
        draw_step(commands, &steps[i]);
    }
    SDL_SubmitGPUCommandBuffer(commands);
    write_picture(targets[TARGETS - 1].picture, argv[2]);
    for (size_t i = 0; i < SDL_arraysize(functions); ++i) {
        for (size_t target = 0; target < TARGETS; ++target) {
            DestroyMaterial(device, &materials[i][target]);
        }
    }
    /* The end of the process frees everything else. */
    return 0;
}
