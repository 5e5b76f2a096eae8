//! Makes a pipeline and a bind group of wgpu from what `agalc compile --link … --host wgpu` writes. The reflection determines all
//! bindings; the code does not contain knowledge of the programs.
use crate::scene::{bytes_of, create_buffer};
use serde_json::Value;

const STAGES: [&str; 2] = ["vertex", "fragment"];

/// Values of a scene by the registers of AGAL.
pub struct Inputs<'a> {
    /// For each attribute register, the number of components, and the values of all vertices.
    pub attributes: &'a [(u32, Vec<f32>)],
    /// For each stage, the constants from register 0 on, four floats each.
    pub constants: [&'a [f32]; 2],
    /// For each sampler register of the fragment program, a texture.
    pub textures: &'a [wgpu::TextureView],
}

/// States that are not in a shader.
pub struct States {
    pub blend: Option<wgpu::BlendState>,
    pub color_format: wgpu::TextureFormat,
    pub depth_format: Option<wgpu::TextureFormat>,
}

pub struct Pair {
    pipeline: wgpu::RenderPipeline,
    bind_group: wgpu::BindGroup,
    vertices: Vec<wgpu::Buffer>,
}

fn number(value: &Value) -> u32 {
    value.as_u64().and_then(|number| u32::try_from(number).ok()).expect("a number of the reflection")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Creates the sampler for the state with which the program samples.
fn sampler(device: &wgpu::Device, state: &Value) -> wgpu::Sampler {
    let wrap = state["wrap"].as_str().unwrap_or_default();
    let address_mode = |repeats: &[&str]| match repeats.contains(&wrap) {
        true => wgpu::AddressMode::Repeat,
        false => wgpu::AddressMode::ClampToEdge,
    };
    let filter = match state["filter"].as_str() {
        Some("nearest") => wgpu::FilterMode::Nearest,
        _ => wgpu::FilterMode::Linear,
    };
    let mip = state["mip"].as_str();
    device.create_sampler(&wgpu::SamplerDescriptor {
        address_mode_u: address_mode(&["repeat", "repeat_u_clamp_v"]),
        address_mode_v: address_mode(&["repeat", "clamp_u_repeat_v"]),
        mag_filter: filter,
        min_filter: filter,
        mipmap_filter: match mip {
            Some("miplinear") => wgpu::MipmapFilterMode::Linear,
            _ => wgpu::MipmapFilterMode::Nearest,
        },
        lod_max_clamp: if mip == Some("mipnone") { 0.0 } else { 32.0 },
        anisotropy_clamp: u16::try_from(number(&state["anisotropy"])).unwrap_or(1),
        ..Default::default()
    })
}

impl Pair {
    /// `text` is the single module of both programs.
    pub fn new(device: &wgpu::Device, text: &str, reflection: &Value, inputs: &Inputs, states: &States) -> Self {
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: None,
            source: wgpu::ShaderSource::Wgsl(text.into()),
        });
        let vertex = &reflection["vertex"]["agal"];
        let fragment = &reflection["fragment"]["agal"];

        // The location of an attribute is its register's number. Missing components y, z and w are 0, 0 and 1.
        let attributes: Vec<[wgpu::VertexAttribute; 1]> = list(&vertex["attributes"])
            .iter()
            .map(|attribute| {
                let location = number(&attribute["location"]);
                let format = match inputs.attributes[location as usize].0 {
                    1 => wgpu::VertexFormat::Float32,
                    2 => wgpu::VertexFormat::Float32x2,
                    3 => wgpu::VertexFormat::Float32x3,
                    _ => wgpu::VertexFormat::Float32x4,
                };
                [wgpu::VertexAttribute { format, offset: 0, shader_location: location }]
            })
            .collect();
        let layouts: Vec<_> = attributes
            .iter()
            .map(|attribute| {
                Some(wgpu::VertexBufferLayout {
                    array_stride: attribute[0].format.size(),
                    step_mode: wgpu::VertexStepMode::Vertex,
                    attributes: attribute,
                })
            })
            .collect();

        let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: None,
            layout: None, // from the text
            vertex: wgpu::VertexState {
                module: &module,
                entry_point: vertex["entryPoint"].as_str(),
                compilation_options: Default::default(),
                buffers: &layouts,
            },
            primitive: Default::default(),
            depth_stencil: states.depth_format.map(|format| wgpu::DepthStencilState {
                format,
                depth_write_enabled: Some(true),
                depth_compare: Some(wgpu::CompareFunction::LessEqual),
                stencil: Default::default(),
                bias: Default::default(),
            }),
            multisample: Default::default(),
            fragment: Some(wgpu::FragmentState {
                module: &module,
                entry_point: fragment["entryPoint"].as_str(),
                compilation_options: Default::default(),
                targets: &[Some(wgpu::ColorTargetState {
                    format: states.color_format,
                    blend: states.blend,
                    write_mask: wgpu::ColorWrites::ALL,
                })],
            }),
            multiview_mask: None,
            cache: None,
        });

        let bind_group = Self::bind_group(device, &pipeline, reflection, inputs);
        let vertices = list(&vertex["attributes"])
            .iter()
            .map(|attribute| {
                let (_, values) = &inputs.attributes[number(&attribute["location"]) as usize];
                create_buffer(device, &bytes_of(values), wgpu::BufferUsages::VERTEX)
            })
            .collect();
        Pair { pipeline, bind_group, vertices }
    }

    fn bind_group(
        device: &wgpu::Device,
        pipeline: &wgpu::RenderPipeline,
        reflection: &Value,
        inputs: &Inputs,
    ) -> wgpu::BindGroup {
        let mut buffers = Vec::new();
        let mut samplers = Vec::new();
        for (stage, constants) in STAGES.iter().zip(inputs.constants) {
            let interface = &reflection[stage]["agal"];
            if let Some(layout) = interface["uniforms"].get("layout") {
                let size = number(&layout["size"]) as usize;
                let uniforms = create_buffer(device, &bytes_of(constants)[..size], wgpu::BufferUsages::UNIFORM);
                buffers.push((number(&layout["binding"]), uniforms));
            }
            for each in list(&interface["samplers"]).iter().filter(|each| each["active"] == true) {
                samplers.push((
                    (number(&each["binding"]), &inputs.textures[number(&each["index"]) as usize]),
                    (number(&each["samplerBinding"]), sampler(device, &each["states"][0])),
                ));
            }
        }
        let mut entries: Vec<_> = buffers
            .iter()
            .map(|(binding, buffer)| wgpu::BindGroupEntry { binding: *binding, resource: buffer.as_entire_binding() })
            .collect();
        for ((texture_binding, texture), (sampler_binding, sampler)) in &samplers {
            entries.push(wgpu::BindGroupEntry {
                binding: *texture_binding,
                resource: wgpu::BindingResource::TextureView(texture),
            });
            entries.push(wgpu::BindGroupEntry {
                binding: *sampler_binding,
                resource: wgpu::BindingResource::Sampler(sampler),
            });
        }
        device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &pipeline.get_bind_group_layout(0),
            entries: &entries,
        })
    }

    pub fn bind(&self, pass: &mut wgpu::RenderPass) {
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &self.bind_group, &[]);
        for (slot, buffer) in (0..).zip(&self.vertices) {
            pass.set_vertex_buffer(slot, buffer.slice(..));
        }
    }
}
