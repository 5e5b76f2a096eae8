//! Translates AGAL, the shader bytecode of Stage3D, to modules of naga. The crate has the interface of Ruffle's crate
//! `naga-agal`, and can replace it.
//!
//! ```
//! let bytes = agal::assemble("mov op, va0\nmov v0, va1", &agal::Options::new()).unwrap();
//! let parsed = agal_naga::parse_bytecode(bytes.bytecode()).unwrap();
//! let formats = [Some(agal_naga::VertexAttributeFormat::Float3); agal_naga::MAX_VERTEX_ATTRIBUTES];
//! let module: naga::Module = agal_naga::agal_to_naga(&parsed, &formats).unwrap();
//! assert_eq!(module.entry_points[0].name, agal_naga::SHADER_ENTRY_POINT);
//! ```
//!
//! All resources are in group 0 of the module, and a location has the number of its register:
//!
//! | Binding | Resource |
//! |---|---|
//! | 0 | the constants of a vertex program |
//! | 1 | the constants of a fragment program |
//! | [`TEXTURE_SAMPLER_START_BIND_INDEX`] and up | samplers |
//! | [`TEXTURE_START_BIND_INDEX`] and up | textures |
#![warn(missing_docs)]
#![forbid(unsafe_code)]

mod error;
mod sampler;

use std::sync::OnceLock;

use agal::{Constants, Interface, Options, Outcome, Stage};
use naga::front::spv;
use naga::{AddressSpace, ArraySize, Binding, Module, Sampling, TypeInner};

pub use error::{AgalError, Error, ShaderType};
pub use sampler::{Filter, Mipmap, SamplerConfig, Wrapping};

/// The name of the entry point.
pub const SHADER_ENTRY_POINT: &str = "main";
/// The number of vertex attributes.
pub const MAX_VERTEX_ATTRIBUTES: usize = 8;
/// The number of textures of a fragment program.
pub const MAX_TEXTURES: usize = 8;
/// The binding of the sampler of `fs0`.
pub const TEXTURE_SAMPLER_START_BIND_INDEX: u32 = 2;
/// The binding of the texture of `fs0`.
pub const TEXTURE_START_BIND_INDEX: u32 = 10;

/// The numbers of registers in Ruffle's buffers, which are the limits of AGAL 1.
const MAX_VERTEX_CONSTANTS: u32 = 128;
const MAX_FRAGMENT_CONSTANTS: u32 = 28;

/// The format of an attribute in a vertex buffer. The host's graphics interface sets missing components to 0, 0, 1.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VertexAttributeFormat {
    Float1,
    Float2,
    Float3,
    Float4,
    /// Four unsigned bytes, normalized.
    Bytes4,
}

/// A program that a player accepts, as SPIR-V. Most programs that games upload are never drawn with, so naga reads the
/// SPIR-V only for a draw.
#[derive(Clone, Debug)]
pub struct ParsedBytecode {
    words: Vec<u32>,
    max_constants: u32,
    attributes: [bool; MAX_VERTEX_ATTRIBUTES],
    samplers: [Option<SamplerConfig>; MAX_TEXTURES],
}

/// Translates a program.
///
/// Fails if a player rejects the program. Fails with [`AgalError::InvalidVersion`] if Ruffle could not draw with it: a
/// vertex program that does not write the position or a fragment program that does not write the color, which players
/// reject in a pair (3635, 3634); a vertex program that reads textures; and a program that names more constants,
/// textures or attributes than Ruffle binds (the limits of AGAL 1). An internal error, or a lack of memory, is
/// [`AgalError::ReadError`].
///
/// # Panics
///
/// Panics if the library that feature `system` links does not have the options that this crate sets.
pub fn parse_bytecode(agal: &[u8]) -> Result<ParsedBytecode, AgalError> {
    translate(agal).map_err(|failure| match failure {
        Failure::Error(error) => error,
        Failure::Limit(_) => AgalError::InvalidVersion,
    })
}

/// The reason why Ruffle could not draw with a program that a player accepts. Ruffle does not have kinds for these
/// reasons. The type is public for tests.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Limit {
    Constants,
    Attributes,
    Samplers,
    VertexTextures,
    /// The program does not write its whole position or color, so that a player cannot link it.
    Output,
    /// A limit of the target, with its number.
    Target(u32),
}

