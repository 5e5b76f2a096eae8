// Written by tools/lab/interface.py from src/compiler/reflect/interface.def. Do not edit.
use std::fmt;

use agal_sys as sys;
pub use agal_sys::{agal_register_range as RegisterRange, agal_sampler_state as SamplerState};

use crate::ffi::{known, list, locations, named, text};
use crate::Stage;

/// The resources to bind to one shader: docs/reflection.md. Lists are in ascending order of registers. `name` is the
/// name of a register, and `declared` the name in the text, which the option `rename`, hosts and writers may change.
#[derive(Clone, Copy)]
pub struct Interface<'a> {
    raw: &'a sys::agal_interface,
}

// SAFETY: The interface belongs to a borrowed result, and nothing changes a result.
unsafe impl Send for Interface<'_> {}
unsafe impl Sync for Interface<'_> {}

/// The binding of one resource in each API: docs/abi.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Slots {
    /// Descriptor set (Vulkan) or bind group (WGSL). `None` if the language does not have sets.
    pub set: Option<u32>,
    /// Binding in SPIR-V, GLSL and WGSL.
    pub binding: u32,
    /// Index of the buffer or of the texture in Metal.
    pub msl: u32,
    /// Number of the register in HLSL.
    pub hlsl: u32,
    /// Register space in HLSL.
    pub hlsl_space: u32,
}

impl Slots {
    fn of(row: &sys::agal_slots) -> Slots {
        Slots { set: known(row.set), binding: row.binding, msl: row.msl, hlsl: row.hlsl, hlsl_space: row.hlsl_space }
    }
}

/// The place of a resource in one binding model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Binding {
    /// Binding model. A value of [`agal_binding_model`](sys::agal_binding_model).
    pub model: sys::agal_binding_model,
    /// Descriptor set, bind group or register space. `None` if the language does not have sets.
    pub set: Option<u32>,
    /// Binding, index, or number of the register.
    pub number: u32,
}

impl Binding {
    fn of(row: &sys::agal_binding) -> Binding {
        Binding { model: row.model, set: known(row.set), number: row.number }
    }
}

/// Constants that the text declares as one variable or member, because the option `rename` names some of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConstantPart<'a> {
    /// Name of the variable, or of the member of the block.
    pub declared: &'a str,
    /// First register.
    pub first: u32,
    /// Number of registers; one register is not an array.
    pub count: u32,
}

impl<'a> ConstantPart<'a> {
    fn of(row: &'a sys::agal_constant_part) -> ConstantPart<'a> {
        ConstantPart { declared: text(row.declared), first: row.first, count: row.count }
    }
}

/// The array of constant registers: docs/abi.md. A register is four floats.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Constants<'a> {
    /// "vc" or "fc".
    pub name: &'a str,
    /// Number of registers in the array, which must all be supplied.
    pub count: u32,
    /// True if relative addresses may read registers outside `ranges`.
    pub indirect: bool,
    /// Mechanism that passes the constants. A value of [`agal_constants_mode`](sys::agal_constants_mode).
    pub mode: sys::agal_constants_mode,
    /// Distance between two registers, in bytes.
    pub stride: u32,
    /// Offset of the array in its block, in bytes.
    pub offset: u32,
    /// Location of a plain array. `None` if the constants are not a plain array, or the language does not have
    /// locations.
    pub location: Option<u32>,
    /// Binding of the uniform block. `None` if the constants are not a uniform block.
    pub slots: Option<Slots>,
    /// Name of the block; "" for a plain array.
    pub block: &'a str,
    /// Name of the array in the block; "" for a plain array.
    pub member: &'a str,
    /// Registers that the compiled program reads by number, ascending.
    pub ranges: &'a [RegisterRange],
    /// Name of the array in the text, or of the instance of the block. HLSL and plain constants do not declare it if
    /// there are parts.
    pub declared: &'a str,
    /// Separate parts, by first register. Empty if the constants are one array.
    pub parts: Vec<ConstantPart<'a>>,
    /// Binding of the uniform block, one for each model. Empty if the constants are not a uniform block.
    pub bindings: Vec<Binding>,
}

