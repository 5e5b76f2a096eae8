//! Describes the material of a pair from what `agalc compile --link … --host sdl` writes. The reflection determines all bindings; the
//! code does not contain knowledge of the programs.
use crate::bind::*;
use sdl3_sys::everything::*;
use serde_json::Value;
use std::{ffi::CString, ptr};

/// One of the two shaders of a pair.
pub struct Shader {
    /// For each slot, the number of the sampler register.
    pub registers: Vec<usize>,
    /// The size of the constants in bytes; 0 if the shader has none.
    pub constants: u32,
    path: CString,
    entry_point: CString,
    samplers: Vec<MaterialSampler>,
}

pub struct Pair {
    pub vertex: Shader,
    pub fragment: Shader,
    /// The numbers of the attribute registers in the order of the slots of vertex buffers.
    pub registers: Vec<usize>,
    attributes: Vec<MaterialAttribute>,
}

fn number(value: &Value) -> u32 {
    value.as_u64().and_then(|number| u32::try_from(number).ok()).expect("a number of the reflection")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Returns the state with which the program samples.
fn sampler(state: &Value) -> MaterialSampler {
    let wrap = state["wrap"].as_str().unwrap_or_default();
    MaterialSampler {
        repeat_u: ["repeat", "repeat_u_clamp_v"].contains(&wrap),
        repeat_v: ["repeat", "clamp_u_repeat_v"].contains(&wrap),
        linear: state["filter"] != "nearest",
        mips: match state["mip"].as_str() {
            Some("miplinear") => MATERIAL_MIPS_LINEAR,
            Some("mipnearest") => MATERIAL_MIPS_NEAREST,
            _ => MATERIAL_MIPS_NONE,
        },
        anisotropy: number(&state["anisotropy"]) as f32,
    }
}

impl Shader {
    /// `path` does not have the suffix of the language.
    fn new(path: String, interface: &Value) -> Self {
        let mut samplers: Vec<_> = list(&interface["samplers"]).iter().filter(|each| each["active"] == true).collect();
        samplers.sort_by_key(|each| number(&each["binding"]));
        Shader {
            registers: samplers.iter().map(|each| number(&each["index"]) as usize).collect(),
            constants: interface["uniforms"].get("layout").map_or(0, |layout| number(&layout["size"])),
            path: CString::new(path).expect("a path"),
            entry_point: CString::new(interface["entryPoint"].as_str().unwrap_or("main")).expect("a name"),
            samplers: samplers.iter().map(|each| sampler(&each["states"][0])).collect(),
        }
    }

    fn description(&self) -> MaterialShader {
        MaterialShader {
            path: self.path.as_ptr(),
            has_constants: self.constants > 0,
            samplers: self.samplers.as_ptr(),
            num_samplers: self.samplers.len() as u32,
        }
    }
}

impl Pair {
    /// `sizes` are the numbers of components of the attribute registers.
    pub fn new(name: &str, reflection: &Value, sizes: &[u32]) -> Self {
        let [vertex, fragment] = ["vertex", "fragment"].map(|stage| &reflection[stage]["agal"]);
        // The location of an attribute is its register's number. Missing components y, z and w are 0, 0 and 1.
        let registers: Vec<usize> =
            list(&vertex["attributes"]).iter().map(|each| number(&each["location"]) as usize).collect();
        let attributes = registers.iter().map(|&register| MaterialAttribute {
            location: register as u32,
            format: match sizes[register] {
                1 => SDL_GPU_VERTEXELEMENTFORMAT_FLOAT,
                2 => SDL_GPU_VERTEXELEMENTFORMAT_FLOAT2,
                3 => SDL_GPU_VERTEXELEMENTFORMAT_FLOAT3,
                _ => SDL_GPU_VERTEXELEMENTFORMAT_FLOAT4,
            },
            offset: 0,
            stride: 4 * sizes[register],
            input_rate: SDL_GPU_VERTEXINPUTRATE_VERTEX,
        });
        Pair {
            vertex: Shader::new(format!("{name}.vert"), vertex),
            fragment: Shader::new(format!("{name}.frag"), fragment),
            attributes: attributes.collect(),
            registers,
        }
    }

    /// Creates a material with blending of premultiplied colors. Other states are not in a shader either. Returns `None` if SDL
    /// fails.
    ///
    /// # Safety
    /// The device must exist.
    pub unsafe fn create_material(
        &self,
        device: *mut SDL_GPUDevice,
        target: &MaterialTarget,
        depth: bool,
    ) -> Option<Material> {
        let language = |format, suffix, [vertex_entrypoint, fragment_entrypoint]: [_; 2]| MaterialLanguage {
            format,
            suffix,
            vertex_entrypoint,
            fragment_entrypoint,
        };
        let entry_points = [self.vertex.entry_point.as_ptr(), self.fragment.entry_point.as_ptr()];
        let languages = [
            language(SDL_GPU_SHADERFORMAT_SPIRV, c".spv".as_ptr(), entry_points),
            language(SDL_GPU_SHADERFORMAT_INVALID, ptr::null(), [ptr::null(); 2]),
        ];
        let description = MaterialDescription {
            languages: languages.as_ptr(),
            vertex: self.vertex.description(),
            fragment: self.fragment.description(),
            attributes: self.attributes.as_ptr(),
            num_attributes: self.attributes.len() as u32,
            source_factor: SDL_GPU_BLENDFACTOR_ONE,
            destination_factor: SDL_GPU_BLENDFACTOR_ONE_MINUS_SRC_ALPHA,
            color_mask: SDL_GPUColorComponentFlags(0xf),
            cull_mode: SDL_GPU_CULLMODE_NONE,
            depth_write: depth,
            depth_compare: if depth { SDL_GPU_COMPAREOP_LESS_OR_EQUAL } else { SDL_GPU_COMPAREOP_ALWAYS },
            stencil: ptr::null(),
        };
        let mut material = std::mem::MaybeUninit::uninit();
        unsafe { CreateMaterial(device, target, &description, material.as_mut_ptr()).then(|| material.assume_init()) }
    }
}
