use std::ffi::CStr;
use std::fmt;
use std::os::raw::c_char;

use agal_sys as sys;
pub use agal_sys::{agal_register_range as RegisterRange, agal_sampler_state as SamplerState};

use crate::ffi::list_of;
use crate::Stage;

/// The resources to bind to a shader (docs/abi.md). Lists are in ascending order of registers. Numbers
/// in sampler states are values of the enumerations of `agal_sys`.
///
/// `name` is the name of a register. `declared` is the name that the text declares, which the option `rename` and some
/// hosts change.
#[derive(Clone, Copy)]
pub struct Interface<'a> {
    raw: &'a sys::agal_interface,
}

// SAFETY: The interface belongs to a borrowed result, and nothing changes a result.
unsafe impl Send for Interface<'_> {}
unsafe impl Sync for Interface<'_> {}

/// The binding of one resource in each API.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Slots {
    /// The descriptor set or bind group. `None` in OpenGL.
    pub set: Option<u32>,
    /// The binding in SPIR-V, GLSL and WGSL.
    pub binding: u32,
    /// The index of the buffer, or of the texture and the sampler, in Metal.
    pub msl: u32,
    /// The number of the register in HLSL.
    pub hlsl: u32,
    /// The register space in HLSL.
    pub hlsl_space: u32,
}

/// Constants that the text declares as one variable or member, because the option `rename` names some of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConstantPart<'a> {
    /// The name of the variable, or of the member of the block.
    pub declared: &'a str,
    /// The first register.
    pub first: u32,
    /// The number of registers. One register is not an array.
    pub count: u32,
}

/// The array of constant registers. A register is four floats.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Constants<'a> {
    /// `"vc"` or `"fc"`.
    pub name: &'a str,
    /// The number of registers in the array. Supply all of them.
    pub count: u32,
    /// True if relative addresses read the array. Registers outside `ranges` may then be read.
    pub indirect: bool,
    /// `AGAL_CONSTANTS_UBO`, `AGAL_CONSTANTS_PLAIN` or `AGAL_CONSTANTS_PUSH`.
    pub mode: sys::agal_constants_mode,
    /// The distance between two registers, in bytes.
    pub stride: u32,
    /// The offset of the array in its block, in bytes.
    pub offset: u32,
    /// The location of a plain array, if the language has locations.
    pub location: Option<u32>,
    /// The binding of the uniform block.
    pub slots: Option<Slots>,
    /// The name of the block; `""` for a plain array.
    pub block: &'a str,
    /// The name of the array in the block; `""` for a plain array.
    pub member: &'a str,
    /// The registers that the shader reads by number.
    pub ranges: &'a [RegisterRange],
    /// The name of the array in the text, or of the instance of the block. HLSL and plain constants do not declare it if
    /// there are parts.
    pub declared: &'a str,
    /// The separate parts, by first register. Empty if the constants are one array.
    pub parts: Vec<ConstantPart<'a>>,
}

/// A vertex attribute that the shader reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Attribute<'a> {
    /// `"va0"`.
    pub name: &'a str,
    /// The number of the register.
    pub location: u32,
    /// The components that are read, as bits: x = 1, y = 2, z = 4, w = 8.
    pub components: u32,
    /// The name of the variable in the text.
    pub declared: &'a str,
}

/// A varying of the shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Varying<'a> {
    /// `"v0"`.
    pub name: &'a str,
    /// The number of the register.
    pub location: u32,
    /// The components that a vertex program writes or a fragment program reads, as bits like [`Attribute::components`].
    pub components: u32,
    /// True if the varying is interpolated at the centroid.
    pub centroid: bool,
    /// The name of the variable in the text.
    pub declared: &'a str,
}

/// A sampler register that a token uses.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Sampler<'a> {
    /// `"fs0"`.
    pub name: &'a str,
    /// The number of the register.
    pub index: u32,
    /// `AGAL_TEXTURE_2D`, `AGAL_TEXTURE_CUBE` or `AGAL_TEXTURE_3D`.
    pub kind: sys::agal_texture_kind,
    /// True if the texture must be filterable.
    pub filtering: bool,
    /// The binding of the texture. `None` if the shader does not contain the sampler, because its results are unused.
    pub slots: Option<Slots>,
    /// The binding of a separate sampler, in the set of the texture. `None` if it is combined with the texture.
    pub sampler_binding: Option<u32>,
    /// The requested states, at least one, in order of first use. Players reject a program with more than one.
    pub states: &'a [SamplerState],
    /// The name of the texture in the text.
    pub declared: &'a str,
    /// The name of the separate sampler in the text. `None` if the text does not declare one.
    pub declared_sampler: Option<&'a str>,
}

/// A color that the shader writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Color<'a> {
    /// The name of the variable in the text.
    pub declared: &'a str,
    /// The location, 0 to 3.
    pub location: u32,
}

impl<'a> Interface<'a> {
    pub(crate) fn new(raw: &'a sys::agal_interface) -> Interface<'a> {
        Interface { raw }
    }

    /// The stage of the shader.
    pub fn stage(&self) -> Stage {
        Stage::of(self.raw.stage).unwrap_or(Stage::Vertex)
    }

    /// The AGAL version.
    pub fn version(&self) -> u32 {
        self.raw.version
    }

    /// The name of the function in the text, or of the entry point in the SPIR-V.
    pub fn entry_point(&self) -> &'a str {
        text(self.raw.entry_point)
    }

