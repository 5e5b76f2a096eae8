//! Translates uploads like Ruffle, and prints a verdict for each: the player's error number, or 0, as four bytes.
//! `tools/lab/uploads --naga` runs it.
//!
//! An upload on stdin is its size, four bytes in the machine's byte order, followed by its bytes.

#[path = "../tests/support/limit.rs"]
mod limit;

use std::collections::BTreeMap;
use std::io::{self, Read, Write};

use agal_naga::{agal_to_naga, extract_sampler_configs, limit_of, parse_bytecode, player_error, AgalError, Limit};
use agal_naga::{VertexAttributeFormat, MAX_VERTEX_ATTRIBUTES};
use naga::valid::{Capabilities, ValidationFlags, Validator};

const FORMATS: [Option<VertexAttributeFormat>; MAX_VERTEX_ATTRIBUTES] = [Some(VertexAttributeFormat::Float4); 8];

#[derive(Default)]
struct Counts {
    modules: u64,
    rejected: u64,
    undrawable: BTreeMap<Limit, u64>,
}

/// Returns true if the error has the kind that docs/hosts.md gives for the number.
fn is_kind_of(number: u32, error: &AgalError) -> bool {
    use AgalError::*;
    match number {
        3615 => matches!(error, EmptyProgram | ReadError | InvalidVersion),
        3616 | 3618 => matches!(error, InvalidHeader),
        3617 => matches!(error, InvalidVersion),
        3619 => matches!(error, InvalidShaderType),
        3638 => matches!(error, SamplerRegisterAsSource { .. }),
        3639 => matches!(error, IndirectNotAllowed { .. }),
        3640 => matches!(error, IndirectOnlyIntoConstants { .. }),
        3646 => matches!(error, ReadOutputRegister { .. }),
        3649 => matches!(error, WriteSamplerRegister { .. }),
        3651 => matches!(error, WriteAttributeRegister { .. }),
        3652 => matches!(error, WriteConstantRegister { .. }),
        3696 => matches!(error, SamplerConfigMismatch { .. }),
        3749 | 3750 => matches!(error, WriteFragmentRegister { .. } | FragmentRegisterAsSource { .. }),
        _ => matches!(error, InvalidOpcode { .. }),
    }
}

/// Translates one upload. Panics if the result is neither a valid module nor an error with a reason.
fn verdict(upload: &[u8], validator: &mut Validator, counts: &mut Counts) -> u32 {
    match parse_bytecode(upload) {
        Ok(parsed) => {
            extract_sampler_configs(&parsed).unwrap();
            let module = agal_to_naga(&parsed, &FORMATS).unwrap();
            validator.validate(&module).unwrap_or_else(|error| panic!("{error:?}: {upload:?}"));
            counts.modules += 1;
            0
        }
        Err(error) => match (player_error(upload), error) {
            (Some(number), error) => {
                assert!(is_kind_of(number, &error), "{number}, {error:?}: {upload:?}");
                counts.rejected += 1;
                number
            }
            (None, AgalError::InvalidVersion) => {
                let limit = limit_of(upload).unwrap_or_else(|| panic!("no reason: {upload:?}"));
                limit::check_limit(upload, limit);
                *counts.undrawable.entry(limit).or_default() += 1;
                0
            }
            (None, error) => panic!("{error:?}: {upload:?}"),
        },
    }
}

fn main() -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::default());
    let (mut counts, mut size) = (Counts::default(), [0; 4]);
    while input.read_exact(&mut size).is_ok() {
        let mut upload = vec![0; u32::from_ne_bytes(size) as usize];
        input.read_exact(&mut upload)?;
        output.write_all(&verdict(&upload, &mut validator, &mut counts).to_ne_bytes())?;
    }
    let Counts { modules, rejected, undrawable } = counts;
    let all: u64 = undrawable.values().sum();
    eprintln!(
        "uploads: {modules} valid modules, {rejected} rejected, {all} that Ruffle cannot draw with: {undrawable:?}"
    );
    output.flush()
}
