//! Describes the material of a pair from what `agalc compile --link … --host wgpu` writes. The reflection determines all bindings; the
//! code does not contain knowledge of the programs.
use crate::bind::*;
use serde_json::Value;

pub struct Pair {
    /// The attribute registers in the order of the slots of vertex buffers.
    pub registers: Vec<usize>,
    text: String,
    entry_points: [String; 2],
    attributes: Vec<Attribute>,
    samplers: Vec<wgpu::SamplerDescriptor<'static>>,
    bindings: Vec<Binding>,
}

fn number(value: &Value) -> u32 {
    value.as_u64().and_then(|number| u32::try_from(number).ok()).expect("a number of the reflection")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Returns the state with which the program samples.
fn sampler_of(state: &Value) -> wgpu::SamplerDescriptor<'static> {
    let wrap = state["wrap"].as_str().unwrap_or_default();
    let mips = match state["mip"].as_str() {
        Some("miplinear") => MIP_LINEAR,
        Some("mipnearest") => MIP_NEAREST,
        _ => MIP_NONE,
    };
    sampler(
        if ["repeat", "repeat_u_clamp_v"].contains(&wrap) { REPEAT } else { CLAMP },
        if ["repeat", "clamp_u_repeat_v"].contains(&wrap) { REPEAT } else { CLAMP },
        if state["filter"] == "nearest" { NEAREST } else { LINEAR },
        mips,
        u16::try_from(number(&state["anisotropy"])).unwrap_or(1),
    )
}

impl Pair {
    /// `text` is the single module of both programs. `sizes` are the numbers of components of the attribute registers.
    pub fn new(text: String, reflection: &Value, sizes: &[u32]) -> Self {
        let stages = ["vertex", "fragment"].map(|stage| &reflection[stage]["agal"]);
        let [vertex, _] = stages;
        // The location of an attribute is its register's number. Missing components y, z and w are 0, 0 and 1.
        let registers: Vec<usize> =
            list(&vertex["attributes"]).iter().map(|each| number(&each["location"]) as usize).collect();
        let attributes = registers.iter().map(|&register| {
            let format = match sizes[register] {
                1 => wgpu::VertexFormat::Float32,
                2 => wgpu::VertexFormat::Float32x2,
                3 => wgpu::VertexFormat::Float32x3,
                _ => wgpu::VertexFormat::Float32x4,
            };
            attribute(register as u32, format, 0, format.size())
        });
        let (mut samplers, mut bindings) = (Vec::new(), Vec::new());
        for (stage, constants) in stages.iter().zip([Resource::VertexConstants, Resource::FragmentConstants]) {
            if let Some(layout) = stage["uniforms"].get("layout") {
                bindings.push(binding(0, number(&layout["binding"]), constants(number(&layout["count"]).into())));
            }
            for each in list(&stage["samplers"]).iter().filter(|each| each["active"] == true) {
                bindings.push(binding(0, number(&each["binding"]), Resource::Texture(samplers.len())));
                bindings.push(binding(0, number(&each["samplerBinding"]), Resource::Sampler(samplers.len())));
                samplers.push(sampler_of(&each["states"][0]));
            }
        }
        Pair {
            text,
            entry_points: stages.map(|stage| stage["entryPoint"].as_str().unwrap_or("main").into()),
            attributes: attributes.collect(),
            registers,
            samplers,
            bindings,
        }
    }

    /// Returns a description with blending of premultiplied colors. Other states are not in a shader either.
    pub fn description(&self) -> Description<'_> {
        Description {
            vertex: &self.text,
            fragment: &self.text,
            entry_points: [&self.entry_points[0], &self.entry_points[1]],
            attributes: &self.attributes,
            source_factor: wgpu::BlendFactor::One,
            destination_factor: wgpu::BlendFactor::OneMinusSrcAlpha,
            write_mask: wgpu::ColorWrites::ALL,
            cull_mode: None,
            depth_write: true,
            depth_compare: wgpu::CompareFunction::LessEqual,
            stencil: None,
            samplers: &self.samplers,
            bindings: &self.bindings,
        }
    }
}
