//! Checks that the text of a rejected program exceeds the limit that the rejection names.

use agal::Options;
use agal_naga::Limit;

/// AGAL4009: two resources have the same binding, because `fs8` has the binding of `fs0`.
pub const SAME_BINDING: u32 = 4009;

/// Panics if the program does not exceed the limit.
pub fn check_limit(bytecode: &[u8], limit: Limit) {
    let options = Options::new().with("bytecode", true).unwrap();
    let disassembly = agal::disassemble(bytecode, &options).unwrap();
    let words = || disassembly.text().split(|each: char| !each.is_ascii_alphanumeric());
    let names = |register: &str, least: u32| {
        let mut numbers = words().filter_map(|word| word.strip_prefix(register)?.parse().ok());
        numbers.any(|number: u32| number >= least)
    };
    // The rows of a matrix follow the named register.
    let rows = if words().any(|word| matches!(word, "m33" | "m34" | "m44")) { 3 } else { 0 };
    let (constants, output) = if bytecode[6] == 0 { (("vc", 128), "op") } else { (("fc", 28), "oc") };
    let found = match limit {
        Limit::Constants => names(constants.0, constants.1 - rows),
        Limit::Attributes => names("va", 8),
        Limit::Samplers | Limit::Target(SAME_BINDING) => names("fs", 8),
        Limit::VertexTextures => names("vs", 0),
        Limit::Output => !"xyzw".chars().all(|component| written(disassembly.text(), output).contains(component)),
        Limit::Target(_) => false,
    };
    assert!(found, "{limit:?}: {}", disassembly.text());
}

/// Returns the components of a register that instructions write.
fn written(disassembly: &str, register: &str) -> String {
    let destinations = disassembly.lines().filter_map(|line| line.split_whitespace().nth(1));
    let masks = destinations.filter_map(|word| word.trim_end_matches(',').strip_prefix(register));
    masks.map(|mask| if mask.is_empty() { ".xyzw" } else { mask }).filter(|mask| mask.starts_with('.')).collect()
}
