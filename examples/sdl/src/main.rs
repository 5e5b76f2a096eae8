//! Draws a scene of ../scene with SDL_GPU, and writes a picture of it: `cargo run -- lit lit.png`.
//!
//!     agalc compile --link ../scene/lit.vert.agal ../scene/lit.frag.agal --host sdl -o shaders
//!     agalc compile --link ../scene/sprites.vert.agal ../scene/sprites.frag.agal --host sdl -o shaders
mod bind;
mod reflection;

use bind::{BindMaterial, MaterialTarget};
use reflection::Pair;
use sdl3_sys::everything::*;
use serde_json::Value;
use std::{
    error::Error,
    ffi::{CStr, CString},
    fs,
    path::Path,
    ptr,
};

const SIDE: u32 = 256;
const COLOR_FORMAT: SDL_GPUTextureFormat = SDL_GPU_TEXTUREFORMAT_R8G8B8A8_UNORM;
const DEPTH_FORMAT: SDL_GPUTextureFormat = SDL_GPU_TEXTUREFORMAT_D32_FLOAT;

/// Returns the error of SDL.
fn error() -> Box<dyn Error> {
    unsafe { CStr::from_ptr(SDL_GetError()) }.to_string_lossy().into()
}

/// Returns the error of SDL if a function returned null.
fn made<T>(pointer: *mut T) -> Result<*mut T, Box<dyn Error>> {
    match pointer.is_null() {
        true => Err(error()),
        false => Ok(pointer),
    }
}

fn c_string(path: &Path) -> Result<CString, Box<dyn Error>> {
    Ok(CString::new(path.to_str().ok_or("the path is not UTF-8")?)?)
}

/// Returns all numbers in a value, at any depth.
fn numbers(value: &Value) -> Vec<f32> {
    match value {
        Value::Array(list) => list.iter().flat_map(numbers).collect(),
        value => value.as_f64().map(|number| number as f32).into_iter().collect(),
    }
}

/// Reads a color, "#rrggbb".
fn color(text: &str) -> SDL_FColor {
    let channel = |at: usize| f32::from(u8::from_str_radix(&text[at..at + 2], 16).unwrap_or(0)) / 255.0;
    SDL_FColor { r: channel(1), g: channel(3), b: channel(5), a: 1.0 }
}

unsafe fn create_texture(
    device: *mut SDL_GPUDevice,
    format: SDL_GPUTextureFormat,
    usage: SDL_GPUTextureUsageFlags,
    side: u32,
    num_levels: u32,
) -> Result<*mut SDL_GPUTexture, Box<dyn Error>> {
    let info = SDL_GPUTextureCreateInfo {
        format,
        usage,
        width: side,
        height: side,
        layer_count_or_depth: 1,
        num_levels,
        ..Default::default()
    };
    made(unsafe { SDL_CreateGPUTexture(device, &info) })
}

/// Creates a transfer buffer with these bytes.
unsafe fn transfer(device: *mut SDL_GPUDevice, bytes: &[u8]) -> Result<*mut SDL_GPUTransferBuffer, Box<dyn Error>> {
    let info = SDL_GPUTransferBufferCreateInfo {
        usage: SDL_GPU_TRANSFERBUFFERUSAGE_UPLOAD,
        size: bytes.len() as u32,
        ..Default::default()
    };
    unsafe {
        let buffer = made(SDL_CreateGPUTransferBuffer(device, &info))?;
        let mapped = made(SDL_MapGPUTransferBuffer(device, buffer, false))?;
        ptr::copy_nonoverlapping(bytes.as_ptr(), mapped.cast(), bytes.len());
        SDL_UnmapGPUTransferBuffer(device, buffer);
        Ok(buffer)
    }
}

unsafe fn upload_buffer(
    device: *mut SDL_GPUDevice,
    pass: *mut SDL_GPUCopyPass,
    usage: SDL_GPUBufferUsageFlags,
    bytes: &[u8],
) -> Result<*mut SDL_GPUBuffer, Box<dyn Error>> {
    let size = bytes.len() as u32;
    let info = SDL_GPUBufferCreateInfo { usage, size, ..Default::default() };
    unsafe {
        let buffer = made(SDL_CreateGPUBuffer(device, &info))?;
        let source = SDL_GPUTransferBufferLocation { transfer_buffer: transfer(device, bytes)?, offset: 0 };
        SDL_UploadToGPUBuffer(pass, &source, &SDL_GPUBufferRegion { buffer, offset: 0, size }, false);
        Ok(buffer)
    }
}

