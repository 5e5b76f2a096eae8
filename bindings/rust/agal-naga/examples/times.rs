//! Measures the time from bytes to a module, split into agalc's and naga's part:
//!
//!     cargo run --release --example times

#[path = "../tests/support/mod.rs"]
mod support;

use std::hint::black_box;
use std::time::Instant;

use agal::Options;
use agal_naga::{agal_to_naga, parse_bytecode, VertexAttributeFormat};
use naga::front::spv;

const ROUNDS: usize = 15;
const FORMATS: [Option<VertexAttributeFormat>; 8] = [Some(VertexAttributeFormat::Float4); 8];

/// Returns the minimum of all rounds, in microseconds for each item.
fn microseconds<T>(items: &[T], mut work: impl FnMut(&T)) -> f64 {
    let round = |_| {
        let start = Instant::now();
        items.iter().for_each(&mut work);
        start.elapsed().as_secs_f64() * 1e6 / items.len() as f64
    };
    (0..ROUNDS).map(round).fold(f64::INFINITY, f64::min)
}

fn main() -> Result<(), agal::Error> {
    let mut options = Options::new().with("host", "ruffle")?.with("target", "spv")?.with("samplers", "separate")?;
    options
        .set("validate-spirv", false)?
        .set("bytecode", true)?
        .set("adobe-order", true)?
        .set("bindings-only", true)?;
    let mut programs: Vec<_> = support::programs().into_iter().map(|(_, bytecode)| bytecode).collect();
    programs.retain(|bytecode| parse_bytecode(bytecode).is_ok());
    let compile = |bytecode: &Vec<u8>| agal::compile(bytecode, &options).unwrap();
    let modules: Vec<_> = programs.iter().map(|each| compile(each).code().words().unwrap().to_vec()).collect();
    let front = spv::Options { adjust_coordinate_space: false, strict_capabilities: true, ..Default::default() };

    let whole = microseconds(&programs, |bytecode| {
        black_box(agal_to_naga(&parse_bytecode(bytecode).unwrap(), &FORMATS).unwrap());
    });
    let agalc = microseconds(&programs, |bytecode| drop(black_box(compile(bytecode))));
    let naga = microseconds(&modules, |words| {
        black_box(spv::Frontend::new(words.iter().copied(), &front).parse().unwrap());
    });
    println!("{} programs, µs for each: {whole:.1} in all, agalc {agalc:.1}, naga {naga:.1}", programs.len());
    Ok(())
}
