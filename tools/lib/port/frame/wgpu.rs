//! Draws a frame of a game with wgpu, and writes a picture: `cargo run PICTURE.png`. It reads
//! frame.json, frame.bin, materials.json and the textures from the current folder. A port can
//! begin here: frame.json names the function of materials.rs for each draw.
mod materials;

use materials::{Material, Target};
use serde_json::Value;
use std::{
    collections::{HashMap, HashSet},
    error::Error,
    fs,
    fs::File,
    io::BufReader,
};

const COLOR_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
const DEPTH_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth24PlusStencil8;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn number(value: &Value) -> u32 {
    value.as_u64().unwrap_or_default() as u32
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn read_json(path: &str) -> Result<Value> {
    Ok(serde_json::from_str(&fs::read_to_string(path)?)?)
}

/// Creates a buffer with the vertices and indices of all draws.
fn create_buffer(device: &wgpu::Device, contents: &[u8]) -> wgpu::Buffer {
    let buffer = device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: contents.len() as u64,
        usage: wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::INDEX,
        mapped_at_creation: true,
    });
    let mut range = buffer
        .slice(..)
        .get_mapped_range_mut()
        .expect("the buffer is mapped");
    range.copy_from_slice(contents);
    drop(range);
    buffer.unmap();
    buffer
}

/// Returns a part of the buffer, `{"at": …, "size": …}` in bytes.
fn slice<'a>(buffer: &'a wgpu::Buffer, part: &Value) -> wgpu::BufferSlice<'a> {
    let [at, size] = ["at", "size"].map(|key| u64::from(number(&part[key])));
    buffer.slice(at..at + size)
}

struct Level {
    size: wgpu::Extent3d,
    texels: Vec<u8>,
}

fn read_png(path: &str) -> Result<Level> {
    let mut reader = png::Decoder::new(BufReader::new(File::open(path)?)).read_info()?;
    let mut texels = vec![
        0;
        reader
            .output_buffer_size()
            .ok_or("the picture is too large")?
    ];
    let info = reader.next_frame(&mut texels)?;
    let size = wgpu::Extent3d {
        width: info.width,
        height: info.height,
        depth_or_array_layers: 1,
    };
    Ok(Level { size, texels })
}

/// Returns a square level and all smaller mip levels. A texel is the average of four texels of the
/// level before.
fn with_levels(level: Level) -> Vec<Level> {
    let mut levels = vec![level];
    while let Some(Level { size, texels }) = levels.last().filter(|level| level.size.width > 1) {
        let (side, half) = (size.width as usize, size.width / 2);
        let at = |x: usize, y: usize, lane: usize| u32::from(texels[4 * (y * side + x) + lane]);
        let average = |i: usize| {
            let (x, y, lane) = (i / 4 % half as usize * 2, i / 4 / half as usize * 2, i % 4);
            (at(x, y, lane) + at(x + 1, y, lane) + at(x, y + 1, lane) + at(x + 1, y + 1, lane) + 2)
                / 4
        };
        let texels = (0..4 * (half * half) as usize)
            .map(|i| average(i) as u8)
            .collect();
        levels.push(Level {
            size: wgpu::Extent3d {
                width: half,
                height: half,
                ..*size
            },
            texels,
        });
    }
    levels
}

/// Loads a texture from the files of its levels, or of the sides of a cube. All smaller levels of a
/// cube, and of an image, are computed.
fn load_texture(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    texture: &Value,
) -> Result<wgpu::TextureView> {
    let load = |files: &Value| -> Result<Vec<Level>> {
        list(files).iter().map(text).map(read_png).collect()
    };
    let is_cube = texture["sides"].is_array();
    let layers: Vec<Vec<Level>> = if is_cube {
        load(&texture["sides"])?
            .into_iter()
            .map(with_levels)
            .collect()
    } else if let Some(image) = texture["image"].as_str() {
        vec![with_levels(read_png(image)?)]
    } else {
        vec![load(&texture["levels"])?]
    };
    let created = device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d {
            depth_or_array_layers: layers.len() as u32,
            ..layers[0][0].size
        },
        mip_level_count: layers[0].len() as u32,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: COLOR_FORMAT,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    });
    for (layer, levels) in (0..).zip(&layers) {
        for (mip_level, Level { size, texels }) in (0..).zip(levels) {
            let origin = wgpu::Origin3d {
                z: layer,
                ..wgpu::Origin3d::ZERO
            };
            let bytes_per_row = Some(4 * size.width);
            queue.write_texture(
                wgpu::TexelCopyTextureInfo {
                    mip_level,
                    origin,
                    ..created.as_image_copy()
                },
                texels,
                wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row,
                    rows_per_image: None,
                },
                *size,
            );
        }
    }
    Ok(created.create_view(&wgpu::TextureViewDescriptor {
        dimension: is_cube.then_some(wgpu::TextureViewDimension::Cube),
        ..Default::default()
    }))
}

/// The textures that a step draws into.
struct Surface {
    picture: wgpu::Texture,
    view: wgpu::TextureView,
    /// With antialiasing, the samples, which are resolved to the picture.
    sampled: Option<wgpu::TextureView>,
    depth: Option<wgpu::TextureView>,
    formats: Target,
}

