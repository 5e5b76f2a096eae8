//! Draws a scene of ../scene with wgpu, and writes a picture of it: `cargo run -- lit lit.png`.
//!
//!     agalc compile --link ../scene/lit.vert.agal ../scene/lit.frag.agal --host wgpu --single-module -o shaders
//!     agalc compile --link ../scene/sprites.vert.agal ../scene/sprites.frag.agal --host wgpu --single-module -o shaders
mod bind;
mod scene;

use bind::{Inputs, Pair, States};
use scene::{Scene, COLOR_FORMAT};
use serde_json::Value;
use std::{error::Error, fs, path::Path, slice};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, picture] = arguments.as_slice() else { return Err("usage: draw SCENE PICTURE".into()) };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join(format!("shaders/{name}.wgsl")))?;
    let reflection: Value =
        serde_json::from_str(&fs::read_to_string(root.join(format!("shaders/{name}.wgsl.reflect.json")))?)?;

    let (device, queue) = scene::connect()?;
    let scene = Scene::load(&device, &queue, &root.join("../scene"), name)?;
    let inputs = Inputs {
        attributes: &scene.attributes,
        constants: [&scene.constants[0], &scene.constants[1]],
        textures: slice::from_ref(&scene.texture),
    };
    let states = States {
        blend: Some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING),
        color_format: COLOR_FORMAT,
        depth_format: scene.depth_format,
    };
    let pair = Pair::new(&device, &text, &reflection, &inputs, &states);
    scene.draw(&device, &queue, picture, 1, [|pass: &mut wgpu::RenderPass| pair.bind(pass)])
}