    /// The vertex attributes that are read.
    pub fn attributes(&self) -> impl ExactSizeIterator<Item = Attribute<'a>> {
        list(self.raw.attributes, self.raw.attribute_count).iter().map(|row| Attribute {
            name: text(row.name.as_ptr()),
            location: row.location,
            components: row.components,
            declared: text(row.declared),
        })
    }

    /// The varyings.
    pub fn varyings(&self) -> impl ExactSizeIterator<Item = Varying<'a>> {
        list(self.raw.varyings, self.raw.varying_count).iter().map(|row| Varying {
            name: text(row.name.as_ptr()),
            location: row.location,
            components: row.components,
            centroid: row.centroid != 0,
            declared: text(row.declared),
        })
    }

    /// The constants. `None` if the shader does not read any.
    pub fn constants(&self) -> Option<Constants<'a>> {
        let row = &self.raw.constants;
        (row.count != 0).then(|| Constants {
            name: text(row.name.as_ptr()),
            count: row.count,
            indirect: row.indirect != 0,
            mode: row.mode,
            stride: row.stride,
            offset: row.offset,
            location: known(row.location),
            slots: (row.mode == sys::AGAL_CONSTANTS_UBO).then(|| slots(&row.slots)),
            block: text(row.block),
            member: text(row.member),
            ranges: list(row.ranges, row.range_count),
            declared: text(row.declared),
            parts: list(row.parts, row.part_count).iter().map(part).collect(),
        })
    }

    /// The samplers that tokens use.
    pub fn samplers(&self) -> impl ExactSizeIterator<Item = Sampler<'a>> {
        list(self.raw.samplers, self.raw.sampler_count).iter().map(|row| Sampler {
            name: text(row.name.as_ptr()),
            index: row.index,
            kind: row.kind,
            filtering: row.filtering != 0,
            slots: (row.active != 0).then(|| slots(&row.slots)),
            sampler_binding: known(row.sampler_binding),
            states: list(row.states, row.state_count),
            declared: text(row.declared),
            declared_sampler: named(row.declared_sampler),
        })
    }

    /// Returns true if the shader writes the position.
    pub fn position(&self) -> bool {
        self.raw.position != 0
    }

    /// The locations of the colors that the shader writes.
    pub fn colors(&self) -> impl Iterator<Item = u32> {
        let bits = self.raw.colors;
        (0..u32::BITS).filter(move |location| bits >> location & 1 != 0)
    }

    /// The colors that the shader writes.
    pub fn color_outputs(&self) -> impl ExactSizeIterator<Item = Color<'a>> {
        list(self.raw.color_outputs, self.raw.color_output_count)
            .iter()
            .map(|row| Color { declared: text(row.declared), location: row.location })
    }

    /// Returns true if the shader writes the depth.
    pub fn depth(&self) -> bool {
        self.raw.depth != 0
    }

    /// Returns true if the shader may discard fragments.
    pub fn kills(&self) -> bool {
        self.raw.kills != 0
    }

    /// The instance id of the first instance: `AGAL_INSTANCE_FROM_ZERO` or `AGAL_INSTANCE_FROM_FIRST`. `None` if the
    /// shader does not read the id.
    pub fn instance_id(&self) -> Option<sys::agal_instance_id> {
        Some(self.raw.instance_id).filter(|value| *value != sys::AGAL_INSTANCE_NONE)
    }

    /// Returns true if z in a vertex program is from -w to w instead of from 0 to w.
    pub fn negative_z(&self) -> bool {
        self.raw.negative_z != 0
    }

    /// Returns true if a vertex program negates y.
    pub fn flip_y(&self) -> bool {
        self.raw.flip_y != 0
    }

    /// The name of a uniform `vec4` that a vertex program multiplies the position by. `None` if there is none.
    pub fn position_scale(&self) -> Option<&'a str> {
        named(self.raw.position_scale)
    }

    /// The structure of `agal/agal.h`.
    pub fn raw(&self) -> &'a sys::agal_interface {
        self.raw
    }
}

impl fmt::Debug for Interface<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interface")
            .field("stage", &self.stage())
            .field("attributes", &self.attributes().collect::<Vec<_>>())
            .field("varyings", &self.varyings().collect::<Vec<_>>())
            .field("constants", &self.constants())
            .field("samplers", &self.samplers().collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}

fn known(number: u32) -> Option<u32> {
    Some(number).filter(|number| *number != sys::AGAL_NONE)
}

fn slots(row: &sys::agal_slots) -> Slots {
    Slots { set: known(row.set), binding: row.binding, msl: row.msl, hlsl: row.hlsl, hlsl_space: row.hlsl_space }
}

fn part(row: &sys::agal_constant_part) -> ConstantPart<'_> {
    ConstantPart { declared: text(row.declared), first: row.first, count: row.count }
}

/// Returns a name of an interface. `None` if it is empty.
fn named<'a>(name: *const c_char) -> Option<&'a str> {
    Some(text(name)).filter(|name| !name.is_empty())
}

/// Returns a text of an interface, which ends with a zero byte.
fn text<'a>(text: *const c_char) -> &'a str {
    // SAFETY: The texts of an interface live as long as its result, which is borrowed.
    unsafe { CStr::from_ptr(text) }.to_str().unwrap_or_default()
}

/// Returns a list of an interface as a slice.
fn list<'a, T>(first: *const T, count: usize) -> &'a [T] {
    // SAFETY: The lists of an interface live as long as its result, which is borrowed.
    unsafe { list_of(first, count) }
}
