//! Makes a pipeline of SDL_GPU from what `agalc compile --link … --host sdl` writes. The reflection determines all bindings; the code does
//! not contain knowledge of the programs. SDL's reference documents the functions and structures.
use sdl3_sys::everything::*;
use serde_json::Value;
use std::{ffi::CString, ptr};

/// The pipeline of a pair, and the resources that a draw has to bind.
pub struct Pair {
    pub pipeline: *mut SDL_GPUGraphicsPipeline,
    /// The number of the attribute register of each vertex buffer slot.
    pub attributes: Vec<u32>,
    /// For each slot of the fragment stage, the number of the sampler register, and its sampler.
    pub samplers: Vec<(u32, *mut SDL_GPUSampler)>,
    /// The size of each stage's constants in bytes; 0 if the stage has none.
    pub constants: [u32; 2],
}

pub struct States {
    pub depth: bool,
    pub color_format: SDL_GPUTextureFormat,
    pub depth_format: SDL_GPUTextureFormat,
}

fn number(value: &Value) -> u32 {
    value.as_u64().and_then(|number| u32::try_from(number).ok()).expect("a number of the reflection")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The samplers that the shader has, by binding.
fn active_samplers(interface: &Value) -> Vec<&Value> {
    let mut samplers: Vec<_> = list(&interface["samplers"]).iter().filter(|each| each["active"] == true).collect();
    samplers.sort_by_key(|each| number(&each["binding"]));
    samplers
}

unsafe fn create_shader(
    device: *mut SDL_GPUDevice,
    stage: SDL_GPUShaderStage,
    code: &[u8],
    interface: &Value,
) -> *mut SDL_GPUShader {
    let entry_point = CString::new(interface["entryPoint"].as_str().unwrap_or("main")).expect("a name");
    let info = SDL_GPUShaderCreateInfo {
        code_size: code.len(),
        code: code.as_ptr(),
        entrypoint: entry_point.as_ptr(),
        format: SDL_GPU_SHADERFORMAT_SPIRV,
        stage,
        num_samplers: active_samplers(interface).len() as u32,
        num_uniform_buffers: u32::from(interface["uniforms"].get("layout").is_some()),
        ..Default::default()
    };
    unsafe { SDL_CreateGPUShader(device, &info) }
}

/// Creates the sampler for the state with which the program samples.
unsafe fn create_sampler(device: *mut SDL_GPUDevice, state: &Value) -> *mut SDL_GPUSampler {
    let wrap = state["wrap"].as_str().unwrap_or_default();
    let address_mode = |repeats: &[&str]| match repeats.contains(&wrap) {
        true => SDL_GPU_SAMPLERADDRESSMODE_REPEAT,
        false => SDL_GPU_SAMPLERADDRESSMODE_CLAMP_TO_EDGE,
    };
    let filter = match state["filter"].as_str() {
        Some("nearest") => SDL_GPU_FILTER_NEAREST,
        _ => SDL_GPU_FILTER_LINEAR,
    };
    let mip = state["mip"].as_str();
    let info = SDL_GPUSamplerCreateInfo {
        min_filter: filter,
        mag_filter: filter,
        mipmap_mode: match mip {
            Some("miplinear") => SDL_GPU_SAMPLERMIPMAPMODE_LINEAR,
            _ => SDL_GPU_SAMPLERMIPMAPMODE_NEAREST,
        },
        address_mode_u: address_mode(&["repeat", "repeat_u_clamp_v"]),
        address_mode_v: address_mode(&["repeat", "clamp_u_repeat_v"]),
        max_lod: if mip == Some("mipnone") { 0.0 } else { 1000.0 },
        max_anisotropy: number(&state["anisotropy"]) as f32,
        enable_anisotropy: number(&state["anisotropy"]) > 1,
        ..Default::default()
    };
    unsafe { SDL_CreateGPUSampler(device, &info) }
}

impl Pair {
    /// `components` has the number of components of each attribute register. If SDL fails, the pipeline is null.
    ///
    /// # Safety
    /// The device must exist.
    pub unsafe fn new(
        device: *mut SDL_GPUDevice,
        code: [&[u8]; 2],
        reflection: &Value,
        components: &[u32],
        states: &States,
    ) -> Self {
        let [vertex, fragment] = ["vertex", "fragment"].map(|stage| &reflection[stage]["agal"]);
        let vertex_shader = unsafe { create_shader(device, SDL_GPU_SHADERSTAGE_VERTEX, code[0], vertex) };
        let fragment_shader = unsafe { create_shader(device, SDL_GPU_SHADERSTAGE_FRAGMENT, code[1], fragment) };

        // The location of an attribute is its register's number. Missing components y, z and w are 0, 0 and 1.
        let attributes: Vec<u32> = list(&vertex["attributes"]).iter().map(|each| number(&each["location"])).collect();
        let buffers: Vec<_> = (0..)
            .zip(&attributes)
            .map(|(slot, &register)| SDL_GPUVertexBufferDescription {
                slot,
                pitch: 4 * components[register as usize],
                input_rate: SDL_GPU_VERTEXINPUTRATE_VERTEX,
                instance_step_rate: 0,
            })
            .collect();
        let inputs: Vec<_> = (0..)
            .zip(&attributes)
            .map(|(buffer_slot, &location)| SDL_GPUVertexAttribute {
                location,
                buffer_slot,
                format: match components[location as usize] {
                    1 => SDL_GPU_VERTEXELEMENTFORMAT_FLOAT,
                    2 => SDL_GPU_VERTEXELEMENTFORMAT_FLOAT2,
                    3 => SDL_GPU_VERTEXELEMENTFORMAT_FLOAT3,
                    _ => SDL_GPU_VERTEXELEMENTFORMAT_FLOAT4,
                },
                offset: 0,
            })
            .collect();

        // Source + (1 - source alpha) · destination.
        let target = SDL_GPUColorTargetDescription {
            format: states.color_format,
            blend_state: SDL_GPUColorTargetBlendState {
                enable_blend: true,
                src_color_blendfactor: SDL_GPU_BLENDFACTOR_ONE,
                dst_color_blendfactor: SDL_GPU_BLENDFACTOR_ONE_MINUS_SRC_ALPHA,
                color_blend_op: SDL_GPU_BLENDOP_ADD,
                src_alpha_blendfactor: SDL_GPU_BLENDFACTOR_ONE,
                dst_alpha_blendfactor: SDL_GPU_BLENDFACTOR_ONE_MINUS_SRC_ALPHA,
                alpha_blend_op: SDL_GPU_BLENDOP_ADD,
                ..Default::default()
            },
        };
        let info = SDL_GPUGraphicsPipelineCreateInfo {
            vertex_shader,
            fragment_shader,
            vertex_input_state: SDL_GPUVertexInputState {
                vertex_buffer_descriptions: buffers.as_ptr(),
                num_vertex_buffers: buffers.len() as u32,
                vertex_attributes: inputs.as_ptr(),
                num_vertex_attributes: inputs.len() as u32,
            },
            primitive_type: SDL_GPU_PRIMITIVETYPE_TRIANGLELIST,
            depth_stencil_state: SDL_GPUDepthStencilState {
                enable_depth_test: states.depth,
                enable_depth_write: states.depth,
                compare_op: SDL_GPU_COMPAREOP_LESS_OR_EQUAL,
                ..Default::default()
            },
            target_info: SDL_GPUGraphicsPipelineTargetInfo {
                color_target_descriptions: &target,
                num_color_targets: 1,
                depth_stencil_format: states.depth_format,
                has_depth_stencil_target: true,
                ..Default::default()
            },
            ..Default::default()
        };
        let pipeline = if vertex_shader.is_null() || fragment_shader.is_null() {
            ptr::null_mut()
        } else {
            unsafe { SDL_CreateGPUGraphicsPipeline(device, &info) }
        };

        let samplers = active_samplers(fragment)
            .iter()
            .map(|each| (number(&each["index"]), unsafe { create_sampler(device, &each["states"][0]) }))
            .collect();
        let constants =
            [vertex, fragment].map(|each| each["uniforms"].get("layout").map_or(0, |layout| number(&layout["size"])));
        Pair { pipeline, attributes, samplers, constants }
    }
}
