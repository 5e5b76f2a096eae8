"""The resources to bind to a shader (docs/abi.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Literal, Optional, Tuple, get_args

from ._declarations import (
    AGAL_CONSTANTS_UBO,
    AGAL_INSTANCE_FROM_FIRST,
    AGAL_INSTANCE_FROM_ZERO,
    AGAL_STAGE_FRAGMENT,
    agal_constants_mode,
    agal_texture_kind,
)
from ._library import known, rows_of, text_of

InstanceId = Literal["zero", "firstInstance"]
#: The names in the reflection, indexed by agal_instance_id.
_instance_ids: Dict[int, InstanceId] = {AGAL_INSTANCE_FROM_ZERO: "zero", AGAL_INSTANCE_FROM_FIRST: "firstInstance"}


@dataclass(frozen=True)
class Slots:
    """The binding of one resource in each API."""

    #: The descriptor set or bind group. None in OpenGL.
    set: Optional[int]
    #: The binding in SPIR-V, GLSL and WGSL.
    binding: int
    #: The index of the buffer, or of the texture and the sampler, in Metal.
    msl: int
    #: The number of the register in HLSL, and the register space.
    hlsl: int
    hlsl_space: int

    @classmethod
    def _of(cls, row: Any) -> Slots:
        return cls(known(row.set), row.binding, row.msl, row.hlsl, row.hlsl_space)


@dataclass(frozen=True)
class ConstantPart:
    """Constants that the text declares as one variable or member, because the option `rename` names some of them."""

    #: The name of the variable, or of the member of the block.
    declared: str
    #: The first register, and their number. One register is not an array.
    first: int
    count: int


@dataclass(frozen=True)
class Constants:
    """The array of constant registers. A register is four floats."""

    #: "vc" or "fc".
    name: str
    #: The number of registers in the array. Supply all of them.
    count: int
    #: True if relative addresses read the array. Registers outside `ranges` may then be read.
    indirect: bool
    mode: agal_constants_mode
    #: The distance between two registers, and the offset of the array in its block, in bytes.
    stride: int
    offset: int
    #: The location of a plain array, if the language has locations.
    location: Optional[int]
    #: The binding of the uniform block.
    slots: Optional[Slots]
    #: The name of the block, and the name of the array in the block; both "" for a plain array.
    block: str
    member: str
    #: The registers that the shader reads by number, as pairs of the first register and their count.
    ranges: Tuple[Tuple[int, int], ...]
    #: The name of the array in the text, or of the instance of the block. HLSL and plain constants do not declare it if
    #: there are parts.
    declared: str
    #: The separate parts, by first register. Empty if the constants are one array.
    parts: Tuple[ConstantPart, ...]

    @classmethod
    def _of(cls, row: Any) -> Constants:
        return cls(
            name=text_of(row.name),
            count=row.count,
            indirect=row.indirect != 0,
            mode=get_args(agal_constants_mode)[row.mode],
            stride=row.stride,
            offset=row.offset,
            location=known(row.location),
            slots=Slots._of(row.slots) if row.mode == AGAL_CONSTANTS_UBO else None,
            block=text_of(row.block),
            member=text_of(row.member),
            ranges=tuple((each.first, each.count) for each in rows_of(row.ranges, row.range_count)),
            declared=text_of(row.declared),
            parts=tuple(
                ConstantPart(text_of(each.declared), each.first, each.count) for each in rows_of(row.parts, row.part_count)
            ),
        )


@dataclass(frozen=True)
class Attribute:
    """A vertex attribute that the shader reads."""

    #: "va0".
    name: str
    #: The number of the register.
    location: int
    #: The components that are read, as bits: x = 1, y = 2, z = 4, w = 8.
    components: int
    #: The name of the variable in the text.
    declared: str


@dataclass(frozen=True)
class Varying:
    """A varying of the shader."""

    #: "v0".
    name: str
    #: The number of the register.
    location: int
    #: The components that a vertex program writes or a fragment program reads, as bits like `Attribute.components`.
    components: int
    #: True if the varying is interpolated at the centroid.
    centroid: bool
    #: The name of the variable in the text.
    declared: str


@dataclass(frozen=True)
class SamplerState:
    """The sampler state that tokens request. Fields have the same values as in bytecode; agal/agal.h names the values."""

    filter: int
    mip: int
    wrap: int
    read_mode: int
    #: The bits of the special flags.
    special: int
    #: The anisotropy, 1 to 16.
    anisotropy: int
    #: The bias of the level of detail.
    bias: float
    #: The number of the first token that requests the state, from 1.
    token: int


@dataclass(frozen=True)
class Sampler:
    """A sampler register that a token uses."""

    #: "fs0".
    name: str
    #: The number of the register.
    index: int
    kind: agal_texture_kind
    #: True if the texture must be filterable.
    filtering: bool
    #: The binding of the texture. None if the shader does not contain the sampler, because its results are unused.
    slots: Optional[Slots]
    #: The binding of a separate sampler, in the set of the texture. None if it is combined with the texture.
    sampler_binding: Optional[int]
    #: The requested states, at least one, in order of first use. Players reject a program with more than one.
    states: Tuple[SamplerState, ...]
    #: The name of the texture in the text.
    declared: str
    #: The name of the separate sampler in the text. "" if the text does not declare one.
    declared_sampler: str

    @classmethod
    def _of(cls, row: Any) -> Sampler:
        names = SamplerState.__dataclass_fields__
        return cls(
            name=text_of(row.name),
            index=row.index,
            kind=get_args(agal_texture_kind)[row.kind],
            filtering=row.filtering != 0,
            slots=Slots._of(row.slots) if row.active else None,
            sampler_binding=known(row.sampler_binding),
            states=tuple(
                SamplerState(**{name: getattr(each, name) for name in names}) for each in rows_of(row.states, row.state_count)
            ),
            declared=text_of(row.declared),
            declared_sampler=text_of(row.declared_sampler),
        )


@dataclass(frozen=True)
class Color:
    """A color that the shader writes."""

    #: The name of the variable in the text.
    declared: str
    #: The location, 0 to 3.
    location: int


@dataclass(frozen=True)
class Interface:
    """The resources to bind to a shader. Lists are in ascending order of registers. `name` is the name of a register;
    `declared` is the name that the text declares, which the option `rename` and some hosts change."""

    stage: Literal["vertex", "fragment"]
    #: The AGAL version.
    version: int
    #: The name of the function in the text, or of the entry point in the SPIR-V.
    entry_point: str
    attributes: Tuple[Attribute, ...]
    varyings: Tuple[Varying, ...]
    samplers: Tuple[Sampler, ...]
    #: The constants. None if the shader does not read any.
    constants: Optional[Constants]
    #: True if the shader writes the position.
    position: bool
    #: The locations of the colors that the shader writes.
    colors: Tuple[int, ...]
    #: True if the shader writes the depth.
    depth: bool
    #: True if the shader may discard fragments.
    kills: bool
    #: The instance id of the first instance: 0, or the draw call's first instance. None if the shader does not read the
    #: id.
    instance_id: Optional[InstanceId]
    #: True if z in a vertex program is from -w to w instead of from 0 to w.
    negative_z: bool
    #: True if a vertex program negates y.
    flip_y: bool
    #: The colors that the shader writes.
    color_outputs: Tuple[Color, ...]
    #: The name of a uniform vec4 that a vertex program multiplies the position by. "" if there is none.
    position_scale: str

    @classmethod
    def _of(cls, row: Any) -> Interface:
        return cls(
            stage="fragment" if row.stage == AGAL_STAGE_FRAGMENT else "vertex",
            version=row.version,
            entry_point=text_of(row.entry_point),
            attributes=tuple(
                Attribute(text_of(each.name), each.location, each.components, text_of(each.declared))
                for each in rows_of(row.attributes, row.attribute_count)
            ),
            varyings=tuple(
                Varying(text_of(each.name), each.location, each.components, each.centroid != 0, text_of(each.declared))
                for each in rows_of(row.varyings, row.varying_count)
            ),
            samplers=tuple(Sampler._of(each) for each in rows_of(row.samplers, row.sampler_count)),
            constants=Constants._of(row.constants) if row.constants.count else None,
            position=row.position != 0,
            colors=tuple(location for location in range(32) if row.colors >> location & 1),
            depth=row.depth != 0,
            kills=row.kills != 0,
            instance_id=_instance_ids.get(row.instance_id),
            negative_z=row.negative_z != 0,
            flip_y=row.flip_y != 0,
            color_outputs=tuple(
                Color(text_of(each.declared), each.location) for each in rows_of(row.color_outputs, row.color_output_count)
            ),
            position_scale=text_of(row.position_scale),
        )