#[doc(hidden)]
pub fn limit_of(agal: &[u8]) -> Option<Limit> {
    match translate(agal) {
        Err(Failure::Limit(limit)) => Some(limit),
        _ => None,
    }
}

enum Failure {
    Error(AgalError),
    Limit(Limit),
}

fn translate(agal: &[u8]) -> Result<ParsedBytecode, Failure> {
    const FAULT: Failure = Failure::Error(AgalError::ReadError);
    let shader = agal::compile(agal, options()).map_err(|error| rejection(error.outcome(), agal))?;
    let interface = shader.interface().ok_or(FAULT)?;
    let (attributes, samplers) = registers(&interface).map_err(Failure::Limit)?;
    let words = without_blocks(shader.code().words().ok_or(FAULT)?);
    Ok(ParsedBytecode { words, max_constants: max_constants(interface.stage()), attributes, samplers })
}

/// Makes the module of a program. The module does not depend on the formats of vertex attributes, but every attribute
/// that the program reads must have a format.
pub fn agal_to_naga(
    parsed: &ParsedBytecode,
    vertex_attributes: &[Option<VertexAttributeFormat>; MAX_VERTEX_ATTRIBUTES],
) -> Result<Module, Error> {
    if parsed.attributes.iter().zip(vertex_attributes).any(|(read, format)| *read && format.is_none()) {
        return Err(Error::MissingVertexAttributeData);
    }
    let mut module = module_of(&parsed.words).ok_or(AgalError::ReadError)?;
    shorten_constants(&mut module, parsed.max_constants);
    Ok(module)
}

/// Returns the states of the samplers. A state is `None` if `Context3D.setSamplerStateAt` determines it.
pub fn extract_sampler_configs(parsed: &ParsedBytecode) -> Result<[Option<SamplerConfig>; MAX_TEXTURES], AgalError> {
    Ok(parsed.samplers)
}

/// Returns the number of the player's error for a program that players reject. Ruffle has a kind for some of the
/// numbers.
///
/// ```
/// let program = agal::assemble("mov op, vt0", &agal::Options::new()).unwrap();
/// assert_eq!(agal_naga::player_error(program.bytecode()), Some(3647));
/// ```
pub fn player_error(agal: &[u8]) -> Option<u32> {
    agal::validate(agal, options()).err().and_then(|error| error.outcome().and_then(Outcome::player_error))
}

/// The options of all translations, as name and value.
const OPTIONS: [(&str, &str); 7] = [
    ("host", "ruffle"),
    ("target", "spv"),
    ("samplers", "separate"),
    ("validate-spirv", "false"),
    ("bytecode", "true"),
    ("adobe-order", "true"),
    ("bindings-only", "true"),
];

fn options() -> &'static Options {
    static SHARED: OnceLock<Options> = OnceLock::new();
    SHARED.get_or_init(|| {
        let mut options = Options::new();
        for (name, value) in OPTIONS {
            options.set(name, value).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        }
        options
    })
}

/// The numbers of limits of the target (docs/diagnostics.md).
const TARGET_LIMITS: std::ops::Range<u32> = 4000..5000;

/// The numbers of the rules that a program writes its whole color or position. A player checks them when it links.
const OUTPUT_RULES: [u32; 2] = [3634, 3635];

/// Returns the failure of a rejected program: the error at which a player stops, a limit of the target, or an internal
/// error.
fn rejection(outcome: Option<&Outcome>, agal: &[u8]) -> Failure {
    let number = outcome.and_then(Outcome::player_error);
    let find = |wanted: &dyn Fn(u32) -> bool| outcome?.diagnostics().find(|each| wanted(each.number));
    match (number, find(&|each| Some(each) == number), find(&|each| TARGET_LIMITS.contains(&each))) {
        (Some(number), ..) if OUTPUT_RULES.contains(&number) => Failure::Limit(Limit::Output),
        (Some(number), Some(diagnostic), _) => Failure::Error(AgalError::of(number, &diagnostic, agal)),
        (_, _, Some(limit)) => Failure::Limit(Limit::Target(limit.number)),
        _ => Failure::Error(AgalError::ReadError),
    }
}