/// Creates the textures of `{"size": […], "depth": …, "samples": …}`.
fn create_surface(device: &wgpu::Device, target: &Value) -> Surface {
    let samples = number(&target["samples"]).max(1);
    let has_depth = target["depth"] == true;
    let create = |format, sample_count, usage| {
        device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size: wgpu::Extent3d {
                width: number(&target["size"][0]),
                height: number(&target["size"][1]),
                depth_or_array_layers: 1,
            },
            mip_level_count: 1,
            sample_count,
            dimension: wgpu::TextureDimension::D2,
            format,
            usage: usage | wgpu::TextureUsages::RENDER_ATTACHMENT,
            view_formats: &[],
        })
    };
    let attachment = |format| {
        create(format, samples, wgpu::TextureUsages::empty()).create_view(&Default::default())
    };
    let usage = wgpu::TextureUsages::COPY_SRC | wgpu::TextureUsages::TEXTURE_BINDING;
    let picture = create(COLOR_FORMAT, 1, usage);
    Surface {
        view: picture.create_view(&Default::default()),
        picture,
        sampled: (samples > 1).then(|| attachment(COLOR_FORMAT)),
        depth: has_depth.then(|| attachment(DEPTH_FORMAT)),
        formats: Target {
            color: COLOR_FORMAT,
            depth: has_depth.then_some(DEPTH_FORMAT),
            samples,
        },
    }
}

/// The names of the attributes and the textures of a material, in the order of the slots.
struct Inputs {
    attributes: Vec<String>,
    textures: Vec<String>,
}

fn inputs_of(material: &Value) -> Inputs {
    let names = |list_of: &Value| -> Vec<String> {
        list(list_of)
            .iter()
            .map(|each| text(&each["name"]).to_string())
            .collect()
    };
    let mut textures = names(&material["vertex"]["samplers"]);
    textures.extend(names(&material["fragment"]["samplers"]));
    Inputs {
        attributes: names(&material["attributes"]),
        textures,
    }
}

struct Renderer {
    device: wgpu::Device,
    queue: wgpu::Queue,
    data: wgpu::Buffer,
    textures: HashMap<String, wgpu::TextureView>,
    /// The key "" is the back buffer.
    surfaces: HashMap<String, Surface>,
    inputs: HashMap<String, Inputs>,
    /// The keys are a function and a target.
    materials: HashMap<(String, String), Material>,
    /// The targets that a step has drawn into.
    drawn: HashSet<String>,
}

