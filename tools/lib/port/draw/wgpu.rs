//! Draws one draw of a game with wgpu, and writes a picture: `cargo run PICTURE.png`. It reads
//! scene.json, the mesh and the textures from the current folder.
mod draw;
mod materials;

use serde_json::Value;
use std::{error::Error, fs, fs::File, io::BufReader};

const COLOR_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
const DEPTH_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Returns all numbers in nested lists.
fn numbers(value: &Value) -> Vec<f32> {
    match value {
        Value::Array(list) => list.iter().flat_map(numbers).collect(),
        value => value
            .as_f64()
            .map(|number| number as f32)
            .into_iter()
            .collect(),
    }
}

fn bytes_of(values: &[f32]) -> Vec<u8> {
    values
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect()
}

fn create_buffer(
    device: &wgpu::Device,
    contents: &[u8],
    usage: wgpu::BufferUsages,
) -> wgpu::Buffer {
    let buffer = device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: contents.len() as u64,
        usage,
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

/// Returns the indices of the triangles in an OBJ file.
fn read_indices(path: &str) -> Result<Vec<u8>> {
    let text = fs::read_to_string(path)?;
    let faces = text.lines().filter_map(|line| line.strip_prefix("f "));
    let indices: Result<Vec<u32>> = faces
        .flat_map(str::split_whitespace)
        .map(|corner| Ok(corner.parse::<u32>()? - 1))
        .collect();
    Ok(indices?.into_iter().flat_map(u32::to_le_bytes).collect())
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

/// Loads a texture with its mip levels. A cube is a list of six pictures, whose smaller levels are
/// computed.
fn load_texture(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    texture: &Value,
) -> Result<wgpu::TextureView> {
    let load = |files: &Value| -> Result<Vec<Level>> {
        files
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .map(read_png)
            .collect()
    };
    let layers: Vec<Vec<Level>> = if texture.is_array() {
        load(texture)?.into_iter().map(with_levels).collect()
    } else {
        let mut levels = vec![read_png(
            texture["image"]
                .as_str()
                .ok_or("a texture does not have a picture")?,
        )?];
        levels.extend(load(&texture["levels"])?);
        vec![levels]
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
        dimension: texture
            .is_array()
            .then_some(wgpu::TextureViewDimension::Cube),
        ..Default::default()
    }))
}

fn create_target(
    device: &wgpu::Device,
    size: wgpu::Extent3d,
    format: wgpu::TextureFormat,
    sample_count: u32,
    usage: wgpu::TextureUsages,
) -> wgpu::Texture {
    device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size,
        mip_level_count: 1,
        sample_count,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: usage | wgpu::TextureUsages::RENDER_ATTACHMENT,
        view_formats: &[],
    })
}

fn write_picture(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    image: &wgpu::Texture,
    path: &str,
) -> Result<()> {
    let (width, height) = (image.width(), image.height());
    let bytes_per_row = (4 * width).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
    let copy = device.create_buffer(&wgpu::BufferDescriptor {
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
    let mut encoder = device.create_command_encoder(&Default::default());
    encoder.copy_texture_to_buffer(
        image.as_image_copy(),
        wgpu::TexelCopyBufferInfo {
            buffer: &copy,
            layout,
        },
        image.size(),
    );
    queue.submit([encoder.finish()]);
    copy.slice(..).map_async(wgpu::MapMode::Read, |result| {
        result.expect("the copy can be read")
    });
    device.poll(wgpu::PollType::wait_indefinitely())?;
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

fn main() -> Result<()> {
    let path = std::env::args().nth(1).ok_or("usage: draw PICTURE.png")?;
    let scene: Value = serde_json::from_str(&fs::read_to_string("scene.json")?)?;
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapter = pollster::block_on(instance.request_adapter(&Default::default()))?;
    let (device, queue) = pollster::block_on(adapter.request_device(&Default::default()))?;

    let textures: Result<Vec<_>> = draw::TEXTURES
        .iter()
        .map(|name| load_texture(&device, &queue, &scene["textures"][name]))
        .collect();
    let target = materials::Target {
        color: COLOR_FORMAT,
        depth: Some(DEPTH_FORMAT),
        samples: scene["target"]["samples"].as_u64().unwrap_or(1) as u32,
    };
    let material = draw::create_material(&device, &target, &textures?);
    for (buffer, name) in [
        (&material.vertex_constants, "vc0"),
        (&material.fragment_constants, "fc0"),
    ] {
        if let Some(buffer) = buffer {
            let bytes = bytes_of(&numbers(&scene["constants"][name]));
            queue.write_buffer(buffer, 0, &bytes[..buffer.size() as usize]);
        }
    }
    let vertices: Vec<_> = draw::ATTRIBUTES
        .iter()
        .map(|name| bytes_of(&numbers(&scene["attributes"][name])))
        .map(|bytes| create_buffer(&device, &bytes, wgpu::BufferUsages::VERTEX))
        .collect();
    let indices = read_indices(
        scene["mesh"]
            .as_str()
            .ok_or("the scene does not have a mesh")?,
    )?;
    let index_buffer = create_buffer(&device, &indices, wgpu::BufferUsages::INDEX);

    let size: Vec<u32> = numbers(&scene["size"])
        .into_iter()
        .map(|number| number as u32)
        .collect();
    let size = wgpu::Extent3d {
        width: size[0],
        height: size[1],
        depth_or_array_layers: 1,
    };
    let [r, g, b, a] = [0, 1, 2, 3].map(|i| scene["background"][i].as_f64().unwrap_or(0.0));
    let none = wgpu::TextureUsages::empty();
    let image = create_target(
        &device,
        size,
        COLOR_FORMAT,
        1,
        wgpu::TextureUsages::COPY_SRC,
    );
    let image_view = image.create_view(&Default::default());
    // With antialiasing, the samples are resolved to the picture.
    let sampled = (target.samples > 1).then(|| {
        create_target(&device, size, COLOR_FORMAT, target.samples, none)
            .create_view(&Default::default())
    });
    let depth = create_target(&device, size, DEPTH_FORMAT, target.samples, none);
    let mut encoder = device.create_command_encoder(&Default::default());
    {
        let clear = wgpu::LoadOp::Clear(wgpu::Color { r, g, b, a });
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: sampled.as_ref().unwrap_or(&image_view),
                depth_slice: None,
                resolve_target: sampled.is_some().then_some(&image_view),
                ops: wgpu::Operations {
                    load: clear,
                    store: wgpu::StoreOp::Store,
                },
            })],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &depth.create_view(&Default::default()),
                depth_ops: Some(wgpu::Operations {
                    load: wgpu::LoadOp::Clear(1.0),
                    store: wgpu::StoreOp::Discard,
                }),
                stencil_ops: None,
            }),
            ..Default::default()
        });
        material.bind(&mut pass);
        if let [x, y, width, height] = numbers(&scene["scissor"])[..] {
            pass.set_scissor_rect(x as u32, y as u32, width as u32, height as u32);
        }
        for (slot, buffer) in (0..).zip(&vertices) {
            pass.set_vertex_buffer(slot, buffer.slice(..));
        }
        pass.set_index_buffer(index_buffer.slice(..), wgpu::IndexFormat::Uint32);
        pass.draw_indexed(0..(indices.len() / 4) as u32, 0, 0..1);
    }
    queue.submit([encoder.finish()]);
    write_picture(&device, &queue, &image, &path)
}
