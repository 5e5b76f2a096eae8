//! Executes a fragment program that samples a texture, and prints the colors of its four pixels.

use agal::{interpret, Error, Inputs, Options, Texture};

fn main() -> Result<(), Error> {
    let checkerboard = [[0.0, 0.0, 0.0, 1.0], [1.0; 4], [1.0; 4], [0.0, 0.0, 0.0, 1.0]];
    let mut inputs = Inputs::new();
    inputs.set_constants(&[[1.0, 0.5, 0.25, 1.0]])?.set_texture(0, &Texture::plane(2, 2, &checkerboard))?;
    for (pixel, [u, v]) in [[0.25, 0.25], [0.75, 0.25], [0.25, 0.75], [0.75, 0.75]].into_iter().enumerate() {
        inputs.set_varying(pixel as u32, 0, [u, v, 0.0, 0.0])?;
    }

    let program = "tex ft0, v0, fs0 <2d, nearest>\nmul oc, ft0, fc0";
    for invocation in interpret(program, &inputs, &Options::new())?.invocations() {
        println!("{:?}", invocation.get("oc").unwrap_or_default());
    }
    Ok(())
}