impl Renderer {
    fn load(frame: &Value) -> Result<Renderer> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
        let adapter = pollster::block_on(instance.request_adapter(&Default::default()))?;
        let (device, queue) = pollster::block_on(adapter.request_device(&Default::default()))?;
        let mut surfaces = HashMap::from([(String::new(), create_surface(&device, frame))]);
        for (name, target) in members(&frame["targets"]) {
            surfaces.insert(name.clone(), create_surface(&device, target));
        }
        let mut textures = HashMap::new();
        for (name, texture) in members(&frame["textures"]) {
            textures.insert(name.clone(), load_texture(&device, &queue, texture)?);
        }
        let described = read_json("materials.json")?;
        let inputs = list(&described["materials"])
            .iter()
            .map(|each| (text(&each["create"]).to_string(), inputs_of(each)))
            .collect();
        Ok(Renderer {
            data: create_buffer(&device, &fs::read("frame.bin")?),
            device,
            queue,
            textures,
            surfaces,
            inputs,
            materials: HashMap::new(),
            drawn: HashSet::new(),
        })
    }

    fn write_constants(&self, buffer: &Option<wgpu::Buffer>, values: &Value) {
        if let Some(buffer) = buffer {
            let bytes: Vec<u8> = list(values)
                .iter()
                .filter_map(Value::as_f64)
                .flat_map(|value| (value as f32).to_le_bytes())
                .take(buffer.size() as usize)
                .collect();
            self.queue.write_buffer(buffer, 0, &bytes);
        }
    }

    /// Returns the instance of a draw. Draws with the same states share a pipeline.
    fn create_material(&mut self, draw: &Value, target: &str) -> Result<Material> {
        let name = text(&draw["create"]);
        let inputs = self.inputs.get(name).ok_or("a function is missing")?;
        let mut views = Vec::new();
        for input in &inputs.textures {
            let texture = text(&draw["textures"][input]);
            let drawn = self.surfaces.get(texture).map(|surface| &surface.view);
            let view = self.textures.get(texture).or(drawn);
            views.push(view.ok_or("a texture is missing")?);
        }
        let key = (name.to_string(), target.to_string());
        if let Some(material) = self.materials.get(&key) {
            return Ok(material.instance(&self.device, &views));
        }
        let formats = &self.surfaces[target].formats;
        let material = materials::create(name, &self.device, formats, &views)
            .ok_or("a function is missing")?;
        let instance = material.instance(&self.device, &views);
        self.materials.insert(key, material);
        Ok(instance)
    }

    fn draw_step(&mut self, step: &Value) -> Result<()> {
        let target = text(&step["target"]);
        let mut draws = Vec::new();
        for draw in list(&step["draws"]) {
            let material = self.create_material(draw, target)?;
            let constants = &draw["constants"];
            self.write_constants(&material.vertex_constants, &constants["vc"]);
            self.write_constants(&material.fragment_constants, &constants["fc"]);
            draws.push((draw, material));
        }
        let mut encoder = self.device.create_command_encoder(&Default::default());
        let is_first = self.drawn.insert(target.to_string());
        let mut pass = self.begin_pass(
            &mut encoder,
            &self.surfaces[target],
            &step["clear"],
            is_first,
        );
        for (draw, material) in &draws {
            self.draw(&mut pass, &self.surfaces[target], draw, material);
        }
        drop(pass);
        self.queue.submit([encoder.finish()]);
        Ok(())
    }

    /// Begins to draw into a target. The first step clears everything.
    fn begin_pass<'a>(
        &self,
        encoder: &'a mut wgpu::CommandEncoder,
        surface: &Surface,
        clear: &Value,
        is_first: bool,
    ) -> wgpu::RenderPass<'a> {
        let [r, g, b, a] = [0, 1, 2, 3].map(|i| clear["color"][i].as_f64().unwrap_or_default());
        let color = if is_first || clear["color"].is_array() {
            wgpu::LoadOp::Clear(wgpu::Color { r, g, b, a })
        } else {
            wgpu::LoadOp::Load
        };
        let depth = if is_first || clear["depth"] == true {
            wgpu::LoadOp::Clear(1.0)
        } else {
            wgpu::LoadOp::Load
        };
        let stencil = if is_first || clear["stencil"] == true {
            wgpu::LoadOp::Clear(0)
        } else {
            wgpu::LoadOp::Load
        };
        let store = wgpu::StoreOp::Store;
        encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: surface.sampled.as_ref().unwrap_or(&surface.view),
                depth_slice: None,
                resolve_target: surface.sampled.is_some().then_some(&surface.view),
                ops: wgpu::Operations { load: color, store },
            })],
            depth_stencil_attachment: surface.depth.as_ref().map(|view| {
                wgpu::RenderPassDepthStencilAttachment {
                    view,
                    depth_ops: Some(wgpu::Operations { load: depth, store }),
                    stencil_ops: Some(wgpu::Operations {
                        load: stencil,
                        store,
                    }),
                }
            }),
            ..Default::default()
        })
    }

    fn draw(
        &self,
        pass: &mut wgpu::RenderPass,
        surface: &Surface,
        draw: &Value,
        material: &Material,
    ) {
        let size = surface.picture.size();
        let [x, y, width, height] = match list(&draw["scissor"]) {
            [x, y, width, height] => [x, y, width, height].map(number),
            _ => [0, 0, size.width, size.height],
        };
        let inputs = &self.inputs[text(&draw["create"])];
        material.bind(pass);
        pass.set_scissor_rect(x, y, width, height);
        pass.set_stencil_reference(number(&draw["stencil"][0]));
        for (slot, name) in (0..).zip(&inputs.attributes) {
            pass.set_vertex_buffer(slot, slice(&self.data, &draw["attributes"][name]));
        }
        let indices = slice(&self.data, &draw["indices"]);
        pass.set_index_buffer(indices, wgpu::IndexFormat::Uint32);
        let count = number(&draw["indices"]["size"]) / 4;
        pass.draw_indexed(0..count, 0, 0..number(&draw["instances"]));
    }

    fn write_picture(&self, path: &str) -> Result<()> {
        let image = &self.surfaces[""].picture;
        let (width, height) = (image.width(), image.height());
        let bytes_per_row = (4 * width).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let copy = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: u64::from(bytes_per_row) * u64::from(height),
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        let layout = wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(bytes_per_row),
            rows_per_image: None,
        };
        let mut encoder = self.device.create_command_encoder(&Default::default());
        encoder.copy_texture_to_buffer(
            image.as_image_copy(),
            wgpu::TexelCopyBufferInfo {
                buffer: &copy,
                layout,
            },
            image.size(),
        );
        self.queue.submit([encoder.finish()]);
        copy.slice(..).map_async(wgpu::MapMode::Read, |result| {
            result.expect("the copy can be read")
        });
        self.device.poll(wgpu::PollType::wait_indefinitely())?;
        let bytes = copy.slice(..).get_mapped_range()?;
        let rows = bytes
            .chunks(bytes_per_row as usize)
            .flat_map(|row| &row[..4 * width as usize]);
        let mut encoder = png::Encoder::new(File::create(path)?, width, height);
        encoder.set_color(png::ColorType::Rgba);
        encoder
            .write_header()?
            .write_image_data(&rows.copied().collect::<Vec<u8>>())?;
        Ok(())
    }
}

fn main() -> Result<()> {
    let path = std::env::args().nth(1).ok_or("usage: draw PICTURE.png")?;
    let frame = read_json("frame.json")?;
    let mut renderer = Renderer::load(&frame)?;
    for step in list(&frame["steps"]) {
        renderer.draw_step(step)?;
    }
    renderer.write_picture(&path)
}