/// Uploads a square PNG file without converting alpha or colors.
unsafe fn upload_texture(
    device: *mut SDL_GPUDevice,
    pass: *mut SDL_GPUCopyPass,
    path: &Path,
) -> Result<*mut SDL_GPUTexture, Box<dyn Error>> {
    let path = c_string(path)?;
    unsafe {
        let surface = made(SDL_ConvertSurface(made(SDL_LoadPNG(path.as_ptr()))?, SDL_PIXELFORMAT_RGBA32))?;
        let (side, pitch) = ((*surface).w as u32, (*surface).pitch as u32);
        let bytes = std::slice::from_raw_parts((*surface).pixels.cast::<u8>(), (pitch * side) as usize);
        // SDL makes mip levels by drawing.
        let usage = SDL_GPUTextureUsageFlags(SDL_GPU_TEXTUREUSAGE_SAMPLER.0 | SDL_GPU_TEXTUREUSAGE_COLOR_TARGET.0);
        let texture = create_texture(device, COLOR_FORMAT, usage, side, side.ilog2() + 1)?;
        let source = SDL_GPUTextureTransferInfo {
            transfer_buffer: transfer(device, bytes)?,
            offset: 0,
            pixels_per_row: pitch / 4,
            rows_per_layer: side,
        };
        let region = SDL_GPUTextureRegion { texture, w: side, h: side, d: 1, ..Default::default() };
        SDL_UploadToGPUTexture(pass, &source, &region, false);
        Ok(texture)
    }
}

unsafe fn write_picture(
    device: *mut SDL_GPUDevice,
    image: *mut SDL_GPUTexture,
    path: &str,
) -> Result<(), Box<dyn Error>> {
    let info = SDL_GPUTransferBufferCreateInfo {
        usage: SDL_GPU_TRANSFERBUFFERUSAGE_DOWNLOAD,
        size: 4 * SIDE * SIDE,
        ..Default::default()
    };
    let path = CString::new(path)?;
    unsafe {
        let transfer_buffer = made(SDL_CreateGPUTransferBuffer(device, &info))?;
        let commands = made(SDL_AcquireGPUCommandBuffer(device))?;
        let pass = SDL_BeginGPUCopyPass(commands);
        let region = SDL_GPUTextureRegion { texture: image, w: SIDE, h: SIDE, d: 1, ..Default::default() };
        SDL_DownloadFromGPUTexture(
            pass,
            &region,
            &SDL_GPUTextureTransferInfo { transfer_buffer, ..Default::default() },
        );
        SDL_EndGPUCopyPass(pass);
        SDL_SubmitGPUCommandBuffer(commands);
        SDL_WaitForGPUIdle(device);
        let pixels = made(SDL_MapGPUTransferBuffer(device, transfer_buffer, false))?;
        let (side, pitch) = (SIDE as i32, 4 * SIDE as i32);
        let surface = made(SDL_CreateSurfaceFrom(side, side, SDL_PIXELFORMAT_RGBA32, pixels, pitch))?;
        match SDL_SavePNG(surface, path.as_ptr()) {
            true => Ok(()),
            false => Err("the picture cannot be written".into()),
        }
    }
}

