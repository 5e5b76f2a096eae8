//! Translates a program, bytecode or assembly text, to WGSL or another language:
//! `cargo run --example compile -- water.frag.agal essl300`.

use std::error::Error;
use std::{env, fs};

use agal::{compile, Options};

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).ok_or("the arguments are a file and a target")?;
    let target = env::args().nth(2).unwrap_or_else(|| "wgsl".to_string());
    let program = fs::read(&path)?;

    let options = Options::new().with("target", target)?.with("name", path)?;
    let shader = match compile(program, &options) {
        Ok(shader) => shader,
        // The `?` operator would print the error for programmers.
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(1);
        }
    };
    eprint!("{}", shader.messages());
    match (shader.code().text(), shader.code().words()) {
        (Some(text), _) => print!("{text}"),
        (None, words) => println!("{} words of SPIR-V", words.unwrap_or_default().len()),
    }
    Ok(())
}