fn max_constants(stage: Stage) -> u32 {
    match stage {
        Stage::Vertex => MAX_VERTEX_CONSTANTS,
        Stage::Fragment => MAX_FRAGMENT_CONSTANTS,
    }
}

type Registers = ([bool; MAX_VERTEX_ATTRIBUTES], [Option<SamplerConfig>; MAX_TEXTURES]);

/// Returns the attributes that are read, and the states of samplers.
fn registers(interface: &Interface) -> Result<Registers, Limit> {
    let named =
        |constants: &Constants| constants.ranges.iter().map(|range| range.first + range.count).max().unwrap_or(0);
    if interface.constants().as_ref().map_or(0, named) > max_constants(interface.stage()) {
        return Err(Limit::Constants);
    }
    let mut attributes = [false; MAX_VERTEX_ATTRIBUTES];
    for attribute in interface.attributes() {
        *attributes.get_mut(attribute.location as usize).ok_or(Limit::Attributes)? = true;
    }
    let mut samplers = [None; MAX_TEXTURES];
    for sampler in interface.samplers() {
        if interface.stage() == Stage::Vertex {
            return Err(Limit::VertexTextures);
        }
        let config = samplers.get_mut(sampler.index as usize).ok_or(Limit::Samplers)?;
        let states = sampler.states.iter();
        *config = states
            .filter(|state| state.special & agal_sys::AGAL_SPECIAL_IGNORE_SAMPLER == 0)
            .map(SamplerConfig::of)
            .next();
    }
    Ok((attributes, samplers))
}

/// Returns a module's words without the decoration `Block`, for which naga logs a warning.
fn without_blocks(words: &[u32]) -> Vec<u32> {
    const HEADER: usize = 5;
    const OP_DECORATE: u32 = 71;
    const BLOCK: u32 = 2;
    let (mut rest, mut out) = (&words[HEADER..], words[..HEADER].to_vec());
    out.reserve(rest.len());
    while let [first, ..] = rest {
        let (instruction, after) = rest.split_at((first >> 16) as usize);
        if !matches!(instruction, [_, _, BLOCK] if first & 0xffff == OP_DECORATE) {
            out.extend_from_slice(instruction);
        }
        rest = after;
    }
    out
}

/// Returns naga's module for the SPIR-V, which naga reads in a fraction of the time of WGSL.
fn module_of(words: &[u32]) -> Option<Module> {
    // naga and the host have the same clip space, so that it is not adjusted.
    let options = spv::Options { adjust_coordinate_space: false, strict_capabilities: true, ..Default::default() };
    let mut module = spv::Frontend::new(words.iter().copied(), &options).parse().ok()?;
    for argument in module.entry_points.iter_mut().flat_map(|entry| &mut entry.function.arguments) {
        // A centroid varying would have to match in the vertex program, which is unknown here.
        if let Some(Binding::Location { sampling, .. }) = &mut argument.binding {
            *sampling = sampling.map(|_| Sampling::Center);
        }
    }
    Some(module)
}

/// Shortens the array of constants to the size of Ruffle's buffer. A program with relative addresses declares all
/// constants of its version, and clamps its indices to them. From AGAL 2 on there are more constants than the buffer
/// has, and wgpu does not draw with a buffer that is smaller than its type. The bounds checks that wgpu requests from
/// naga's writers handle reads beyond the shorter array, as in Ruffle's own crate.
fn shorten_constants(module: &mut Module, count: u32) {
    let uniform = |variable: &naga::GlobalVariable| variable.space == AddressSpace::Uniform;
    let Some(block) = module.global_variables.iter().find(|(_, each)| uniform(each)).map(|(_, each)| each.ty) else {
        return;
    };
    let mut block_type = module.types[block].clone();
    let TypeInner::Struct { members, span } = &mut block_type.inner else { return };
    let Some(array) = members.first().map(|member| member.ty) else { return };
    let mut array_type = module.types[array].clone();
    let TypeInner::Array { size: ArraySize::Constant(size), stride, .. } = &mut array_type.inner else { return };
    match std::num::NonZeroU32::new(count) {
        Some(count) if count < *size => *size = count,
        _ => return,
    }
    *span = count * *stride;
    module.types.replace(array, array_type);
    module.types.replace(block, block_type);
}