impl<'a> Constants<'a> {
    fn of(row: &'a sys::agal_constants) -> Constants<'a> {
        Constants {
            name: text(row.name.as_ptr()),
            count: row.count,
            indirect: row.indirect != 0,
            mode: row.mode,
            stride: row.stride,
            offset: row.offset,
            location: known(row.location),
            slots: (row.slots.binding != sys::AGAL_NONE).then(|| Slots::of(&row.slots)),
            block: text(row.block),
            member: text(row.member),
            ranges: list(row.ranges, row.range_count),
            declared: text(row.declared),
            parts: list(row.parts, row.part_count).iter().map(ConstantPart::of).collect(),
            bindings: list(row.bindings, row.binding_count).iter().map(Binding::of).collect(),
        }
    }
}

/// A vertex attribute that the compiled program reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Attribute<'a> {
    /// "va0".
    pub name: &'a str,
    /// Number of the register.
    pub location: u32,
    /// Components that are read, as bits: x = 1, y = 2, z = 4, w = 8.
    pub components: u32,
    /// Name of the variable in the text.
    pub declared: &'a str,
}

impl<'a> Attribute<'a> {
    fn of(row: &'a sys::agal_attribute) -> Attribute<'a> {
        Attribute {
            name: text(row.name.as_ptr()),
            location: row.location,
            components: row.components,
            declared: text(row.declared),
        }
    }
}

/// A varying of the compiled program. If varyings share locations (option `max-varyings`), each location has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Varying<'a> {
    /// "v0".
    pub name: &'a str,
    /// Number of the register or location.
    pub location: u32,
    /// Components that the tokens of a vertex program write or a fragment program reads, as bits: x = 1, y = 2, z = 4,
    /// w = 8.
    pub components: u32,
    /// True if it is interpolated at the centroid.
    pub centroid: bool,
    /// Name of the variable in the text.
    pub declared: &'a str,
}

impl<'a> Varying<'a> {
    fn of(row: &'a sys::agal_varying) -> Varying<'a> {
        Varying {
            name: text(row.name.as_ptr()),
            location: row.location,
            components: row.components,
            centroid: row.centroid != 0,
            declared: text(row.declared),
        }
    }
}

/// A sampler register that tokens name, and the texture that is bound to it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Sampler<'a> {
    /// "fs0".
    pub name: &'a str,
    /// Number of the register.
    pub index: u32,
    /// Kind of the texture, if active. A value of [`agal_texture_kind`](sys::agal_texture_kind).
    pub kind: sys::agal_texture_kind,
    /// True if the texture must be filterable.
    pub filtering: bool,
    /// Binding of the texture. `None` if the sampler is not active.
    pub slots: Option<Slots>,
    /// Descriptor set or bind group of the separate sampler. `None` if there is no such sampler, or the target does not
    /// have sets.
    pub sampler_set: Option<u32>,
    /// Binding of the separate sampler. `None` if it is combined with the texture, or not active.
    pub sampler_binding: Option<u32>,
    /// Requested states, at least one, by first use; players reject a program with two.
    pub states: &'a [SamplerState],
    /// Name of the texture in the text.
    pub declared: &'a str,
    /// Name of the sampler in the text. `None` if the text does not declare the sampler separately from the texture.
    pub declared_sampler: Option<&'a str>,
    /// Binding of the texture, one for each model. Empty if the sampler is not active.
    pub bindings: Vec<Binding>,
    /// Binding of the sampler, one for each model in which the sampler has a binding of its own. Empty if the sampler
    /// is not active.
    pub sampler_bindings: Vec<Binding>,
}

impl<'a> Sampler<'a> {
    fn of(row: &'a sys::agal_sampler) -> Sampler<'a> {
        Sampler {
            name: text(row.name.as_ptr()),
            index: row.index,
            kind: row.kind,
            filtering: row.filtering != 0,
            slots: (row.slots.binding != sys::AGAL_NONE).then(|| Slots::of(&row.slots)),
            sampler_set: known(row.sampler_set),
            sampler_binding: known(row.sampler_binding),
            states: list(row.states, row.state_count),
            declared: text(row.declared),
            declared_sampler: named(row.declared_sampler),
            bindings: list(row.bindings, row.binding_count).iter().map(Binding::of).collect(),
            sampler_bindings: list(row.sampler_bindings, row.sampler_binding_count).iter().map(Binding::of).collect(),
        }
    }
}

/// A color that the compiled program writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Color<'a> {
    /// Name of the variable in the text.
    pub declared: &'a str,
    /// 0 to 3.
    pub location: u32,
}

