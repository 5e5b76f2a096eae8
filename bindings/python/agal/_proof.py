"""The result of `prove` (docs/proof.md)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Dict, List, Literal, Optional, Tuple, get_args

from ._declarations import AGAL_STAGE_FRAGMENT, AGAL_STAGE_VERTEX, agal_input_kind, agal_verdict
from ._inputs import Inputs
from ._library import library, rows_of, text_of
from ._outcome import Outcome

Verdict = agal_verdict
InputKind = agal_input_kind
#: The class of a proof, in the order of agal_proof_class.
ProofClass = Literal["exact", "undefined", "rounding", "value-changing"]

Value = Tuple[float, float, float, float]


def _class_of(number: int) -> ProofClass:
    classes: Tuple[ProofClass, ...] = get_args(ProofClass)
    return classes[number]


def _verdict_of(number: int) -> Verdict:
    verdicts: Tuple[Verdict, ...] = get_args(Verdict)
    return verdicts[number]


@dataclass(frozen=True)
class RuleUse:
    """A rule above "exact" that an equality needs."""

    #: The name in docs/data/proof-rules.md.
    name: str
    rule_class: ProofClass
    #: The number of applications.
    count: int


@dataclass(frozen=True)
class DifferingInput:
    """One input of a `Difference`."""

    #: "fc0".
    name: str
    kind: InputKind
    #: The register's number.
    number: int
    #: x, y, z, w for each pixel of the quad. Only varyings differ between pixels.
    values: Tuple[Value, ...]

    @classmethod
    def _of(cls, row: Any) -> DifferingInput:
        values = tuple((row.values[i], row.values[i + 1], row.values[i + 2], row.values[i + 3]) for i in range(0, 16, 4))
        return cls(text_of(row.name), get_args(InputKind)[row.kind], row.number, values)


@dataclass(frozen=True)
class Difference:
    """A difference between two shaders, and the inputs that cause it."""

    #: The output that differs: "oc.x", "discard".
    output: str
    #: The pixel of the quad that differs; 0 for a vertex program.
    pixel: int
    #: The value that the program computes; 1 or 0 for "discard".
    expected: float
    #: The value that the other side computes.
    found: float
    #: True if textures are sampled. Their texels are then a function of the coordinates.
    samples: bool
    #: The inputs that affect the outputs. All other inputs are arbitrary.
    inputs: Tuple[DifferingInput, ...]

    @classmethod
    def _of(cls, row: Any) -> Difference:
        inputs = tuple(DifferingInput._of(each) for each in rows_of(row.inputs, row.input_count))
        return cls(text_of(row.output), row.pixel, row.expected, row.found, row.samples != 0, inputs)

    def bound(self) -> Inputs:
        """Returns the inputs for `interpret`, which shows the difference unless textures are sampled."""
        constants: List[Value] = []
        attributes: Dict[int, Value] = {}
        varyings: Dict[int, Tuple[Value, ...]] = {}
        instance = 0
        for each in self.inputs:
            if each.kind == "constant":
                constants += [(0.0, 0.0, 0.0, 0.0)] * (each.number + 1 - len(constants))
                constants[each.number] = each.values[0]
            elif each.kind == "attribute":
                attributes[each.number] = each.values[0]
            elif each.kind == "varying":
                varyings[each.number] = each.values
            else:
                instance = int(each.values[0][0])
        return Inputs(constants=constants, attributes=attributes, varyings=varyings, instance=instance)


class Proof(Outcome):
    """The proof that two shaders compute the same results for all inputs."""

    # The structure is not cached, because it belongs to the result and does not exist after `close`.
    @property
    def _row(self) -> Any:
        pointer = self._pointer
        find = library().agal_result_proof
        return find(pointer, AGAL_STAGE_VERTEX) or find(pointer, AGAL_STAGE_FRAGMENT)

    @cached_property
    def verdict(self) -> Verdict:
        """The answer of the proof."""
        return _verdict_of(self._row.verdict)

    @cached_property
    def proof_class(self) -> ProofClass:
        """The class of the equality: the differences that it permits. Each class includes the previous ones."""
        return _class_of(self._row.proof_class)

    @cached_property
    def rules(self) -> Tuple[RuleUse, ...]:
        """The rules above "exact" that an equality needs."""
        rows = rows_of(self._row.rules, self._row.rule_count)
        return tuple(RuleUse(text_of(row.name), _class_of(row.rule_class), row.count) for row in rows)

    @cached_property
    def terms(self) -> int:
        """The number of terms in the last attempt."""
        return int(self._row.terms)

    @cached_property
    def reason(self) -> str:
        """The reason why it is not decided, or the missing output."""
        return text_of(self._row.reason)

    @cached_property
    def output(self) -> str:
        """The first output that is not proved; "" if all outputs are."""
        return text_of(self._row.output)

    @cached_property
    def expected(self) -> str:
        """The smallest differing term of the program, as text."""
        return text_of(self._row.expected)

    @cached_property
    def found(self) -> str:
        """The corresponding term of the other side."""
        return text_of(self._row.found)

    @cached_property
    def difference(self) -> Optional[Difference]:
        """The inputs that cause a difference. None: not different, or an output is missing."""
        return Difference._of(self._row.difference) if self._row.difference else None

    @cached_property
    def text(self) -> str:
        """The whole proof as text, in the format of `agalc prove`."""
        return self._text("text") or ""

    def __str__(self) -> str:
        return self.text
