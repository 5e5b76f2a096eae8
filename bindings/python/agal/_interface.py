"""The resources to bind to a shader (docs/abi.md).

Written by tools/lab/interface.py from src/compiler/reflect/interface.def. Do not edit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Optional, Tuple, get_args

from ._declarations import AGAL_NONE
from ._library import known, rows_of, text_of

BindingModel = Literal["spirv", "msl", "hlsl"]
ConstantsMode = Literal["ubo", "plain", "push"]
InstanceId = Literal["zero", "firstInstance"]
Stage = Literal["vertex", "fragment"]
TextureKind = Literal["2d", "cube", "3d"]


@dataclass(frozen=True)
class Slots:
    """The binding of one resource in each API: docs/abi.md."""

    #: Descriptor set (Vulkan) or bind group (WGSL). None if the language does not have sets.
    set: Optional[int]
    #: Binding in SPIR-V, GLSL and WGSL.
    binding: int
    #: Index of the buffer or of the texture in Metal.
    msl: int
    #: Number of the register in HLSL.
    hlsl: int
    #: Register space in HLSL.
    hlsl_space: int

    @classmethod
    def _of(cls, row: Any) -> Slots:
        return cls(
            set=known(row.set),
            binding=row.binding,
            msl=row.msl,
            hlsl=row.hlsl,
            hlsl_space=row.hlsl_space,
        )


@dataclass(frozen=True)
class Binding:
    """The place of a resource in one binding model."""

    #: Binding model.
    model: BindingModel
    #: Descriptor set, bind group or register space. None if the language does not have sets.
    set: Optional[int]
    #: Binding, index, or number of the register.
    number: int

    @classmethod
    def _of(cls, row: Any) -> Binding:
        return cls(
            model=get_args(BindingModel)[row.model],
            set=known(row.set),
            number=row.number,
        )


class RegisterRange(NamedTuple):
    """Consecutive registers."""

    #: First register.
    first: int
    #: Number of registers.
    count: int  # type: ignore[assignment]

    @classmethod
    def _of(cls, row: Any) -> RegisterRange:
        return cls(
            first=row.first,
            count=row.count,
        )


@dataclass(frozen=True)
class ConstantPart:
    """Constants that the text declares as one variable or member, because the option `rename` names some of them."""

    #: Name of the variable, or of the member of the block.
    declared: str
    #: First register.
    first: int
    #: Number of registers; one register is not an array.
    count: int

    @classmethod
    def _of(cls, row: Any) -> ConstantPart:
        return cls(
            declared=text_of(row.declared),
            first=row.first,
            count=row.count,
        )


@dataclass(frozen=True)
class Constants:
    """The array of constant registers: docs/abi.md. A register is four floats."""

    #: "vc" or "fc".
    name: str
    #: Number of registers in the array, which must all be supplied.
    count: int
    #: True if relative addresses may read registers outside `ranges`.
    indirect: bool
    #: Mechanism that passes the constants.
    mode: ConstantsMode
    #: Distance between two registers, in bytes.
    stride: int
    #: Offset of the array in its block, in bytes.
    offset: int
    #: Location of a plain array. None if the constants are not a plain array, or the language does not have locations.
    location: Optional[int]
    #: Binding of the uniform block. None if the constants are not a uniform block.
    slots: Optional[Slots]
    #: Name of the block; "" for a plain array.
    block: str
    #: Name of the array in the block; "" for a plain array.
    member: str
    #: Registers that the compiled program reads by number, ascending.
    ranges: Tuple[RegisterRange, ...]
    #: Name of the array in the text, or of the instance of the block. HLSL and plain constants do not declare it if
    #: there are parts.
    declared: str
    #: Separate parts, by first register. Empty if the constants are one array.
    parts: Tuple[ConstantPart, ...]
    #: Binding of the uniform block, one for each model. Empty if the constants are not a uniform block.
    bindings: Tuple[Binding, ...]

    @classmethod
    def _of(cls, row: Any) -> Constants:
        return cls(
            name=text_of(row.name),
            count=row.count,
            indirect=row.indirect != 0,
            mode=get_args(ConstantsMode)[row.mode],
            stride=row.stride,
            offset=row.offset,
            location=known(row.location),
            slots=Slots._of(row.slots) if row.slots.binding != AGAL_NONE else None,
            block=text_of(row.block),
            member=text_of(row.member),
            ranges=tuple(RegisterRange._of(each) for each in rows_of(row.ranges, row.range_count)),
            declared=text_of(row.declared),
            parts=tuple(ConstantPart._of(each) for each in rows_of(row.parts, row.part_count)),
            bindings=tuple(Binding._of(each) for each in rows_of(row.bindings, row.binding_count)),
        )


@dataclass(frozen=True)
class Attribute:
    """A vertex attribute that the compiled program reads."""

    #: "va0".
    name: str
    #: Number of the register.
    location: int
    #: Components that are read, as bits: x = 1, y = 2, z = 4, w = 8.
    components: int
    #: Name of the variable in the text.
    declared: str

    @classmethod
    def _of(cls, row: Any) -> Attribute:
        return cls(
            name=text_of(row.name),
            location=row.location,
            components=row.components,
            declared=text_of(row.declared),
        )


@dataclass(frozen=True)
class Varying:
    """A varying of the compiled program. If varyings share locations (option `max-varyings`), each location has one."""

    #: "v0".
    name: str
    #: Number of the register or location.
    location: int
    #: Components that the tokens of a vertex program write or a fragment program reads, as bits: x = 1, y = 2, z = 4, w
    #: = 8.
    components: int
    #: True if it is interpolated at the centroid.
    centroid: bool
    #: Name of the variable in the text.
    declared: str

    @classmethod
    def _of(cls, row: Any) -> Varying:
        return cls(
            name=text_of(row.name),
            location=row.location,
            components=row.components,
            centroid=row.centroid != 0,
            declared=text_of(row.declared),
        )


@dataclass(frozen=True)
class SamplerState:
    """A sampler state that tokens request. A program that was not validated strictly may have numbers without a
    name."""

    #: Filter for texels of one level: agal_filter.
    filter: int
    #: Filter between levels: agal_mip.
    mip: int
    #: Wrap mode: agal_wrap.
    wrap: int
    #: Format of the texture: agal_read_mode.
    read_mode: int
    #: Special flags: bits of agal_special.
    special: int
    #: 1 to 16; 1 is isotropic.
    anisotropy: int
    #: Bias of the level of detail, or in a vertex program the level; the shader's code already contains it.
    bias: float
    #: First token that requests the state, from 1.
    token: int

    @classmethod
    def _of(cls, row: Any) -> SamplerState:
        return cls(
            filter=row.filter,
            mip=row.mip,
            wrap=row.wrap,
            read_mode=row.read_mode,
            special=row.special,
            anisotropy=row.anisotropy,
            bias=row.bias,
            token=row.token,
        )


@dataclass(frozen=True)
class Sampler:
    """A sampler register that tokens name, and the texture that is bound to it."""

    #: "fs0".
    name: str
    #: Number of the register.
    index: int
    #: Kind of the texture, if active.
    kind: TextureKind
    #: True if the texture must be filterable.
    filtering: bool
    #: Binding of the texture. None if the sampler is not active.
    slots: Optional[Slots]
    #: Descriptor set or bind group of the separate sampler. None if there is no such sampler, or the target does not
    #: have sets.
    sampler_set: Optional[int]
    #: Binding of the separate sampler. None if it is combined with the texture, or not active.
    sampler_binding: Optional[int]
    #: Requested states, at least one, by first use; players reject a program with two.
    states: Tuple[SamplerState, ...]
    #: Name of the texture in the text.
    declared: str
    #: Name of the sampler in the text. "" if the text does not declare the sampler separately from the texture.
    declared_sampler: str
    #: Binding of the texture, one for each model. Empty if the sampler is not active.
    bindings: Tuple[Binding, ...]
    #: Binding of the sampler, one for each model in which the sampler has a binding of its own. Empty if the sampler is
    #: not active.
    sampler_bindings: Tuple[Binding, ...]

    @classmethod
    def _of(cls, row: Any) -> Sampler:
        return cls(
            name=text_of(row.name),
            index=row.index,
            kind=get_args(TextureKind)[row.kind],
            filtering=row.filtering != 0,
            slots=Slots._of(row.slots) if row.slots.binding != AGAL_NONE else None,
            sampler_set=known(row.sampler_set),
            sampler_binding=known(row.sampler_binding),
            states=tuple(SamplerState._of(each) for each in rows_of(row.states, row.state_count)),
            declared=text_of(row.declared),
            declared_sampler=text_of(row.declared_sampler),
            bindings=tuple(Binding._of(each) for each in rows_of(row.bindings, row.binding_count)),
            sampler_bindings=tuple(Binding._of(each) for each in rows_of(row.sampler_bindings, row.sampler_binding_count)),
        )


@dataclass(frozen=True)
class Color:
    """A color that the compiled program writes."""

    #: Name of the variable in the text.
    declared: str
    #: 0 to 3.
    location: int

    @classmethod
    def _of(cls, row: Any) -> Color:
        return cls(
            declared=text_of(row.declared),
            location=row.location,
        )


@dataclass(frozen=True)
class Interface:
    """The resources to bind to one shader: docs/reflection.md. Lists are in ascending order of registers. `name` is the
    name of a register, and `declared` the name in the text, which the option `rename`, hosts and writers may change."""

    #: Stage of the shader.
    stage: Stage
    #: AGAL version in the bytecode header.
    version: int
    #: Name of the function in the text or the SPIR-V.
    entry_point: str
    #: Attributes of a vertex program. Empty if it is a fragment program.
    attributes: Tuple[Attribute, ...]
    #: Varyings that a vertex program stores or a fragment program reads.
    varyings: Tuple[Varying, ...]
    #: Samplers, including samplers that need not be bound.
    samplers: Tuple[Sampler, ...]
    #: The constant registers. None if the shader does not read any.
    constants: Optional[Constants]
    #: True if the shader writes the position.
    position: bool
    #: Locations of the colors that the shader writes.
    colors: Tuple[int, ...]
    #: True if the shader writes the depth.
    depth: bool
    #: True if the shader may discard fragments.
    kills: bool
    #: Value of the instance id for the first instance. None if the shader does not read the id.
    instance_id: Optional[InstanceId]
    #: True if z of a vertex program is from -w to w instead of from 0 to w.
    negative_z: bool
    #: True if a vertex program negates y.
    flip_y: bool
    #: Colors that the shader writes, ascending.
    color_outputs: Tuple[Color, ...]
    #: Name of a uniform vec4 that a vertex program multiplies the position by. "" if there is none.
    position_scale: str

    @classmethod
    def _of(cls, row: Any) -> Interface:
        return cls(
            stage=get_args(Stage)[row.stage],
            version=row.version,
            entry_point=text_of(row.entry_point),
            attributes=tuple(Attribute._of(each) for each in rows_of(row.attributes, row.attribute_count)),
            varyings=tuple(Varying._of(each) for each in rows_of(row.varyings, row.varying_count)),
            samplers=tuple(Sampler._of(each) for each in rows_of(row.samplers, row.sampler_count)),
            constants=Constants._of(row.constants) if row.constants.count != 0 else None,
            position=row.position != 0,
            colors=tuple(location for location in range(32) if row.colors >> location & 1),
            depth=row.depth != 0,
            kills=row.kills != 0,
            instance_id=get_args(InstanceId)[row.instance_id - 1] if row.instance_id else None,
            negative_z=row.negative_z != 0,
            flip_y=row.flip_y != 0,
            color_outputs=tuple(Color._of(each) for each in rows_of(row.color_outputs, row.color_output_count)),
            position_scale=text_of(row.position_scale),
        )
