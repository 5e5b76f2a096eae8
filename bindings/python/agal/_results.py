"""The results of the operations."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Dict, Optional, Tuple

from ._declarations import AGAL_STAGE_FRAGMENT, AGAL_STAGE_VERTEX
from ._interface import Interface
from ._library import library
from ._outcome import Outcome, Stage


class Assembly(Outcome):
    """The result of `assemble`."""

    @cached_property
    def bytecode(self) -> bytes:
        """The bytecode."""
        return self.part("bytecode") or b""

    def __bytes__(self) -> bytes:
        return self.bytecode


class Disassembly(Outcome):
    """The result of `disassemble`."""

    @cached_property
    def text(self) -> str:
        """The assembly text."""
        return self._text("assembly") or ""

    def __str__(self) -> str:
        return self.text


_SPIRV_MAGIC = (0x07230203).to_bytes(4, sys.byteorder)
_CONTAINER_MAGIC = b"\xb0"  # text never begins with this byte
_CONTAINER_HEADER_SIZE = 3


@dataclass(frozen=True)
class Code:
    """A shader in the output language: text, or the words of SPIR-V."""

    #: The bytes of UTF-8 text, of SPIR-V words in the byte order of the machine, or of a container.
    data: bytes

    @property
    def text(self) -> Optional[str]:
        """The text, or the text in a container. None if the shader is SPIR-V."""
        if self.data.startswith(_SPIRV_MAGIC):
            return None
        header = _CONTAINER_HEADER_SIZE if self.container is not None else 0
        return self.data[header:].decode("utf-8", "replace")

    @property
    def words(self) -> Optional[memoryview]:
        """The words of SPIR-V, which are not copied. None if the shader is text."""
        return memoryview(self.data).cast("I") if self.data.startswith(_SPIRV_MAGIC) else None

    @property
    def container(self) -> Optional[bytes]:
        """The container of the text with `emit="b0"`. OpenFL and Lightspark accept it as a program."""
        return self.data if self.data.startswith(_CONTAINER_MAGIC) else None

    def __bytes__(self) -> bytes:
        return self.data

    def __str__(self) -> str:
        text = self.text
        return f"{len(self.data) // 4} words of SPIR-V" if text is None else text


class _Translated(Outcome):
    def _code(self, name: str) -> Optional[Code]:
        content = self.part(name)
        return Code(content) if content is not None else None

    def _interface(self, stage: Stage) -> Optional[Interface]:
        number = AGAL_STAGE_VERTEX if stage == "vertex" else AGAL_STAGE_FRAGMENT
        found = library().agal_result_interface(self._pointer, number)
        return Interface._of(found) if found else None

    @cached_property
    def reflection(self) -> Optional[Dict[str, Any]]:
        """The interface and more (docs/reflection.md). None if the option `reflect` is off or `bindings_only` is on."""
        content = self.part("reflection")
        return json.loads(content) if content is not None else None


class Compilation(_Translated):
    """The result of `compile`."""

    @cached_property
    def stage(self) -> Stage:
        """The stage of the program."""
        return "vertex" if "vertex" in self.names else "fragment"

    @cached_property
    def code(self) -> Code:
        """The compiled shader."""
        return self._code(self.stage) or Code(b"")

    @cached_property
    def interface(self) -> Optional[Interface]:
        """The resources to bind. None if the option `reflect` is off. `bindings_only=True` leaves out the
        reflection."""
        return self._interface(self.stage)


class Pair(_Translated):
    """The result of `link`: the shaders of a pair."""

    def interface(self, stage: Stage) -> Optional[Interface]:
        """Returns the resources to bind to the shader of a stage. None if the option `reflect` is off."""
        return self._interface(stage)

    @cached_property
    def vertex(self) -> Optional[Code]:
        """The vertex shader. None if the option `single_module` is on, because one module then contains both."""
        return self._code("vertex")

    @cached_property
    def fragment(self) -> Optional[Code]:
        """The fragment shader. None if the option `single_module` is on, because one module then contains both."""
        return self._code("fragment")

    @cached_property
    def both(self) -> Optional[Code]:
        """The module with both shaders, if the option `single_module` is on."""
        return self._code("both")


@dataclass(frozen=True)
class Invocation:
    """The outputs of one invocation."""

    #: True if the pixel was discarded.
    killed: bool
    #: The output registers that were written, by name. "op", "v0" and "oc" have four numbers each. "od" has one.
    registers: Dict[str, Tuple[float, ...]]

    @classmethod
    def _of(cls, value: Dict[str, Any]) -> Invocation:
        killed = value.pop("killed", False)
        return cls(killed, {name: _numbers(register) for name, register in value.items()})

    def __getitem__(self, register: str) -> Tuple[float, ...]:
        return self.registers[register]


def _numbers(value: Any) -> Tuple[float, ...]:
    # float() also reads "nan", "inf" and "-inf".
    return tuple(map(float, value if isinstance(value, list) else [value]))


class Run(Outcome):
    """The result of `interpret`: the outputs of a program."""

    @cached_property
    def invocations(self) -> Tuple[Invocation, ...]:
        """The invocations. A vertex program has one. A fragment program has four: the upper left, upper right, lower left
        and lower right pixel."""
        lines = (self.part("outputs") or b"").splitlines()
        # Integers would lose negative zeros.
        return tuple(Invocation._of(json.loads(line, parse_int=float)) for line in lines)

    @cached_property
    def trace(self) -> Optional[str]:
        """Each token with its changes, if the option `trace` is on."""
        return self._text("trace")


class Extraction(Outcome):
    """The result of `extract`: the programs in a file, `programs()`."""
