//! Draws a scene with a material of a module of `agalc batch --host wgpu`: `draw SCENE FUNCTION PICTURE SAMPLES`. Ten draws share
//! the pipeline. All except one have constants of zero, and draw nothing. `draw all` creates the materials of the module `unusual`. agalc and the test wrote both modules, and scene.rs is the file of examples/wgpu.
mod materials;
mod scene;
#[path = "../unusual/port/mod.rs"]
mod unusual;

use materials::{Material, Target};
use scene::{bytes_of, create_buffer, Scene, COLOR_FORMAT};
use std::{error::Error, path::Path};

fn write_constants(queue: &wgpu::Queue, buffer: &Option<wgpu::Buffer>, values: &[f32]) {
    if let Some(buffer) = buffer {
        queue.write_buffer(buffer, 0, &bytes_of(values)[..buffer.size() as usize]);
    }
}

fn create_all() -> Result<(), Box<dyn Error>> {
    let (device, queue) = scene::connect()?;
    let scene = Scene::load(&device, &queue, &Path::new(env!("CARGO_MANIFEST_DIR")).join("../scene"), "lit")?;
    let target = unusual::materials::Target { color: COLOR_FORMAT, depth: scene.depth_format, samples: 1 };
    unusual::create_all(&device, &target, &scene.texture);
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments == ["all"] {
        return create_all();
    }
    let [name, function, picture, samples] = arguments.as_slice() else {
        return Err("usage: draw SCENE FUNCTION PICTURE SAMPLES".into());
    };
    let (device, queue) = scene::connect()?;
    let scene = Scene::load(&device, &queue, &Path::new(env!("CARGO_MANIFEST_DIR")).join("../scene"), name)?;
    let target = Target { color: COLOR_FORMAT, depth: scene.depth_format, samples: samples.parse()? };
    let create = match function.as_str() {
        "create_pair1" => materials::create_pair1,
        "create_pair1_2" => materials::create_pair1_2,
        "create_pair2" => materials::create_pair2,
        "create_pair2_2" => materials::create_pair2_2,
        "create_pair2_3" => materials::create_pair2_3,
        _ => return Err("no such function".into()),
    };
    let material: Material = create(&device, &target, [&scene.texture]);
    let mut instances: Vec<Material> = (1..10).map(|_| material.instance(&device, &[&scene.texture])).collect();
    instances.insert(4, material);
    write_constants(&queue, &instances[4].vertex_constants, &scene.constants[0]);
    write_constants(&queue, &instances[4].fragment_constants, &scene.constants[1]);
    let vertices: Vec<_> = scene
        .attributes
        .iter()
        .map(|(_, values)| create_buffer(&device, &bytes_of(values), wgpu::BufferUsages::VERTEX))
        .collect();
    let (instances, vertices) = (&instances, &vertices);
    let binds = instances.iter().map(|instance| {
        move |pass: &mut wgpu::RenderPass| {
            instance.bind(pass);
            for (slot, buffer) in (0..).zip(vertices) {
                pass.set_vertex_buffer(slot, buffer.slice(..));
            }
        }
    });
    scene.draw(&device, &queue, picture, target.samples, binds)
}
