//! Measures the time of an upload, and of the module for the first draw:
//!
//!     cargo run --release --example times

#[path = "../tests/support/mod.rs"]
mod support;

use std::hint::black_box;
use std::time::Instant;

use agal_naga::{agal_to_naga, parse_bytecode, VertexAttributeFormat};

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

fn main() {
    let mut programs: Vec<_> = support::programs().into_iter().map(|(_, bytecode)| bytecode).collect();
    programs.retain(|bytecode| parse_bytecode(bytecode).is_ok());
    let parsed: Vec<_> = programs.iter().map(|each| parse_bytecode(each).unwrap()).collect();
    let upload = microseconds(&programs, |bytecode| drop(black_box(parse_bytecode(bytecode).unwrap())));
    let draw = microseconds(&parsed, |each| drop(black_box(agal_to_naga(each, &FORMATS).unwrap())));
    println!("{} programs, µs for each: upload {upload:.1}, module for the first draw {draw:.1}", programs.len());
}
