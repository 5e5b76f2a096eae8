//! Loads a scene of ../scene, and draws it into a picture.
use serde_json::Value;
use std::{error::Error, fs, fs::File, io::BufReader, path::Path};

const SIDE: u32 = 256;
pub const COLOR_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
const DEPTH_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

/// The values of a scene by the registers of AGAL.
pub struct Scene {
    /// For each attribute register, the number of components, and the values of all vertices.
    pub attributes: Vec<(u32, Vec<f32>)>,
    /// For each stage, the constants from register 0 on, four floats each.
    pub constants: [Vec<f32>; 2],
    pub texture: wgpu::TextureView,
    /// The format of the depth texture, if the scene is drawn with one.
    pub depth_format: Option<wgpu::TextureFormat>,
    background: wgpu::Color,
    indices: wgpu::Buffer,
}

pub fn connect() -> Result<(wgpu::Device, wgpu::Queue), Box<dyn Error>> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapter = pollster::block_on(instance.request_adapter(&Default::default()))?;
    Ok(pollster::block_on(adapter.request_device(&Default::default()))?)
}

pub fn bytes_of(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

/// Creates a buffer with these bytes.
pub fn create_buffer(device: &wgpu::Device, contents: &[u8], usage: wgpu::BufferUsages) -> wgpu::Buffer {
    let buffer = device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: contents.len() as u64,
        usage,
        mapped_at_creation: true,
    });
    buffer.slice(..).get_mapped_range_mut().expect("a buffer that is mapped").copy_from_slice(contents);
    buffer.unmap();
    buffer
}

/// Returns all numbers in a value, at any depth.
fn numbers(value: &Value) -> Vec<f32> {
    match value {
        Value::Array(list) => list.iter().flat_map(numbers).collect(),
        value => value.as_f64().map(|number| number as f32).into_iter().collect(),
    }
}

/// Reads a color, "#rrggbb".
fn color(text: &str) -> wgpu::Color {
    let channel = |at: usize| f64::from(u8::from_str_radix(&text[at..at + 2], 16).unwrap_or(0)) / 255.0;
    wgpu::Color { r: channel(1), g: channel(3), b: channel(5), a: 1.0 }
}

/// Halves the width and the height. A texel is the average of four.
fn next_level(texels: &[u8], side: usize) -> Vec<u8> {
    let at = |x: usize, y: usize, lane: usize| u32::from(texels[4 * (y * side + x) + lane]);
    let half = side / 2;
    (0..4 * half * half)
        .map(|i| {
            let (x, y, lane) = (i / 4 % half * 2, i / 4 / half * 2, i % 4);
            ((at(x, y, lane) + at(x + 1, y, lane) + at(x, y + 1, lane) + at(x + 1, y + 1, lane) + 2) / 4) as u8
        })
        .collect()
}

/// Uploads a square PNG file of bytes with alpha, and its mip levels, without converting alpha or colors.
pub fn load_texture(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    path: &Path,
) -> Result<wgpu::TextureView, Box<dyn Error>> {
    let mut reader = png::Decoder::new(BufReader::new(File::open(path)?)).read_info()?;
    let mut texels = vec![0; reader.output_buffer_size().ok_or("the picture is too large")?];
    let side = reader.next_frame(&mut texels)?.width;
    let texture = device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d { width: side, height: side, depth_or_array_layers: 1 },
        mip_level_count: side.ilog2() + 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: COLOR_FORMAT,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    });
    for mip_level in 0..texture.mip_level_count() {
        let side = side >> mip_level;
        queue.write_texture(
            wgpu::TexelCopyTextureInfo { mip_level, ..texture.as_image_copy() },
            &texels,
            wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(4 * side), rows_per_image: None },
            wgpu::Extent3d { width: side, height: side, depth_or_array_layers: 1 },
        );
        texels = next_level(&texels, side as usize);
    }
    Ok(texture.create_view(&Default::default()))
}

/// Creates a texture to draw into, with a width and a height of `side`.
pub fn create_target(
    device: &wgpu::Device,
    side: u32,
    format: wgpu::TextureFormat,
    sample_count: u32,
    usage: wgpu::TextureUsages,
) -> wgpu::Texture {
    device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d { width: side, height: side, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: usage | wgpu::TextureUsages::RENDER_ATTACHMENT,
        view_formats: &[],
    })
}