fn bytes_of(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, picture] = arguments.as_slice() else { return Err("usage: draw SCENE PICTURE".into()) };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join("../scene");
    let scene: Value = serde_json::from_str(&fs::read_to_string(folder.join(name).with_extension("json"))?)?;
    let shaders = root.join("shaders");
    let reflection: Value = serde_json::from_slice(&fs::read(shaders.join(format!("{name}.spv.reflect.json")))?)?;
    let attributes: Vec<(u32, Vec<f32>)> = ["va0", "va1", "va2"]
        .iter()
        .map(|register| &scene["attributes"][register])
        .map(|rows| (numbers(&rows[0]).len() as u32, numbers(rows)))
        .collect();
    let sizes: Vec<u32> = attributes.iter().map(|(size, _)| *size).collect();
    let pair = Pair::new(name, &reflection, &sizes);
    let constants = ["vc0", "fc0"].map(|register| numbers(&scene["constants"][register]));
    let file = scene["textures"]["fs0"].as_str().ok_or("the scene does not have a texture")?;

    unsafe {
        SDL_SetHint(SDL_HINT_VIDEO_DRIVER, c"offscreen".as_ptr());
        if !SDL_Init(SDL_INIT_VIDEO) {
            return Err("SDL does not start".into());
        }
        let device = made(SDL_CreateGPUDevice(SDL_GPU_SHADERFORMAT_SPIRV, true, ptr::null()))?;
        let shaders = c_string(&shaders)?;
        let target = MaterialTarget {
            folder: shaders.as_ptr(),
            color_format: COLOR_FORMAT,
            depth_format: DEPTH_FORMAT,
            sample_count: SDL_GPU_SAMPLECOUNT_1,
        };
        let material = pair.create_material(device, &target, scene["depth"] == true).ok_or_else(error)?;

        let commands = made(SDL_AcquireGPUCommandBuffer(device))?;
        let copies = SDL_BeginGPUCopyPass(commands);
        let mut vertices = Vec::new();
        for &register in &pair.registers {
            let bytes = bytes_of(&attributes[register].1);
            let buffer = upload_buffer(device, copies, SDL_GPU_BUFFERUSAGE_VERTEX, &bytes)?;
            vertices.push(SDL_GPUBufferBinding { buffer, offset: 0 });
        }
        // All meshes consist of quads with four vertices each.
        let quads = (attributes[0].1.len() as u32 / attributes[0].0 / 4) as u16;
        let indices: Vec<u16> = (0..quads).flat_map(|quad| [0, 1, 2, 2, 1, 3].map(|i| 4 * quad + i)).collect();
        let index_bytes: Vec<u8> = indices.iter().flat_map(|index| index.to_le_bytes()).collect();
        let index_buffer = upload_buffer(device, copies, SDL_GPU_BUFFERUSAGE_INDEX, &index_bytes)?;
        let textures = [upload_texture(device, copies, &folder.join(file))?];
        SDL_EndGPUCopyPass(copies);
        SDL_GenerateMipmapsForGPUTexture(commands, textures[0]);

        let image = create_texture(device, COLOR_FORMAT, SDL_GPU_TEXTUREUSAGE_COLOR_TARGET, SIDE, 1)?;
        let depth = create_texture(device, DEPTH_FORMAT, SDL_GPU_TEXTUREUSAGE_DEPTH_STENCIL_TARGET, SIDE, 1)?;
        let color_target = SDL_GPUColorTargetInfo {
            texture: image,
            clear_color: color(scene["background"].as_str().unwrap_or("#000000")),
            load_op: SDL_GPU_LOADOP_CLEAR,
            store_op: SDL_GPU_STOREOP_STORE,
            ..Default::default()
        };
        let depth_target = SDL_GPUDepthStencilTargetInfo {
            texture: depth,
            clear_depth: 1.0,
            load_op: SDL_GPU_LOADOP_CLEAR,
            store_op: SDL_GPU_STOREOP_DONT_CARE,
            stencil_load_op: SDL_GPU_LOADOP_DONT_CARE,
            stencil_store_op: SDL_GPU_STOREOP_DONT_CARE,
            ..Default::default()
        };
        let pass = SDL_BeginGPURenderPass(commands, &color_target, 1, &depth_target);
        let used: Vec<_> =
            pair.vertex.registers.iter().chain(&pair.fragment.registers).map(|&register| textures[register]).collect();
        BindMaterial(pass, &material, used.as_ptr());
        SDL_BindGPUVertexBuffers(pass, 0, vertices.as_ptr(), vertices.len() as u32);
        let index_binding = SDL_GPUBufferBinding { buffer: index_buffer, offset: 0 };
        SDL_BindGPUIndexBuffer(pass, &index_binding, SDL_GPU_INDEXELEMENTSIZE_16BIT);
        if pair.vertex.constants > 0 {
            SDL_PushGPUVertexUniformData(commands, 0, constants[0].as_ptr().cast(), pair.vertex.constants);
        }
        if pair.fragment.constants > 0 {
            SDL_PushGPUFragmentUniformData(commands, 0, constants[1].as_ptr().cast(), pair.fragment.constants);
        }
        SDL_DrawGPUIndexedPrimitives(pass, indices.len() as u32, 1, 0, 0, 0);
        SDL_EndGPURenderPass(pass);
        SDL_SubmitGPUCommandBuffer(commands);
        // The end of the process frees everything.
        write_picture(device, image, picture)
    }
}
