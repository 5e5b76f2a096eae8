//! Draws a scene of ../scene with wgpu, and writes a picture of it: `cargo run -- lit lit.png`.
//!
//!     agalc compile --link ../scene/lit.vert.agal ../scene/lit.frag.agal --host wgpu --single-module -o shaders
//!     agalc compile --link ../scene/sprites.vert.agal ../scene/sprites.frag.agal --host wgpu --single-module -o shaders
#[allow(dead_code)] // a module of a game uses the rest
#[rustfmt::skip] // `agalc batch` writes this file, for rustfmt without options
mod bind;
mod reflection;
mod scene;

use bind::{create_material, Target};
use reflection::Pair;
use scene::{bytes_of, create_buffer, Scene, COLOR_FORMAT};
use std::{error::Error, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, picture] = arguments.as_slice() else { return Err("usage: draw SCENE PICTURE".into()) };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join(format!("shaders/{name}.wgsl")))?;
    let reflection =
        serde_json::from_str(&fs::read_to_string(root.join(format!("shaders/{name}.wgsl.reflect.json")))?)?;

    let (device, queue) = scene::connect()?;
    let scene = Scene::load(&device, &queue, &root.join("../scene"), name)?;
    let sizes: Vec<u32> = scene.attributes.iter().map(|(size, _)| *size).collect();
    let pair = Pair::new(text, &reflection, &sizes);
    let target = Target { color: COLOR_FORMAT, depth: scene.depth_format, samples: 1 };
    let material = create_material(&device, &target, &pair.description(), &[&scene.texture]);
    let buffers = [&material.vertex_constants, &material.fragment_constants];
    for (buffer, values) in buffers.into_iter().zip(&scene.constants) {
        if let Some(buffer) = buffer {
            queue.write_buffer(buffer, 0, &bytes_of(values)[..buffer.size() as usize]);
        }
    }
    let vertices: Vec<_> = pair
        .registers
        .iter()
        .map(|&register| create_buffer(&device, &bytes_of(&scene.attributes[register].1), wgpu::BufferUsages::VERTEX))
        .collect();
    let bind = |pass: &mut wgpu::RenderPass| {
        material.bind(pass);
        for (slot, buffer) in (0..).zip(&vertices) {
            pass.set_vertex_buffer(slot, buffer.slice(..));
        }
    };
    scene.draw(&device, &queue, picture, bind)
}
