//! The structures and functions of bind.h, which documents them.
use sdl3_sys::everything::*;
use std::ffi::{c_char, c_float, c_uint};

pub const MAX_MATERIAL_INPUTS: usize = 16;
pub const MATERIAL_MIPS_NONE: c_uint = 0;
pub const MATERIAL_MIPS_NEAREST: c_uint = 1;
pub const MATERIAL_MIPS_LINEAR: c_uint = 2;

#[repr(C)]
pub struct MaterialTarget {
    pub folder: *const c_char,
    pub color_format: SDL_GPUTextureFormat,
    pub depth_format: SDL_GPUTextureFormat,
    pub sample_count: SDL_GPUSampleCount,
}

#[repr(C)]
pub struct Material {
    pub pipeline: *mut SDL_GPUGraphicsPipeline,
    pub vertex_samplers: [*mut SDL_GPUSampler; MAX_MATERIAL_INPUTS],
    pub fragment_samplers: [*mut SDL_GPUSampler; MAX_MATERIAL_INPUTS],
    pub num_vertex_samplers: u32,
    pub num_fragment_samplers: u32,
}

#[repr(C)]
pub struct MaterialSampler {
    pub repeat_u: bool,
    pub repeat_v: bool,
    pub linear: bool,
    pub mips: c_uint,
    pub anisotropy: c_float,
}

#[repr(C)]
pub struct MaterialLanguage {
    pub format: SDL_GPUShaderFormat,
    pub suffix: *const c_char,
    pub vertex_entrypoint: *const c_char,
    pub fragment_entrypoint: *const c_char,
}

#[repr(C)]
pub struct MaterialShader {
    pub path: *const c_char,
    pub has_constants: bool,
    pub samplers: *const MaterialSampler,
    pub num_samplers: u32,
}

#[repr(C)]
pub struct MaterialAttribute {
    pub location: u32,
    pub format: SDL_GPUVertexElementFormat,
    pub offset: u32,
    pub stride: u32,
    pub input_rate: SDL_GPUVertexInputRate,
}

#[repr(C)]
pub struct MaterialDescription {
    pub languages: *const MaterialLanguage,
    pub vertex: MaterialShader,
    pub fragment: MaterialShader,
    pub attributes: *const MaterialAttribute,
    pub num_attributes: u32,
    pub source_factor: SDL_GPUBlendFactor,
    pub destination_factor: SDL_GPUBlendFactor,
    pub color_mask: SDL_GPUColorComponentFlags,
    pub cull_mode: SDL_GPUCullMode,
    pub depth_write: bool,
    pub depth_compare: SDL_GPUCompareOp,
    pub stencil: *const SDL_GPUStencilOpState,
}

unsafe extern "C" {
    pub fn CreateMaterial(
        device: *mut SDL_GPUDevice,
        target: *const MaterialTarget,
        description: *const MaterialDescription,
        material: *mut Material,
    ) -> bool;
    pub fn BindMaterial(pass: *mut SDL_GPURenderPass, material: *const Material, textures: *const *mut SDL_GPUTexture);
}