impl<'a> Color<'a> {
    fn of(row: &'a sys::agal_color) -> Color<'a> {
        Color { declared: text(row.declared), location: row.location }
    }
}

impl<'a> Interface<'a> {
    pub(crate) fn new(raw: &'a sys::agal_interface) -> Interface<'a> {
        Interface { raw }
    }

    /// Stage of the shader.
    pub fn stage(&self) -> Stage {
        Stage::of(self.raw.stage).unwrap_or(Stage::Vertex)
    }

    /// AGAL version in the bytecode header.
    pub fn version(&self) -> u32 {
        self.raw.version
    }

    /// Name of the function in the text or the SPIR-V.
    pub fn entry_point(&self) -> &'a str {
        text(self.raw.entry_point)
    }

    /// Attributes of a vertex program. Empty if it is a fragment program.
    pub fn attributes(&self) -> impl ExactSizeIterator<Item = Attribute<'a>> {
        list(self.raw.attributes, self.raw.attribute_count).iter().map(Attribute::of)
    }

    /// Varyings that a vertex program stores or a fragment program reads.
    pub fn varyings(&self) -> impl ExactSizeIterator<Item = Varying<'a>> {
        list(self.raw.varyings, self.raw.varying_count).iter().map(Varying::of)
    }

    /// Samplers, including samplers that need not be bound.
    pub fn samplers(&self) -> impl ExactSizeIterator<Item = Sampler<'a>> {
        list(self.raw.samplers, self.raw.sampler_count).iter().map(Sampler::of)
    }

    /// The constant registers. `None` if the shader does not read any.
    pub fn constants(&self) -> Option<Constants<'a>> {
        (self.raw.constants.count != 0).then(|| Constants::of(&self.raw.constants))
    }

    /// True if the shader writes the position.
    pub fn position(&self) -> bool {
        self.raw.position != 0
    }

    /// Locations of the colors that the shader writes.
    pub fn colors(&self) -> impl Iterator<Item = u32> {
        locations(self.raw.colors)
    }

    /// True if the shader writes the depth.
    pub fn depth(&self) -> bool {
        self.raw.depth != 0
    }

    /// True if the shader may discard fragments.
    pub fn kills(&self) -> bool {
        self.raw.kills != 0
    }

    /// Value of the instance id for the first instance. `None` if the shader does not read the id. A value of
    /// [`agal_instance_id`](sys::agal_instance_id).
    pub fn instance_id(&self) -> Option<sys::agal_instance_id> {
        Some(self.raw.instance_id).filter(|value| *value != 0)
    }

    /// True if z of a vertex program is from -w to w instead of from 0 to w.
    pub fn negative_z(&self) -> bool {
        self.raw.negative_z != 0
    }

    /// True if a vertex program negates y.
    pub fn flip_y(&self) -> bool {
        self.raw.flip_y != 0
    }

    /// Colors that the shader writes, ascending.
    pub fn color_outputs(&self) -> impl ExactSizeIterator<Item = Color<'a>> {
        list(self.raw.color_outputs, self.raw.color_output_count).iter().map(Color::of)
    }

    /// Name of a uniform vec4 that a vertex program multiplies the position by. `None` if there is none.
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
            .field("version", &self.version())
            .field("entry_point", &self.entry_point())
            .field("attributes", &self.attributes().collect::<Vec<_>>())
            .field("varyings", &self.varyings().collect::<Vec<_>>())
            .field("samplers", &self.samplers().collect::<Vec<_>>())
            .field("constants", &self.constants())
            .field("position", &self.position())
            .field("colors", &self.colors().collect::<Vec<_>>())
            .field("depth", &self.depth())
            .field("kills", &self.kills())
            .field("instance_id", &self.instance_id())
            .field("negative_z", &self.negative_z())
            .field("flip_y", &self.flip_y())
            .field("color_outputs", &self.color_outputs().collect::<Vec<_>>())
            .field("position_scale", &self.position_scale())
            .finish()
    }
}
