//! Draws steps (scenes.js) with the materials of a module of `agalc batch --host wgpu`, and writes the picture of the back buffer: `draw
//! STEPS.json PICTURE`. Each function creates one material for each target, and draws have an instance each. The materials are created
//! in the reverse order of the draws. `draw all` creates the materials of the module `unusual`. agalc and the test wrote both modules,
//! and scene.rs is the file of examples/wgpu.
mod port;
#[allow(dead_code)] // the example uses the rest
mod scene;
#[path = "../unusual/port/mod.rs"]
mod unusual;

use port::materials::{Material, Target};
use scene::{bytes_of, create_buffer, create_target, load_texture, write_picture, COLOR_FORMAT};
use serde_json::Value;
use std::{collections::HashMap, error::Error, fs, path::Path};

const DEPTH_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

/// The textures of a step.
struct Surface {
    picture: wgpu::Texture,
    view: wgpu::TextureView,
    sampled: Option<wgpu::TextureView>,
    depth: Option<wgpu::TextureView>,
    formats: Target,
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn floats(value: &Value) -> Vec<f32> {
    list(value).iter().filter_map(Value::as_f64).map(|number| number as f32).collect()
}

/// The name of the target of a step: "" is the back buffer.
fn target_of(step: &Value) -> &str {
    step["target"].as_str().unwrap_or_default()
}

fn create_surface(device: &wgpu::Device, side: u32, samples: u32, has_depth: bool) -> Surface {
    let usage = wgpu::TextureUsages::COPY_SRC | wgpu::TextureUsages::TEXTURE_BINDING;
    let picture = create_target(device, side, COLOR_FORMAT, 1, usage);
    let create = |format| {
        create_target(device, side, format, samples, wgpu::TextureUsages::empty()).create_view(&Default::default())
    };
    Surface {
        view: picture.create_view(&Default::default()),
        picture,
        sampled: (samples > 1).then(|| create(COLOR_FORMAT)),
        depth: has_depth.then(|| create(DEPTH_FORMAT)),
        formats: Target { color: COLOR_FORMAT, depth: has_depth.then_some(DEPTH_FORMAT), samples },
    }
}

/// Creates a texture from a file with mip levels, or from rows of colors.
fn load_image(device: &wgpu::Device, queue: &wgpu::Queue, image: &Value) -> Result<wgpu::TextureView, Box<dyn Error>> {
    if let Some(path) = image.as_str() {
        return load_texture(device, queue, Path::new(path));
    }
    let rows = list(image);
    let texels: Vec<u8> =
        rows.iter().flat_map(list).flat_map(list).filter_map(Value::as_u64).map(|byte| byte as u8).collect();
    let size =
        wgpu::Extent3d { width: list(&rows[0]).len() as u32, height: rows.len() as u32, depth_or_array_layers: 1 };
    let texture = device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size,
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: COLOR_FORMAT,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    });
    let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(4 * size.width), rows_per_image: None };
    queue.write_texture(texture.as_image_copy(), &texels, layout, size);
    Ok(texture.create_view(&Default::default()))
}

struct Renderer {
    device: wgpu::Device,
    queue: wgpu::Queue,
    images: HashMap<String, wgpu::TextureView>,
    surfaces: HashMap<String, Surface>,
    /// By function and target.
    materials: HashMap<(String, String), Material>,
}

impl Renderer {
    fn load(scene: &Value) -> Result<Renderer, Box<dyn Error>> {
        let (device, queue) = scene::connect()?;
        let side = scene["size"].as_u64().ok_or("the scene does not have a size")? as u32;
        let samples = scene["samples"].as_u64().unwrap_or(1) as u32;
        let mut images = HashMap::new();
        for (name, image) in members(&scene["images"]) {
            images.insert(name.clone(), load_image(&device, &queue, image)?);
        }
        let mut surfaces = HashMap::new();
        for step in list(&scene["steps"]) {
            let name = target_of(step);
            let samples = if name.is_empty() { samples } else { 1 };
            surfaces
                .entry(name.to_string())
                .or_insert_with(|| create_surface(&device, side, samples, step["depth"] != false));
        }
        let mut renderer = Renderer { device, queue, images, surfaces, materials: HashMap::new() };
        for step in list(&scene["steps"]).iter().rev() {
            for draw in list(&step["draws"]).iter().rev() {
                renderer.create_material(step, draw);
            }
        }
        Ok(renderer)
    }

    fn textures(&self, draw: &Value) -> Vec<&wgpu::TextureView> {
        members(&draw["textures"])
            .filter_map(|(_, name)| name.as_str())
            .map(|name| self.images.get(name).unwrap_or_else(|| &self.surfaces[name].view))
            .collect()
    }

