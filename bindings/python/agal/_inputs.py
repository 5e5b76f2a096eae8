"""The inputs of the interpreter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Mapping, Optional, Sequence, Union

from ._declarations import AGAL_OK, AGAL_OUT_OF_MEMORY, ffi
from ._errors import BadArgument, OutOfMemory
from ._handle import Handle
from ._library import library
from ._options import terminated

#: The value of a register: x, y, z, w.
Register = Sequence[float]
#: Numbers, or an object with a buffer of them, such as array.array("f") or an array of NumPy.
Floats = Union[Sequence[float], memoryview, Any]


@dataclass(frozen=True)
class Texture:
    """A texture for the interpreter."""

    width: int
    height: int
    #: Four numbers for each texel: by face (+x, -x, +y, -y, +z, -z) or slice, then by row from the top.
    texels: Floats
    kind: Literal["2d", "cube", "3d"] = "2d"
    #: The number of slices for "3d"; 1 for "2d". Ignored for "cube".
    depth: int = 1
    #: Compute all smaller levels. A texel is the average of the corresponding texels of the next larger level.
    levels: bool = False


class Inputs(Handle):
    """The inputs of a program that is executed. A register is four numbers: x, y, z, w. docs/interpreter.md gives the values
    of inputs that are not set.

        >>> white = Texture(1, 1, [1, 1, 1, 1])
        >>> inputs = Inputs(constants=[(1, 0.5, 0.25, 1)], varyings={0: [(0.5, 0.5, 0, 0)] * 4}, textures={0: white})
        >>> inputs.set_varying(4, 0, (0, 0, 0, 0))
        Traceback (most recent call last):
            ...
        agal.BadArgument: varying 0 of pixel 4: a pixel is at most 3, the number of a register at most 1023
    """

    def __init__(
        self,
        *,
        constants: Sequence[Register] = (),
        attributes: Optional[Mapping[int, Register]] = None,
        varyings: Optional[Mapping[int, Sequence[Register]]] = None,
        textures: Optional[Mapping[int, Texture]] = None,
        instance: int = 0,
    ) -> None:
        """The keys of a mapping are numbers of registers. A varying has four values, for the upper left, upper right, lower
        left and lower right pixel."""
        super().__init__(library().agal_inputs_create(), library().agal_inputs_release)
        if constants:
            self.set_constants(constants)
        for number, value in (attributes or {}).items():
            self.set_attribute(number, value)
        for number, pixels in (varyings or {}).items():
            for pixel, value in enumerate(pixels):
                self.set_varying(pixel, number, value)
        for sampler, texture in (textures or {}).items():
            self.set_texture(sampler, texture)
        self.set_instance(instance)

    def set_constants(self, registers: Sequence[Register]) -> None:
        """Sets all constants of the program's stage, from register 0 on; at most 1,024."""
        values = _floats([number for register in registers for number in _register(register)])
        status = library().agal_inputs_set_constants(self._pointer, values, len(registers))
        _check(status, f"{len(registers)} constants: there are at most 1024")

    def set_attribute(self, number: int, value: Register) -> None:
        """Sets an attribute of a vertex program."""
        message = f"attribute {number}: the number of a register is at most 1023"
        values = _floats(_register(value))
        _check(library().agal_inputs_set_attribute(self._pointer, _unsigned(number, message), values), message)

    def set_varying(self, pixel: int, number: int, value: Register) -> None:
        """Sets a varying of one pixel of a quad: 0 is the upper left pixel, 1 upper right, 2 lower left, 3 lower right."""
        message = (
            f"varying {number} of pixel {pixel}: a pixel is at most 3, the number of a register at most 1023"
        )
        place = (_unsigned(pixel, message), _unsigned(number, message))
        _check(library().agal_inputs_set_varying(self._pointer, *place, _floats(_register(value))), message)

    def set_instance(self, instance: int) -> None:
        """Sets the number of the instance, which a vertex program may read."""
        message = f"{instance} is not the number of an instance"
        _check(library().agal_inputs_set_instance(self._pointer, _unsigned(instance, message)), message)

    def set_texture(self, sampler: int, texture: Texture) -> None:
        """Sets the texture in a sampler register."""
        depth = 6 if texture.kind == "cube" else texture.depth
        size = f"sampler {sampler}: {texture.width} x {texture.height} x {depth}"
        message = f"{size} is not a valid size of a texture of the kind {texture.kind!r}"
        values = _floats(texture.texels)
        numbers = [_unsigned(n, message) for n in (sampler, texture.width, texture.height, depth)]
        if len(values) != 4 * texture.width * texture.height * depth:
            raise BadArgument(f"{size} texels have 4 numbers each, but there are {len(values)}")
        kind = terminated(texture.kind, "the kind of a texture")
        status = library().agal_inputs_set_texture(
            self._pointer, numbers[0], kind, *numbers[1:], values, int(texture.levels)
        )
        _check(status, message)


def _register(value: Register) -> Register:
    if len(value) != 4:
        raise BadArgument(f"a register has 4 numbers, but there are {len(value)}")
    return value


def _unsigned(number: int, message: str) -> int:
    if not 0 <= number < 1 << 32:
        raise BadArgument(message)
    return number


def _floats(values: Any) -> Any:
    """Returns a C array. A buffer that already has the right type is not copied."""
    try:
        view = memoryview(values)
    except TypeError:
        view = None
    if view is None or view.format != "f" or not view.c_contiguous:
        return ffi.new("float[]", list(values))
    return ffi.from_buffer("float[]", view.cast("B"))


def _check(status: int, message: str) -> None:
    if status == AGAL_OUT_OF_MEMORY:
        raise OutOfMemory("out of memory")
    if status != AGAL_OK:
        raise BadArgument(message)
