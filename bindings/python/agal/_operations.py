"""The operations on programs and files."""

from __future__ import annotations

import json
import os
from contextlib import contextmanager
from typing import Any, Callable, Dict, Iterator, List, Optional, SupportsBytes, Type, TypeVar, Union

from ._declarations import AGAL_BAD_ARGUMENT, AGAL_INTERNAL_ERROR, AGAL_OK, AGAL_OUT_OF_MEMORY, AGAL_REJECTED, ffi
from ._errors import BadArgument, Error, InternalError, OutOfMemory, Rejected
from ._inputs import Inputs
from ._library import library, text_of
from ._options import Options, OptionValue, terminated
from ._outcome import Outcome
from ._proof import Proof
from ._results import Assembly, Compilation, Disassembly, Extraction, Pair, Run

#: Bytecode, which begins with the byte 0xa0, or assembly text.
ProgramLike = Union[str, bytes, bytearray, memoryview, SupportsBytes]

_errors: Dict[int, Type[Error]] = {
    AGAL_REJECTED: Rejected,
    AGAL_BAD_ARGUMENT: BadArgument,
    AGAL_OUT_OF_MEMORY: OutOfMemory,
    AGAL_INTERNAL_ERROR: InternalError,
}

Result = TypeVar("Result", bound=Outcome)


def _checked(outcome: Result) -> Result:
    status = library().agal_result_status(outcome._pointer)
    if status == AGAL_OK:
        return outcome
    kind = _errors.get(status, InternalError)
    raise kind(outcome.messages.rstrip() or kind.__name__, outcome)


def _bytes(program: ProgramLike) -> bytes:
    """Returns the bytes of an input, without a copy if it is bytes."""
    if isinstance(program, os.PathLike):
        raise TypeError(f"{os.fspath(program)!r} is a path: pass the content of the file, read_bytes() of a pathlib.Path")
    if isinstance(program, bytes):
        return program
    if isinstance(program, str):
        return program.encode()
    if isinstance(program, (bytearray, memoryview, SupportsBytes)):
        return bytes(program)
    return bytes(memoryview(program))


@contextmanager
def _address(options: Optional[Options], values: Dict[str, OptionValue]) -> Iterator[Any]:
    """Returns the address of `options` with `values` set in addition; a null pointer if both are missing."""
    if not values:
        yield options._pointer if options is not None else ffi.NULL
        return
    with options.copy() if options is not None else Options() as changed:
        changed._set_all(values)
        yield changed._pointer


def _part_for(function: Callable[[bytes], Any], word: str, part: str) -> str:
    """Calls a function that takes a word, and returns a part of its result."""
    with _checked(Outcome(function(terminated(word, "the word")))) as outcome:
        return outcome._text(part) or ""


def version() -> str:
    """Returns the name and version of the library: "agalc 0.1.0"."""
    return text_of(library().agal_version())


def abi_version() -> int:
    """Returns the version of the C interface."""
    return int(library().agal_abi_version())


def assemble(text: ProgramLike, options: Optional[Options] = None, **values: OptionValue) -> Assembly:
    """Assembles text into bytecode.

    >>> assemble("mov oc, v0").bytecode[:5].hex()
    'a001000000'
    """
    content = _bytes(text)
    with _address(options, values) as chosen:
        return _checked(Assembly(library().agal_assemble(content, len(content), chosen)))


def disassemble(program: ProgramLike, options: Optional[Options] = None, **values: OptionValue) -> Disassembly:
    """Disassembles a program into canonical assembly.

    >>> disassemble("mov  oc,v0.xyzw // a copy", header=False).text
    'mov oc, v0\\n'
    """
    content = _bytes(program)
    with _address(options, values) as chosen:
        return _checked(Disassembly(library().agal_disassemble(content, len(content), chosen)))


def validate(program: ProgramLike, options: Optional[Options] = None, **values: OptionValue) -> Outcome:
    """Checks the player's rules, and the lints that the option `lint` names.

    >>> validate("mov ft0, v0\\nmov ft1, v0\\nmov oc, ft0", lint="all").diagnostics[0].code
    'AGAL6003'
    """
    content = _bytes(program)
    with _address(options, values) as chosen:
        return _checked(Outcome(library().agal_validate(content, len(content), chosen)))