    fn create_material(&mut self, step: &Value, draw: &Value) {
        let name = draw["create"].as_str().unwrap_or_default();
        let key = (name.to_string(), target_of(step).to_string());
        if !self.materials.contains_key(&key) {
            let formats = &self.surfaces[target_of(step)].formats;
            let material = port::create(name, &self.device, formats, &self.textures(draw));
            self.materials.insert(key, material.expect("a function of the module"));
        }
    }

    fn write_constants(&self, buffer: &Option<wgpu::Buffer>, values: &Value) {
        if let Some(buffer) = buffer {
            self.queue.write_buffer(buffer, 0, &bytes_of(&floats(values))[..buffer.size() as usize]);
        }
    }

    fn draw_step(&self, step: &Value) {
        let draws: Vec<_> = list(&step["draws"])
            .iter()
            .map(|draw| {
                let key = (draw["create"].as_str().unwrap_or_default().to_string(), target_of(step).to_string());
                let material = &self.materials[&key];
                let instance = material.instance(&self.device, &self.textures(draw));
                assert_eq!(instance.pipeline, material.pipeline);
                self.write_constants(&instance.vertex_constants, &draw["constants"]["vc"]);
                self.write_constants(&instance.fragment_constants, &draw["constants"]["fc"]);
                let vertices: Vec<_> = members(&draw["attributes"])
                    .map(|(_, attribute)| bytes_of(&floats(&attribute["values"])))
                    .map(|bytes| create_buffer(&self.device, &bytes, wgpu::BufferUsages::VERTEX))
                    .collect();
                let indices: Vec<u8> = list(&draw["indices"])
                    .iter()
                    .filter_map(Value::as_u64)
                    .flat_map(|index| (index as u32).to_le_bytes())
                    .collect();
                (instance, vertices, create_buffer(&self.device, &indices, wgpu::BufferUsages::INDEX))
            })
            .collect();
        let surface = &self.surfaces[target_of(step)];
        let clear = floats(&step["clear"]);
        let color = match clear[..] {
            [r, g, b, a] => wgpu::LoadOp::Clear(wgpu::Color { r: r.into(), g: g.into(), b: b.into(), a: a.into() }),
            _ => wgpu::LoadOp::Load,
        };
        let depth = if clear.is_empty() { wgpu::LoadOp::Load } else { wgpu::LoadOp::Clear(1.0) };
        let mut encoder = self.device.create_command_encoder(&Default::default());
        {
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: surface.sampled.as_ref().unwrap_or(&surface.view),
                    depth_slice: None,
                    resolve_target: surface.sampled.is_some().then_some(&surface.view),
                    ops: wgpu::Operations { load: color, store: wgpu::StoreOp::Store },
                })],
                depth_stencil_attachment: surface.depth.as_ref().map(|view| wgpu::RenderPassDepthStencilAttachment {
                    view,
                    depth_ops: Some(wgpu::Operations { load: depth, store: wgpu::StoreOp::Store }),
                    stencil_ops: None,
                }),
                ..Default::default()
            });
            for (instance, vertices, indices) in &draws {
                instance.bind(&mut pass);
                for (slot, buffer) in (0..).zip(vertices) {
                    pass.set_vertex_buffer(slot, buffer.slice(..));
                }
                pass.set_index_buffer(indices.slice(..), wgpu::IndexFormat::Uint32);
                pass.draw_indexed(0..(indices.size() / 4) as u32, 0, 0..1);
            }
        }
        self.queue.submit([encoder.finish()]);
    }
}

fn create_all() -> Result<(), Box<dyn Error>> {
    let (device, _) = scene::connect()?;
    let view = create_surface(&device, 64, 1, false).view;
    let target = unusual::materials::Target { color: COLOR_FORMAT, depth: Some(DEPTH_FORMAT), samples: 1 };
    for name in unusual::NAMES {
        unusual::create(name, &device, &target, &[&view; 16]).ok_or("a function is missing")?;
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments == ["all"] {
        return create_all();
    }
    let [steps, picture] = arguments.as_slice() else { return Err("usage: draw STEPS.json PICTURE".into()) };
    let scene: Value = serde_json::from_str(&fs::read_to_string(steps)?)?;
    let renderer = Renderer::load(&scene)?;
    for step in list(&scene["steps"]) {
        renderer.draw_step(step);
    }
    write_picture(&renderer.device, &renderer.queue, &renderer.surfaces[""].picture, picture)
}