/// Writes a texture whose side is a multiple of 64.
pub fn write_picture(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    image: &wgpu::Texture,
    path: &str,
) -> Result<(), Box<dyn Error>> {
    let bytes_per_row = 4 * image.width();
    let copy = device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: u64::from(bytes_per_row * image.height()),
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    let mut encoder = device.create_command_encoder(&Default::default());
    encoder.copy_texture_to_buffer(
        image.as_image_copy(),
        wgpu::TexelCopyBufferInfo {
            buffer: &copy,
            layout: wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(bytes_per_row), rows_per_image: None },
        },
        image.size(),
    );
    queue.submit([encoder.finish()]);
    copy.slice(..).map_async(wgpu::MapMode::Read, |result| result.expect("the copy can be read"));
    device.poll(wgpu::PollType::wait_indefinitely())?;
    let mut encoder = png::Encoder::new(File::create(path)?, image.width(), image.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.write_header()?.write_image_data(&copy.slice(..).get_mapped_range()?)?;
    Ok(())
}

impl Scene {
    pub fn load(
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        folder: &Path,
        name: &str,
    ) -> Result<Scene, Box<dyn Error>> {
        let scene: Value = serde_json::from_str(&fs::read_to_string(folder.join(name).with_extension("json"))?)?;
        let attributes: Vec<(u32, Vec<f32>)> = ["va0", "va1", "va2"]
            .iter()
            .map(|register| &scene["attributes"][register])
            .map(|rows| (numbers(&rows[0]).len() as u32, numbers(rows)))
            .collect();
        let file = scene["textures"]["fs0"].as_str().ok_or("the scene does not have a texture")?;
        // All meshes consist of quads with four vertices each.
        let quads = attributes[0].1.len() as u32 / attributes[0].0 / 4;
        let indices: Vec<u8> = (0..quads as u16)
            .flat_map(|quad| [0, 1, 2, 2, 1, 3].map(|i| 4 * quad + i))
            .flat_map(u16::to_le_bytes)
            .collect();
        Ok(Scene {
            constants: ["vc0", "fc0"].map(|register| numbers(&scene["constants"][register])),
            texture: load_texture(device, queue, &folder.join(file))?,
            depth_format: (scene["depth"] == true).then_some(DEPTH_FORMAT),
            background: color(scene["background"].as_str().unwrap_or("#000000")),
            indices: create_buffer(device, &indices, wgpu::BufferUsages::INDEX),
            attributes,
        })
    }

    /// Draws with the pipeline and the resources that `bind` sets, and writes a picture.
    pub fn draw(
        &self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        picture: &str,
        bind: impl FnOnce(&mut wgpu::RenderPass),
    ) -> Result<(), Box<dyn Error>> {
        let image = create_target(device, SIDE, COLOR_FORMAT, 1, wgpu::TextureUsages::COPY_SRC);
        let image_view = image.create_view(&Default::default());
        let depth_view = self.depth_format.map(|format| {
            create_target(device, SIDE, format, 1, wgpu::TextureUsages::empty()).create_view(&Default::default())
        });
        let mut encoder = device.create_command_encoder(&Default::default());
        {
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: &image_view,
                    depth_slice: None,
                    resolve_target: None,
                    ops: wgpu::Operations { load: wgpu::LoadOp::Clear(self.background), store: wgpu::StoreOp::Store },
                })],
                depth_stencil_attachment: depth_view.as_ref().map(|view| wgpu::RenderPassDepthStencilAttachment {
                    view,
                    depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(1.0), store: wgpu::StoreOp::Discard }),
                    stencil_ops: None,
                }),
                ..Default::default()
            });
            bind(&mut pass);
            pass.set_index_buffer(self.indices.slice(..), wgpu::IndexFormat::Uint16);
            pass.draw_indexed(0..(self.indices.size() / 2) as u32, 0, 0..1);
        }
        queue.submit([encoder.finish()]);
        write_picture(device, queue, &image, picture)
    }
}