def compile(program: ProgramLike, options: Optional[Options] = None, **values: OptionValue) -> Compilation:
    """Compiles a program to the language that the option `target` names; the default is SPIR-V.

    >>> hex(compile("mov oc, v0").code.words[0])
    '0x7230203'
    """
    content = _bytes(program)
    with _address(options, values) as chosen:
        return _checked(Compilation(library().agal_compile(content, len(content), chosen)))


def link(
    vertex: ProgramLike, fragment: ProgramLike, options: Optional[Options] = None, **values: OptionValue
) -> Pair:
    """Compiles a pair. Checks that the programs fit together, and drops varyings that the fragment program does not read.

    >>> pair = link("mov op, va0\\nmov v0, va1\\nmov v1, va1", "mov oc, v0", target="essl300")
    >>> "v0" in pair.vertex.text, "v1" in pair.vertex.text
    (True, False)
    """
    first, second = _bytes(vertex), _bytes(fragment)
    with _address(options, values) as chosen:
        return _checked(Pair(library().agal_link(first, len(first), second, len(second), chosen)))


def interpret(
    program: ProgramLike, inputs: Optional[Inputs] = None, options: Optional[Options] = None, **values: OptionValue
) -> Run:
    """Runs a vertex program once, or a fragment program for a quad of 2 x 2 pixels, on the reference interpreter
    (docs/interpreter.md). Without `inputs`, nothing is bound.

    >>> run = interpret("mov oc, fc0", Inputs(constants=[(1, 0.5, 0.25, 1)]))
    >>> run.invocations[0]["oc"]
    (1.0, 0.5, 0.25, 1.0)
    """
    content = _bytes(program)
    bound = inputs._pointer if inputs is not None else ffi.NULL
    with _address(options, values) as chosen:
        return _checked(Run(library().agal_interpret(content, len(content), bound, chosen)))


def extract(
    file: ProgramLike, name: str = "", options: Optional[Options] = None, **values: OptionValue
) -> Extraction:
    """Extracts the programs in a SWF, SWC, ZIP, the log of a tapped game or any other file. Messages contain `name`.

    A damaged file is an error. `error.outcome.programs()` returns the programs that could be read.

    >>> file = bytes(100) + assemble("mov oc, v0").bytecode
    >>> [(program.stage, program.origins[0].offset) for program in extract(file, "dump.bin").programs()]
    [('fragment', 100)]
    """
    content, container = _bytes(file), terminated(name, "the name of the file")
    with _address(options, values) as chosen:
        return _checked(Extraction(library().agal_extract(content, len(content), container, chosen)))


def prove(
    program: ProgramLike,
    other: Optional[ProgramLike] = None,
    options: Optional[Options] = None,
    **values: OptionValue,
) -> Proof:
    """Determines if `other` computes the same results as the program for all inputs (docs/proof.md). `other` is another
    program or SPIR-V. None means the SPIR-V that `compile` produces from the program.

    >>> prove("mul oc, v0, fc0").verdict
    'equal'
    >>> proof = prove("add oc, v0, v0", "mul oc, v0, fc0", assume="fc0.x=2,fc0.y=2,fc0.z=3,fc0.w=2")
    >>> proof.verdict, proof.difference.output
    ('different', 'oc.z')
    """
    content, compared = _bytes(program), _bytes(other) if other is not None else ffi.NULL
    with _address(options, values) as chosen:
        size = len(compared) if compared is not ffi.NULL else 0
        return _checked(Proof(library().agal_prove(content, len(content), compared, size, chosen)))


def explain(word: str) -> str:
    """Explains a word: the number or the name of a diagnostic, an opcode, a register, a sampler option, a target, or a
    profile.

    >>> "constant" in explain("AGAL3652")
    True
    """
    return _part_for(library().agal_explain, word, "text")


def list_table(table: str) -> List[Dict[str, Any]]:
    """Lists a table of the library: "options", "targets", "opcodes", "registers", "sampler-options", "macro-words" or
    "diagnostics".

    >>> "wgsl" in [target["name"] for target in list_table("targets")]
    True
    """
    rows: List[Dict[str, Any]] = json.loads(_part_for(library().agal_list, table, "json"))
    return rows
