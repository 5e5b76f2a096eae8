//! Creates materials of wgpu: pipelines, and the constants and textures of draws. `agalc batch
//! --host wgpu` writes this file next to materials.rs, whose functions describe the materials of
//! a game.

/// The formats of the textures that are drawn to, and their number of samples: 1, or 4 with
/// antialiasing.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    pub color: wgpu::TextureFormat,
    pub depth: Option<wgpu::TextureFormat>,
    pub samples: u32,
}

/// The content of a binding. Constants have a number of registers, textures and samplers an index.
#[derive(Clone, Copy, Debug)]
pub enum Resource {
    VertexConstants(u64),
    FragmentConstants(u64),
    Texture(usize),
    Sampler(usize),
}

#[derive(Clone, Copy, Debug)]
pub struct Binding {
    group: u32,
    number: u32,
    resource: Resource,
}

/// A pipeline, and the constants and textures of a draw. Draws at the same time need an instance
/// each, but share the pipeline.
#[derive(Debug)]
pub struct Material {
    pub pipeline: wgpu::RenderPipeline,
    pub bind_groups: Vec<(u32, wgpu::BindGroup)>,
    pub vertex_constants: Option<wgpu::Buffer>,
    pub fragment_constants: Option<wgpu::Buffer>,
    samplers: Vec<wgpu::Sampler>,
    bindings: Vec<Binding>,
}

impl Material {
    /// Creates an instance with its own constants and textures, for another draw with the pipeline.
    pub fn instance(&self, device: &wgpu::Device, textures: &[&wgpu::TextureView]) -> Material {
        let mut material = Material {
            pipeline: self.pipeline.clone(),
            bind_groups: Vec::new(),
            vertex_constants: None,
            fragment_constants: None,
            samplers: self.samplers.clone(),
            bindings: self.bindings.clone(),
        };
        material.create_resources(device, textures);
        material
    }

    fn create_resources(&mut self, device: &wgpu::Device, textures: &[&wgpu::TextureView]) {
        let mut numbers = Vec::new();
        for binding in &self.bindings {
            match binding.resource {
                Resource::VertexConstants(registers) => {
                    self.vertex_constants = Some(create_constants(device, registers));
                }
                Resource::FragmentConstants(registers) => {
                    self.fragment_constants = Some(create_constants(device, registers));
                }
                Resource::Texture(_) | Resource::Sampler(_) => {}
            }
            if !numbers.contains(&binding.group) {
                numbers.push(binding.group);
            }
        }
        self.bind_groups = numbers
            .into_iter()
            .map(|number| (number, self.create_bind_group(device, number, textures)))
            .collect();
    }

    fn create_bind_group(
        &self,
        device: &wgpu::Device,
        group: u32,
        textures: &[&wgpu::TextureView],
    ) -> wgpu::BindGroup {
        let entries: Vec<_> = self
            .bindings
            .iter()
            .filter(|binding| binding.group == group)
            .filter_map(|binding| {
                let resource = match binding.resource {
                    Resource::VertexConstants(_) => {
                        self.vertex_constants.as_ref()?.as_entire_binding()
                    }
                    Resource::FragmentConstants(_) => {
                        self.fragment_constants.as_ref()?.as_entire_binding()
                    }
                    Resource::Texture(index) => wgpu::BindingResource::TextureView(textures[index]),
                    Resource::Sampler(index) => {
                        wgpu::BindingResource::Sampler(&self.samplers[index])
                    }
                };
                Some(wgpu::BindGroupEntry {
                    binding: binding.number,
                    resource,
                })
            })
            .collect();
        device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &self.pipeline.get_bind_group_layout(group),
            entries: &entries,
        })
    }

    /// Sets the pipeline and its bind groups.
    pub fn bind(&self, pass: &mut wgpu::RenderPass) {
        pass.set_pipeline(&self.pipeline);
        for (number, group) in &self.bind_groups {
            pass.set_bind_group(*number, group, &[]);
        }
    }
}

/// An attribute, and the layout of its buffer.
pub struct Attribute {
    stride: u64,
    step_mode: wgpu::VertexStepMode,
    attribute: wgpu::VertexAttribute,
}

/// A material: its shaders with their entry points, its states and its bindings.
pub struct Description<'a> {
    pub vertex: &'a str,
    pub fragment: &'a str,
    pub entry_points: [&'a str; 2],
    pub attributes: &'a [Attribute],
    pub source_factor: wgpu::BlendFactor,
    pub destination_factor: wgpu::BlendFactor,
    pub write_mask: wgpu::ColorWrites,
    pub cull_mode: Option<wgpu::Face>,
    pub depth_write: bool,
    pub depth_compare: wgpu::CompareFunction,
    /// The test of stencil values for both faces, if the target has them. `set_stencil_reference` sets the value.
    pub stencil: Option<wgpu::StencilFaceState>,
    pub samplers: &'a [wgpu::SamplerDescriptor<'a>],
    pub bindings: &'a [Binding],
}

/// An attribute with its own slot. The offset and the stride of the buffer are in bytes.
pub fn attribute(location: u32, format: wgpu::VertexFormat, offset: u64, stride: u64) -> Attribute {
    Attribute {
        stride,
        step_mode: wgpu::VertexStepMode::Vertex,
        attribute: wgpu::VertexAttribute {
            format,
            offset,
            shader_location: location,
        },
    }
}

