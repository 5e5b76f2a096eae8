"""The result of every operation."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Dict, Iterator, List, Literal, Optional, Tuple, get_args

from ._declarations import AGAL_OPERAND_NONE, AGAL_STAGE_FRAGMENT, AGAL_STAGE_VERTEX, agal_operand, agal_severity, ffi
from ._handle import Handle
from ._library import known, library, rows_of, text_of

Stage = Literal["vertex", "fragment"]
Severity = agal_severity


def _stage_of(number: int) -> Optional[Stage]:
    stages: Dict[int, Stage] = {AGAL_STAGE_VERTEX: "vertex", AGAL_STAGE_FRAGMENT: "fragment"}
    return stages.get(number)


@dataclass(frozen=True)
class Diagnostic:
    """A message about the input: docs/diagnostics.md. Unknown values are None."""

    #: The number with its prefix: "AGAL3652".
    code: str
    severity: Severity
    #: A sentence without a period.
    message: str
    #: The name of the program or file.
    file: Optional[str] = None
    #: The line of assembly text, and the byte in the line, from 1.
    line: Optional[int] = None
    column: Optional[int] = None
    #: The offset in bytecode.
    byte_offset: Optional[int] = None
    #: The number of the token, from 1.
    token: Optional[int] = None
    #: The part of the token: "opcode", "destination", "source 1" or "source 2".
    operand: Optional[str] = None
    stage: Optional[Stage] = None
    #: The line of text, or the token in canonical assembly for bytecode.
    snippet: Optional[str] = None
    #: The first byte of the relevant part of the snippet, and its length.
    caret: Optional[Tuple[int, int]] = None
    #: Advice.
    help: Optional[str] = None

    #: 3652 for "AGAL3652"; 3600 to 3899 are the player's errors.
    number: int = 0

    @classmethod
    def _of(cls, row: Any) -> Diagnostic:
        return cls(
            code=f"AGAL{row.number}",
            severity=get_args(Severity)[row.severity],
            message=text_of(row.message),
            file=text_of(row.file) or None,
            line=row.line or None,
            column=row.column or None,
            byte_offset=known(row.byte_offset),
            token=row.token or None,
            operand=get_args(agal_operand)[row.operand] if row.operand != AGAL_OPERAND_NONE else None,
            stage=_stage_of(row.stage),
            snippet=text_of(row.snippet) or None,
            caret=(row.caret, row.caret_length) if row.caret_length else None,
            help=text_of(row.help) or None,
            number=row.number,
        )

    def __str__(self) -> str:
        """Returns one line: `tint.frag:1:5: error[AGAL3652]: fc0 is a constant and cannot be written`."""
        parts: List[object] = [self.file]
        if self.line is not None:
            parts += [self.line, self.column]
        elif self.byte_offset is not None:
            parts += [hex(self.byte_offset)]
        place = ":".join(str(part) for part in parts if part is not None)
        return f"{place}{': ' if place else ''}{self.severity}[{self.code}]: {self.message}"


@dataclass(frozen=True)
class Step:
    """The program after a step of its compilation that changed it."""

    name: str
    #: One sentence about the step.
    summary: str
    #: The program.
    text: str


@dataclass(frozen=True)
class Origin:
    """A place where a program was found."""

    #: The name of the file, or of the file in an archive.
    container: str
    #: The number of the tag in a SWF file; 0 elsewhere.
    tag: int
    #: The position in the unpacked container.
    offset: int
    #: The name of a class, an archive entry or something similar; it may be "".
    name: str
    #: The line in a log or in source code.
    line: Optional[int] = None
    certainty: str = "exact"
    #: The conditions of a variant, or a hole and the text that filled it.
    detail: Optional[str] = None

    @classmethod
    def _of(cls, value: Dict[str, Any]) -> Origin:
        return cls(**{name: value[name] for name in cls.__dataclass_fields__ if name in value})


@dataclass(frozen=True)
class Partner:
    """A program that probably forms a pair with another one."""

    #: The hash of the other program.
    hash: str
    #: The reason why the programs form a pair.
    evidence: str
    #: The player's uploads and draws of the pair, in the form of docs/batch.md.
    captured: Tuple[Dict[str, Any], ...] = ()


@dataclass(frozen=True)
class Program:
    """A program in a file: docs/extract.md."""

    bytecode: bytes = field(repr=False)
    #: The hash, which identifies the program: equal programs in different files have the same hash.
    hash: str
    stage: Stage
    #: The AGAL version of the program.
    version: int
    #: The number of tokens.
    tokens: int
    #: The form in the file: "bytecode" or "assembly".
    form: Literal["bytecode", "assembly"]
    #: The certainty that the file contains this program.
    certainty: Literal["captured", "exact", "variant", "filled"]
    origins: Tuple[Origin, ...]
    #: The programs that probably form a pair with this one.
    pairs: Tuple[Partner, ...]
    #: The hash of the first program in the family: programs with the same text that differ only in sampler options.
    family: Optional[str] = None
    #: The sampler options that differ in the family: ``fs0 <2d, nearest|linear, mipnone, clamp|repeat>``.
    parameters: Optional[str] = None

    @classmethod
    def _of(cls, value: Dict[str, Any], bytecode: bytes) -> Program:
        names = ("hash", "stage", "version", "tokens", "form", "certainty")
        return cls(
            bytecode=bytecode,
            origins=tuple(Origin._of(origin) for origin in value["origins"]),
            pairs=tuple(
                Partner(pair["with"], pair["evidence"], tuple(pair.get("captured", ()))) for pair in value["pairs"]
            ),
            family=value.get("family"),
            parameters=value.get("parameters"),
            **{name: value[name] for name in names},
        )

    def __bytes__(self) -> bytes:
        return self.bytecode


class Outcome(Handle):
    """The result of every operation: diagnostics, and parts, which are bytes with a name (docs/c-api.md). A part is copied on
    its first use. Parts that were used stay available after the `Outcome` is closed; other parts do not."""

    def __init__(self, address: Any) -> None:
        super().__init__(address, library().agal_result_release)

    @property
    def errors(self) -> int:
        """The number of errors among the diagnostics."""
        return int(library().agal_result_errors(self._pointer))

    @property
    def warnings(self) -> int:
        """The number of warnings among the diagnostics."""
        return int(library().agal_result_warnings(self._pointer))

    @cached_property
    def diagnostics(self) -> Tuple[Diagnostic, ...]:
        """The diagnostics: errors, warnings and notes."""
        count = ffi.new("size_t*")
        first = library().agal_result_diagnostics(self._pointer, count)
        return tuple(map(Diagnostic._of, rows_of(first, count[0])))

    @cached_property
    def player_error(self) -> Optional[int]:
        """The number of the first error that players have too, such as 3652; None if there is none. A player rejects the
        program, but may stop at another error. With the option `adobe_order`, it stops at exactly this error."""
        return int(library().agal_result_player_error(self._pointer)) or None

    @cached_property
    def messages(self) -> str:
        """The diagnostics as text, each with the line and a caret; "" if there are none."""
        return self._text("messages") or ""

    @cached_property
    def steps(self) -> Tuple[Step, ...]:
        """The program after each step of its compilation, if the option `steps` was set."""
        return tuple(Step(each["step"], each["summary"], each["text"]) for each in self._json_lines("steps"))

    def programs(self) -> Iterator[Program]:
        """Returns the programs that `extract` found, including the readable programs of a damaged file."""
        for number, value in enumerate(self._json_lines("programs")):
            yield Program._of(value, self.part(f"program-{number}") or b"")

    @property
    def names(self) -> Tuple[str, ...]:
        """The names of the parts."""
        count = library().agal_result_count(self._pointer)
        return tuple(text_of(library().agal_result_name(self._pointer, i)) for i in range(count))

    def part(self, name: str) -> Optional[bytes]:
        """Returns a copy of a part; None if the part does not exist."""
        if "\0" in name:
            return None
        size = ffi.new("size_t*")
        first = library().agal_result_get(self._pointer, name.encode(), size)
        return bytes(ffi.buffer(first, size[0])) if first else None

    def _text(self, name: str) -> Optional[str]:
        content = self.part(name)
        return content.decode("utf-8", "replace") if content is not None else None

    def _json_lines(self, name: str) -> List[Dict[str, Any]]:
        return [json.loads(line) for line in (self.part(name) or b"").splitlines()]