/// An attribute with a value for each instance.
pub fn per_instance(
    location: u32,
    format: wgpu::VertexFormat,
    offset: u64,
    stride: u64,
) -> Attribute {
    Attribute {
        step_mode: wgpu::VertexStepMode::Instance,
        ..attribute(location, format, offset, stride)
    }
}

pub const CLAMP: wgpu::AddressMode = wgpu::AddressMode::ClampToEdge;
pub const REPEAT: wgpu::AddressMode = wgpu::AddressMode::Repeat;
pub const NEAREST: wgpu::FilterMode = wgpu::FilterMode::Nearest;
pub const LINEAR: wgpu::FilterMode = wgpu::FilterMode::Linear;
pub const MIP_NONE: Option<wgpu::MipmapFilterMode> = None;
pub const MIP_NEAREST: Option<wgpu::MipmapFilterMode> = Some(wgpu::MipmapFilterMode::Nearest);
pub const MIP_LINEAR: Option<wgpu::MipmapFilterMode> = Some(wgpu::MipmapFilterMode::Linear);

/// The state of a sampler. In wgpu, all filters of an anisotropic sampler are linear: with
/// `MIP_NEAREST`, the sampler is not anisotropic. Without mip levels, the filter between levels has
/// no effect.
pub fn sampler(
    address_mode_u: wgpu::AddressMode,
    address_mode_v: wgpu::AddressMode,
    filter: wgpu::FilterMode,
    mips: Option<wgpu::MipmapFilterMode>,
    anisotropy: u16,
) -> wgpu::SamplerDescriptor<'static> {
    let anisotropic = anisotropy > 1 && mips != MIP_NEAREST;
    wgpu::SamplerDescriptor {
        address_mode_u,
        address_mode_v,
        mag_filter: filter,
        min_filter: filter,
        mipmap_filter: match mips {
            Some(mips) => mips,
            None if anisotropic => wgpu::MipmapFilterMode::Linear,
            None => wgpu::MipmapFilterMode::Nearest,
        },
        lod_max_clamp: if mips.is_some() { 32.0 } else { 0.0 },
        anisotropy_clamp: if anisotropic { anisotropy } else { 1 },
        ..Default::default()
    }
}

fn create_stencil(format: wgpu::TextureFormat, description: &Description) -> wgpu::StencilState {
    match description.stencil {
        Some(test) if format.has_stencil_aspect() => wgpu::StencilState {
            front: test,
            back: test,
            read_mask: 0xff,
            write_mask: 0xff,
        },
        _ => Default::default(),
    }
}

fn create_pipeline(
    device: &wgpu::Device,
    target: &Target,
    description: &Description,
) -> wgpu::RenderPipeline {
    let [vertex, fragment] = [description.vertex, description.fragment].map(|text| {
        device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: None,
            source: wgpu::ShaderSource::Wgsl(text.into()),
        })
    });
    let buffers: Vec<_> = description
        .attributes
        .iter()
        .map(|each| {
            Some(wgpu::VertexBufferLayout {
                array_stride: each.stride,
                step_mode: each.step_mode,
                attributes: std::slice::from_ref(&each.attribute),
            })
        })
        .collect();
    let blend = wgpu::BlendComponent {
        src_factor: description.source_factor,
        dst_factor: description.destination_factor,
        operation: wgpu::BlendOperation::Add,
    };
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: None,
        layout: None, // from the shaders
        vertex: wgpu::VertexState {
            module: &vertex,
            entry_point: Some(description.entry_points[0]),
            compilation_options: Default::default(),
            buffers: &buffers,
        },
        primitive: wgpu::PrimitiveState {
            front_face: wgpu::FrontFace::Cw,
            cull_mode: description.cull_mode,
            ..Default::default()
        },
        depth_stencil: target.depth.map(|format| wgpu::DepthStencilState {
            format,
            depth_write_enabled: Some(description.depth_write),
            depth_compare: Some(description.depth_compare),
            stencil: create_stencil(format, description),
            bias: Default::default(),
        }),
        multisample: wgpu::MultisampleState {
            count: target.samples,
            ..Default::default()
        },
        fragment: Some(wgpu::FragmentState {
            module: &fragment,
            entry_point: Some(description.entry_points[1]),
            compilation_options: Default::default(),
            targets: &[Some(wgpu::ColorTargetState {
                format: target.color,
                blend: Some(wgpu::BlendState {
                    color: blend,
                    alpha: blend,
                }),
                write_mask: description.write_mask,
            })],
        }),
        multiview_mask: None,
        cache: None,
    })
}

fn create_constants(device: &wgpu::Device, registers: u64) -> wgpu::Buffer {
    device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: 16 * registers,
        usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    })
}

pub fn binding(group: u32, number: u32, resource: Resource) -> Binding {
    Binding {
        group,
        number,
        resource,
    }
}

/// Creates the pipeline, and a first instance.
pub fn create_material(
    device: &wgpu::Device,
    target: &Target,
    description: &Description,
    textures: &[&wgpu::TextureView],
) -> Material {
    let mut material = Material {
        pipeline: create_pipeline(device, target, description),
        bind_groups: Vec::new(),
        vertex_constants: None,
        fragment_constants: None,
        samplers: description
            .samplers
            .iter()
            .map(|sampler| device.create_sampler(sampler))
            .collect(),
        bindings: description.bindings.to_vec(),
    };
    material.create_resources(device, textures);
    material
}
